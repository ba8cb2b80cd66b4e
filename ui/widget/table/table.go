// Package table shows any number of rows in columns. Rows are identified by their
// keys, so sort, filter, cursor and selection survive new rows.
//
// A long list is sorted and filtered in a command, over an immutable snapshot.
// The rows on screen stay until the result arrives; an outdated result is
// dropped. View formats only the visible rows, in few bytes, as Bubble Tea sends
// every changed line as a whole.
package table

import (
	"context"
	"iter"

	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/theme"
	"channeldeck/ui/resource"
	"channeldeck/ui/widget/fuzzy"
)

// maxSync is the maximum number of rows that are sorted and filtered
// synchronously.
const maxSync = 5000

// Config configures a table.
type Config[R any] struct {
	Theme   *theme.Theme
	Keys    KeyMap
	Columns []resource.Column[R]
	Key     func(R) string  // identifies a row, also after a refresh
	Sort    string          // initial sort column, ascending; "" for the order of the rows
	Context context.Context // cancels the work in progress; nil for none

	Kind func(R) Kind // nil where all rows are items
	// Free returns a text that a row shows in place of some columns: from the named
	// column or the first one that is not pinned, whichever is further left, to the end
	// of the line. ok is false for a row without such a text. Free may be nil.
	Free func(R) (column string, cell resource.Cell, ok bool)
}

// Table is a table of rows. Only the goroutine of Update may call its methods.
type Table[R any] struct {
	Keys    KeyMap
	Blurred bool // the cursor is hidden: another part of the screen has the focus

	rowSet[R]
	selection

	theme    *theme.Theme
	layout   layout[R]
	searched []int // of the columns of layout: the one of each searched field

	context    context.Context
	generation uint64
	busy       bool
	stop       context.CancelFunc // cancels the arrangement in progress
	forget     context.CancelFunc // cancels work on the newest snapshot

	height      int
	cursor, top int
	followTop   bool // the cursor stays on the first row while rows arrive
	moved       bool // by the user or to a row that is named
	aimed       bool // the user moved the cursor to its column after the last sort
	refit       bool // the columns get new widths with the arrangement in progress
}

// rowSet is the rows shown, and what determines them.
type rowSet[R any] struct {
	key     func(R) string
	kind    func(R) Kind
	query   query[R]
	shown   *arrangement[R]
	numbers []int // with a kind: for each row shown, the number of items up to and including it
	total   int   // with a kind: items of the snapshot
}

// New returns an empty table, with the cursor on the column of highest priority that has a title.
func New[R any](c Config[R]) *Table[R] {
	if c.Kind != nil {
		c.Columns = belowHeadings(c.Columns, c.Kind)
	}
	t := &Table[R]{
		Keys:      c.Keys,
		rowSet:    rowSet[R]{key: c.Key, kind: c.Kind},
		selection: selection{selected: map[string]bool{}},
		theme:     c.Theme,
		context:   c.Context,
	}
	if t.context == nil {
		t.context = context.Background()
	}
	t.layout = newLayout(c, &t.rowSet)
	for i, col := range c.Columns {
		if col.Searched {
			t.searched = append(t.searched, i)
			t.query.search = append(t.query.search, col)
		}
	}
	t.replace(nil)
	t.setSort(c.Sort, false)
	t.shown = &arrangement[R]{query: t.query}
	return t
}

// SetSize sets the size in cells, including the header.
func (t *Table[R]) SetSize(width, height int) {
	t.layout.setWidth(width)
	t.height = height
	t.move(t.cursor)
}

// SetRows replaces the rows. The table keeps the slice, which must not change.
func (t *Table[R]) SetRows(rows []R) tea.Cmd {
	t.replace(rows)
	return t.arrange()
}

// Refill reads the rows again: their texts have changed.
func (t *Table[R]) Refill() tea.Cmd {
	t.ResetWidths()
	return t.SetRows(t.query.snap.rows)
}

func (t *Table[R]) replace(rows []R) {
	if t.forget != nil {
		t.forget()
	}
	gone, forget := context.WithCancel(t.context)
	t.query.snap = &snapshot[R]{rows: rows, gone: gone}
	t.forget = forget
}

// SetFilter shows only the rows that match a fuzzy query, the best first until the
// user sorts. Every word must match a searched column. An empty query shows all rows.
func (t *Table[R]) SetFilter(query string) tea.Cmd {
	query = fuzzy.Normal(query)
	if query == t.query.text {
		return nil
	}
	if t.query.text == "" {
		t.query.ranked = true
	}
	t.query.text = query
	t.followTop = query != ""
	return t.arrange()
}

// Index prepares a filter, so that its first key need not wait for the search index. Most
// tables are never filtered: the index of 100,000 accounts takes 14 MB.
func (t *Table[R]) Index() tea.Cmd {
	q := t.query
	return func() tea.Msg {
		q.snap.index(q.search)
		return nil
	}
}

// StayOnTop keeps the cursor on the first row while rows arrive, until the user moves
// it.
func (t *Table[R]) StayOnTop() { t.followTop = true }

