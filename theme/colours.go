package theme

import (
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/charmbracelet/lipgloss"
)

// MinContrast is the least contrast of text with its background, by WCAG 2 (level AA).
const MinContrast = 4.5

// ColourFault is the mistake in a colour of the user: its token or its value is unknown,
// or its contrast with another token is too low. That is reported but obeyed.
type ColourFault struct {
	Token, Value string
	Unknown      bool // the token
	On           string
	Contrast     float64 // 0 for an invalid value
}

// tokens returns the colours of p by their names in the configuration.
func (p *Palette) tokens() map[string]*lipgloss.TerminalColor {
	return map[string]*lipgloss.TerminalColor{
		"text":             &p.Text,
		"muted":            &p.Muted,
		"faint":            &p.Faint,
		"line":             &p.Line,
		"accent":           &p.Accent,
		"good":             &p.Good,
		"warn":             &p.Warn,
		"bad":              &p.Bad,
		"match":            &p.Match,
		"link":             &p.Link,
		"code":             &p.Code,
		"header":           &p.Bar,
		"cursor":           &p.Cursor,
		"on_accent":        &p.OnAccent,
		"on_cursor":        &p.OnCursor,
		"on_cursor_accent": &p.OnCursorAccent,
		"on_cursor_good":   &p.OnCursorGood,
		"on_cursor_warn":   &p.OnCursorWarn,
		"on_cursor_bad":    &p.OnCursorBad,
	}
}

// Tokens lists the names of the colours of a palette, sorted.
func Tokens() []string {
	return slices.Sorted(maps.Keys((&Palette{}).tokens()))
}

// With returns p with the user's colours by token: #rrggbb, a number among 256, or the name of
// one of the terminal's sixteen colours such as red or bright-red.
func (p Palette) With(colours map[string]string) (Palette, []ColourFault) {
	var faults []ColourFault
	tokens := p.tokens()
	for _, token := range slices.Sorted(maps.Keys(colours)) {
		c, ok := parseColour(colours[token])
		if tokens[token] == nil || !ok {
			faults = append(faults, ColourFault{
				Token:   token,
				Value:   colours[token],
				Unknown: tokens[token] == nil,
			})
			continue
		}
		*tokens[token] = c
	}
	for _, fault := range p.lowContrasts() {
		if colours[fault.Token] != "" || colours[fault.On] != "" {
			faults = append(faults, fault)
		}
	}
	return p, faults
}

func parseColour(s string) (lipgloss.Color, bool) {
	s = strings.ToLower(strings.TrimSpace(s))
	name, bright := strings.CutPrefix(s, "bright-")
	if i := slices.Index(
		[]string{"black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"},
		name,
	); i >= 0 {
		if bright {
			i += 8
		}
		return lipgloss.Color(strconv.Itoa(i)), true
	}
	n, err := strconv.Atoi(s)
	if err == nil && n >= 0 && n < 256 {
		return lipgloss.Color(strconv.Itoa(n)), true
	}
	_, ok := luminance(lipgloss.Color(s))
	return lipgloss.Color(s), ok && len(s) == len("#rrggbb")
}

// lowContrasts returns the texts of p that are hard to read where they are shown: on the
// backgrounds that p is made for, which are named "", in the header and on the cursor row.
func (p *Palette) lowContrasts() (faults []ColourFault) {
	tokens := p.tokens()
	check := func(on string, background lipgloss.TerminalColor, names ...string) {
		for _, name := range names {
			c := *tokens[name]
			if name == "text" && c == nil && len(p.backgrounds) > 0 {
				c = p.foreground
			}
			got, ok := contrast(c, background)
			if ok && got < MinContrast {
				faults = append(faults, ColourFault{Token: name, On: on, Contrast: got})
			}
		}
	}
	for _, background := range p.backgrounds {
		check(
			"", background, "muted", "faint", "accent", "good", "warn", "bad", "match", "link",
			"code", "text",
		)
	}
	check("header", p.Bar, "text", "muted", "accent", "good", "bad")
	check("accent", p.Accent, "on_accent")
	check("match", p.Match, "on_accent")
	check(
		"cursor",
		p.Cursor,
		"on_cursor",
		"on_cursor_accent",
		"on_cursor_good",
		"on_cursor_warn",
		"on_cursor_bad",
	)
	return faults
}

// contrast returns the contrast of two colours, by WCAG 2, unless one is the terminal's own.
func contrast(a, b lipgloss.TerminalColor) (ratio float64, ok bool) {
	la, known := luminance(a)
	lb, other := luminance(b)
	return (max(la, lb) + 0.05) / (min(la, lb) + 0.05), known && other
}

// luminance returns the relative luminance of a colour, by WCAG 2, if all terminals show it
// alike: it is #rrggbb or one of the colours 16 to 255.
func luminance(c lipgloss.TerminalColor) (l float64, ok bool) {
	s, _ := c.(lipgloss.Color)
	var rgb [3]int
	n, err := strconv.Atoi(string(s))
	switch digits, isHex := strings.CutPrefix(string(s), "#"); {
	case isHex && len(digits) == 6:
		v, err := strconv.ParseUint(digits, 16, 32)
		if err != nil {
			return 0, false
		}
		rgb = [3]int{int(v >> 16), int(v >> 8 & 0xff), int(v & 0xff)}
	case err != nil || n < 16 || n > 255:
		return 0, false
	case n >= 232:
		grey := 8 + 10*(n-232)
		rgb = [3]int{grey, grey, grey}
	default:
		levels := [...]int{0, 95, 135, 175, 215, 255}
		rgb = [3]int{levels[(n-16)/36], levels[(n-16)/6%6], levels[(n-16)%6]}
	}
	linear := func(v int) float64 {
		c := float64(v) / 255
		if c <= 0.04045 {
			return c / 12.92
		}
		return math.Pow((c+0.055)/1.055, 2.4)
	}
	return 0.2126*linear(rgb[0]) + 0.7152*linear(rgb[1]) + 0.0722*linear(rgb[2]), true
}
