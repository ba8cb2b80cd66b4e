package accounts

import (
	"slices"
	"strings"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api/history"
	"channeldeck/theme"
	"channeldeck/ui/config"
	"channeldeck/ui/pane"
	"channeldeck/ui/resource"
	"channeldeck/ui/store"
	"channeldeck/ui/text"
	"channeldeck/ui/widget/input"
	"channeldeck/ui/widget/picker"
)

// listScreen is a list of accounts.
type listScreen struct {
	*pane.List[row]
	m      *Model
	filter filter
	base   filter      // the filter that the list was opened with
	ids    input.Model // the ids of the id filter as they were typed

	stale       int             // accounts with old statistics
	sums        []string        // of the selected accounts
	exact       []resource.Fact // the same sums in full, for the inspector
	sumsVersion uint64          // of the selection that the sums are for

	marked map[history.Mark]int // accounts
	trend  pane.Trend
}

func (m *Model) newList(f filter) *listScreen {
	l := &listScreen{m: m, filter: f, base: f, ids: input.New(m.Theme)}
	k := &m.keys
	l.List = pane.NewList(m.Stack, pane.ListConfig[row]{
		Resource: m.resource, Heading: m.Words.T("tab.accounts"), Title: m.Store.Nickname, Aside: func(a row) string { return m.PlatformName(a.Type) }, Blocks: l.blocks, Summary: l.summary, Chips: l.chips, Empty: l.empty, State: m.State,
		Refresh: m.Store.Accounts.Refresh, Select: true, Sort: "status", Footer: l.footer,
		Views: pane.Viewable{List: Name, Since: true, Store: l.store, Show: func(v config.View) tea.Cmd { return l.setFilter(filterOf(v)) }},
		Actions: []pane.Action[row]{
			{Key: k.Platforms, Do: l.pickPlatforms},
			{Key: k.Status, Do: func() tea.Cmd { return l.setStatus((l.filter.status + 1) % (unknownOnly + 1)) }},
			{Key: k.Abnormal, Do: l.only(abnormalOnly)},
			{Key: k.Changed, Do: l.toggleChanged},
			{Key: k.IDs, Do: l.promptIDs},
			{Key: k.ClearFilters, Do: l.clearFilters},
			{Key: k.LoadAll, Do: m.LoadAllAccounts},
			{Key: k.Works, Row: func(a row) tea.Cmd {
				return m.Goto(pane.Target{Pane: "works", Platform: a.Type, AccountID: a.ID})
			}},
			{Key: k.Options, Row: func(a row) tea.Cmd { return m.Goto(pane.Target{Pane: "options", Platform: a.Type}) }},
			{Key: k.Group, Row: m.openGroup},
			{Key: k.Report, Do: func() tea.Cmd { return m.WriteReport(l.filter.reported()) }},
		},
	})
	l.Table.SetKeep(f.keep(nil))
	l.Table.StayOnTop() // until the user moves the cursor, since later rows may sort before it
	return l
}

func (m *Model) openGroup(a row) tea.Cmd {
	if text.Clean(a.GroupID) == "" {
		return pane.Notify(pane.Info, m.Words.T("accounts.no_group"))
	}
	return m.Goto(pane.Target{Pane: "groups", GroupID: a.GroupID})
}

// Update handles a message.
func (l *listScreen) Update(msg tea.Msg) tea.Cmd {
	var cmd tea.Cmd
	if _, ok := msg.(store.Changed); ok {
		l.Table.ResetWidths() // platforms got their names, or other rows came
		cmd = l.fill()
	} else if mine, next := l.trend.Take(msg); mine {
		l.Arrange()
		return next
	} else {
		cmd = l.List.Update(msg)
	}
	l.sumUp()
	if a, ok := l.Table.Current(); ok {
		cmd = tea.Batch(cmd, l.trend.Show(l.m.Context, msg, a))
	}
	return cmd
}

// fill shows the accounts known now, with the platforms' names.
func (l *listScreen) fill() tea.Cmd {
	rows, past := l.m.Store.Accounts.List().Rows, l.m.Store.Past.Value
	l.stale, l.marked = 0, map[history.Mark]int{}
	for _, a := range rows {
		if at, ok := timeOf(a.LastStatsTime); ok && l.m.Now().Sub(at) > l.m.StaleAfter {
			l.stale++
		}
		l.marked[past.Mark(a)]++
	}
	if past != nil {
		l.marked[history.Disappeared] = len(past.Gone)
		if l.filter.changed {
			l.Table.SetKeep(l.filter.keep(past))
		}
		if l.filter.gone() {
			rows = slices.Concat(rows, past.Gone)
		}
	}
	return l.SetRows(rows)
}

// store adds the filter to a view.
func (l *listScreen) store(v *config.View) {
	f := &l.filter
	v.Platforms.V, v.IDs.V, v.Group.V, v.Changed.V = f.platforms, f.ids, f.group, f.changed
	v.Status.V = statusNames[f.status]
}

// setFilter applies a filter.
func (l *listScreen) setFilter(f filter) tea.Cmd {
	gone := f.gone() || l.filter.gone()
	l.filter = f
	cmd := l.Table.SetKeep(f.keep(l.m.Store.Past.Value))
	if gone {
		return tea.Batch(cmd, l.fill())
	}
	l.Arrange()
	return cmd
}

func (l *listScreen) setStatus(s status) tea.Cmd {
	f := l.filter
	f.status = s
	return l.setFilter(f)
}

