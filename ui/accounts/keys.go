package accounts

import (
	"github.com/charmbracelet/bubbles/key"

	"channeldeck/ui/pane"
)

// keyMap are the keys of the pane beyond those that all panes share.
type keyMap struct {
	pane.Keys
	Platforms, Status, Abnormal, IDs, LoadAll, ClearFilters key.Binding
	Works, Options, Group                                   key.Binding
}

func newKeyMap(c *pane.Context) keyMap {
	return keyMap{
		Keys:      pane.NewKeys(c),
		Platforms: c.Bind("accounts.platforms", "p"), Status: c.Bind("accounts.status", "t"), Abnormal: c.Bind("accounts.abnormal", "x"),
		IDs: c.Bind("accounts.ids", "i"), LoadAll: c.Bind("accounts.load_all", "L"), ClearFilters: c.Bind("accounts.clear", "X"),
		Works: c.Bind("accounts.works", "w"), Options: c.Bind("accounts.options", "O"), Group: c.Bind("accounts.group", "u"),
	}
}

// ShortHelp is the footer: what one most likely wants next.
func (m *Model) ShortHelp() []key.Binding {
	k := m.keys
	switch {
	case m.Choice.IsOpen():
		return m.Choice.ShortHelp()
	case m.query.Typing(), m.mode == enteringIDs:
		return m.query.ShortHelp()
	case m.mode == showingDetail:
		return []key.Binding{k.Back, k.Works, k.Options, k.Group, k.Copy, k.CopyJSON}
	}
	short := []key.Binding{k.Filter, k.Platforms, k.Abnormal, k.Detail, k.Sort, k.Select, k.Copy, k.Refresh}
	if m.shown.part() {
		short = append([]key.Binding{k.LoadAll}, short...)
	}
	return short
}

// FullHelp is all keys that work now.
func (m *Model) FullHelp() [][]key.Binding {
	k := m.keys
	move := []key.Binding{k.Up, k.Down, k.PageUp, k.PageDown, k.Home, k.End, k.Left, k.Right}
	switch {
	case m.Capturing():
		return [][]key.Binding{m.ShortHelp()}
	case m.mode == showingDetail:
		return [][]key.Binding{m.ShortHelp(), {k.Refresh}, move[:6]}
	}
	return [][]key.Binding{
		{k.Filter, k.Platforms, k.Status, k.Abnormal, k.IDs, k.ClearFilters, k.LoadAll, k.Refresh},
		{k.Detail, k.Sort, k.Reverse, k.Columns, k.Select, k.SelectAll},
		{k.Works, k.Options, k.Group},
		{k.Copy, k.CopyCell, k.CopyJSON, k.Export},
		move,
	}
}
