package table

import (
	"strings"

	"channeldeck/theme"
	"channeldeck/ui/resource"
	"channeldeck/ui/text"
)

// wrapped is a text that is wider than its room in a row: it continues below its beginning.
type wrapped struct {
	x, width int
	tone     theme.Tone
	lines    []string
}

// minWrapped is the minimum width of a text that continues on further lines.
const minWrapped = 12

// wrapAll returns the texts that continue on further lines, by row. All rows have room with these lines: the
// table never scrolls because of them. Each text has as many as that allows, the first ones one more.
func (l *layout[R]) wrapAll() map[int]wrapped {
	if !l.wraps() {
		return nil
	}
	n := l.rows.shown.Len()
	var all map[int]wrapped
	most := 0
	for i := range n {
		long, ok := l.wrap(l.rows.shown.row(i))
		if !ok {
			continue
		}
		if all == nil {
			all = map[int]wrapped{}
		}
		all[i] = long
		most = max(most, len(long.lines))
	}
	for most > 1 && n+further(all, most) > l.height() {
		most--
	}
	left := l.height() - n - further(all, most)
	for i := range n {
		long := all[i]
		lines := most
		if len(long.lines) > most && left > 0 {
			lines++
			left--
		}
		if lines < 2 {
			delete(all, i)
		} else if len(long.lines) > lines {
			rest := strings.Join(long.lines[lines-1:], " ")
			first, _ := text.Ends(rest, long.width, false)
			long.lines[lines-1] = first + l.theme.Glyphs.Ellipsis
			long.lines = long.lines[:lines]
			all[i] = long
		}
	}
	return all
}

// wraps reports whether there is room below the rows for further lines of texts.
func (l *layout[R]) wraps() bool { return l.rows.shown.Len() < l.height() }

// height returns the number of lines below the titles.
func (l *layout[R]) height() int { return l.to - l.from }

// further is the number of lines below the first ones of texts, of which each has at most some lines.
func further(all map[int]wrapped, most int) int {
	lines := 0
	for _, long := range all {
		lines += min(len(long.lines), most) - 1
	}
	return lines
}

// wrap returns the lines of the text of a row that is cut, in a column that wraps or in place of columns;
// ok is false for a row without such a text.
func (l *layout[R]) wrap(r R) (long wrapped, ok bool) {
	free, x, columns := l.freeText(r)
	room := l.width - 1 - x
	if text.Width(free.Text) > room && room >= minWrapped {
		return l.wrapIn(x, room, free), true
	}
	for i, p := range columns {
		c := &l.columns[p.column]
		if !c.Wraps {
			continue
		}
		cell := c.CellOf(r)
		s := text.Line(cell.Text)
		width, _ := l.spill(r, columns[i:], text.Width(s))
		room := min(width, l.width-p.x)
		if text.Width(s) > room && room >= minWrapped {
			cell.Text = s
			return l.wrapIn(p.x, room, cell), true
		}
	}
	return wrapped{}, false
}

// wrapIn returns the lines of a cell at a place with some room: as many as the table has at most.
func (l *layout[R]) wrapIn(x, room int, cell resource.Cell) wrapped {
	shown := text.Cut(cell.Text, room*l.height())
	return wrapped{
		x:     x,
		width: room,
		tone:  cell.Tone,
		lines: text.Wrap(shown, room),
	}
}
