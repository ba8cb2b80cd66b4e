package sessions

import (
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/ui/pane"
	"channeldeck/ui/sessions/transcript"
	"channeldeck/ui/widget/pager"
)

// place is a position in the transcript that is still valid after a change of the depth,
// the folds, the session or the width.
type place struct {
	key   transcript.Key
	item  item
	share float64 // of the item's lines that are above the cursor
	row   int     // of the screen
}

func (r *readScreen) place() place {
	if len(r.items) == 0 {
		return place{}
	}
	at, it := r.page.Cursor, r.current()
	return place{key: r.doc.t.Key(it.Ref), item: it, share: float64(at.Line) / float64(len(r.page.Lines(at.Item))), row: r.page.Row()}
}

// restore lists the items again and moves the cursor to a place.
func (r *readScreen) restore(p place) {
	r.items = list(r.doc, r.depth, &r.folds)
	r.draw.d, r.draw.width = r.doc, r.contentWidth()
	r.page.Reset(len(r.items))
	r.outline.page.Reset(len(r.doc.turns))
	ref, ok := r.doc.t.Locate(p.key)
	if !ok || len(r.items) == 0 {
		r.page.Hold(pager.Spot{}, 0)
		return
	}
	p.item.Ref = ref
	at := pager.Spot{Item: find(r.items, p.item)}
	if r.items[at.Item].Kind == p.item.Kind {
		at.Line = int(p.share*float64(len(r.page.Lines(at.Item))) + 0.5)
	}
	r.page.Hold(at, p.row)
}

func (r *readScreen) relist() { r.restore(r.place()) }

// arrange sets the size of the page to the space that the other lines leave.
func (r *readScreen) arrange() {
	_, height := r.pageSize()
	r.page.Height = max(height, 1)
	switch same := r.draw.d == r.doc && r.draw.width == r.contentWidth(); {
	case len(r.items) == 0:
		r.restore(place{})
	case same:
		r.page.Show()
	default:
		r.relist()
	}
	r.syncOutline()
}

// current is the item under the cursor, the zero one of an empty session.
func (r *readScreen) current() item {
	if len(r.items) == 0 {
		return item{}
	}
	return r.items[r.page.Cursor.Item]
}

func (r *readScreen) here() transcript.Ref { return r.current().Ref }

// setDepth shows another depth. If the heading of the message under the cursor was
// visible, it stays visible; in the summary, the first step of the message counts as its
// heading.
func (r *readScreen) setDepth(d transcript.Depth) {
	p, message := r.place(), transcript.Ref{Message: r.here().Message, Part: -1}
	headed := !r.heading().Before(r.page.Top)
	if it := r.current(); it.Kind == transcript.ItemStep && r.doc.summary[it.N].First == 0 {
		p.item.Kind, p.key = transcript.ItemMessage, r.doc.t.Key(message)
	}
	r.depth = d
	r.restore(p)
	if headed {
		r.page.Reveal(r.heading())
	}
}

// heading is the first line of the message under the cursor.
func (r *readScreen) heading() pager.Spot {
	return pager.Spot{Item: find(r.items, item{Kind: transcript.ItemMessage, Ref: transcript.Ref{Message: r.here().Message, Part: -1}})}
}

func (r *readScreen) foldAll(v transcript.View) {
	r.folds = transcript.FoldAll(v)
	r.relist()
}

// toggle folds or unfolds the part under the cursor. A step of the summary, and a
// line of hidden messages, opens at the depth that shows calls.
func (r *readScreen) toggle() {
	at := r.here()
	p := r.doc.t.Part(at)
	switch {
	case r.depth == transcript.DepthSummary || r.current().Kind == transcript.ItemSkipped:
		r.setDepth(transcript.DepthTools)
	case p != nil && p.Foldable():
		r.folds.Toggle(r.depth, r.doc.t.Key(at), p)
		r.relist()
		r.goTo(at)
	}
}

// toggleRaw shows the part under the cursor, or the record of its message, as JSON.
func (r *readScreen) toggleRaw() {
	if r.depth == transcript.DepthSummary || len(r.items) == 0 {
		return
	}
	at := r.here()
	r.folds.ToggleRaw(r.depth, r.doc.t.Key(at), r.doc.t.Part(at))
	r.relist()
	r.goTo(at)
}

func (r *readScreen) goTo(at transcript.Ref) {
	want := item{Kind: transcript.ItemHead, Ref: at}
	if at.Part < 0 {
		want.Kind = transcript.ItemMessage
	}
	r.page.Jump(pager.Spot{Item: find(r.items, want)})
}

// goToTurn goes to the next turn of a user, or the previous one.
func (r *readScreen) goToTurn(by int) tea.Cmd {
	from, turns := r.here(), []transcript.Ref(nil)
	for _, turn := range r.doc.turns {
		if turn.User {
			turns = append(turns, turn.Ref)
		}
	}
	if own := (transcript.Ref{Message: from.Message, Part: -1}); slices.Contains(turns, own) {
		from = own
	}
	at, ok := beside(turns, from, by)
	if !ok {
		return pane.Notify(pane.Info, r.m.Words.T("sessions.no_turn"))
	}
	r.goTo(at)
	return nil
}

// goToProblem goes to the next problem, or the previous one, and shows it.
func (r *readScreen) goToProblem(by int) tea.Cmd {
	from := r.here()
	if it := r.current(); it.Kind == transcript.ItemStep && by > 0 {
		from.Part = r.doc.summary[it.N].Last - 1 // the step shows all of its problems
	}
	at, ok := beside(r.doc.problems, from, by)
	if !ok {
		return pane.Notify(pane.Info, r.m.Words.T("sessions.no_problem"))
	}
	if p := r.doc.t.Part(at); p != nil && p.Kind != transcript.KindStepStart && r.depth != transcript.DepthSummary &&
		r.folds.View(r.depth, r.doc.t.Key(at), p) == transcript.ViewNone {
		r.folds.Set(r.doc.t.Key(at), transcript.ViewFolded)
		r.relist()
	}
	r.goTo(at)
	return nil
}

// beside returns the next of sorted places after from, or the previous one if by is
// negative.
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
