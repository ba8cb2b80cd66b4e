package pane

import (
	"cmp"
	"slices"
	"strings"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api"
	"channeldeck/api/fleet"
	"channeldeck/api/history"
	"channeldeck/theme"
	"channeldeck/ui/resource"
	"channeldeck/ui/store"
	"channeldeck/ui/text"
	"channeldeck/ui/widget/picker"
)

// Join shows other sites beside that of the context. Without any it does nothing.
func (c *Context) Join(others ...*Context) {
	if c.Others = others; len(others) == 0 {
		return
	}
	for _, other := range others {
		other.first, other.Preferences, other.Zones = c, c.Preferences, c.Zones
	}
	var names []string
	var views []*resource.View
	for _, site := range c.Shown() {
		names, views = append(names, site.Site), append(views, site.View)
	}
	c.View = resource.OfSites(names, views)
}

// Shown are the contexts of the sites that are shown, the first one being that of all panes.
func (c *Context) Shown() []*Context {
	first := cmp.Or(c.first, c)
	return append([]*Context{first}, first.Others...)
}

// ShownSite is the name of the site where several are shown, else "".
func (c *Context) ShownSite() string {
	if len(c.Others) == 0 && c.first == nil {
		return ""
	}
	return c.Site
}

// AtSite calls then with the name of a site: of several that are shown the one that the user picks,
// beginning at site.
func (s *Stack) AtSite(site string, then func(site string) tea.Cmd) tea.Cmd {
	names := s.SiteNames()
	if len(names) == 1 {
		return then(names[0])
	}
	var items []picker.Item
	for _, name := range names {
		items = append(items, picker.Item{ID: name, Label: name, Chosen: name == site})
	}
	s.PickOne(s.Words.T("sites.choose"), items, then)
	return nil
}

// SiteIndex returns the index of a site among those that are shown, 0 for another name.
func (c *Context) SiteIndex(site string) int { return max(slices.Index(c.SiteNames(), site), 0) }

// At returns the context of a site that is shown.
func (c *Context) At(site string) *Context { return c.Shown()[c.SiteIndex(site)] }

// SiteNames are the names of the sites that are shown, the first one being that of all panes.
func (c *Context) SiteNames() []string {
	var names []string
	for _, site := range c.Shown() {
		names = append(names, site.Site)
	}
	return names
}

// RowKey identifies what a site has in lists of all that are shown; "" is the first site.
func (c *Context) RowKey(site, id string) string {
	if len(c.Others) == 0 {
		return id
	}
	return resource.SiteKey(cmp.Or(site, c.Site), id)
}

// OfSites runs a command for the store of each site that is shown.
func (c *Context) OfSites(run func(*store.Store) tea.Cmd) tea.Cmd {
	return Each(c.Shown(), func(site *Context) tea.Cmd { return run(site.Store) })
}

// Each runs a command for each of what a pane has of several sites.
func Each[S any](sites []S, run func(S) tea.Cmd) tea.Cmd {
	var all []tea.Cmd
	for _, site := range sites {
		all = append(all, run(site))
	}
	return tea.Batch(all...)
}

// SetBaseline compares all sites with another point in their history.
func (c *Context) SetBaseline(b history.Baseline) tea.Cmd {
	return c.OfSites(func(s *store.Store) tea.Cmd { return s.SetBaseline(b) })
}

// RefreshAccounts loads the accounts of all sites again.
func (c *Context) RefreshAccounts() tea.Cmd {
	return c.OfSites(func(s *store.Store) tea.Cmd { return s.Accounts.Refresh() })
}

// AccountsPartial reports whether a service sent only a part of the accounts.
func (c *Context) AccountsPartial() bool {
	return slices.ContainsFunc(c.Shown(), func(site *Context) bool { return site.Store.Accounts.List().Partial() })
}

// LoadAllAccounts loads the accounts that one request to each site does not return.
func (c *Context) LoadAllAccounts() tea.Cmd {
	if !c.AccountsPartial() {
		return Notify(Info, c.Words.T("accounts.whole"))
	}
	return c.OfSites(func(s *store.Store) tea.Cmd {
		if !s.Accounts.List().Partial() {
			return nil
		}
		return s.Accounts.LoadAll()
	})
}

// AllAccounts is the list of the accounts of all sites.
func (c *Context) AllAccounts() *fleet.List {
	if len(c.Others) == 0 {
		return c.Store.Accounts.List()
	}
	var rows []*api.Account
	for _, site := range c.Shown() {
		rows = append(rows, site.Store.Accounts.List().Rows...)
	}
	return fleet.NewList(rows, api.Number{})
}

// PlatformsState is the state of the platforms of all sites.
func (c *Context) PlatformsState() store.State { return c.StateOfSites(platformsState) }

func platformsState(s *store.Store) store.State { return s.Platforms.State() }

// AccountsState is the state of the accounts of all sites.
func (c *Context) AccountsState() store.State { return c.StateOfSites(accountsState) }

func accountsState(s *store.Store) store.State { return s.Accounts.State() }

