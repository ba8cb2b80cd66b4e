package accounts

import (
	"strings"

	"channeldeck/api"
)

// summed is how many of the counts are summed.
const summed = 5

// sumUp renews the sums of the selected accounts after the selection changed:
// drawing a screen must not depend on how many accounts are selected.
func (l *listScreen) sumUp() {
	if v := l.Table.SelectionVersion(); v != l.sumsVersion {
		l.sumsVersion, l.sums = v, l.viewSelected()
	}
}

// viewSelected is the number of selected accounts and their sums, with the number
// of accounts that a sum covers where that is not all.
func (l *listScreen) viewSelected() string {
	n, t, w := l.Table.SelectedCount(), l.m.Theme, l.m.Words
	if n == 0 {
		return ""
	}
	list := counts()[:summed]
	var sums [summed]api.Sum
	for a := range l.Table.Selected() {
		for i := range list {
			if v, known := list[i].known(a); known {
				sums[i].Add(v)
			}
		}
	}
	parts := []string{"", t.Table.Selected.Render(t.Glyphs.Selected + " " + w.N("accounts.selected", n))}
	for i, c := range list {
		of := sums[i].Of()
		if of == 0 {
			continue
		}
		part := w.T("accounts.column."+c.id) + " " + w.Short(sums[i].Number().String())
		if of < n {
			part += " (" + w.Int(of) + "/" + w.Int(n) + ")"
		}
		parts = append(parts, part)
	}
	return strings.Join(parts, "  ")
}
