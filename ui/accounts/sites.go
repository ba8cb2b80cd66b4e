package accounts

import (
	"cmp"
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api"
	"channeldeck/api/fleet"
	"channeldeck/api/history"
	"channeldeck/theme"
	"channeldeck/ui/pane"
	"channeldeck/ui/resource"
	"channeldeck/ui/store"
	"channeldeck/ui/text"
)

// sites are the contexts of the sites whose accounts are shown, that of the other panes first.
func (m *Model) sites() []*pane.Context { return append([]*pane.Context{m.Context}, m.Others...) }

// at returns the context of the site of an account.
func (m *Model) at(a row) *pane.Context {
	for _, c := range m.Others {
		if c.Site == a.Site {
			return c
		}
	}
	return m.Context
}

// rowsOf is the resource of the accounts of all sites.
func (m *Model) rowsOf() *resource.Resource[row] {
	if len(m.Others) == 0 {
		return resource.Accounts(m.Context.View)
	}
	var names []string
	var views []*resource.View
	for _, c := range m.sites() {
		names, views = append(names, c.Site), append(views, c.View)
	}
	m.all = resource.OfSites(names, views)
	return resource.BySite(m.Words, resource.Accounts(m.all), siteOf)
}

func siteOf(a row) string { return a.Site }

// state is the state of the accounts of all sites: they are as old as the oldest.
func (m *Model) state() store.State {
	s := m.Store.Accounts.State()
	for _, c := range m.sites() {
		own := c.Store.Accounts.State()
		if s.At.IsZero() || !own.At.IsZero() && own.At.Before(s.At) {
			s.At = own.At
		}
		if c != m.Context {
			s.InFlight += own.InFlight
			if s.Since.IsZero() {
				s.Since = own.Since
			}
		}
		s.InFlight += c.Store.Platforms.State().InFlight
		s.Err = cmp.Or(s.Err, own.Err)
	}
	if len(m.Others) > 0 {
		s.Site = m.SiteNames("+")
	}
	return s
}

// keep is the filter q as a function, which compares an account with the past of its site.
func (l *listScreen) keep(q *fleet.Query) func(row) bool {
	if len(l.m.Others) == 0 || !q.Filters() {
		return q.Keep(l.m.Store.Past.Value, l.m.Now())
	}
	of := map[string]func(row) bool{}
	for _, c := range l.m.sites() {
		of[c.Site] = q.Keep(c.Store.Past.Value, c.Now())
	}
	return func(a row) bool { return of[a.Site] != nil && of[a.Site](a) }
}

// accounts returns the rows of all sites and, where the filters ask for them, those that are gone.
func (l *listScreen) accounts(q *fleet.Query) []row {
	rows := l.m.list().Rows
	for _, c := range l.m.sites() {
		if past := c.Store.Past.Value; past != nil && q.WithGone() {
			rows = slices.Concat(rows, past.Gone)
		}
	}
	return rows
}

// count counts the accounts of all sites that the filters keep, whatever their status.
func (l *listScreen) count(q *fleet.Query) *fleet.Counts {
	all := &fleet.Counts{Marked: map[history.Mark]int{}}
	for _, c := range l.m.sites() {
		all.Add(c.Store.Accounts.List().Count(*q, c.Store.Past.Value, c.Now(), c.StaleAfter))
	}
	return all
}

// list is the list of the accounts of all sites.
func (m *Model) list() *fleet.List {
	if len(m.Others) == 0 {
		return m.Store.Accounts.List()
	}
	var rows []row
	for _, c := range m.sites() {
		rows = append(rows, c.Store.Accounts.List().Rows...)
	}
	return fleet.NewList(rows, api.Number{})
}

// ofSites runs a command for each site.
func (m *Model) ofSites(run func(*store.Store) tea.Cmd) tea.Cmd {
	var all []tea.Cmd
	for _, c := range m.sites() {
		all = append(all, run(c.Store))
	}
	return tea.Batch(all...)
}

// here runs an action that opens another pane, which shows the first site only: the account of
// another site is not there.
func (m *Model) here(do func(row) tea.Cmd) func(row) tea.Cmd {
	return func(a row) tea.Cmd {
		if c := m.at(a); c != m.Context {
			return pane.Notify(pane.Info, m.Words.T("accounts.other_site", "Site", c.Site, "Shown", m.Site))
		}
		return do(a)
	}
}

// siteLines are the number of accounts of each of several sites and when they were loaded, and
// why one could not be. A click shows only its accounts.
func (l *listScreen) siteLines(width int) (lines []string) {
	m := l.m
	if len(m.Others) == 0 {
		return m.AccountsAlert("accounts.part", m.Keys.Refresh, m.keys.LoadAll, width)
	}
	var chips []string
	for _, c := range m.sites() {
		s, list := c.Store.Accounts.State(), c.Store.Accounts.List()
		sign, tone, when := m.Theme.Glyphs.Normal, theme.Good, m.Words.T("root.no_data")
		switch {
		case s.InFlight > 0:
			sign, tone = m.Theme.Glyphs.Pending, theme.Muted
		case s.Err != nil:
			sign, tone = m.Theme.Glyphs.Abnormal, theme.Bad
		}
		if !s.At.IsZero() {
			when = m.Words.Clock(s.At.In(m.Now().Location()), m.Now())
		}
		chip := text.Join(" ", sign, c.Site, m.Words.N("accounts.total", len(list.Rows)), when)
		chips = append(chips, m.Zones.Mark(m.Theme.Tone(tone).Render(chip), func() tea.Cmd { return l.onlySite(c.Site) }))
		for _, line := range c.AccountsAlert("accounts.part", m.Keys.Refresh, m.keys.LoadAll, max(width-text.Width(c.Site)-2, 1)) {
			lines = append(lines, " "+c.Site+":"+line)
		}
	}
	return append([]string{fitParts(chips, width)}, lines...)
}

// onlySite shows the accounts of a site, or of all where it showed these.
func (l *listScreen) onlySite(site string) tea.Cmd {
	f := l.filter
	if slices.Equal(f.Sites, []string{site}) {
		f.Sites = nil
	} else {
		f.Sites = []string{site}
	}
	return l.setFilter(f)
}

// aside is the platform of an account and, of several sites, its site.
func (m *Model) aside(a row) string {
	if len(m.Others) == 0 {
		return m.PlatformName(a.Type)
	}
	return text.Join(" "+m.Theme.Glyphs.Between+" ", m.at(a).PlatformName(a.Type), a.Site)
}

// loadAll loads the accounts that the services did not send.
func (m *Model) loadAll() tea.Cmd {
	var all []tea.Cmd
	for _, c := range m.sites() {
		if c.Store.Accounts.List().Partial() {
			all = append(all, c.LoadAllAccounts())
		}
	}
	if len(all) == 0 {
		return m.LoadAllAccounts() // says that none is missing
	}
	return tea.Batch(all...)
}
