package sessions

import (
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/ui/store"
)

// updates loads newer states of a session: on request and, while it is followed, at
// intervals that grow as long as nothing changes.
type updates struct {
	m         *site
	page      *page
	load      store.Loader[*document]
	timer     int // generation of the timer of the next load
	following bool
	wait      time.Duration
	fresh     int // records that came while the reader was not at the end
}

// The first wait between two loads of a followed session, and the longest.
const (
	followWait    = 2 * time.Second
	followLongest = time.Minute
)

// updateDue is the message of a timer.
type updateDue struct {
	of    *updates
	timer int
}

// Update handles a message. After a load, the screen shows its value and calls plan.
func (u *updates) Update(msg tea.Msg) (cmd tea.Cmd, loaded bool) {
	mine, cmd := u.load.Take(msg)
	if mine && !u.load.Running() {
		return nil, true
	}
	if (u.load.Running() || msg != updateDue{u, u.timer} || !u.following) {
		return cmd, false
	}
	if &u.m.top().updates != u { // another session is visible
		return u.plan(false), false
	}
	return u.refresh(), false
}

func (u *updates) refresh() tea.Cmd {
	return u.load.Start(
		u.m.ctx.Base,
		u.m.view.Now,
		u.m.fetch(u.page.doc.id, u.following),
	)
}

// follow starts to follow at the end of the session, or stops.
func (u *updates) follow() tea.Cmd {
	u.following = !u.following
	u.wait = followWait
	u.fresh = 0
	if u.following {
		u.page.End()
	}
	return u.refresh() // without following, the session may have ended
}

// plan schedules the next load of a followed session, soon after a change, else later.
func (u *updates) plan(changed bool) tea.Cmd {
	if !u.following {
		return nil
	}
	u.wait = min(u.wait*3/2, followLongest)
	if changed {
		u.wait = followWait
	}
	u.timer++
	return u.m.ctx.After(u.wait, updateDue{u, u.timer})
}

// caughtUp resets the number of new messages once the end is visible.
func (u *updates) caughtUp() {
	if u.fresh > 0 && u.page.readsEnd() {
		u.fresh = 0
	}
}

func (u *updates) close() {
	u.load.Cancel()
	u.following = false
}
