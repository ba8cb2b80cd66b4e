package sessions

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api"
	"channeldeck/ui/sessions/transcript"
	"channeldeck/ui/text"
)

// sessionID takes what was typed or pasted: an id, or the address of a
// session's messages.
func sessionID(s string) string {
	s = text.CleanID(s)
	if _, rest, ok := strings.Cut(s, "/sessions/"); ok {
		s, _, _ = strings.Cut(rest, "/")
	}
	return s
}

// enter opens the field for an id, with what was in it before.
func (m *Model) enter() tea.Cmd {
	m.mode = entering
	m.resize()
	m.field.CursorEnd()
	return m.field.Focus()
}

// onIDKey opens on enter. The field stays until the session is there: an id
// that the service refuses is still in it.
func (m *Model) onIDKey(msg tea.KeyMsg) tea.Cmd {
	switch {
	case key.Matches(msg, m.keys.Confirm):
		id := sessionID(m.field.Value())
		if id == "" {
			return nil
		}
		m.field.SetValue(id)
		return m.open(id)
	case key.Matches(msg, m.keys.Back):
		m.openErr = nil
		m.browse()
		return nil
	}
	var cmd tea.Cmd
	m.field, cmd = m.field.Update(msg)
	return cmd
}

// open asks for a session; until it comes, the one before stays.
func (m *Model) open(id string) tea.Cmd {
	m.wanted, m.openErr = id, nil
	m.follow.stop()
	return m.load(id)
}

func (m *Model) load(id string) tea.Cmd {
	client, now, following := m.ctx.Client, m.ctx.Now, m.follow.on
	return m.session.Start(m.ctx, func(ctx context.Context, _ func(any)) (*document, error) {
		records, err := client.Messages(ctx, id)
		if err != nil {
			return nil, err
		}
		return newDocument(id, now(), transcript.New(records, following || transcript.IsRecent(records, now()))), nil
	})
}

// reread reads the records anew that are there: a session that is no longer followed
// may no longer be running.
func (m *Model) reread() tea.Cmd {
	id, at, records, now := m.doc.id, m.doc.at, m.doc.t.Records, m.ctx.Now
	m.wanted = id
	return m.session.Start(m.ctx, func(context.Context, func(any)) (*document, error) {
		return newDocument(id, at, transcript.New(records, transcript.IsRecent(records, now()))), nil
	})
}

// refresh asks for the session again.
func (m *Model) refresh() tea.Cmd {
	if m.doc == nil {
		return nil
	}
	m.wanted = m.doc.id
	return m.load(m.doc.id)
}

// onSession takes over what a load gave: another session, or a newer state of
// the one that is open, which then stays at its place.
func (m *Model) onSession() tea.Cmd {
	if m.session.Running() {
		return nil
	}
	return tea.Batch(m.refresher.Next(m.ctx), m.takeSession())
}

func (m *Model) takeSession() tea.Cmd {
	if err := m.session.Err; err != nil {
		return m.onLoadFailed(err)
	}
	d := m.session.Value
	if d == nil { // cancelled
		return nil
	}
	if m.doc == nil || m.doc.id != d.id {
		m.show(d)
		return nil
	}
	return m.renew(d)
}

func (m *Model) onLoadFailed(err error) tea.Cmd {
	if m.doc != nil && m.wanted == m.doc.id {
		m.resize() // a line says that what is shown is old
		return m.follow.after(m, transcript.Change{}, true)
	}
	m.openErr, m.session.Err = err, nil // it says nothing of the session that is open
	if m.mode != entering {
		m.field.SetValue(m.wanted)
		return m.enter()
	}
	return nil
}

// show opens a session at its beginning.
func (m *Model) show(d *document) {
	m.doc, m.openErr = d, nil
	m.folds.Reset()
	m.search.clear()
	m.follow.stop()
	m.page.items = nil // they are of the session before
	m.opened = append([]string{d.id}, slices.DeleteFunc(m.opened, func(id string) bool { return id == d.id })...)
	m.browse()
}

// renew takes a newer state. A reader at the end stays at the end, and one on a
// hit on that.
func (m *Model) renew(d *document) tea.Cmd {
	change := transcript.Diff(m.doc.t, d.t)
	if change.None() {
		m.doc.at = d.at
		m.resize()
		return m.follow.after(m, change, false)
	}
	atEnd, place := m.readsEnd() && m.search.at < 0 && m.search.was == nil, m.place()
	m.doc = d
	m.restore(place)
	if m.follow.on && atEnd {
		m.page.end()
	}
	m.follow.fresh += change.Added
	m.caughtUp()
	m.resize()
	var anew tea.Cmd
	if m.search.query != "" || m.mode == searching { // hits are places in the state before
		m.search.leave()
		anew = m.loadIndex()
	}
	if m.mode == shelving {
		anew = tea.Batch(anew, m.openShelf())
	}
	return tea.Batch(anew, m.follow.after(m, change, false))
}

// readsEnd reports whether the reader is at the end: the last line is in sight,
// and where the first one is too, the cursor is in the last message.
func (m *Model) readsEnd() bool {
	return m.page.atEnd() && (m.page.top != spot{} || m.here().Message == len(m.doc.t.Messages)-1)
}

// isRefusal reports whether the service says that the id itself is the fault.
func isRefusal(err error) (noSuch, badForm bool) {
	var argument *api.ArgumentError
	noSuch = api.IsCode(err, api.CodeSessionNotFound)
	badForm = api.IsCode(err, api.CodeValidationFailed) || api.IsCode(err, api.CodeBadRequest) || errors.As(err, &argument)
	return noSuch, badForm
}

// follow asks again and again while a session runs, slower while nothing new
// comes.
type follow struct {
	on         bool
	generation int
	wait       time.Duration
	fresh      int // records that came while the reader was not at the end
}

// The first wait between two looks, and the longest.
const (
	followWait    = 2 * time.Second
	followLongest = time.Minute
)

// followTick is the time to look again.
type followTick struct {
	model      *Model
	generation int
}

func (f *follow) stop() {
	f.on, f.fresh = false, 0
	f.generation++
}

// toggleFollow begins to follow at the end of the session, or stops.
func (m *Model) toggleFollow() tea.Cmd {
	if m.doc == nil {
		return nil
	}
	if m.follow.on {
		m.follow.stop()
		return m.reread()
	}
	m.follow.on, m.follow.wait, m.follow.fresh = true, followWait, 0
	m.page.end()
	return m.refresh()
}

// after plans the next look: soon where something came, later each time where
// nothing did or the look failed.
func (f *follow) after(m *Model, c transcript.Change, failed bool) tea.Cmd {
	if !f.on {
		return nil
	}
	if failed || c.None() {
		f.wait = min(f.wait*3/2, followLongest)
	} else {
		f.wait = followWait
	}
	f.generation++
	return m.ctx.After(f.wait, followTick{model: m, generation: f.generation})
}

func (m *Model) onFollowTick(t followTick) tea.Cmd {
	if !m.follow.on || t.generation != m.follow.generation || m.session.Running() {
		return nil
	}
	return m.refresh()
}

// caughtUp forgets how much is new once the reader has come to the end.
func (m *Model) caughtUp() {
	if m.follow.fresh > 0 && m.readsEnd() {
		m.follow.fresh = 0
	}
}
