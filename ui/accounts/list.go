package accounts

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api"
	"channeldeck/api/archive"
	"channeldeck/api/fleet"
	"channeldeck/api/history"
	"channeldeck/ui/pane"
	"channeldeck/ui/store"
	"channeldeck/ui/text"
	"channeldeck/ui/widget/input"
	"channeldeck/ui/words"
)

// row is an account in the table.
type row = *api.Account

// listScreen is a list of accounts.
type listScreen struct {
	*pane.List[row]
	m      *Model
	filter fleet.Query // no text, which is in List
	typed  fleet.Query // of the line of the filter, which is in force too
	base   fleet.Query // the filter that the list was opened with
	ids    input.Model // the ids of the id filter as they were typed

	numbers *fleet.Counts // of the accounts that the filters keep, whatever their status
	sums    selectionSums

	trend  pane.Trend
	failed pane.InspectorData[row, archive.Failure] // the last failed call that names the account
}

func (m *Model) newList(f fleet.Query) *listScreen {
	l := &listScreen{
		m:       m,
		filter:  f,
		base:    f,
		ids:     input.New(m.theme),
		numbers: &fleet.Counts{},
	}
	k := &m.keys
	l.List = pane.NewList(m.stack, pane.ListConfig[row]{
		Resource: m.resource,
		Heading:  "tab.accounts",
		Site:     func(a row) string { return a.Site },
		Title:    m.view.AccountTitle,
		Aside:    m.aside,
		Blocks:   l.blocks,
		Summary:  l.summary,
		Counter:  l.since,
		Chips:    l.chips,
		Filter:   l.applyLine,
		Values:   l.values,
		Empty:    l.empty,
		State:    m.State,
		Refresh:  m.ctx.Stores().RefreshAccounts,
		Select:   true,
		Sort:     "status",
		Footer:   l.footer,
		Views: pane.Viewable{
			List:  Name,
			Since: true,
			Store: l.store,
			Show:  l.show,
		},
		Actions: []pane.Action[row]{
			{Key: k.Platforms, Do: l.choose(facets.pickPlatforms)},
			{Key: k.Status, Do: l.choose(facets.pickStatus)},
			{Key: k.ByGroup, Do: l.choose(facets.pickGroups)},
			{Key: k.Abnormal, Do: l.only(fleet.Abnormal), OfRows: true},
			{Key: k.Changed, Do: l.toggleChanged},
			{Key: k.IDs, Do: l.promptIDs},
			{Key: k.Baseline, Do: m.stack.PickBaseline, Inspector: true, OfRows: true},
			{Key: k.ClearFilters, Do: l.clearFilters},
			{Key: k.LoadAll, Do: m.ctx.LoadAllAccounts},
			{
				Key: k.Works,
				Row: func(a row) tea.Cmd {
					return m.stack.Goto(pane.Target{
						Pane:      "works",
						Site:      a.Site,
						Platform:  a.Type,
						AccountID: a.ID,
					})
				},
			},
			{
				Key: k.Options,
				Row: func(a row) tea.Cmd {
					return m.stack.Goto(pane.Target{
						Pane:     "options",
						Site:     a.Site,
						Platform: a.Type,
					})
				},
			},
			{Key: k.Group, Row: l.openGroup},
			{Key: k.FailedCall, Row: l.openFailed},
			{Key: k.Report, Do: l.report},
		},
		Filters: []key.Binding{k.Platforms, k.Status, k.ByGroup, k.IDs, k.Changed},
		GoTo:    []key.Binding{k.Works, k.Options, k.Group, k.FailedCall},
		Reset:   l.reset,
	})
	l.Table.SetKeep(f.Keep(nil, m.view.Now()))
	l.Table.StayOnTop() // until the user moves the cursor, since later rows may sort before it
	return l
}

// showFailed reads the last failed call that names an account.
func (l *listScreen) showFailed(msg tea.Msg, a row) tea.Cmd {
	return l.failed.Show(l.m.ctx.Sites.Named(a.Site), msg, a, func(
		ctx context.Context, f *fleet.Fleet,
	) (archive.Failure, error) {
		return f.StoredSessions().LastFailure(ctx, a)
	})
}

