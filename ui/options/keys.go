package options

import (
	"github.com/charmbracelet/bubbles/key"

	"channeldeck/ui/pane"
	"channeldeck/ui/widget/jsonview"
)

// keyMap are the keys of the pane beyond those that all panes share.
type keyMap struct {
	pane.Keys
	Enter, Accounts, Works, Matrix, Turn, Raw   key.Binding
	CopyQuery, CopyBody, CheckBody, CheckFilter key.Binding
	Example, Search, NextHit, PreviousHit       key.Binding
}

func newKeyMap(c *pane.Context) keyMap {
	k := keyMap{
		Keys:  pane.NewKeys(c),
		Enter: c.Bind("options.open", "enter"), Accounts: c.Bind("options.accounts", "a"), Works: c.Bind("options.works", "w"),
		Matrix: c.Bind("options.matrix", "m"), Turn: c.Bind("options.turn", "o"), Raw: c.Bind("options.raw", "v"),
		CopyQuery: c.Bind("options.copy_query", "u"), CopyBody: c.Bind("options.copy_body", "b"),
		CheckBody: c.Bind("options.check_body", "t"), CheckFilter: c.Bind("options.check_filter", "T"),
		Example: c.Bind("options.example", "ctrl+e"),
		Search:  c.Bind("options.search", "/"),
		NextHit: c.Bind("options.next_hit", "n"), PreviousHit: c.Bind("options.previous_hit", "N"),
	}
	return k
}

func (k *keyMap) json() jsonview.KeyMap {
	return jsonview.KeyMap{
		Up: k.Up, Down: k.Down, PageUp: k.PageUp, PageDown: k.PageDown, Home: k.Home, End: k.End,
		Search: k.Search, Next: k.NextHit, Previous: k.PreviousHit, Confirm: k.Confirm, Cancel: k.Back,
	}
}

// ShortHelp is the footer: what one most likely wants next.
func (m *Model) ShortHelp() []key.Binding {
	k := &m.keys
	switch {
	case m.Choice.IsOpen():
		return m.Choice.ShortHelp()
	case m.query().Typing():
		return m.query().ShortHelp()
	}
	switch m.screen {
	case atPlatform:
		if len(m.options()) == 0 {
			return []key.Binding{k.Back, k.Accounts, k.Raw, k.Copy, k.CopyJSON, k.Refresh}
		}
		raw := k.Raw // the platform's, where all else is about the option at the cursor
		raw.SetHelp(raw.Help().Key, m.ctx.Words.T("options.raw_of_platform"))
		return []key.Binding{k.Back, k.Enter, k.Filter, k.Accounts, k.PageDown, raw, k.Copy, k.Refresh}
	case atOption:
		return m.optionKeys()
	case atRaw:
		if m.raw.Capturing() {
			return []key.Binding{k.Confirm, k.Back}
		}
		return []key.Binding{k.Back, k.Search, k.NextHit, k.PreviousHit, k.CopyJSON}
	case atCheck:
		return []key.Binding{k.Back, k.Example}
	case atMatrix:
		return []key.Binding{k.Back, k.Turn, k.Filter, k.Columns, k.Export, k.Refresh}
	}
	return []key.Binding{k.Enter, k.Matrix, k.Filter, k.Accounts, k.Sort, k.Raw, k.Copy, k.Refresh}
}

// optionKeys are those that the option at hand has a use for.
func (m *Model) optionKeys() []key.Binding {
	k := &m.keys
	list := []key.Binding{k.Back}
	if r := m.read(); r != nil {
		if r.filter.sent && r.filter.problem == nil {
			list = append(list, k.CopyQuery)
		}
		if r.create.body != "" {
			list = append(list, k.CopyBody)
		}
		if r.create.sent {
			list = append(list, k.CheckBody)
		}
		if r.filter.sent {
			list = append(list, k.CheckFilter)
		}
	}
	return append(list, k.Raw, k.Copy, k.CopyJSON)
}

// FullHelp is all keys that work now.
func (m *Model) FullHelp() [][]key.Binding {
	k := &m.keys
	move := []key.Binding{k.Up, k.Down, k.PageUp, k.PageDown, k.Home, k.End, k.Left, k.Right}
	switch {
	case m.Choice.IsOpen() || m.query().Typing() || m.screen == atCheck || m.screen == atRaw:
		return [][]key.Binding{m.ShortHelp()}
	case m.screen == atOption:
		return [][]key.Binding{m.ShortHelp(), move[:6]}
	case m.screen == atMatrix:
		return [][]key.Binding{m.ShortHelp(), {k.Sort, k.Reverse, k.CopyCell}, move}
	case m.screen == atPlatform && len(m.options()) == 0:
		return [][]key.Binding{m.ShortHelp(), {k.Works}, move[:6]}
	case m.screen == atPlatform:
		return [][]key.Binding{m.ShortHelp(), {k.Works, k.Sort, k.Reverse, k.Columns, k.CopyCell, k.CopyJSON, k.Export}, move}
	}
	return [][]key.Binding{
		{k.Enter, k.Matrix, k.Accounts, k.Works, k.Raw, k.Filter, k.Refresh},
		{k.Sort, k.Reverse, k.Columns, k.Copy, k.CopyCell, k.CopyJSON, k.Export},
		move,
	}
}
