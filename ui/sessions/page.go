package sessions

import "sort"

// page is a list of items of unknown heights, of which only those in sight are
// drawn: it knows where the cursor is and what stands in the first line, and
// asks for the lines of an item when it comes to them. Its length in lines is
// never known, and nothing it does costs more for a longer list.
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

// step goes n lines down from s, or up where n is negative, as far as there are
// lines.
func (p *page) step(s spot, n int) spot {
	for ; n > 0; n-- {
		switch {
		case s.line+1 < p.count(s.item):
			s.line++
		case s.item+1 < len(p.items):
			s = spot{s.item + 1, 0}
		default:
			return s
		}
	}
	for ; n < 0; n++ {
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

// last is the last line.
func (p *page) last() spot {
	i := len(p.items) - 1
	return spot{i, p.count(i) - 1}
}

// move moves the cursor by lines; the page scrolls no more than it must.
func (p *page) move(n int) {
	if len(p.items) == 0 {
		return
	}
	p.cursor = p.step(p.cursor, n)
	p.show()
}

// turn moves cursor and page by n lines.
func (p *page) turn(n int) {
	if len(p.items) == 0 {
		return
	}
	p.cursor, p.top = p.step(p.cursor, n), p.step(p.top, n)
	p.show()
}

// scroll moves the page and takes the cursor along where it would leave it.
func (p *page) scroll(n int) {
	if len(p.items) == 0 {
		return
	}
	p.top = p.step(p.top, n)
	p.fill()
	if p.cursor.before(p.top) {
		p.cursor = p.top
	} else if bottom := p.step(p.top, p.height-1); bottom.before(p.cursor) {
		p.cursor = bottom
	}
}

// jump puts the cursor on s, a third down the page where it was out of sight.
func (p *page) jump(s spot) {
	if len(p.items) == 0 {
		return
	}
	s.item = min(max(s.item, 0), len(p.items)-1)
	s.line = min(max(s.line, 0), p.count(s.item)-1)
	p.cursor = s
	if bottom := p.step(p.top, p.height-1); s.before(p.top) || bottom.before(s) {
		p.top = p.step(s, -p.height/3)
	}
	p.show()
}

// end goes to the last line.
func (p *page) end() {
	if len(p.items) > 0 {
		p.cursor = p.last()
		p.show()
	}
}

// show scrolls so that the cursor is in sight and no line below the last.
func (p *page) show() {
	p.top.item = min(max(p.top.item, 0), len(p.items)-1)
	p.top.line = min(max(p.top.line, 0), p.count(p.top.item)-1)
	switch bottom := p.step(p.top, max(p.height-1, 0)); {
	case p.cursor.before(p.top):
		p.top = p.cursor
	case bottom.before(p.cursor):
		p.top = p.step(p.cursor, 1-p.height)
	}
	p.fill()
}

// fill scrolls back where the page would end before its last line.
func (p *page) fill() {
	if p.height > 0 {
		end := p.step(p.top, p.height-1)
		if first := p.step(end, 1-p.height); first.before(p.top) {
			p.top = first
		}
	}
}

// row is how many lines below the first the cursor is.
func (p *page) row() int {
	n := 0
	for s := p.top; s.before(p.cursor) && n < p.height; n++ {
		s = p.step(s, 1)
	}
	return n
}

// hold puts the cursor on s and keeps it in the line of the screen it was in.
func (p *page) hold(s spot, row int) {
	if len(p.items) == 0 {
		p.top, p.cursor = spot{}, spot{}
		return
	}
	s.item = min(max(s.item, 0), len(p.items)-1)
	s.line = min(max(s.line, 0), p.count(s.item)-1)
	p.cursor = s
	p.top = p.step(s, -min(row, max(p.height-1, 0)))
	p.show()
}

// atEnd reports whether the last line is in sight.
func (p *page) atEnd() bool {
	if len(p.items) == 0 {
		return true
	}
	return p.step(p.top, max(p.height-1, 0)) == p.last()
}

// at is what stands in line y of the screen, false below the last line.
func (p *page) at(y int) (spot, bool) {
	if len(p.items) == 0 || y < 0 || y >= p.height {
		return spot{}, false
	}
	s := p.step(p.top, y)
	return s, s != p.step(p.top, y-1) || y == 0
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
