package pane

import (
	"strings"

	"github.com/charmbracelet/bubbles/key"

	"channeldeck/theme"
	"channeldeck/ui/text"
)

// FrameWidth is the minimum width of a screen whose regions have borders. On a
// narrower one frames are bare.
const FrameWidth = 100

// Frame is the border of a region and the text in it.
type Frame struct {
	Title   string        // in the top border at the left; cut where Right needs the room
	Right   string        // in the top border at the right
	Keys    []key.Binding // in the bottom border at the right, as many as fit
	Focused bool          // the border is in the accent colour
	Bare    bool          // only a rule with Title and Right above the body
	Scroll  Scroll        // of the body
}

// Scroll is the range of visible lines, from 1, and the number of lines. The zero
// Scroll is of a body that does not scroll.
type Scroll struct{ From, To, Of int }

// Inner returns the size of the body of a region. In a bare region the last column
// is that of the scroll thumb.
func (f Frame) Inner(width, height int) (int, int) {
	if f.Bare {
		return max(width-1, 0), max(height-1, 0)
	}
	return max(width-2, 0), max(height-2, 0)
}

// Frame draws a region, exactly width cells wide and height lines high, around a
// body, which is cut to Inner. The parts of f and the body may be styled.
func (c *Context) Frame(f Frame, body string, width, height int) string {
	inner, rows := f.Inner(width, height)
	if width < 8 || rows == 0 { // too small for a border
		return text.Fit(body, width, height)
	}
	border, line := c.Theme.Glyphs.Border, c.Theme.Line
	if f.Focused {
		line = c.Theme.Tone(theme.Accent)
	}
	left, right := border.Left, line.Render(border.Right)
	if f.Bare {
		left, right = "", ""
	}
	left = line.Render(left)
	var b strings.Builder
	b.Grow(len(body) + height*(width+len(left)+len(right))) // room for blanks at the ends of all lines
	if f.Bare {
		b.WriteString(c.rule(f, line, border.Top, border.Top, width))
	} else {
		b.WriteString(c.rule(f, line, border.TopLeft, border.TopRight, width))
	}
	from, to := f.Scroll.thumb(rows)
	thumb := c.Theme.Tone(theme.Muted).Render(c.Theme.Glyphs.Thumb)
	for i := range rows {
		var s string
		s, body, _ = strings.Cut(body, "\n")
		b.WriteString("\n")
		end := right
		if from <= i && i < to {
			end = thumb
		} else if f.Bare {
			b.WriteString(text.Cut(s, inner))
			continue
		}
		b.WriteString(left)
		text.WriteLeft(&b, s, inner)
		b.WriteString(end)
	}
	if !f.Bare {
		room := inner - 4
		keys := bindings(c.Theme, &room, f.Keys)
		bottom := line.Render(border.BottomLeft + strings.Repeat(border.Bottom, inner-text.Width(keys)-1))
		b.WriteString("\n" + bottom + keys + line.Render(border.Bottom+border.BottomRight))
	}
	return b.String()
}

// rule draws the top border with the title and the text at the right.
func (c *Context) rule(f Frame, line theme.Style, first, last string, width int) string {
	title, right := "", ""
	room := width - 4
	if f.Right != "" {
		right = text.Cut(" "+c.Theme.Tone(theme.Muted).Over(f.Right)+" ", room)
		room -= text.Width(right)
	}
	if f.Title != "" && room > 4 {
		title = " " + c.Theme.Tone(theme.Strong).Over(text.Cut(f.Title, room-3)) + " "
		room -= text.Width(title)
	}
	rule := c.Theme.Glyphs.Border.Top
	return line.Render(first+rule) + title + line.Render(strings.Repeat(rule, max(room, 0))) + right + line.Render(rule+last)
}

// thumb returns the rows of the scroll thumb, none where all lines are visible.
func (s Scroll) thumb(rows int) (from, to int) {
	visible := s.To - s.From + 1
	if visible <= 0 || visible >= s.Of {
		return 0, 0
	}
	size := max(rows*visible/s.Of, 1)
	from = (s.From - 1) * (rows - size) / (s.Of - visible)
	return from, from + size
}
