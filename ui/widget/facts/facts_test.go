package facts

import (
	"io"
	"strings"
	"testing"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"
	"github.com/muesli/termenv"

	"channeldeck/theme"
	"channeldeck/ui/resource"
	"channeldeck/ui/text"
	"channeldeck/ui/widget/scroll"
)

func plain() *theme.Theme {
	p, _ := theme.ByName("dark")
	return theme.New(theme.NewRenderer(io.Discard, termenv.Ascii, true), p, theme.Unicode())
}

func TestLinesFitAnyWidth(t *testing.T) {
	list := []resource.Fact{
		{Name: "name", Value: "a value of several words", Note: "note"},
		{
			Name:  "名称很长很长很长很长很长很长很长",
			Value: strings.Repeat("长", 40),
			Note:  strings.Repeat("note ", 20),
		},
		{Name: "hostile\x1b[2J", Value: "a\u202eb\a", Note: "x\x1b]0;y\a"},
		{Name: "empty"},
	}
	for width := range 120 {
		for _, line := range Lines(plain(), list, width) {
			if n := text.Width(line); n > width {
				t.Errorf("%d cells in a width of %d: %q", n, width, line)
			}
			if text.Clean(line) != line {
				t.Errorf("not clean: %q", line)
			}
		}
	}
	want := " name  a value of\n       several words\n       note"
	if got := strings.Join(Lines(plain(), list[:1], 22), "\n"); got != want {
		t.Errorf("got\n%s", got)
	}
}

// A value that lacks one cell takes the margin, and breaks where it lacks more.
func TestValuesTakeTheMargin(t *testing.T) {
	list := []resource.Fact{{Name: "ID", Value: "65a4e600397b1dcdaf1dcdaf"}}
	for width, want := range map[int]int{30: 1, 29: 1, 28: 2} {
		if got := Lines(plain(), list, width); len(got) != want {
			t.Errorf("%d lines in %d cells, want %d: %q", len(got), width, want, got)
		}
	}
}

// The values stand in a column while the longest name has room beside the widest value.
func TestValuesStandInAColumn(t *testing.T) {
	list := []resource.Fact{
		{Name: "Douyin", Value: "112", Note: "✗ 5", Right: true},
		{Name: "Xiaohongshu (RED)", Value: "94", Note: "✗ 7", Right: true},
	}
	for width, want := range map[int]string{
		30: " Douyin             112  ✗ 5\n Xiaohongshu (RED)   94  ✗ 7",
		24: " Douyin  112  ✗ 5\n Xiaohongshu (RED)\n          94  ✗ 7",
	} {
		if got := strings.Join(Lines(plain(), list, width), "\n"); got != want {
			t.Errorf("got\n%s", got)
		}
	}
}

func TestPager(t *testing.T) {
	p := Pager{
		Keys: scroll.KeyMap{
			Down:     key.NewBinding(key.WithKeys("down")),
			PageDown: key.NewBinding(key.WithKeys("pgdown")),
			HalfUp:   key.NewBinding(key.WithKeys("ctrl+u")),
			End:      key.NewBinding(key.WithKeys("end")),
		},
	}
	p.SetLines(strings.Fields("a b c d e f g"))
	p.SetHeight(3)
	press := func(k tea.KeyType) bool { return p.Update(tea.KeyMsg{Type: k}) }
	for _, step := range []struct {
		key  tea.KeyType
		want string
	}{{tea.KeyDown, "b c d"}, {tea.KeyPgDown, "e f g"}, {tea.KeyPgDown, "e f g"}, {tea.KeyCtrlU, "d e f"}} {
		if !press(step.key) || strings.Join(strings.Fields(p.View()), " ") != step.want {
			t.Errorf("%v shows %q, want %q", step.key, p.View(), step.want)
		}
	}
	if press(tea.KeyEnter) {
		t.Error("enter does not scroll")
	}
	if from, to, of := p.Position(); from != 4 || to != 6 || of != 7 {
		t.Errorf("at %d to %d of %d", from, to, of)
	}
	p.SetLines([]string{"x"})
	if p.View() != "x" {
		t.Errorf("shows %q", p.View())
	}
	p.SetHeight(0)
	if p.SetLines(nil); p.View() != "" {
		t.Errorf("shows %q", p.View())
	}
}

// The lines of a source are read when they are needed, once, and only the newest.
func TestPagerReadsLate(t *testing.T) {
	var p Pager
	reads := 0
	source := func(lines ...string) func() []string {
		return func() []string {
			reads++
			return lines
		}
	}
	p.SetHeight(2)
	p.SetSource(source("old"))
	p.SetSource(source("a", "b", "c"))
	if reads != 0 {
		t.Errorf("%d reads before anything is shown", reads)
	}
	_, _, of := p.Position()
	if view := p.View(); of != 3 || view != "a\nb" || reads != 1 {
		t.Errorf("%d lines, view %q, %d reads", of, view, reads)
	}
	p.SetSource(source("d"))
	if p.SetLines([]string{"e"}); p.View() != "e" {
		t.Errorf("shows %q", p.View())
	}
	p.SetSource(source(strings.Fields("f g h")...))
	if wheel := (tea.MouseMsg{
		Button: tea.MouseButtonWheelDown,
		Action: tea.MouseActionPress,
	}); !p.Update(wheel) || p.View() != "g\nh" {
		t.Errorf("scrolled to %q", p.View())
	}
}

func TestLinesOfALinkLeadToIt(t *testing.T) {
	lines := Lines(
		plain(),
		[]resource.Fact{{Name: "url", Value: "https://example.test/long", Link: "https://example.test/long"}},
		22,
	)
	if len(lines) < 2 {
		t.Fatalf("lines %q", lines)
	}
	for _, l := range lines {
		if !strings.Contains(l, "\x1b]8;;https://example.test/long\x07") || text.Width(l) > 22 {
			t.Errorf("line %q", l)
		}
	}
}

// A name that is wider than its column moves no value: names of up to half the width have a column, and longer
// ones a line to themselves.
func TestLongNamesMoveNoValue(t *testing.T) {
	list := []resource.Fact{
		{Name: "modes", Value: "text to video, image to video"},
		{Name: "default aspect ratio", Value: "adaptive"},
		{Name: "made for children on the platform", Value: "yes or no"},
	}
	want := " modes                 text to video,\n" +
		"                       image to video\n" +
		" default aspect ratio  adaptive\n" +
		" made for children on the platform\n                       yes or no"
	if got := strings.Join(Lines(plain(), list, 42), "\n"); got != want {
		t.Errorf("got\n%s", got)
	}
}
