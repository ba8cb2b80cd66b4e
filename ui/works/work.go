package works

import (
	"cmp"
	"context"

	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api"
	"channeldeck/api/fleet"
	"channeldeck/api/history"
	"channeldeck/api/metrics"
	"channeldeck/ui/pane"
	"channeldeck/ui/store"
	"channeldeck/ui/text"
)

// work is a work that was opened in this run.
type work struct {
	of      *Model // of its site
	query   api.WorkQuery
	load    store.Loader[detail]
	history metrics.History
	names   []string // of the metrics in its snapshots
	earlier bool     // no response in this run: all its data is from earlier visits
}

func (m *Model) newWork(q api.WorkQuery) *work {
	return &work{of: m, query: q, load: store.Named[detail]("work")}
}

// detail is a response with the snapshots of earlier visits.
type detail struct {
	api.WorkDetail
	stored []api.Snapshot
}

// worksChanged announces that a work was opened or loaded.
type worksChanged struct{ work *work }

// announce shows a work that was opened or loaded on all screens.
func (m *Model) announce(w *work) tea.Cmd {
	return m.Stack.Update(worksChanged{w})
}

func (w *work) failed() bool { return w.load.Err != nil && !w.load.Loaded() }

func (w *work) title() string {
	found, _ := w.history.Work()
	return cmp.Or(text.Line(metrics.Title(found)), text.Line(w.query.WorkID))
}

// find returns the work of this run that q names, or nil. It ignores the account.
func (m *Model) find(q api.WorkQuery) *work {
	for _, w := range m.works {
		if w.query.Platform == q.Platform && w.query.WorkID == q.WorkID {
			return w
		}
	}
	return nil
}

// earlier is a work with its snapshots of earlier visits.
type earlier struct {
	m       *Model
	query   api.WorkQuery
	outside bool // as in formScreen, if there are no snapshots
	stored  []api.Snapshot
}

// openEarlier shows a work from the history, without a request. Where the history has
// nothing of it, it opens the form.
func (m *Model) openEarlier(q api.WorkQuery, outside bool) tea.Cmd {
	base, h := m.Base, m.History
	return func() tea.Msg {
		stored, _ := h.Works().Snapshots(base, q.Platform, q.WorkID) // the history reports its errors itself
		return earlier{m, q, outside, stored}
	}
}

// newEarlierWork returns a work with snapshots of earlier visits only.
func (m *Model) newEarlierWork(q api.WorkQuery, stored metrics.History) *work {
	w := m.newWork(q)
	w.earlier, w.history = true, stored
	entries := stored.Entries()
	w.load.At = entries[len(entries)-1].At
	w.names = metrics.Names(entries)
	return w
}

func (m *Model) onEarlier(e earlier) tea.Cmd {
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
func (m *Model) request(q api.WorkQuery, outside bool) tea.Cmd {
	w := m.find(q)
	if w == nil {
		w = m.newWork(q)
		m.works = append(m.works, w)
	}
	w.query.AccountID = q.AccountID
	call := m.call(w)
	screen := m.newWorkScreen(w)
	if outside {
		return tea.Batch(m.Replace(screen), call, m.announce(w))
	}
	left := m.Pop()
	switch below, _ := m.Top().(*workScreen); {
	case below != nil && below.work == w: // requested again
	case below != nil && below.failed():
		left = tea.Batch(left, m.Replace(screen))
	default:
		m.Push(screen)
	}
	return tea.Batch(left, call, m.announce(w))
}

// call sends the work-details request, and is the only function that does. It does nothing
// while the previous request is running.
func (m *Model) call(w *work) tea.Cmd {
	if w.load.Running() {
		return nil
	}
	f, q, h, now := &fleet.Fleet{Client: m.Client, History: m.History}, w.query, m.History, m.Now
	return w.load.Start(m.Base, m.Now, func(ctx context.Context, _ func(any)) (d detail, err error) {
		if d.WorkDetail, err = f.WorkDetail(ctx, q); err != nil {
			return d, err
		}
		d.stored, _ = h.Works().Snapshots(ctx, q.Platform, q.WorkID) // the history reports its errors itself
		h.Works().Record(now(), q, d.WorkDetail)
		found, _ := d.Work.Get()
		h.Remember(history.WorkEntry(history.KindWork, q, metrics.Title(found), now()))
		return d, nil
	})
}

func (m *Model) onLoaded(w *work) tea.Cmd {
	var cmd tea.Cmd
	if err := w.load.Err; err != nil {
		w.history.Calls++
		if api.ClassOf(err) == api.ClassAuthorization && w.query.AccountID != "" {
			cmd = m.Store.Accounts.Refresh() // the service has changed its status
		}
	} else if w.load.Loaded() {
		w.earlier = false
		w.history.Restore(w.load.Value.stored)
		added := w.history.Add(w.load.Value.WorkDetail, w.load.At)
		w.names = metrics.Names(w.history.Entries())
		cmd = pane.Notify(pane.Done, m.Words.N("works.stored", added))
		if added == 0 {
			cmd = pane.Notify(pane.Info, m.Words.T("works.nothing_new"))
		}
	}
	cmd = tea.Batch(cmd, m.watch.proceed(w), m.announce(w))
	m.Refit()
	return cmd
}

// account returns a loaded account, or else the stored one of a stored work; nil for others.
func (m *wording) account(id string) *api.Account {
	for _, a := range m.Store.Accounts.List().Rows {
		if id != "" && a.ID == id {
			return a
		}
	}
	return m.stored.Value.owners[id]
}

func (m *wording) accountName(id string) string {
	if a := m.account(id); a != nil {
		return m.AccountTitle(a)
	}
	return ""
}

func (m *wording) health(a *api.Account) string {
	sign, _ := m.HealthSign(a.Health())
	return sign + " " + m.HealthWord(a.Health())
}
