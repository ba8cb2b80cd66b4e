package pane_test

import (
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/ui/pane"
	"channeldeck/ui/store"
	"channeldeck/ui/testkit/panetest"
	"channeldeck/ui/widget/picker"
)

// blank is an empty screen.
type blank struct{}

func (blank) Update(tea.Msg) tea.Cmd    { return nil }
func (blank) View() string              { return "" }
func (blank) SetSize(int, int)          {}
func (blank) Capturing() bool           { return false }
func (blank) ShortHelp() []key.Binding  { return nil }
func (blank) FullHelp() [][]key.Binding { return nil }

// stack returns a stack with one screen, and a function that presses keys in it.
func stack(t *testing.T) (*pane.Stack, func(names ...string)) {
	t.Helper()
	s := pane.NewStack(panetest.New(t, panetest.Options{}).Context, "")
	s.Push(blank{})
	s.SetSize(40, 6)
	return s, func(names ...string) {
		for _, name := range names {
			panetest.Press(t, s, name)
		}
	}
}

func TestPick(t *testing.T) {
	s, press := stack(t)
	items := []picker.Item{{ID: "one", Label: "One"}, {ID: "two", Label: "Two"}}
	got := ""
	one := func(id string) tea.Cmd { got = id; return nil }

	s.PickOne("Which?", items, one)
	if view := s.View(); s.Depth() != 2 || !s.Capturing() || !strings.Contains(view, "Which?") ||
		!strings.Contains(view, "Two") {
		t.Errorf("the picker: %q", view)
	}
	if press("down", "enter"); s.Depth() != 1 || got != "two" {
		t.Errorf("picked %q", got)
	}
	got = ""
	s.PickOne("Which?", items, one)
	if press("esc"); s.Depth() != 1 || got != "" {
		t.Errorf("esc picked %q", got)
	}
	s.PickOne("Which?", items, func(string) tea.Cmd { s.PickOne("And then?", items, one); return nil })
	if press("enter"); s.Depth() != 2 || !strings.Contains(s.View(), "And then?") {
		t.Error("a choice cannot push another picker")
	}
	press("esc")
	var several []string
	s.Pick(pane.Pick{
		Title: "Which?",
		Items: items,
		Multi: true,
		Then:  func(ids []string) tea.Cmd { several = ids; return nil },
	})
	if press(" ", " ", "enter"); strings.Join(several, ",") != "one,two" {
		t.Errorf("several: %q", several)
	}
}

// A picker whose items are still loading can only be closed; it opens when they
// arrive.
func TestPickFromASource(t *testing.T) {
	s, press := stack(t)
	var state store.State
	got := ""
	pick := pane.Pick{
		Title: "Which?",
		Then:  func(ids []string) tea.Cmd { got = ids[0]; return nil },
		Source: func() ([]picker.Item, store.State) {
			return []picker.Item{{ID: "one", Label: "One"}, {ID: "two", Label: "Two", Chosen: true}}, state
		},
	}
	s.Pick(pick)
	if press("enter"); s.Depth() != 2 || got != "" {
		t.Error("enter closed a picker that has no items yet")
	}
	panetest.Exact(t, s.View(), 40, 6)
	if press("esc"); s.Depth() != 1 {
		t.Error("esc does not close it")
	}
	load := func() {
		state.At = panetest.Now
		s.Update(store.Changed{})
	}
	s.Pick(pick)
	load()
	if press("enter"); got != "two" {
		t.Errorf("picked %q, not the chosen item", got)
	}
	state.At = time.Time{}
	s.Pick(pick)
	press("o", "n")
	load()
	if press("enter"); got != "one" {
		t.Errorf("picked %q, not the one that was typed while the items were loading", got)
	}
}

// Popping a screen that another pane opened returns there.
func TestStackReturnsToTheOrigin(t *testing.T) {
	s, press := stack(t)
	s.Push(blank{})
	s.SetOrigin("groups")
	s.Push(blank{})
	if press("esc"); s.Depth() != 2 {
		t.Fatalf("depth %d", s.Depth())
	}
	s.Back()
	if up := s.Context().ForRoot(); len(up) != 1 || up[0] != (pane.Return{Pane: "groups"}) || s.Depth() != 1 {
		t.Error("the stack does not return to the origin")
	}
	if s.Back() != nil || s.Depth() != 1 {
		t.Error("the first screen was popped")
	}
	for range 100 {
		s.Push(blank{})
	}
	if s.Depth() > 50 {
		t.Errorf("depth %d", s.Depth())
	}
}

// A stack that is full drops the oldest screen above the first one: popping all of the
// others leads to the first.
func TestStackKeepsItsFirstScreen(t *testing.T) {
	s, _ := stack(t)
	type numbered struct {
		blank
		number int
	}
	const pushed = 60
	for i := range pushed {
		s.Push(numbered{number: i})
	}
	if s.Depth() != 50 || s.Top() != pane.Screen(numbered{number: pushed - 1}) {
		t.Errorf("%d screens, %v on top", s.Depth(), s.Top())
	}
	want := pushed - 1
	for s.Depth() > 2 {
		s.Pop()
		want--
		if s.Top() != pane.Screen(numbered{number: want}) && s.Depth() > 1 {
			t.Fatalf("%v on top, want %d", s.Top(), want)
		}
	}
	if s.Pop(); s.Top() != pane.Screen(blank{}) {
		t.Errorf("the first screen is %v", s.Top())
	}
}
