package sessions

import (
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api/archive"
	"channeldeck/api/transcript"
	"channeldeck/theme"
	"channeldeck/ui/pane"
	"channeldeck/ui/widget/pager"
)

// page is the items of a document that a depth and folds show, with a cursor.
type page struct {
	doc         *document
	drawer      drawer // of the items of doc
	pager.Pager        // of the items
	depth       transcript.Depth
	folds       transcript.Folds
	items       []compact
}

// gutter is the cells at the left: the cursor and a blank.
const gutter = 2

// resize sets the size of the page. The cursor stays at the same place.
func (p *page) resize(width, height int) {
	width = max(width-gutter, 4)
	p.Height = max(height, 1)
	if len(p.items) > 0 && width == p.drawer.width {
		p.Show()
		return
	}
	at := p.place()
	p.drawer.width = width
	p.restore(at)
}

// show replaces the document by a newer state. The cursor stays at the same place.
func (p *page) show(d *document) {
	at := p.place()
	p.doc = d
	p.drawer.doc = d
	p.restore(at)
}

// place is a position that outlasts a change of depth, folds, document and width.
type place struct {
	key   transcript.Key
	item  item
	share float64 // of the item's lines that are above the cursor
	row   int     // of the screen
}

func (p *page) place() place {
	if len(p.items) == 0 {
		return place{}
	}
	at := p.Cursor
	it := p.current()
	return place{
		key:   p.doc.t.Key(it.Ref),
		item:  it,
		share: float64(at.Line) / float64(len(p.Lines(at.Item))),
		row:   p.Row(),
	}
}

// restore lists the items again and moves the cursor to a place.
func (p *page) restore(to place) {
	p.items = list(p.doc, p.depth, &p.folds)
	p.Reset(len(p.items))
	ref, ok := p.doc.t.Locate(to.key)
	if !ok || len(p.items) == 0 {
		p.Hold(pager.Spot{}, 0)
		return
	}
	to.item.Ref = ref
	at := pager.Spot{Item: find(p.items, to.item)}
	if p.items[at.Item].kind == to.item.Kind {
		at.Line = int(to.share*float64(len(p.Lines(at.Item))) + 0.5)
	}
	p.Hold(at, to.row)
}

func (p *page) relist() { p.restore(p.place()) }

// current is the item under the cursor, the zero one of an empty session.
func (p *page) current() item {
	if len(p.items) == 0 {
		return item{}
	}
	return p.items[p.Cursor.Item].item()
}

func (p *page) here() transcript.Ref { return p.current().Ref }

// readsEnd reports whether the last line is in view and, if the first one is too,
// the cursor is in the last message.
func (p *page) readsEnd() bool {
	return p.AtEnd() && (p.Top != pager.Spot{} || p.here().Message == len(p.doc.t.Messages)-1)
}

// onMouse scrolls. A click moves the cursor; a second one folds or unfolds the part there.
func (p *page) onMouse(by, row int, pressed bool) {
	switch at, ok := p.At(row); {
	case by != 0:
		p.Scroll(by)
	case !pressed || !ok:
	case at == p.Cursor:
		p.toggle()
	default:
		p.Cursor = at
	}
}

// move moves by lines. More than a page leads to the end without drawing all between.
func (p *page) move(by int) {
	switch {
	case by < -p.Height:
		p.Jump(pager.Spot{})
	case by > p.Height:
		p.End()
	case by == 1 || by == -1:
		p.Move(by)
	default:
		p.Turn(by)
	}
}

func (p *page) setDepth(d transcript.Depth) {
	p.depth = d
	p.relist()
}

func (p *page) foldAll(v transcript.Extent) {
	p.folds = transcript.FoldAll(v)
	p.relist()
}

// toggle folds or unfolds the part under the cursor. A step of the summary, and a
// line of hidden messages, opens at the depth that shows calls. It reports false where there is nothing to fold.
func (p *page) toggle() bool {
	at := p.here()
	part := p.doc.t.Part(at)
	switch {
	case p.depth == transcript.DepthSummary || p.current().Kind == transcript.ItemSkipped:
		p.setDepth(transcript.DepthTools)
	case part != nil && part.Foldable():
		p.folds.Toggle(p.depth, p.doc.t.Key(at), part)
		p.relist()
		p.goTo(at)
	default:
		return false
	}
	return true
}

// setOpen unfolds the part under the cursor, or folds it.
func (p *page) setOpen(open bool) {
	part := p.doc.t.Part(p.here())
	isStep := p.depth == transcript.DepthSummary || p.current().Kind == transcript.ItemSkipped
	isOpen := !isStep && part != nil &&
		p.folds.Extent(
			p.depth,
			p.doc.t.Key(p.here()),
			part,
		) > transcript.Folded
	if isOpen != open {
		p.toggle()
	}
}

