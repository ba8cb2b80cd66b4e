package sessions

import (
	"strconv"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api/transcript"
	"channeldeck/ui/pane"
	"channeldeck/ui/resource"
	"channeldeck/ui/testkit/panetest"
	"channeldeck/ui/text"
)

func TestOutlineFollowsTheReaderAndLeadsToTurns(t *testing.T) {
	m := begin(t, panetest.New(t, panetest.Options{}), 120, 30, example("01"))
	r := m.top()
	turn := func() int { return r.outline.Cursor.Item }
	if !strings.Contains(m.stack.View(), "Outline") || turn() != 0 {
		t.Fatalf("turn %d in\n%s", turn(), m.stack.View())
	}
	panetest.Press(t, m, "]", "]")
	if at := r.page.doc.turns[turn()]; at.Ref != r.page.here() {
		t.Errorf("the outline is at %v, the reader at %v", at.Ref, r.page.here())
	}
	before := turn()
	panetest.Press(t, m, "tab", "down", "down")
	if turn() != before+2 || r.page.here() != r.page.doc.turns[before].Ref {
		t.Errorf("turn %d, reader at %v", turn(), r.page.here())
	}
	panetest.Press(t, m, "enter")
	if want := r.page.doc.turns[before+2].Ref; r.page.here() != want || r.outline.focused ||
		r.page.Top != r.page.Cursor {
		t.Errorf("enter leads to %v, want %v", r.page.here(), want)
	}
	panetest.Press(t, m, "tab", "end")
	if turn() != len(r.page.doc.turns)-1 {
		t.Errorf("the end is turn %d", turn())
	}
	if panetest.Press(t, m, "esc"); r.outline.focused || m.stack.Top() != pane.Screen(r) || turn() != before+2 {
		t.Errorf("esc does not lead back to the text, but to turn %d", turn())
	}
	for _, action := range []tea.MouseAction{tea.MouseActionPress, tea.MouseActionRelease} {
		panetest.Pump(t, m, m.stack.Update(tea.MouseMsg{X: 5, Y: 3, Button: tea.MouseButtonLeft, Action: action}))
	}
	if r.outline.focused || r.page.here() != r.page.doc.turns[0].Ref && r.page.here() != r.page.doc.turns[1].Ref {
		t.Errorf("a click in the outline leads to %v, the outline has the focus: %v", r.page.here(), r.outline.focused)
	}
	if m.stack.Update(tea.MouseMsg{
		X:      5,
		Y:      3,
		Button: tea.MouseButtonWheelDown,
		Action: tea.MouseActionPress,
	}); !r.outline.focused {
		t.Error("the wheel does not give the outline the focus")
	}
	m.stack.SetSize(119, 30)
	if panetest.Press(t, m, "tab"); r.outline.focused || strings.Contains(m.stack.View(), "Outline") {
		t.Errorf("the outline is shown in 119 columns:\n%s", m.stack.View())
	}
}

// Headlines have several rows where that leaves all turns in view. Else the outline takes what a page leaves blank,
// but not beside a summary, whose lines are as wide as the page.
func TestOutlineShowsHeadlines(t *testing.T) {
	headline := "Render all 199 shots of the storyboard, one after the other, and report"
	for turns, whole := range map[int]bool{1: true, 100: false} {
		var records []string
		for i := range turns {
			records = append(records, record(strconv.Itoa(i), "user", textPart(headline)))
		}
		handler := serve(func() string { return messages(records...) })
		m := begin(t, panetest.New(t, panetest.Options{Handler: handler}), 200, 30, "s")
		o := &m.top().outline
		for range 5 {
			plain := strings.NewReplacer("│", " ", "▌", " ").Replace(o.view(28))
			drawn := strings.Join(strings.Fields(plain), " ")
			isSummary := m.top().page.depth == transcript.DepthSummary
			if got := strings.Contains(drawn, headline); got != (whole || !isSummary) {
				t.Errorf("%d turns, depth %v: the headline is whole: %t\n%s", turns, m.top().page.depth, got, drawn)
			}
			if (whole || isSummary) && o.width != 48 {
				t.Errorf("%d turns, depth %v: %d cells", turns, m.top().page.depth, o.width)
			}
			panetest.Press(t, m, "d")
		}
		m.stack.SetSize(120, 30)
		if o.width != 34 {
			t.Errorf("%d cells of 120", o.width)
		}
	}
}

