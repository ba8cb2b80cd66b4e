// Package table shows rows of any number in columns. All it does goes by the
// keys of rows: sort, filter, cursor and selection survive new rows.
//
// A long list is sorted and filtered in a command, over a snapshot that nothing
// changes; what was shown stays until the result comes, and a result that was
// overtaken is dropped. View formats only the rows in sight, and writes them in
// few bytes: Bubble Tea sends every line that changed as a whole.
package table

import (
	"cmp"
	"context"
	"iter"
	"math"
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/theme"
	"channeldeck/ui/widget/fuzzy"
)

// maxSync is up to how many rows are sorted and filtered at once, in the call
// that asks for it.
const maxSync = 5000

// Config is what a table is made of.
type Config[R any] struct {
	Theme   *theme.Theme
	Keys    KeyMap
	Columns []Column[R]
	Key     func(R) string // tells a row from all others, and is the same after a refresh
	Sort    string         // the column to sort by at first, "" for the order in which rows come
	Desc    bool
	Context context.Context // ends the work under way; nil for never
}

// Table is a table of rows. Its methods are for the goroutine of Update.
type Table[R any] struct {
	Keys KeyMap

	theme   *theme.Theme
	columns []Column[R]
	chosen  []int // of columns, in order
	key     func(R) string
	context context.Context

	wish       wish[R]
	shown      *arrangement[R]
	generation uint64
	busy       bool
	stop       context.CancelFunc // what is being arranged
	forget     context.CancelFunc // the newest snapshot

	width, height int
	widths        []int // of columns, by what was seen of them; they only grow
	lay           layout
	column        string // under the cursor
	scrolled      int    // columns scrolled to the right

	cursor, top int
	followTop   bool  // the cursor stays on the first row while rows or matches come
	goal        *goal // a row that the cursor goes to when it is shown, nil for none
	picked      picked
	selection   uint64 // counts what may have changed picked or its rows
}

// New makes an empty table. The cursor begins on the column of highest priority.
func New[R any](c Config[R]) *Table[R] {
	t := &Table[R]{Keys: c.Keys, theme: c.Theme, columns: c.Columns, key: c.Key, context: c.Context, widths: make([]int, len(c.Columns))}
	if t.context == nil {
		t.context = context.Background()
	}
	for i, col := range t.columns {
		if !col.Hidden {
			t.chosen = append(t.chosen, i)
		}
		if col.Search != nil {
			t.wish.search = append(t.wish.search, col.Search)
		}
	}
	t.replace(nil)
	t.setSort(c.Sort, c.Desc)
	if len(t.chosen) > 0 {
		first := slices.MaxFunc(t.chosen, func(a, b int) int { return cmp.Compare(t.columns[a].Priority, t.columns[b].Priority) })
		t.column = t.columns[first].ID
	}
	t.shown = &arrangement[R]{wish: t.wish, all: true, done: true}
	t.relayout()
	return t
}

// SetSize sets the room in cells, the header's line included.
func (t *Table[R]) SetSize(width, height int) {
	if width != t.width {
		clear(t.widths)
	}
	t.width, t.height = width, height
	t.move(t.cursor)
}

// SetRows shows other rows. The table keeps the slice: it must not change.
func (t *Table[R]) SetRows(rows []R) tea.Cmd {
	t.replace(rows)
	return t.arrange()
}

func (t *Table[R]) replace(rows []R) {
	if t.forget != nil {
		t.forget()
	}
	gone, forget := context.WithCancel(t.context)
	t.wish.snap, t.forget = &snapshot[R]{rows: rows, gone: gone}, forget
}

// SetFilter shows only rows that match a fuzzy query, best first until they are
// sorted anew. Every word must match a column that is searched; no word is no
// filter.
func (t *Table[R]) SetFilter(query string) tea.Cmd {
	query = fuzzy.Normal(query)
	if query == t.wish.query {
		return nil
	}
	if t.wish.query == "" {
		t.wish.ranked = true
	}
	t.wish.query, t.wish.hidden = query, t.hiddenFields()
	t.followTop, t.goal = query != "", nil
	return t.arrange()
}

// StayOnTop keeps the cursor on the first row while rows come and move, until
// it is moved by hand; or no longer.
func (t *Table[R]) StayOnTop(stay bool) { t.followTop = stay }

// SetKeep shows only rows that keep wants, on top of the fuzzy filter; nil for
// all. It is called from other goroutines and must not change.
func (t *Table[R]) SetKeep(keep func(R) bool) tea.Cmd {
	t.wish.keep = keep
	return t.arrange()
}

