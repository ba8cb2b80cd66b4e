package table

import "iter"

// selection holds the keys of the selected rows.
type selection struct {
	selected map[string]bool
	version  uint64
	counted  counted
}

// counted is the number of selected rows that an arrangement shows.
type counted struct {
	shown   any
	version uint64
	count   int
}

// SelectionVersion changes whenever the selection or its rows may have changed;
// until then, what was computed from it is valid.
func (s *selection) SelectionVersion() uint64 { return s.version }

// SelectedCount returns the number of selected rows, shown or not.
func (s *selection) SelectedCount() int { return len(s.selected) }

// ClearSelection selects no row.
func (s *selection) ClearSelection() {
	s.version++
	clear(s.selected)
}

func (s *selection) toggle(key string) {
	s.version++
	if s.selected[key] {
		delete(s.selected, key)
	} else {
		s.selected[key] = true
	}
}

// keep drops the rows that are gone from the selection.
func keep[R any](s *selection, rows []R, key func(R) string) {
	s.version++
	before := s.selected
	s.selected = map[string]bool{}
	for i := 0; i < len(rows) && len(before) > 0; i++ {
		if id := key(rows[i]); before[id] {
			s.selected[id] = true
		}
	}
}

// selectAll adds all rows shown to the selection, or takes them out if they are all
// selected already.
func (t *Table[R]) selectAll() {
	t.version++
	before := len(t.selected)
	for r := range t.Rows() {
		t.selected[t.key(r)] = true
	}
	if len(t.selected) > before {
		return
	}
	for r := range t.Rows() {
		delete(t.selected, t.key(r))
	}
}

// selectTo moves the cursor by a row and selects both rows. Moving back within the rows
// selected takes the one that it leaves out.
func (t *Table[R]) selectTo(by int) {
	t.version++
	from, ok := t.Current()
	t.MoveBy(by)
	to, moved := t.Current()
	if !ok || !moved {
		return
	}
	left := t.key(from)
	reached := t.key(to)
	if t.selected[left] && t.selected[reached] && left != reached {
		delete(t.selected, left)
	} else {
		t.selected[left] = true
		t.selected[reached] = true
	}
}

// SelectedShownCount returns the number of selected rows that are shown.
func (t *Table[R]) SelectedShownCount() int {
	if len(t.selected) == 0 {
		return 0
	}
	if t.counted.shown != any(t.shown) || t.counted.version != t.version {
		t.counted = counted{shown: t.shown, version: t.version}
		for range t.SelectedShown() {
			t.counted.count++
		}
	}
	return t.counted.count
}

// SelectedShown yields the selected rows that are shown, in the order of the screen.
func (t *Table[R]) SelectedShown() iter.Seq[R] {
	return func(yield func(R) bool) {
		for r := range t.Rows() {
			if t.selected[t.key(r)] && !yield(r) {
				return
			}
		}
	}
}

// Selected yields the selected rows, shown or not, in the order of SetRows.
func (t *Table[R]) Selected() iter.Seq[R] {
	return func(yield func(R) bool) {
		for _, r := range t.shown.query.snap.rows {
			if t.selected[t.key(r)] && !yield(r) {
				return
			}
		}
	}
}