// openFailed opens the last failed call that names an account.
func (l *listScreen) openFailed(a row) tea.Cmd {
	f := l.failed.Of(a)
	if f.SessionID == "" {
		return l.m.ctx.Inform("accounts.no_failed_call")
	}
	return l.m.stack.Goto(pane.Target{
		Pane:      "sessions",
		Site:      a.Site,
		SessionID: f.SessionID,
		CallID:    f.CallID,
	})
}

// Update handles a message.
func (l *listScreen) Update(msg tea.Msg) tea.Cmd {
	show := func(a row) tea.Cmd {
		return tea.Batch(l.trend.Show(l.m.ctx.Sites.Named(a.Site), msg, a), l.showFailed(msg, a))
	}
	if cmd := l.Await(msg, show); cmd != nil {
		return cmd
	}
	if press, ok := msg.(tea.KeyMsg); ok && !l.Capturing() && key.Matches(press, l.m.stack.Keys.FilterBy) {
		l.facets().pickFilter()
		return nil
	}
	var cmd tea.Cmd
	if _, ok := msg.(store.Changed); ok {
		l.Table.RenewWidths() // platforms got their names, or other rows came
		cmd = l.fill()
	} else if msg == tea.Msg(pane.SettingsChanged{}) {
		l.m.things = things{}
		cmd = l.List.Update(msg)
	} else if mine, next := l.take(msg); mine {
		return next
	} else {
		cmd = l.List.Update(msg)
	}
	l.sums.renew(l)
	if a, ok := l.Table.Current(); ok {
		cmd = tea.Batch(cmd, show(a))
	}
	return cmd
}

// take takes what the inspector adds from the history, which is drawn when all of it was read.
func (l *listScreen) take(msg tea.Msg) (mine bool, next tea.Cmd) {
	if mine, next = l.trend.Take(msg); !mine {
		mine, next = l.failed.Take(msg)
	}
	if mine && !l.trend.Reading() && !l.failed.Reading() {
		l.Arrange()
	}
	return mine, next
}

// fill shows the accounts known now, with the platforms' names.
func (l *listScreen) fill() tea.Cmd {
	_ = l.resolve(&l.filter)
	_ = l.resolve(&l.typed) // names that came with the rows
	f := l.shown()
	rows := l.m.accounts(f)
	l.numbers = l.m.count(f)
	within := *f
	within.Changed = false
	keep := l.m.keep(&within)
	if keep != nil &&
		f.Changed { // changed of those that the other filters keep
		rows = slices.DeleteFunc(slices.Clone(rows), func(a row) bool {
			return !keep(a)
		})
	}
	for _, span := range []history.Span{history.SpanWeek, history.SpanMonth} {
		id := fleet.ComputedColumns()[span]
		l.Table.SetTitle(id, cmp.Or(l.m.view.SpanTitle(span), l.m.words.T("accounts.column."+id)))
	}
	return l.SetKept(rows, l.m.keep(f))
}

// store adds the filters in force to the query of a view.
func (l *listScreen) store(q *fleet.Query) {
	*q = q.Or(l.shown().OnlyFilters())
}

// show sets the filters of a view.
func (l *listScreen) show(q fleet.Query) tea.Cmd { return l.setFilter(q.OnlyFilters()) }

// shown are the filters in force: those of keys and those that are typed.
func (l *listScreen) shown() *fleet.Query {
	q := l.typed.Or(l.filter)
	return &q
}

// resolve replaces names of platforms and groups in a query, once the accounts are known.
func (l *listScreen) resolve(q *fleet.Query) error {
	if len(q.Platforms)+len(q.Groups) == 0 {
		return nil
	}
	rows := l.m.ctx.Stores().AccountList().Rows
	if len(rows) == 0 {
		return nil
	}
	names := map[string]history.GroupName{}
	var platforms []api.Platform
	for _, site := range l.m.ctx.Sites {
		platforms = append(platforms, site.Store.Platforms.Value...)
		maps.Copy(names, site.Store.GroupNames())
	}
	return q.Resolve(platforms, names, rows)
}

// applyLine applies the filters in the line of the filter.
func (l *listScreen) applyLine(q *fleet.Query) (cmd tea.Cmd, err error) {
	typed := q.OnlyFilters()
	if err := l.resolve(&typed); err != nil {
		return nil, err
	}
	if !typed.SameFilters(&l.typed) {
		cmd = l.apply(func() { l.typed = typed })
	}
	return cmd, nil
}

