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
	Problems, FailedCall                     key.Binding
	NextTurn, PrevTurn, NextBad, PrevBad     key.Binding
	Outline, LeaveOutline, ShowTurn          key.Binding
	Jump, Names, CopyID, CopyMasked          key.Binding
	Media, SaveInline, ShowHere              key.Binding
}

func newKeyMap(c *pane.Context) keyMap {
	return keyMap{
		OpenRow:      c.Bind("sessions.open_row"),
		OpenID:       c.Bind("sessions.open"),
		FindAll:      c.Bind("sessions.find_all"),
		Tools:        c.Bind("sessions.tools"),
		Failed:       c.Bind("sessions.failed"),
		Follow:       c.Bind("sessions.follow"),
		Depth:        c.Bind("sessions.depth"),
		Shallower:    c.Bind("sessions.shallower"),
		Fold:         c.Bind("sessions.fold"),
		FoldAll:      c.Bind("sessions.fold_all"),
		UnfoldAll:    c.Bind("sessions.unfold_all"),
		FoldReset:    c.Bind("sessions.fold_reset"),
		Raw:          c.Bind("sessions.raw"),
		NextTurn:     c.Bind("sessions.next_turn"),
		PrevTurn:     c.Bind("sessions.prev_turn"),
		NextBad:      c.Bind("sessions.next_problem"),
		PrevBad:      c.Bind("sessions.prev_problem"),
		Outline:      c.Bind("sessions.outline"),
		LeaveOutline: c.Bind("sessions.leave_outline"),
		ShowTurn:     c.Bind("sessions.show_turn"),
		Problems:     c.Bind("sessions.problems"),
		FailedCall:   c.Bind("sessions.failed_call"),
		Jump:         c.Bind("sessions.jump"),
		Names:        c.Bind("sessions.names"),
		CopyID:       c.Bind("sessions.copy_id"),
		CopyMasked:   c.Bind("sessions.copy_masked"),
		Media:        c.Bind("sessions.media"),
		SaveInline:   c.Bind("sessions.save_inline"),
		ShowHere:     c.Bind("sessions.show_here"),
	}
}
