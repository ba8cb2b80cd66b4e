package markdown

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/muesli/termenv"

	"channeldeck/theme"
	"channeldeck/ui/text"
)

func TestColoursOfCode(t *testing.T) {
	r := rendererFor(termenv.ANSI, theme.Unicode())
	for _, c := range []struct {
		language, code string
		tone           theme.Tone
		word           string
	}{
		{"go", "return nil", theme.Accent, "return"},
		{"Python", "x = 'abc'", theme.Good, "'abc'"},
		{"json", `{"a": 12}`, theme.Accent, `"a"`},
		{"json", `{"a": 12}`, theme.Warn, "12"},
		{"yaml", "a: true # why", theme.Faint, "# why"},
		{"ts", "const a = `x`", theme.Accent, "const"},
		{"diff", "-old\n+new", theme.Good, "+new"},
		{"sh", "# why", theme.Faint, "# why"},
		{"nonesuch", "func", theme.Plain, "func"},
		{"", "func", theme.Code, "func"},
	} {
		source := "```" + c.language + "\n" + c.code + "\n```"
		r.Render(source, 60, theme.Plain)
		r.Take(Colour(t.Context(), r.Uncoloured()))
		got := strings.Join(r.Render(source, 60, theme.Plain), "\n")
		if want := r.theme.Tone(c.tone).Render(c.word); !strings.Contains(got, want) {
			t.Errorf("%s: %q has not %q", c.language, got, want)
		}
		if left := r.Uncoloured(); len(left) > 0 {
			t.Errorf("%q is asked for again", left)
		}
	}
}

func TestColoursEndWithTheTime(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	first, second := Code{"go", "return"}, Code{"go", "func"}
	got := Colour(ctx, []Code{first, second})
	if runs, ok := got[first]; !ok || runs != nil {
		t.Errorf("what took all the time is %v, %v", runs, ok)
	}
	if _, ok := got[second]; ok {
		t.Error("what was not looked at counts as looked at")
	}
}

func TestUncolouredAreTheLast(t *testing.T) {
	r := rendererFor(termenv.ANSI, theme.Unicode())
	code := func(n int) string { return strings.Repeat("x", n+1) }
	for n := range mostWaiting + 3 {
		r.Render("```go\n"+code(n)+"\n```", 60, theme.Plain)
	}
	r.Render("```go\n"+code(mostCode)+"\n```\n\n```\nno language\n```", 60, theme.Plain)
	got := r.Uncoloured()
	if len(got) != mostWaiting || got[0].Text != code(mostWaiting+2) || got[mostWaiting-1].Text != code(3) {
		t.Errorf("%d blocks wait, from %q", len(got), got[0].Text)
	}
}

// FuzzColour takes any code in the languages that models write most: whatever it
// is, its runs are as long as the code and the line end behind it, or there are
// none.
func FuzzColour(f *testing.F) {
	for i, seed := range []string{"func f() { return \"x\" } // y", "<?php echo '<b>' ?>", "{\"a\": [1, null]}", "<div class=\"x\">{{ a }}</div>", "a: 'b'\n- c", "SELECT * FROM t WHERE a = 'b'", "`${a}` /* ", "'''\"\"\"\\"} {
		f.Add(seed, i)
	}
	languages := []string{"go", "php", "json", "html", "yaml", "sql", "ts", "python", "bash", "css", "jsx", "rust", "java", "c++", "diff", "dockerfile", "markdown", "toml", "vue", "ruby"}
	f.Fuzz(func(t *testing.T, code string, language int) {
		if len(code) > 256 {
			return
		}
		block := Code{languages[(language&0x7fffffff)%len(languages)], text.CleanLines(code)}
		size := 0
		for _, run := range Colour(t.Context(), []Code{block})[block] {
			size += run.size
		}
		if size != 0 && size != len(block.Text)+1 {
			t.Fatalf("%q has runs of %d bytes, has %d", block, size, len(block.Text))
		}
	})
}

// BenchmarkColour is what the colours of 4 kB of code take, away from the keys.
func BenchmarkColour(b *testing.B) {
	for name, code := range map[string]Code{
		"go": {"go", strings.Repeat("func f(a int) string { return \"x\" } // why\n", 90)}, "json": {"json", strings.Repeat("{\"a\": [1, true, null]}\n", 180)},
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				Colour(b.Context(), []Code{code})
			}
		})
	}
}

// TestManyBlocksGetTheirColours has more blocks in one source than wait at a
// time: all are coloured in the end, and then none is asked for again.
func TestManyBlocksGetTheirColours(t *testing.T) {
	var source strings.Builder
	for i := range 400 {
		fmt.Fprintf(&source, "```go\n%d\n```\n", i)
	}
	r := rendererFor(termenv.ANSI, theme.Unicode())
	for range 400/mostWaiting + 1 {
		r.Render(source.String(), 80, theme.Plain)
		r.Take(Colour(t.Context(), r.Uncoloured()))
	}
	drawn := strings.Join(r.Render(source.String(), 80, theme.Plain), "\n")
	if left := r.Uncoloured(); len(left) > 0 {
		t.Errorf("%d blocks are asked for again", len(left))
	}
	if number := r.theme.Tone(theme.Warn).Render("0"); !strings.Contains(drawn, number) {
		t.Errorf("%q is not in %q", number, drawn[:200])
	}
}

// TestColoursAreDropped has more code than is kept.
func TestColoursAreDropped(t *testing.T) {
	r := rendererFor(termenv.ANSI, theme.Unicode())
	for i := range 100 {
		r.Take(Colours{{"go", fmt.Sprintf("%d%s", i, strings.Repeat("x", mostCode-4))}: nil})
	}
	if kept := len(r.colours) * mostCode; kept > mostColoured+2*mostCode {
		t.Errorf("%d bytes of code are kept", kept)
	}
}
