package markdown

import (
	"fmt"
	"io"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/charmbracelet/lipgloss"
	"github.com/charmbracelet/x/ansi"
	"github.com/muesli/termenv"
	"pgregory.net/rapid"

	"channeldeck/theme"
	"channeldeck/ui/testkit/golden"
	"channeldeck/ui/text"
)

func rendererFor(profile termenv.Profile, g theme.Glyphs) *Renderer {
	palette := theme.Palette{
		Name:   "test",
		Dark:   true,
		Muted:  lipgloss.Color("7"),
		Faint:  lipgloss.Color("8"),
		Accent: lipgloss.Color("6"),
		Good:   lipgloss.Color("2"),
		Warn:   lipgloss.Color("3"), Bad: lipgloss.Color("1"), Link: lipgloss.Color("4"), Code: lipgloss.Color("5"),
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
		{"80_colours", 80, termenv.ANSI, theme.Unicode()},
	} {
		r := rendererFor(c.profile, c.glyphs)
		lines := r.Render(string(source), c.width, theme.Plain)
		for i, line := range lines {
			if n := text.Width(line); n > c.width {
				t.Errorf("%s: line %d has %d cells: %q", c.name, i, n, line)
			}
		}
		golden.Equal(t, "sample_"+c.name+".golden", strings.Join(lines, "\n")+"\n")
	}
}

// letters counts the letters of a text in lower case.
func letters(s string) map[rune]int {
	n := map[rune]int{}
	for _, r := range strings.ToLower(s) {
		if unicode.IsLetter(r) {
			n[r]++
		}
	}
	return n
}

// check renders a source: every line fits, nothing in it controls the terminal, and
// every letter of the source is there. Sources with references, which are resolved, and
// with fences, whose info is hidden, are not checked for letters.
func check(t interface {
	Helper()
	Fatalf(string, ...any)
}, source string, width int) {
	t.Helper()
	source = text.CleanLines(source)
	lines := rendererFor(termenv.ANSI256, theme.Unicode()).Render(source, width, theme.Muted)
	for _, line := range lines {
		if n := text.Width(line); n > width {
			t.Fatalf("%q: %q has %d cells of %d", source, line, n, width)
		}
		if plain := ansi.Strip(line); text.Clean(plain) != plain ||
			strings.Count(line, "\x1b") != len(sgr.FindAllString(line, -1)) {
			t.Fatalf("%q: %q controls the terminal", source, line)
		}
	}
	if strings.ContainsAny(source, "&") || strings.Contains(source, "```") || strings.Contains(source, "~~~") ||
		strings.Contains(source, "]:") {
		return
	}
	drawn := letters(ansi.Strip(strings.Join(lines, "\n")))
	for r, n := range letters(source) {
		if drawn[r] < n {
			t.Fatalf(
				"%q in %d cells has %q %d times of %d:\n%s",
				source,
				width,
				r,
				drawn[r],
				n,
				strings.Join(lines, "\n"),
			)
		}
	}
}

var sgr = regexp.MustCompile("\x1b\\[[0-9;]*m")