// only returns a function that shows the accounts of a status, or all where it showed these.
func (l *listScreen) only(s status) func() tea.Cmd {
	return func() tea.Cmd {
		if l.filter.status == s {
			return l.setStatus(anyStatus)
		}
		return l.setStatus(s)
	}
}

func (l *listScreen) clearFilters() tea.Cmd { return tea.Batch(l.Query.Set(""), l.setFilter(filter{})) }

// toggleChanged shows the accounts that changed since the baseline, also those
// that disappeared, or all.
func (l *listScreen) toggleChanged() tea.Cmd {
	past := l.m.Store.Past.Value
	if past.Since().IsZero() {
		return pane.Notify(pane.Info, l.m.Words.T("accounts.no_past"))
	}
	f := l.filter
	f.changed = !f.changed
	return l.setFilter(f)
}

// Back clears the fuzzy filter, then the filters that were set after the list
// was opened.
func (l *listScreen) Back() (tea.Cmd, bool) {
	if cmd, handled := l.List.Back(); handled {
		return cmd, true
	}
	if l.filter.equal(l.base) {
		return nil, false
	}
	return l.setFilter(l.base), true
}

func (l *listScreen) pickPlatforms() tea.Cmd {
	w := l.m.Words
	platforms := slices.Clone(l.m.Store.Accounts.List().Platforms) // the most used first
	known := map[string]bool{}
	for _, p := range l.m.Store.Platforms.Value {
		known[p.Platform] = true
		if !slices.ContainsFunc(platforms, func(used store.PlatformCount) bool { return used.Platform == p.Platform }) {
			platforms = append(platforms, store.PlatformCount{Platform: p.Platform})
		}
	}
	var items []picker.Item
	for _, p := range platforms {
		item := picker.Item{
			ID: p.Platform, Label: l.m.PlatformName(p.Platform), Counts: []picker.Count{{Text: w.Int(p.Count)}, {}}, Chosen: slices.Contains(l.filter.platforms, p.Platform),
		}
		if p.Abnormal > 0 {
			item.Counts[1] = picker.Count{Text: l.m.Theme.Glyphs.Abnormal + " " + w.Int(p.Abnormal), Tone: theme.Bad}
		}
		if len(known) > 0 && !known[p.Platform] {
			item.Note = w.T("accounts.unlisted")
		}
		items = append(items, item)
	}
	l.m.Pick(pane.Pick{Title: w.T("accounts.choose_platforms"), Items: items, Multi: true, Then: func(ids []string) tea.Cmd {
		f := l.filter
		f.platforms = ids
		return l.setFilter(f)
	}})
	return nil
}

func (l *listScreen) promptIDs() tea.Cmd {
	return l.m.Ask(pane.Question{Title: l.m.Words.T("accounts.ids_field"), Input: &l.ids, Then: func() tea.Cmd {
		f := l.filter
		f.ids = splitIDs(l.ids.Value())
		return l.setFilter(f)
	}})
}

func (l *listScreen) footer() []key.Binding {
	k, own := &l.m.Keys, &l.m.keys
	short := []key.Binding{k.Filter, own.Platforms, own.Abnormal, k.Detail, k.Sort, k.Select, k.Copy, k.Refresh, own.IDs}
	if !l.filter.equal(l.base) {
		short = append([]key.Binding{l.m.Named(k.Back, "key.clear_filter")}, short...)
	}
	if l.m.Store.Accounts.List().Partial() {
		short = append([]key.Binding{own.LoadAll}, short...)
	}
	return short
}

func (l *listScreen) empty(filtered bool) string {
	if filtered || l.filter.active() || l.Query.Value() != "" {
		return l.m.Words.T("accounts.no_match", "Key", l.m.Keys.Back.Help().Key)
	}
	return l.m.Words.T("accounts.none", "Key", l.m.Keys.Refresh.Help().Key)
}

// chips are the filters beyond the fuzzy one. A click clears one.
func (l *listScreen) chips() []pane.Chip {
	w, f := l.m.Words, &l.filter
	var chips []pane.Chip
	add := func(chip string, clear func(*filter)) {
		chips = append(chips, pane.Chip{Text: chip, Click: func() tea.Cmd {
			f := l.filter
			clear(&f)
			return l.setFilter(f)
		}})
	}
	if f.status != anyStatus {
		add(w.T("accounts.chip_status", "Value", l.m.HealthWord(f.status.health())), func(f *filter) { f.status = anyStatus })
	}
	if len(f.platforms) > 0 {
		names := make([]string, len(f.platforms))
		for i, id := range f.platforms {
			names[i] = l.m.PlatformName(id)
		}
		list := text.Cut(strings.Join(names, w.T("field.comma")), max(l.Width()/2, 12))
		add(w.T("accounts.chip_platform", "Value", list), func(f *filter) { f.platforms = nil })
	}
	if f.changed {
		add(w.T("accounts.chip_changed", "Value", l.m.Time(l.m.Store.Past.Value.Since())), func(f *filter) { f.changed = false })
	}
	if n := len(f.ids); n > 0 {
		add(w.N("accounts.chip_ids", n), func(f *filter) { f.ids = nil })
	}
	if f.group != "" {
		add(w.T("accounts.chip_group", "Value", text.CutMiddle(l.m.GroupTitle(f.group), 24)), func(f *filter) { f.group = "" })
	}
	return chips
}
