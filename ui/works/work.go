package works

import (
	"context"
	"errors"
	"time"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api"
	"channeldeck/ui/pane"
	"channeldeck/ui/text"
	"channeldeck/ui/works/metrics"
)

// work is a work that was asked for in this run.
type work struct {
	query   api.WorkQuery
	load    pane.Loader[api.WorkDetail]
	history metrics.History
	names   []string // the metrics of its snapshots
	at      int      // number of the snapshot that is looked at; 0 for the newest
}

// is tells whether a query means this work, whichever account it asks with.
func (w *work) is(q api.WorkQuery) bool {
	return w.query.Platform == q.Platform && w.query.WorkID == q.WorkID
}

// failed tells whether the work could not be had.
func (w *work) failed() bool { return w.load.Err != nil && !w.load.Have() }

// selected is the index in Entries of the snapshot that is looked at, -1 where
// there is none. The newest is the last that has a time.
func (w *work) selected() int {
	if i := w.history.Find(w.at); i >= 0 {
		return i
	}
	if n := len(w.history.Timed()); n > 0 {
		return n - 1
	}
	return len(w.history.Entries()) - 1
}

// title is a short name of a work.
func (w *work) title() string {
	if found, ok := w.history.Work(); ok {
		if t := text.Clean(found.Title.Or("")); t != "" {
			return t
		}
	}
	return text.Clean(w.query.WorkID)
}

// ask begins a work, or asks again for one that is there already. It is called
// for the confirming key only.
func (m *Model) ask(q api.WorkQuery) tea.Cmd {
	stop := m.stopWatch("works.watch_left")
	w := m.find(q)
	if w == nil {
		w = &work{query: q}
		m.works = append(m.works, w)
	}
	w.query.AccountID = q.AccountID
	m.mode = browsing
	m.current = w
	if m.other == w {
		m.other = nil
	}
	call := m.call(w)
	m.arrange()
	return tea.Batch(stop, call)
}

func (m *Model) find(q api.WorkQuery) *work {
	for _, w := range m.works {
		if w.is(q) {
			return w
		}
	}
	return nil
}

// call is the one place that calls work details.
func (m *Model) call(w *work) tea.Cmd {
	if w.load.Running() {
		return nil // the act before this one has not had its answer yet
	}
	client, q := m.ctx.Client, w.query
	return w.load.Start(m.ctx, func(ctx context.Context, _ func(any)) (api.WorkDetail, error) {
		return client.WorkDetail(ctx, q)
	})
}

// askAgain asks whether to ask again: the key that does it is another one.
func (m *Model) askAgain() tea.Cmd {
	w := m.current
	switch {
	case w.load.Running():
		return nil
	case api.IsCode(w.load.Err, api.CodeUnsupportedCapability):
		return pane.Notify(pane.Info, m.ctx.Words.T("works.no_use"))
	}
	m.mode = confirming
	m.arrange()
	return nil
}

func (m *Model) onConfirmKey(msg tea.KeyMsg) tea.Cmd {
	m.mode = browsing
	var cmd tea.Cmd
	if key.Matches(msg, m.keys.Confirm) {
		cmd = m.call(m.current)
	}
	m.arrange()
	return cmd
}

// onAnswer takes over what a call gave.
func (m *Model) onAnswer(w *work) tea.Cmd {
	if w.load.Running() {
		return nil
	}
	var cmds []tea.Cmd
	if err := w.load.Err; err != nil {
		cmds = append(cmds, m.onFailure(w, err))
	} else if w.load.Have() {
		cmds = append(cmds, m.onDetail(w))
	}
	return tea.Batch(append(cmds, m.onWatched(w), m.refresh())...)
}

func (m *Model) onDetail(w *work) tea.Cmd {
	added := w.history.Add(w.load.Value, metrics.Call{At: w.load.At, Account: w.query.AccountID})
	w.names = metrics.Names(w.history.Entries())
	if added.BackBy > 0 {
		return pane.Notify(pane.Warning, m.ctx.Words.T("works.clock_back", "Age", m.ctx.Words.Age(added.BackBy)))
	}
	if added.New == 0 {
		return pane.Notify(pane.Info, m.ctx.Words.T("works.nothing_new"))
	}
	return pane.Notify(pane.Done, m.ctx.Words.N("works.stored", added.New))
}

// onFailure puts what was refused before it was sent back into the form, and
// looks up the name of an account that must be authorised again.
func (m *Model) onFailure(w *work, err error) tea.Cmd {
	refused, unsent := errors.AsType[*api.ArgumentError](err)
	if unsent && !w.load.Have() {
		return m.onRefused(w, refused)
	}
	if !unsent {
		w.history.Fail(metrics.Call{At: m.ctx.Now(), Account: w.query.AccountID})
	}
	e, ok := errors.AsType[*api.Error](err)
	if !ok || !needsAuthorisation(e.Code) || w.query.AccountID == "" {
		return nil
	}
	m.accounts.Value.platform = "" // the account's health has changed: look anew when it is chosen from
	return m.learn(w.query.AccountID)
}

// onRefused takes the work away again, as it never was asked for, and says in
// the form what is wrong.
func (m *Model) onRefused(w *work, refused *api.ArgumentError) tea.Cmd {
	query := w.query
	for i := range m.works {
		if m.works[i] == w {
			m.works = append(m.works[:i:i], m.works[i+1:]...)
			break
		}
	}
	m.current = nil
	if n := len(m.works); n > 0 {
		m.current = m.works[n-1]
	}
	if m.other == m.current {
		m.other = nil
	}
	cmd := m.openForm(query, "")
	field := map[string]string{"platform": fieldPlatform, "platformWorkId": fieldWork}[refused.Field]
	if field == "" {
		field = fieldAccount
	}
	m.form.SetWrong(field, m.ctx.Words.T("works.refused."+string(refused.Reason)))
	return cmd
}

// show brings another work of this run to the front.
func (m *Model) show(w *work) tea.Cmd {
	stop := tea.Cmd(nil)
	if w != m.current {
		stop = m.stopWatch("works.watch_left")
	}
	if m.other == w {
		m.other = m.current
	}
	m.current = w
	return tea.Batch(stop, m.refresh())
}

// step looks at the snapshot before or after.
func (m *Model) step(by int) {
	entries := m.current.history.Entries()
	i := m.current.selected() + by
	if i >= 0 && i < len(entries) {
		m.lookAt(i)
	}
}

// lookAt looks at Entries()[i]; where that is the newest, also at those that
// will be newer.
func (w *work) lookAt(i int) {
	w.at = w.history.Entries()[i].Number
	if i == len(w.history.Timed())-1 {
		w.at = 0
	}
}

func (m *Model) lookAt(i int) {
	m.current.lookAt(i)
	m.followSelected()
	m.fillSelected()
}

// followSelected puts the cursor of the table, where it is in view, on the
// snapshot that is looked at.
func (m *Model) followSelected() {
	w := m.current
	if i := w.selected(); i >= 0 && (m.view == snapshotsView || m.view == chartView && !m.canDraw()) {
		m.snapshots.MoveTo(entryKey(w.history.Entries()[i].Number))
	}
}

// defaultEvery is how often a watch asks where nothing else is chosen.
const defaultEvery = 5 * time.Minute
