package redraw

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
)

// renderer writes frames as Bubble Tea's standard renderer does.
type renderer struct {
	width, height int
	lines, last   []string
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
			line = ansi.Truncate(line, r.width, "")
		}
		if ansi.StringWidth(line) < r.width {
			line += ansi.EraseLineRight
		}
		b.WriteString(line)
		if i < len(lines)-1 {
			b.WriteString("\r\n")
		}
	}
	if len(r.lines) > len(lines) {
		b.WriteString(ansi.EraseScreenBelow)
	}
	b.WriteString(ansi.CursorPosition(0, len(lines)))
	r.lines, r.last = lines, lines
	return b.String()
}

// pair is a terminal that gets all that Bubble Tea writes, and one that gets only
// the changes.
type pair struct {
	all, some *emulator.Terminal
	screen    Screen
	sent      int // bytes
}

func newPair(width, height int) *pair {
	p := &pair{all: emulator.New(width, height), some: emulator.New(width, height)}
	p.write(ansi.SetModeAltScreenSaveCursor)
	return p
}

// write writes to both and returns how they differ then.
func (p *pair) write(text string) string {
	changes := p.screen.Changes([]byte(text))
	p.sent = len(changes)
	p.all.Write([]byte(text))
	p.some.Write(changes)
	if diff := p.some.Difference(p.all); diff != "" {
		return fmt.Sprintf("%s\nof  %q\nfor %q", diff, changes, text)
	}
	return ""
}

// spans are pieces of lines, as they are and as a list of accounts has them.
var spans = []string{
	"", " ", "   ", "a", "name", "12.4k", "│", "─", "…", "✗", "▌", "名", "小红书", "账号 7", "（", "ｱ", "ä", "é", "й", "“", "☀", "☀️", "😀", "👩‍💻", "🇩🇪", "e\u0301", "กำ",
	"\x1b]8;;https://example.com\alink\x1b]8;;\a", "\u3000", "\u00a0", "⠿", "\ufffd", "\ue000",
}

var styles = []string{"", "1", "38;5;75", "38;5;231;48;5;24", ";38;5;210", "0;7", "48;2;1;2;3", "4:3", "22", "1;;3", "38;5"}

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

// view joins lines. Each ends in the default style unless one leaks.
func view(t *rapid.T, lines [][]string) string {
	var all []string
	for _, line := range lines {
		all = append(all, strings.Join(line, "")+"\x1b[m")
	}
	if rapid.IntRange(0, 999).Draw(t, "leak") == 0 {
		all[0] += "\x1b[7m"
	}
	return strings.Join(all, "\n")
}

