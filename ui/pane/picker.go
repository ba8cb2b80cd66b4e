package pane

import (
	"channeldeck/ui/widget/picker"
	"channeldeck/ui/widget/table"
)

// Picker makes a picker with this session's theme, keys and words.
func (c *Context) Picker(k Keys, title string, items []picker.Item, multi bool) *picker.Picker {
	return picker.New(picker.Config{
		Theme: c.Theme, Items: items, Multi: multi,
		Keys:  picker.KeyMap{Up: k.Up, Down: k.Down, PageUp: k.PageUp, PageDown: k.PageDown, Toggle: k.Select, Confirm: k.Confirm, Cancel: k.Back},
		Words: picker.Words{Title: title, Filter: c.Words.T("picker.filter"), Nothing: c.Words.T("picker.nothing")},
	})
}

// ColumnItems are the columns of a table to choose from, by their titles and the
// names that the configuration has for them.
func ColumnItems(t interface{ Columns() []table.ColumnState }) []picker.Item {
	var items []picker.Item
	for _, c := range t.Columns() {
		items = append(items, picker.Item{ID: c.ID, Label: c.Title, Note: c.ID, Chosen: c.Chosen})
	}
	return items
}
