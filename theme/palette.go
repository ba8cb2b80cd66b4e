package theme

import (
	"slices"

	"github.com/charmbracelet/lipgloss"
)

// Palette holds the colours of a theme by meaning. A nil colour is the terminal's
// own.
type Palette struct {
	Name   string
	Dark   bool
	Text   lipgloss.TerminalColor
	Muted  lipgloss.TerminalColor // secondary text
	Faint  lipgloss.TerminalColor // missing values and disabled items
	Line   lipgloss.TerminalColor // borders and rules, never text
	Accent lipgloss.TerminalColor // the active element
	Good   lipgloss.TerminalColor
	Warn   lipgloss.TerminalColor
	Bad    lipgloss.TerminalColor
	Match  lipgloss.TerminalColor // letters that match a filter or a search
	Link   lipgloss.TerminalColor
	Code   lipgloss.TerminalColor

	OnAccent lipgloss.TerminalColor // text on Accent or Match; nil for reverse video
	Cursor   lipgloss.TerminalColor // background of the cursor row; nil for reverse video
	OnCursor lipgloss.TerminalColor // text on Cursor
	Bar      lipgloss.TerminalColor // background of the header

	// Tones on Cursor; nil for OnCursor.
	OnCursorAccent lipgloss.TerminalColor
	OnCursorGood   lipgloss.TerminalColor
	OnCursorWarn   lipgloss.TerminalColor
	OnCursorBad    lipgloss.TerminalColor

	boldSigns bool // red and yellow are bold, which makes them bright where there are eight colours

	// The terminal's own colours that the palette is made for, at their extremes; nil for any.
	backgrounds []lipgloss.TerminalColor
	foreground  lipgloss.TerminalColor
}

// palettes returns the palettes in the order in which they are offered.
func palettes() []Palette {
	return []Palette{dark(), light(), solarized(), highContrast(), ansi16(), mono()}
}

// Names lists the palettes in the order in which they are offered.
func Names() []string {
	var names []string
	for _, p := range palettes() {
		names = append(names, p.Name)
	}
	return names
}

// ByName returns the palette with a name.
func ByName(name string) (p Palette, ok bool) {
	for _, p := range palettes() {
		if p.Name == name {
			return p, true
		}
	}
	return Palette{}, false
}

// The dark and light palettes name colours by their number among 256: all terminals
// with colours, and tmux, show them alike, and their escape sequences are half as
// long as those of true colour. TestContrast holds them to the backgrounds that
// they are made for: black to #282c34, and white to #eff1f5.

func dark() Palette {
	return Palette{
		Name:           "dark",
		Dark:           true,
		Muted:          lipgloss.Color("250"),
		Faint:          lipgloss.Color("246"),
		Line:           lipgloss.Color("240"),
		Accent:         lipgloss.Color("75"),
		Good:           lipgloss.Color("114"),
		Warn:           lipgloss.Color("221"),
		Bad:            lipgloss.Color("210"),
		Match:          lipgloss.Color("215"),
		Link:           lipgloss.Color("117"),
		Code:           lipgloss.Color("183"),
		OnAccent:       lipgloss.Color("16"),
		Cursor:         lipgloss.Color("24"),
		OnCursor:       lipgloss.Color("231"),
		OnCursorAccent: lipgloss.Color("153"),
		OnCursorGood:   lipgloss.Color("120"),
		OnCursorWarn:   lipgloss.Color("227"),
		OnCursorBad:    lipgloss.Color("224"),
		Bar:            lipgloss.Color("236"),
		backgrounds: []lipgloss.TerminalColor{
			lipgloss.Color("#000000"),
			lipgloss.Color("#282c34"),
		},
		foreground: lipgloss.Color("#d0d0d0"),
	}
}

func light() Palette {
	return Palette{
		Name:           "light",
		Dark:           false,
		Muted:          lipgloss.Color("238"),
		Faint:          lipgloss.Color("241"),
		Line:           lipgloss.Color("250"),
		Accent:         lipgloss.Color("25"),
		Good:           lipgloss.Color("22"),
		Warn:           lipgloss.Color("94"),
		Bad:            lipgloss.Color("124"),
		Match:          lipgloss.Color("94"),
		Link:           lipgloss.Color("25"),
		Code:           lipgloss.Color("91"),
		OnAccent:       lipgloss.Color("231"),
		Cursor:         lipgloss.Color("189"),
		OnCursor:       lipgloss.Color("16"),
		OnCursorAccent: lipgloss.Color("25"),
		OnCursorGood:   lipgloss.Color("22"),
		OnCursorWarn:   lipgloss.Color("58"),
		OnCursorBad:    lipgloss.Color("124"),
		Bar:            lipgloss.Color("254"),
		backgrounds: []lipgloss.TerminalColor{
			lipgloss.Color("#ffffff"),
			lipgloss.Color("#eff1f5"),
		},
		foreground: lipgloss.Color("#383a42"),
	}
}