func TestRenderKeepsEveryLetter(t *testing.T) {
	words := rapid.StringMatching(`[a-z猫。（）“”é👍 ]{0,12}`)
	line := rapid.Custom(func(t *rapid.T) string {
		lead := rapid.SampledFrom([]string{
			"", "", "", "- ", "> ", "  - ", "1. ", "# ", "    ", "- [x] ", "<b>", "---\n", "***\n",
		}).Draw(t, "lead")
		around := rapid.SampledFrom([]string{"", "*", "**", "`", "~~"}).Draw(t, "around")
		tail := rapid.SampledFrom([]string{
			"", "", `\`, "[a](b%zz)", "[a](#frag)", `[ab](/b "title")`, "![i](http://x/y)", "<i>",
			"<http://a/b>", "www.example.com", "me@example.com",
		}).Draw(t, "tail")
		return lead + around + words.Draw(t, "words") + around + tail + words.Draw(t, "more")
	})
	rapid.Check(t, func(t *rapid.T) {
		source := strings.Join(
			rapid.SliceOfN(line, 1, 20).Draw(t, "lines"),
			rapid.SampledFrom([]string{"\n", "\n\n", "  \n"}).Draw(t, "between"),
		)
		check(t, source, rapid.IntRange(4, 60).Draw(t, "width"))
	})
}

// A wide character after a backslash fits in the four cells of an indented block.
func TestWideCharacterInNarrowCode(t *testing.T) { check(t, "    \\👍", 4) }

func TestTablesKeepEveryLetter(t *testing.T) {
	cell := rapid.StringMatching(
		"([a-z猫。（）é👍]{0,12} ?){0,4}(`[a-z]+`|\\*[a-z]+\\*|\\[[a-z]+\\]\\(http://[a-z]+\\))?",
	)
	rapid.Check(t, func(t *rapid.T) {
		columns := rapid.IntRange(1, 6).Draw(t, "columns")
		row := func(label string, n int) string {
			return strings.Join(rapid.SliceOfN(cell, n, n).Draw(t, label), " | ")
		}
		delimiter := strings.Repeat(rapid.SampledFrom([]string{"---|", ":-:|", "--:|"}).Draw(t, "delimiter"), columns)
		source := "|" + row("heading", columns) + "|\n|" + delimiter + "\n"
		for range rapid.IntRange(0, 6).Draw(t, "rows") {
			source += "| " + row("row", rapid.IntRange(1, columns+2).Draw(t, "cells")) + "|\n"
		}
		check(
			t,
			rapid.SampledFrom([]string{"", "> ", "- "}).Draw(t, "within")+source,
			rapid.IntRange(8, 100).Draw(t, "width"),
		)
	})
}

func TestHostileReferencesAreCleaned(t *testing.T) {
	for _, source := range []string{
		"a&#27;[31m b&#x202e;c [x&#7;](http://a/&#27;]0;t) `\x1b[0m` <\x1b> \u009b2J &#x9b;2J &#155;2J &#x81;",
		"<a title='&#27;[2J'>",
		"**&#27;[2J `&#27;[2J`** ~~&#27;c~~",
		"| &#27;[2J | `&#27;[2J` |\n|-|-|\n| [&#27;c](&#27;c) | <b &#27;[2J> |",
		"[a]: /&#27;[2J '&#27;[2J'",
		"![&#27;c](/&#27;c \"&#27;c\")",
		"<http://a/&#27;[2J>",
		"# &#27;[2J",
		"```&#27;[2J\n&#27;[2J",
	} {
		check(t, source, 80)
	}
}

// TestRenderInlines covers escapes, references, HTML, links and nesting.
func TestRenderInlines(t *testing.T) {
	for source, want := range map[string]string{
		"`&lt;b&gt; \\\\*`":                     "`&lt;b&gt; \\\\*`",
		"&amp;lt; \\\\\\* \\~":                  "&lt; \\* ~",
		"a <b title=\"&lt;\">c</b>":             "a <b title=\"&lt;\">c</b>",
		"<div>&lt;\n</div>":                     "│ <div>&lt;\n│ </div>",
		"[a](#top) [b](/c%zz) [](d)":            "a (#top) b (/c%zz) d",
		"[http://a](http://a) http://b <c@d.e>": "http://a http://b c@d.e",
		"~~[a](b) `c`~~":                        "~~a (b) `c`~~",
		"*a **b***":                             "a b",
		"- a\n\n  b\n\n      c\n  > d":          "• a\n\n  b\n\n  │ c\n\n  │ d",
		"7) a\n8) b":                            "7) a\n8) b",
		"[a][x] [y]\n\n[x]: /1":                 "a (/1) [y]",
		"[x]: /1\n\na\n\n[y]: /2\n\n[b][x]":     "a\n\nb (/1)",
		"- [x]: /1\n- [a][x]\n\n> [y]: /2\n> b": "•\n• a (/1)\n\n│ b",
		"|a|\n|-|\n|`\\\\x`\\|y|z|":             " a\n─────────────\n `\\\\x`|y | z",
	} {
		if got := strings.Join(
			rendererFor(termenv.Ascii, theme.Unicode()).Render(source, 60, theme.Plain),
			"\n",
		); got != want {
			t.Errorf("%q renders as\n%s\nwant\n%s", source, got, want)
		}
	}
}

// TestNoColor checks that NO_COLOR leaves bold and underline, and TERM=dumb nothing.
func TestJoinersAreKept(t *testing.T) {
	const words = "می\u200cخواهم 👨\u200d👩\u200d👧\u200d👦 ❤\ufe0f 👍🏽 क\u094d\u200dष "
	r := rendererFor(termenv.Ascii, theme.Unicode())
	for width := 2; width < 40; width++ {
		for _, source := range []string{words, "**" + words + "**", "| a |\n| - |\n| " + words + " |", "    " + words} {
			shown := strings.Join(r.Render(source, width, theme.Plain), "\n")
			for word := range strings.FieldsSeq(words) {
				if !strings.Contains(shown, word) && (width >= 10 || text.Width(word) <= 2) {
					t.Errorf("%d cells: %q lacks %+q", width, shown, word)
				}
			}
		}
	}
}

func TestNoColor(t *testing.T) {
	source, err := os.ReadFile("testdata/sample.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		environ []string
		want    string // sequences, in the order of their first use
	}{
		{[]string{"TERM=xterm-256color", "NO_COLOR=1"}, "1m m 3m 2m 4;4m"},
		{[]string{"TERM=dumb"}, ""},
	} {
		r := New(theme.For(io.Discard, c.environ, theme.Choice{}))
		var found []string
		for _, seq := range sgr.FindAllString(strings.Join(r.Render(string(source), 80, theme.Plain), "\n"), -1) {
			if seq = seq[len("\x1b["):]; !slices.Contains(found, seq) {
				found = append(found, seq)
			}
		}
		if got := strings.Join(found, " "); got != c.want {
			t.Errorf("%q: %q, want %q", c.environ, got, c.want)
		}
	}
}

func TestWrapKeepsPunctuationWithItsWord(t *testing.T) {
	for _, c := range []struct {
		text  string
		width int
		want  []string
	}{
		{"一二三，四五", 6, []string{"一二", "三，四", "五"}},
		{"一二（三）四", 6, []string{"一二", "（三）", "四"}},
		{"ab猫cd 猫", 4, []string{"ab猫", "cd", "猫"}},
		{"abcdefgh i", 3, []string{"abc", "def", "gh", "i"}},
		{"a  b", 10, []string{"a  b"}},
		{"", 10, []string{""}},
	} {
		if got := (styled{text: c.text}).wrap(c.width); strings.Join(got, "|") != strings.Join(c.want, "|") {
			t.Errorf("%q in %d cells: %q, want %q", c.text, c.width, got, c.want)
		}
	}
}

func TestSplit(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		lines := rapid.SliceOf(rapid.SampledFrom([]string{
			"", "text of a line", "```", "```go", "~~~~", "猫猫猫猫猫猫猫猫猫猫猫猫", "- item",
			"|a|b|", "|-|-|", strings.Repeat("word ", 30),
		})).Draw(rt, "lines")
		source := strings.Join(lines, "\n")
		size := rapid.IntRange(8, 60).Draw(rt, "size")
		at := 0
		fence := ""
		for _, p := range Split(source, size) {
			if p.Start != at || p.End < p.Start {
				rt.Fatalf("a piece spans %d to %d after %d", p.Start, p.End, at)
			}
			if limit := 2 * size; p.End-p.Start > limit {
				rt.Fatalf("a piece has %d bytes, want %d", p.End-p.Start, limit)
			}
			if (p.Start == 0 || source[p.Start-1] == '\n') && p.Fence != fence {
				rt.Fatalf("the piece at %d continues the fence %q, want %q", p.Start, p.Fence, fence)
			}
			for line := range strings.Lines(source[at:p.End]) {
				fence = text.FenceAfter(fence, line)
			}
			at = p.End
		}
		if at != len(source) {
			rt.Fatalf("the pieces end at %d of %d", at, len(source))
		}
	})
}

func TestSplitKeepsTablesWhole(t *testing.T) {
	var table strings.Builder
	table.WriteString("| Name | Fans |\n|:-----|-----:|\n")
	for i := range 120 {
		fmt.Fprintf(&table, "| 频道 no. %d | %d |\n", i, 1000+i)
	}
	for before := range 120 {
		source := strings.Repeat("- item\n", 60) + strings.Repeat("x", before) + "\n\n" + table.String() +
			"\n# Title\n" + strings.Repeat("After it.\n\n", 800)
		pieces := Split(source, 2048)
		whole := slices.ContainsFunc(pieces, func(p Piece) bool {
			return strings.Contains(p.Source(source), table.String())
		})
		if !whole || len(pieces) < 5 {
			t.Fatalf("%d letters before it: the table is in several of %d pieces", before, len(pieces))
		}
	}
	endless := "|a|\n|-|\n" + strings.Repeat("|some words|\n", 5000)
	for _, p := range Split(endless, 512) {
		if p.End-p.Start > 2*512 {
			t.Errorf("a piece of an endless table has %d bytes", p.End-p.Start)
		}
	}
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
		check(t, source, width)
	})
}

