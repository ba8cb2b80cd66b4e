package accounts

import (
	"slices"
	"strings"
	"unicode"

	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api/fleet"
	"channeldeck/api/history"
	"channeldeck/api/report"
	"channeldeck/api/typed"
	"channeldeck/ui/pane"
)

// report opens the form of a report: besides all accounts it can be about the group or the platform to which the
// list is filtered, and the accounts that are shown where a filter hides some.
func (l *listScreen) report() tea.Cmd {
	return l.m.stack.WriteReport(pane.ReportOf{Scopes: l.scopes})
}

// scopes returns what a report on a site can be about besides all accounts.
func (l *listScreen) scopes(site *pane.Site) (scopes []report.Scope) {
	q := l.shown()
	if len(q.Groups) == 1 && len(q.Platforms) == 0 {
		scopes = append(scopes, report.Scope{Group: q.Groups[0]})
	} else if len(q.Groups) == 0 && len(q.Platforms) == 1 {
		scopes = append(scopes, report.Scope{Platform: q.Platforms[0]})
	}
	shown, total := l.Table.Counts()
	if shown == 0 || shown == total {
		return scopes
	}
	chosen := map[history.AccountKey]bool{}
	for a := range l.Table.Rows() {
		if l.m.ctx.Sites.Named(a.Site) == site {
			chosen[history.KeyOf(a)] = true
		}
	}
	if len(chosen) > 0 {
		scopes = append(scopes, report.Scope{Chosen: chosen})
	}
	return scopes
}

// keep returns a filter as a function that compares each account with the past of its site; nil keeps all.
func (m *Model) keep(q *fleet.Query) func(row) bool {
	sites := m.ctx.Sites
	if !sites.Several() {
		return q.Keep(m.store.Past.Value, m.view.Now())
	}
	if !q.Filters() {
		return nil
	}
	keepAt := map[string]func(row) bool{}
	for _, site := range sites {
		keepAt[site.Name] = q.Keep(site.Store.Past.Value, site.View.Now())
	}
	return func(a row) bool {
		keep := keepAt[a.Site]
		return keep != nil && keep(a)
	}
}

// accounts returns the rows of all sites and, where the filters ask for them, those that are gone.
func (m *Model) accounts(q *fleet.Query) []row {
	rows := m.ctx.Stores().AccountList().Rows
	if !q.WithGone() {
		return rows
	}
	keep := m.keep(q)
	rows = slices.Clip(rows) // those of the store stay as they are
	for _, site := range m.ctx.Sites {
		past := site.Store.Past.Value
		if past == nil {
			continue
		}
		for _, a := range past.Gone {
			if keep(a) { // the others are not counted as rows that a filter hides
				rows = append(rows, a)
			}
		}
	}
	return rows
}

// count counts the accounts of all sites that the filters keep, whatever their status.
func (m *Model) count(q *fleet.Query) *fleet.Counts {
	all := &fleet.Counts{Marked: map[history.Mark]int{}}
	for _, site := range m.ctx.Sites {
		list := site.Store.Accounts.List()
		past := site.Store.Past.Value
		all.Add(list.Count(
			*q,
			past,
			site.View.Now(),
			site.View.StaleAfter(),
		))
	}
	return all
}

// splitIDs splits typed or pasted ids at commas, semicolons and white space,
// except between double quotes, and repairs those that spreadsheets changed.
func splitIDs(s string) []string {
	quoted := false
	var ids []string
	for _, id := range strings.FieldsFunc(s, func(r rune) bool {
		if r == '"' {
			quoted = !quoted
		}
		return !quoted && (strings.ContainsRune(",;，", r) || unicode.IsSpace(r))
	}) {
		id = typed.ID(strings.Trim(id, `"'`))
		if id != "" && !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	return ids
}
