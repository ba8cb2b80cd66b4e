package terminal

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"

	"channeldeck/theme"
	"channeldeck/ui/testkit/emulator"
	"channeldeck/ui/text"
)

// renderer writes frames as Bubble Tea's renderer does: the lines that changed, whole. But it
// also positions the cursor after clusters of disputed width.
type renderer struct {
	width, height int
	last          []string
}

func (r *renderer) repaint() { r.last = nil }

func (r *renderer) frame(view string) string {
	var b strings.Builder
	lines := strings.Split(view, "\n")
	if len(lines) > r.height {
		lines = lines[len(lines)-r.height:]
	}
	b.WriteString(ansi.CursorHomePosition)
	for i, line := range lines {
		if i < len(r.last) && r.last[i] == line {
			if i < len(lines)-1 {
				b.WriteByte('\n')
			}
			continue
		}
		if i == 0 && r.last == nil {
			b.WriteByte('\r')
		}
		if r.width > 0 {
			line = text.Before(line, r.width)
		}
		if text.Width(line) < r.width {
			line += ansi.EraseLineRight
		}
		s := Screen{width: r.width}
		s.writeClusters(line)
		line = string(s.out)
		b.WriteString(line)
		if i < len(lines)-1 {
			b.WriteString("\r\n")
		}
	}
	if len(lines) < r.height && (r.last == nil || len(r.last) > len(lines)) {
		b.WriteString(ansi.CursorPosition(1, len(lines)+1) + ansi.ResetStyle + ansi.EraseScreenBelow)
	}
	r.last = lines
	return b.String()
}

// pair is a terminal that gets the lines that changed as a whole, and one that gets
// what Draw returns.
type pair struct {
	*renderer
	all, some *emulator.Terminal
	screen    Screen
}

func newPair(width, height int) *pair {
	p := &pair{renderer: &renderer{}, all: emulator.New(width, height), some: emulator.New(width, height)}
	p.resize(width, height)
	return p
}

func (p *pair) resize(width, height int) {
	p.width = width
	p.height = height
	p.last = nil
	p.screen.Resize(width, height)
}

// draw shows a view in both and returns how they differ then.
func (p *pair) draw(view string) string {
	text := p.frame(view)
	changes := p.screen.Draw(view)
	p.all.Write([]byte(text))
	p.some.Write(changes)
	for _, e := range []*emulator.Terminal{p.all, p.some} {
		for row := range p.height {
			if e.Columns != nil { // it is wider than the screen
				fmt.Fprint(e, ansi.CursorPosition(p.width+1, row+1)+ansi.EraseLineRight)
			}
		}
		fmt.Fprint(e, ansi.CursorHomePosition) // where the cursor stays does not matter
	}
	if diff := p.some.Difference(p.all); diff != "" {
		return fmt.Sprintf("%s\nof  %q\nfor %q", diff, changes, text)
	}
	return ""
}

// spans are pieces of lines, as they are and as a list of accounts has them.
var spans = []string{
	"",
	" ",
	"   ",
	"a",
	"name",
	"12.4k",
	"│",
	"─",
	"…",
	"✗",
	"▌",
	"名",
	"小红书",
	"账号 7",
	"（",
	"ｱ",
	"ä",
	"é",
	"й",
	"“",
	"☀",
	"☀️",
	"😀",
	"👩‍💻",
	"🇩🇪",
	"e\u0301",
	"กำ",
	"\x1b]8;;https://example.com\alink\x1b]8;;\a", "\u3000", "\u00a0", "⠿", "\ufffd", "\ue000",
}

var styles = []string{
	"", "1", "38;5;75", "38;5;231;48;5;24", ";38;5;210", "0;7", "48;2;1;2;3", "4:3", "22", "1;;3",
	"38;5",
}

// drawSpan returns a piece of a line.
func drawSpan(t *rapid.T) string {
	span := rapid.SampledFrom(spans).Draw(t, "text")
	if style := rapid.SampledFrom(styles).Draw(t, "style"); style != "" {
		span = "\x1b[" + style + "m" + span
	}
	return span + rapid.SampledFrom([]string{"", "\x1b[m", "\x1b[0m"}).Draw(t, "reset")
}

// change replaces, adds or removes a piece of a line.
func change(t *rapid.T, line []string) []string {
	at := rapid.IntRange(0, len(line)).Draw(t, "piece")
	to := min(at+rapid.IntRange(0, 1).Draw(t, "removed"), len(line))
	return slices.Replace(slices.Clone(line), at, to, drawSpan(t))
}

// view joins lines. Each ends in the default style.
func view(lines [][]string) string {
	var all []string
	for _, line := range lines {
		all = append(all, strings.Join(line, "")+"\x1b[m")
	}
	return strings.Join(all, "\n")
}

func TestTerminalShowsTheSame(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		columns := rapid.SampledFrom([]func(string, int) int{nil, east, old}).Draw(t, "terminal")
		p := newPair(24, 6)
		p.all.Columns, p.some.Columns = columns, columns
		resize := func() {
			width := rapid.IntRange(1, 24).Draw(t, "width")
			height := rapid.IntRange(1, 6).Draw(t, "height")
			for _, e := range []*emulator.Terminal{p.all, p.some} {
				if columns == nil {
					e.Resize(width, height)
					fmt.Fprint(e, "\x1b[Hwhat a resize leaves")
				} else {
					e.Resize(3*width, height) // no line wraps
					fmt.Fprint(e, ansi.EraseEntireScreen)
				}
			}
			p.resize(width, height)
		}
		resize()
		lines := [][]string{{"\x1b[1mtitle"}}
		for range 30 {
			switch rapid.IntRange(0, 29).Draw(t, "event") {
			case 0, 1:
				resize()
			case 2:
				p.repaint()
				p.screen.Forget()
			case 7, 8, 9:
				lines = lines[:rapid.IntRange(1, len(lines)).Draw(t, "lines")]
			case 10, 11, 12, 13, 14:
				lines = append(lines, rapid.SliceOfN(rapid.Custom(drawSpan), 0, 8).Draw(t, "line"))
			}
			for range rapid.IntRange(0, 3).Draw(t, "changes") {
				at := rapid.IntRange(0, len(lines)-1).Draw(t, "line")
				lines[at] = change(t, lines[at])
			}
			if diff := p.draw(view(lines)); diff != "" {
				t.Fatal(diff)
			}
		}
	})
}

