package table

import (
	"cmp"
	"slices"
	"strings"

	"channeldeck/theme"
	"channeldeck/ui/resource"
	"channeldeck/ui/text"
	"channeldeck/ui/widget/bar"
	"channeldeck/ui/widget/fuzzy"
)

// View draws the table, exactly as high as its size. Lines do not end in blanks.
func (t *Table[R]) View() string {
	if t.layout.width <= 0 || t.height <= 0 {
		return ""
	}
	t.layout.settle()
	view := t.draw()
	if t.layout.outgrown { // a time ago is longer than when it was measured
		t.layout.remeasure()
		view = t.draw()
	}
	return view
}

// draw draws the table in the columns that it has.
func (t *Table[R]) draw() string {
	t.layout.outgrown = false
	lines := make([]string, t.height)
	lines[0] = t.header()
	all := t.layout.wrapAll()
	y := 1
	for at := t.top; at < t.shown.Len() && y < t.height; at++ {
		long := all[at]
		lines[y] = t.line(at, long)
		y++
		for i := 1; i < len(long.lines); i++ {
			lines[y] = t.continuation(at, long.x, long.lines[i], long.tone)
			y++
		}
	}
	return strings.Join(lines, "\n")
}

// header draws the titles, and at the ends the signs of more columns.
func (t *Table[R]) header() string {
	var l line
	if t.layout.scrolled > 0 {
		l.put(t.theme.Table.Head, t.theme.Glyphs.Left, 1)
	}
	id, _ := t.Sort()
	for _, p := range t.layout.placed {
		c := &t.layout.columns[p.column]
		style := t.theme.Table.Head
		p.fraction = 0
		if c.ID == t.layout.column && !t.Blurred {
			style = t.theme.Table.HeadCursor
		} else if c.ID == id {
			style = t.theme.Table.HeadSorted
		}
		title := text.Width(t.layout.title(p.column))
		if p.bar > 0 && c.Right && title > p.width-p.bar-1 { // it begins where the numbers do
			p.width = min(title, p.width)
			p.bar = 0
		} else if !c.Right {
			p.bar = 0
		}
		t.put(
			&l,
			p,
			resource.Cell{Text: cmp.Or(t.layout.title(p.column), " ")},
			nil,
			style,
			style,
		)
	}
	if t.layout.more && t.layout.width > gutter && !t.Blurred { // without the focus, no key shows them
		l.to(t.layout.width - 1)
		l.put(t.theme.Table.Head, t.theme.Glyphs.Right, 1)
	}
	return l.end()
}

// line draws a row, or the first line of one with a text that continues.
func (t *Table[R]) line(i int, long wrapped) string {
	r := t.shown.row(i)
	styles := t.theme.Table
	g := &t.theme.Glyphs
	match := styles.Match
	tone := t.theme.Tone
	var l line
	l.b.Grow(2 * t.layout.width) // with the styles
	cursor := i == t.cursor && !t.Blurred
	if cursor {
		l.blanks = styles.Cursor
		match = styles.CursorMatch
		styles.Selected = styles.Cursor
		tone = t.theme.OnCursor
		l.put(tone(theme.Accent), g.Cursor, 1)
	}
	if t.selected[t.key(r)] && t.layout.width > 1 {
		l.to(1)
		l.put(styles.Selected, g.Selected, 1)
	}
	matches := t.matches(r)
	free, x, columns := t.layout.freeText(r)
	covered := 0 // columns behind the last one that its text takes
	for i, p := range columns {
		if covered > 0 {
			covered--
			continue
		}
		cell := t.layout.columns[p.column].CellOf(r)
		cell.Text = text.Line(cell.Text)
		if free.Text == "" && min(text.Width(cell.Text), maxCell) > t.layout.sizes[p.column].width {
			t.layout.outgrown = true
		}
		cell, p, covered = t.layout.cut(r, cell, columns[i:], long)
		t.put(
			&l,
			p,
			cell,
			t.matched(matches, r, p.column, cell.Text),
			tone(cell.Tone),
			match,
		)
		if p.bar > 0 {
			c := &t.layout.columns[p.column]
			s := bar.Of(g, c.Bar(r), t.layout.contentOf(p.column).longest, p.bar)
			l.to(p.x + p.width - p.bar)
			l.put(tone(cmp.Or(cell.Tone, c.Tone)), s, text.Width(s))
		}
	}
	if free.Text != "" && len(long.lines) > 0 && long.x == x {
		free.Text = long.lines[0]
	}
	if s := text.Cut(free.Text, t.layout.width-1-x); s != "" {
		l.to(x)
		l.put(tone(free.Tone), s, text.Width(s))
	}
	if cursor && styles.Cursor.Open() != "" {
		l.to(t.layout.width)
	}
	return l.end()
}

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
		l.to(t.layout.width)
	}
	return l.end()
}

