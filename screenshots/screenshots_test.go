package screenshots

import (
	"encoding/xml"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"channeldeck/ui/testkit/golden"
)

// TestPicturesAreCurrent draws all pictures again. One that differs is of an older
// program.
func TestPicturesAreCurrent(t *testing.T) {
	all := pictures()
	for _, p := range all {
		t.Run(p.name, func(t *testing.T) {
			name := p.name + ".svg"
			drawn := p.draw(t)
			if golden.Updating() {
				if err := os.WriteFile(name, []byte(drawn), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			old, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			if string(old) != drawn {
				t.Errorf("%s differs: run go test ./screenshots -update and review it", name)
			}
			if limit := 100 << 10; len(drawn) > limit && (p.tour == nil || len(drawn) > 5*limit) {
				t.Errorf("%s has %d bytes", name, len(drawn))
			}
		})
	}
	there, err := filepath.Glob("*.svg")
	if err != nil {
		t.Fatal(err)
	}
	if len(there) != len(all) {
		t.Errorf("%d files, want %d", len(there), len(all))
	}
}

func TestEveryLetterIsInItsCell(t *testing.T) {
	view := "a \x1b[1;38;5;9mbc\x1b[0m  d\n你好x\x1b[7m<&>\x1b[0m\n\x1b[4mلا\x1b[0m|"
	got := svg([]frame{{view: view}}, 0, 12, 3, scheme16(true), "a <title>")
	for _, want := range []string{
		`<text class="s0" x="12" textLength="9" y="26">a</text>`,
		`<text class="s1" x="30" textLength="18" y="26">bc</text>`, // .s1{fill:#ff7b72;font-weight:700}
		`<text class="s0" x="66" textLength="9" y="26">d</text>`,
		`<text class="s0" x="12 30" y="44">你好</text>`,
		`<rect x="57" y="30" width="27" height="18" fill="#d8dbe2"/>`, // reversed
		`textLength="27" y="44">&lt;&amp;&gt;</text>`,
		`x="12 21" y="62">لا</text>`, // each letter by itself: nothing turns their order
		`.s1{fill:#ff7b72;font-weight:700}`,
		`text-decoration:underline`,
		`<title>a &lt;title&gt;</title>`,
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no %s in:\n%s", want, got)
		}
	}
	d := xml.NewDecoder(strings.NewReader(got))
	for {
		if _, err := d.Token(); err == io.EOF {
			break
		} else if err != nil {
			t.Fatal(err)
		}
	}
}

func TestLinesOfAnAnimationAreDrawnOnce(t *testing.T) {
	frames := []frame{{"head\none\nfoot", 0}, {"head\ntwo\nfoot", time.Second}, {"head\none\nhead", 3 * time.Second}}
	got := svg(frames, 4*time.Second, 6, 3, scheme16(true), "moves")
	for text, want := range map[string]int{
		">head</text>": 2, // in its place, and as the last line of the last frame
		">one</text>":  1, ">two</text>": 1, ">foot</text>": 1,
		`href="#l0"`: 2, // the second line of the first and the last frame
		"@keyframes": 4,
		".t{visibility:hidden;animation:4s step-end infinite}":                    1,
		"{0%{visibility:hidden}25%{visibility:visible}75%,to{visibility:hidden}}": 1,
		"{0%{visibility:visible}25%,to{visibility:hidden}}":                       1,
		"{0%{visibility:visible}75%,to{visibility:hidden}}":                       1,
		"{0%{visibility:hidden}75%{visibility:visible}}":                          1,
	} {
		if n := strings.Count(got, text); n != want {
			t.Errorf("%s is there %d times, want %d:\n%s", text, n, want, got)
		}
	}
}
