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

// wrapAll returns the texts that continue on further lines, by row. All rows have room with these lines: the
// table never scrolls because of them. Each text has as many as that allows, the first ones one more.
func (t *Table[R]) wrapAll() map[int]wrapped {
	if !wraps(&t.grid) {
		return nil
	}
	n := t.shown.Len()
	body := t.body()
	var all map[int]wrapped
	most := 0
	for i := range n {
		long, ok := t.wrap(t.shown.row(i))
		if !ok {
			continue
		}
		if all == nil {
			all = map[int]wrapped{}
		}
		all[i] = long
		most = max(most, len(long.lines))
	}
	for most > 1 && n+further(all, most) > body {
		most--
	}
	left := body - n - further(all, most)
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
			long.lines[lines-1] = first + t.theme.Glyphs.Ellipsis
			long.lines = long.lines[:lines]
			all[i] = long
		}
	}
	return all
}

// wraps reports whether there is room below the rows for further lines of texts.
func wraps[R any](g *grid[R]) bool { return g.shown.Len() < g.to-g.from }

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
func (t *Table[R]) wrap(r R) (long wrapped, ok bool) {
	free, x, columns := t.freeText(r)
	room := t.width - 1 - x
	if text.Width(free.Text) > room && room >= minWrapped {
		return t.wrapIn(x, room, free), true
	}
	for i, p := range columns {
		c := &t.columns[p.column]
		if !c.Wraps {
			continue
		}
		cell := c.CellOf(r)
		s := text.Line(cell.Text)
		width, _ := t.spill(r, columns[i:], text.Width(s))
		room := min(width, t.width-p.x)
		if text.Width(s) > room && room >= minWrapped {
			cell.Text = s
			return t.wrapIn(p.x, room, cell), true
		}
	}
	return wrapped{}, false
}

// wrapIn returns the lines of a cell at a place with some room: as many as the table has at most.
func (t *Table[R]) wrapIn(x, room int, cell resource.Cell) wrapped {
	shown := text.Cut(cell.Text, room*t.body())
	return wrapped{
		x:     x,
		width: room,
		tone:  cell.Tone,
		lines: text.Wrap(shown, room),
	}
}

// minWrapped is the minimum width of a text that continues on further lines.
const minWrapped = 12

// continuation draws a further line of the text of a row.
func (t *Table[R]) continuation(i, x int, s string, tone theme.Tone) string {
	var l line
	style := t.theme.Tone(tone)
	cursor := t.theme.Table.Cursor
	isCurrent := i == t.cursor && !t.Blurred
	if isCurrent {
		l.blanks = cursor
		style = t.theme.OnCursor(tone)
	}
	l.to(x)
	l.put(style, s, text.Width(s))
	if isCurrent && cursor.Open() != "" {
		l.to(t.width)
	}
	return l.end()
}

// rowAt returns the index of the row that a line of the table shows, from 1 below the titles.
func (t *Table[R]) rowAt(y int) int {
	all := t.wrapAll()
	row := t.top
	for line := 1; ; row++ {
		line += max(len(all[row].lines), 1)
		if line > y {
			return row
		}
	}
}
