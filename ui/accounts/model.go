// Package accounts is the pane of channel accounts: all of them with their
// health, filtered by platform, status, id and a fuzzy query, each in full, sums
// of those selected, copied and exported.
package accounts

import (
	"context"
	"slices"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api"
	"channeldeck/ui/pane"
	"channeldeck/ui/widget/facts"
	"channeldeck/ui/widget/input"
	"channeldeck/ui/widget/table"
)

// Name is the name of the pane.
const Name = "accounts"

// mode is what keys mean at the moment.
type mode uint8

const (
	browsing mode = iota
	enteringIDs
	showingDetail
)

// Model is the pane.
type Model struct {
	pane.Frame
	ctx  *pane.Context
	keys keyMap
	mode mode

	table     *table.Table[row]
	list      pane.Loader[listing]
	shown     listing // what list gave last, or of the first load what came by now
	again     pane.Refresher
	platforms pane.Loader[[]api.Platform]

	filter     filter
	query      pane.Query
	ids        input.Model // the id filter while it is typed
	detail     facts.Pager
	loadingAll bool
	completed  bool   // the list was put together by loadAll
	ownColumns bool   // the person chose the columns
	opened     bool   // the filter is that of another pane's wish: esc leads back there
	selected   string // what is said of the selected rows, see sumUp
	selection  uint64 // of the table, for which selected was made
}

// New makes the pane.
func New(c *pane.Context) *Model {
	m := &Model{ctx: c, keys: newKeyMap(c), ids: input.New(c.Theme)}
	m.detail.Keys = m.keys.Pager()
	m.table = table.New(table.Config[row]{
		Theme: c.Theme, Keys: m.keys.Table(), Columns: columns(c, func(name string) bool { return m.shown.twins[name] }), Context: c.Base,
		Key: func(a row) string { return a.ID },
	})
	m.query = pane.NewQuery(c, m.keys.Keys, m.table)
	m.Choice = pane.NewChoice(c, m.keys.Keys)
	if own := c.Columns[Name]; len(own) > 0 {
		m.ownColumns = true
		m.table.ShowColumns(own)
	}
	return m
}

// Init loads the accounts. The platforms, for their names, wait until these are
// on the screen.
func (m *Model) Init() tea.Cmd { return m.load() }

// SetSize sets the room in cells.
func (m *Model) SetSize(width, height int) {
	m.Width, m.Height = width, height
	m.resize()
	m.fillDetail()
}

// Capturing reports whether keys are text now.
func (m *Model) Capturing() bool {
	return m.Choice.IsOpen() || m.query.Typing() || m.mode == enteringIDs
}

// State is what the header says of the accounts.
func (m *Model) State() pane.State {
	s := m.list.State()
	s.InFlight += m.platforms.State().InFlight
	return s
}

// Update is one step.
func (m *Model) Update(msg tea.Msg) tea.Cmd {
	cmd := m.update(msg)
	m.sumUp()
	m.fillDetail()
	return cmd
}

func (m *Model) update(msg tea.Msg) tea.Cmd {
	if cmd, taken := m.Hand(msg, m.onKey, m.onMouse); taken {
		return cmd
	}
	if mine, cmd := m.list.Take(msg); mine {
		return tea.Batch(cmd, m.onList(msg))
	}
	if mine, cmd := m.platforms.Take(msg); mine {
		return cmd
	}
	if m.again.Due(msg) && !m.list.Running() { // the answer of what runs begins to wait again
		return m.refresh()
	}
	return m.table.Update(msg)
}

func (m *Model) onKey(msg tea.KeyMsg) tea.Cmd {
	switch {
	case m.query.Typing():
		cmd := m.query.Update(msg)
		m.resize()
		return cmd
	case m.mode == enteringIDs:
		return m.onIDsKey(msg)
	case m.mode == showingDetail:
		return m.onDetailKey(msg)
	}
	return m.onBrowseKey(msg)
}

