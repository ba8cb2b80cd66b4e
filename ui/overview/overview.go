// Package overview is the pane of what needs attention now: the findings since a point
// in the stored history, the platforms, groups and works that move, and the fleet over
// 30 days. It never requests the details of a work.
package overview

import (
	"context"
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
	store   *store.Store
	found   store.Loader[found]
	fleet   store.Loader[recorded]
	wait    waiting // for what the first check needs: see waitsFor
	checked sources // by the newest check
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
	past := &s.store.Past
	platforms := &s.store.Platforms
	if s.ctx.History != nil && !past.Loaded() && past.Err == nil {
		return true
	}
	return platforms.Running() && !platforms.Loaded() && platforms.Err == nil
}

// waiting is the state of the wait before the first check.
type waiting uint8

const (
	notYet waiting = iota
	begun
	over
)

// waitOver is the message that ends the wait of the first check of a site.
type waitOver struct{ site *site }

// waitTime is how long the first check waits for a slow history, since without it all
// findings are open, and move when it arrives.
const waitTime = 2 * time.Second

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
		store: c.Store,
		keys:  newKeyMap(c),
	}
	for _, c := range c.Sites.List() {
		m.sites = append(m.sites, &site{ctx: c, store: c.Store})
	}
	m.screen = m.newScreen()
	m.stack.Push(m.screen)
	return m
}

// Stack are the screens of the pane.
func (m *Model) Stack() *pane.Stack { return m.stack }

// Init loads what is checked.
func (m *Model) Init() tea.Cmd {
	cmd := tea.Batch(m.screen.fill(), m.ctx.Sites.Each(func(s *store.Store) tea.Cmd {
		return tea.Batch(s.Accounts.Require(), s.Platforms.Require(), s.Catalog.Require())
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
	case waitOver:
		if msg.site.wait != begun {
			return nil
		}
		msg.site.wait = over
		return msg.site.check()
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
	m.all = m.sites[0].found.Value.all
	if len(m.sites) == 1 {
		return
	}
	m.all = nil
	for _, s := range m.sites {
		m.all = append(m.all, s.found.Value.all...)
	}
	findings.Sort(m.all)
}

// State is the state of the accounts and the catalogs.
func (m *Model) State() store.State {
	s := m.ctx.Sites.AccountsState()
	for _, of := range m.sites {
		s.InFlight += of.store.Catalog.State().InFlight
	}
	return s
}

// check checks the accounts that are loaded, and reads the history.
func (s *site) check() tea.Cmd {
	if !s.store.Accounts.Loaded() {
		return nil
	}
	if s.waitsFor() && s.wait != over {
		if s.wait == begun {
			return nil
		}
		s.wait = begun
		return s.ctx.After(waitTime, waitOver{s})
	}
	s.checked = s.sources()
	s.wait = over
	list := s.store.Accounts.List()
	past := s.store.Past.Value
	f := s.store.Fleet
	staleAfter := s.ctx.View.StaleAfter() // the user can change these
	silentAfter := s.ctx.SilentAfter
	at := s.store.Accounts.At
	models := s.store.Catalog.Value
	return s.found.Start(s.ctx.Base, s.ctx.View.Now, func(ctx context.Context, _ func(any)) (found, error) {
		// the history reports its problems itself: what it does not return is missing
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
	f := s.ctx.Store.Fleet
	name := s.ctx.Site
	since := s.ctx.View.Now().Add(-period)
	if f.History == nil {
		return nil
	}
	return s.fleet.Start(s.ctx.Base, s.ctx.View.Now, func(ctx context.Context, _ func(any)) (recorded, error) {
		days, err := f.Totals(ctx, "", "", since)
		if err != nil {
			return recorded{}, err
		}
		works, err := f.StoredWorks(ctx, since, movingWorks)
		return recorded{days, resource.MovingWorkRows(name, works)}, err
	})
}
