// Package pager scrolls through items of unknown heights and searches them. It draws
// only the visible items, which bubbles/viewport cannot do: it needs all lines. The
// cost of scrolling and drawing does not grow with the number of items.
package pager

// Pager shows items. The zero value with Draw and Height set is ready.
type Pager struct {
	Draw   func(item int) []string // styled; at least one
	Len    int                     // of the items; see Reset
	Top    Spot
	Cursor Spot
	Height int
	drawn  map[int][]string // lines of recently visible items, at most maxLines
	lines  int              // in drawn
}

// Reset prepares for other items or another width. The cursor keeps its index.
func (p *Pager) Reset(items int) {
	p.Len = items
	p.drawn = map[int][]string{}
	p.lines = 0
}

// Lines returns the lines of an item, which must not be changed.
func (p *Pager) Lines(item int) []string {
	const maxLines = 4000
	lines, ok := p.drawn[item]
	if !ok {
		lines = p.Draw(item)
		if p.lines += len(lines); p.lines > maxLines {
			p.drawn = map[int][]string{}
			p.lines = len(lines)
		}
		p.drawn[item] = lines
	}
	return lines
}

// Spot is a line of an item.
type Spot struct{ Item, Line int }

// Before reports whether s is above o.
func (s Spot) Before(o Spot) bool {
	return s.Item < o.Item || s.Item == o.Item && s.Line < o.Line
}

// step goes n lines down from s, or up if n is negative, as far as possible.
func (p *Pager) step(s Spot, n int) Spot {
	s.Line += n
	for s.Line < 0 && s.Item > 0 {
		s.Item--
		s.Line += len(p.Lines(s.Item))
	}
	for ; s.Line > 0 && s.Item < p.Len-1; s.Item++ {
		count := len(p.Lines(s.Item))
		if s.Line < count {
			break
		}
		s.Line -= count
	}
	return p.clamp(s)
}

// clamp returns the nearest spot that exists.
func (p *Pager) clamp(s Spot) Spot {
	if p.Len == 0 {
		return Spot{}
	}
	s.Item = min(max(s.Item, 0), p.Len-1)
	s.Line = min(max(s.Line, 0), len(p.Lines(s.Item))-1)
	return s
}

func (p *Pager) last() Spot {
	return p.clamp(Spot{p.Len - 1, 1 << 30})
}

func (p *Pager) bottom() Spot {
	return p.step(p.Top, max(p.Height-1, 0))
}

// AtEnd reports whether the last line is in view.
func (p *Pager) AtEnd() bool {
	return p.bottom() == p.last()
}

// Move moves the cursor by lines and scrolls as little as possible.
func (p *Pager) Move(n int) {
	p.Cursor = p.step(p.Cursor, n)
	p.Show()
}

// Turn moves cursor and page by n lines.
func (p *Pager) Turn(n int) {
	p.Top = p.step(p.Top, n)
	p.Move(n)
}

// Scroll moves the page, and the cursor if it would leave the page.
func (p *Pager) Scroll(n int) {
	p.Top = p.step(p.Top, n)
	p.fill()
	if p.Cursor.Before(p.Top) {
		p.Cursor = p.Top
	} else if bottom := p.bottom(); bottom.Before(p.Cursor) {
		p.Cursor = bottom
	}
}

// Jump moves the cursor to s, a third down the page if it was out of view.
func (p *Pager) Jump(s Spot) {
	p.Cursor = p.clamp(s)
	if p.Cursor.Before(p.Top) || p.bottom().Before(p.Cursor) {
		p.Top = p.step(p.Cursor, -p.Height/3)
	}
	p.Show()
}

// Hold moves the cursor to s, in a given row of the page.
func (p *Pager) Hold(s Spot, row int) {
	p.Cursor = p.clamp(s)
	p.Top = p.step(p.Cursor, -min(row, max(p.Height-1, 0)))
	p.Show()
}

// End goes to the last line.
func (p *Pager) End() { p.Jump(p.last()) }

// Show scrolls until the cursor is in view and no lines are blank that could be filled.
func (p *Pager) Show() {
	p.Top = p.clamp(p.Top)
	p.Cursor = p.clamp(p.Cursor)
	if p.Cursor.Before(p.Top) {
		p.Top = p.Cursor
	} else if p.bottom().Before(p.Cursor) {
		p.Top = p.step(p.Cursor, 1-p.Height)
	}
	p.fill()
}

// Position returns the visible range and the whole in thousandths of an item, from 1:
// the number of lines is not known.
func (p *Pager) Position() (from, to, of int) {
	const unit = 1000
	if p.Len == 0 {
		return 1, 0, 0
	}
	share := func(s Spot, below int) int {
		return s.Item*unit + (s.Line+below)*unit/len(p.Lines(s.Item))
	}
	return share(p.Top, 0) + 1, share(p.bottom(), 1), p.Len * unit
}

// Items returns the numbers of the first and the last visible item, from 1, and the number
// of items.
func (p *Pager) Items() (from, to, of int) {
	from = min(p.Top.Item+1, p.Len)
	to = min(p.bottom().Item+1, p.Len)
	return from, to, p.Len
}

func (p *Pager) fill() {
	first := p.step(p.bottom(), 1-p.Height)
	if p.Height > 0 && first.Before(p.Top) {
		p.Top = first
	}
}

// Row is the row of the page that the cursor is in.
func (p *Pager) Row() int {
	n := 0
	for s := p.Top; s.Before(p.Cursor) && n < p.Height; n++ {
		s = p.step(s, 1)
	}
	return n
}

// At is the line in row y of the page, false below the last line.
func (p *Pager) At(y int) (Spot, bool) {
	if p.Len == 0 || y < 0 || y >= p.Height {
		return Spot{}, false
	}
	s := p.step(p.Top, y)
	return s, y == 0 || s != p.step(p.Top, y-1)
}

// View returns the lines in view, at most Height, with the matches of a query marked.
func (p *Pager) View(q Query) []string {
	var lines []string
	first := p.Top.Line
	for item := p.Top.Item; item < p.Len && len(lines) < p.Height; item++ {
		lines = append(lines, p.marked(item, first, p.Height-len(lines), q)...)
		first = 0
	}
	return lines
}

// marked returns at most some lines of an item, from one on, with the matches of a query marked.
func (p *Pager) marked(item, first, most int, q Query) []string {
	drawn := p.Lines(item)
	matches := make([][]Stretch, len(drawn))
	for _, s := range q.Find(drawn) {
		matches[s.Line] = append(matches[s.Line], s)
	}
	var lines []string
	for i := first; i < min(len(drawn), first+most); i++ {
		style := q.Style
		if p.Cursor == (Spot{item, i}) {
			style = q.Current
		}
		lines = append(lines, highlight(drawn[i], matches[i], style))
	}
	return lines
}
