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

// silentActions are those of keys that say nothing where they have nothing to do: they move, or leave what is left.
var silentActions = []string{
	"back",
	"up",
	"down",
	"left",
	"right",
	"page_up",
	"page_down",
	"half_page_up",
	"half_page_down",
	"home",
	"end",
	"next_region",
	"previous_region",
}

// keysThatTell returns the keys of actions, by their names, without those of silentActions.
func keysThatTell(c *pane.Context) map[string]bool {
	keys := map[string]bool{}
	for _, l := range pane.Letters {
		for action := range strings.FieldsSeq(l.Actions) {
			for _, k := range pane.KeysOf(c.Bind(action)) {
				keys[k] = true
			}
		}
	}
	for _, action := range silentActions {
		for _, k := range pane.KeysOf(c.Bind(action)) {
			delete(keys, k)
		}
	}
	return keys
}

// onUnusedKey says of a key that has actions, but none on this screen, that it does nothing here, or in which panes
// it works. It returns nil for all other keys.
func (m *Model) onUnusedKey(msg tea.KeyMsg) tea.Cmd {
	if !m.keys.tell[msg.String()] {
		return nil
	}
	front := m.tabs.inFront()
	here := actionsOf(append(front.Stack().FullHelp(), m.keys.at(m.ctx, front).FullHelp()...))
	works := func(b key.Binding) bool { return key.Matches(msg, b) }
	if slices.ContainsFunc(here, works) {
		return nil
	}
	w := m.ctx.Words
	panes := m.keys.panes[msg.String()]
	if len(panes) == 0 || slices.Contains(panes, m.tabs.all[m.tabs.front].Name) {
		return m.ctx.Inform("root.key_unused", "Key", m.ctx.KeyName([]string{msg.String()}))
	}
	var titles []string
	for _, t := range m.tabs.all {
		if slices.Contains(panes, t.Name) {
			titles = append(titles, w.T("tab."+t.Name))
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