func (m *Model) onBrowseKey(msg tea.KeyMsg) tea.Cmd {
	k := &m.keys
	switch {
	case key.Matches(msg, k.Filter):
		cmd := m.query.Begin()
		m.resize()
		return cmd
	case key.Matches(msg, k.IDs):
		m.mode = enteringIDs
		m.resize()
		return m.ids.Focus()
	case key.Matches(msg, k.Platforms):
		m.choosePlatforms()
	case key.Matches(msg, k.Columns):
		m.Choice.Columns(m.table, func() { m.ownColumns = true })
	case key.Matches(msg, k.Export):
		m.chooseExport()
	case key.Matches(msg, k.Status):
		m.filter.status = m.filter.status.next()
		return m.refilter()
	case key.Matches(msg, k.Abnormal):
		if m.filter.status == abnormalOnly {
			m.filter.status = anyStatus
		} else {
			m.filter.status = abnormalOnly
		}
		return m.refilter()
	case key.Matches(msg, k.Back) && m.query.Value() != "":
		cmd := m.query.Set("")
		m.resize()
		return cmd
	case key.Matches(msg, k.ClearFilters), key.Matches(msg, k.Back) && m.isFiltered():
		return m.clearFilters()
	case key.Matches(msg, k.LoadAll):
		return m.loadAll()
	case key.Matches(msg, k.Detail):
		if _, ok := m.table.Current(); ok {
			m.mode = showingDetail
			m.detail.Top()
		}
	default:
		if cmd, taken := m.onSharedKey(msg); taken {
			return cmd
		}
		return m.table.Update(msg)
	}
	return nil
}

// onSharedKey takes the keys that do the same in the list and in the detail.
func (m *Model) onSharedKey(msg tea.KeyMsg) (cmd tea.Cmd, taken bool) {
	k := &m.keys
	switch {
	case key.Matches(msg, k.Works):
		return m.goTo("works"), true
	case key.Matches(msg, k.Options):
		return m.goTo("options"), true
	case key.Matches(msg, k.Group):
		return m.goTo("groups"), true
	case key.Matches(msg, k.Refresh):
		return m.refresh(), true
	case key.Matches(msg, k.Copy), key.Matches(msg, k.CopyCell), key.Matches(msg, k.CopyJSON):
		return m.copy(msg), true
	}
	return nil, false
}

// onIDsKey takes the ids on enter; esc leaves the field, and what was typed
// stays in it.
func (m *Model) onIDsKey(msg tea.KeyMsg) tea.Cmd {
	switch {
	case key.Matches(msg, m.keys.Confirm):
		m.filter.ids = splitIDs(m.ids.Value())
		m.browse()
		return m.refilter()
	case key.Matches(msg, m.keys.Back):
		m.browse()
		return nil
	}
	var cmd tea.Cmd
	m.ids, cmd = m.ids.Update(msg)
	return cmd
}

func (m *Model) onDetailKey(msg tea.KeyMsg) tea.Cmd {
	switch {
	case key.Matches(msg, m.keys.Back), key.Matches(msg, m.keys.Detail):
		m.browse()
		return nil
	case m.detail.Update(msg):
		return nil
	}
	cmd, _ := m.onSharedKey(msg)
	return cmd
}

// browse goes back to the table. The detail beside it begins at its top.
func (m *Model) browse() {
	m.mode = browsing
	m.detail.Top()
	m.ids.Blur()
	m.resize()
}

func (m *Model) isFiltered() bool { return m.filter.active() || m.query.Value() != "" }

func (m *Model) clearFilters() tea.Cmd {
	m.filter = filter{}
	m.ids.SetValue("")
	return tea.Batch(m.query.Set(""), m.refilter())
}

// refilter puts the filter into force: here where the list is whole, at the
// service where it sent only a part. It is the person's own then.
func (m *Model) refilter() tea.Cmd {
	m.opened = false
	keep := m.table.SetKeep(m.filter.keep())
	m.resize()
	l := &m.shown
	if !l.part() && !l.filtered() {
		return keep
	}
	return tea.Batch(keep, m.load())
}

