package groups

import (
	"cmp"
	"slices"
	"strings"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api/fleet"
	"channeldeck/api/history"
	"channeldeck/api/report"
	"channeldeck/theme"
	"channeldeck/ui/pane"
	"channeldeck/ui/resource"
	"channeldeck/ui/store"
	"channeldeck/ui/text"
	"channeldeck/ui/widget/input"
	"channeldeck/ui/widget/picker"
)

// listScreen is the screen of the groups.
type listScreen struct {
	*pane.List[*resource.Group]
	m      *Model
	wanted pane.Target // the group to move to once the accounts are loaded
	totals pane.Totals

	filter filter
	all    int // the number of groups
}

func (m *Model) newList(wanted pane.Target) *listScreen {
	l := &listScreen{m: m, wanted: wanted}
	l.List = pane.NewList(m.stack, pane.ListConfig[*resource.Group]{
		Resource: m.resource,
		Site:     siteOf,
		Heading:  "tab.groups",
		Title:    func(g *resource.Group) string { return g.Title(m.view) },
		Blocks:   l.blocks,
		Summary:  l.summary,
		Empty:    l.empty,
		Nothing:  m.openForm,
		State:    m.State,
		Refresh:  m.ctx.Stores().RefreshAccounts,
		Views:    pane.Viewable{List: Name},
		Footer:   l.footer,
		Chips:    l.chips,
		Facets:   l.facets,
		GoTo:     []key.Binding{m.keys.Accounts, m.keys.AbnormalAccounts, m.keys.Options},
		Reset:    func() tea.Cmd { return l.setFilter(filter{}) },
		Actions: []pane.Action[*resource.Group]{
			{Key: m.keys.Create, Do: m.openForm, Inspector: true},
			{Key: m.keys.Accounts, Row: m.openAccounts},
			{Key: m.keys.AbnormalAccounts, Row: m.openAbnormal},
			{Key: m.keys.Options, Row: m.openOptions},
			{Key: m.keys.Abnormal, Do: l.toggleAbnormal},
			{Key: m.keys.Rename, Row: m.rename},
			{Key: m.keys.LoadAll, Do: m.ctx.LoadAllAccounts},
			{
				Key: m.keys.Report,
				Row: func(g *resource.Group) tea.Cmd {
					if g.ID == "" {
						return nil
					}
					site := m.ctx.Sites.Named(g.Site)
					return m.stack.OfSite(site).WriteReport(pane.ReportOf{
						Scopes: func(*pane.Site) []report.Scope {
							return []report.Scope{{Group: g.ID}}
						},
						Site: site.Label(),
					})
				},
			},
		},
	})
	l.Table.StayOnTop() // until the user moves the cursor: groups of earlier runs and changes come later
	return l
}

func siteOf(g *resource.Group) string { return g.Site }

// Update handles a message.
func (l *listScreen) Update(msg tea.Msg) tea.Cmd {
	show := func(g *resource.Group) tea.Cmd {
		if g.ID == "" {
			return nil
		}
		return l.totals.Show(
			l.m.ctx.Sites.Named(g.Site),
			msg,
			"",
			g.ID,
		)
	}
	if cmd := l.Await(msg, show); cmd != nil {
		return cmd
	}
	var cmd tea.Cmd
	if mine, next := l.totals.Take(msg); mine {
		l.Arrange()
		return next
	} else if changed, ok := msg.(store.Changed); ok && changesGroups(changed.Kind) {
		cmd = l.fill()
	} else {
		cmd = l.List.Update(msg)
	}
	if g, ok := l.Table.Current(); ok {
		cmd = tea.Batch(cmd, show(g))
	}
	return cmd
}

// changesGroups reports whether shared data has groups or names of groups.
func changesGroups(kind store.Kind) bool {
	return kind == store.KindAccounts || kind == store.KindGroups || kind == store.KindPast
}

// blocks are the inspector of a group, with its history.
func (l *listScreen) blocks(g *resource.Group) []resource.Block {
	return append(l.m.blocks(g), l.totals.Blocks(l.m.ctx.Sites.Named(g.Site), "", g.ID)...)
}

// fill shows the groups known now, and moves to the wanted one when all accounts
// have arrived.
func (l *listScreen) fill() tea.Cmd {
	// a refresh keeps what is shown
	if !slices.ContainsFunc(l.m.sites, func(s *site) bool {
		return !s.store.Accounts.Running() || !s.store.Accounts.Loaded()
	}) {
		l.Arrange()
		return nil
	}
	l.Table.SetTitle(
		"change30d",
		cmp.Or(l.m.view.SpanTitle(history.SpanMonth), l.m.words.T("groups.column.change30d")),
	)
	cmd := l.SetRows(l.rows())
	id := l.wanted.GroupID
	if id != "" && l.m.ctx.Sites.Named(l.wanted.Site).Store.Accounts.Loaded() {
		key := l.m.ctx.Sites.RowKey(l.wanted.Site, id)
		l.wanted = pane.Target{}
		if !l.Table.MoveTo(key) {
			return tea.Batch(
				cmd,
				l.m.ctx.Inform("groups.unknown_group", "ID", text.Line(id)),
			)
		}
		l.Arrange()
	}
	return cmd
}

