package pane

import tea "github.com/charmbracelet/bubbletea"

// Refresher tells a pane when to ask anew, if the person wants that: so long
// after the last answer, whatever asked for it. Its zero value is ready.
type Refresher struct{ round int }

// refreshDue is the message of a Refresher.
type refreshDue struct {
	of    *Refresher
	round int
}

// Next is for every answer, also a failure: it begins to wait, and what was
// waited for before is forgotten.
func (r *Refresher) Next(c *Context) tea.Cmd {
	r.round++
	if c.Refresh <= 0 {
		return nil
	}
	return c.After(c.Refresh, refreshDue{of: r, round: r.round})
}

// Due reports whether msg says that it is time to ask anew.
func (r *Refresher) Due(msg tea.Msg) bool {
	due, ok := msg.(refreshDue)
	return ok && due.of == r && due.round == r.round
}
