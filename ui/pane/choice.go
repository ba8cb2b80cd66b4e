package pane

import (
	"slices"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/ui/plain"
	"channeldeck/ui/widget/picker"
	"channeldeck/ui/widget/table"
)

// Picker makes a picker with this session's theme, keys and words.
func (c *Context) Picker(k Keys, title string, items []picker.Item, multi bool) *picker.Picker {
	k = k.WhileTyping(c)
	return picker.New(picker.Config{
		Theme: c.Theme, Items: items, Multi: multi,
		Keys:  picker.KeyMap{Up: k.Up, Down: k.Down, PageUp: k.PageUp, PageDown: k.PageDown, Toggle: k.Select, Confirm: k.Confirm, Cancel: k.Back},
		Words: picker.Words{Title: title, Filter: c.Words.T("picker.filter"), Nothing: c.Words.T("picker.nothing")},
	})
}

// Choice is a list to choose from that lies over a pane. While it is open the
// pane hands it every key; when it closes, by an answer or by esc, what lies
// below is as it was.
type Choice struct {
	ctx    *Context
	keys   Keys
	open   bool
	picker *picker.Picker // nil while what is chosen from is loaded
	waits  string         // for what, while it is
	then   func(ids []string) tea.Cmd
}

// NewChoice makes a closed one.
func NewChoice(c *Context, k Keys) Choice { return Choice{ctx: c, keys: k} }

// One asks for one thing; then gets its id.
func (q *Choice) One(title string, items []picker.Item, then func(id string) tea.Cmd) {
	q.ask(title, items, false, func(ids []string) tea.Cmd { return then(ids[0]) })
}

// Several asks for any number of things; then gets their ids.
func (q *Choice) Several(title string, items []picker.Item, then func(ids []string) tea.Cmd) {
	q.ask(title, items, true, then)
}

func (q *Choice) ask(title string, items []picker.Item, multi bool, then func(ids []string) tea.Cmd) {
	q.open, q.then = true, then
	q.picker = q.ctx.Picker(q.keys, title, items, multi)
}

// Columns asks which columns of a table are shown, by their titles and the names
// that the configuration has for them; then, if any, is told.
func (q *Choice) Columns(t Columned, then func()) {
	var items []picker.Item
	for _, c := range t.Columns() {
		items = append(items, picker.Item{ID: c.ID, Label: c.Title, Note: c.ID, Chosen: c.Chosen})
	}
	q.Several(q.ctx.Words.T("columns.choose"), items, func(ids []string) tea.Cmd {
		if len(ids) > 0 {
			t.ShowColumns(ids)
			if then != nil {
				then()
			}
		}
		return nil
	})
}

// Columned is a table whose columns can be chosen.
type Columned interface {
	Columns() []table.ColumnState
	ShowColumns(ids []string)
}

// Format asks for the format of a file. They stand in one order everywhere.
func (q *Choice) Format(title string, then func(plain.Format) tea.Cmd, formats ...plain.Format) {
	order := []plain.Format{plain.CSV, plain.Markdown, plain.JSON}
	slices.SortFunc(formats, func(a, b plain.Format) int { return slices.Index(order, a) - slices.Index(order, b) })
	items := make([]picker.Item, len(formats))
	for i, f := range formats {
		items[i] = picker.Item{ID: string(f), Label: f.Title()}
	}
	q.One(title, items, func(id string) tea.Cmd { return then(plain.Format(id)) })
}

// Wait says that what there is to choose from is on its way, and what that is.
func (q *Choice) Wait(what string) { q.open, q.picker, q.waits = true, nil, what }

// Waiting reports whether it still waits for that: another answer may come first.
func (q *Choice) Waiting(what string) bool { return q.open && q.picker == nil && q.waits == what }

// IsOpen reports whether keys go to the choice now.
func (q *Choice) IsOpen() bool { return q.open }

// Close closes it without an answer.
func (q *Choice) Close() { q.open = false }

// Update takes a key.
func (q *Choice) Update(msg tea.KeyMsg) tea.Cmd {
	if q.picker == nil {
		if key.Matches(msg, q.keys.Back) {
			q.Close()
		}
		return nil
	}
	return q.became(q.picker.Update(msg))
}

// Mouse takes an event of the mouse in a view of that height.
func (q *Choice) Mouse(msg tea.MouseMsg, height int) tea.Cmd {
	if q.picker == nil {
		return nil
	}
	return q.became(q.picker.Mouse(msg, height), nil)
}

func (q *Choice) became(result picker.Result, cmd tea.Cmd) tea.Cmd {
	switch result {
	case picker.Confirmed:
		q.Close()
		return tea.Batch(cmd, q.then(q.picker.Chosen()))
	case picker.Cancelled:
		q.Close()
	}
	return cmd
}

// View draws it in place of the pane.
func (q *Choice) View(width, height int) string {
	if q.picker == nil {
		return q.ctx.ViewLoading(width, height)
	}
	return q.picker.View(width, height)
}

// ShortHelp are the keys of the footer.
func (q *Choice) ShortHelp() []key.Binding {
	if q.picker == nil {
		return []key.Binding{q.keys.Back}
	}
	return q.picker.ShortHelp()
}
