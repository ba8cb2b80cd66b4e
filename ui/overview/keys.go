package overview

import (
	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api/history"
	"channeldeck/ui/pane"
)

// keyMap are the keys of the pane beyond those that all panes share.
type keyMap struct{ Baseline, Known, LoadAll, Open, Report, Wall key.Binding }

func newKeyMap(c *pane.Context) keyMap {
	k := keyMap{
		Baseline: c.Bind("overview.baseline", "b"),
		Known:    c.Bind("overview.known", "."),
		LoadAll:  c.Bind("overview.load_all", "L"),
		Report:   c.Bind("overview.report", "P"),
		Wall:     c.Bind("overview.wall", "W"),
		Open:     c.Bind("overview.open", "enter"),
	}
	k.Known.SetEnabled(c.Past.IsZero())
	return k
}

// nextBaseline compares with the next of the baselines, and remembers the choice.
func (m *Model) nextBaseline() tea.Cmd {
	if !m.ctx.HasHistory() {
		return pane.Notify(pane.Info, m.words.T("overview.no_history"))
	}
	all := history.Baselines()
	next := all[0]
	for i, b := range all {
		if b == m.store.Baseline() {
			next = all[(i+1)%len(all)]
		}
	}
	return m.ctx.Stores().SetBaseline(next)
}
