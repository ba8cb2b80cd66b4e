package pane

import (
	"strings"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"

	"channeldeck/theme"
	"channeldeck/ui/text"
)

// Boxed is drawn in a box over a dimmed view: a picker, a question, the palette.
type Boxed interface {
	View() string
	SetSize(width, height int)
	Want(width, height int) (int, int) // the size that shows everything, within a maximum
	Frame() Frame                      // of the box; its Bare is ignored
}

// A body below this size is filled by a box.
const (
	minBoxedWidth  = 80
	minBoxedHeight = 14
)

// box is the place of a box in a body, in cells.
type box struct {
	x, y, width, height int
	fills               bool
}

// place returns the place of a box in a body.
func place(b Boxed, width, height int) box {
	if width < minBoxedWidth || height < minBoxedHeight {
		return box{width: width, height: height, fills: true}
	}
	w, h := b.Want(width-2, height-2)
	w, h = min(w+2, width), min(h+2, height)
	return box{x: (width - w) / 2, y: (height - h) / 3, width: w, height: h}
}

// SizeBox sets the size of b for a body. Call it also when the size that b wants
// has changed.
func SizeBox(b Boxed, width, height int) {
	at := place(b, width, height)
	b.SetSize(Frame{Bare: at.fills}.Inner(at.width, at.height))
}

// ViewBox draws b in the middle of a body over a view, of which only the text
// remains, in faint letters.
func (c *Context) ViewBox(b Boxed, below string, width, height int) string {
	at := place(b, width, height)
	f := b.Frame()
	f.Focused, f.Bare = true, at.fills
	view := c.Frame(f, b.View(), at.width, at.height)
	if at.fills {
		return view
	}
	lines := strings.Split(text.Fit(below, width, height), "\n")
	faint := c.Theme.Tone(theme.Faint)
	for i, line := range lines {
		lines[i] = faint.Render(ansi.Strip(line))
	}
	for i, line := range strings.Split(view, "\n") {
		under := ansi.Strip(lines[at.y+i])
		left := ansi.Truncate(under, at.x, "")
		lines[at.y+i] = faint.Render(left) + text.Blank(at.x-text.Width(left)) + line + faint.Render(from(under, at.x+at.width))
	}
	return strings.Join(lines, "\n")
}

// from returns the part of a plain line from a column on, with a blank in place of
// the second half of a wide character.
func from(line string, column int) string {
	room := text.Width(line) - column
	if room <= 0 {
		return ""
	}
	for cut := column; ; cut++ {
		rest := ansi.TruncateLeft(line, cut, "")
		if n := text.Width(rest); n <= room {
			return text.Blank(room-n) + rest
		}
	}
}

// InBox returns a mouse event of the body relative to the content of b; ok is false outside of
// the box.
func InBox(b Boxed, msg tea.MouseMsg, width, height int) (tea.MouseMsg, bool) {
	at := place(b, width, height)
	inner, rows := Frame{Bare: at.fills}.Inner(at.width, at.height)
	msg.X -= at.x + (at.width-inner)/2
	msg.Y -= at.y + 1
	return msg, msg.X >= 0 && msg.X < inner && msg.Y >= 0 && msg.Y < rows
}
