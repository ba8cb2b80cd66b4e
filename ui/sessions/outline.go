package sessions

import (
	"cmp"
	"strings"
	"time"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api/transcript"
	"channeldeck/theme"
	"channeldeck/ui/pane"
	"channeldeck/ui/text"
	"channeldeck/ui/widget/pager"
)

// outlineFrom is the minimum width of a screen with an outline, and pageWidth the width of a page that shows its
// text as wide as it gets.
const (
	outlineFrom = 120
	pageWidth   = maxTextWidth + 8
)

// outline lists the turns of a page, and follows its cursor unless the outline has the focus.
type outline struct {
	pager.Pager // of the turns
	m           *site
	page        *page
	focused     bool
	width       int              // of the region, 0 where it is not shown
	rows        int              // of a headline, at most
	depth       transcript.Depth // of the page at that width
}

// maxHeadline is how many rows of the outline a headline has at most.
const maxHeadline = 8

func (o *outline) turns() []transcript.Turn { return o.page.doc.turns }

// resize takes a part of the room of a screen, if that is wide enough. Headlines have several rows where that leaves
// all turns in view. Else the outline takes as much of what the page leaves blank as they need; the lines of a summary
// leave nothing.
func (o *outline) resize(room, height int) {
	o.width = 0
	o.rows = 1
	o.depth = o.page.depth
	_, o.Height = pane.Frame{}.Inner(room, height)
	if room >= outlineFrom && len(o.turns()) > 0 {
		o.width = min(max(room/4, 34), 48)
		if !o.fits(maxHeadline) && o.page.depth != transcript.DepthSummary {
			o.width = max(o.width, min(o.need(), room-pageWidth))
		}
		rows := maxHeadline
		for rows > 1 && !o.fits(rows) {
			rows--
		}
		o.rows = rows
	}
	o.Reset(len(o.turns()))
}

// fits gives headlines at most so many rows, and reports whether all turns are in view then.
func (o *outline) fits(rows int) bool {
	o.rows = rows
	left := o.Height
	for i := range o.turns() {
		left -= len(o.draw(i))
		if left < 0 {
			return false
		}
	}
	return true
}

// need is the width at which no headline is cut.
func (o *outline) need() (width int) {
	const frame = 2
	for i := range o.turns() {
		width = max(width, text.Width(text.Line(o.turns()[i].Headline)))
	}
	return width + clockWidth + gutter + frame
}

// clockWidth is the cells of the time of a turn with the blank behind it.
const clockWidth = 6

// inner is the room for a line.
func (o *outline) inner() int {
	room, _ := pane.Frame{}.Inner(o.width, 0)
	return room - gutter
}

// headline is the text of a turn.
func (o *outline) headline(i int) []string {
	headline := o.turns()[i].Headline
	if headline == "" {
		return []string{o.m.theme.Tone(theme.Muted).Render(o.m.theme.Glyphs.Dash)}
	}
	room := max(o.inner()-clockWidth, 1)
	lines := o.page.drawer.md.Lines(headline, room, theme.Plain)
	last := o.rows - 1
	if last < len(lines)-1 {
		lines = append(lines[:last], text.Cut(strings.Join(lines[last:], " "), room))
	}
	return lines
}

// sync moves the cursor to the turn that is read.
func (o *outline) sync() {
	if o.width == 0 {
		o.focused = false
	} else if !o.focused {
		o.Jump(pager.Spot{Item: transcript.TurnAt(o.turns(), o.page.here())})
	}
}

// leave gives the focus back. It reports false without the focus.
func (o *outline) leave() bool {
	had := o.focused
	o.focused = false
	o.sync()
	return had
}

// onKey handles the keys that change between outline and text and, with the focus, move in the outline.
func (o *outline) onKey(msg tea.KeyMsg) (handled bool) {
	k := &o.m.keys
	movement := o.m.stack.Keys.Pager()
	switch by, moves := movement.Move(msg, max(o.Height/3, 1)); {
	case key.Matches(msg, k.Outline, k.LeaveOutline):
		if !o.leave() {
			o.focused = o.width > 0
		}
	case !o.focused:
		return false
	case key.Matches(msg, k.Fold):
		o.open(o.Cursor.Item)
	case moves:
		o.Jump(pager.Spot{Item: o.Cursor.Item + min(max(by, -o.Len), o.Len)})
	default:
		return false
	}
	return true
}

