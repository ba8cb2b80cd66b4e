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
	id, _ := t.Sort()
	for _, p := range t.lay.columns {
		c, style := &t.columns[p.column], t.theme.Table.Head
		switch c.ID {
		case t.column:
			style = t.theme.Table.HeadCursor
		case id:
			style = t.theme.Table.HeadSorted
		}
		if text.Width(t.title(p.column)) > p.width-p.bar-1 || !c.Right {
			p.bar = 0
		}
		t.put(&l, p, resource.Cell{Text: cmp.Or(t.title(p.column), " ")}, nil, style, style)
		if c.BarTitle != "" && p.bar >= text.Width(c.BarTitle) {
			l.to(p.x + p.width - p.bar)
			l.put(t.theme.Table.Head, c.BarTitle, text.Width(c.BarTitle))
		}
	}
	if t.lay.more && t.width > gutter {
		l.to(t.width - 1)
		l.put(t.theme.Table.Head, t.theme.Glyphs.Right, 1)
	}
	return l.end()
}

func (t *Table[R]) line(i int) string {
	r, styles, g := t.shown.row(i), t.theme.Table, &t.theme.Glyphs
	match := styles.Match
	tone := t.theme.Tone
	var l line
	l.b.Grow(2 * t.width) // with the styles
	if i == t.cursor {
		l.under, match, styles.Selected = styles.Cursor, styles.CursorMatch, styles.Cursor
		tone = t.theme.OnCursor
		l.put(tone(theme.Accent), g.Cursor, 1)
	}
	if t.selected[t.key(r)] && t.width > 1 {
		l.to(1)
		l.put(styles.Selected, g.Selected, 1)
	}
	matches := t.matches(r)
	free, x, columns := t.freeText(r)
	hint, at := "", []int(nil)
	if free.Text == "" {
		hint, at = t.hint(matches, r)
	}
	for _, p := range columns {
		if end := t.width - 2 - text.Width(hint); hint != "" && p.x+p.width > end {
			if p.bar > 0 {
				p.width, p.bar = p.width-p.bar-1, 0
			}
			if t.columns[p.column].Pinned {
				p.width = min(p.width, end-p.x)
			} else if p.x+p.width > end {
				break
			}
		}
		cell := t.columns[p.column].Cell(r)
		cell.Text = text.Clean(cell.Text)
		if cell.Text == "" {
			cell.Text, cell.Tone = g.Dash, theme.Faint
		}
		t.put(&l, p, cell, t.matched(matches, r, p.column, cell.Text), tone(cell.Tone), match)
		if p.bar > 0 {
			s := bar.Of(g, t.columns[p.column].Bar(r), t.contentOf(p.column).longest, p.bar)
			l.to(p.x + p.width - p.bar)
			l.put(tone(cmp.Or(cell.Tone, t.columns[p.column].Tone)), s, text.Width(s))
		}
	}
	if s := text.Cut(free.Text, t.width-1-x); s != "" {
		l.to(x)
		l.put(tone(free.Tone), s, text.Width(s))
	}
	if hint != "" {
		l.to(t.width - 1 - text.Width(hint))
		l.mark(hint, at, 0, tone(theme.Muted), match)
		l.x = t.width - 1
	}
	if i == t.cursor {
		l.to(t.width)
	}
	return l.end()
}

