package pane

import (
	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api"
	"channeldeck/theme"
	"channeldeck/ui/store"
	"channeldeck/ui/text"
	"channeldeck/ui/widget/bar"
)

// The lines above the rows of a list that the sites have: how complete and current it is at each.

// SiteList describes a list that each site has.
type SiteList struct {
	State func(*store.Store) store.State
	Count func(*store.Store) string            // how many rows there are, in words
	Alert func(site *Site, width int) []string // none while they are complete and current
}

// Alert returns the lines above the rows that depend on a list, none while that of one site is
// complete and current. Of several sites the first line tells how many rows each has and when these
// were loaded; click returns the command of a click on a site.
func (c *Context) Alert(l SiteList, click func(site string) tea.Cmd, width int) []string {
	if !c.Sites.Several() {
		return l.Alert(c.Sites.First(), width)
	}
	lines := []string{c.siteStates(l, click, width)}
	for _, site := range c.Sites {
		for _, line := range l.Alert(site, max(width-text.Width(site.Name)-2, 1)) {
			lines = append(lines, text.Cut(" "+site.Name+":"+line, width))
		}
	}
	return lines
}

// siteStates returns a line with the number of rows of each of several sites and when they were loaded,
// as far as they fit. click returns the command of a click on a site.
func (c *Context) siteStates(
	l SiteList,
	click func(site string) tea.Cmd,
	width int,
) (line string) {
	for _, site := range c.Sites {
		chip := c.Zones.Mark(c.siteState(l, site), func() tea.Cmd {
			return click(site.Name)
		})
		if line == "" {
			line = text.Cut(" "+chip, width)
		} else if text.Width(line)+3+text.Width(chip) < width {
			line += "   " + chip
		}
	}
	return line
}

// siteState is the number of rows of a site and when they were loaded.
func (c *Context) siteState(l SiteList, site *Site) string {
	state := l.State(site.Store)
	sign := c.Theme.Glyphs.Normal
	tone := theme.Good
	if state.InFlight > 0 {
		sign = c.Theme.Glyphs.Pending
		tone = theme.Muted
	} else if state.Err != nil {
		sign = c.Theme.Glyphs.Abnormal
		tone = theme.Bad
	}
	loaded := c.Words.T("root.no_data")
	if !state.At.IsZero() {
		now := c.View.Now()
		loaded = c.Words.Clock(state.At.In(now.Location()), now)
	}
	return c.Theme.Paint(tone, text.Join(
		" ",
		sign,
		site.Name,
		l.Count(site.Store),
		loaded,
	))
}

// AccountsAlert is Alert of the accounts. The message part is shown while rows are missing.
func (c *Context) AccountsAlert(
	part string,
	refresh, loadAll key.Binding,
	click func(site string) tea.Cmd,
	width int,
) []string {
	return c.Alert(SiteList{
		State: func(s *store.Store) store.State { return s.Accounts.State() },
		Count: func(s *store.Store) string {
			return c.Words.N("accounts.total", len(s.Accounts.List().Rows))
		},
		Alert: func(site *Site, width int) []string {
			return site.accountsAlert(part, refresh, loadAll, width)
		},
	}, click, width)
}

// PlatformsAlert is Alert of the platforms.
func (c *Context) PlatformsAlert(
	refresh key.Binding,
	click func(site string) tea.Cmd,
	width int,
) []string {
	return c.Alert(SiteList{
		State: func(s *store.Store) store.State { return s.Platforms.State() },
		Count: func(s *store.Store) string {
			return c.Words.N("options.total", len(s.Platforms.Value))
		},
		Alert: func(site *Site, width int) []string {
			p := &site.Store.Platforms
			if p.Err == nil {
				return nil
			}
			return []string{site.LineFailed(p.Err, p.At, refresh, width)}
		},
	}, click, width)
}

// LoadAllAccounts loads the accounts that one request to each site does not return.
func (c *Context) LoadAllAccounts() tea.Cmd {
	stores := c.Stores()
	if !stores.AccountsPartial() {
		return c.Inform("accounts.whole")
	}
	return stores.LoadAllAccounts()
}

// accountsAlert returns the lines above the accounts while those of the site are incomplete or outdated. The
// message part is shown while rows are missing.
func (s *Site) accountsAlert(part string, refresh, loadAll key.Binding, width int) []string {
	c := s.session
	w := c.Words
	g := c.Theme.Glyphs
	a := &s.Store.Accounts
	list := s.Store.Accounts.List()
	rows := w.Int(len(list.Rows))
	tone := theme.Warn
	sign := g.Stale
	sentence := ""
	helps := loadAll
	next := w.T("accounts.load_rest", "Key", c.Key(loadAll))
	p, loadingAll := a.LoadingAll()
	switch {
	case loadingAll:
		return []string{loadingAllLine(c, p, width)}
	case a.Err != nil && a.Loaded():
		return []string{s.LineFailed(a.Err, a.At, refresh, width)}
	case a.Err != nil:
		tone = theme.Bad
		sign = g.Abnormal
		sentence = s.View.Explain(a.Err).Line()
		helps = refresh
		next = w.T("error.retry", "Key", c.Key(refresh))
		if len(list.Rows) > 0 {
			sentence = w.T("accounts.broke_off", "Rows", rows, "Why", sentence)
		}
	case a.Loaded() && !list.Partial() && list.Repeated > 0:
		tone = theme.Muted
		sentence = w.N("accounts.repeated", list.Repeated)
		helps = key.Binding{}
		next = ""
	case !a.Loaded() && len(list.Rows) == 0, a.Loaded() && !list.Partial():
		return nil
	case !a.Loaded():
		tone = theme.Muted
		sign = g.Pending
		sentence = w.T("accounts.receiving", "Rows", rows)
		helps = key.Binding{}
		next = ""
	default:
		if list.Attempted {
			part = "accounts.still_part"
			next = w.T("error.retry", "Key", c.Key(loadAll))
		}
		sentence = w.T(part, "Shown", rows, "Total", w.Exact(list.Total.String()))
	}
	return []string{
		c.Zones.Key(
			c.Theme.Paint(tone, KeepNext(" "+sign+" "+sentence, next, width)),
			helps,
		),
	}
}

// loadingAllLine shows how far all accounts are loaded.
func loadingAllLine(c *Context, p api.Progress, width int) string {
	progress := bar.Share(
		c.Theme,
		float64(p.Done)/float64(max(p.Requests, 1)),
		max(min(30, width/3), 4),
		c.Theme.Tone(theme.Accent),
		c.Theme.Line,
	)
	return text.Cut(" "+progress+" "+c.Words.T(
		"accounts.loading_all",
		"Done", p.Done,
		"Requests", p.Requests,
		"Accounts", c.Words.Int(p.Rows),
	), width)
}
