package accounts

import (
	"channeldeck/api"
	"channeldeck/api/fleet"
	"channeldeck/ui/resource"
)

// selectionSums are the sums of the selected accounts.
type selectionSums struct {
	short   []string        // shortened, each followed by the number of accounts that it covers, unless it covers all
	exact   []resource.Fact // in full, for the inspector
	version uint64          // of the selection that they are for
}

// renew sums up again after the selection changed: drawing a screen must not depend on how many accounts are
// selected.
func (s *selectionSums) renew(l *listScreen) {
	version := l.Table.SelectionVersion()
	if version == s.version {
		return
	}
	*s = selectionSums{version: version}
	if l.Table.SelectedCount() > 0 {
		s.add(l)
	}
}

// add sums up the accounts that are selected.
func (s *selectionSums) add(l *listScreen) {
	t := l.m.theme
	v := l.m.view
	w := l.m.words
	tally := fleet.Tally{}
	for a := range l.Table.Selected() {
		tally.Count(a)
	}
	s.exact = v.SumFacts(&tally)
	selected := w.N("accounts.selected", tally.Accounts)
	s.short = []string{t.Table.Selected.Render(t.Glyphs.Selected + " " + selected)}
	for i, c := range api.SummedCounts() {
		sum := tally.Sums[i]
		if sum.Of() == 0 {
			continue
		}
		part := w.T("accounts.column."+c.String()) + " " + v.Total(tally.Total(i), v.Short)
		reporting := v.Reporting(sum, &tally)
		if reporting != "" {
			part = w.T("accounts.sum_reporting", "Sum", part, "Reporting", reporting)
		}
		s.short = append(s.short, part)
	}
}
