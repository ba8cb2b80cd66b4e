package groups

import (
	"github.com/charmbracelet/bubbles/key"

	"channeldeck/ui/pane"
)

// keyMap are the keys of the pane beyond those that all panes share.
type keyMap struct {
	pane.Keys
	Create, Send, Accounts, LoadAll key.Binding
}

func newKeyMap(c *pane.Context) keyMap {
	k := keyMap{
		Keys:   pane.NewKeys(c),
		Create: c.Bind("groups.create", "n"), Send: c.Bind("groups.send", "enter"),
		Accounts: c.Bind("groups.accounts", "a"), LoadAll: c.Bind("groups.load_all", "L"),
	}
	k.Create.SetEnabled(!c.ReadOnly)
	return k
}

// ShortHelp is the footer: what one most likely wants next.
func (m *Model) ShortHelp() []key.Binding {
	k := m.keys
	switch {
	case m.Choice.IsOpen():
		return m.Choice.ShortHelp()
	case m.query.Typing():
		return m.query.ShortHelp()
	case m.mode == creating:
		if m.creating.Running() {
			return []key.Binding{k.Back}
		}
		return []key.Binding{k.Send, k.Back}
	case m.mode == showingDetail:
		return []key.Binding{k.Back, k.Accounts, k.Copy, k.CopyJSON, k.Create}
	}
	short := []key.Binding{k.Create, k.Accounts, k.Filter, k.Detail, k.Sort, k.Copy, k.Refresh}
	if m.part() {
		short = append([]key.Binding{k.LoadAll}, short...)
	}
	return short
}

// FullHelp is all keys that work now.
func (m *Model) FullHelp() [][]key.Binding {
	k := m.keys
	switch {
	case m.Capturing():
		return [][]key.Binding{m.ShortHelp()}
	case m.mode == showingDetail:
		return [][]key.Binding{m.ShortHelp(), {k.Up, k.Down, k.PageUp, k.PageDown, k.Home, k.End, k.Refresh}}
	}
	return [][]key.Binding{
		{k.Create, k.Accounts, k.Detail, k.Filter, k.LoadAll, k.Refresh},
		{k.Sort, k.Reverse, k.Columns, k.Copy, k.CopyCell, k.CopyJSON, k.Export},
		{k.Up, k.Down, k.PageUp, k.PageDown, k.Home, k.End, k.Left, k.Right},
	}
}