// SortBy sorts by a column; "" and ids of none that can be sorted by are for the
// order in which the rows came.
func (t *Table[R]) SortBy(id string, desc bool) tea.Cmd {
	t.setSort(id, desc)
	t.wish.ranked = false
	return t.arrange()
}

// ToggleSort sorts by a column, and where it does already, the other way round.
func (t *Table[R]) ToggleSort(id string) tea.Cmd {
	if t.wish.sort.id == id && !t.ranked() {
		return t.SortBy(id, !t.wish.sort.desc)
	}
	return t.SortBy(id, false)
}

// Sort is the column and the direction in force; no id where rows stand as they
// came or by how well they match the filter.
func (t *Table[R]) Sort() (id string, desc bool) {
	if t.ranked() {
		return "", false
	}
	return t.wish.sort.id, t.wish.sort.desc
}

func (t *Table[R]) ranked() bool { return t.wish.ranked && t.wish.query != "" }

func (t *Table[R]) setSort(id string, desc bool) {
	t.wish.sort, t.wish.order = sorting{}, nil
	if i := t.find(id); i >= 0 && t.columns[i].Order != nil {
		t.wish.sort, t.wish.order = sorting{id, desc}, t.columns[i].Order
	}
}

// arranged is the message that brings what there is to show by now.
type arranged[R any] struct {
	owner      *Table[R]
	generation uint64
	shown      *arrangement[R]
	more       tea.Cmd // what to do next
}

// arrange fulfils the wish, at once or by a command.
func (t *Table[R]) arrange() tea.Cmd {
	t.generation++
	if t.stop != nil {
		t.stop()
	}
	ctx, stop := context.WithCancel(t.context)
	t.stop, t.busy = stop, true
	w, before, generation := t.wish, t.shown, t.generation
	if len(w.snap.rows) <= maxSync {
		if a := arrange(ctx, w, before); a != nil {
			if shown, err := a.next(ctx, math.MaxInt); err == nil {
				t.show(shown)
			}
		}
		return nil
	}
	return func() tea.Msg {
		a := arrange(ctx, w, before)
		if a == nil {
			return nil
		}
		return t.step(ctx, generation, a, firstRows)()
	}
}

// step goes on with an arrangement by n rows. It touches nothing of the table.
func (t *Table[R]) step(ctx context.Context, generation uint64, a *arranging[R], n int) tea.Cmd {
	return func() tea.Msg {
		shown, err := a.next(ctx, n)
		if err != nil {
			return nil
		}
		m := arranged[R]{owner: t, generation: generation, shown: shown}
		if shown.done {
			m.more = a.wish.prepare
		} else {
			m.more = t.step(ctx, generation, a, math.MaxInt)
		}
		return m
	}
}

// prepare is the command that builds what the filter searches before it is asked
// for, so that the first key of a query does not wait for it.
func (w *wish[R]) prepare() tea.Msg {
	w.snap.index(w.search)
	return nil
}

// Update takes the messages of the table's own commands, and the keys that move
// the cursor, select and sort.
func (t *Table[R]) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case arranged[R]:
		if msg.owner != t || msg.generation != t.generation {
			return nil
		}
		t.show(msg.shown)
		return msg.more
	case tea.KeyMsg:
		return t.onKey(msg)
	}
	return nil
}

// show takes over an arrangement; cursor and selection stay on their rows.
func (t *Table[R]) show(next *arrangement[R]) {
	before := t.shown
	t.busy = !next.done
	to := 0
	if !t.followTop && before.Len() > 0 {
		to = t.where(next, t.cursor)
	}
	offset := t.cursor - t.top
	if before.wish.snap != next.wish.snap {
		t.picked = t.carry(before.wish.snap.rows, next.wish.snap.rows)
		t.selection++
	}
	t.shown = next
	t.top = to - offset
	t.move(to)
	t.seek()
}

// Busy reports whether what is shown is not yet what was asked for.
func (t *Table[R]) Busy() bool { return t.busy }

// Counts are the number of rows shown and of all.
func (t *Table[R]) Counts() (shown, total int) {
	return t.shown.Len(), len(t.shown.wish.snap.rows)
}

// Rows are the rows shown, in order.
func (t *Table[R]) Rows() iter.Seq[R] {
	shown := t.shown // later calls of Update do not change it
	return func(yield func(R) bool) {
		for i := range shown.Len() {
			if !yield(shown.row(i)) {
				return
			}
		}
	}
}