func BenchmarkRender(b *testing.B) {
	typical := "I found **three** titles:\n\n1. Ten cats\n2. 猫的一天\n3. The cat that came back\n\n" +
		"See [the page](https://example.com/cats).\n"
	code := "```go\n" + strings.Repeat("func f(a int) string { return \"x\" } // why\n", 90) + "```\n"
	for name, source := range map[string]string{
		"a message": typical, "4 kB of text": strings.Repeat(typical, 4096/len(typical)),
		"4 kB of code": code,
		"4 kB of a table": "|a|b|c|\n|-|-|-|\n" + strings.Repeat(
			"| some words in a cell | 猫的一天 | [a](http://b) |\n",
			80,
		),
		"4 kB of small cells": "|a|b|\n|-|-|\n" + strings.Repeat("|a\n", 1300),
		"4 kB of rules":       strings.Repeat("---\n", 1024),
		"4 kB of items":       strings.Repeat("- a\n", 1024),
		"4 kB of links":       strings.Repeat("![", 1024) + strings.Repeat("](a)", 512),
		"4 kB of quotes":      strings.Repeat(">", 4096),
		"4 kB of brackets":    strings.Repeat("[a](", 1024),
		"8 kB of brackets":    strings.Repeat("[a](", 2048),
		"16 kB of brackets":   strings.Repeat("[a](", 4096),
		"4 kB of stars":       strings.Repeat("*a_", 1365),
		"4 kB of backslashes": "```go\n\"" + strings.Repeat(`\\`, 2048),
	} {
		b.Run(name, func(b *testing.B) {
			r := rendererFor(termenv.TrueColor, theme.Unicode())
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
	// "one\n\n```go\na\n"
	// "```go\nb\nc\n```\n"
}

func TestHeadingsHaveNoNumberSigns(t *testing.T) {
	r := rendererFor(termenv.ANSI, theme.Unicode())
	for source, want := range map[string]string{
		"## Plan `x`": "Plan x",
		"# A [b](/c)": "A b (/c)",
		"#### Deep":   "Deep",
	} {
		line := strings.Join(r.Render(source, 40, theme.Plain), "\n")
		if got := ansi.Strip(line); got != want || got == line {
			t.Errorf("%q becomes %q, want %q in a style", source, line, want)
		}
	}
}

func TestLineShowsInlineStylesOnly(t *testing.T) {
	r := rendererFor(termenv.ANSI, theme.Unicode())
	for source, want := range map[string]string{
		"## Plan for [the shop](https://x.example/a)": "Plan for the shop",
		"- use `npm test` now\n- or not":              "use npm test now",
		"> 1. **first** thing":                        "first thing",
		"![poster](a.png) and <https://x.example>":    "poster and https://x.example",
		"two\nlines":          "two lines",
		"```\nonly code\n```": "``` only code ```",
		"[x]: /1\n\n[a][x]":   "a",
		"":                    "",
	} {
		if got := ansi.Strip(r.Line(source, theme.Plain)); got != want {
			t.Errorf("%q becomes %q, want %q", source, got, want)
		}
	}
	if line := r.Line("a [b](/c)", theme.Strong); line == ansi.Strip(line) {
		t.Errorf("%q has no style", line)
	}
}