func TestTextIsAtMost100CellsWide(t *testing.T) {
	long := strings.Repeat("word ", 100)
	m := begin(
		t,
		panetest.New(t, panetest.Options{
			Handler: serve(func() string { return messages(record("1", "assistant", textPart(long))) }),
		}),
		200,
		30,
		"s",
	)
	for _, c := range m.top().page.items {
		it := c.item()
		for _, line := range m.top().page.drawer.draw(it) {
			if n := text.Width(line); it.Kind == transcript.ItemText && n > 100 {
				t.Errorf("%d cells: %q", n, line)
			}
		}
	}
}

func TestTimesAreShown(t *testing.T) {
	at := func(id, role, clock string) string {
		return strings.Replace(
			strings.Replace(record(id, role, textPart("x")), "09:00:00", clock, 1),
			`"sessionId"`,
			`"runId":"r","sessionId"`,
			1,
		)
	}
	m := begin(t, panetest.New(t, panetest.Options{Handler: serve(func() string {
		return messages(at("1", "user", "09:00:00"), at("2", "assistant", "09:00:08"), at("3", "assistant", "09:02:30"))
	})}), 120, 30, "s")
	for _, want := range []string{"run r · 2.5m", "09:00:08 · +8s", "09:02:30 · +2.4m"} {
		if !strings.Contains(m.stack.View(), want) {
			t.Errorf("%q is missing in\n%s", want, m.stack.View())
		}
	}
}

func TestLongPagesShowThatTheyContinue(t *testing.T) {
	m := begin(t, panetest.New(t, panetest.Options{}), 80, 20, example("01"))
	thumb := m.theme.Glyphs.Thumb
	if !strings.Contains(m.stack.View(), thumb) {
		t.Errorf("no thumb:\n%s", m.stack.View())
	}
	m = begin(
		t,
		panetest.New(t, panetest.Options{
			Handler: serve(func() string { return messages(record("1", "user", textPart("x"))) }),
		}),
		80,
		20,
		"s",
	)
	if strings.Contains(m.stack.View(), thumb) {
		t.Errorf("a short session has a thumb:\n%s", m.stack.View())
	}
}

// The inspector of a session shows headlines as long as it has rows for them, and ends them where it has none.
func TestOutlineInTheInspectorIsWhole(t *testing.T) {
	headline := strings.TrimSpace(strings.Repeat("Render every shot of the storyboard, one after the other. ", 4))
	m := begin(t, panetest.New(t, panetest.Options{}), 200, 50, "")
	a := &about{m: m.site}
	d := &document{t: &transcript.Transcript{Messages: []transcript.Message{{
		Role:  transcript.RoleUser,
		Parts: []transcript.Part{{Kind: transcript.KindText, Text: headline}},
	}}}}
	turns := d.t.Turns()
	if len(turns) != 1 {
		t.Fatalf("%d turns", len(turns))
	}
	for height, whole := range map[int]bool{2: false, 40: true} {
		lines := pane.BlockLines(m.view, []resource.Block{a.outline(d)}, 86, height)
		drawn := strings.Join(strings.Fields(strings.Join(lines, " ")), " ")
		if got := !strings.Contains(drawn, "…"); got != whole || len(lines) > height {
			t.Errorf("in %d rows whole: %t\n%s", height, got, strings.Join(lines, "\n"))
		}
	}
}

// In the inspector the newest headlines are whole before earlier turns are shown.
func TestOutlineInTheInspectorShowsNewestHeadlines(t *testing.T) {
	m := begin(t, panetest.New(t, panetest.Options{}), 200, 50, "")
	a := &about{m: m.site}
	d := &document{t: &transcript.Transcript{}}
	const count = 100
	for i := range count {
		d.t.Messages = append(d.t.Messages, transcript.Message{
			Role: transcript.RoleUser,
			Parts: []transcript.Part{{
				Kind: transcript.KindText,
				Text: strconv.Itoa(i) + ". Render every shot of the storyboard, one after the other",
			}},
		})
	}
	block := a.outline(d)
	for more := range 2 * count {
		lines := block.Longer(40, more)
		if len(lines) != min(maxTurns+more, len(block.Longer(40, 10*count))) {
			t.Fatalf("%d lines with %d more", len(lines), more)
		}
		drawn := strings.Join(lines, "\n")
		earlier := strings.Contains(drawn, strconv.Itoa(count-maxTurns-1)+".")
		if cut := strings.Contains(drawn, "…"); earlier && strings.Count(drawn, "…") > 1 || more == 0 && !cut {
			t.Errorf("with %d more:\n%s", more, drawn)
		}
	}
}
