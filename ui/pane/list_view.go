package pane

import (
	"cmp"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"

	"channeldeck/theme"
	"channeldeck/ui/resource"
	"channeldeck/ui/text"
	"channeldeck/ui/widget/table"
)

const (
	overlayWidth = 72 // minimum width for an inspector over the right part of the list
	lowHeight    = 15 // below it, the first line of the summary is part of the rule
	minInspector = 40 // width beside a list
	minOverlay   = 32 // and over its right part
)

// listFrame is how a list is divided and framed. Screens do not inherit it.
type listFrame[R any] List[R]

func frameOf[R any](l *List[R]) *listFrame[R] { return (*listFrame[R])(l) }

func (l *listFrame[R]) list() *List[R] { return (*List[R])(l) }

// split returns the widths of the list and of its inspector, 0 for what is not
// visible.
func (l *listFrame[R]) split() (list, beside int) {
	if l.c.Blocks == nil || l.ctx.HideInspector && !l.inspecting {
		return l.width, 0
	}
	if l.width >= FrameWidth {
		list, beside = Split(l.width)
		return list + l.given, beside - l.given
	}
	if (&inspector[R]{l.list()}).isBelow() {
		return l.width, l.width
	}
	if l.inspecting && l.width >= overlayWidth {
		return l.width - overlayInspector + l.given, overlayInspector - l.given
	}
	if l.inspecting {
		return 0, l.width
	}
	return l.width, 0
}

// divide lets the inspector give cells to names that the list would cut. A wide inspector stays
// a wide one.
func (l *listFrame[R]) divide() {
	shown, _ := l.Table.Counts()
	if l.c.Blocks == nil ||
		shown == 0 { // a filter that matches nothing moves no border
		return
	}
	l.given = 0
	list, inspector := l.split()
	isBelow := list == inspector
	if list == 0 || inspector == 0 || isBelow {
		return
	}
	const frame = 4 // cells of an inspector for its border and margins
	least := minInspector
	if l.width < FrameWidth {
		least = minOverlay
	} else if inspector >= WideInspector {
		least = min(inspector, WideInspector+frame)
	}
	l.Table.Give(0)
	l.Table.SetSize(l.frame().Inner(list, l.height))
	l.given = min(l.Table.Lacks(), inspector-least)
}

// Give makes some cells of the next size show more of cut names and no further column: another
// region gives them. Where the list has an inspector, that gives what it can instead.
func (l *List[R]) Give(cells int) { l.given = cells }

// Width returns the width of the list without its inspector, and without the cells that this gives.
func (l *List[R]) Width() int {
	list, inspector := frameOf(l).split()
	if inspector > 0 {
		list -= l.given
	}
	return list
}

// frame returns the region of the list.
func (l *listFrame[R]) frame() Frame {
	f := Frame{
		Title:   l.heading(),
		Right:   l.counted,
		Yields:  true,
		Focused: !l.inspecting && !l.Table.Blurred,
		Bare:    l.stack.width < FrameWidth,
	}
	f.Scroll.From, f.Scroll.To, f.Scroll.Of = l.Table.Visible()
	return f
}

// heading is the title of the list, which names the site if others are shown too.
func (l *listFrame[R]) heading() string {
	s := l.stack
	title := l.ctx.Words.Optional(l.c.Heading)
	if l.c.Site != nil || title == "" {
		return title
	}
	return text.Join(
		" "+s.ctx.Theme.Glyphs.Between+" ",
		title,
		s.site.Label(),
	)
}

// Reword makes the titles of the columns and what the table keeps of its rows again, in the
// language of now. r is the resource of the list with new titles.
func (l *List[R]) Reword(r *resource.Resource[R]) tea.Cmd {
	for _, c := range tableColumns(l.stack.view, r) {
		l.Table.SetTitle(c.ID, c.Title)
	}
	l.Table.SetTitle(resource.ColumnSite, l.ctx.Words.T("field.site")) // r need not have it
	l.undivided = true
	l.Arrange()
	return l.Table.Refill()
}

// Arrange sets the sizes of the parts, and shows the row under the cursor in the
// inspector, before the list is drawn or used next. Call it after a change of the rows or of
// the lines above the table.
func (l *List[R]) Arrange() { l.stale = true }

// Settled returns the table at the size that it has now.
func (l *List[R]) Settled() *table.Table[R] {
	frameOf(l).settle()
	return l.Table
}