// values are the values of a filter.
func (l *listScreen) values(name string) (values []string) {
	switch name {
	case "status":
		return []string{
			string(fleet.Normal),
			string(fleet.Abnormal),
			string(fleet.Unknown),
			string(fleet.Outage),
		}
	case "is":
		return []string{"changed"}
	case "platform":
		for _, p := range l.m.ctx.Stores().AccountList().Platforms {
			values = append(values, l.m.view.PlatformName(p.ID))
		}
	case "group":
		for _, site := range l.m.ctx.Sites {
			for _, g := range site.Store.Accounts.List().Groups {
				values = append(values, site.View.GroupTitle(g.ID))
			}
		}
	case "site":
		return l.m.ctx.Sites.Names()
	}
	return values
}

// setFilter applies a filter.
func (l *listScreen) setFilter(f fleet.Query) tea.Cmd {
	_ = l.resolve(&f) // a group may have no account yet
	return l.apply(func() { l.filter = f })
}

// apply changes the filters in force.
func (l *listScreen) apply(change func()) tea.Cmd {
	change()
	return l.fill()
}

func (l *listScreen) setStatus(s fleet.Status) tea.Cmd {
	f := l.filter
	f.Status = s
	return l.setFilter(f)
}

// only returns a function that shows the accounts of a status, or all where it showed these.
func (l *listScreen) only(s fleet.Status) func() tea.Cmd {
	return func() tea.Cmd {
		if l.filter.Status == s {
			return l.setStatus(fleet.Any)
		}
		return l.setStatus(s)
	}
}

// reset shows the accounts that the list was opened with.
func (l *listScreen) reset() tea.Cmd { return l.setFilter(l.base) }

func (l *listScreen) clearFilters() tea.Cmd {
	return tea.Batch(l.Query.Set(""), l.setFilter(fleet.Query{}))
}

// readsPast reports whether the comparison of a site with its history is not known yet.
func (m *Model) readsPast() bool {
	return slices.ContainsFunc(m.ctx.Sites, func(site *pane.Site) bool {
		return site.Store.ReadsPast()
	})
}

// toggleChanged shows the accounts that changed since the baseline, also those
// that disappeared, or all.
func (l *listScreen) toggleChanged() tea.Cmd {
	if l.m.readsPast() {
		return l.m.ctx.Inform("overview.reading")
	}
	if !slices.ContainsFunc(l.m.ctx.Sites, func(site *pane.Site) bool {
		return !site.Store.Past.Value.Since().IsZero()
	}) {
		return l.m.ctx.Inform("accounts.no_past")
	}
	f := l.filter
	f.Changed = !f.Changed
	return l.setFilter(f)
}

// Back clears the fuzzy filter, then the filters that were set after the list
// was opened.
func (l *listScreen) Back() (tea.Cmd, bool) {
	if cmd, handled := l.List.Back(); handled {
		return cmd, true
	}
	if l.filter.SameFilters(&l.base) {
		return nil, false
	}
	return l.setFilter(l.base), true
}

func (l *listScreen) promptIDs() tea.Cmd {
	return l.m.stack.Ask(pane.Question{
		Title: l.m.words.T("accounts.ids_field"),
		Input: &l.ids,
		Then: func() tea.Cmd {
			f := l.filter
			f.IDs = splitIDs(l.ids.Value())
			return l.setFilter(f)
		},
	})
}

func (l *listScreen) footer() []key.Binding {
	k := &l.m.stack.Keys
	own := &l.m.keys
	short := []key.Binding{k.Filter, k.FilterBy, own.Abnormal, k.Copy}
	if !l.filter.SameFilters(&l.base) {
		short = append([]key.Binding{l.m.ctx.Named(k.Back, "key.clear_filter")}, short...)
		short = append(short, k.SelectAll) // copies act on what is selected
	}
	if l.m.ctx.Stores().AccountsPartial() {
		short = append([]key.Binding{own.LoadAll}, short...)
	}
	return short
}

