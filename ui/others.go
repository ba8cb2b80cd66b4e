package ui

import (
	"slices"
	"strings"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/ui/pane"
)

// onKeyOfOthers says where a key works that only other panes have. It returns nil for all other keys.
func (m *Model) onKeyOfOthers(msg tea.KeyMsg) tea.Cmd {
	front := m.tabs.inFront()
	here := actionsOf(append(front.Stack().FullHelp(), m.keys.at(m.ctx, front).FullHelp()...))
	works := func(b key.Binding) bool { return key.Matches(msg, b) }
	if slices.ContainsFunc(here, works) {
		return nil
	}
	var panes []string
	for _, l := range pane.Letters {
		for action := range strings.FieldsSeq(l.Actions) {
			name, _, ofPane := strings.Cut(action, ".")
			b := m.ctx.Bind(action)
			if !key.Matches(msg, b) {
				continue
			}
			if !ofPane || name == m.tabs.all[m.tabs.front].name { // it lacks what it acts on
				return nil
			}
			panes = append(panes, name)
		}
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
