package markdown

import (
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/charmbracelet/lipgloss"
	"github.com/charmbracelet/x/ansi"
	"github.com/muesli/termenv"
	"pgregory.net/rapid"

	"channeldeck/theme"
	"channeldeck/ui/text"
)

var update = flag.Bool("update", false, "write golden files anew")

func renderer(profile termenv.Profile, g theme.Glyphs) *Renderer {
	palette := theme.Palette{
		Name: "test", Dark: true, Muted: lipgloss.Color("7"), Faint: lipgloss.Color("8"), Accent: lipgloss.Color("6"), Good: lipgloss.Color("2"),
		Warn: lipgloss.Color("3"), Bad: lipgloss.Color("1"), Link: lipgloss.Color("4"), Code: lipgloss.Color("5"),
	}
	return New(theme.New(theme.NewRenderer(io.Discard, profile, true), palette, g))
}

func TestSample(t *testing.T) {
	source, err := os.ReadFile("testdata/sample.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name    string
		width   int
		profile termenv.Profile
		glyphs  theme.Glyphs
	}{
		{"20", 20, termenv.Ascii, theme.Unicode()},
		{"40", 40, termenv.Ascii, theme.ASCII()},
		{"80", 80, termenv.Ascii, theme.Unicode()},
		{"120", 120, termenv.Ascii, theme.Unicode()},
		{"80_colours", 80, termenv.ANSI, theme.Unicode()},
	} {
		lines := renderer(c.profile, c.glyphs).Render(string(source), c.width, theme.Plain)
		for i, line := range lines {
			if n := text.Width(line); n > c.width {
				t.Errorf("%s: line %d has %d cells: %q", c.name, i, n, line)
			}
		}
		golden(t, "sample_"+c.name+".golden", strings.Join(lines, "\n")+"\n")
	}
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s differs; run with -update and look at the change.\n%s", name, got)
	}
}

// letters are what a reader sees of a text: neither blanks nor line ends.
func letters(s string) string {
	return strings.Map(func(r rune) rune {
		if r <= ' ' {
			return -1
		}
		return r
	}, s)
}

func TestNothingIsLost(t *testing.T) {
	words := rapid.StringMatching(`[a-z猫。（）“”é👍 ]{0,12}`)
	rapid.Check(t, func(rt *rapid.T) {
		source := strings.Join(rapid.SliceOfN(words, 1, 30).Draw(rt, "lines"), rapid.SampledFrom([]string{"\n", "\n\n", " ", "\n- ", "\n> "}).Draw(rt, "between"))
		width := rapid.IntRange(4, 60).Draw(rt, "width")
		lines := renderer(termenv.Ascii, theme.Unicode()).Render(source, width, theme.Plain)
		for _, line := range lines {
			if n := text.Width(line); n > width {
				rt.Fatalf("%q has %d cells of %d", line, n, width)
			}
		}
		drop := strings.NewReplacer("•", "", "│", "", "-", "", ">", "", "#", "")
		if got, want := letters(drop.Replace(strings.Join(lines, ""))), letters(drop.Replace(text.CleanLines(source))); got != want {
			rt.Fatalf("%q is drawn as %q", want, got)
		}
	})
}

func TestHostileReferencesAreCleaned(t *testing.T) {
	source := "a&#27;[31m b&#x202e;c [x&#7;](http://a/&#27;]0;t) `\x1b[0m` <\x1b> \u009b2J"
	for _, line := range renderer(termenv.Ascii, theme.Unicode()).Render(source, 80, theme.Plain) {
		if clean := text.Clean(line); clean != line {
			t.Errorf("%q holds what a terminal obeys", line)
		}
	}
}