// put writes a text into a column, cut to its width, with the characters at some
// bytes in another style.
func (t *Table[R]) put(l *line, p place, cell resource.Cell, matched []int, style, match theme.Style) {
	s, c, room := cell.Text, &t.columns[p.column], min(p.width, t.width-p.x)
	if p.bar > 0 {
		room -= p.bar + 1
	}
	if room <= 0 {
		return
	}
	first, ellipsis, last := s, "", ""
	width := text.Width(s)
	if width > room {
		ellipsis = t.theme.Glyphs.Ellipsis
		first, last = text.Ends(s, room, c.CutMiddle || cell.KeepEnd)
		width = text.Width(first) + 1 + text.Width(last)
	}
	x := p.x
	if c.Right {
		x += room - width
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
	for s, hit := range fuzzy.Parts(part, at) {
		if hit {
			l.put(match, s, 0)
		} else {
			l.put(style, s, 0)
		}
	}
}

// matches returns what the filter matches in a row, by searched field.
func (s *rowSet[R]) matches(r R) []fuzzy.Match {
	q := &s.shown.query
	if q.text == "" {
		return nil
	}
	texts := make([]string, len(q.search))
	for i, search := range q.search {
		texts[i] = text.Clean(search(r))
	}
	return fuzzy.Explain(q.text, q.hidden, texts...)
}

// hiddenFields returns the searched fields whose columns are not visible.
func (g *grid[R]) hiddenFields() (hidden fuzzy.Fields) {
	for field, column := range g.searched {
		if !slices.ContainsFunc(g.lay.columns, func(p place) bool { return p.column == column }) {
			hidden |= 1 << field
		}
	}
	return hidden
}

// maxHint is the maximum width of a hint.
const maxHint = 20

// hint returns the text at the right end of a row for a match in a column that is not
// visible, with the bytes that match: the title of the column and the part of its text
// that begins shortly before the match. It is "" if all matches are visible.
func (t *Table[R]) hint(matches []fuzzy.Match, r R) (s string, at []int) {
	hidden := t.hiddenFields()
	i := slices.IndexFunc(matches, func(m fuzzy.Match) bool { return hidden>>m.Field&1 == 1 })
	if i < 0 {
		return "", nil
	}
	const before = 2 // letters
	c, m := &t.columns[t.searched[matches[i].Field]], matches[i]
	title, s, from := c.Title+" ", text.Clean(c.Search(r)), 0
	room := min(maxHint, t.width/3) - text.Width(title)
	if text.Width(s) > room {
		var letters []int // where they begin, up to the match
		for begin := range text.Letters(s[:m.At[0]]) {
			letters = append(letters, begin)
		}
		if n := len(letters); n > before {
			from, title = letters[n-before], title+t.theme.Glyphs.Ellipsis
		}
	}
	for _, b := range m.At {
		at = append(at, len(title)+b-from)
	}
	return text.Cut(title+s[from:], min(maxHint, t.width/3)), at
}

// matched returns the bytes of a column's text s that the filter matches, as far as
// the column shows the text that is searched.
func (t *Table[R]) matched(matches []fuzzy.Match, r R, column int, s string) []int {
	for _, m := range matches {
		if t.searched[m.Field] == column {
			searched := text.Clean(t.columns[column].Search(r))
			return slices.DeleteFunc(m.At, func(i int) bool { return !strings.HasPrefix(s, searched[:i+1]) })
		}
	}
	return nil
}

// line writes one line of the screen in few bytes: pieces of equal style share one
// escape sequence, a change of style is one sequence, and blanks at the end are not
// written.
type line struct {
	b     strings.Builder
	under theme.Style // of blanks between pieces
	style theme.Style // the current one
	x     int         // cells so far
	skip  int         // of these, blanks not yet written
}

// to leaves blanks up to cell x.
func (l *line) to(x int) {
	if x > l.x {
		l.skip += x - l.x
		l.x = x
	}
}

// put writes a piece of the given width.
func (l *line) put(style theme.Style, s string, width int) {
	if s == "" {
		return
	}
	l.blanks(style)
	l.open(style)
	l.b.WriteString(s)
	l.x += width
}

// blanks writes the pending blanks. If they show no style, the current style stays.
func (l *line) blanks(next theme.Style) {
	if l.skip == 0 {
		return
	}
	switch {
	case l.under.ShowsOnBlanks():
		l.open(l.under)
	case l.style.ShowsOnBlanks():
		l.open(theme.Style{})
	case l.style.Open() == "" && !next.ShowsOnBlanks():
		l.open(next) // so that the next piece needs no sequence of its own
	}
	l.b.WriteString(text.Blank(l.skip))
	l.skip = 0
}

// open changes the style. A change between two styles is one sequence, whose empty
// first parameter resets the old style.
func (l *line) open(style theme.Style) {
	switch {
	case style == l.style:
		return
	case style.Open() == "":
		l.b.WriteString(theme.Reset())
	case l.style.Open() == "":
		l.b.WriteString(style.Open())
	default:
		l.b.WriteString("\x1b[;" + strings.TrimPrefix(style.Open(), "\x1b["))
	}
	l.style = style
}

// end returns the line. Blanks at its end are left out, unless they show a style.
func (l *line) end() string {
	if l.under.ShowsOnBlanks() {
		l.blanks(l.under)
	}
	l.open(theme.Style{})
	return l.b.String()
}
