package sessions

import "sort"

// page scrolls through items of unknown heights and draws only those in view, which
// bubbles/viewport cannot do: it needs all lines. Nothing costs more for a longer list.
type page struct {
	items  []item
	lines  func(item) []string // at least one
	top    spot
	cursor spot
	height int
}

// spot is a line of an item.
type spot struct{ item, line int }

func (s spot) before(o spot) bool {
	return s.item < o.item || s.item == o.item && s.line < o.line
}

func (p *page) count(i int) int { return len(p.lines(p.items[i])) }

// step goes n lines down from s, or up if n is negative, as far as possible.
func (p *page) step(s spot, n int) spot {
	for ; n > 0 && len(p.items) > 0; n-- {
		switch {
		case s.line+1 < p.count(s.item):
			s.line++
		case s.item+1 < len(p.items):
			s = spot{s.item + 1, 0}
		default:
			return s
		}
	}
	for ; n < 0 && len(p.items) > 0; n++ {
		switch {
		case s.line > 0:
			s.line--
		case s.item > 0:
			s = spot{s.item - 1, p.count(s.item-1) - 1}
		default:
			return s
		}
	}
	return s
}

// clamp returns the nearest spot that exists.
func (p *page) clamp(s spot) spot {
	if len(p.items) == 0 {
		return spot{}
	}
	s.item = min(max(s.item, 0), len(p.items)-1)
	s.line = min(max(s.line, 0), p.count(s.item)-1)
	return s
}

// last is the last line.
func (p *page) last() spot { return p.clamp(spot{len(p.items) - 1, 1 << 30}) }

// bottom is the last line in view.
func (p *page) bottom() spot { return p.step(p.top, max(p.height-1, 0)) }

// atEnd reports whether the last line is in view.
func (p *page) atEnd() bool { return p.bottom() == p.last() }

// move moves the cursor by lines and scrolls as little as possible.
func (p *page) move(n int) {
	p.cursor = p.step(p.cursor, n)
	p.show()
}

// turn moves cursor and page by n lines.
func (p *page) turn(n int) {
	p.top = p.step(p.top, n)
	p.move(n)
}

// scroll moves the page, and the cursor if it would leave the page.
func (p *page) scroll(n int) {
	p.top = p.step(p.top, n)
	p.fill()
	if p.cursor.before(p.top) {
		p.cursor = p.top
	} else if bottom := p.bottom(); bottom.before(p.cursor) {
		p.cursor = bottom
	}
}

// jump moves the cursor to s, a third down the page if it was out of view.
func (p *page) jump(s spot) {
	p.cursor = p.clamp(s)
	if p.cursor.before(p.top) || p.bottom().before(p.cursor) {
		p.top = p.step(p.cursor, -p.height/3)
	}
	p.show()
}

// hold moves the cursor to s, in a given row of the page.
func (p *page) hold(s spot, row int) {
	p.cursor = p.clamp(s)
	p.top = p.step(p.cursor, -min(row, max(p.height-1, 0)))
	p.show()
}

// end goes to the last line.
func (p *page) end() { p.jump(p.last()) }

// show scrolls until the cursor is in view.
func (p *page) show() {
	p.top = p.clamp(p.top)
	if p.cursor.before(p.top) {
		p.top = p.cursor
	} else if p.bottom().before(p.cursor) {
		p.top = p.step(p.cursor, 1-p.height)
	}
	p.fill()
}

// fill scrolls back if the page would end before its last line.
func (p *page) fill() {
	if first := p.step(p.bottom(), 1-p.height); p.height > 0 && first.before(p.top) {
		p.top = first
	}
}

// row is the row of the page that the cursor is in.
func (p *page) row() int {
	n := 0
	for s := p.top; s.before(p.cursor) && n < p.height; n++ {
		s = p.step(s, 1)
	}
	return n
}

// at is the line in row y of the page, false below the last line.
func (p *page) at(y int) (spot, bool) {
	if len(p.items) == 0 || y < 0 || y >= p.height {
		return spot{}, false
	}
	s := p.step(p.top, y)
	return s, y == 0 || s != p.step(p.top, y-1)
}

// firstOf is the number of the first item of a message, or if that is not shown, of
// the last one before it.
func (p *page) firstOf(message int) int {
	i := sort.Search(len(p.items), func(i int) bool { return p.items[i].ref.Message >= message })
	if i == len(p.items) || p.items[i].ref.Message > message {
		return max(i-1, 0)
	}
	return i
}
