package pane_test

import (
	"fmt"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/ui/pane"
	"channeldeck/ui/terminal"
)

// newText pushes a text of numbered lines onto a blank screen.
func newText(t *testing.T, c pane.TextConfig) (*pane.Stack, *pane.Text, func(names ...string)) {
	s, press := stack(t)
	if c.Title == nil {
		c.Title = func() string { return "numbers" }
	}
	if c.Lines == nil {
		c.Lines = func(int) (lines []string) {
			for i := range 100 {
				lines = append(lines, fmt.Sprintf("line %d.", i+1))
			}
			return lines
		}
	}
	text := pane.NewText(s, c)
	s.Push(text)
	return s, text, press
}

func TestTextScrollsBetweenItsEnds(t *testing.T) {
	s, _, press := newText(t, pane.TextConfig{})
	for _, step := range []struct{ keys, first, last string }{
		{"up", "line 1.", ""},
		{"down", "line 2.", ""},
		{"end", "", "line 100."},
		{"down", "", "line 100."},
		{"home", "line 1.", ""},
		{"pgdown", "line 6.", "line 10."},
	} {
		press(step.keys)
		lines := strings.Split(s.View(), "\n")
		if !strings.Contains(lines[1], step.first) || !strings.Contains(lines[len(lines)-1], step.last) {
			t.Errorf("after %s:\n%s", step.keys, s.View())
		}
	}
}

func TestTextSearch(t *testing.T) {
	s, text, press := newText(t, pane.TextConfig{})
	see := func(want string) {
		t.Helper()
		if !strings.Contains(s.View(), want) {
			t.Errorf("%q is missing:\n%s", want, s.View())
		}
	}
	press("/", "6", "0", ".")
	see("line 60.")
	press("enter", "n")
	see("line 60.")
	press("/", "ctrl+u", "5", ".", "enter", "n", "n", "n", "n")
	see("line 5.")
	press("N")
	see("line 95.")
	press("/", "z", "enter")
	see(s.Context().Words.T("picker.nothing"))
	if press("esc"); s.Depth() != 2 || strings.Contains(s.View(), s.Context().Words.T("picker.nothing")) {
		t.Errorf("esc does not end the search:\n%s", s.View())
	}
	if press("/"); !text.Capturing() {
		t.Error("keys are no text in the field")
	}
	if press("esc", "esc"); s.Depth() != 1 {
		t.Error("esc does not close the text")
	}
}

// A text of any length wraps what is visible only, and marks a match in a wrapped row.
func TestTextDrawsVisibleLinesOnly(t *testing.T) {
	drawn := 0
	lines := make([]string, 10000)
	for i := range lines {
		lines[i] = fmt.Sprintf("a%d b%d", i, i)
	}
	s, _, press := newText(t, pane.TextConfig{
		Lines: func(int) []string { return lines },
		Draw:  func(line string, _ int) []string { drawn++; return strings.Fields(line) },
	})
	press("/")
	press(strings.Split("b5000", "")...)
	if !strings.Contains(s.View(), "b5000") || drawn > 1000 {
		t.Errorf("drew %d lines:\n%s", drawn, s.View())
	}
}

func TestKeysOfAText(t *testing.T) {
	var copied string
	did := ""
	do := func(what string) func() tea.Cmd { return func() tea.Cmd { did += what; return nil } }
	s, press := stack(t)
	s.Context().Copy = func(text string) (terminal.Copied, error) { copied = text; return terminal.Sent, nil }
	s.Push(pane.NewText(s, pane.TextConfig{
		Title: func() string { return "title" }, Lines: func(width int) []string {
			return []string{s.Context().Theme.Title.Render("one  "), fmt.Sprint(width > 100)}
		},
		Keys: []pane.Shortcut{{Binding: s.Keys.Export, Do: do("export")}}, Refresh: do("refresh"), Close: s.Keys.Detail,
	}))
	press("e", "r", "y")
	if did != "exportrefresh" || copied != "one\ntrue" {
		t.Errorf("did %q, copied %q", did, copied)
	}
	if press("enter"); s.Depth() != 1 {
		t.Error("its key does not close it")
	}
}
