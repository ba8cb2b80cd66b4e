package table

import (
	"slices"
	"strings"

	"channeldeck/theme"
	"channeldeck/ui/text"
	"channeldeck/ui/widget/fuzzy"
)

// View is the table in exactly its height, and no line wider than its width.
// Lines do not end in blanks.
func (t *Table[R]) View() string {
	if t.width <= 0 || t.height <= 0 {
		return ""
	}
	lines := make([]string, t.height)
	lines[0] = t.header()
	for i := range t.body() {
		if at := t.top + i; at < t.shown.Len() {
			lines[i+1] = t.line(at)
		}
	}
	return strings.Join(lines, "\n")
}

// header draws the titles, and at the ends the signs of more columns.
func (t *Table[R]) header() string {
	var l line
	if t.scrolled > 0 {
		l.put(t.theme.Table.Head, t.theme.Glyphs.Left, 1)
	}
	id, desc := t.Sort()
	for _, p := range t.lay.columns {
		c := &t.columns[p.column]
		styles, title := &t.theme.Table, c.Title
		style := styles.Head
		if c.ID == id && desc {
			title += t.theme.Glyphs.SortDown
		} else if c.ID == id {
			title += t.theme.Glyphs.SortUp
		}
		switch c.ID {
		case t.column:
			style = styles.HeadCursor
		case id:
			style = styles.HeadSorted
		}
		t.piece(&l, p, title, c, func(s string, _ int) { l.put(style, s, 0) })
	}
	if t.lay.more && t.width > gutter {
		l.to(t.width - 1)
		l.put(t.theme.Table.Head, t.theme.Glyphs.Right, 1)
	}
	return l.end()
}

// line draws row at of those shown.
func (t *Table[R]) line(at int) string {
	r := t.shown.row(at)
	var l line
	styles := &t.theme.Table
	under := at == t.cursor
	if under {
		l.under = styles.Cursor
		l.put(styles.Cursor, t.theme.Glyphs.Cursor, 1)
	}
	if t.selection[t.key(r)] && t.width > 1 {
		l.to(1)
		l.put(t.ink(under, styles.Selected), t.theme.Glyphs.Selected, 1)
	}
	hits := t.matches(r)
	for _, p := range t.lay.columns {
		c := &t.columns[p.column]
		cell := c.Cell(r)
		s, style := text.Clean(cell.Text), t.ink(under, t.theme.Tone(cell.Tone))
		if s == "" {
			s, style = t.theme.Glyphs.Dash, t.ink(under, t.theme.Tone(theme.Faint))
		}
		letters := t.letters(hits, r, p.column, s)
		match := styles.Match
		if under {
			match = styles.CursorMatch
		}
		t.piece(&l, p, s, c, func(part string, from int) { mark(&l, part, from, letters, style, match) })
		if under {
			l.to(min(p.x+p.width, t.width))
		}
	}
	return l.end()
}

// ink is a style, which gives way to that of the cursor on its row.
func (t *Table[R]) ink(under bool, style theme.Style) theme.Style {
	if under {
		return t.theme.Table.Cursor
	}
	return style
}

// piece writes s into a column, cut to its width: put gets each part of s that
// stays, with the byte of s at which it begins.
func (t *Table[R]) piece(l *line, p place, s string, c *Column[R], put func(part string, from int)) {
	room := min(p.width, t.width-p.x)
	if room <= 0 {
		return
	}
	first, rest, last := s, "", ""
	width := text.Width(s)
	if width > room {
		first, last = text.Ends(s, room, c.CutMiddle)
		rest, width = t.theme.Glyphs.Ellipsis, text.Width(first)+1+text.Width(last)
	}
	x := p.x
	if c.Right {
		x += room - width
	}
	l.to(x)
	put(first, 0)
	if rest != "" {
		put(rest, len(s))
		put(last, len(s)-len(last))
	}
	l.x = x + width
}

// mark writes part, which begins at byte from of its text, with the letters at
// some bytes of that text in another style.
func mark(l *line, part string, from int, letters []int, style, match theme.Style) {
	var at []int
	for _, i := range letters {
		if i >= from {
			at = append(at, i-from)
		}
	}
	for s, hit := range fuzzy.Parts(part, at) {
		if hit {
			l.put(match, s, 0)
		} else {
			l.put(style, s, 0)
		}
	}
}

// matches returns what the filter matches in a row, by searched field.
func (t *Table[R]) matches(r R) []fuzzy.Match {
	w := &t.shown.query
	if w.text == "" {
		return nil
	}
	texts := make([]string, len(w.search))
	for i, search := range w.search {
		texts[i] = text.Clean(search(r))
	}
	return fuzzy.Explain(w.text, w.hidden, texts...)
}

// field returns the searched field of a column, -1 if it is not searched.
func (t *Table[R]) field(column int) int {
	if t.columns[column].Search == nil {
		return -1
	}
	field := 0
	for i := range column {
		if t.columns[i].Search != nil {
			field++
		}
	}
	return field
}

// hiddenFields returns the searched fields whose columns are out of sight.
func (t *Table[R]) hiddenFields() fuzzy.Fields {
	hidden := fuzzy.Fields(1)<<len(t.query.search) - 1
	for _, p := range t.lay.columns {
		if field := t.field(p.column); field >= 0 {
			hidden &^= 1 << field
		}
	}
	return hidden
}

// HiddenMatch returns what the filter matches in a column that is not visible, for
// the row under the cursor: the title of the column and its clean text; ok is false
// if all matches are visible.
func (t *Table[R]) HiddenMatch() (title, s string, ok bool) {
	r, ok := t.Current()
	if !ok {
		return "", "", false
	}
	hidden := t.hiddenFields()
	for _, m := range t.matches(r) {
		for i, c := range t.columns {
			if hidden>>m.Field&1 == 1 && t.field(i) == m.Field {
				return c.Title, text.Clean(c.Search(r)), true
			}
		}
	}
	return "", "", false
}

// letters returns the bytes of a column's text s that the filter matches, as far
// as the column shows what is searched.
func (t *Table[R]) letters(matches []fuzzy.Match, r R, column int, s string) []int {
	field := t.field(column)
	i := slices.IndexFunc(matches, func(m fuzzy.Match) bool { return m.Field == field })
	if i < 0 {
		return nil
	}
	n, _ := slices.BinarySearch(matches[i].At, common(s, text.Clean(t.columns[column].Search(r))))
	return matches[i].At[:n]
}

// common is the number of bytes with which both begin.
func common(a, b string) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}