func TestWrapKeepsMarksWithTheirWords(t *testing.T) {
	for _, c := range []struct {
		text  string
		width int
		want  []string
	}{
		{"一二三，四五", 6, []string{"一二", "三，四", "五"}},
		{"一二（三）四", 6, []string{"一二", "（三）", "四"}},
		{"ab猫cd 猫", 4, []string{"ab猫", "cd", "猫"}},
		{"abcdefgh i", 3, []string{"abc", "def", "gh", "i"}},
		{"a  b", 10, []string{"a b"}},
		{"", 10, []string{""}},
	} {
		if got := wrap([]span{{text: c.text}}, c.width); strings.Join(got, "|") != strings.Join(c.want, "|") {
			t.Errorf("%q in %d cells: %q, want %q", c.text, c.width, got, c.want)
		}
	}
}

func TestSplit(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		lines := rapid.SliceOf(rapid.SampledFrom([]string{"", "text of a line", "```", "```go", "~~~~", "猫猫猫猫猫猫猫猫猫猫猫猫", "- item", strings.Repeat("word ", 30)})).Draw(rt, "lines")
		source := strings.Join(lines, "\n")
		size := rapid.IntRange(8, 60).Draw(rt, "size")
		at := 0
		fence := ""
		for _, p := range Split(source, size) {
			if p.Start != at || p.End < p.Start {
				rt.Fatalf("a piece goes from %d to %d behind %d", p.Start, p.End, at)
			}
			if p.End-p.Start > size+1 {
				rt.Fatalf("a piece has %d bytes, want %d", p.End-p.Start, size)
			}
			if p.Start == 0 || source[p.Start-1] == '\n' {
				if p.Open != fence {
					rt.Fatalf("the piece at %d stands in the fence %q, want %q", p.Start, p.Open, fence)
				}
			}
			for line := range strings.Lines(source[at:p.End]) {
				fence = fenceAfter(fence, line)
			}
			at = p.End
		}
		if at != len(source) {
			rt.Fatalf("the pieces end at %d of %d", at, len(source))
		}
	})
}

func FuzzRender(f *testing.F) {
	sample, err := os.ReadFile("testdata/sample.md")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(string(sample), 40)
	f.Add(strings.Repeat("> ", 300)+"a", 20)
	f.Add("|a|b|c|\n|-|-|-|\n|1|2|", 5)
	f.Fuzz(func(t *testing.T, source string, width int) {
		width = 2 + (width&0x7fffffff)%120
		if len(source) > 4096 {
			return
		}
		for _, line := range renderer(termenv.Ascii, theme.Unicode()).Render(source, width, theme.Plain) {
			if n := text.Width(line); n > width {
				t.Fatalf("%q has %d cells of %d", line, n, width)
			}
			if ansi.Strip(line) != line {
				t.Fatalf("%q holds an escape sequence", line)
			}
		}
	})
}

func BenchmarkRender(b *testing.B) {
	typical := "I found **three** titles:\n\n1. Ten cats\n2. 猫的一天\n3. The cat that came back\n\nSee [the page](https://example.com/cats).\n"
	code := "```go\n" + strings.Repeat("func f(a int) string { return \"x\" } // why\n", 90) + "```\n"
	for name, source := range map[string]string{"a message": typical, "4 kB of text": strings.Repeat(typical, 4096/len(typical)), "4 kB of code": code,
		"4 kB of quotes": strings.Repeat(">", 4096), "4 kB of brackets": strings.Repeat("[a](", 1024), "4 kB of stars": strings.Repeat("*a_", 1365), "4 kB of backslashes": "```go\n\"" + strings.Repeat(`\\`, 2048)} {
		b.Run(name, func(b *testing.B) {
			r := renderer(termenv.TrueColor, theme.Unicode())
			b.ReportAllocs()
			for b.Loop() {
				r.Render(source, 100, theme.Plain)
			}
		})
	}
}

func ExampleSplit() {
	source := "one\n\n```go\na\nb\nc\n```\n"
	for _, p := range Split(source, 12) {
		fmt.Printf("%q\n", p.Source(source))
	}
	// Output:
	// "one\n\n"
	// "```go\na\nb\nc\n"
	// "```go\n```\n"
}
