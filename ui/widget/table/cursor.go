package table

import (
	"iter"

	tea "github.com/charmbracelet/bubbletea"
)

// Position is the place of the cursor among the rows shown, from 1; 0 where
// there are none.
func (t *Table[R]) Position() int {
	if t.shown.Len() == 0 {
		return 0
	}
	return t.cursor + 1
}

// Current is the row under the cursor, false where no rows are shown.
func (t *Table[R]) Current() (R, bool) {
	if t.shown.Len() == 0 {
		var none R
		return none, false
	}
	return t.shown.row(t.cursor), true
}

// CurrentCell is the column and the text under the cursor for copying: exact
// where the column has that, uncut and unclean; false where no rows are shown.
func (t *Table[R]) CurrentCell() (column, text string, ok bool) {
	r, ok := t.Current()
	i := t.find(t.column)
	if !ok || i < 0 {
		return "", "", false
	}
	c := &t.columns[i]
	if c.Exact != nil {
		if s := c.Exact(r); s != "" {
			return t.column, s, true
		}
	}
	return t.column, c.Cell(r).Text, true
}

// MoveTo moves the cursor to the row of a key; false where it is not shown.
func (t *Table[R]) MoveTo(key string) bool {
	i := t.placeOf(key, t.shown)
	if i >= 0 {
		t.moveByHand(i)
	}
	return i >= 0
}

// placeOf is where the row of a key is among those shown, -1 for nowhere.
func (t *Table[R]) placeOf(key string, shown *arrangement[R]) int {
	for i := range shown.Len() {
		if t.key(shown.row(i)) == key {
			return i
		}
	}
	return -1
}

// goal is a row that the cursor goes to once it is shown, and how many lines
// below the first in sight.
type goal struct {
	key string
	row int
}

// seek goes to the goal where that is shown.
func (t *Table[R]) seek() {
	if t.goal == nil || t.busy {
		return
	}
	if i := t.placeOf(t.goal.key, t.shown); i >= 0 {
		t.top = i - t.goal.row
		t.moveByHand(i)
	}
}

// SavePosition returns what goes back to the order, the row and the scroll of now. Where
// the row is not shown yet, for the table is busy or rows are on their way, it
// waits for it until the cursor is moved by hand.
func (t *Table[R]) SavePosition() (back func() tea.Cmd) {
	sort, desc := t.Sort()
	current, ok := t.Current()
	row := t.cursor - t.top
	return func() tea.Cmd {
		var cmd tea.Cmd
		if id, d := t.Sort(); id != sort || d != desc {
			cmd = t.SortBy(sort, desc)
		}
		if ok {
			t.goal = &goal{t.key(current), row}
			t.seek()
		}
		return cmd
	}
}

// where is the place of the row under the cursor in the next arrangement, or
// the same place where it is gone.
func (t *Table[R]) where(next *arrangement[R], at int) int {
	before := t.shown
	if before.wish.snap == next.wish.snap {
		want := before.index(at)
		for i := range next.Len() {
			if next.index(i) == want {
				return i
			}
		}
		return at
	}
	if i := t.placeOf(t.key(before.row(at)), next); i >= 0 {
		return i
	}
	return at
}

// MoveBy moves the cursor by rows.
func (t *Table[R]) MoveBy(rows int) { t.moveByHand(t.cursor + rows) }

// Page moves the cursor and what is in sight by pages.
func (t *Table[R]) Page(pages int) {
	t.top += pages * t.body()
	t.moveByHand(t.cursor + pages*t.body())
}

// Scroll moves what is in sight by rows, and the cursor only where it must.
func (t *Table[R]) Scroll(rows int) {
	t.top = clamp(t.top+rows, 0, max(0, t.shown.Len()-t.body()))
	t.moveByHand(clamp(t.cursor, t.top, t.top+t.body()-1))
}

func (t *Table[R]) moveByHand(to int) {
	t.followTop, t.goal = false, nil
	t.move(to)
}

// move puts the cursor on a place as near as there is one. Where that is out of
// sight, what is in sight moves by half a page at once: every line is sent anew
// for any such move, so that fewer of them are far less to send.
func (t *Table[R]) move(to int) {
	n, body := t.shown.Len(), max(t.body(), 1)
	t.cursor = clamp(to, 0, max(n-1, 0))
	if past := t.cursor - (t.top + body - 1); past > 0 {
		t.top += max(past, body/2)
	} else if t.cursor < t.top {
		t.top = min(t.cursor, t.top-body/2)
	}
	t.top = clamp(t.top, 0, max(n-body, 0))
	t.measure()
}

// body is the number of lines for rows.
func (t *Table[R]) body() int { return max(t.height-1, 0) }

func clamp(n, low, high int) int { return max(low, min(n, high)) }

// picked are the selected rows, a bit for each by its place in the snapshot.
type picked struct {
	bits  []uint64
	count int
}

func (p *picked) has(i int) bool {
	return i/64 < len(p.bits) && p.bits[i/64]&(1<<(i%64)) != 0
}

func (p *picked) set(i int, on bool, rows int) {
	if p.bits == nil {
		p.bits = make([]uint64, (rows+63)/64)
	}
	if p.has(i) == on {
		return
	}
	p.bits[i/64] ^= 1 << (i % 64)
	if on {
		p.count++
	} else {
		p.count--
	}
}

// Toggle selects the row under the cursor, or no longer.
func (t *Table[R]) Toggle() {
	if t.shown.Len() > 0 {
		t.selection++
		i := t.shown.index(t.cursor)
		t.picked.set(i, !t.picked.has(i), len(t.shown.wish.snap.rows))
	}
}

// SelectAll selects all rows shown besides those that are selected already;
// where there are no others, it selects none.
func (t *Table[R]) SelectAll() {
	t.selection++
	before, rows := t.picked.count, len(t.shown.wish.snap.rows)
	for i := range t.shown.Len() {
		t.picked.set(t.shown.index(i), true, rows)
	}
	if t.picked.count == before {
		t.SelectNone()
	}
}

// SelectNone ends the selection.
func (t *Table[R]) SelectNone() {
	t.selection++
	t.picked = picked{}
}

// SelectionVersion is another number whenever other rows may be selected, or the same
// ones have come anew: what is made of them is to be made again only then.
func (t *Table[R]) SelectionVersion() uint64 { return t.selection }

// SelectedCount is the number of rows selected, shown or not.
func (t *Table[R]) SelectedCount() int { return t.picked.count }

// Selected are the rows selected, shown or not, in the order in which they came.
func (t *Table[R]) Selected() iter.Seq[R] {
	rows, p := t.shown.wish.snap.rows, t.picked
	return func(yield func(R) bool) {
		for i := range rows {
			if p.has(i) && !yield(rows[i]) {
				return
			}
		}
	}
}

// carry finds the selected rows among new ones.
func (t *Table[R]) carry(before, rows []R) picked {
	if t.picked.count == 0 {
		return picked{}
	}
	keys := make(map[string]bool, t.picked.count)
	for i := range before {
		if t.picked.has(i) {
			keys[t.key(before[i])] = true
		}
	}
	var next picked
	for i := range rows {
		if keys[t.key(rows[i])] {
			next.set(i, true, len(rows))
		}
	}
	return next
}
