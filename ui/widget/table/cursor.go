package table

import (
	"cmp"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/ui/widget/scroll"
)

// KeyMap holds the keys of a table.
type KeyMap struct {
	scroll.KeyMap
	Left, Right          key.Binding // to another column
	Reverse              key.Binding // the order; without a sort column, by the one under the cursor
	Select, SelectAll    key.Binding // SelectAll: all rows shown, or none if they all are
	SelectUp, SelectDown key.Binding // move and select
}

func (t *Table[R]) onKey(msg tea.KeyMsg) tea.Cmd {
	k := &t.Keys
	if by, ok := k.Move(msg, t.body()); ok {
		if by != 1 && by != -1 {
			t.top += by
		}
		t.MoveBy(by)
		return nil
	}
	switch {
	case key.Matches(msg, k.Left):
		t.layout.moveLeft()
		t.aimed = true
	case key.Matches(msg, k.Right):
		t.layout.moveRight()
		t.aimed = true
	case key.Matches(msg, k.Reverse):
		return t.SortBy(cmp.Or(t.query.sort.id, t.Column()), !t.query.sort.desc)
	case key.Matches(msg, k.Select):
		if r, ok := t.Current(); ok {
			t.toggle(t.key(r))
		}
		t.MoveBy(1)
	case key.Matches(msg, k.SelectAll):
		t.selectAll()
	case key.Matches(msg, k.SelectUp):
		t.selectTo(-1)
	case key.Matches(msg, k.SelectDown):
		t.selectTo(1)
	}
	return nil
}

// Mouse handles an event whose coordinates are relative to the table: a click on a
// row moves the cursor there, one on a title sorts by it, and the wheel scrolls.
func (t *Table[R]) Mouse(msg tea.MouseMsg) tea.Cmd {
	if by := scroll.Wheel(msg); by != 0 {
		t.top = clamp(
			t.top+by,
			0,
			max(0, t.shown.Len()-t.body()),
		)
		t.moveByHand(clamp(t.cursor, t.top, t.top+t.body()-1))
		return nil
	}
	if msg.Action != tea.MouseActionPress || msg.Button != tea.MouseButtonLeft ||
		msg.X >= t.layout.width {
		return nil
	}
	for _, p := range t.layout.places() {
		if msg.X < p.x || msg.X >= p.x+p.width {
			continue
		}
		c := &t.layout.columns[p.column]
		if !c.Sign {
			t.layout.column = c.ID
		}
		if msg.Y == 0 {
			return t.ToggleSort(c.ID)
		}
	}
	row := t.rowAt(msg.Y)
	if msg.Y >= 1 && msg.Y < t.height && row < t.shown.Len() {
		t.moveByHand(row)
	}
	return nil
}

// Position returns the position of the cursor among the items shown, from 1, or 0 if no
// items are shown.
func (t *Table[R]) Position() int {
	if t.cursor < len(t.numbers) {
		return t.numbers[t.cursor]
	}
	return min(t.cursor+1, t.shown.Len())
}

// Visible returns the positions of the first and last visible row, from 1, and the
// number of rows shown.
func (t *Table[R]) Visible() (from, to, of int) {
	of = t.shown.Len()
	from = min(t.top+1, of)
	to = min(t.top+t.body(), of)
	return from, to, of
}

// Current returns the row under the cursor, false if no rows are shown.
func (t *Table[R]) Current() (R, bool) {
	if t.shown.Len() > 0 {
		r := t.shown.row(t.cursor)
		if !t.isTitle(r) {
			return r, true
		}
	}
	var none R
	return none, false
}

// CurrentCell returns the text under the cursor for copying: in full and not
// cleaned; ok is false if no rows are shown.
func (t *Table[R]) CurrentCell() (text string, ok bool) {
	r, ok := t.Current()
	i := t.layout.find(t.Column())
	if !ok || i < 0 {
		return "", false
	}
	return t.layout.columns[i].CopyOf(r), true
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
func (s *rowSet[R]) indexOf(key string, shown *arrangement[R]) int {
	for i := range shown.Len() {
		if s.key(shown.row(i)) == key {
			return i
		}
	}
	return -1
}

// MoveBy moves the cursor by a number of rows.
func (t *Table[R]) MoveBy(rows int) { t.moveByHand(t.cursor + rows) }

// Moved reports whether the cursor was moved to its row, and is not just where it began.
func (t *Table[R]) Moved() bool { return t.moved }

func (t *Table[R]) moveByHand(to int) {
	t.followTop = false
	t.moved = true
	t.move(to)
}

// move puts the cursor on the nearest row to an index. If that is out of view, the
// view moves by half a page: every move of it sends all lines, so fewer moves
// send far less.
func (t *Table[R]) move(to int) {
	n := t.shown.Len()
	body := max(t.body(), 1)
	t.cursor = t.skipHeadings(clamp(to, 0, max(n-1, 0)), to < t.cursor)
	past := t.cursor - (t.top + body - 1)
	if past > 0 {
		t.top += max(past, body/2)
	} else if t.cursor < t.top {
		t.top = min(t.cursor, t.top-body/2)
	}
	first := t.cursor // of the row with the headings directly above it
	for first > 0 && t.isTitle(t.shown.row(first-1)) {
		first--
	}
	if first < t.top && t.cursor-first < body {
		t.top = first
	}
	t.top = clamp(t.top, 0, max(n-body, 0))
	t.layout.look(t.top, t.top+t.body())
}

func (t *Table[R]) body() int { return max(t.height-1, 0) }

func clamp(n, low, high int) int {
	return max(low, min(n, high))
}

// rowAt returns the index of the row that a line of the table shows, from 1 below the titles.
func (t *Table[R]) rowAt(y int) int {
	all := t.layout.wrapAll()
	row := t.top
	for line := 1; ; row++ {
		line += max(len(all[row].lines), 1)
		if line > y {
			return row
		}
	}
}
