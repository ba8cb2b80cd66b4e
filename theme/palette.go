package theme

import "github.com/charmbracelet/lipgloss"

// Palette is the colours of a theme by what they mean. A nil colour is the
// terminal's own.
type Palette struct {
	Name   string
	Dark   bool
	Text   lipgloss.TerminalColor // what is read
	Muted  lipgloss.TerminalColor // what stands beside it
	Faint  lipgloss.TerminalColor // lines, and what is switched off
	Accent lipgloss.TerminalColor // where one is
	Good   lipgloss.TerminalColor
	Warn   lipgloss.TerminalColor
	Bad    lipgloss.TerminalColor
	Match  lipgloss.TerminalColor // letters that a filter or a search hit
	Link   lipgloss.TerminalColor
	Code   lipgloss.TerminalColor

	OnAccent lipgloss.TerminalColor // text on the accent colour
	Cursor   lipgloss.TerminalColor // background of the row under the cursor; nil for reverse video
	OnCursor lipgloss.TerminalColor
	Bar      lipgloss.TerminalColor // background of the header line
}

// Names lists the palettes in the order in which they are offered.
func Names() []string { return []string{"dark", "light", "ansi", "mono"} }

// ByName returns a palette, false where there is none of that name.
func ByName(name string) (Palette, bool) {
	switch name {
	case "dark":
		return dark(), true
	case "light":
		return light(), true
	case "ansi":
		return ansi16(), true
	case "mono":
		return mono(), true
	}
	return Palette{}, false
}

// The two rich palettes name colours by their number among 256: every terminal
// that has colours shows them alike, tmux too, and their escape sequences are
// half as long. What stands in the rows of accounts is of the first sixteen,
// shorter still, for two rows are sent with every move of the cursor. The
// cursor's background, in the dark palette, is one on which black can be read
// too: a terminal may be light unknown to us.

func dark() Palette {
	return Palette{
		Name: "dark", Dark: true,
		Muted: lipgloss.Color("248"), Faint: lipgloss.Color("243"), Accent: lipgloss.Color("75"),
		Good: lipgloss.Color("114"), Warn: lipgloss.Color("11"), Bad: lipgloss.Color("9"),
		Match: lipgloss.Color("215"), Link: lipgloss.Color("117"), Code: lipgloss.Color("183"),
		OnAccent: lipgloss.Color("16"), Cursor: lipgloss.Color("60"), Bar: lipgloss.Color("236"),
	}
}

func light() Palette {
	return Palette{
		Name: "light", Dark: false,
		Muted: lipgloss.Color("240"), Faint: lipgloss.Color("245"), Accent: lipgloss.Color("25"),
		Good: lipgloss.Color("28"), Warn: lipgloss.Color("94"), Bad: lipgloss.Color("1"),
		Match: lipgloss.Color("130"), Link: lipgloss.Color("25"), Code: lipgloss.Color("91"),
		OnAccent: lipgloss.Color("231"), Cursor: lipgloss.Color("189"), Bar: lipgloss.Color("254"),
	}
}

// ansi16 uses the terminal's own sixteen colours, whatever they are there.
func ansi16() Palette {
	return Palette{
		Name: "ansi", Dark: true,
		Muted: nil, Faint: lipgloss.Color("8"), Accent: lipgloss.Color("6"),
		Good: lipgloss.Color("2"), Warn: lipgloss.Color("3"), Bad: lipgloss.Color("1"),
		Match: lipgloss.Color("5"), Link: lipgloss.Color("4"), Code: lipgloss.Color("5"),
		OnAccent: lipgloss.Color("0"),
	}
}

// mono has no colour: bold, underline, faint and reverse video tell all.
func mono() Palette { return Palette{Name: "mono", Dark: true} }
