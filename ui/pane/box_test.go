package pane_test

import (
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"
	"github.com/muesli/termenv"

	"channeldeck/ui/pane"
	"channeldeck/ui/testkit/panetest"
	"channeldeck/ui/text"
	"channeldeck/ui/widget/picker"
)

// letters is a screen full of wide characters.
type letters struct {
	blank
	width, height int
}

func (l *letters) SetSize(width, height int) {
	l.width = width
	l.height = height
}

func (l *letters) View() string {
	line := "\x1b[1;35m" + strings.Repeat("宽", l.width/2) + "\x1b[m"
	return strings.TrimSuffix(strings.Repeat(line+"\n", l.height), "\n")
}

// A picker is drawn in a box over the screen below, of which only the text remains;
// each line keeps its width where the box cuts a wide character in two.
func TestPickerIsABoxOverTheDimmedScreen(t *testing.T) {
	for _, size := range [][2]int{{120, 38}, {101, 30}, {80, 22}, {60, 14}, {40, 10}} {
		s := pane.NewStack(panetest.New(t, panetest.Options{Palette: "dark", Profile: termenv.ANSI256}).Context, "")
		s.Push(&letters{})
		s.SetSize(size[0], size[1])
		for _, label := range []string{"One", "Three"} { // with an even and an odd width
			s.PickOne("Which?", []picker.Item{{Label: label, Note: "note"}}, nil)
			view := s.View()
			panetest.Exact(t, view, size[0], size[1])
			boxed := size[0] >= 80
			for i, line := range strings.Split(ansi.Strip(view), "\n") {
				if w := text.Width(line); boxed && w < size[0]-1 {
					t.Errorf("%v: line %d is %d cells wide: %q", size, i, w, line)
				}
			}
			if strings.Contains(view, "宽") != boxed || strings.Contains(view, "\x1b[1;35m") {
				t.Errorf("%v: the screen below is not dimmed:\n%s", size, view)
			}
			s.Pop()
		}
	}
}

func TestClicksReachTheContentOfABox(t *testing.T) {
	s, _ := stack(t)
	s.SetSize(120, 38)
	got := ""
	s.PickOne(
		"Which?",
		[]picker.Item{{ID: "one", Label: "One"}, {ID: "two", Label: "Two"}},
		func(id string) tea.Cmd { got = id; return nil },
	)
	lines := strings.Split(s.View(), "\n")
	for y, line := range lines {
		if before, _, ok := strings.Cut(line, "Two"); ok {
			click := tea.MouseMsg{
				X:      text.Width(before),
				Y:      y,
				Button: tea.MouseButtonLeft,
				Action: tea.MouseActionPress,
			}
			outside := click
			outside.X = 1
			s.Update(outside)
			if s.Update(click); got != "" {
				t.Error("the first click chooses")
			}
			s.Update(click)
		}
	}
	if got != "two" {
		t.Errorf("clicks chose %q in\n%s", got, strings.Join(lines, "\n"))
	}
}

// A question is answered by enter or y, and by esc, n or q; nothing else does anything.
func TestConfirm(t *testing.T) {
	for _, tt := range []struct {
		key     string
		yes, no bool
	}{
		{"enter", true, false},
		{"y", true, false},
		{"esc", false, true},
		{"n", false, true},
		{"q", false, true},
		{"x", false, false},
		{" ", false, false},
	} {
		s, press := stack(t)
		s.SetSize(120, 38)
		yes := 0
		s.Ask(pane.Question{
			Title: "Refresh?",
			Text:  "Uses one API call.",
			Yes:   "refresh",
			Then:  func() tea.Cmd { yes++; return nil },
		})
		if view := s.View(); !s.Asking() || !strings.Contains(view, "[enter/y] refresh   [esc/n/q] cancel") ||
			!strings.Contains(view, "Uses one API call.") {
			t.Fatalf("the question:\n%s", view)
		}
		if press(tt.key); yes == 1 != tt.yes || s.Depth() == 1 != (tt.yes || tt.no) {
			t.Errorf("%q: %d times yes, depth %d", tt.key, yes, s.Depth())
		}
	}
	s, _ := stack(t)
	for _, size := range panetest.Sizes {
		s.SetSize(size[0], size[1])
		s.Ask(pane.Question{
			Title: "Refresh?",
			Text:  strings.Repeat("Uses one API call. ", 6),
			Yes:   "refresh",
			Then:  func() tea.Cmd { return nil },
		})
		panetest.Exact(t, s.View(), size[0], size[1])
		s.Pop()
	}
}

// A box over another one covers it, also where that one is larger.
func TestBoxCoversAnotherBox(t *testing.T) {
	s := pane.NewStack(panetest.New(t, panetest.Options{}).Context, "")
	s.Push(&letters{})
	s.SetSize(120, 30)
	wide := picker.Item{Label: strings.Repeat("wide ", 15)}
	s.PickOne("Which of these?", []picker.Item{wide, wide, wide, wide, wide, wide, wide, wide}, nil)
	if view := s.View(); !strings.Contains(view, "wide wide") {
		t.Fatalf("the first box:\n%s", view)
	}
	s.Ask(pane.Question{Title: "Sure?", Text: "It costs nothing.", Yes: "do it"})
	view := ansi.Strip(s.View())
	if !strings.Contains(view, "It costs nothing.") || !strings.Contains(view, "宽") ||
		strings.Contains(view, "wide") ||
		strings.Count(view, "╭") != 1 {
		t.Errorf("two boxes:\n%s", view)
	}
	if below := s.ViewBelow(); strings.Contains(below, "wide") || strings.Contains(below, "Sure?") {
		t.Errorf("below the boxes:\n%s", below)
	}
}
