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
	Title   string // in the top border at the left; cut where Right needs the room
	Right   string // in the top border at the right
	Yields  bool   // Right goes where Title would be cut
	Focused bool   // the border is in the accent colour
	Bare    bool   // only a rule with Title and Right above the body
	Scroll  Scroll // of the body
}

// Scroll is the range of visible lines, from 1, and the number of lines. The zero
// Scroll is of a body that does not scroll.
type Scroll struct{ From, To, Of int }

// ScrollOf returns the Scroll of a range of lines and the number of lines.
func ScrollOf(from, to, of int) Scroll { return Scroll{From: from, To: to, Of: of} }

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
	border := c.Theme.Glyphs.Border
	line := c.Theme.Line
	if f.Focused {
		line = c.Theme.Tone(theme.Accent)
	}
	left := line.Render(border.Left)
	right := line.Render(border.Right)
	first := border.TopLeft
	last := border.TopRight
	if f.Bare {
		left = ""
		right = ""
		first = border.Top
		last = border.Top
	}
	var b strings.Builder
	b.Grow(len(body) + height*(width+len(left)+len(right))) // room for blanks at the ends of all lines
	b.WriteString(c.rule(f, line, first, last, width))
	from, to := f.Scroll.thumb(rows)
	scrolls := from < to
	thumb := c.Theme.Paint(theme.Muted, c.Theme.Glyphs.Thumb)
	for i := range rows {
		var s string
		s, body, _ = strings.Cut(body, "\n")
		b.WriteString("\n")
		end := right
		if from <= i && i < to {
			end = thumb
		} else if f.Bare && scrolls && c.Zones.marking {
			end = " "
		} else if f.Bare {
			b.WriteString(text.Cut(s, inner))
			continue
		}
		if scrolls {
			end = c.Zones.mark(end, Zone{Bar: BarCell{i, rows, f.Scroll}})
		}
		b.WriteString(left)
		text.WriteLeft(&b, s, inner)
		b.WriteString(end)
	}
	if !f.Bare {
		bottom := border.BottomLeft + strings.Repeat(border.Bottom, inner) + border.BottomRight
		b.WriteString("\n" + line.Render(bottom))
	}
	return b.String()
}

// ruleEnds are the cells of a top border at the ends that have no text.
const ruleEnds = 4

// hasRoom reports whether a top border of width cells has both texts whole.
func (f Frame) hasRoom(width int) bool {
	const blanks = 5 // around both texts, and at least one cell of the line between them
	return text.Width(f.Title)+text.Width(f.Right)+blanks <= width-ruleEnds
}

// rule draws the top border with the title and the text at the right.
func (c *Context) rule(f Frame, line theme.Style, first, last string, width int) string {
	rule := c.Theme.Glyphs.Border.Top
	ends := rule
	title := ""
	right := ""
	room := width - ruleEnds
	if !f.hasRoom(width) {
		f.Right = lastPart(f.Right, " "+c.Theme.Glyphs.Between+" ")
	}
	if f.Yields && f.Title != "" && !f.hasRoom(width) {
		f.Right = ""
	}
	if f.Right != "" {
		right = text.Cut(" "+c.Theme.Tone(theme.Muted).Over(f.Right)+" ", room)
		room -= text.Width(right)
	}
	if f.Title != "" && room > 4 {
		around := 2 // blanks
		if right != "" {
			around++ // with the line before it
		}
		if text.Width(f.Title) > room-around { // it takes the cells of the line beside the corners
			room += 2
			ends = ""
		}
		title = " " + c.Theme.Tone(theme.Strong).Over(text.Cut(f.Title, room-around)) + " "
		room -= text.Width(title)
	}
	return line.Render(first+ends) + title + line.Render(strings.Repeat(rule, max(room, 0))) +
		right + line.Render(ends+last)
}

// lastPart returns the part of a text without styles after the last separator.
func lastPart(s, separator string) string {
	at := strings.LastIndex(s, separator)
	if at < 0 || strings.Contains(s, "\x1b") {
		return s
	}
	return s[at+len(separator):]
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

// Footer writes bindings in a line of width cells. Those of last are always there,
// at its right end; of first as many as fit before them.
func (c *Context) Footer(width int, first, last []key.Binding) string {
	room := width
	tail := c.bindings(&room, last)
	head := c.bindings(&room, first)
	if tail != "" {
		head += text.Blank(room)
	}
	return head + tail
}

// bindings renders as many as fit into room, each with its first key, and takes
// their cells from it.
func (c *Context) bindings(room *int, list []key.Binding) string {
	style := &c.Theme.Footer
	var b strings.Builder
	for _, k := range list {
		if !k.Enabled() || k.Help().Key == "" {
			continue
		}
		h := c.Help(k)
		first, _, more := strings.Cut(h.Key, "/")
		if more && first != "" {
			h.Key = first
		}
		does := " " + style.Word.Render(h.Desc)
		if h.Key == h.Desc { // such as "up", where a terminal has no arrows
			does = ""
		}
		cells := text.Width(h.Key) + text.Width(does) + 2
		if cells > *room {
			continue
		}
		*room -= cells
		b.WriteString(c.Zones.Key(
			" "+style.Key.Render(h.Key)+does+" ",
			k,
		))
	}
	return b.String()
}

// overlayInspector is the width of an inspector over the right part of a list.
const overlayInspector = 46

// Split divides a width between a list and its inspector: 60 and 40 cells of 100, 74
// and 46 of 120, 112 and 88 of 200. The inspector is 0 if not both
// fit.
func Split(width int) (list, inspector int) {
	if width < FrameWidth {
		return width, 0
	} else if width < 120 {
		inspector = 40 + (width-100)*3/10
	} else {
		inspector = min(46+(width-120)*21/40, 120)
	}
	return width - inspector, inspector
}

// SideBySide places the lines of right next to those of left, which it pads to width.
func SideBySide(left, right string, width int) string {
	var b strings.Builder
	b.Grow(len(left) + len(right) + width)
	moreLeft := true
	moreRight := true
	for i := 0; moreLeft || moreRight; i++ {
		var l, r string
		l, left, moreLeft = strings.Cut(left, "\n")
		r, right, moreRight = strings.Cut(right, "\n")
		if i > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(l)
		if r != "" {
			b.WriteString(text.Blank(width - text.Width(l)))
			b.WriteString(r)
		}
	}
	return b.String()
}
