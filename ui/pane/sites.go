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

// Sites are the sites that are shown together. Each has its own context; the first one is that of all
// panes.
type Sites struct{ list []*Context }

// Join shows sites together: that of a context, and others beside it. A context must be joined, alone
// or with others, before panes are made of it.
func Join(first *Context, others ...*Context) {
	s := &Sites{list: append([]*Context{first}, others...)}
	var names []string
	var views []*resource.View
	for _, site := range s.list {
		site.Sites = s
		site.Preferences = first.Preferences
		site.Zones = first.Zones
		names = append(names, site.Site)
		views = append(views, site.View)
	}
	if s.Several() {
		first.View = resource.OfSites(names, views)
	}
}

// List returns the contexts of the sites.
func (s *Sites) List() []*Context { return s.list }

// First returns the context of all panes.
func (s *Sites) First() *Context { return s.list[0] }

// Several reports whether there is more than one site.
func (s *Sites) Several() bool { return len(s.list) > 1 }

// ShownSite is the name of the site where several are shown, else "".
func (c *Context) ShownSite() string {
	if c.Sites.Several() {
		return c.Site
	}
	return ""
}

// AtSite calls then with the name of a site: of several that are shown the one that the user picks,
// beginning at site.
func (s *Stack) AtSite(site string, then func(site string) tea.Cmd) tea.Cmd {
	names := s.ctx.Sites.Names()
	if len(names) == 1 {
		return then(names[0])
	}
	var items []picker.Item
	for _, name := range names {
		items = append(items, picker.Item{ID: name, Label: name, Chosen: name == site})
	}
	s.PickOne(s.ctx.Words.T("sites.choose"), items, then)
	return nil
}

// Index returns the index of a site by its name, 0 for another name.
func (s *Sites) Index(name string) int {
	return max(slices.Index(s.Names(), name), 0)
}

// Of returns the context of a site by its name.
func (s *Sites) Of(name string) *Context {
	return s.list[s.Index(name)]
}

// Names are the names of the sites.
func (s *Sites) Names() []string {
	var names []string
	for _, site := range s.list {
		names = append(names, site.Site)
	}
	return names
}

// Fleets are the fleets of the sites, which answer questions about all of them.
func (s *Sites) Fleets() []fleet.Site {
	var fleets []fleet.Site
	for _, site := range s.list {
		fleets = append(fleets, fleet.Site{Name: site.Site, Fleet: site.Store.Fleet})
	}
	return fleets
}

// RowKey identifies what a site has in lists of all sites; "" is the first site.
func (s *Sites) RowKey(site, id string) string {
	if !s.Several() {
		return id
	}
	return resource.SiteKey(cmp.Or(site, s.First().Site), id)
}

