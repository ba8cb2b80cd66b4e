package options

import (
	"slices"
	"strings"
	"testing"

	"channeldeck/ui/pane"
	"channeldeck/ui/resource/options"
	"channeldeck/ui/testkit/panetest"
	"channeldeck/ui/text"
)

// TestMatrixFits80Columns names 14 platforms by their initials or short names, and by their names where
// there is room. The legend is one line, and the help explains each short name. The filter stays.
func TestMatrixFits80Columns(t *testing.T) {
	m := panetest.Begin(t, New, panetest.New(t, panetest.Options{}), 80, 22)
	panetest.Press(t, m, "m", "/", "text:work", "enter")
	shown, total := matrixCounts(m)
	s := m.stack.Top().(*matrixScreen)
	for _, short := range []string{"Yo", "Pi", "Li", "X", "Kwai"} {
		if !strings.Contains(m.stack.View(), " "+short+" ") {
			t.Errorf("%q is missing in\n%s", short, m.stack.View())
		}
	}
	if strings.Contains(m.stack.View(), "›") || s.heads[0].Short == "" || shown == 0 || shown == total {
		t.Errorf("%d of %d lines, and there are more columns:\n%s", shown, total, m.stack.View())
	}
	isExplained := func(h options.Head) bool {
		return slices.Contains(m.stack.Signs(), pane.Sign{Sign: h.Short, Meaning: h.Name})
	}
	for _, h := range s.heads {
		if h.Short != h.Name && !isExplained(h) {
			t.Errorf("the help does not explain %q: %q", h.Short, m.stack.Signs())
		}
	}
	for _, width := range []int{60, 80, 100, 120, 160} {
		m.stack.SetSize(width, 38)
		panetest.Pump(t, m, m.Update(nil))
		lines := s.summary(width)
		hidden := slices.DeleteFunc(s.shortened(), func(h options.Head) bool {
			return strings.Contains(lines[0], "  "+h.Short+" "+h.Name)
		})
		isFull := text.Width(lines[0]) > width*3/4 || len(hidden) == 0
		if len(lines) != 1 || !isFull || !strings.Contains(lines[0], "? not stated") {
			t.Errorf("the legend at %d columns: %q", width, lines)
		}
		if isPointed := strings.Contains(lines[0], "  all: press ?"); isPointed != (len(hidden) > 0) {
			t.Errorf("at %d columns the legend hides %v: %q", width, hidden, lines)
		}
	}
	m.stack.SetSize(60, 14)
	panetest.Pump(t, m, m.Update(nil))
	for range 5 {
		panetest.Press(t, m, "right")
	}
	under := slices.IndexFunc(s.heads, func(h options.Head) bool { return h.ID == s.Table.Column() })
	if h := s.heads[max(under, 0)]; !strings.Contains(s.summary(60)[0], h.Short+" "+h.Name) {
		t.Errorf("the legend does not explain the column under the cursor: %q", s.summary(60))
	}
	m.stack.SetSize(120, 38)
	if panetest.Pump(t, m, m.Update(nil)); !strings.Contains(m.stack.View(), " Douyin Kwai Pi ") ||
		!strings.Contains(m.stack.View(), "Fa Facebook  In Instagram  X Twitter (X)") ||
		strings.Contains(m.stack.View(), "Channels WeChat Channels") {
		t.Errorf("at 120 columns:\n%s", m.stack.View())
	}
	m.stack.SetSize(240, 40)
	panetest.Pump(t, m, m.Update(nil))
	if n, _ := matrixCounts(m); n != shown || s.heads[0].Short != "" ||
		!strings.Contains(m.stack.View(), "WeChat Channels") {
		t.Errorf("%d lines, want %d:\n%s", n, shown, m.stack.View())
	}
}

// TestMatrixKeepsItsCursor returns to the matrix from another screen.
func TestMatrixKeepsItsCursor(t *testing.T) {
	m := panetest.Begin(t, New, panetest.New(t, panetest.Options{}), 80, 22)
	panetest.Press(t, m, "m", "down", "down")
	before := m.stack.View()
	panetest.Pump(t, m, m.Open(pane.Target{Pane: Name, Platform: "pinterest"}))
	if panetest.Press(t, m, "esc"); m.stack.View() != before {
		t.Errorf("esc leads to\n%s\nwant\n%s", m.stack.View(), before)
	}
}

// The key for JSON shows what the service sent of the line, for each platform: a capability as it is
// stated, an option whole.
func TestMatrixShowsWhatWasSent(t *testing.T) {
	m := panetest.Begin(t, New, panetest.New(t, panetest.Options{}), 120, 40)
	panetest.Press(t, m, "m", "/", "text:work details", "enter", "v")
	panetest.Shows(t, m.stack.View(), "Work details", `"KWAI": true`, `"douyin": false`)
	panetest.Press(t, m, "esc", "esc", "/", "text:board", "enter", "v")
	panetest.Shows(t, m.stack.View(), `"pinterest": {`, `"field": "boardId"`)
	if view := m.stack.View(); strings.Contains(view, `"KWAI"`) {
		t.Errorf("Kwai has no boards:\n%s", view)
	}
}
