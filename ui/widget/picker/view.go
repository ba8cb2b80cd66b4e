package picker

import (
	"slices"
	"strconv"
	"strings"

	"channeldeck/theme"
	"channeldeck/ui/text"
	"channeldeck/ui/widget/fuzzy"
)

// row is a line below the filter: an item, or a heading or blank line above one. There may
// be very many.
type row struct {
	item    int      // of those shown
	heading *heading // nil for an item
}

// heading is the name of a section, "" for the blank line above it.
type heading struct{ text, note string }

// maxMatches is the number of matches of a section that are shown where several
// sections have some.
const maxMatches = 6

// arrange sets the rows. With a query, the sections are in the order of their
// best matches.
func (p *Picker) arrange() {
	notes := map[string]string{}
	if p.found != nil {
		p.order, notes = p.group(p.order)
	}
	const headings = 64 // usually fewer
	p.rows = slices.Grow(p.rows[:0], p.Len()+headings)
	section := ""
	for i := range p.Len() {
		if item := p.at(i); item.Section != section {
			if section = item.Section; i > 0 {
				p.rows = append(p.rows, row{i, &heading{}})
			}
			p.rows = append(p.rows, row{i, &heading{section, notes[section]}})
		}
		p.rows = append(p.rows, row{item: i})
	}
}

// group brings the items of each section together, at most maxMatches of each
// where there are several sections. For a section of which some are left out the
// note is the number shown and the number found.
func (p *Picker) group(order []int32) ([]int32, map[string]string) {
	var names []string
	sections := map[string][]int32{}
	notes := map[string]string{}
	for _, i := range order {
		name := p.items[i].Section
		if _, ok := sections[name]; !ok {
			names = append(names, name)
		}
		sections[name] = append(sections[name], i)
	}
	if len(names) < 2 {
		return order, notes
	}
	grouped := make([]int32, 0, len(order))
	for _, name := range names {
		found := sections[name]
		if n := len(found); n > maxMatches {
			found = found[:maxMatches]
			notes[name] = strconv.Itoa(maxMatches) + "/" + strconv.Itoa(n)
		}
		grouped = append(grouped, found...)
	}
	return grouped, notes
}

// columns are the widths of the widest label, counts, note and key, in cells.
type columns struct {
	label, note, key int
	counts           []int
}

// measure returns the widths for the items of rows.
func (p *Picker) measure(rows []row) columns {
	var c columns
	for _, r := range rows {
		if r.heading != nil {
			continue
		}
		item := p.at(r.item)
		c.label = max(c.label, text.Width(text.Line(item.Label)))
		c.note = max(c.note, text.Width(text.Line(item.Note)))
		c.key = max(c.key, text.Width(item.Key))
		for j, count := range item.Counts {
			if j == len(c.counts) {
				c.counts = append(c.counts, 0)
			}
			c.counts[j] = max(c.counts[j], text.Width(count.Text))
		}
	}
	return c
}

// gap is the number of blanks between columns.
const gap = 2

// countsWidth is the width of the counts with the gaps before them. Counts that all items lack have none.
func (c *columns) countsWidth() (width int) {
	for _, n := range c.counts {
		if n > 0 {
			width += gap + n
		}
	}
	return width
}

// Size returns the size that shows all items.
func (p *Picker) Size() (width, height int) {
	c := p.measure(p.rows)
	width = p.indent() + c.label + 1 + c.countsWidth()
	for _, n := range []int{c.note, c.key} {
		if n > 0 {
			width += gap + n
		}
	}
	return max(
		width,
		text.Width(p.Filter)+6,
		text.Width(p.Nothing)+4,
	), margin + max(len(p.rows), 1)
}

// indent is the number of cells before a label.
func (p *Picker) indent() int {
	n := 2
	if p.Multi {
		n += 4
	} else if p.marked {
		n += 2
	}
	if slices.ContainsFunc(p.rows, func(r row) bool { return r.heading != nil }) {
		n++
	}
	return n
}

// margin is the number of lines besides the items: the filter and a blank line, or
// a blank line above and one below.
const margin = 2

// maxPlain is the number of items up to which the filter is hidden until something
// is typed.
const maxPlain = 8

func (p *Picker) filtering() bool {
	return len(p.items) > maxPlain || p.input.Value() != ""
}

// head is the number of lines above the items.
func (p *Picker) head() int {
	if p.filtering() {
		return margin
	}
	return margin / 2
}

// page is the number of rows that are visible.
func (p *Picker) page() int { return max(p.height-margin, 1) }

// line returns the row of the item under the cursor.
func (p *Picker) line() int {
	return max(
		slices.IndexFunc(p.rows, func(r row) bool {
			return r.item == p.cursor && r.heading == nil
		}),
		0,
	)
}

// top returns the first visible row. The view turns pages, so that a move of the
// cursor changes two lines.
func (p *Picker) top() int {
	return p.line() / p.page() * p.page()
}

// Visible returns the numbers of the first and last visible row, from 1, and the
// number of rows.
func (p *Picker) Visible() (from, to, of int) {
	top := p.top()
	return top + 1, min(top+p.page(), len(p.rows)), len(p.rows)
}