func TestTerminalShowsTheSame(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := newPair(200, 6)
		columns := rapid.SampledFrom([]func(string, int) int{nil, east, old}).Draw(t, "terminal")
		p.all.Columns, p.some.Columns = columns, columns
		r := &renderer{height: 6} // the width comes later
		resize := func() {
			r.width, r.height = rapid.IntRange(1, 24).Draw(t, "width"), rapid.IntRange(1, 6).Draw(t, "height")
			for _, e := range []*emulator.Terminal{p.all, p.some} {
				if columns == nil {
					e.Resize(r.width, r.height)
				} else {
					e.Resize(3*r.width, r.height) // no line wraps
				}
				fmt.Fprint(e, "\x1b[Hwhat a resize leaves")
			}
			r.repaint()
		}
		lines := [][]string{{"\x1b[1mtitle"}}
		for range 30 {
			writes := []string{""}
			switch rapid.IntRange(0, 39).Draw(t, "event") {
			case 0, 1:
				resize()
			case 2:
				writes = []string{ansi.EraseEntireScreen, ansi.CursorHomePosition, ""}
				if rapid.Bool().Draw(t, "repaint") {
					r.repaint()
				}
			case 3:
				writes = []string{ansi.EraseEntireLine, "\r", ansi.ResetModeAltScreenSaveCursor, "shell$ ls\r\n", ansi.SetModeAltScreenSaveCursor, ""}
				if rapid.Bool().Draw(t, "repaint") {
					r.lines = nil
					r.repaint()
				}
			case 4, 5:
				writes = []string{ansi.HideCursor, ""}
			case 6:
				writes = []string{rapid.SampledFrom([]string{"noise", "\x1b[3;3H\x1b[41mnoise", "\x1b[4h", "\a"}).Draw(t, "noise"), ""}
			case 7, 8, 9:
				lines = lines[:rapid.IntRange(1, len(lines)).Draw(t, "lines")]
			case 10, 11, 12, 13, 14:
				lines = append(lines, rapid.SliceOfN(rapid.Custom(drawSpan), 0, 8).Draw(t, "line"))
			}
			for range rapid.IntRange(0, 3).Draw(t, "changes") {
				at := rapid.IntRange(0, len(lines)-1).Draw(t, "line")
				lines[at] = change(t, lines[at])
			}
			for _, text := range writes {
				if text == "" {
					text = r.frame(view(t, lines))
				}
				if diff := p.write(text); diff != "" {
					t.Fatal(diff)
				}
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

func FuzzChanges(f *testing.F) {
	f.Add("one\ntwo", "one\n\x1b[1mtwo\x1b[m", uint8(20))
	f.Add("│名称│", "│名  │", uint8(6))
	f.Add("\x1b[31mred", "a\tb\x1b[2K", uint8(3))
	f.Add("│名\xe7", "│名  │", uint8(2))
	f.Add("\u035a", "x\n\u035a", uint8(9))
	f.Fuzz(func(t *testing.T, before, after string, width uint8) {
		r := &renderer{width: int(width%60) + 1, height: 5}
		p := newPair(r.width, r.height)
		for _, view := range []string{before, after, before + "\n" + after, after} {
			if diff := p.write(r.frame(view)); diff != "" {
				t.Fatal(diff)
			}
		}
	})
}

func TestTerminalShowsTheSameAfter(t *testing.T) {
	const enter, title = ansi.SetModeAltScreenSaveCursor, "\x1b[1mtitle\x1b[m"
	for name, writes := range map[string][]string{
		"a style of the shell":   {ansi.ResetModeAltScreenSaveCursor, "\x1b[41m$ ", enter, "\x1b[Hon\x1b[1me\x1b[m\x1b[K\x1b[H", "\x1b[Hone\x1b[K\x1b[H"},
		"erasing after a line":   {"\x1b[H" + title + "\r\nabcde\r\nx\x1b[K\x1b[3;H", "\x1b[H\nabXde\x1b[J\x1b[2;H", "\x1b[H\nabXYe\x1b[2;H"},
		"erasing the whole line": {"\x1b[H" + title + "\r\nabcde\x1b[2;H", "\x1b[H\x1b[J\x1b[H", "\x1b[Htitle\x1b[H"},
	} {
		p := newPair(5, 3)
		for _, text := range writes {
			if diff := p.write(text); diff != "" {
				t.Errorf("%s: %s", name, diff)
			}
		}
	}
}

func TestChangesAreShort(t *testing.T) {
	p := newPair(40, 3)
	r := &renderer{width: 40, height: 3}
	row := func(name, count string) string {
		return "│\x1b[;38;5;210m ✗ \x1b[m" + name + strings.Repeat(" ", 20-ansi.StringWidth(name)) + count + "\x1b[38;5;240m │ facts\x1b[m"
	}
	p.write(r.frame("\x1b[1mAccounts\x1b[m"))
	p.write(r.frame(row("小红书一号", "17") + "\n" + row("Ada Bakes", " 4")))
	for _, step := range []struct {
		view, want string
	}{
		{row("小红书二号", "17") + "\n" + row("Ada Bakes", " 4"), "\x1b[1;11H二\x1b[2;H"},
		{row("小红书二号", "18") + "\n" + row("Ada Makes", " 4"), "\x1b[1;26H8\x1b[2;9HM\x1b[2;H"},
		{row("小红书二号", "18") + "\n" + row("Ada Cooks", "34"), "\x1b[2;9HCook\x1b[12C3\x1b[2;H"},
		{row("小红书二号", "18") + "\nAda", "\x1b[2;1HAda\x1b[K\x1b[2;H"},
		{row("é", "18") + "\nAda", "\x1b[H" + row("é", "18") + "\x1b[K\x1b[2;H"},
		{row("éa", "18") + "\nEve", "\x1b[H" + row("éa", "18") + "\x1b[K\x1b[2;1HEve\x1b[K\x1b[2;H"},
		{row("Eve", "18") + "\nAda", "\x1b[H" + row("Eve", "18") + "\x1b[K\r\nAda\x1b[2;H"},
		{row("Eva", "18") + "\nAda", "\x1b[1;7Ha\x1b[2;H"},
		{row("Eva", "18"), "\x1b[H\x1b[J\x1b[H"},
	} {
		text := r.frame(step.view)
		if got := string(p.screen.Changes([]byte(text))); got != step.want {
			t.Errorf("%q was written for %q, want %q", got, text, step.want)
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

// BenchmarkChanges measures a page of 40 rows.
func BenchmarkChanges(b *testing.B) {
	r := &renderer{width: 120, height: 40}
	page := func(name string) string {
		var rows []string
		for i := range 40 {
			rows = append(rows, fmt.Sprintf("│\x1b[;38;5;210m ✗ \x1b[m%-30s小红书  %8d \x1b[38;5;240m│ facts that stay\x1b[m", name, i))
		}
		return strings.Join(rows, "\n")
	}
	r.frame(page("Ada Bakes"))
	frames := [][]byte{[]byte(r.frame(page("Cedar Home"))), []byte(r.frame(page("Ada Bakes")))}
	var s Screen
	s.Changes([]byte(ansi.SetModeAltScreenSaveCursor))
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		s.Changes(frames[i%2])
	}
}