// settle arranges the parts if that is due: those of a list that nobody sees take no time.
func (l *listFrame[R]) settle() {
	if !l.stale {
		return
	}
	l.stale = false
	if l.undivided {
		l.undivided = false
		l.divide()
	}
	list, width := l.split()
	height, low := (&inspector[R]{l.list()}).heights(len(l.above()))
	if list > 0 {
		given := l.given
		if list == l.width && l.c.Blocks != nil { // the inspector is hidden
			given = 0
		}
		l.Table.Give(given)
		l.Table.SetSize(l.frame().Inner(list, height))
	}
	l.counted = l.counter()
	r, ok := l.Table.Current()
	if !ok && l.c.Headings {
		r, ok = l.Table.CurrentSection()
	}
	if width == 0 || !ok {
		return
	}
	l.inspected = r
	inner, rows := Frame{Bare: (&inspector[R]{l.list()}).isBare()}.Inner(width, low)
	l.pager.SetHeight(rows)
	l.pager.SetSource(func() []string {
		var top []string
		if rows >= minAiry {
			top = []string{""}
		}
		return append(top, BlockLines(
			l.stack.view,
			l.c.Blocks(r),
			inner,
			rows-len(top),
		)...)
	})
}

// minAiry is the minimum height of an inspector that begins with a blank line.
const minAiry = 16

// above returns the lines above the list.
func (l *listFrame[R]) above() []string {
	lines := l.c.Summary(l.width)
	if l.inRule() {
		lines = lines[min(1, len(lines)):]
	}
	return append(lines, l.filterLine()...)
}

// Above returns the number of lines above the list.
func (l *List[R]) Above() int { return len(frameOf(l).above()) }

// inRule reports whether the first line of the summary is shown in the rule above
// the list, because the screen is low.
func (l *listFrame[R]) inRule() bool {
	return l.stack.width < FrameWidth && l.height < lowHeight
}

// filterLine returns the line of the filters with the number of matching rows, or nil
// without filters.
func (l *listFrame[R]) filterLine() []string {
	line := ""
	if l.c.Chips != nil {
		for _, chip := range l.c.Chips() {
			line += " " + l.ctx.Zones.Mark(l.ctx.Theme.Chip(chip.Text), chip.Click)
		}
	}
	if l.Query.Visible() {
		line += l.Query.Line(l.width - text.Width(line))
	}
	if line == "" {
		return nil
	}
	shown, total := l.Table.Counts()
	if !l.Query.Typing() && shown != total {
		w := l.ctx.Words
		of := w.T("counter.of", "N", w.Int(shown), "Total", w.Int(total))
		line += "  " + l.ctx.Theme.Paint(theme.Muted, of)
	}
	if hidden := l.viewHidden(); hidden != "" {
		line += "  " + hidden
	}
	return []string{text.Cut(line, l.width)}
}

// View draws the list.
func (l *List[R]) View() string {
	frameOf(l).settle()
	if missing := frameOf(l).viewMissing(); missing != "" {
		return missing
	}
	list, width := frameOf(l).split()
	if list == 0 {
		return (&inspector[R]{l}).draw(width, l.height)
	}
	above := frameOf(l).above()
	f := frameOf(l).frame()
	height, low := (&inspector[R]{l}).heights(len(above))
	if frameOf(l).inRule() {
		f.Title = cmp.Or(frameOf(l).titleInRule(), f.Title)
		f.Yields = false // the counter has left it its room
	}
	_, total := l.Table.Counts()
	if total == 0 && !l.inspecting { // there is nothing to inspect; a filter that hides all rows moves no border
		list = l.width
		width = 0
	}
	body := l.Table.View()
	if f.Scroll.Of == 0 && !l.Table.Busy() {
		inner, rows := f.Inner(list, height)
		body = l.ctx.ViewNothing(frameOf(l).whyEmpty(total), inner, rows)
	}
	view := l.ctx.Frame(f, body, list, height)
	if (&inspector[R]{l}).isBelow() {
		view += "\n" + (&inspector[R]{l}).draw(width, low)
	} else if width > 0 {
		view = SideBySide(view, (&inspector[R]{l}).draw(width, low), list)
	}
	return text.Fit(strings.Join(append(above, view), "\n"), l.width, l.height)
}

// whyEmpty says why the list shows none of its rows, and which key changes the filters that are on.
func (l *listFrame[R]) whyEmpty(total int) string {
	if total > 0 && l.Query.Typing() {
		return l.stack.NoMatch("", true)
	}
	sentence := l.c.Empty(total > 0)
	hasFilters := l.c.Facets != nil || len(l.c.Filters) > 0
	on := l.filtersOn()
	if !hasFilters || len(on) == 0 && total == 0 || l.stack.Capturing() { // else the key is a letter
		return sentence
	}
	w := l.ctx.Words
	key := l.ctx.Key(l.stack.Keys.FilterBy)
	if len(on) == 0 {
		return sentence + "\n" + w.T("counter.change_filters", "Key", key)
	}
	if len(on) == 1 && l.Query.Value() != "" { // what was typed
		key = l.ctx.Key(l.stack.Keys.Filter)
	}
	filters := strings.Join(on, " "+l.ctx.Theme.Glyphs.Between+" ")
	return sentence + "\n" + w.T("counter.filters_on", "Filters", filters, "Key", key)
}

// filtersOn are the filters that are on, as they are shown above the list.
func (l *listFrame[R]) filtersOn() (on []string) {
	if l.c.Chips != nil {
		for _, chip := range l.c.Chips() {
			on = append(on, chip.Text)
		}
	}
	if query := l.Query.Value(); query != "" {
		on = append(on, l.ctx.Words.T("counter.query", "Query", text.Line(query)))
	}
	return on
}

