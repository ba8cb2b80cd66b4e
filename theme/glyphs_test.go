package theme

import (
	"fmt"
	"io"
	"testing"

	"golang.org/x/text/encoding/charmap"
)

// The fonts of the Linux console have the characters of code page 437, but no braille and no ✗.
func TestConsoleHasTheGlyphs(t *testing.T) {
	g := For(io.Discard, []string{"TERM=linux", "LANG=C.UTF-8"}, Choice{Name: "auto"}).Glyphs
	pictures := map[rune]bool{'•': true, '▲': true, '▼': true} // of its control characters
	for _, r := range fmt.Sprint(g) {
		if _, ok := charmap.CodePage437.EncodeRune(r); !ok && !pictures[r] {
			t.Errorf("%q isn't in the font", r)
		}
	}
	if g.Unicode || g.Border.Left != "│" {
		t.Errorf("glyphs: %+v", g)
	}
	if g := For(io.Discard, []string{"TERM=linux", "LANG=C"}, Choice{Name: "auto"}).Glyphs; g.Border.Left != "|" {
		t.Errorf("in a locale of ASCII: %+v", g)
	}
}
