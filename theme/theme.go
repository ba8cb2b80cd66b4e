// Package theme makes all colours and styles. New builds the styles for one
// lipgloss renderer from a palette. It does not know the panes.
package theme

import (
	"io"
	"strings"

	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/lipgloss"
	"github.com/muesli/termenv"

	_ "channeldeck/theme/background" // before Bubble Tea queries the terminal
)

// Tone is the meaning of a text.
type Tone uint8

// The tones.
const (
	Plain Tone = iota
	Muted
	Faint
	Strong
	Accent
	Good
	Warn
	Bad
	Link
	Code
	Emphasis
	toneCount
)

// Theme holds the styles and glyphs of one session.
type Theme struct {
	Glyphs Glyphs
	colours
}

// colours are the palette of a theme and the styles that are made of it.
type colours struct {
	Renderer *lipgloss.Renderer
	Palette  Palette

	tones    [toneCount]Style
	onCursor [toneCount]Style
	chip     Style

	Header struct{ Bar, Brand, Tab, TabNumber, TabActive, Info, Good, Bad, Past Style }
	Footer struct{ Key, Word Style }
	Table  struct{ Head, HeadSorted, HeadCursor, Cursor, CursorMatch, Selected, Match Style }
	Field  struct{ Label Style } // a line of a detail view
	Title  Style
	Line   Style // borders and rules; Tone(Accent) is the border of the focused region
	Search Style // a hit of a search
	Hit    Style // the current hit
}

// New returns a theme. The renderer decides how many colours are used.
func New(r *lipgloss.Renderer, p Palette, g Glyphs) *Theme {
	t := &Theme{Glyphs: g, colours: colours{Renderer: r, Palette: p}}
	ink := t.Ink
	on := func(fg, bg lipgloss.TerminalColor) lipgloss.Style {
		if bg == nil || fg == nil {
			return r.NewStyle().Reverse(true)
		}
		return ink(fg).Background(bg)
	}
	bar := func(s lipgloss.Style) lipgloss.Style {
		if p.Bar == nil {
			return s
		}
		return s.Background(p.Bar)
	}
	quiet := ink(p.Faint)
	if p.Name == "mono" {
		quiet = quiet.Faint(true)
	}

	for tone, s := range [toneCount]lipgloss.Style{
		Plain:    ink(p.Text),
		Muted:    ink(p.Muted),
		Faint:    quiet,
		Strong:   ink(p.Text).Bold(true),
		Accent:   ink(p.Accent).Bold(p.Accent == nil),
		Good:     ink(p.Good),
		Warn:     ink(p.Warn).Bold(p.Warn == nil || p.boldSigns),
		Bad:      ink(p.Bad).Bold(p.Bad == nil || p.boldSigns),
		Link:     ink(p.Link).Underline(true),
		Code:     ink(p.Code),
		Emphasis: ink(p.Text).Italic(true),
	} {
		t.tones[tone] = flat(s)
	}
	for tone := range t.onCursor {
		t.onCursor[tone] = flat(on(p.OnCursor, p.Cursor))
	}
	for tone, c := range map[Tone]lipgloss.TerminalColor{
		Accent: p.OnCursorAccent,
		Good:   p.OnCursorGood,
		Warn:   p.OnCursorWarn,
		Bad:    p.OnCursorBad,
	} {
		if c != nil {
			t.onCursor[tone] = flat(on(c, p.Cursor))
		}
	}
	if p.Cursor == nil { // in reverse video the colour of a sign is its background
		for tone, c := range map[Tone]lipgloss.TerminalColor{
			Good: p.Good,
			Warn: p.Warn,
			Bad:  p.Bad,
		} {
			t.onCursor[tone] = flat(ink(c).Reverse(true).Bold(p.boldSigns))
		}
	}
	t.Header.Bar = flat(bar(ink(p.Text)))
	t.Header.Brand = flat(bar(ink(p.Accent).Bold(true)))
	t.Header.Tab = flat(bar(ink(p.Muted)))
	t.Header.TabNumber = flat(bar(ink(p.Accent)))
	t.Header.TabActive = flat(on(p.OnAccent, p.Accent).Bold(true))
	t.chip = flat(bar(ink(p.Accent)))
	t.Header.Info = flat(bar(ink(p.Muted)))
	t.Header.Past = flat(bar(ink(p.Warn).Bold(true).Reverse(true)))
	t.Header.Good = flat(bar(ink(p.Good)))
	t.Header.Bad = flat(bar(ink(p.Bad).Bold(p.Bad == nil || p.boldSigns)))
	t.Footer.Key = flat(ink(p.Accent).Bold(true))
	t.Footer.Word = flat(ink(p.Muted))
	t.Table.Head = flat(ink(p.Muted).Bold(true))
	t.Table.HeadSorted = flat(ink(p.Accent).Bold(true))
	t.Table.HeadCursor = flat(ink(p.Muted).Bold(true).Underline(true))
	t.Table.Cursor = flat(on(p.OnCursor, p.Cursor))
	t.Table.CursorMatch = flat(on(p.OnCursor, p.Cursor).Bold(true).Underline(true))
	t.Table.Selected = flat(ink(p.Accent).Bold(true))
	t.Table.Match = flat(ink(p.Match).Bold(true).Underline(p.Match == nil))
	t.Field.Label = flat(ink(p.Muted))
	t.Title = flat(ink(p.Accent).Bold(true))
	t.Line = flat(ink(p.Line))
	t.Search = flat(ink(p.Match).Bold(true).Underline(true))
	t.Hit = flat(on(p.OnAccent, p.Match).Bold(true))
	return t
}