// load asks for the accounts: all, or those of the filter where an unfiltered
// list was only a part.
func (m *Model) load() tea.Cmd {
	m.loadingAll = false
	query := api.AccountQuery{}
	if m.shown.part() || m.shown.filtered() {
		query = m.filter.query()
	}
	client, first := m.ctx.Client, !m.list.Have()
	m.table.StayOnTop(first)
	return m.list.Start(m.ctx, func(ctx context.Context, report func(any)) (listing, error) {
		var rows []row
		next := 1
		total, err := client.StreamAccounts(ctx, query, func(batch api.AccountList) error {
			rows = append(rows, rowsOf(batch.List)...)
			if first && len(rows) >= next {
				next = 64 * len(rows) // the first rows early, then seldom: each time costs a sort
				report(newListing(slices.Clone(rows), api.Number{}, query))
			}
			return nil
		})
		return newListing(rows, total, query), err
	})
}

// loadAll fetches what the service does not send in one answer.
func (m *Model) loadAll() tea.Cmd {
	if !m.shown.part() {
		return pane.Notify(pane.Info, m.ctx.Words.T("accounts.whole"))
	}
	return m.complete()
}

// complete asks for the whole list, however many requests that takes.
func (m *Model) complete() tea.Cmd {
	m.loadingAll = true
	client := m.ctx.Client
	return m.list.Start(m.ctx, func(ctx context.Context, report func(any)) (listing, error) {
		list, err := client.AllAccounts(ctx, api.AccountQuery{}, func(p api.Progress) { report(p) })
		all := newListing(rowsOf(list.List), list.Total, api.AccountQuery{})
		all.tried = true
		return all, err
	})
}

// refresh asks anew for what is there: a list that was completed is completed
// again.
func (m *Model) refresh() tea.Cmd {
	if m.completed {
		return m.complete()
	}
	return m.load()
}

func (m *Model) loadPlatforms() tea.Cmd {
	client := m.ctx.Client
	return m.platforms.Start(m.ctx, func(ctx context.Context, _ func(any)) ([]api.Platform, error) {
		return client.Platforms(ctx)
	})
}

// onList takes over what a load gave.
func (m *Model) onList(msg tea.Msg) tea.Cmd {
	if m.list.Running() { // a report of progress: rows that came already, or how far "load all" is
		if some, ok := m.list.Report.(listing); ok {
			return m.show(some)
		}
		return nil
	}
	all := m.loadingAll
	m.loadingAll = false
	if m.list.Err != nil {
		m.resize()
		cmd := m.again.Next(m.ctx)
		if some, ok := m.list.Report.(listing); ok && !m.list.Have() {
			return tea.Batch(cmd, m.show(some))
		}
		return cmd
	}
	m.completed = all
	cmds := []tea.Cmd{m.again.Next(m.ctx), m.show(m.list.Value)}
	if l := &m.shown; l.part() && !l.filtered() && !l.tried && narrows(m.filter.query()) {
		cmds = append(cmds, m.load()) // the filter was set before it was known that the service must be asked
	}
	if !m.platforms.Have() && !m.platforms.Running() {
		cmds = append(cmds, m.loadPlatforms())
	}
	return tea.Batch(cmds...)
}

// show puts a listing into the table.
func (m *Model) show(l listing) tea.Cmd {
	m.shown = l
	m.resize()
	return m.table.SetRows(l.rows)
}

// platformIDs are the platforms one can filter by: those of the accounts and
// those of the platform list, the most used first.
func (m *Model) platformIDs() []string {
	var ids []string
	for _, p := range m.shown.platforms {
		ids = append(ids, p.name)
	}
	for _, p := range m.platforms.Value {
		if !slices.Contains(ids, p.Platform) {
			ids = append(ids, p.Platform)
		}
	}
	return ids
}