// StateOfSites is the state of a list of all sites: it is as old as the oldest.
func (c *Context) StateOfSites(of func(*store.Store) store.State) store.State {
	s := of(c.Store)
	for _, other := range c.Others {
		own := of(other.Store)
		if s.At.IsZero() || !own.At.IsZero() && own.At.Before(s.At) {
			s.At = own.At
		}
		s.InFlight += own.InFlight
		if s.Since.IsZero() {
			s.Since = own.Since
		}
		s.Err = cmp.Or(s.Err, own.Err)
	}
	if len(c.Others) > 0 {
		s.Site = strings.Join(c.SiteNames(), "+")
	}
	return s
}

// siteChips are the number of rows of each of several sites and when they were loaded, as far as
// they fit. click is what a click on a site does.
func siteChips(c *Context, l SiteList, click func(site string) tea.Cmd, width int) (line string) {
	for _, site := range c.Shown() {
		s := l.State(site.Store)
		sign, tone, when := c.Theme.Glyphs.Normal, theme.Good, c.Words.T("root.no_data")
		switch {
		case s.InFlight > 0:
			sign, tone = c.Theme.Glyphs.Pending, theme.Muted
		case s.Err != nil:
			sign, tone = c.Theme.Glyphs.Abnormal, theme.Bad
		}
		if !s.At.IsZero() {
			when = c.Words.Clock(s.At.In(c.Now().Location()), c.Now())
		}
		chip := text.Join(" ", sign, site.Site, l.Count(site.Store), when)
		chip = c.Zones.Mark(c.Theme.Tone(tone).Render(chip), func() tea.Cmd { return click(site.Site) })
		if line == "" {
			line = text.Cut(" "+chip, width)
		} else if text.Width(line)+3+text.Width(chip) < width {
			line += "   " + chip
		}
	}
	return line
}

// AccountsAlert is SiteAlert of the accounts. The message part is shown while rows are missing.
func (c *Context) AccountsAlert(part string, refresh, loadAll key.Binding, click func(site string) tea.Cmd, width int) []string {
	return c.SiteAlert(SiteList{
		State: accountsState, Count: func(s *store.Store) string { return c.Words.N("accounts.total", len(s.Accounts.List().Rows)) },
		Alert: func(site *Context, width int) []string { return accountsAlert(site, part, refresh, loadAll, width) },
	}, click, width)
}

// PlatformsAlert is SiteAlert of the platforms.
func (c *Context) PlatformsAlert(refresh key.Binding, click func(site string) tea.Cmd, width int) []string {
	return c.SiteAlert(SiteList{
		State: platformsState, Count: func(s *store.Store) string { return c.Words.N("options.total", len(s.Platforms.Value)) },
		Alert: func(site *Context, width int) []string {
			if p := &site.Store.Platforms; p.Err != nil {
				return []string{site.LineFailed(p.Err, p.At, refresh, width)}
			}
			return nil
		},
	}, click, width)
}

// SiteList is what is told of a list that each site has.
type SiteList struct {
	State func(*store.Store) store.State
	Count func(*store.Store) string               // how many rows there are, in words
	Alert func(site *Context, width int) []string // none while they are complete and current
}

// SiteAlert are the lines above what depends on a list, none while that of one site is complete and
// current. Of several sites the first line tells how many rows each has and when these were loaded;
// click is what a click on a site does.
func (c *Context) SiteAlert(l SiteList, click func(site string) tea.Cmd, width int) []string {
	if len(c.Others) == 0 {
		return l.Alert(c, width)
	}
	lines := []string{siteChips(c, l, click, width)}
	for _, site := range c.Shown() {
		for _, line := range l.Alert(site, max(width-text.Width(site.Site)-2, 1)) {
			lines = append(lines, text.Cut(" "+site.Site+":"+line, width))
		}
	}
	return lines
}

// NextSite returns what keeps the rows of the next site only and, after those of the last one, the rows of
// all; nil where the rows are of one site.
func (l *List[R]) NextSite() func() tea.Cmd {
	names := l.stack.SiteNames()
	if l.c.Site == nil || len(names) < 2 {
		return nil
	}
	return func() tea.Cmd {
		next := 0
		if len(l.line.Sites) == 1 {
			next = slices.Index(names, l.line.Sites[0]) + 1
		}
		return l.KeepSite(append(names, "")[next])
	}
}

// KeepSite keeps the rows of a site only, or those of all if it is "" or kept already.
func (l *List[R]) KeepSite(site string) tea.Cmd {
	words := slices.DeleteFunc(strings.Fields(l.Query.Value()), func(word string) bool { return strings.HasPrefix(word, "site:") })
	if site != "" && !slices.Equal(l.line.Sites, []string{site}) {
		words = append(words, "site:"+site)
	}
	cmd := l.Query.Set(strings.Join(words, " "))
	l.Arrange()
	return cmd
}

// NextSite is that of the list on top, or of the region with the focus.
func (s *Stack) NextSite() func() tea.Cmd {
	screen := s.Top()
	if regions, ok := screen.(interface{ Front() Focusable }); ok {
		screen = regions.Front()
	}
	if list, ok := screen.(interface{ NextSite() func() tea.Cmd }); ok {
		return list.NextSite()
	}
	return nil
}
