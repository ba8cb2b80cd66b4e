package options

import (
	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api"
	"channeldeck/theme"
	"channeldeck/ui/pane"
	"channeldeck/ui/resource"
	"channeldeck/ui/resource/options"
	"channeldeck/ui/store"
	"channeldeck/ui/text"
)

// platformList is the screen of all platforms.
type platformList struct {
	*pane.List[*options.Row]
	m      *site
	totals pane.Totals // of the accounts of the platform in the inspector
}

func (m *site) newPlatformList() *platformList {
	l := &platformList{m: m}
	l.List = pane.NewList(m.stack, pane.ListConfig[*options.Row]{
		Resource: options.PlatformResource(m.view),
		Heading:  "tab.options",
		Site:     siteOf,
		Title: func(r *options.Row) string {
			return m.pane.siteNamed(r.Site).view.PlatformName(r.Platform.Platform)
		},
		Aside: func(r *options.Row) string {
			word, _ := options.StatusWord(m.view, r.Platform)
			return word
		},
		Blocks:  l.blocks,
		Summary: l.summary,
		State:   m.ctx.Stores().PlatformsState,
		Refresh: m.refreshPlatforms,
		Open: pane.Action[*options.Row]{
			Key: m.keys.Open,
			Row: func(r *options.Row) tea.Cmd {
				return m.pane.siteNamed(r.Site).openPlatform(r.Platform.Platform)
			},
		},
		Actions: []pane.Action[*options.Row]{
			{Key: m.keys.Matrix, Do: m.openMatrix},
			{
				Key:       m.keys.Files,
				Do:        l.askPost,
				Inspector: true,
			},
			{
				Key: m.keys.Accounts,
				Row: func(r *options.Row) tea.Cmd {
					return m.stack.Goto(pane.Target{
						Pane:     "accounts",
						Site:     r.Site,
						Platform: r.Platform.Platform,
					})
				},
			},
			{
				Key: m.keys.Works,
				Row: func(r *options.Row) tea.Cmd {
					return m.stack.Goto(pane.Target{
						Pane:     "works",
						Site:     r.Site,
						Platform: r.Platform.Platform,
					})
				},
			},
		},
		GoTo:  []key.Binding{m.keys.Works},
		Empty: m.noPlatforms(),
		Footer: func() []key.Binding {
			return []key.Binding{m.keys.Open, m.stack.Keys.Filter, m.keys.Files, m.keys.Matrix}
		},
	})
	return l
}

// askPost opens the form of a post: for the platform under the cursor if the user moved it there or filtered for it,
// else for all.
func (l *platformList) askPost() tea.Cmd {
	r, ok := l.Table.Current()
	if !ok {
		return l.m.askFiles()
	}
	m := l.m.pane.siteNamed(r.Site)
	isChosen := l.Table.Moved() || l.Query.Value() != ""
	if !isChosen {
		return m.askFiles()
	}
	return m.askPost(r.Platform.Platform)
}

func siteOf(r *options.Row) string { return r.Site }

// refreshPlatforms loads the platforms of all sites again.
func (m *site) refreshPlatforms() tea.Cmd {
	return m.ctx.Stores().Each(func(s *store.Store) tea.Cmd {
		return s.Platforms.Refresh()
	})
}

func (l *platformList) Update(msg tea.Msg) tea.Cmd {
	show := func(r *options.Row) tea.Cmd {
		return l.totals.Show(
			l.m.ctx.Sites.Named(r.Site),
			msg,
			r.Platform.Platform,
			"",
		)
	}
	if cmd := l.Await(msg, show); cmd != nil {
		return cmd
	}
	var cmd tea.Cmd
	if mine, next := l.totals.Take(msg); mine {
		l.Arrange()
		return next
	} else if _, ok := msg.(store.Changed); ok {
		var list []*options.Row
		for _, m := range l.m.pane.sites {
			for _, r := range options.Rows(m.store.Platforms.Value) {
				id := r.Platform.Platform
				load := m.load(id)
				r.Site = m.own.Name
				r.Options = load.Value
				r.Loaded = load.Loaded()
				r.Loading = m.loading(id)
				r.Err = load.Err
				list = append(list, r)
			}
		}
		cmd = l.SetRows(list)
	} else {
		cmd = l.List.Update(msg)
	}
	if r, ok := l.Table.Current(); ok {
		cmd = tea.Batch(cmd, show(r))
	}
	return cmd
}

// blocks are the inspector of a platform, with the history of its accounts.
func (l *platformList) blocks(r *options.Row) []resource.Block {
	m := l.m.pane.siteNamed(r.Site)
	return append(options.PlatformBlocks(m.view, r), l.totals.Blocks(m.own, r.Platform.Platform, "")...)
}

// noPlatforms is the sentence in place of the rows of a list of platforms.
func (m *site) noPlatforms() func(filtered bool) string {
	return m.stack.Empty(
		"options.no_match", "options.none",
		"Key", m.ctx.Key(m.stack.Keys.Refresh),
	)
}

func (l *platformList) summary(width int) []string {
	m := l.m
	total := 0
	counts := map[string]int{}
	for _, m := range m.pane.sites {
		for i := range m.store.Platforms.Value {
			p := &m.store.Platforms.Value[i]
			if !p.Hidden() {
				total++
				counts[p.Status.Or("")]++
			}
		}
	}
	line := " " + m.theme.Paint(theme.Strong, m.words.N("options.total", total))
	for _, status := range []string{
		api.PlatformAvailable,
		api.PlatformUnavailable,
		api.PlatformComingSoon,
	} {
		if n := counts[status]; n > 0 {
			sign, tone := options.StatusSign(m.view, status)
			line += "   " + m.theme.Paint(tone, sign+" "+
				m.words.T(
					"options.n_status",
					"N", m.words.Int(n),
					"Status", options.WordOr(m.view, "status", status),
				))
		}
	}
	return append(
		[]string{text.Cut(line, width)},
		m.ctx.PlatformsAlert(m.stack.Keys.Refresh, l.KeepSite, width)...,
	)
}