// leaves reports whether esc leaves the list, because the filters are those that it was opened with.
func (l *listScreen) leaves() bool {
	return l.Query.Value() == "" && l.filter.SameFilters(&l.base) && l.m.stack.Depth() > 1
}

// ShortHelp is that of the list, where esc returns from a list that was opened with filters that nothing matches.
func (l *listScreen) ShortHelp() []key.Binding {
	shown, total := l.Table.Counts()
	if shown == 0 && total > 0 && !l.Capturing() && l.leaves() {
		return []key.Binding{l.m.stack.Keys.Filter, l.m.stack.Keys.Back}
	}
	return l.List.ShortHelp()
}

func (l *listScreen) empty(filtered bool) string {
	f := l.shown()
	if f.Changed && l.m.readsPast() {
		return l.m.words.T("overview.reading")
	}
	if filtered || f.Filters() || l.Query.Value() != "" {
		if l.leaves() {
			return l.m.stack.NoMatch("accounts.no_match_here", l.Query.Typing())
		}
		return l.m.stack.NoMatch("accounts.no_match", l.Query.Typing())
	}
	return l.m.words.T(
		"accounts.none",
		"Key",
		l.m.ctx.Key(l.m.stack.Keys.Refresh),
	)
}

// chips are the filters beyond the fuzzy one. A click clears one.
func (l *listScreen) chips() []pane.Chip {
	w := l.m.words
	f := &l.filter
	var chips []pane.Chip
	add := func(chip, value string, clear func(*fleet.Query)) {
		chips = append(chips, pane.Chip{
			Text:  chip,
			Value: value,
			Click: func() tea.Cmd {
				f := l.filter
				clear(&f)
				return l.setFilter(f)
			},
		})
	}
	named := func(ids []string, nameOf func(id string) string) string {
		names := make([]string, len(ids))
		for i, id := range ids {
			names[i] = nameOf(id)
		}
		return w.List(names)
	}
	if len(f.Platforms) > 0 {
		list := text.Cut(named(f.Platforms, l.m.view.PlatformName), max(l.Width()/2, 12))
		add(w.T("accounts.chip_platform", "Value", list), list, func(f *fleet.Query) {
			f.Platforms = nil
		})
	}
	if f.Status != fleet.Any {
		status := l.m.view.HealthWord(f.Status.Health())
		add(w.T("accounts.chip_status", "Value", status), status, func(f *fleet.Query) {
			f.Status = fleet.Any
		})
	}
	if f.Changed {
		since := l.m.view.DayTime(l.m.store.Past.Value.Since())
		add(w.T("accounts.chip_changed", "Value", since), "", func(f *fleet.Query) {
			f.Changed = false
		})
	}
	if len(f.Sites) > 0 {
		list := w.List(f.Sites)
		add(w.T("accounts.chip_site", "Value", text.Line(list)), list, func(f *fleet.Query) {
			f.Sites = nil
		})
	}
	if n := len(f.IDs); n > 0 {
		add(w.N("accounts.chip_ids", n), "", func(f *fleet.Query) {
			f.IDs = nil
		})
	}
	if len(f.Groups) > 0 {
		list := named(f.Groups, func(id string) string {
			return text.CutMiddle(l.m.view.GroupTitle(id), 24)
		})
		add(w.T("accounts.chip_group", "Value", list), list, func(f *fleet.Query) {
			f.Groups = nil
		})
	}
	for i, t := range f.Terms {
		add(text.Line(termText(l.m.words, &t)), "", func(f *fleet.Query) {
			f.Terms = slices.Delete(slices.Clone(f.Terms), i, i+1)
		})
	}
	return chips
}

// termText words a filter: what it compares by its title, and accounts that publish nothing in a sentence.
func termText(w *words.Words, t *fleet.Term) string {
	within, published, ok := t.Publishing()
	if ok && published {
		return w.T("accounts.chip_published", "Time", w.LongDuration(within))
	}
	if ok {
		return w.T("accounts.chip_silent", "Time", w.LongDuration(within))
	}
	title := cmp.Or(w.Optional("accounts.column."+t.Column), t.Column)
	if t.Op == ":" {
		return w.T("accounts.chip_text", "Name", title, "Value", t.Value)
	}
	return title + " " + t.Op + " " + t.Value
}
