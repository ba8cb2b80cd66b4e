package table

import (
	"iter"
)

// Position returns the position of the cursor among the rows shown, from 1, or 0
// if there are no rows.
func (t *Table[R]) Position() int {
	if t.shown.Len() == 0 {
		return 0
	}
	return t.cursor + 1
}

// Current returns the row under the cursor, false if no rows are shown.
func (t *Table[R]) Current() (R, bool) {
	if t.shown.Len() == 0 {
		var none R
		return none, false
	}
	return t.shown.row(t.cursor), true
}

// CurrentCell returns the column and the text under the cursor for copying: in
// full and not cleaned; ok is false if no rows are shown.
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

// MoveTo moves the cursor to the row with a key; false if it is not shown.
func (t *Table[R]) MoveTo(key string) bool {
	i := t.indexOf(key, t.shown)
	if i >= 0 {
		t.moveByHand(i)
	}
	return i >= 0
}

// indexOf returns the index of the row with a key, -1 if it is not shown.
func (t *Table[R]) indexOf(key string, shown *arrangement[R]) int {
	for i := range shown.Len() {
		if t.key(shown.row(i)) == key {
			return i
		}
	}
	return -1
}

// where returns the index in the next arrangement of the row under the cursor, or
// the same index if the row is gone.
func (t *Table[R]) where(next *arrangement[R], at int) int {
	before := t.shown
	if before.query.snap == next.query.snap {
		want := before.index(at)
		for i := range next.Len() {
			if next.index(i) == want {
				return i
			}
		}
		return at
	}
	if i := t.indexOf(t.key(before.row(at)), next); i >= 0 {
		return i
	}
	return at
}

// MoveBy moves the cursor by a number of rows.
func (t *Table[R]) MoveBy(rows int) { t.moveByHand(t.cursor + rows) }

// Scroll moves the view by rows, and the cursor only if it would leave the view.
func (t *Table[R]) Scroll(rows int) {
	t.top = clamp(t.top+rows, 0, max(0, t.shown.Len()-t.body()))
	t.moveByHand(clamp(t.cursor, t.top, t.top+t.body()-1))
}

func (t *Table[R]) moveByHand(to int) {
	t.followTop = false
	t.move(to)
}

// move puts the cursor on the nearest row to an index. If that is out of view, the
// view moves by half a page: every move of it sends all lines, so fewer moves
// send far less.
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

// body returns the number of lines for rows.
func (t *Table[R]) body() int { return max(t.height-1, 0) }

func clamp(n, low, high int) int { return max(low, min(n, high)) }

// bitset is a set of rows, by index in the snapshot.
type bitset struct {
	bits  []uint64
	count int
}

func (p *bitset) has(i int) bool {
	return i/64 < len(p.bits) && p.bits[i/64]&(1<<(i%64)) != 0
}

func (p *bitset) set(i int, on bool, rows int) {
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

// Toggle selects or deselects the row under the cursor.
func (t *Table[R]) Toggle() {
	if t.shown.Len() > 0 {
		t.selectionVersion++
		i := t.shown.index(t.cursor)
		t.selection.set(i, !t.selection.has(i), len(t.shown.query.snap.rows))
	}
}

// SelectAll adds all rows shown to the selection, or clears it if they are all
// selected already.
func (t *Table[R]) SelectAll() {
	t.selectionVersion++
	before, rows := t.selection.count, len(t.shown.query.snap.rows)
	for i := range t.shown.Len() {
		t.selection.set(t.shown.index(i), true, rows)
	}
	if t.selection.count == before {
		t.SelectNone()
	}
}

// SelectNone clears the selection.
func (t *Table[R]) SelectNone() {
	t.selectionVersion++
	t.selection = bitset{}
}

// SelectionVersion changes whenever the selection or its rows may have changed;
// until then, what was computed from it is valid.
func (t *Table[R]) SelectionVersion() uint64 { return t.selectionVersion }

// SelectedCount returns the number of selected rows, shown or not.
func (t *Table[R]) SelectedCount() int { return t.selection.count }

// Selected yields the selected rows, shown or not, in the order of SetRows.
func (t *Table[R]) Selected() iter.Seq[R] {
	rows, p := t.shown.query.snap.rows, t.selection
	return func(yield func(R) bool) {
		for i := range rows {
			if p.has(i) && !yield(rows[i]) {
				return
			}
		}
	}
}

// carry returns the selection among new rows.
func (t *Table[R]) carry(before, rows []R) bitset {
	if t.selection.count == 0 {
		return bitset{}
	}
	keys := make(map[string]bool, t.selection.count)
	for i := range before {
		if t.selection.has(i) {
			keys[t.key(before[i])] = true
		}
	}
	var next bitset
	for i := range rows {
		if keys[t.key(rows[i])] {
			next.set(i, true, len(rows))
		}
	}
	return next
}