// east is a terminal that gives ambiguous letters two cells.
func east(cluster string, cols int) int {
	if r := []rune(cluster)[0]; len(cluster) > 1 && unicode.IsLetter(r) && cols == 1 && columns(r) == 0 {
		return 2
	}
	return cols
}

// old is a terminal that knows no emoji.
func old(cluster string, cols int) int {
	if columns([]rune(cluster)[0]) == 0 || strings.ContainsRune(cluster, '\u200d') {
		return 1
	}
	return cols
}

// FuzzDraw draws anything, one view after another: the terminal shows what it shows after
// the last view alone.
func FuzzDraw(f *testing.F) {
	f.Add("one\ntwo", "one\n\x1b[1mtwo\x1b[m", uint8(20))
	f.Add("│名称│", "│名  │", uint8(6))
	f.Add("\x1b[31mred", "a\tb\x1b[2K", uint8(3))
	f.Add("│名\xe7", "│名  │", uint8(2))
	f.Add("\u035a", "x\n\u035a", uint8(9))
	f.Add("\xc80\x9b0", "0", uint8(0))
	f.Add("0", "a@b\x1b[K", uint8(1))
	f.Fuzz(func(t *testing.T, before, after string, width uint8) {
		w := int(width%60) + 1
		var s Screen
		s.Resize(w, 5)
		shown := emulator.New(w, 5)
		for _, view := range []string{before, after, before + "\n" + after, after} {
			shown.Write(s.Draw(view))
			if again := s.Draw(view); len(again) > 0 {
				t.Fatalf("%q was written again for %q", again, view)
			}
			var other Screen
			other.Resize(w, 5)
			want := emulator.New(w, 5)
			want.Write(other.Draw(view))
			if shown.Text() != want.Text() {
				t.Fatalf("%q shows %q, want %q", view, shown.Text(), want.Text())
			}
		}
	})
}

// What is not text or a style must not reach the terminal, and a style not the next line.
func TestHostileLines(t *testing.T) {
	var s Screen
	s.Resize(20, 6)
	e := emulator.New(20, 6)
	fmt.Fprint(e, "\x1b[41mred is the style of the shell")
	e.Write(s.Draw("a\x1b[5;5Hb\n\x1b]0;title\ac\a\n\x1b[7mleak\nplain\xff\n\x9b2Jd\te"))
	want := "ab\nc\nleak\nplain\ufffd\n\ufffd2Jde\n\n"
	if got := e.Text(); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestChangesAreShort(t *testing.T) {
	p := newPair(40, 3)
	row := func(name, count string) string {
		return "│\x1b[;38;5;210m ✗ \x1b[m" + name + strings.Repeat(" ", 20-ansi.StringWidth(name)) + count +
			"\x1b[38;5;240m │ facts\x1b[m"
	}
	p.draw(row("小红书一号", "17") + "\n" + row("Ada Bakes", " 4"))
	for _, step := range []struct {
		view, want string
	}{
		{row("小红书二号", "17") + "\n" + row("Ada Bakes", " 4"), "\x1b[1;11H二"},
		{row("小红书二号", "18") + "\n" + row("Ada Makes", " 4"), "\x1b[1;26H8\x1b[2;9HM"},
		{row("小红书二号", "18") + "\n" + row("Ada Cooks", "34"), "\x1b[2;9HCook\x1b[12C3"},
		{row("小红书二号", "18") + "\nAda", "\x1b[2;1HAda\x1b[K"},
		{row("é", "18") + "\nAda", "\x1b[H" + row("é", "18") + "\x1b[K"},
		{row("éa", "18") + "\nEve", "\x1b[H" + row("éa", "18") + "\x1b[K\x1b[2;1HEve\x1b[K"},
		{row("Eve", "18") + "\nAda", "\x1b[H" + row("Eve", "18") + "\x1b[K\r\nAda"},
		{row("Eva", "18") + "\nAda", "\x1b[1;7Ha"},
		{row("Eva", "18"), "\x1b[2;1H\x1b[K"},
	} {
		if got := string(p.screen.Draw(step.view)); got != step.want {
			t.Errorf("%q was written for %q, want %q", got, step.view, step.want)
		}
	}
}

// Otherwise lines with the theme's signs would be sent whole.
func TestSignsOfTheThemeAreNarrow(t *testing.T) {
	for _, r := range fmt.Sprint(theme.Unicode()) {
		if r > '~' && columns(r) != 1 {
			t.Errorf("%c has no settled width", r)
		}
	}
}

// BenchmarkDraw measures a page of 40 rows.
func BenchmarkDraw(b *testing.B) {
	page := func(name string) string {
		var rows []string
		for i := range 40 {
			rows = append(
				rows,
				fmt.Sprintf("│\x1b[;38;5;210m ✗ \x1b[m%-30s小红书  %8d \x1b[38;5;240m│ facts that stay\x1b[m", name, i),
			)
		}
		return strings.Join(rows, "\n")
	}
	pages := []string{page("Ada Bakes"), page("Cedar Home")}
	var s Screen
	s.Resize(120, 40)
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		s.Draw(pages[i%2])
	}
}
