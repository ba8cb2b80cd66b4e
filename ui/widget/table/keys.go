package table

import (
	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"
)

// KeyMap are the keys of a table, as its pane binds them.
type KeyMap struct {
	Up, Down, PageUp, PageDown, Home, End key.Binding
	Left, Right                           key.Binding // to another column
	Sort                                  key.Binding // by the column under the cursor
	Reverse                               key.Binding // the order, whatever it is by; where by no column, by the one under the cursor from its end
	Select, SelectAll                     key.Binding // SelectAll: all rows shown, or once they are, none
}

func (t *Table[R]) onKey(msg tea.KeyMsg) tea.Cmd {
	switch k := &t.Keys; {
	case key.Matches(msg, k.Up):
		t.MoveBy(-1)
	case key.Matches(msg, k.Down):
		t.MoveBy(1)
	case key.Matches(msg, k.PageUp):
		t.Page(-1)
	case key.Matches(msg, k.PageDown):
		t.Page(1)
	case key.Matches(msg, k.Home):
		t.moveByHand(0)
	case key.Matches(msg, k.End):
		t.moveByHand(t.shown.Len() - 1)
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
