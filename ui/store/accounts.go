package store

import (
	"context"
	"runtime/trace"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api"
	"channeldeck/api/fleet"
)

// Accounts are the channel accounts: one unfiltered request (4.5). Where the
// service sends only a part of the list, LoadAll loads the rest.
type Accounts struct {
	Data[*fleet.List]
	fleet      *fleet.Fleet
	loadingAll bool // the newest load is LoadAll

	resume func() // ends what postpones the writes of the history; nil where nothing was postponed
}

// List returns the loaded list or, before that, the rows that have arrived; it is
// never nil.
func (a *Accounts) List() *fleet.List {
	if a.Loaded() {
		return a.Value
	}
	l, ok := a.Report.(*fleet.List)
	if ok {
		return l
	}
	return &fleet.List{}
}

// LoadingAll returns the progress of LoadAll, false while it is not running.
func (a *Accounts) LoadingAll() (api.Progress, bool) {
	if !a.loadingAll || !a.Running() {
		return api.Progress{}, false
	}
	p, _ := a.Report.(api.Progress)
	return p, true
}

// load requests the list without filters; a list that LoadAll completed is
// completed again. The first rows of the first load are reported before the rest
// has arrived.
func (a *Accounts) load() tea.Cmd {
	if a.Loaded() && a.Value.Attempted {
		return a.LoadAll()
	}
	a.loadingAll = false
	if a.Loaded() {
		return a.start(func(ctx context.Context, _ func(any)) (*fleet.List, error) {
			return a.fleet.StreamAccounts(ctx, nil)
		})
	}
	a.postpone()
	slow := time.AfterFunc(awaitRows, a.late)
	return a.start(func(ctx context.Context, report func(any)) (*fleet.List, error) {
		return a.fleet.StreamAccounts(ctx, func(l *fleet.List) {
			slow.Stop()
			report(l)
		})
	})
}

// awaitRows is how long the first rows of a response are awaited before the history is opened: rows that a service
// on the same machine sends come sooner than those that the history has.
const awaitRows = 10 * time.Millisecond

// late opens the history before the first rows have arrived.
func (a *Accounts) late() {
	trace.Log(a.config.Base, a.Name, "overdue")
	a.fleet.History.Begin()
}

// postpone lets the history write nothing until the list is shown and compared with it.
func (a *Accounts) postpone() {
	a.record()
	a.resume = a.fleet.History.Postpone()
}

// record lets the history write what was postponed, if that was.
func (a *Accounts) record() {
	if a.resume != nil {
		a.resume()
	}
}

// LoadAll requests every platform and status on its own, to get the rows that one request
// does not return.
func (a *Accounts) LoadAll() tea.Cmd {
	a.loadingAll = true
	return a.start(func(ctx context.Context, report func(any)) (*fleet.List, error) {
		return a.fleet.AllAccounts(ctx, func(p api.Progress) { report(p) })
	})
}
