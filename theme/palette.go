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
	// OnCursorAccent and so on are these tones on Cursor; nil = OnCursor.
	OnCursorAccent, OnCursorGood, OnCursorWarn, OnCursorBad lipgloss.TerminalColor
	Bar                                                     lipgloss.TerminalColor // background of the header
}

// Names lists the palettes in the order in which they are offered.
func Names() []string { return []string{"dark", "light", "ansi", "mono"} }

// ByName returns the palette with a name.
func ByName(name string) (p Palette, ok bool) {
	i := slices.Index(Names(), name)
	if i < 0 {
		return Palette{}, false
	}
	return []Palette{dark(), light(), ansi16(), mono()}[i], true
}

// The dark and light palettes name colours by their number among 256: all terminals
// with colours, and tmux, show them alike, and their escape sequences are half as
// long as those of true colour. TestContrast holds them to the backgrounds that
// they are made for: black to #282c34, and white to #eff1f5.

func dark() Palette {
	return Palette{
		Name: "dark", Dark: true,
		Muted: lipgloss.Color("250"), Faint: lipgloss.Color("246"), Line: lipgloss.Color("240"), Accent: lipgloss.Color("75"),
		Good: lipgloss.Color("114"), Warn: lipgloss.Color("221"), Bad: lipgloss.Color("210"),
		Match: lipgloss.Color("215"), Link: lipgloss.Color("117"), Code: lipgloss.Color("183"),
		OnAccent: lipgloss.Color("16"), Cursor: lipgloss.Color("24"), OnCursor: lipgloss.Color("231"),
		OnCursorAccent: lipgloss.Color("153"), OnCursorGood: lipgloss.Color("120"), OnCursorWarn: lipgloss.Color("227"), OnCursorBad: lipgloss.Color("224"), Bar: lipgloss.Color("236"),
	}
}

func light() Palette {
	return Palette{
		Name: "light", Dark: false,
		Muted: lipgloss.Color("238"), Faint: lipgloss.Color("241"), Line: lipgloss.Color("250"), Accent: lipgloss.Color("25"),
		Good: lipgloss.Color("22"), Warn: lipgloss.Color("94"), Bad: lipgloss.Color("124"),
		Match: lipgloss.Color("94"), Link: lipgloss.Color("25"), Code: lipgloss.Color("91"),
		OnAccent: lipgloss.Color("231"), Cursor: lipgloss.Color("189"), OnCursor: lipgloss.Color("16"),
		OnCursorAccent: lipgloss.Color("25"), OnCursorGood: lipgloss.Color("22"), OnCursorWarn: lipgloss.Color("58"), OnCursorBad: lipgloss.Color("124"), Bar: lipgloss.Color("254"),
	}
}

// ansi16 uses only those of the terminal's sixteen colours that are legible in
// common schemes: bright black is the background of Solarized, for one.
func ansi16() Palette {
	return Palette{
		Name: "ansi", Dark: true, Accent: lipgloss.Color("6"),
		Good: lipgloss.Color("2"), Warn: lipgloss.Color("3"), Bad: lipgloss.Color("1"), Link: lipgloss.Color("6"),
	}
}

// mono has no colour: it uses bold, underline, faint and reverse video.
func mono() Palette { return Palette{Name: "mono", Dark: true} }