// toggleRaw shows the part under the cursor, or the record of its message, as JSON.
func (p *page) toggleRaw() {
	if p.depth == transcript.DepthSummary || len(p.items) == 0 {
		return
	}
	at := p.here()
	p.folds.ToggleRaw(
		p.depth,
		p.doc.t.Key(at),
		p.doc.t.Part(at),
	)
	p.relist()
	p.goTo(at)
}

func (p *page) goTo(at transcript.Ref) {
	want := item{Kind: transcript.ItemHead, Ref: at}
	if at.Part < 0 {
		want.Kind = transcript.ItemMessage
	}
	p.Jump(pager.Spot{Item: find(p.items, want)})
}

// goToTurn goes to the next turn of a user, or the previous one.
func (p *page) goToTurn(by int) tea.Cmd {
	from := p.here()
	turns := []transcript.Ref(nil)
	for _, turn := range p.doc.turns {
		if turn.User {
			turns = append(turns, turn.Ref)
		}
	}
	at, ok := beside(turns, from, by)
	if !ok {
		return pane.Notify(pane.Info, p.drawer.words.T("sessions.no_turn"))
	}
	p.goTo(at)
	return nil
}

// goToProblem goes to the next problem, or the previous one, and shows it. After the last comes the
// first.
func (p *page) goToProblem(by int) tea.Cmd {
	from := p.here()
	it := p.current()
	if it.Kind == transcript.ItemStep && by > 0 {
		from.Part = p.doc.steps()[it.N].Last - 1 // the step shows all of its problems
	}
	all := p.doc.problems
	if len(all) == 0 {
		return pane.Notify(pane.Info, p.drawer.words.T("sessions.no_problems"))
	}
	at, ok := beside(all, from, by)
	if !ok && by > 0 {
		at = all[0]
	} else if !ok {
		at = all[len(all)-1]
	}
	p.reveal(at)
	return nil
}

// reveal goes to a problem, and shows it at a depth that hides it.
func (p *page) reveal(at transcript.Ref) {
	part := p.doc.t.Part(at)
	if part != nil && part.Kind != transcript.KindStepStart &&
		p.depth != transcript.DepthSummary &&
		p.folds.Extent(p.depth, p.doc.t.Key(at), part) == transcript.Hidden {
		p.folds.Set(p.doc.t.Key(at), transcript.Folded)
		p.relist()
	}
	p.goTo(at)
}

// goToFailure goes to the first call of a tool that failed.
func (p *page) goToFailure(tool string) {
	i := slices.IndexFunc(p.doc.problems, func(at transcript.Ref) bool {
		part := p.doc.t.Part(at)
		return part != nil && part.Tool != nil && archive.ToolName(part.Tool) == tool &&
			archive.Failed(part.Tool)
	})
	if i >= 0 {
		p.reveal(p.doc.problems[i])
	}
}

// goToCall goes to a call.
func (p *page) goToCall(id string) {
	for at, part := range p.doc.t.Parts() {
		if part.Tool != nil && part.Tool.CallID == id {
			p.reveal(at)
			return
		}
	}
}

// goToHit unfolds what contains a hit of a query and moves the cursor to its line.
func (p *page) goToHit(h hit, q pager.Query) {
	changed := p.depth == transcript.DepthSummary // has no parts to unfold
	if changed {
		p.depth = transcript.DepthTools
	}
	if p.folds.Reveal(p.doc.t, p.depth, h.Ref, h.Field) || changed {
		p.relist()
	}
	at := pager.Spot{Item: find(p.items, h.item)}
	for _, s := range q.Find(p.Lines(at.Item)) {
		if at.Line = s.Line; s.N == h.n {
			break
		}
	}
	p.Jump(at)
}

// beside returns the next of sorted places after from, or the previous one if by is negative.
func beside(refs []transcript.Ref, from transcript.Ref, by int) (transcript.Ref, bool) {
	i, found := slices.BinarySearchFunc(refs, from, transcript.Ref.Compare)
	if by < 0 {
		i--
	} else if found {
		i++
	}
	if i < 0 || i == len(refs) {
		return transcript.Ref{}, false
	}
	return refs[i], true
}

// viewPage returns the lines in view. The cursor is shown if the page has the focus.
func (p *page) viewPage(q pager.Query, focused bool) string {
	lines := p.Pager.View(q)
	cursor := p.Row()
	for i, line := range lines {
		lead := "  "
		if i == cursor && focused {
			lead = p.drawer.tone(theme.Accent).Render(p.drawer.theme.Glyphs.Cursor) + " "
		}
		lines[i] = lead + line
	}
	return strings.Join(lines, "\n")
}
