package table

import (
	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/ui/widget/scroll"
)

// KeyMap holds the keys of a table.
type KeyMap struct {
	scroll.KeyMap
	Left, Right       key.Binding // to another column
	Sort              key.Binding // by the column under the cursor, then the other way round
	Reverse           key.Binding // the order; without a sort column, by the one under the cursor
	Select, SelectAll key.Binding // SelectAll: all rows shown, or none if they all are
}

func (t *Table[R]) onKey(msg tea.KeyMsg) tea.Cmd {
	k := &t.Keys
	if by, ok := k.Move(msg, t.body()); ok {
		if by != 1 && by != -1 {
			t.top += by
		}
		t.MoveBy(by)
		return nil
	}
	switch {
	case key.Matches(msg, k.Left):
		t.MoveColumn(-1)
	case key.Matches(msg, k.Right):
		t.MoveColumn(1)
	case key.Matches(msg, k.Sort):
		return t.ToggleSort(t.column)
	case key.Matches(msg, k.Reverse):
		if t.query.sort.id == "" {
			return t.SortBy(t.column, true)
		}
		return t.ToggleSort(t.query.sort.id)
	case key.Matches(msg, k.Select):
		t.Toggle()
		t.MoveBy(1)
	case key.Matches(msg, k.SelectAll):
		t.SelectAll()
	}
	return nil
}