// Each runs a command for the store of each site.
func (s *Sites) Each(run func(*store.Store) tea.Cmd) tea.Cmd {
	return Each(s.list, func(site *Context) tea.Cmd { return run(site.Store) })
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
func (s *Sites) SetBaseline(b history.Baseline) tea.Cmd {
	return s.Each(func(of *store.Store) tea.Cmd { return of.SetBaseline(b) })
}

// RefreshAccounts loads the accounts of all sites again.
func (s *Sites) RefreshAccounts() tea.Cmd {
	return s.Each(func(of *store.Store) tea.Cmd {
		return of.Accounts.Refresh()
	})
}

// AccountsPartial reports whether a service sent only a part of the accounts.
func (s *Sites) AccountsPartial() bool {
	return slices.ContainsFunc(s.list, func(site *Context) bool {
		return site.Store.Accounts.List().Partial()
	})
}

// LoadAllAccounts loads the accounts that one request to each site does not return.
func (s *Sites) LoadAllAccounts() tea.Cmd {
	if !s.AccountsPartial() {
		return Notify(Info, s.First().Words.T("accounts.whole"))
	}
	return s.Each(func(of *store.Store) tea.Cmd {
		if !of.Accounts.List().Partial() {
			return nil
		}
		return of.Accounts.LoadAll()
	})
}

// Accounts is the list of the accounts of all sites.
func (s *Sites) Accounts() *fleet.List {
	if !s.Several() {
		return s.First().Store.Accounts.List()
	}
	var rows []*api.Account
	for _, site := range s.list {
		rows = append(rows, site.Store.Accounts.List().Rows...)
	}
	return fleet.NewList(rows, api.Number{})
}

// PlatformsState is the state of the platforms of all sites.
func (s *Sites) PlatformsState() store.State { return s.State(platformsState) }

func platformsState(s *store.Store) store.State { return s.Platforms.State() }

// AccountsState is the state of the accounts of all sites.
func (s *Sites) AccountsState() store.State { return s.State(accountsState) }

func accountsState(s *store.Store) store.State { return s.Accounts.State() }

// State is the state of a list of all sites: it is as old as the oldest.
func (s *Sites) State(of func(*store.Store) store.State) store.State {
	state := of(s.First().Store)
	if !s.Several() {
		return state
	}
	for _, other := range s.list[1:] {
		own := of(other.Store)
		if state.At.IsZero() || !own.At.IsZero() && own.At.Before(state.At) {
			state.At = own.At
		}
		state.InFlight += own.InFlight
		if state.Since.IsZero() {
			state.Since = own.Since
		}
		state.Err = cmp.Or(state.Err, own.Err)
	}
	state.Site = strings.Join(s.Names(), "+")
	return state
}

// chips returns a line with the number of rows of each of several sites and when they were loaded,
// as far as they fit. click returns the command of a click on a site.
func (s *Sites) chips(l SiteList, click func(site string) tea.Cmd, width int) (line string) {
	c := s.First()
	for _, site := range s.list {
		state := l.State(site.Store)
		sign := c.Theme.Glyphs.Normal
		tone := theme.Good
		when := c.Words.T("root.no_data")
		if state.InFlight > 0 {
			sign = c.Theme.Glyphs.Pending
			tone = theme.Muted
		} else if state.Err != nil {
			sign = c.Theme.Glyphs.Abnormal
			tone = theme.Bad
		}
		if !state.At.IsZero() {
			when = c.Words.Clock(state.At.In(c.View.Now().Location()), c.View.Now())
		}
		chip := text.Join(" ", sign, site.Site, l.Count(site.Store), when)
		chip = c.Zones.Mark(c.Theme.Tone(tone).Render(chip), func() tea.Cmd {
			return click(site.Site)
		})
		if line == "" {
			line = text.Cut(" "+chip, width)
		} else if text.Width(line)+3+text.Width(chip) < width {
			line += "   " + chip
		}
	}
	return line
}

// AccountsAlert is Alert of the accounts. The message part is shown while rows are missing.
func (s *Sites) AccountsAlert(
	part string,
	refresh, loadAll key.Binding,
	click func(site string) tea.Cmd,
	width int,
) []string {
	return s.Alert(SiteList{
		State: accountsState,
		Count: func(of *store.Store) string {
			return s.First().Words.N("accounts.total", len(of.Accounts.List().Rows))
		},
		Alert: func(site *Context, width int) []string {
			return accountsAlert(site, part, refresh, loadAll, width)
		},
	}, click, width)
}

// PlatformsAlert is Alert of the platforms.
func (s *Sites) PlatformsAlert(
	refresh key.Binding,
	click func(site string) tea.Cmd,
	width int,
) []string {
	return s.Alert(SiteList{
		State: platformsState,
		Count: func(of *store.Store) string {
			return s.First().Words.N("options.total", len(of.Platforms.Value))
		},
		Alert: func(site *Context, width int) []string {
			if p := &site.Store.Platforms; p.Err != nil {
				return []string{site.LineFailed(p.Err, p.At, refresh, width)}
			}
			return nil
		},
	}, click, width)
}

// SiteList describes a list that each site has.
type SiteList struct {
	State func(*store.Store) store.State
	Count func(*store.Store) string               // how many rows there are, in words
	Alert func(site *Context, width int) []string // none while they are complete and current
}

// Alert returns the lines above the rows that depend on a list, none while that of one site is
// complete and current. Of several sites the first line tells how many rows each has and when these
// were loaded; click returns the command of a click on a site.
func (s *Sites) Alert(l SiteList, click func(site string) tea.Cmd, width int) []string {
	if !s.Several() {
		return l.Alert(s.First(), width)
	}
	lines := []string{s.chips(l, click, width)}
	for _, site := range s.list {
		for _, line := range l.Alert(site, max(width-text.Width(site.Site)-2, 1)) {
			lines = append(lines, text.Cut(" "+site.Site+":"+line, width))
		}
	}
	return lines
}

// NextSite returns what keeps the rows of the next site only and, after those of the last one, the rows of
// all; nil where the rows are of one site.
func (l *List[R]) NextSite() func() tea.Cmd {
	names := l.ctx.Sites.Names()
	if l.c.Site == nil || len(names) < 2 {
		return nil
	}
	return func() tea.Cmd {
		next := slices.Index(names, l.KeptSite()) + 1 // the first one while none is kept
		return l.KeepSite(append(names, "")[next])
	}
}

// KeptSite is the site whose rows alone are kept, "" for those of several.
func (l *List[R]) KeptSite() string {
	if len(l.line.Sites) == 1 {
		return l.line.Sites[0]
	}
	return ""
}

// KeepSite keeps the rows of a site only, or those of all if it is "" or kept already.
func (l *List[R]) KeepSite(site string) tea.Cmd {
	words := slices.DeleteFunc(strings.Fields(l.Query.Value()), func(word string) bool {
		return strings.HasPrefix(word, "site:")
	})
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
