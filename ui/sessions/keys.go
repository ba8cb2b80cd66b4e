package sessions

import (
	"github.com/charmbracelet/bubbles/key"

	"channeldeck/ui/pane"
)

// keyMap are the keys of the pane beyond those that all panes share.
type keyMap struct {
	pane.Keys
	OpenID, Depth, Shallower              key.Binding
	Fold, FoldAll, UnfoldAll, FoldReset   key.Binding
	Raw                                   key.Binding
	Search, NextHit, PrevHit              key.Binding
	NextTurn, PrevTurn, NextBad, PrevBad  key.Binding
	Jump, Media, Names, Follow            key.Binding
	CopyID, CopyAll, SaveInline, ShowHere key.Binding
}

func newKeyMap(c *pane.Context) keyMap {
	return keyMap{
		Keys:   pane.NewKeys(c),
		OpenID: c.Bind("sessions.open", "o"), Depth: c.Bind("sessions.depth", "d"), Shallower: c.Bind("sessions.shallower", "D"),
		Fold: c.Bind("sessions.fold", "enter", " "), FoldAll: c.Bind("sessions.fold_all", "-"), UnfoldAll: c.Bind("sessions.unfold_all", "+"),
		FoldReset: c.Bind("sessions.fold_reset", "="), Raw: c.Bind("sessions.raw", "v"),
		Search: c.Bind("sessions.search", "/"), NextHit: c.Bind("sessions.next_hit", "n"), PrevHit: c.Bind("sessions.prev_hit", "N"),
		NextTurn: c.Bind("sessions.next_turn", "u"), PrevTurn: c.Bind("sessions.prev_turn", "U"),
		NextBad: c.Bind("sessions.next_problem", "x"), PrevBad: c.Bind("sessions.prev_problem", "X"),
		Jump: c.Bind("sessions.jump", "t"), Media: c.Bind("sessions.media", "m"), Names: c.Bind("sessions.names", "w"), Follow: c.Bind("sessions.follow", "f"),
		CopyID: c.Bind("sessions.copy_id", "i"), CopyAll: c.Bind("sessions.copy_all", "A"), SaveInline: c.Bind("sessions.save_inline", "E"),
		ShowHere: c.Bind("sessions.show_here", "enter"),
	}
}

// ShortHelp is the footer: what one most likely wants next.
func (m *Model) ShortHelp() []key.Binding {
	k := m.keys
	if m.Choice.IsOpen() {
		return m.Choice.ShortHelp()
	}
	switch m.mode {
	case entering, searching:
		return []key.Binding{k.Confirm, k.Back}
	case shelving:
		if m.shelf.query.Typing() {
			return m.shelf.query.ShortHelp()
		}
		if shown, total := m.shelf.table.Counts(); shown == 0 && total == 0 {
			return []key.Binding{k.Back}
		} else if shown == 0 {
			return []key.Binding{k.Back, k.Filter}
		}
		return []key.Binding{k.Back, k.Copy, k.CopyAll, k.ShowHere, k.SaveInline, k.Filter, k.Export}
	}
	if m.doc == nil {
		return []key.Binding{k.OpenID}
	}
	short := []key.Binding{k.Depth, k.Fold, k.Search, k.NextTurn, k.NextBad, k.Media, k.Follow, k.Export, k.OpenID}
	if m.search.query != "" {
		short = append([]key.Binding{k.NextHit, k.PrevHit, k.Back}, short...)
	}
	return short
}

// FullHelp is all keys that work now.
func (m *Model) FullHelp() [][]key.Binding {
	k := m.keys
	move := []key.Binding{k.Up, k.Down, k.PageUp, k.PageDown, k.Home, k.End}
	switch {
	case m.mode == shelving && !m.Capturing() && m.shelf.table.Position() > 0:
		return [][]key.Binding{m.ShortHelp(), {k.Select, k.SelectAll, k.Sort, k.Reverse, k.Columns, k.CopyCell, k.CopyJSON}, append(move, k.Left, k.Right)}
	case m.Choice.IsOpen() || m.mode != reading || m.doc == nil:
		return [][]key.Binding{m.ShortHelp()}
	}
	find := []key.Binding{k.Search, k.NextHit, k.PrevHit, k.NextTurn, k.PrevTurn, k.NextBad, k.PrevBad, k.Jump}
	if m.search.query != "" {
		find = append(find, k.Back)
	}
	return [][]key.Binding{
		{k.OpenID, k.Refresh, k.Follow, k.Export},
		{k.Depth, k.Shallower, k.Fold, k.FoldAll, k.UnfoldAll, k.FoldReset, k.Raw},
		find,
		{k.Media, k.Names, k.Copy, k.CopyJSON, k.CopyID},
		move,
	}
}