// SetColours takes the colours of another theme: all that is drawn with t has them from then on.
// The glyphs stay, which commands in the background read.
func (t *Theme) SetColours(of *Theme) { t.colours = of.colours }

// Chip renders a label on a background of its own, or in brackets.
func (t *Theme) Chip(label string) string {
	if t.Palette.Bar == nil {
		return t.Tone(Accent).Render("[" + label + "]")
	}
	return t.chip.Render(" " + label + " ")
}

// Tone returns the style of a tone.
func (t *Theme) Tone(tone Tone) Style { return t.tones[tone] }

// Paint returns a text in a tone.
func (t *Theme) Paint(tone Tone, s string) string { return t.tones[tone].Render(s) }

// OnCursor returns the style of a tone on the cursor row.
func (t *Theme) OnCursor(tone Tone) Style { return t.onCursor[tone] }

// Choice is the user's choice of a theme.
type Choice struct {
	Name    string // auto or the name of a palette
	ASCII   bool
	Colours map[string]string // the user's own, by token; see Palette.With
}

// For returns the theme for a terminal with an environment ("NAME=value"). It does
// not query the terminal: w is only written to. Colours and a dumb terminal win
// over the name; auto is light where COLORFGBG has a light background, and else the
// terminal's own colours where it has only sixteen.
func For(w io.Writer, environ []string, c Choice) *Theme {
	env := map[string]string{}
	for _, e := range environ {
		name, value, _ := strings.Cut(e, "=")
		env[name] = value
	}
	profile := profileOf(env)
	name := c.Name
	if _, ok := ByName(name); !ok {
		name = "dark"
		background := env["COLORFGBG"]
		if strings.HasSuffix(background, ";7") ||
			strings.HasSuffix(background, ";15") {
			name = "light"
		}
		if profile == termenv.ANSI && name == "dark" {
			name = "ansi"
		}
	}
	if !Colours(func(name string) string { return env[name] }, true) {
		name = "mono"
	}
	if name == "mono" && profile != termenv.Ascii {
		profile = termenv.ANSI // for bold and reverse video
	}
	glyphs := Unicode()
	if env["TERM"] == "linux" {
		glyphs = console()
	}
	if c.ASCII || env["TERM"] == "dumb" || !ShowsUnicode(environ) {
		glyphs = ASCII()
	}
	palette, _ := ByName(name)
	if name == "solarized" && profile == termenv.ANSI256 { // of which its dark cyans would become a bright one
		palette.Line = lipgloss.Color("240")
		palette.Cursor = lipgloss.Color("238")
		palette.Bar = lipgloss.Color("235")
	}
	if name != "mono" {
		if profile == termenv.ANSI {
			palette = palette.ofFew(env["TERM"])
		}
		palette, _ = palette.With(c.Colours)
	}
	return New(NewRenderer(w, profile, palette.Dark), palette, glyphs)
}

// Colours reports whether output has colours by the variables NO_COLOR, CLICOLOR_FORCE
// and CLICOLOR, of which the first that is set decides. Without them a terminal has colours.
func Colours(getenv func(string) string, terminal bool) bool {
	forced := getenv("CLICOLOR_FORCE")
	if getenv("NO_COLOR") != "" {
		return false
	}
	if forced != "" && forced != "0" {
		return true
	}
	return terminal && getenv("CLICOLOR") != "0"
}

// ShowsUnicode reports whether the locale of an environment can show more than
// ASCII. A terminal without a locale is expected to.
func ShowsUnicode(environ []string) bool {
	_, locale := Locale(environ)
	_, charset, named := strings.Cut(strings.ToLower(locale), ".")
	return locale == "" || !named && locale != "C" && locale != "POSIX" ||
		strings.HasPrefix(charset, "utf-8") ||
		strings.HasPrefix(charset, "utf8")
}

// Locale returns the variable that sets the characters of an environment's locale, and its
// value; both are "" if none does.
func Locale(environ []string) (variable, value string) {
	for _, name := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		for _, e := range environ {
			v, ok := strings.CutPrefix(e, name+"=")
			if ok && v != "" {
				return name, v
			}
		}
	}
	return "", ""
}

// NewRenderer returns a renderer that does not query the terminal.
func NewRenderer(w io.Writer, profile termenv.Profile, dark bool) *lipgloss.Renderer {
	r := lipgloss.NewRenderer(w, termenv.WithProfile(profile), termenv.WithTTY(true))
	r.SetColorProfile(profile)
	r.SetHasDarkBackground(dark)
	return r
}

// profileOf returns how many colours a terminal has, whether or not it should show
// them.
func profileOf(env map[string]string) termenv.Profile {
	switch env["TERM"] {
	case "dumb":
		return termenv.Ascii
	case "linux":
		return termenv.ANSI
	}
	shown := []string{"CLICOLOR_FORCE=1"}
	for name, value := range env {
		if name != "NO_COLOR" && name != "CLICOLOR_FORCE" && name != "CLICOLOR" {
			shown = append(shown, name+"="+value)
		}
	}
	switch colorprofile.Env(shown) {
	case colorprofile.TrueColor:
		return termenv.TrueColor
	case colorprofile.ANSI256:
		return termenv.ANSI256
	}
	return termenv.ANSI
}

// Ink returns a style of one colour, nil for that of the terminal, for widgets that take
// lipgloss styles.
func (t *Theme) Ink(c lipgloss.TerminalColor) lipgloss.Style {
	if c == nil {
		return t.Renderer.NewStyle()
	}
	return t.Renderer.NewStyle().Foreground(c)
}
