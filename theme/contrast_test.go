package theme

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"testing"

	"github.com/charmbracelet/lipgloss"
)

// luminance returns the relative luminance of one of the 256 colours, by WCAG 2.
func luminance(r, g, b int) float64 {
	linear := func(v int) float64 {
		c := float64(v) / 255
		if c <= 0.04045 {
			return c / 12.92
		}
		return math.Pow((c+0.055)/1.055, 2.4)
	}
	return 0.2126*linear(r) + 0.7152*linear(g) + 0.0722*linear(b)
}

func ofColour(t *testing.T, c lipgloss.TerminalColor) float64 {
	t.Helper()
	n, err := strconv.Atoi(string(c.(lipgloss.Color)))
	if err != nil || n < 16 || n > 255 {
		t.Fatalf("%v is not one of the colours 16 to 255, which terminals do not redefine", c)
	}
	if n >= 232 {
		grey := 8 + 10*(n-232)
		return luminance(grey, grey, grey)
	}
	levels := [...]int{0, 95, 135, 175, 215, 255}
	n -= 16
	return luminance(levels[n/36], levels[n/6%6], levels[n%6])
}

func contrast(a, b float64) float64 { return (max(a, b) + 0.05) / (min(a, b) + 0.05) }

// All text has a contrast of at least 4.5:1 on the backgrounds that a palette is
// made for, on the header, and on the cursor row.
func TestContrast(t *testing.T) {
	for _, test := range []struct {
		palette     Palette
		text        float64 // the terminal's own, on the backgrounds
		backgrounds [2]float64
	}{
		{dark(), luminance(0xd0, 0xd0, 0xd0), [2]float64{luminance(0, 0, 0), luminance(0x28, 0x2c, 0x34)}},
		{light(), luminance(0x38, 0x3a, 0x42), [2]float64{luminance(255, 255, 255), luminance(0xef, 0xf1, 0xf5)}},
	} {
		p := test.palette
		check := func(what string, text, background float64) {
			t.Helper()
			if got := contrast(text, background); got < 4.5 {
				t.Errorf("%s: %s: the contrast is %.2f", p.Name, what, got)
			}
		}
		for name, c := range map[string]lipgloss.TerminalColor{
			"muted": p.Muted, "faint": p.Faint, "accent": p.Accent, "good": p.Good, "warn": p.Warn, "bad": p.Bad,
			"match": p.Match, "link": p.Link, "code": p.Code,
		} {
			for i, background := range test.backgrounds {
				check(fmt.Sprintf("%s on background %d", name, i), ofColour(t, c), background)
			}
		}
		for name, c := range map[string]lipgloss.TerminalColor{"muted": p.Muted, "accent": p.Accent, "good": p.Good, "bad": p.Bad} {
			check(name+" in the header", ofColour(t, c), ofColour(t, p.Bar))
		}
		check("text in the header", test.text, ofColour(t, p.Bar))
		check("active tab", ofColour(t, p.OnAccent), ofColour(t, p.Accent))
		check("current search hit", ofColour(t, p.OnAccent), ofColour(t, p.Match))
		for name, c := range map[string]lipgloss.TerminalColor{
			"text": p.OnCursor, "accent": p.OnCursorAccent, "good": p.OnCursorGood, "warn": p.OnCursorWarn, "bad": p.OnCursorBad,
		} {
			check(name+" on the cursor row", ofColour(t, c), ofColour(t, p.Cursor))
		}
	}
}

func TestANSIUsesLegibleColours(t *testing.T) {
	p := ansi16()
	for _, c := range []lipgloss.TerminalColor{
		p.Text, p.Muted, p.Faint, p.Line, p.Accent, p.Good, p.Warn, p.Bad, p.Match, p.Link, p.Code, p.OnAccent, p.Cursor, p.OnCursor, p.Bar,
	} {
		if c != nil && !slices.Contains([]string{"1", "2", "3", "6"}, string(c.(lipgloss.Color))) {
			t.Errorf("colour %v", c)
		}
	}
}