// solarized is for the dark background of Solarized. Its hues are lighter than the original
// ones, of which some have a contrast below 3.5.
func solarized() Palette {
	return Palette{
		Name:           "solarized",
		Dark:           true,
		Text:           lipgloss.Color("#a3b1b1"),
		Muted:          lipgloss.Color("#a3b1b1"),
		Faint:          lipgloss.Color("#93a1a1"),
		Line:           lipgloss.Color("#586e75"),
		Accent:         lipgloss.Color("#4aa5e8"),
		Good:           lipgloss.Color("#9ab300"),
		Warn:           lipgloss.Color("#c99c12"),
		Bad:            lipgloss.Color("#ff7b72"),
		Match:          lipgloss.Color("#c99c12"),
		Link:           lipgloss.Color("#35b5aa"),
		Code:           lipgloss.Color("#9a9ee0"),
		OnAccent:       lipgloss.Color("#002b36"),
		Cursor:         lipgloss.Color("#094453"),
		OnCursor:       lipgloss.Color("#eee8d5"),
		OnCursorAccent: lipgloss.Color("#7fc4f5"),
		OnCursorGood:   lipgloss.Color("#b5cf26"),
		OnCursorWarn:   lipgloss.Color("#e5b93c"),
		OnCursorBad:    lipgloss.Color("#ffa09a"),
		Bar:            lipgloss.Color("#073642"),
		backgrounds:    []lipgloss.TerminalColor{lipgloss.Color("#002b36")},
		foreground:     lipgloss.Color("#a3b1b1"),
	}
}

// highContrast has a contrast of at least 7:1 on a black background (level AAA of WCAG 2).
func highContrast() Palette {
	return Palette{
		Name:           "contrast",
		Dark:           true,
		Text:           lipgloss.Color("231"),
		Muted:          lipgloss.Color("255"),
		Faint:          lipgloss.Color("252"),
		Line:           lipgloss.Color("250"),
		Accent:         lipgloss.Color("87"),
		Good:           lipgloss.Color("120"),
		Warn:           lipgloss.Color("226"),
		Bad:            lipgloss.Color("210"),
		Match:          lipgloss.Color("226"),
		Link:           lipgloss.Color("123"),
		Code:           lipgloss.Color("219"),
		OnAccent:       lipgloss.Color("16"),
		Cursor:         lipgloss.Color("226"),
		OnCursor:       lipgloss.Color("16"),
		OnCursorAccent: lipgloss.Color("17"),
		OnCursorGood:   lipgloss.Color("22"),
		OnCursorWarn:   lipgloss.Color("52"),
		OnCursorBad:    lipgloss.Color("88"),
		Bar:            lipgloss.Color("234"),
		backgrounds:    []lipgloss.TerminalColor{lipgloss.Color("#000000")},
		foreground:     lipgloss.Color("231"),
	}
}

// ansi16 uses only those of the terminal's sixteen colours that are legible in common
// schemes. Bright black, for example, is the background of Solarized, and red is too dark
// on black.
func ansi16() Palette {
	return Palette{
		Name:   "ansi",
		Dark:   true,
		Accent: lipgloss.Color("6"),
		Good:   lipgloss.Color("2"),
		Warn:   lipgloss.Color("3"),
		Bad:    lipgloss.Color("9"),
		Link:   lipgloss.Color("6"),
	}
}

// light16 is for a light background and sixteen colours, of which only red and blue are dark in common schemes.
func light16() Palette {
	return Palette{
		Accent: lipgloss.Color("4"),
		Bad:    lipgloss.Color("1"),
		Link:   lipgloss.Color("4"),
	}
}

// ofFew returns the palette that stands for p on a terminal with sixteen colours or, if it has no bright ones, eight:
// those nearest to the colours of p are illegible beside each other.
func (p Palette) ofFew(term string) Palette {
	few := ansi16()
	if !p.Dark {
		few = light16()
	}
	few.Name = p.Name
	if slices.Contains([]string{"ansi", "xterm-color", "cons25"}, term) && few.Dark {
		few.Bad = lipgloss.Color("1")
		few.boldSigns = true
	}
	if term == "linux" && few.Dark { // its yellow is brown
		few.Warn = lipgloss.Color("11")
	}
	return few
}

// mono has no colour: it uses bold, underline, faint and reverse video.
func mono() Palette { return Palette{Name: "mono", Dark: true} }
