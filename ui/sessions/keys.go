package sessions

import (
	"github.com/charmbracelet/bubbles/key"

	"channeldeck/ui/pane"
)

// keyMap are the keys of the pane beyond those that all panes share.
type keyMap struct {
	OpenRow, OpenID, FindAll, Tools, Failed  key.Binding
	Follow, Depth, Shallower                 key.Binding
	Fold, FoldAll, UnfoldAll, FoldReset, Raw key.Binding
	NextTurn, PrevTurn, NextBad, PrevBad     key.Binding
	Outline, LeaveOutline, ShowTurn          key.Binding
	Jump, Names, CopyID, CopyMasked          key.Binding
	Media, SaveInline, ShowHere              key.Binding
}

func newKeyMap(c *pane.Context) keyMap {
	return keyMap{
		OpenRow:      c.Bind("sessions.open_row", "enter"),
		OpenID:       c.Bind("sessions.open", "o"),
		FindAll:      c.Bind("sessions.find_all", "ctrl+f"),
		Tools:        c.Bind("sessions.tools", "v"),
		Failed:       c.Bind("sessions.failed", "enter"),
		Follow:       c.Bind("sessions.follow", "w"),
		Depth:        c.Bind("sessions.depth", "d"),
		Shallower:    c.Bind("sessions.shallower", "D"),
		Fold:         c.Bind("sessions.fold", "enter", " "),
		FoldAll:      c.Bind("sessions.fold_all", "-"),
		UnfoldAll:    c.Bind("sessions.unfold_all", "+"),
		FoldReset:    c.Bind("sessions.fold_reset", "="),
		Raw:          c.Bind("sessions.raw", "v"),
		NextTurn:     c.Bind("sessions.next_turn", "}"),
		PrevTurn:     c.Bind("sessions.prev_turn", "{"),
		NextBad:      c.Bind("sessions.next_problem", ")"),
		PrevBad:      c.Bind("sessions.prev_problem", "("),
		Outline:      c.Bind("sessions.outline", "left", "h"),
		LeaveOutline: c.Bind("sessions.leave_outline", "right", "l"),
		ShowTurn:     c.Bind("sessions.show_turn", "enter"),
		Jump:         c.Bind("sessions.jump", "ctrl+g"),
		Names:        c.Bind("sessions.names", "@"),
		CopyID:       c.Bind("sessions.copy_id", "U"),
		CopyMasked:   c.Bind("sessions.copy_masked", "X"),
		Media:        c.Bind("sessions.media", "i"),
		SaveInline:   c.Bind("sessions.save_inline", "E"),
		ShowHere:     c.Bind("sessions.show_here", "enter"),
	}
}