// titleInRule returns the first line of the summary for the rule above the list. Where the counter leaves it less
// than half of the rule, or would cut it, it has the room of all but the end of the counter, which the rule leaves out
// then.
func (l *listFrame[R]) titleInRule() string {
	right := l.counted
	end := lastPart(right, " "+l.ctx.Theme.Glyphs.Between+" ")
	if l.width-text.Width(right)-aroundSummary < l.width/2 {
		right = end
	}
	title := l.summaryBeside(right)
	isCut := strings.HasSuffix(ansi.Strip(title), l.ctx.Theme.Glyphs.Ellipsis)
	if isCut {
		return l.summaryBeside(end)
	}
	return title
}

// aroundSummary are the cells of the rule beside the summary and the text at its right: its ends and blanks, without
// that with which the summary begins.
const aroundSummary = ruleEnds + 3

// summaryBeside returns the first line of the summary, in the room that a text at the right of the rule leaves.
func (l *listFrame[R]) summaryBeside(right string) string {
	summary := l.c.Summary(l.width - text.Width(right) - aroundSummary)
	if len(summary) == 0 {
		return ""
	}
	return strings.TrimSpace(summary[0])
}

// counter returns the text at the right of the list's border: the position of the
// cursor and the number of rows shown.
func (l *listFrame[R]) counter() string {
	w := l.ctx.Words
	glyphs := l.ctx.Theme.Glyphs
	shown, total := l.Table.Counts()
	line := w.Int(shown)
	_, onHeading := l.Table.CurrentSection()
	hasPosition := shown > 0 && !onHeading && !l.Table.Blurred
	if total == 0 {
		line = "" // the text in the list says whether there are none or they are not known yet
	} else if hasPosition {
		line = w.Int(l.Table.Position()) + "/" + line
	}
	if l.Table.Busy() {
		line = text.Join(" ", line, glyphs.Ellipsis)
	}
	if l.c.Counter != nil {
		line = text.Join(" "+glyphs.Between+" ", l.c.Counter(), line)
	}
	return text.Join(" "+glyphs.Between+" ", l.sortedBySign(), line)
}

// sortedBySign names the column of signs that the rows are sorted by, which has no title in the table; "" for
// other columns.
func (l *listFrame[R]) sortedBySign() string {
	by, desc := l.Table.Sort()
	i := slices.IndexFunc(l.c.Columns, func(c resource.Column[R]) bool {
		return c.Sign && c.ID == by
	})
	if i < 0 {
		return ""
	}
	arrow := l.ctx.Theme.Glyphs.SortUp
	if desc {
		arrow = l.ctx.Theme.Glyphs.SortDown
	}
	title := l.ctx.Words.Optional(l.c.Name + ".column." + by)
	return l.ctx.Words.T("sort.by_sign", "Column", strings.ToLower(title)) + arrow
}

// viewMissing replaces the list while its rows are loading or could not be loaded;
// it is "" otherwise.
func (l *listFrame[R]) viewMissing() string {
	_, total := l.Table.Counts()
	_, _, shown := l.Table.Visible()
	if shown > 0 || l.Table.Busy() {
		return ""
	}
	above := l.filterLine()
	if total > 0 {
		above = l.above()
	}
	f := Frame{
		Title:   l.heading(),
		Focused: true,
		Bare:    l.frame().Bare,
	}
	height := l.height - len(above)
	inner, rows := f.Inner(l.width, height)
	body, missing := l.stack.ViewMissing(
		l.c.State(),
		l.stack.Keys.Refresh,
		inner,
		rows,
	)
	if !missing {
		return ""
	}
	return text.Fit(
		strings.Join(append(above, l.ctx.Frame(f, body, l.width, height)), "\n"),
		l.width,
		l.height,
	)
}

// tableColumns returns the columns of the table of a resource, with their titles. A
// malformed field of a row is shown as it was received.
func tableColumns[R any](v *resource.View, r *resource.Resource[R]) []resource.Column[R] {
	var list []resource.Column[R]
	for _, col := range r.Columns {
		if col.ExportOnly {
			continue
		}
		col.Title = cmp.Or(
			v.Words.Optional(col.Title),
			col.Title,
			v.Words.Optional(r.Name+".column."+col.ID),
		)
		whole := col
		col.Cell = func(row R) resource.Cell {
			value, bad := resource.Malformed(row, col.ID)
			if bad {
				return resource.Cell{
					Text: v.Theme.Glyphs.Stale + " " + string(value),
					Tone: theme.Warn,
				}
			}
			return whole.CellOf(row)
		}
		list = append(list, col)
	}
	return list
}

// SetKept replaces the rows and what is shown of them: see [table.Table.SetKept].
func (l *List[R]) SetKept(rows []R, keep func(R) bool) tea.Cmd {
	l.undivided = true
	l.Arrange()
	return l.Table.SetKept(rows, keep)
}
