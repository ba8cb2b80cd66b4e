package sessions

import (
	"slices"
	"strings"
	"time"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/theme"
	"channeldeck/ui/pane"
	"channeldeck/ui/sessions/transcript"
	"channeldeck/ui/text"
	"channeldeck/ui/widget/pager"
)

// outlineFrom is the minimum width of a screen with an outline.
const outlineFrom = 120

// outline lists the turns of a session beside the transcript. It follows the cursor
// of the transcript unless it has the focus.
type outline struct {
	page    pager.Pager // of the turns
	focused bool
}

// outlineWidth is the width of the region of the outline, 0 where it is not shown.
func (r *readScreen) outlineWidth() int {
	if r.width < outlineFrom || len(r.doc.turns) == 0 {
		return 0
	}
	return min(max(r.width/4, 34), 48)
}

// outlineSize is the size of the body of the outline.
func (r *readScreen) outlineSize() (width, height int) {
	return pane.Frame{}.Inner(r.outlineWidth(), r.height-r.above()-1)
}

// syncOutline moves the cursor of the outline to the turn that is read.
func (r *readScreen) syncOutline() {
	o := &r.outline
	if r.outlineWidth() == 0 {
		o.focused = false
		return
	}
	_, o.page.Height = r.outlineSize()
	if !o.focused {
		here := r.here()
		at, found := slices.BinarySearchFunc(r.doc.turns, here, func(t transcript.Turn, at transcript.Ref) int { return t.Compare(at) })
		if !found {
			at--
		}
		o.page.Jump(pager.Spot{Item: max(at, 0)})
	}
}

func (r *readScreen) focusOutline(focused bool) {
	r.outline.focused = focused
	r.syncOutline()
}

// onOutlineKey handles the keys of a focused outline. Its movements are by turns.
func (r *readScreen) onOutlineKey(msg tea.KeyMsg) (handled bool) {
	o := &r.outline
	if key.Matches(msg, r.m.keys.Fold) {
		r.openTurn(o.page.Cursor.Item)
		return true
	}
	keys := r.m.Keys.Pager()
	by, ok := keys.Move(msg, max(o.page.Height/3, 1))
	if ok {
		o.page.Jump(pager.Spot{Item: o.page.Cursor.Item + min(max(by, -len(r.doc.turns)), len(r.doc.turns))})
	}
	return ok
}

// openTurn moves the transcript to a turn and gives it the focus.
func (r *readScreen) openTurn(i int) {
	r.outline.focused = false
	r.goTo(r.doc.turns[i].Ref)
	r.page.Hold(r.page.Cursor, 0)
}

func (r *readScreen) viewOutline(height int) string {
	o, t, k := &r.outline, r.m.Theme, &r.m.keys
	frame := pane.Frame{
		Title: r.m.Words.T("sessions.outline"), Right: r.m.Words.Int(o.page.Cursor.Item+1) + "/" + r.m.Words.Int(len(r.doc.turns)),
		Focused: o.focused, Keys: []key.Binding{k.Outline}, Scroll: position(&o.page),
	}
	if o.focused {
		frame.Keys = []key.Binding{k.ShowTurn}
	}
	tone := theme.Muted
	if o.focused {
		tone = theme.Accent
	}
	lines := o.page.View(pager.Query{})
	for i, line := range lines {
		lead := "  "
		if at, _ := o.page.At(i); at.Item == o.page.Cursor.Item && (at.Line > 0 || r.turnRule(at.Item) == "") {
			lead = t.Tone(tone).Render(t.Glyphs.Cursor) + " "
		}
		lines[i] = lead + line
	}
	return r.m.Frame(frame, strings.Join(lines, "\n"), r.outlineWidth(), height)
}

// turnRule is the run and the day that begin with a turn, or "".
func (r *readScreen) turnRule(i int) string {
	t := &r.doc.turns[i]
	var parts []string
	if day := r.day(i); day != "" && (i == 0 || day != r.day(i-1)) {
		parts = append(parts, day)
	}
	if t.Run != "" {
		parts = append(parts, text.Clean(t.Run))
	}
	return strings.Join(parts, " ")
}

// day is the date of a turn, "" if it is unknown.
func (r *readScreen) day(i int) string {
	if at := r.doc.turns[i].Start; !at.IsZero() {
		return at.In(r.m.Now().Location()).Format(time.DateOnly)
	}
	return ""
}

// drawTurn returns the lines of a turn: its run and day if it begins them, its time, text
// and duration.
func (r *readScreen) drawTurn(i int) []string {
	w, g, t := r.m.Words, r.m.Theme.Glyphs, &r.doc.turns[i]
	room, _ := r.outlineSize()
	room -= gutter
	muted := r.m.Theme.Tone(theme.Muted)
	var lines []string
	if s := r.turnRule(i); s != "" {
		s = text.CutMiddle(s, room)
		lines = append(lines, r.m.Theme.Tone(theme.Faint).Render(s))
	}
	clock := g.Dash
	if !t.Start.IsZero() {
		clock = t.Start.In(r.m.Now().Location()).Format("15:04")
	}
	headline := r.draw.md.Line(t.Headline, theme.Plain)
	if t.Headline == "" {
		headline = muted.Render(g.Dash)
	}
	lines = append(lines, text.Cut(muted.Render(clock)+" "+headline, room))
	var facts []string
	if t.Duration > 0 {
		facts = append(facts, muted.Render(w.Age(t.Duration)))
	}
	if t.Calls > 0 {
		facts = append(facts, muted.Render(w.N("sessions.calls", t.Calls)))
	}
	if t.Problems > 0 {
		facts = append(facts, r.m.Theme.Tone(theme.Bad).Render(g.Abnormal+" "+w.Int(t.Problems)))
	}
	if len(facts) > 0 {
		lines = append(lines, text.Cut(text.Blank(text.Width(clock)+1)+strings.Join(facts, r.draw.between()), room))
	}
	return lines
}
