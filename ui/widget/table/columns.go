package table

import "channeldeck/ui/resource"

// Columns returns the chosen columns in their order, and the others.
func (t *Table[R]) Columns() (chosen, others []resource.Column[R]) { return t.layout.split() }

// ShowColumns chooses the columns and their order; those that fit are shown. It ignores
// unknown IDs, and does nothing if all are unknown. Unless the user chose the columns,
// those without any value are left out. It reports whether these are others than before.
func (t *Table[R]) ShowColumns(ids []string, byUser bool) bool { return t.layout.choose(ids, byUser) }

// SetTitle changes the title of a column.
func (t *Table[R]) SetTitle(id, title string) { t.layout.setTitle(id, title) }

// Column returns the id of the column under the cursor.
func (t *Table[R]) Column() string {
	t.layout.settle()
	return t.layout.column
}

// ResetWidths forgets the widths of the columns, also those of the rows that are shown until the ones that are being
// arranged arrive. Call it before SetRows where the texts of all rows may have changed.
func (t *Table[R]) ResetWidths() {
	t.layout.reset()
	t.refit = t.busy
}

// RenewWidths does the same for new rows or a new size, unless the user has moved in the list: its columns then stay
// where they are, and only widen. What was measured further up would be forgotten, and every line of the screen would
// change.
func (t *Table[R]) RenewWidths() {
	if !t.moved {
		t.layout.reset()
	}
}

// Give says how many cells of the next width another part of the screen gives: they show what
// is cut, and no further column.
func (t *Table[R]) Give(cells int) { t.layout.give(cells) }

// Lacks returns the number of cells by which the columns cut cells: the visible ones and, in
// the column that grows, such as that of names, those of all rows.
func (t *Table[R]) Lacks() int { return t.layout.lacks() }

// Least returns the width at which all columns are visible.
func (t *Table[R]) Least() int { return t.layout.least() }

// Spare returns the number of cells of the columns that grow or have short texts that hardly any
// row needs, or hardly any in view.
func (t *Table[R]) Spare() int { return t.layout.spare() }
