// Package overview is the pane of what needs attention now: the findings since a point
// in the stored history, the platforms, groups and works that move, and the fleet over
// 30 days. It never requests the details of a work.
package overview

import (
	"context"
	"runtime/trace"
	"slices"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api/findings"
	"channeldeck/api/fleet"
	"channeldeck/api/history"
	"channeldeck/theme"
	"channeldeck/ui/pane"
	"channeldeck/ui/resource"
	"channeldeck/ui/store"
	"channeldeck/ui/words"
)

// Name is the name of the pane.
const Name = "overview"

// Model is the pane.
type Model struct {
	ctx   *pane.Context
	stack *pane.Stack
	words *words.Words
	theme *theme.Theme
	view  *resource.View
	store *store.Store

	keys   keyMap
	screen *screen
	sites  []*site             // that are shown
	all    []*findings.Finding // of all sites
}

// site holds the data of one site.
type site struct {
	ctx     *pane.Context
	own     *pane.Site
	store   *store.Store
	found   store.Loader[found]
	fleet   store.Loader[recorded]
	checked sources             // by the newest check
	known   []*findings.Finding // the abnormal accounts of a list that is not checked yet
	knownOf *fleet.List
}

// sources identifies the loaded data that a check reads.
type sources struct {
	accounts  *fleet.List
	past      *fleet.Past
	catalog   time.Time
	platforms bool // they were loaded
}

func (s *site) sources() sources {
	return sources{
		accounts:  s.store.Accounts.Value,
		past:      s.store.Past.Value,
		catalog:   s.store.Catalog.At,
		platforms: s.store.Platforms.Loaded(),
	}
}

// waitsFor reports whether a check would miss the past, or which platforms have no statistics, and
// both may still come.
func (s *site) waitsFor() bool {
	platforms := &s.store.Platforms
	return s.store.ReadsPast() ||
		platforms.Running() && !platforms.Loaded() && platforms.Err == nil
}

// findings are those of the newest check or, before the first one, the abnormal accounts that are known.
func (s *site) findings() []*findings.Finding {
	if s.found.Loaded() {
		return s.found.Value.all
	}
	list := s.store.Accounts.List()
	if list != s.knownOf {
		s.knownOf = list
		s.known = findings.Abnormals(s.own.Name, list.Rows)
	}
	return s.known
}

// found is the result of a check of the accounts, the catalog and the history. It never changes.
type found struct {
	*findings.Input
	all    []*findings.Finding
	counts *fleet.Counts // of all accounts
}

// recorded holds the totals and the moving works that were read from the history. It never changes.
type recorded struct {
	days  []history.Day // the totals of all accounts
	works []*resource.MovingWork
}

// period is the time that charts and changes cover, and movingWorks the number of works
// whose snapshots are read.
const (
	period      = 30 * 24 * time.Hour
	movingWorks = 20
)

// Make is New for what needs to know no more than the interface: compiling it takes less time.
func Make(c *pane.Context) pane.Pane { return New(c) }

// New returns the pane.
func New(c *pane.Context) *Model {
	m := &Model{
		ctx:   c,
		stack: pane.NewStack(c, Name),
		words: c.Words,
		theme: c.Theme,
		view:  c.View,
		store: c.Sites.First().Store,
		keys:  newKeyMap(c),
	}
	for _, one := range c.Sites {
		m.sites = append(m.sites, &site{ctx: c, own: one, store: one.Store})
	}
	m.screen = m.newScreen()
	m.stack.Push(m.screen)
	return m
}

// Stack are the screens of the pane.
func (m *Model) Stack() *pane.Stack { return m.stack }

// Init loads what is checked.
func (m *Model) Init() tea.Cmd {
	cmd := tea.Batch(m.screen.fill(), m.ctx.Stores().Each(func(s *store.Store) tea.Cmd {
		return tea.Batch(
			s.Accounts.Require(),
			s.Platforms.Require(),
			s.Catalog.Require(),
		)
	}))
	for _, s := range m.sites {
		cmd = tea.Batch(cmd, s.check(), s.recall())
	}
	if m.ctx.StartWall {
		cmd = tea.Batch(cmd, m.openWall())
	}
	return cmd
}

// Update handles a message.
func (m *Model) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case store.Changed:
		m.merge()
		cmd := tea.Batch(m.stack.Update(msg), m.screen.fill())
		for _, s := range m.sites {
			if s.sources() != s.checked { // not for the progress of a load
				cmd = tea.Batch(cmd, s.check())
			}
			if msg.Kind == store.KindPast {
				cmd = tea.Batch(cmd, s.recall())
			}
		}
		return cmd
	case marked:
		return tea.Batch(msg.site.check(), pane.Notify(pane.Done, msg.notice))
	case incidentRead:
		return m.showIncident(msg)
	}
	for _, s := range m.sites {
		if mine, cmd := s.fleet.Take(msg); mine {
			return tea.Batch(cmd, m.screen.fill())
		}
		if mine, cmd := s.found.Take(msg); mine {
			m.merge()
			return tea.Batch(cmd, m.screen.fill(), m.announce(s))
		}
	}
	return m.stack.Update(msg)
}

// merge merges the findings of all sites.
func (m *Model) merge() {
	m.all = m.sites[0].findings()
	if len(m.sites) == 1 {
		return
	}
	m.all = nil
	for _, s := range m.sites {
		m.all = append(m.all, s.findings()...)
	}
	findings.Sort(m.all)
}

// State is the state of the accounts and the catalogs.
func (m *Model) State() store.State {
	s := m.ctx.Stores().AccountsState()
	for _, of := range m.sites {
		s.InFlight += of.store.Catalog.State().InFlight
	}
	return s
}

// Checking reports whether findings, totals of days or moving works are being read.
func (m *Model) Checking() bool {
	return slices.ContainsFunc(m.sites, func(s *site) bool {
		return s.found.Running() || s.fleet.Running()
	})
}

// check checks the accounts that are loaded, and reads the history.
func (s *site) check() tea.Cmd {
	if !s.store.Accounts.Loaded() {
		return nil
	}
	if s.waitsFor() && !s.found.Loaded() {
		return nil
	}
	s.checked = s.sources()
	list := s.store.Accounts.List()
	past := s.store.Past.Value
	f := s.store.Fleet
	staleAfter := s.own.View.StaleAfter() // the user can change these
	silentAfter := s.ctx.SilentAfter
	at := s.store.Accounts.At
	models := s.store.Catalog.Value
	return s.found.Start(s.ctx.Base, s.own.View.Now, func(ctx context.Context, _ func(any)) (found, error) {
		// the history reports its problems itself: what it does not return is missing
		defer trace.StartRegion(ctx, "find").End()
		in, _ := f.Check(ctx, list, at, past, models)
		in.StaleAfter = staleAfter
		in.SilentAfter = silentAfter
		return found{
			in,
			f.Find(in),
			list.Count(fleet.Query{}, past, in.Now, in.StaleAfter),
		}, ctx.Err()
	})
}

// recall reads the daily totals and the works that move.
func (s *site) recall() tea.Cmd {
	f := s.own.Store.Fleet
	name := s.own.Name
	since := s.own.View.Now().Add(-period)
	if f.History == nil {
		return nil
	}
	return s.fleet.Start(s.ctx.Base, s.own.View.Now, func(ctx context.Context, _ func(any)) (recorded, error) {
		days, err := f.Totals(ctx, "", "", since)
		if err != nil {
			return recorded{}, err
		}
		works, err := f.StoredWorks().Since(ctx, since, movingWorks)
		return recorded{days, resource.MovingWorkRows(name, works)}, err
	})
}
