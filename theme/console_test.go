package theme

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"testing"

	"github.com/charmbracelet/lipgloss"
)

// vga are the sixteen colours of the Linux console, as of most terminals that have no more.
var vga = [...]string{
	"#000000", "#aa0000", "#00aa00", "#aa5500", "#0000aa", "#aa00aa", "#00aaaa", "#aaaaaa",
	"#555555", "#ff5555", "#55ff55", "#ffff55", "#5555ff", "#ff55ff", "#55ffff", "#ffffff",
}

// All text is legible with sixteen and with eight colours, in each palette: on white in light ones, on black in others.
func TestContrastInSixteenColours(t *testing.T) {
	for _, term := range []string{"linux", "xterm-color"} {
		for _, name := range Names() {
			th := For(io.Discard, []string{"TERM=" + term}, Choice{Name: name})
			styles := map[string]Style{
				"bar": th.Header.Bar, "brand": th.Header.Brand, "tab": th.Header.Tab, "number": th.Header.TabNumber,
				"active": th.Header.TabActive, "info": th.Header.Info, "good": th.Header.Good, "bad": th.Header.Bad,
				"past": th.Header.Past, "key": th.Footer.Key, "word": th.Footer.Word, "head": th.Table.Head,
				"sorted": th.Table.HeadSorted, "cursor": th.Table.Cursor, "match": th.Table.Match, "title": th.Title,
				"search": th.Search, "hit": th.Hit, "selected": th.Table.Selected, "chip": th.chip,
			}
			for tone := range toneCount {
				styles[fmt.Sprint("tone ", tone)] = th.tones[tone]
				styles[fmt.Sprint("tone on the cursor row ", tone)] = th.onCursor[tone]
			}
			for what, style := range styles {
				text, background := colourNumbers(style.Open(), th.Palette.Dark, term == "xterm-color")
				got, _ := contrast(lipgloss.Color(vga[text]), lipgloss.Color(vga[background]))
				if got < MinContrast {
					t.Errorf("%s, %s: %s (%q) has a contrast of %.2f", term, name, what, style.Open(), got)
				}
			}
		}
	}
	for name, want := range map[string]bool{"light": false, "dark": true, "solarized": true} {
		if p := For(io.Discard, []string{"TERM=linux"}, Choice{Name: name}).Palette; p.Dark != want || p.Name != name {
			t.Errorf("%s has the palette %s, dark: %t", name, p.Name, p.Dark)
		}
	}
	if For(io.Discard, []string{"TERM=xterm", "COLORFGBG=0;15"}, Choice{}).Palette.Dark {
		t.Error("a light terminal has the palette of a dark one")
	}
}

// colourNumbers returns the colours of text and background that a style shows. Where there are eight, bold text is
// bright.
func colourNumbers(open string, isDark, hasEight bool) (text, background int) {
	text, background = 0, 15
	if isDark {
		text, background = 7, 0
	}
	isBold := false
	isReversed := false
	for param := range strings.SplitSeq(strings.TrimSuffix(strings.TrimPrefix(open, "\x1b["), "m"), ";") {
		n, _ := strconv.Atoi(param)
		switch {
		case n == 1:
			isBold = true
		case n == 7:
			isReversed = true
		case 30 <= n && n < 38:
			text = n - 30
		case 90 <= n && n < 98:
			text = n - 90 + 8
		case 40 <= n && n < 48:
			background = n - 40
		case 100 <= n && n < 108:
			background = n - 100 + 8
		}
	}
	if hasEight && isBold && 0 < text && text < 8 {
		text += 8
	}
	if isReversed {
		return background, text
	}
	return text, background
}