// SetKeep shows only rows for which keep returns true, in addition to the fuzzy
// filter; nil for all. keep is called from other goroutines.
func (t *Table[R]) SetKeep(keep func(R) bool) tea.Cmd {
	t.query.keep = keep
	return t.arrange()
}

// SetKept replaces the rows and what is kept of them, as [Table.SetRows] and [Table.SetKeep], and arranges
// them once.
func (t *Table[R]) SetKept(rows []R, keep func(R) bool) tea.Cmd {
	t.query.keep = keep
	return t.SetRows(rows)
}

// SortBy sorts by a column; "" and columns without an order restore the order of
// SetRows. The cursor is then on the first row.
func (t *Table[R]) SortBy(id string, desc bool) tea.Cmd {
	t.setSort(id, desc)
	t.query.ranked = false
	t.followTop = true
	t.aimed = false
	return t.arrange()
}

// ToggleSort sorts by a column, numbers from the greatest down, or reverses the
// order if it is the sort column.
func (t *Table[R]) ToggleSort(id string) tea.Cmd {
	if t.query.sort.id == id && !t.ranked() {
		return t.SortBy(id, !t.query.sort.desc)
	}
	i := t.layout.find(id)
	return t.SortBy(id, i >= 0 && t.layout.columns[i].Right)
}

// Sortable returns the columns that rows can be sorted by and that have values: the shown
// ones, and the others. next is the one that the user moved the cursor to since the last
// sort, or else the sort column.
func (t *Table[R]) Sortable() (shown, others []resource.Column[R], next string) {
	if next, _ = t.Sort(); t.aimed {
		next = t.Column()
	}
	shown, others = t.layout.sortable()
	return shown, others, next
}

// Sort returns the sort column and direction; id is "" for the order of SetRows
// and for rows ranked by the filter.
func (s *rowSet[R]) Sort() (id string, desc bool) {
	if s.ranked() {
		return "", false
	}
	return s.query.sort.id, s.query.sort.desc
}

func (s *rowSet[R]) ranked() bool {
	return s.query.ranked && s.query.text != ""
}

func (t *Table[R]) setSort(id string, desc bool) {
	t.query.sort = sorting{}
	t.query.order = nil
	i := t.layout.find(id)
	if i >= 0 && t.layout.columns[i].IsSorted() {
		t.query.sort = sorting{id, desc}
		t.query.order = t.layout.columns[i].Sort
	}
}

// arranged is the message with a new arrangement.
type arranged[R any] struct {
	owner      *Table[R]
	generation uint64
	shown      *arrangement[R]
}

// arrange applies the query, synchronously or in the command returned.
func (t *Table[R]) arrange() tea.Cmd {
	t.generation++
	if t.stop != nil {
		t.stop()
	}
	ctx, stop := context.WithCancel(t.context)
	t.stop = stop
	t.busy = true
	q := t.query
	before := t.shown
	generation := t.generation
	if len(q.snap.rows) <= maxSync {
		if shown := arrange(ctx, q, before); shown != nil {
			t.show(shown)
		}
		return nil
	}
	return func() tea.Msg {
		shown := arrange(ctx, q, before)
		if shown == nil {
			return nil
		}
		return arranged[R]{owner: t, generation: generation, shown: shown}
	}
}

// Update handles the messages of the table's commands, and the keys that move the
// cursor, select and sort.
func (t *Table[R]) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case arranged[R]:
		if msg.owner != t || msg.generation != t.generation {
			return nil
		}
		t.show(msg.shown)
	case tea.KeyMsg:
		return t.onKey(msg)
	}
	return nil
}

// show displays an arrangement; cursor and selection stay on their rows.
func (t *Table[R]) show(next *arrangement[R]) {
	t.busy = false
	if t.refit {
		t.refit = false
		t.layout.reset()
	}
	to := t.cursor
	offset := t.cursor - t.top
	if t.followTop || t.shown.Len() == 0 {
		to = 0
	} else {
		i := t.indexOf(t.key(t.shown.row(t.cursor)), next)
		if i >= 0 {
			to = i
		}
	}
	if t.shown.query.snap != next.query.snap {
		clear(t.layout.contents)
		clear(t.layout.freeStarts)
		keep(&t.selection, next.query.snap.rows, t.key)
	}
	t.shown = next
	t.layout.stale = true
	t.top = to - offset
	t.number()
	if t.followTop && to < next.Len() && t.isTitle(next.row(to)) && to+1 < next.Len() {
		to++ // below the title of a section
	}
	t.move(to)
}

// Busy reports whether the rows shown do not yet reflect the last change.
func (t *Table[R]) Busy() bool { return t.busy }

// Counts returns the number of items shown and of all items.
func (s *rowSet[R]) Counts() (shown, total int) {
	if s.kind == nil {
		return s.shown.Len(), len(s.shown.query.snap.rows)
	}
	if n := len(s.numbers); n > 0 {
		shown = s.numbers[n-1]
	}
	return shown, s.total
}

// Rows yields the rows shown, in order, without headings.
func (s *rowSet[R]) Rows() iter.Seq[R] {
	shown := s.shown // later calls of Update do not change it
	return func(yield func(R) bool) {
		for i := range shown.Len() {
			r := shown.row(i)
			if !s.isTitle(r) && !yield(r) {
				return
			}
		}
	}
}
