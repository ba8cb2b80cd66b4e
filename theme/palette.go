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

// The two rich palettes name by number what stands in rows of a table: those
// escape sequences are a third as long, and two rows are sent with every move of
// the cursor. The header's background has a number because a terminal of 256
// colours has no match for other dark shades. The cursor's, in the dark palette,
// is one on which black can be read too: a terminal may be light unknown to us.

func dark() Palette {
	return Palette{
		Name: "dark", Dark: true,
		Muted: lipgloss.Color("#9aa3b2"), Faint: lipgloss.Color("#6b7385"), Accent: lipgloss.Color("#6cb6ff"),
		Good: lipgloss.Color("10"), Warn: lipgloss.Color("11"), Bad: lipgloss.Color("9"),
		Match: lipgloss.Color("#ffa657"), Link: lipgloss.Color("#79c0ff"), Code: lipgloss.Color("#d2a8ff"),
		OnAccent: lipgloss.Color("#0d1117"), Cursor: lipgloss.Color("60"), Bar: lipgloss.Color("236"),
	}
}

func light() Palette {
	return Palette{
		Name: "light", Dark: false,
		Muted: lipgloss.Color("#57606a"), Faint: lipgloss.Color("#7d858f"), Accent: lipgloss.Color("#0550ae"),
		Good: lipgloss.Color("2"), Warn: lipgloss.Color("94"), Bad: lipgloss.Color("1"),
		Match: lipgloss.Color("#a04100"), Link: lipgloss.Color("#0550ae"), Code: lipgloss.Color("#6639ba"),
		OnAccent: lipgloss.Color("#ffffff"), Cursor: lipgloss.Color("189"), Bar: lipgloss.Color("254"),
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
