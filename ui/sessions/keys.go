package sessions

import (
	"github.com/charmbracelet/bubbles/key"

	"channeldeck/ui/pane"
)

// keyMap are the keys of the pane beyond those that all panes share.
type keyMap struct {
	pageKeys
	searchKeys
	outlineKeys
	mediaKeys
	OpenRow, OpenID                    key.Binding
	Jump, Media, Names, Follow, CopyID key.Binding
}

type pageKeys struct {
	Depth, Shallower                         key.Binding
	Fold, FoldAll, UnfoldAll, FoldReset, Raw key.Binding
	NextTurn, PrevTurn, NextBad, PrevBad     key.Binding
}

type searchKeys struct{ Search, NextHit, PrevHit key.Binding }

type outlineKeys struct{ Outline, LeaveOutline, ShowTurn key.Binding }

type mediaKeys struct{ CopyAll, SaveInline, ShowHere key.Binding }

func newKeyMap(c *pane.Context) keyMap {
	return keyMap{
		OpenRow: c.Bind("sessions.open_row", "enter"), OpenID: c.Bind("sessions.open", "o"),
		pageKeys: pageKeys{
			Depth: c.Bind("sessions.depth", "d"), Shallower: c.Bind("sessions.shallower", "D"),
			Fold: c.Bind("sessions.fold", "enter", " "), FoldAll: c.Bind("sessions.fold_all", "-"), UnfoldAll: c.Bind("sessions.unfold_all", "+"),
			FoldReset: c.Bind("sessions.fold_reset", "="), Raw: c.Bind("sessions.raw", "v"),
			NextTurn: c.Bind("sessions.next_turn", "u"), PrevTurn: c.Bind("sessions.prev_turn", "U"),
			NextBad: c.Bind("sessions.next_problem", "x"), PrevBad: c.Bind("sessions.prev_problem", "X"),
		},
		searchKeys: searchKeys{Search: c.Bind("sessions.search", "/"), NextHit: c.Bind("sessions.next_hit", "n"), PrevHit: c.Bind("sessions.prev_hit", "N")},
		Jump:       c.Bind("sessions.jump", "t"), Media: c.Bind("sessions.media", "m"), Names: c.Bind("sessions.names", "w"), Follow: c.Bind("sessions.follow", "f"),
		CopyID:    c.Bind("sessions.copy_id", "i"),
		mediaKeys: mediaKeys{CopyAll: c.Bind("sessions.copy_all", "A"), SaveInline: c.Bind("sessions.save_inline", "E"), ShowHere: c.Bind("sessions.show_here", "enter")},
		outlineKeys: outlineKeys{
			Outline: c.Bind("sessions.outline", "left", "h"), LeaveOutline: c.Bind("sessions.leave_outline", "right", "l"), ShowTurn: c.Bind("sessions.show_turn", "enter"),
		},
	}
}