func (l *listScreen) footer() []key.Binding {
	k := &l.m.stack.Keys
	short := []key.Binding{k.Detail, l.m.keys.Accounts, l.m.keys.Create, l.m.keys.Report}
	if l.m.ctx.Stores().AccountsPartial() {
		short = append([]key.Binding{l.m.keys.LoadAll}, short...)
	}
	return short
}

// rows are the groups that are shown.
func (l *listScreen) rows() []*resource.Group {
	rows := l.m.rows()
	l.all = len(rows)
	return slices.DeleteFunc(rows, func(g *resource.Group) bool {
		return !l.filter.keeps(g)
	})
}

func (m *Model) openAccounts(g *resource.Group) tea.Cmd {
	if g.ID == "" {
		return nil
	}
	return m.stack.Goto(pane.Target{Pane: "accounts", Site: g.Site, GroupID: g.ID})
}

func (m *Model) openAbnormal(g *resource.Group) tea.Cmd {
	if g.ID == "" {
		return nil
	}
	return m.stack.Goto(pane.Target{
		Pane:    "accounts",
		Site:    g.Site,
		GroupID: g.ID,
		Status:  string(fleet.Abnormal),
	})
}

// openOptions opens the publish options of the platform of a group, of several the one that the user picks.
func (m *Model) openOptions(g *resource.Group) tea.Cmd {
	platforms := g.Platforms()
	open := func(id string) tea.Cmd {
		return m.stack.Goto(pane.Target{Pane: "options", Site: g.Site, Platform: id})
	}
	if len(platforms) == 0 {
		return nil
	}
	if len(platforms) == 1 {
		return open(platforms[0].ID)
	}
	var items []picker.Item
	for _, p := range platforms {
		items = append(items, picker.Item{
			ID:     p.ID,
			Label:  m.view.PlatformName(p.ID),
			Counts: []picker.Count{{Text: m.words.Int(p.Accounts)}},
		})
	}
	m.stack.PickOne(m.words.T("key.groups.options"), items, open)
	return nil
}

// rename asks for the local name of a group, which the history keeps.
func (m *Model) rename(g *resource.Group) tea.Cmd {
	w := m.words
	s := m.ctx.Sites.Named(g.Site)
	past := m.ctx.ReadsPast()
	if g.ID == "" || past != nil {
		return past
	}
	if s.History() == nil {
		return pane.Notify(pane.Info, w.T("groups.no_names"))
	}
	field := input.New(m.theme)
	field.Placeholder = w.T("groups.local_hint")
	field.SetValue(s.View.Lists.GroupName(g.ID).Local)
	return m.stack.Ask(pane.Question{
		Title: w.T("groups.rename_title", "ID", s.View.GroupTitle(g.ID)),
		Input: &field,
		Then: func() tea.Cmd {
			return s.NameGroup(g.ID, strings.TrimSpace(text.Line(field.Value())))
		},
	})
}

func (l *listScreen) empty(filtered bool) string {
	w := l.m.words
	if filtered || l.filter.isOn() {
		return l.m.stack.NoMatch("groups.no_match", l.Query.Typing())
	}
	if l.m.ctx.ReadOnly {
		return w.T("groups.none_read_only")
	}
	return w.T("groups.none", "Key", l.m.ctx.Key(l.m.keys.Create))
}

func (l *listScreen) summary(width int) []string {
	return append(
		[]string{l.counts(width)},
		l.m.ctx.AccountsAlert(
			"groups.part",
			l.m.stack.Keys.Refresh,
			l.m.keys.LoadAll,
			l.KeepSite,
			width,
		)...,
	)
}

// counts is the line of totals.
func (l *listScreen) counts(width int) string {
	m := l.m
	w := m.words
	t := m.theme
	line := " " + t.Paint(theme.Strong, w.N("groups.total", l.all))
	accounts := 0
	n := 0
	loaded := false
	for _, s := range m.sites {
		accounts += len(s.store.Accounts.List().Rows)
		n += len(s.created)
		loaded = loaded || s.store.Accounts.Loaded()
	}
	if n > 0 {
		line += "  " + t.Paint(theme.Good, t.Glyphs.New+" "+w.N("groups.n_new", n))
	}
	if loaded && accounts > 0 {
		count := t.Paint(theme.Muted, w.N("groups.n_accounts", accounts))
		line += "  " + m.ctx.Zones.Mark(count, func() tea.Cmd {
			return m.stack.Goto(pane.Target{Pane: "accounts"})
		})
	}
	return text.Cut(line, width)
}
