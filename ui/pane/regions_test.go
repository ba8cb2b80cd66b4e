package pane

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"
)

func TestDivide(t *testing.T) {
	for _, c := range []struct {
		name  string
		areas []Area
		room  int
		want  []int
	}{
		{"fixed sizes and a share", []Area{{Size: 10}, {}, {Size: 5}}, 40, []int{10, 25, 5}},
		{"equal shares", []Area{{}, {}, {}}, 10, []int{3, 3, 4}},
		{
			"the least rank is left out",
			[]Area{{Size: 10, Rank: 1}, {Min: 20, Rank: 2}, {Size: 15}},
			40,
			[]int{10, 30, 0},
		},
		{"in order of ranks", []Area{{Size: 10}, {Min: 20, Rank: 2}, {Size: 15, Rank: 1}}, 34, []int{0, 34, 0}},
		{"equal ranks leave out the last", []Area{{Size: 10}, {Size: 10}, {Size: 10}}, 25, []int{10, 10, 0}},
		{"the most important stays in too little room", []Area{{Size: 10}, {Min: 20, Rank: 2}}, 8, []int{0, 8}},
		{"all in exactly their room", []Area{{Size: 10}, {Min: 20}}, 30, []int{10, 20}},
	} {
		if got := Divide(c.areas, c.room); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

// part is a region for tests.
type part struct {
	name          string
	width, height int
	focused       bool
	typing        bool
	got           []tea.Msg
}

func (p *part) Update(msg tea.Msg) tea.Cmd { p.got = append(p.got, msg); return nil }
func (p *part) SetSize(width, height int) {
	p.width = width
	p.height = height
}
func (p *part) SetFocus(focused bool)    { p.focused = focused }
func (p *part) Capturing() bool          { return p.typing }
func (p *part) ShortHelp() []key.Binding { return nil }
func (p *part) View() string {
	return strings.TrimSuffix(strings.Repeat(strings.Repeat(p.name, p.width)+"\n", p.height), "\n")
}

func newRegions(wide *bool) (r *Regions, a, b, c *part) {
	a = &part{name: "a"}
	b = &part{name: "b"}
	c = &part{name: "c"}
	r = NewRegions(func(width, height int) Area {
		if !*wide {
			return Area{Region: a}
		}
		drawn := func(width, height int) string { return fmt.Sprint(width, "x", height) }
		return Area{
			Below: []Area{
				{Draw: drawn, Size: 1},
				{SideBySide: []Area{{Region: a, Size: 3}, {Below: []Area{{Region: b}, {Region: c, Size: 1}}}}},
			},
		}
	}, a, b, c)
	r.Next = key.NewBinding(key.WithKeys("tab"))
	r.Previous = key.NewBinding(key.WithKeys("shift+tab"))
	r.SetSize(8, 4)
	return r, a, b, c
}

func TestRegionsAreDrawnSideBySide(t *testing.T) {
	wide := true
	r, _, _, _ := newRegions(&wide)
	got := r.View()
	want := "8x1\naaabbbbb\naaabbbbb\naaaccccc"
	if got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
}

func TestFocusOfRegions(t *testing.T) {
	wide := true
	r, a, b, c := newRegions(&wide)
	tab := tea.KeyMsg{Type: tea.KeyTab}
	back := tea.KeyMsg{Type: tea.KeyShiftTab}
	for _, step := range []struct {
		do   func()
		want *part
	}{
		{func() {}, a},
		{func() { r.Update(tab) }, b},
		{func() { r.Update(tab); r.Update(tab) }, a},
		{func() { r.Update(back) }, c},
		{func() { r.Back() }, a},
		{func() { r.Update(tea.MouseMsg{X: 4, Y: 2, Button: tea.MouseButtonLeft}) }, b},
		{func() { b.typing = true; r.Update(tab); b.typing = false }, b},
		{func() { wide = false; r.Arrange() }, a},
	} {
		if step.do(); !step.want.focused || r.Front() != Focusable(step.want) {
			t.Errorf("%s has no focus", step.want.name)
		}
		if n := len(slices.DeleteFunc([]bool{
			a.focused,
			b.focused,
			c.focused,
		}, func(f bool) bool { return !f })); n != 1 {
			t.Errorf("%d regions have the focus", n)
		}
	}
	if _, handled := r.Back(); handled {
		t.Error("back in the first region is handled")
	}
}

func TestMessagesReachRegions(t *testing.T) {
	wide := true
	r, a, b, c := newRegions(&wide)
	r.Update("news")
	r.Update(tea.KeyMsg{Type: tea.KeyEnter})
	r.Update(tea.MouseMsg{X: 5, Y: 3})
	if len(a.got) != 2 || len(b.got) != 1 || len(c.got) != 2 || c.got[1] != (tea.MouseMsg{X: 2, Y: 0}) {
		t.Errorf("a got %v, b %v, c %v", a.got, b.got, c.got)
	}
}
