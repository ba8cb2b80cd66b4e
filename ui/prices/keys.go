package prices

import (
	"github.com/charmbracelet/bubbles/key"

	"channeldeck/ui/pane"
)

// keyMap are the keys of the pane beyond those that all panes share.
type keyMap struct {
	pane.Keys
	Ask, Files, Facets, View, Unfold, UnfoldAll, Compare, News, Clear key.Binding
}

func newKeyMap(c *pane.Context) keyMap {
	return keyMap{
		Keys: pane.NewKeys(c),
		Ask:  c.Bind("prices.ask", "a"), Files: c.Bind("prices.files", "i"), Facets: c.Bind("prices.facets", "f"),
		View: c.Bind("prices.view", "v"), Unfold: c.Bind("prices.unfold", "o"), UnfoldAll: c.Bind("prices.unfold_all", "O"),
		Compare: c.Bind("prices.compare", "m"), News: c.Bind("prices.news", "n"), Clear: c.Bind("prices.clear", "X"),
	}
}

// ShortHelp is the footer: what one most likely wants next.
func (m *Model) ShortHelp() []key.Binding {
	k := m.keys
	switch {
	case m.Choice.IsOpen():
		return m.Choice.ShortHelp()
	case m.Capturing():
		return m.query.ShortHelp()
	case m.mode == reading:
		short := []key.Binding{k.Back, k.Up, k.Down, k.Copy}
		if m.pageHolds() {
			short = append(short, k.CopyJSON)
		}
		return short
	}
	switch m.view {
	case answers, checks:
		return []key.Binding{k.Back, k.Ask, k.Files, k.Detail, k.Sort, k.View, k.Export, k.Refresh}
	}
	return []key.Binding{k.Ask, k.Facets, k.Filter, k.Unfold, k.View, k.Detail, k.Sort, k.Files, k.Export, k.Refresh}
}

// FullHelp is all keys that work now.
func (m *Model) FullHelp() [][]key.Binding {
	k := m.keys
	switch {
	case m.Capturing():
		return [][]key.Binding{m.ShortHelp()}
	case m.mode == reading:
		more := []key.Binding{k.PageUp, k.PageDown, k.Home, k.End}
		if m.pageHolds() {
			more = append(more, k.Export)
		}
		return [][]key.Binding{m.ShortHelp(), append(more, k.Refresh)}
	}
	return [][]key.Binding{
		{k.Ask, k.Files, k.Facets, k.Filter, k.Clear, k.View, k.Unfold, k.UnfoldAll, k.Refresh},
		{k.Detail, k.Compare, k.News, k.Sort, k.Reverse, k.Columns, k.Select, k.SelectAll},
		{k.Copy, k.CopyCell, k.CopyJSON, k.Export},
		{k.Up, k.Down, k.PageUp, k.PageDown, k.Home, k.End, k.Left, k.Right, k.Back},
	}
}
