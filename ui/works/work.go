package works

import (
	"cmp"
	"context"

	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api"
	"channeldeck/api/fleet"
	"channeldeck/api/metrics"
	"channeldeck/ui/pane"
	"channeldeck/ui/store"
	"channeldeck/ui/text"
)

// work is a work that was opened in this run.
type work struct {
	of      *site // of its site
	query   api.WorkQuery
	load    store.Loader[fleet.Work]
	history metrics.History
	names   []string // of the metrics in its snapshots
	earlier bool     // no response in this run: all its data is from earlier visits
}

func (m *site) newWork(q api.WorkQuery) *work {
	return &work{of: m, query: q, load: store.Named[fleet.Work]("work")}
}

// worksChanged announces that a work was opened or loaded.
type worksChanged struct{ work *work }

// announce shows a work that was opened or loaded on all screens.
func (m *site) announce(w *work) tea.Cmd {
	return m.stack.Update(worksChanged{w})
}

func (w *work) failed() bool {
	return w.load.Err != nil && !w.load.Loaded()
}

func (w *work) title() string {
	found, _ := w.history.Work()
	return cmp.Or(text.Line(metrics.Title(found)), text.Line(w.query.WorkID))
}

// find returns the work of this run that q names, or nil. It ignores the account.
func (m *site) find(q api.WorkQuery) *work {
	for _, w := range m.works {
		if w.query.Platform == q.Platform && w.query.WorkID == q.WorkID {
			return w
		}
	}
	return nil
}

// earlier is a work with its snapshots of earlier visits.
type earlier struct {
	m       *site
	query   api.WorkQuery
	outside bool // as in formScreen, if there are no snapshots
	stored  []api.Snapshot
}

// openEarlier shows a work from the history, without a request. Where the history has
// nothing of it, it opens the form.
func (m *site) openEarlier(q api.WorkQuery, outside bool) tea.Cmd {
	base := m.ctx.Base
	f := m.store.Fleet
	return func() tea.Msg {
		// the history reports its errors itself
		if q.AccountID == "" { // a link names none
			q, _ = f.StoredWorks().Opened(base, q)
		}
		stored, _ := f.StoredWorks().Snapshots(
			base,
			q.Platform,
			q.WorkID,
		)
		return earlier{
			m:       m,
			query:   q,
			outside: outside,
			stored:  stored,
		}
	}
}

// newEarlierWork returns a work with snapshots of earlier visits only.
func (m *site) newEarlierWork(q api.WorkQuery, stored metrics.History) *work {
	w := m.newWork(q)
	w.earlier = true
	w.history = stored
	entries := stored.Entries()
	w.load.At = entries[len(entries)-1].At
	w.names = metrics.Names(entries)
	return w
}

func (m *site) onEarlier(e earlier) tea.Cmd {
	if w := m.find(e.query); w != nil { // opened since
		return m.show(w)
	}
	var stored metrics.History
	if stored.Restore(e.stored); len(stored.Entries()) == 0 {
		return m.openForm(e.query, "", e.outside)
	}
	w := m.newEarlierWork(e.query, stored)
	m.works = append(m.works, w)
	return tea.Batch(m.show(w), m.announce(w))
}

// request sends the request for a work and replaces the form, the top screen, by the
// work. It also replaces a work below the form that failed to load.
func (m *site) request(q api.WorkQuery, outside bool) tea.Cmd {
	w := m.find(q)
	if w == nil {
		w = m.newWork(q)
		m.works = append(m.works, w)
	}
	w.query.AccountID = q.AccountID
	call := m.call(w)
	screen := m.newWorkScreen(w)
	if outside {
		return tea.Batch(m.stack.Replace(screen), call, m.announce(w))
	}
	left := m.stack.Pop()
	switch below, _ := m.stack.Top().(*workScreen); {
	case below != nil && below.work == w: // requested again
	case below != nil && below.failed():
		left = tea.Batch(left, m.stack.Replace(screen))
	default:
		m.stack.Push(screen)
	}
	return tea.Batch(left, call, m.announce(w))
}

// call sends the work-details request, and is the only function that does. It does nothing
// while the previous request is running.
func (m *site) call(w *work) tea.Cmd {
	if w.load.Running() {
		return nil
	}
	f := m.store.Fleet
	q := fleet.WorkRequest{WorkQuery: w.query, Opened: true, Stored: true}
	return w.load.Start(m.ctx.Base, m.view.Now, func(ctx context.Context, _ func(any)) (fleet.Work, error) {
		return f.Work(ctx, q)
	})
}

func (m *site) onLoaded(w *work) tea.Cmd {
	var cmd tea.Cmd
	if err := w.load.Err; err != nil {
		w.history.Calls++
		if api.ClassOf(err) == api.ClassAuthorization && w.query.AccountID != "" {
			cmd = m.store.Accounts.Refresh() // the service has changed its status
		}
	} else if w.load.Loaded() {
		w.earlier = false
		w.history.Restore(w.load.Value.Stored)
		added := w.history.Add(w.load.Value.WorkDetail, w.load.At)
		w.names = metrics.Names(w.history.Entries())
		cmd = pane.Notify(pane.Done, m.words.N("works.stored", added))
		if added == 0 {
			cmd = m.ctx.Inform("works.nothing_new")
		}
	}
	cmd = tea.Batch(cmd, m.watch.proceed(w), m.announce(w))
	m.stack.Refit()
	return cmd
}

// account returns a loaded account, or else the stored one of a stored work; nil for others.
func (m *wording) account(id string) *api.Account {
	for _, a := range m.store.Accounts.List().Rows {
		if id != "" && a.ID == id {
			return a
		}
	}
	return m.stored.Value.owners[id]
}

func (m *wording) accountName(id string) string {
	if a := m.account(id); a != nil {
		return m.view.AccountTitle(a)
	}
	return ""
}

func (m *wording) health(a *api.Account) string {
	sign, _ := m.view.HealthSign(a.Health())
	return sign + " " + m.view.HealthWord(a.Health())
}
