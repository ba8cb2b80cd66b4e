package markdown

import (
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"github.com/muesli/termenv"
	"pgregory.net/rapid"

	"channeldeck/theme"
	"channeldeck/ui/text"
)

// shownText returns the text that Render makes of a source, as a search compares it.
func shownText(r *Renderer, source string) []string {
	lines := r.Render(source, 1<<20, theme.Plain)
	for i, line := range lines {
		lines[i] = strings.TrimLeft(ansi.Strip(line), " "+r.theme.Glyphs.Border.Left)
	}
	return strings.Fields(strings.Join(lines, "\n"))
}

// simpleText is the text of a simple source.
func simpleText(r *Renderer, source string) (string, bool) {
	simple, ok := r.appendSimple(nil, source, text.ArePlain(source))
	return string(simple), ok
}

// TestSimpleTextIsWhatIsShown compares what is read without goldmark with what Render shows.
func TestSimpleTextIsWhatIsShown(t *testing.T) {
	for name, glyphs := range map[string]theme.Glyphs{"Unicode": theme.Unicode(), "ASCII": theme.ASCII()} {
		t.Run(name, func(t *testing.T) {
			r := rendererFor(termenv.TrueColor, glyphs)
			piece := rapid.SampledFrom([]string{
				"a word", "x", " ", "\n", "\n", "\n\n", "  \n", ", ", "猫，", "：“x”…", "é", "1", "3", ". ", ".", ")", "!",
				"(", "*", "**",
				"**", "- ", "\n- ", "\n1. ", "\n2. ", "\n3. ", "\n  ", "\n   - ", "\n0. ", "\n01. ", "#", "\n# ", "_",
				"__", "+", "=",
				"\n=", "\n-", "---", ":", "\n:", "http://a.b", "www.a.b", "a@b.c", "    ", "\t", "`", "&lt;", "\r", "|",
				"│",
				"\u0301", "👨\u200d👩", "\u202e", "\x1b[1m", ">", "[x](y)", "~",
			})
			rapid.Check(t, func(rt *rapid.T) {
				source := strings.Join(rapid.SliceOf(piece).Draw(rt, "pieces"), "")
				got, ok := simpleText(r, text.CleanLines(source))
				want := shownText(r, source)
				if ok && !slices.Equal(strings.Fields(got), want) {
					rt.Fatalf("%q becomes %q, and %q is shown", source, strings.Fields(got), want)
				}
				if all := strings.Fields(r.Text(source)); !slices.Equal(all, want) {
					rt.Fatalf("the text of %q is %q, and %q is shown", source, all, want)
				}
			})
		})
	}
}

// What agents write most is read without goldmark, which takes ten times as long.
func TestSimpleText(t *testing.T) {
	r := rendererFor(termenv.TrueColor, theme.Unicode())
	for source, want := range map[string]string{
		"I looked (twice).\n\nThe cats are fine, 猫也好！":             "I looked (twice). The cats are fine, 猫也好！",
		"I found **three** titles:\n\n1. Ten cats\n2. 猫的一天\n3. It": "I found three titles: 1. Ten cats 2. 猫的一天 3. It",
		"- **重点**：标题\n- b\n\nDone at 12:30.":                       "• 重点：标题 • b Done at 12:30.",
		"Read max_fans = 3.5 of 10 - 2.":                           "Read max_fans = 3.5 of 10 - 2.",
	} {
		got, ok := simpleText(r, source)
		if got = strings.Join(strings.Fields(got), " "); !ok || got != want {
			t.Errorf("%q becomes %q (%t), want %q", source, got, ok, want)
		}
	}
	for _, source := range []string{"# a", "a\n===", "1. a\n1. b", "[a](b)", "a *b* c", "    code", "a@b.c", "- # a"} {
		if got, ok := simpleText(r, source); ok {
			t.Errorf("%q is taken as simple: %q", source, got)
		}
	}
}