// onMouse scrolls by lines. A click opens the turn in a row.
func (o *outline) onMouse(by, row int, pressed bool) {
	at, ok := o.At(row)
	if by != 0 {
		o.Scroll(by)
		o.focused = true
	} else if pressed && ok {
		o.open(at.Item)
	}
}

// open moves the page to a turn and gives it the focus.
func (o *outline) open(turn int) {
	o.focused = false
	o.page.goTo(o.turns()[turn].Ref)
	o.page.Hold(o.page.Cursor, 0)
}

func (o *outline) view(height int) string {
	t := o.m.theme
	tone := theme.Muted
	if o.focused {
		tone = theme.Accent
	}
	frame := pane.Frame{
		Title:   o.m.words.T("sessions.outline"),
		Right:   o.m.words.Int(o.Cursor.Item+1) + "/" + o.m.words.Int(o.Len),
		Focused: o.focused,
		Scroll:  position(&o.Pager),
	}
	lines := o.View(pager.Query{})
	for i, line := range lines {
		lead := "  "
		at, _ := o.At(i)
		if at.Item == o.Cursor.Item && (at.Line > 0 || o.rule(at.Item) == "") {
			lead = t.Paint(tone, t.Glyphs.Cursor) + " "
		}
		lines[i] = lead + line
	}
	return o.m.ctx.Frame(frame, strings.Join(lines, "\n"), o.width, height)
}

// rule is the run and the day that begin with a turn, or "".
func (o *outline) rule(i int) string {
	newDay := ""
	day := o.start(i, time.DateOnly)
	if i == 0 || day != o.start(i-1, time.DateOnly) {
		newDay = day
	}
	return text.Join(" ", newDay, text.Clean(o.turns()[i].Run))
}

// start is when a turn begins, "" if it is unknown.
func (o *outline) start(i int, format string) string {
	at := o.turns()[i].Start
	if !at.IsZero() {
		return at.In(o.m.view.Now().Location()).Format(format)
	}
	return ""
}

// draw returns a turn: the run and day that it begins, its time, text, duration and counts.
func (o *outline) draw(i int) []string {
	g := o.m.theme.Glyphs
	t := &o.turns()[i]
	room := o.inner()
	muted := o.m.theme.Tone(theme.Muted)
	var lines []string
	if s := o.rule(i); s != "" {
		lines = append(lines, o.m.theme.Paint(theme.Faint, text.CutMiddle(s, room)))
	}
	clock := cmp.Or(o.start(i, "15:04"), g.Dash)
	for n, line := range o.headline(i) {
		lead := muted.Render(text.Left(clock, clockWidth))
		if n > 0 {
			lead = text.Blank(clockWidth)
		}
		lines = append(lines, text.Cut(lead+line, room))
	}
	line := o.facts(t, room)
	if line != "" {
		indent := min(text.Width(clock)+1, max(room-text.Width(line), 0))
		lines = append(lines, text.Cut(text.Blank(indent)+line, room))
	}
	return lines
}

// facts are the duration of a turn and its counts, in a room of cells.
func (o *outline) facts(t *transcript.Turn, room int) string {
	w := o.m.words
	d := &o.page.drawer
	var facts []string
	if t.Duration > 0 {
		facts = append(facts, d.paint(theme.Muted, w.Age(t.Duration)))
	}
	if t.Calls > 0 {
		facts = append(facts, d.paint(theme.Muted, w.N("sessions.calls", t.Calls)))
	}
	if t.Problems > 0 {
		problems := d.theme.Glyphs.Abnormal + " " + w.N("sessions.problems", t.Problems)
		facts = append(facts, d.paint(theme.Bad, problems))
	}
	line := strings.Join(facts, d.between())
	if text.Width(line) > room && len(facts) > 1 && t.Duration > 0 { // the shortest loss
		line = strings.Join(facts[1:], d.between())
	}
	return line
}
