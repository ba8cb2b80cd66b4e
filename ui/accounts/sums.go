package accounts

import (
	"channeldeck/api"
	"channeldeck/ui/resource"
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

// viewSelected returns the number of selected accounts and their sums, shortened,
// each with the number of accounts that it covers where that is not all.
func (l *listScreen) viewSelected() []string {
	n, t, w := l.Table.SelectedCount(), l.m.Theme, l.m.Words
	l.exact = nil
	if n == 0 {
		return nil
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
	parts := []string{t.Table.Selected.Render(t.Glyphs.Selected + " " + w.N("accounts.selected", n))}
	for i, c := range list {
		of := sums[i].Of()
		if of == 0 {
			continue
		}
		name, sum, note := w.T("accounts.column."+c.id), sums[i].Number().String(), ""
		if of < n {
			note = w.Int(of) + "/" + w.Int(n)
		}
		l.exact = append(l.exact, resource.Fact{Name: name, Value: w.Exact(sum), Note: note, Right: true})
		part := name + " " + w.Short(sum)
		if note != "" {
			part += " (" + note + ")"
		}
		parts = append(parts, part)
	}
	return parts
}

// blocks are the exact sums of the selected accounts, followed by the account.
func (l *listScreen) blocks(a row) []resource.Block {
	l.sumUp()
	blocks := l.addTrend(l.m.blocks(a), a)
	if n := l.Table.SelectedCount(); n > 0 {
		title := l.m.Words.T("accounts.selection") + " " + l.m.Theme.Glyphs.Between + " " + l.m.Words.N("accounts.total", n)
		blocks = append([]resource.Block{{Title: title, Facts: l.exact}}, blocks...)
	}
	return blocks
}
