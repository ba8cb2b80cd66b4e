package overview

import (
	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api/history"
	"channeldeck/ui/pane"
	"channeldeck/ui/widget/picker"
)

// keyMap are the keys of the pane beyond those that all panes share.
type keyMap struct{ Baseline, Known, LoadAll, Open, Report, Wall key.Binding }

func newKeyMap(c *pane.Context) keyMap {
	k := keyMap{
		Baseline: c.Bind("overview.baseline"),
		Known:    c.Bind("overview.known"),
		LoadAll:  c.Bind("overview.load_all"),
		Report:   c.Bind("overview.report"),
		Wall:     c.Bind("overview.wall"),
		Open:     c.Bind("overview.open"),
	}
	k.Known.SetEnabled(c.Past.IsZero())
	return k
}

// pickBaseline asks with which of the baselines to compare, and remembers the choice.
func (m *Model) pickBaseline() tea.Cmd {
	if !m.ctx.HasHistory() {
		return pane.Notify(pane.Info, m.words.T("overview.no_history"))
	}
	var items []picker.Item
	for _, b := range history.Baselines() {
		item := picker.Item{ID: string(b), Label: baselineName(m.ctx, b)}
		if b == m.store.Baseline() {
			item.Chosen = true
			item.Note = m.words.T("overview.baseline_shown")
		}
		items = append(items, item)
	}
	m.stack.PickOne(m.words.T("overview.pick_baseline"), items, func(id string) tea.Cmd {
		return m.ctx.Stores().SetBaseline(history.Baseline(id))
	})
	return nil
}
