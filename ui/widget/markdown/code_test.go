package markdown

import (
	"strings"
	"testing"

	"github.com/muesli/termenv"

	"channeldeck/theme"
	"channeldeck/ui/text"
)

func TestHighlight(t *testing.T) {
	r := rendererFor(termenv.ANSI, theme.Unicode())
	for _, c := range []struct {
		language, code string
		tone           theme.Tone
		word           string
	}{
		{"go", "return nil", theme.Accent, "return"},
		{"go", "a := 12.5e3 // why", theme.Warn, "12.5e3"},
		{"go", "/* two\nlines */ x", theme.Faint, "lines */"},
		{"go", "x := `raw\nstring`", theme.Good, "string`"},
		{"Python", "x = 'abc'", theme.Good, "'abc'"},
		{"Python", `x = "\"" + y`, theme.Good, `"\""`},
		{"json", `{"a": 12}`, theme.Accent, `"a"`},
		{"json", `{"a": 12}`, theme.Warn, "12"},
		{"yaml", "a: true # why", theme.Faint, "# why"},
		{"yaml", "a: true", theme.Warn, "true"},
		{"ts", "const a = `x`", theme.Accent, "const"},
		{"diff", "-old\n+new", theme.Good, "+new"},
		{"diff", "+++ b/x\n+new", theme.Accent, "+++ b/x"},
		{"diff", "@@ -1 +1 @@\n-old", theme.Bad, "-old"},
		{"sh", "# why", theme.Faint, "# why"},
		{"SQL", "select 1", theme.Accent, "select"},
		{"html", `<div class="x">`, theme.Accent, "div"},
		{"html", `<div class="x">`, theme.Accent, "class"},
		{"html", "<!-- a -->", theme.Faint, "<!-- a -->"},
		{"nonesuch", "func", theme.Plain, "func"},
		{"text", "exit 2 true", theme.Plain, "exit 2 true"},
		{"", "func", theme.Code, "func"},
	} {
		got := strings.Join(r.Render("```"+c.language+"\n"+c.code+"\n```", 60, theme.Plain), "\n")
		if want := r.theme.Tone(c.tone).Render(c.word); !strings.Contains(got, want) {
			t.Errorf("%s: %q does not contain %q", c.language, got, want)
		}
	}
}

// TestHighlightIsLinear highlights code made of nothing but openings of tokens:
// the number of styled places is what it costs.
func TestHighlightIsLinear(t *testing.T) {
	th := rendererFor(termenv.ANSI, theme.Unicode()).theme
	for _, unit := range []string{"/*", `"\`, "`", `"""`, "<!--", "((", "a:", "1.", "é"} {
		code := strings.Repeat(unit, 64<<10)
		for _, language := range []string{"go", "python", "json", "html", "yaml", "sql"} {
			if s := highlight(th, code, language); s.text != code || len(s.turns) > len(code)+1 {
				t.Errorf("%s: %d styled places in %d bytes of %q", language, len(s.turns), len(code), unit)
			}
		}
	}
}

func FuzzHighlight(f *testing.F) {
	for i, seed := range []string{
		"func f() { return \"x\" } // y", "<?php echo '<b>' ?>", "{\"a\": [1, null]}",
		"<div class=\"x\">{{ a }}</div>", "a: 'b'\n- c", "SELECT * FROM t WHERE a = 'b'",
		"`${a}` /* ", "'''\"\"\"\\", "+a\n-b\n@@",
	} {
		f.Add(seed, i)
	}
	languages := []string{"go", "python", "json", "html", "yaml", "sql", "bash", "css", "toml", "diff", "unknown", ""}
	th := rendererFor(termenv.ANSI, theme.Unicode()).theme
	f.Fuzz(func(t *testing.T, code string, language int) {
		code = text.CleanLines(code)
		s := highlight(th, code, languages[(language&0x7fffffff)%len(languages)])
		at := -1
		for _, turn := range s.turns {
			if turn.at <= at || turn.at > len(code) {
				t.Fatalf("%q: a style begins at byte %d after one at %d", code, turn.at, at)
			}
			at = turn.at
		}
	})
}

func BenchmarkHighlight(b *testing.B) {
	th := rendererFor(termenv.ANSI, theme.Unicode()).theme
	for language, line := range map[string]string{
		"go":   "func f(a int) string { return \"x\" } // why\n",
		"json": "{\"a\": [1, true, null]}\n",
	} {
		code := strings.Repeat(line, 4096/len(line))
		b.Run(language, func(b *testing.B) {
			b.SetBytes(int64(len(code)))
			b.ReportAllocs()
			for b.Loop() {
				highlight(th, code, language)
			}
		})
	}
}
