package accounts

import (
	"strings"

	"channeldeck/api"
)

// The sums of the selected accounts stand behind the counter. They are made when
// others are selected or come, not whenever the screen is drawn.

// summed is how many of the counts are summed.
const summed = 5

// sumUp renews what is behind the counter.
func (m *Model) sumUp() {
	if s := m.table.SelectionVersion(); s != m.selection {
		m.selection, m.selected = s, m.viewSelected()
	}
}

// viewSelected is how many rows are selected, and their sums.
func (m *Model) viewSelected() string {
	t, n := m.ctx.Theme, m.table.SelectedCount()
	if n == 0 {
		return ""
	}
	return "  " + t.Table.Selected.Render(t.Glyphs.Selected+" "+m.ctx.Words.N("accounts.selected", n)) + "  " + m.viewSums(n)
}

// viewSums are the sums of the selected accounts, with over how many of them a
// count is known where that is not all.
func (m *Model) viewSums(n int) string {
	w := m.ctx.Words
	list := counts()[:summed]
	var sums [summed]api.Sum
	for a := range m.table.Selected() {
		for i := range list {
			if v, known := list[i].known(a); known {
				sums[i].Add(v)
			}
		}
	}
	var parts []string
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
