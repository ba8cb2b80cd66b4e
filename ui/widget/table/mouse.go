package table

import (
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/ui/widget/scroll"
)

// RowAt is the place, from 0, of the row on line y of the view, false where
// there is none.
func (t *Table[R]) RowAt(y int) (int, bool) {
	at := t.top + y - 1
	return at, y >= 1 && y < t.height && at < t.shown.Len()
}

// ColumnAt is the id of the column at cell x, false where there is none.
func (t *Table[R]) ColumnAt(x int) (string, bool) {
	for _, p := range t.lay.columns {
		if x >= p.x && x < p.x+p.width {
			return t.columns[p.column].ID, true
		}
	}
	return "", false
}

// Mouse takes an event whose place is told from the table's upper left corner: a
// click on a row puts the cursor there, one on a title sorts by it, and the
// wheel scrolls.
func (t *Table[R]) Mouse(msg tea.MouseMsg) tea.Cmd {
	if msg.Action != tea.MouseActionPress {
		return nil
	}
	if by := scroll.Wheel(msg); by != 0 {
		t.Scroll(by)
		return nil
	}
	if msg.Button == tea.MouseButtonLeft && msg.X < t.width {
		column, ok := t.ColumnAt(msg.X)
		if ok {
			t.column = column
		}
		if msg.Y == 0 && ok {
			return t.ToggleSort(column)
		}
		if at, ok := t.RowAt(msg.Y); ok {
			t.moveByHand(at)
		}
	}
	return nil
}
