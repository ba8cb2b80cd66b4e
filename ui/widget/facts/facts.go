// Package facts shows names with their values, and scrolls lines of any kind.
package facts

import (
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/theme"
	"channeldeck/ui/resource"
	"channeldeck/ui/text"
	"channeldeck/ui/widget/scroll"
)

// maxName is the maximum width of the column of names.
const maxName = 32

// Lines formats facts one below the other: the names in a column, the values
// wrapped to the width behind them, each note behind its value where there is room,
// else below it. A name that is too long for its column has a line to itself.
func Lines(t *theme.Theme, list []resource.Fact, width int) []string {
	c := measure(list, width)
	var lines []string
	for _, f := range list {
		lines = append(lines, c.lines(t, f)...)
	}
	return lines
}

// columns are the widths of names and values in lines of a width.
type columns struct {
	width int
	label int // of the names
	room  int // of the values
	right int // of the numbers, which are aligned at their right
}

func measure(list []resource.Fact, width int) columns {
	c := columns{width: width}
	limit := min(maxName, max(width/2, 6, width-widest(list)))
	for _, f := range list {
		n := text.Width(text.Line(f.Name))
		if n <= limit {
			c.label = max(c.label, n)
		}
	}
	c.room = max(width-c.label-4, 4)
	for _, f := range list {
		n := text.Width(f.Value)
		if f.Right && n <= c.room {
			c.right = max(c.right, n)
		}
	}
	return c
}

// lines are the lines of a fact.
func (c *columns) lines(t *theme.Theme, f resource.Fact) []string {
	var lines []string
	add := func(line string) {
		lines = append(lines, text.Cut(line, c.width))
	}
	name := text.Line(f.Name)
	if text.Width(name) > c.label {
		add(" " + t.Field.Label.Render(name))
		name = ""
	}
	note := text.Line(f.Note)
	value := text.Clean(f.Value)
	values := text.Wrap(value, c.room)
	if len(values) > 1 && text.Width(value) <= c.room+1 && !strings.Contains(value, "\n") {
		values = []string{value} // the margin has its last cell
	}
	if f.Right && len(values) == 1 {
		values[0] = text.Right(values[0], max(c.right, text.Width(values[0])))
	}
	for i, v := range values {
		v = t.Paint(f.Tone, v)
		if f.Link != "" {
			v = text.Link(f.Link, v)
		}
		line := " " + t.Field.Label.Render(text.Left(name, c.label)) + "  " + v
		isLast := i == len(values)-1
		if isLast && note != "" && text.Width(line)+2+text.Width(note) <= c.width {
			line += "  " + t.Paint(theme.Muted, note)
			note = ""
		}
		add(line)
		name = ""
	}
	if note == "" {
		return lines
	}
	for _, n := range text.Wrap(note, c.room) {
		add(text.Blank(c.label+3) + t.Paint(theme.Muted, n))
	}
	return lines
}

// widest is the width of the widest value with its note, and of what surrounds them.
func widest(list []resource.Fact) int {
	cells := 0
	for _, f := range list {
		cells = max(cells, text.Width(text.Clean(f.Value))+text.Width(text.Line(f.Note)))
	}
	return cells + 6
}

// Pager scrolls lines that already have the right width.
type Pager struct {
	Keys        scroll.KeyMap
	lines       []string
	read        func() []string // the lines that replace these when they are needed; nil for none
	top, height int
}

// SetLines replaces the lines. It keeps the scroll position if the number of lines is
// the same.
func (p *Pager) SetLines(lines []string) {
	p.lines = lines
	p.read = nil
	p.scrollBy(0)
}

// SetSource replaces the lines with those that read returns. It is called when they are needed: most
// changes of a list concern an inspector out of sight.
func (p *Pager) SetSource(read func() []string) { p.read = read }

func (p *Pager) load() {
	if p.read != nil {
		p.SetLines(p.read())
	}
}

// SetHeight sets the number of visible lines.
func (p *Pager) SetHeight(height int) {
	p.height = max(height, 0)
	p.scrollBy(0)
}

// Top scrolls to the first line.
func (p *Pager) Top() { p.top = 0 }

// Position returns the numbers of the first and last visible line, from 1, and the
// number of lines.
func (p *Pager) Position() (from, to, of int) {
	p.load()
	of = len(p.lines)
	from = min(p.top+1, of)
	to = min(p.top+p.height, of)
	return from, to, of
}

// Update handles the scrolling keys and the mouse wheel. It reports whether msg was
// one of these.
func (p *Pager) Update(msg tea.Msg) (handled bool) {
	p.load()
	by := scroll.Wheel(msg)
	if press, ok := msg.(tea.KeyMsg); ok {
		by, handled = p.Keys.Move(press, p.height)
	}
	p.scrollBy(by)
	return handled || by != 0
}

func (p *Pager) scrollBy(lines int) {
	p.top = max(min(p.top+lines, len(p.lines)-p.height), 0)
}

// View returns the visible lines.
func (p *Pager) View() string {
	p.load()
	return strings.Join(p.lines[p.top:min(p.top+p.height, len(p.lines))], "\n")
}
