package table

import (
	"strings"

	"channeldeck/theme"
	"channeldeck/ui/text"
)

// line writes one line of the screen in few bytes: pieces of equal style share one
// escape sequence, a change of style is one sequence, and blanks at the end are not
// written.
type line struct {
	b     strings.Builder
	under theme.Style // of blanks between pieces
	style theme.Style // the current one
	x     int         // cells so far
	skip  int         // of these, blanks not yet written
}

// to leaves blanks up to cell x.
func (l *line) to(x int) {
	if x > l.x {
		l.skip += x - l.x
		l.x = x
	}
}

// put writes a piece of the given width.
func (l *line) put(style theme.Style, s string, width int) {
	if s == "" {
		return
	}
	l.blanks(style)
	l.open(style)
	l.b.WriteString(s)
	l.x += width
}

// blanks writes the blanks that were left. Where they show no style, the current
// one stays.
func (l *line) blanks(next theme.Style) {
	if l.skip == 0 {
		return
	}
	switch {
	case l.under.ShowsOnBlanks():
		l.open(l.under)
	case l.style.ShowsOnBlanks():
		l.open(theme.Style{})
	case l.style.Open() == "" && !next.ShowsOnBlanks():
		l.open(next) // so that the next piece needs no sequence of its own
	}
	l.b.WriteString(text.Blank(l.skip))
	l.skip = 0
}

// open changes the style. Where both have a sequence, one does: an empty parameter
// resets the style before.
func (l *line) open(style theme.Style) {
	switch {
	case style == l.style:
		return
	case style.Open() == "":
		l.b.WriteString(theme.Reset())
	case l.style.Open() == "":
		l.b.WriteString(style.Open())
	default:
		l.b.WriteString("\x1b[;" + strings.TrimPrefix(style.Open(), "\x1b["))
	}
	l.style = style
}

// end returns the line. Blanks at its end are left out, unless they show a style.
func (l *line) end() string {
	if l.under.ShowsOnBlanks() {
		l.blanks(l.under)
	}
	l.open(theme.Style{})
	return l.b.String()
}
