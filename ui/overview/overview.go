// Package overview is the pane of what needs attention now: the findings since a point
// in the stored history, the platforms, groups and works that move, and the fleet over
// 30 days. It never requests the details of a work.
package overview

import (
	"context"
	"time"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api/findings"
	"channeldeck/api/fleet"
	"channeldeck/api/history"
	"channeldeck/ui/pane"
	"channeldeck/ui/resource"
	"channeldeck/ui/store"
)

// Name is the name of the pane.
const Name = "overview"

// Model is the pane.
type Model struct {
	*pane.Stack
	keys   keyMap
	screen *screen
	found  store.Loader[found]
	fleet  store.Loader[recorded]
	past   waiting // for the past of the accounts

	checked sources // by the newest check
}

// sources are what a check reads.
type sources struct {
	accounts *fleet.List
	past     *fleet.Past
	catalog  time.Time
}

func (m *Model) sources() sources {
	return sources{m.Store.Accounts.Value, m.Store.Past.Value, m.Store.Catalog.At}
}

// waiting is the state of the wait before the first check.
type waiting uint8

const (
	notYet waiting = iota
	begun
	over
)

// pastOver is the message that ends the wait of the first check.
type pastOver struct{}

// pastTime is how long the first check waits for a slow history, since without it all
// findings are open, and move when it arrives.
const pastTime = 2 * time.Second

// found is what the accounts, the catalog and the history say at a time. It never
// changes.
type found struct {
	*findings.Input
	all    []*findings.Finding
	counts *fleet.Counts // of all accounts
}

// recorded is what the history says of the fleet and of works. It never changes.
type recorded struct {
	days  []history.Day // the totals of all accounts
	works []resource.MovingWork
}

// period is the time that charts and changes cover, and movingWorks the number of works
// whose snapshots are read.
const (
	period      = 30 * 24 * time.Hour
	movingWorks = 20
)

// New returns the pane.
func New(c *pane.Context) *Model {
	m := &Model{Stack: pane.NewStack(c, Name), keys: newKeyMap(c)}
	m.screen = m.newScreen()
	m.Push(m.screen)
	return m
}

// Init loads what is checked.
func (m *Model) Init() tea.Cmd {
	cmd := tea.Batch(m.Store.Accounts.Require(), m.Store.Platforms.Require(), m.Store.Catalog.Require(), m.screen.fill(), m.check(), m.recall())
	if m.StartWall {
		cmd = tea.Batch(cmd, m.openWall())
	}
	return cmd
}

// Update handles a message.
func (m *Model) Update(msg tea.Msg) tea.Cmd {
	if changed, ok := msg.(store.Changed); ok {
		cmd := tea.Batch(m.Stack.Update(msg), m.screen.fill())
		if m.sources() != m.checked { // not for the progress of a load
			cmd = tea.Batch(cmd, m.check())
		}
		if changed.Kind == store.KindPast {
			cmd = tea.Batch(cmd, m.recall())
		}
		return cmd
	}
	if _, ok := msg.(pastOver); ok && m.past == begun {
		m.past = over
		return m.check()
	}
	if done, ok := msg.(marked); ok {
		return tea.Batch(m.check(), pane.Notify(pane.Done, done.notice))
	}
	if read, ok := msg.(incidentRead); ok {
		return m.showIncident(read)
	}
	if mine, cmd := m.fleet.Take(msg); mine {
		return tea.Batch(cmd, m.screen.fill())
	}
	if mine, cmd := m.found.Take(msg); mine {
		return tea.Batch(cmd, m.screen.fill(), m.announce())
	}
	return m.Stack.Update(msg)
}

// State is the state of the accounts and the catalog.
func (m *Model) State() store.State {
	s := m.Store.Accounts.State()
	s.InFlight += m.Store.Catalog.State().InFlight
	return s
}

// Takes reports whether a key moves the focus to another region.
func (m *Model) Takes(msg tea.KeyMsg) bool {
	return m.Top() == pane.Screen(m.screen) && m.screen.Several() && key.Matches(msg, m.keys.NextRegion, m.keys.PreviousRegion)
}

// check checks the accounts that are loaded, and reads the history.
func (m *Model) check() tea.Cmd {
	if !m.Store.Accounts.Loaded() {
		return nil
	}
	if m.History != nil && !m.Store.Past.Loaded() && m.Store.Past.Err == nil && m.past != over {
		if m.past == begun {
			return nil
		}
		m.past = begun
		return m.After(pastTime, pastOver{})
	}
	m.past, m.checked = over, m.sources()
	list, past := m.Store.Accounts.List(), m.Store.Past.Value
	f := &fleet.Fleet{History: m.History, Now: m.Now, StaleAfter: m.StaleAfter, Rules: m.Rules}
	at, models := m.Store.Accounts.At, m.Store.Catalog.Value
	return m.found.Start(m.Base, m.Now, func(ctx context.Context, _ func(any)) (found, error) {
		in, _ := f.Check(ctx, list, at, past, models) // the history reports its problems itself: what it does not return is missing
		return found{in, in.Find(), list.Count(fleet.Query{}, past, in.Now, in.StaleAfter)}, ctx.Err()
	})
}

// recall reads the daily totals and the works that move.
func (m *Model) recall() tea.Cmd {
	h, since := m.History, m.Now().Add(-period)
	if h == nil {
		return nil
	}
	return m.fleet.Start(m.Base, m.Now, func(ctx context.Context, _ func(any)) (recorded, error) {
		days, err := h.Past().DaysOf(ctx, "", "", since)
		if err != nil {
			return recorded{}, err
		}
		works, err := h.Works().SnapshotsSince(ctx, since, movingWorks)
		return recorded{days, resource.MovingWorkRows(works)}, err
	})
}