// View draws the picker, exactly as large as its size.
func (p *Picker) View() string {
	if p.width <= 0 || p.height <= 0 {
		return ""
	}
	t := p.Theme
	lines := []string{""}
	if p.filtering() {
		prompt := " " + t.Paint(theme.Accent, t.Glyphs.User) + " "
		in := p.input
		in.Placeholder = text.Clean(p.Filter)
		in.SetWidth(p.width - text.Width(prompt) - 1)
		lines = []string{prompt + in.View(), ""}
	}
	rows := p.rows[p.top():min(p.top()+p.page(), len(p.rows))]
	indent := p.indent()
	columns := p.measure(rows)
	isWide := indent+1+columns.label+columns.countsWidth()+gap+columns.note > p.width
	for i, r := range rows {
		if isWide && r.heading != nil {
			columns = p.measure(section(rows[i:]))
		}
		if r.heading == nil {
			lines = append(lines, p.item(r.item, indent, &columns))
		} else if r.heading.text == "" {
			lines = append(lines, "")
		} else {
			lines = append(
				lines,
				"  "+t.Table.Head.Render(text.Line(r.heading.text))+"  "+
					t.Paint(theme.Faint, r.heading.note),
			)
		}
	}
	if p.Len() == 0 {
		lines = append(lines, "  "+t.Paint(theme.Muted, text.Line(p.Nothing)))
	}
	return text.Fit(strings.Join(lines, "\n"), p.width, p.height)
}

// section returns the rows from a heading up to the next one with a name. Where the columns of all sections do not
// fit beside each other, each section has its own, so that long titles of one section do not push the notes of
// another one to the right.
func section(rows []row) []row {
	for i, r := range rows[1:] {
		if r.heading != nil && r.heading.text != "" {
			return rows[:i+1]
		}
	}
	return rows
}

// item draws item i of those shown, its label at column indent.
func (p *Picker) item(i, indent int, c *columns) string {
	t := p.Theme
	item := p.at(i)
	tone := t.Tone
	match := t.Table.Match
	keyStyle := t.Footer.Key
	cursor := " "
	if i == p.cursor {
		tone = t.OnCursor
		match = t.Table.CursorMatch
		keyStyle = t.OnCursor(theme.Accent)
		cursor = t.Glyphs.Cursor
	}
	mark := p.mark(item)
	width, noteWidth := p.share(item, p.width-indent-1, c)
	label := text.Line(item.Label)
	if item.Off {
		label = tone(theme.Faint).Render(label)
	} else if p.found != nil {
		label = p.highlight(match, item)
	}
	var line strings.Builder
	line.WriteString(cursor)
	line.WriteString(text.Blank(indent-text.Width(mark)-2) + mark + " ")
	line.WriteString(text.Left(label, width))
	for j, count := range item.Counts {
		if c.counts[j] == 0 {
			continue
		}
		line.WriteString(text.Blank(gap) + tone(count.Tone).Render(text.Right(count.Text, c.counts[j])))
	}
	note := text.Line(item.Note)
	if note != "" {
		line.WriteString(text.Blank(gap) + tone(theme.Muted).Render(text.Cut(note, noteWidth)))
	}
	row := line.String()
	if item.Key != "" {
		row = text.Left(row, p.width-1-text.Width(item.Key)) + keyStyle.Render(item.Key)
	}
	row = text.Cut(row, p.width)
	if i == p.cursor {
		return t.Table.Cursor.Over(text.Left(row, p.width))
	}
	return row
}

// mark is the sign before the label of an item: whether it is chosen.
func (p *Picker) mark(item *Item) string {
	sign := ""
	if item.Chosen {
		sign = p.Theme.Glyphs.Selected
	} else if p.Multi {
		sign = p.Theme.Glyphs.Empty
	}
	if p.Multi {
		return "[" + sign + "]"
	}
	return sign
}

// share divides a room of cells behind the mark of an item: for its label, and for its note behind the counts.
func (p *Picker) share(item *Item, room int, c *columns) (label, note int) {
	room -= c.countsWidth()
	if c.key > 0 {
		room -= gap + c.key
	}
	hasCounts := len(item.Counts) > 0
	labelNeeds := text.Width(text.Line(item.Label))
	noteNeeds := text.Width(text.Line(item.Note))
	label = room
	if c.note > 0 && (noteNeeds > 0 || hasCounts) {
		label = min(c.label, max(room-gap-c.note, room/2))
	}
	if hasCounts {
		label = min(label, c.label)
	} else { // the note begins where other items have theirs
		room += c.countsWidth()
	}
	if c.key > 0 { // and goes on below wider keys of other items
		room += c.key - text.Width(item.Key)
	}
	if item.Key == "" && c.key > 0 {
		room += gap
	}
	if !hasCounts && noteNeeds == 0 {
		label = room
	} else if !hasCounts {
		label = shareRoom(label, room-gap, labelNeeds, noteNeeds)
	}
	return label, room - gap - label
}

// shareRoom returns the width of a label beside its note in a room of cells. It is the width of the column, but a
// note that is cut there takes the blanks behind its label, and a label those behind its note.
func shareRoom(column, room, label, note int) int {
	free := room - note
	if label > column {
		return min(label, max(column, free))
	}
	return min(column, max(label, free))
}

// highlight returns the label of an item with the parts marked that the query matches in it.
func (p *Picker) highlight(match theme.Style, item *Item) string {
	label := text.Line(item.Label)
	matched, known := p.matched[item]
	if !known {
		matched = p.found.Explain([]fuzzy.Kind{fuzzy.Name, fuzzy.Text}, []string{
			label,
			text.Line(item.Note),
		})[0]
		p.matched[item] = matched
	}
	var b strings.Builder
	for part, matches := range text.Parts(label, matched) {
		if matches {
			part = match.Render(part)
		}
		b.WriteString(part)
	}
	return b.String()
}
