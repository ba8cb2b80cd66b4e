package sessions

import (
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/ui/pane"
	"channeldeck/ui/widget/pager"
)

// follow reloads a running session periodically, less often while nothing changes.
type follow struct {
	on    bool
	timer pane.Refresher
	wait  time.Duration
	fresh int // records that came while the reader was not at the end
}

// The first wait between two loads, and the longest.
const (
	followWait    = 2 * time.Second
	followLongest = time.Minute
)

// toggleFollow starts to follow at the end of the session, or stops.
func (r *readScreen) toggleFollow() tea.Cmd {
	if r.follow.on {
		r.follow.on, r.follow.fresh = false, 0
		return r.reread()
	}
	r.follow.on, r.follow.wait, r.follow.fresh = true, followWait, 0
	r.page.End()
	return r.refresh()
}

// planFollow schedules the next load: soon after a change, and later each time nothing
// changed or the load failed.
func (r *readScreen) planFollow(changed bool) tea.Cmd {
	f := &r.follow
	if !f.on {
		return nil
	}
	f.wait = min(f.wait*3/2, followLongest)
	if changed {
		f.wait = followWait
	}
	return f.timer.After(r.m.Context, f.wait)
}

// followAgain loads again, unless another session is visible.
func (r *readScreen) followAgain() tea.Cmd {
	switch {
	case !r.follow.on || r.load.Running():
		return nil
	case r.m.top() != r:
		return r.planFollow(false)
	}
	return r.refresh()
}

// caughtUp resets the number of new messages once the end is visible.
func (r *readScreen) caughtUp() {
	if r.follow.fresh > 0 && r.readsEnd() {
		r.follow.fresh = 0
	}
}

// readsEnd reports whether the last line is in view and, if the first one is too,
// the cursor is in the last message.
func (r *readScreen) readsEnd() bool {
	return r.page.AtEnd() && (r.page.Top != pager.Spot{} || r.here().Message == len(r.doc.t.Messages)-1)
}
