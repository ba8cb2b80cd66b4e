package theme

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/lipgloss"
	"github.com/muesli/termenv"
)

// All text has a contrast of at least 4.5:1 on the backgrounds that a palette is
// made for, on the header, and on the cursor row.
func TestContrast(t *testing.T) {
	for _, name := range Names() {
		p, _ := ByName(name)
		for _, fault := range p.lowContrasts() {
			t.Errorf("%s: %s on %q: the contrast is %.2f", name, fault.Token, fault.On, fault.Contrast)
		}
		if fixed := name != "ansi" && name != "mono"; (len(p.backgrounds) > 0) != fixed {
			t.Errorf("%s has %d backgrounds", name, len(p.backgrounds))
		}
		for token, c := range p.tokens() {
			if _, known := luminance(*c); *c != nil && !known && name != "ansi" {
				t.Errorf("%s: %s is %v, which terminals redefine", name, token, *c)
			}
		}
	}
	high := highContrast()
	for _, token := range []string{"text", "muted", "faint", "accent", "good", "warn", "bad", "match", "link", "code"} {
		if got, _ := contrast(*high.tokens()[token], lipgloss.Color("#000000")); got < 7 {
			t.Errorf("%s in the palette of high contrast has %.2f", token, got)
		}
	}
	for a, want := range map[string]float64{"#ffffff": 21, "231": 21, "#777777": 4.69, "16": 1} {
		if got, ok := contrast(lipgloss.Color(a), lipgloss.Color("#000000")); !ok || math.Abs(got-want) > 0.01 {
			t.Errorf("%s on black: %.2f, want %.2f", a, got, want)
		}
	}
}

// All text is legible also where a terminal has 256 colours, to which the others are rounded.
func TestContrastIn256Colours(t *testing.T) {
	for _, name := range Names() {
		p := For(io.Discard, []string{"TERM=xterm-256color"}, Choice{Name: name}).Palette
		for _, c := range p.tokens() {
			if hex, ok := (*c).(lipgloss.Color); ok && strings.HasPrefix(string(hex), "#") {
				*c = lipgloss.Color(fmt.Sprint(int(termenv.ANSI256.Color(string(hex)).(termenv.ANSI256Color))))
			}
		}
		for _, fault := range p.lowContrasts() {
			t.Errorf("%s: %s on %q: the contrast is %.2f", name, fault.Token, fault.On, fault.Contrast)
		}
	}
}

// The user's colours replace those of a palette, and what is wrong with them is reported.
func TestOwnColours(t *testing.T) {
	dark, _ := ByName("dark")
	p, faults := dark.With(map[string]string{
		"accent": "#FF8800",
		"good":   "bright-green",
		"warn":   "220",
		"bad":    "52",
		"cursor": "#101010",
		"colour": "red",
		"link":   "pink",
		"code":   "256",
	})
	if p.Accent != lipgloss.Color("#ff8800") || p.Good != lipgloss.Color("10") || p.Warn != lipgloss.Color("220") ||
		p.Bad != lipgloss.Color("52") ||
		p.Link != dark.Link {
		t.Errorf("%+v", p)
	}
	var got []string
	for _, f := range faults {
		got = append(got, fmt.Sprintf("%s %t %q %t", f.Token, f.Unknown, f.On, f.Contrast > 0))
	}
	if want := []string{
		`code false "" false`,
		`colour true "" false`,
		`link false "" false`,
		`bad false "" true`,
		`bad false "" true`,
		`bad false "header" true`,
	}; !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
	th := For(io.Discard, []string{"TERM=xterm-256color"}, Choice{
		Name:    "dark",
		Colours: map[string]string{"good": "220"},
	})
	if th.Palette.Good != lipgloss.Color("220") {
		t.Errorf("%v", th.Palette.Good)
	}
	if th := For(io.Discard, []string{
		"TERM=xterm-256color",
		"NO_COLOR=1",
	}, Choice{Colours: map[string]string{"good": "220"}}); th.Palette.Good != nil {
		t.Errorf("without colours: %v", th.Palette.Good)
	}
}

// Red is bright where the terminal has it, and signs keep their colours on the cursor row.
func TestRedIsLegible(t *testing.T) {
	for term, want := range map[string]string{"linux": "91", "xterm": "91", "xterm-color": "31"} {
		th := For(io.Discard, []string{"TERM=" + term}, Choice{Name: "ansi"})
		for name, style := range map[string]Style{
			"a sign":                   th.Tone(Bad),
			"a sign on the cursor row": th.OnCursor(Bad),
		} {
			if open := style.Open(); !strings.Contains(open, want+"m") && !strings.Contains(open, want+";") {
				t.Errorf("%s: %s is %q", term, name, open)
			}
		}
		if th.OnCursor(Bad) == th.OnCursor(Plain) || th.OnCursor(Good) == th.OnCursor(Bad) {
			t.Errorf("%s: signs on the cursor row look alike", term)
		}
	}
}

func TestANSIUsesLegibleColours(t *testing.T) {
	p := ansi16()
	for _, c := range []lipgloss.TerminalColor{
		p.Text,
		p.Muted,
		p.Faint,
		p.Line,
		p.Accent,
		p.Good,
		p.Warn,
		p.Bad,
		p.Match,
		p.Link,
		p.Code,
		p.OnAccent,
		p.Cursor,
		p.OnCursor,
		p.Bar,
	} {
		if c != nil && !slices.Contains([]string{"2", "3", "6", "9"}, string(c.(lipgloss.Color))) {
			t.Errorf("colour %v", c)
		}
	}
}
