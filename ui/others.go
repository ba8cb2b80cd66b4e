package ui

import (
	"slices"
	"strings"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/ui/pane"
)

// panesByKey returns the panes that have a key, by its name, without the keys that work everywhere.
func panesByKey(c *pane.Context) map[string][]string {
	panes := map[string][]string{}
	everywhere := map[string]bool{}
	for _, l := range pane.Letters {
		for action := range strings.FieldsSeq(l.Actions) {
			name, _, ofPane := strings.Cut(action, ".")
			for _, k := range c.Bind(action).Keys() {
				if ofPane {
					panes[k] = append(panes[k], name)
				} else {
					everywhere[k] = true
				}
			}
		}
	}
	for k := range everywhere {
		delete(panes, k)
	}
	return panes
}

// onKeyOfOthers says where a key works that only other panes have. It returns nil for all other keys.
func (m *Model) onKeyOfOthers(msg tea.KeyMsg) tea.Cmd {
	panes := m.keys.panes[msg.String()]
	if len(panes) == 0 || slices.Contains(panes, m.tabs.all[m.tabs.front].name) { // it may lack what it acts on
		return nil
	}
	front := m.tabs.inFront()
	here := actionsOf(append(front.Stack().FullHelp(), m.keys.at(m.ctx, front).FullHelp()...))
	works := func(b key.Binding) bool { return key.Matches(msg, b) }
	if slices.ContainsFunc(here, works) {
		return nil
	}
	w := m.ctx.Words
	var titles []string
	for _, t := range m.tabs.all {
		if slices.Contains(panes, t.name) {
			titles = append(titles, w.T("tab."+t.name))
		}
	}
	if len(titles) == 0 {
		return nil
	}
	return pane.Notify(pane.Info, w.T(
		"root.key_of_others",
		"Key", msg.String(),
		"Panes", strings.Join(titles, w.T("field.comma")),
	))
}