// put writes a text into a column, cut to its width, with the characters at some
// bytes in another style.
func (t *Table[R]) put(
	l *line,
	p place,
	cell resource.Cell,
	matched []int,
	style, match theme.Style,
) {
	s := cell.Text
	c := &t.layout.columns[p.column]
	room := min(p.width, t.layout.width-p.x)
	if p.bar > 0 {
		room -= p.bar + 1
	}
	if room <= 0 {
		return
	}
	first := s
	ellipsis := ""
	last := ""
	width := text.Width(s)
	if width > room {
		ellipsis = t.theme.Glyphs.Ellipsis
		first, last = text.Ends(s, room, c.CutMiddle || cell.KeepEnd)
		width = text.Width(first) + 1 + text.Width(last)
	}
	x := p.x
	if c.Right { // at the decimal point
		x += max(room-width-max(p.fraction-text.Fraction(s), 0), 0)
	}
	l.to(x)
	l.mark(first, matched, 0, style, match)
	l.put(style, ellipsis, 0)
	l.mark(last, matched, len(s)-len(last), style, match)
	l.x = x + width
}

// mark writes the part of a text from a byte on, with the characters at the matched
// bytes of the text in another style.
func (l *line) mark(part string, matched []int, from int, style, match theme.Style) {
	var at []int
	for _, i := range matched {
		if i >= from {
			at = append(at, i-from)
		}
	}
	if len(at) == 0 {
		l.put(style, part, 0)
		return
	}
	for s, hit := range text.Parts(part, at) {
		if hit {
			l.put(match, s, 0)
		} else {
			l.put(style, s, 0)
		}
	}
}

// matches returns the bytes that the filter matches in the visible columns of a row, by
// searched field.
func (t *Table[R]) matches(r R) [][]int {
	q := &t.shown.query
	if q.text == "" {
		return nil
	}
	texts := make([]string, len(q.search))
	kinds := make([]fuzzy.Kind, len(q.search))
	for i, c := range q.search {
		kinds[i] = c.Kind()
		if slices.ContainsFunc(t.layout.placed, func(p place) bool { return p.column == t.searched[i] }) {
			texts[i] = text.Line(c.SearchedOf(r))
		}
	}
	return t.shown.found.Explain(kinds, texts)
}

// matched returns the bytes of a column's text s that the filter matches, as far as
// the column shows the text that is searched.
func (t *Table[R]) matched(matches [][]int, r R, column int, s string) []int {
	field := slices.Index(t.searched, column)
	if field < 0 || field >= len(matches) || len(matches[field]) == 0 {
		return nil
	}
	searched := text.Line(t.layout.columns[column].SearchedOf(r))
	return slices.DeleteFunc(matches[field], func(i int) bool {
		return !strings.HasPrefix(s, searched[:i+1])
	})
}

// line is a line of the screen while it is written. Adjacent pieces of a style share its
// escape sequence.
type line struct {
	b      strings.Builder
	blanks theme.Style // of the cells between pieces
	style  theme.Style // of the last piece
	x      int         // cells so far
}

// to leaves blanks up to cell x.
func (l *line) to(x int) {
	if x > l.x {
		l.put(l.blanks, text.Blank(x-l.x), x-l.x)
	}
}

// put writes a piece of the given width.
func (l *line) put(style theme.Style, s string, width int) {
	if style != l.style {
		if l.style.Open() != "" {
			l.b.WriteString(theme.Reset())
		}
		l.b.WriteString(style.Open())
		l.style = style
	}
	l.b.WriteString(s)
	l.x += width
}

// end returns the line.
func (l *line) end() string {
	l.put(theme.Style{}, "", 0)
	return l.b.String()
}
