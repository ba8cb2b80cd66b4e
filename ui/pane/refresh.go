package pane

import (
	"time"

	tea "github.com/charmbracelet/bubbletea"
)

// Refresher schedules the automatic refreshes of a screen's own data: the configured
// interval after each load. Its zero value is ready to use.
type Refresher struct{ round int }

// refreshDue is the message of a Refresher.
type refreshDue struct {
	of    *Refresher
	round int
}

// Next schedules the next refresh, in place of the one scheduled before. Call it
// after every load, also a failed one.
func (r *Refresher) Next(c *Context) tea.Cmd {
	r.round++
	if c.Refresh <= 0 {
		return nil
	}
	return r.After(c, c.Refresh)
}

// After is Next with another interval.
func (r *Refresher) After(c *Context, wait time.Duration) tea.Cmd {
	r.round++
	return c.After(wait, refreshDue{of: r, round: r.round})
}

// Due reports whether msg is the newest timer of r.
func (r *Refresher) Due(msg tea.Msg) bool {
	due, ok := msg.(refreshDue)
	return ok && due.of == r && due.round == r.round
}
