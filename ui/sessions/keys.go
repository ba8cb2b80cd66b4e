package sessions

import (
	"github.com/charmbracelet/bubbles/key"

	"channeldeck/ui/pane"
)

// keyMap are the keys of the pane beyond those that all panes share.
type keyMap struct {
	OpenRow, OpenID, Depth, Shallower          key.Binding
	Fold, FoldAll, UnfoldAll, FoldReset, Raw   key.Binding
	Search, NextHit, PrevHit                   key.Binding
	NextTurn, PrevTurn, NextBad, PrevBad, Jump key.Binding
	Media, Names, Follow, CopyID               key.Binding
	Outline, LeaveOutline, ShowTurn            key.Binding
	CopyAll, SaveInline, ShowHere              key.Binding
}

func newKeyMap(c *pane.Context) keyMap {
	return keyMap{
		OpenRow: c.Bind("sessions.open_row", "enter"), OpenID: c.Bind("sessions.open", "o"), Depth: c.Bind("sessions.depth", "d"), Shallower: c.Bind("sessions.shallower", "D"),
		Fold: c.Bind("sessions.fold", "enter", " "), FoldAll: c.Bind("sessions.fold_all", "-"), UnfoldAll: c.Bind("sessions.unfold_all", "+"),
		FoldReset: c.Bind("sessions.fold_reset", "="), Raw: c.Bind("sessions.raw", "v"),
		Search: c.Bind("sessions.search", "/"), NextHit: c.Bind("sessions.next_hit", "n"), PrevHit: c.Bind("sessions.prev_hit", "N"),
		NextTurn: c.Bind("sessions.next_turn", "u"), PrevTurn: c.Bind("sessions.prev_turn", "U"),
		NextBad: c.Bind("sessions.next_problem", "x"), PrevBad: c.Bind("sessions.prev_problem", "X"),
		Jump: c.Bind("sessions.jump", "t"), Media: c.Bind("sessions.media", "m"), Names: c.Bind("sessions.names", "w"), Follow: c.Bind("sessions.follow", "f"),
		CopyID: c.Bind("sessions.copy_id", "i"), CopyAll: c.Bind("sessions.copy_all", "A"), SaveInline: c.Bind("sessions.save_inline", "E"),
		ShowHere: c.Bind("sessions.show_here", "enter"),
		Outline:  c.Bind("sessions.outline", "left", "h"), LeaveOutline: c.Bind("sessions.leave_outline", "right", "l"), ShowTurn: c.Bind("sessions.show_turn", "enter"),
	}
}

func (r *readScreen) ShortHelp() []key.Binding {
	k, common := &r.m.keys, &r.m.Keys
	if r.search.field.Typing() {
		return r.m.FieldKeys(*common)
	}
	if r.outline.focused {
		return []key.Binding{k.ShowTurn, k.LeaveOutline, common.Back}
	}
	short := []key.Binding{k.Depth, k.Fold, k.Search, k.NextTurn, k.NextBad, k.Media, k.Follow, common.Export, k.OpenID}
	if r.search.query != "" {
		short = append([]key.Binding{k.NextHit, k.PrevHit, common.Back}, short...)
	}
	return short
}

func (r *readScreen) FullHelp() [][]key.Binding {
	k, common := &r.m.keys, &r.m.Keys
	if r.search.field.Typing() {
		return [][]key.Binding{r.ShortHelp()}
	}
	find := []key.Binding{k.Search, k.NextHit, k.PrevHit, k.NextTurn, k.PrevTurn, k.NextBad, k.PrevBad, k.Jump}
	if r.search.query != "" {
		find = append(find, common.Back)
	}
	if r.outlineWidth() > 0 {
		find = append(find, k.Outline, k.LeaveOutline)
	}
	return [][]key.Binding{
		{k.OpenID, common.Refresh, k.Follow, common.Export},
		{k.Depth, k.Shallower, k.Fold, k.FoldAll, k.UnfoldAll, k.FoldReset, k.Raw},
		find,
		{k.Media, k.Names, common.Copy, common.CopyJSON, k.CopyID},
		common.Bindings(),
	}
}
