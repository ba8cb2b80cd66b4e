package accounts

import (
	"slices"

	"channeldeck/api/fleet"
	"channeldeck/api/history"
)

func siteOf(a row) string { return a.Site }

// keep is the filter q as a function, which compares an account with the past of its site.
func (l *listScreen) keep(q *fleet.Query) func(row) bool {
	if len(l.m.Others) == 0 || !q.Filters() {
		return q.Keep(l.m.Store.Past.Value, l.m.Now())
	}
	of := map[string]func(row) bool{}
	for _, c := range l.m.Shown() {
		of[c.Site] = q.Keep(c.Store.Past.Value, c.Now())
	}
	return func(a row) bool { return of[a.Site] != nil && of[a.Site](a) }
}

// accounts returns the rows of all sites and, where the filters ask for them, those that are gone.
func (l *listScreen) accounts(q *fleet.Query) []row {
	rows := l.m.AllAccounts().Rows
	for _, c := range l.m.Shown() {
		if past := c.Store.Past.Value; past != nil && q.WithGone() {
			rows = slices.Concat(rows, past.Gone)
		}
	}
	return rows
}

// count counts the accounts of all sites that the filters keep, whatever their status.
func (l *listScreen) count(q *fleet.Query) *fleet.Counts {
	all := &fleet.Counts{Marked: map[history.Mark]int{}}
	for _, c := range l.m.Shown() {
		all.Add(c.Store.Accounts.List().Count(*q, c.Store.Past.Value, c.Now(), c.StaleAfter()))
	}
	return all
}

// aside is the platform of an account and, of several sites, its site.
func (m *Model) aside(a row) string {
	if len(m.Others) == 0 {
		return m.PlatformName(a.Type)
	}
	return m.SiteText(m.At(a.Site).PlatformName(a.Type), a.Site)
}
