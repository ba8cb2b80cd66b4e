package accounts

import (
	"slices"

	"channeldeck/api/fleet"
	"channeldeck/api/history"
)

func siteOf(a row) string { return a.Site }

// keep is the filter q as a function, which compares an account with the past of its site.
func (l *listScreen) keep(q *fleet.Query) func(row) bool {
	if !l.m.ctx.Sites.Several() || !q.Filters() {
		return q.Keep(l.m.store.Past.Value, l.m.view.Now())
	}
	of := map[string]func(row) bool{}
	for _, c := range l.m.ctx.Sites.List() {
		of[c.Site] = q.Keep(c.Store.Past.Value, c.View.Now())
	}
	return func(a row) bool { return of[a.Site] != nil && of[a.Site](a) }
}

// accounts returns the rows of all sites and, where the filters ask for them, those that are gone.
func (l *listScreen) accounts(q *fleet.Query) []row {
	rows := l.m.ctx.Sites.Accounts().Rows
	for _, c := range l.m.ctx.Sites.List() {
		past := c.Store.Past.Value
		if past != nil && q.WithGone() {
			rows = slices.Concat(rows, past.Gone)
		}
	}
	return rows
}

// count counts the accounts of all sites that the filters keep, whatever their status.
func (l *listScreen) count(q *fleet.Query) *fleet.Counts {
	all := &fleet.Counts{Marked: map[history.Mark]int{}}
	for _, c := range l.m.ctx.Sites.List() {
		all.Add(c.Store.Accounts.List().Count(
			*q,
			c.Store.Past.Value,
			c.View.Now(),
			c.View.StaleAfter(),
		))
	}
	return all
}

// aside is the platform of an account and, of several sites, its site.
func (m *Model) aside(a row) string {
	if !m.ctx.Sites.Several() {
		return m.view.PlatformName(a.Type)
	}
	return m.view.SiteText(m.ctx.Sites.Of(a.Site).View.PlatformName(a.Type), a.Site)
}
