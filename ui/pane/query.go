package pane

import (
	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/theme"
	"channeldeck/ui/text"
	"channeldeck/ui/widget/input"
)

// Query is the fuzzy filter of a table: the field into which it is typed, and
// the rows that it narrows with every letter.
type Query struct {
	ctx    *Context
	keys   Keys
	rows   Filtered
	in     input.Model
	typing bool
}

// Filtered is a table that a filter narrows.
type Filtered interface {
	SetFilter(query string) tea.Cmd
	Update(tea.Msg) tea.Cmd
}

// NewQuery returns an empty filter over rows.
func NewQuery(c *Context, k Keys, rows Filtered) Query {
	return Query{ctx: c, keys: k, rows: rows, in: input.New(c.Theme)}
}

// Over moves the filter to other rows, which it narrows to what is kept of it.
func (q *Query) Over(rows Filtered) tea.Cmd {
	q.rows = rows
	return rows.SetFilter(q.Value())
}

// Begin opens the field.
func (q *Query) Begin() tea.Cmd {
	q.typing = true
	q.in.CursorEnd()
	return q.in.Focus()
}

// Typing reports whether keys go to the field now.
func (q *Query) Typing() bool { return q.typing }

// Value is what the rows are narrowed to.
func (q *Query) Value() string { return q.in.Value() }

// Shown reports whether the filter has its line above the rows.
func (q *Query) Shown() bool { return q.typing || q.in.Value() != "" }

// Set closes the field and narrows the rows to a query, "" for all of them.
func (q *Query) Set(query string) tea.Cmd {
	q.close()
	q.in.SetValue(query)
	if q.rows == nil {
		return nil
	}
	return q.rows.SetFilter(query)
}

func (q *Query) close() {
	q.typing = false
	q.in.Blur()
}

// Update takes a key of the field and narrows the rows with every letter; the
// keys that move, move among the rows. Enter and esc both leave the field and
// keep what was typed: it is the next esc that drops it.
func (q *Query) Update(msg tea.KeyMsg) tea.Cmd {
	switch {
	case key.Matches(msg, q.keys.Confirm), key.Matches(msg, q.keys.Back):
		q.close()
		return nil
	case MovesRows(msg):
		return q.rows.Update(msg)
	}
	var cmd tea.Cmd
	q.in, cmd = q.in.Update(msg)
	return tea.Batch(cmd, q.rows.SetFilter(q.in.Value()))
}

// MovesRows tells the keys that move in the table below a field that has all
// others.
func MovesRows(msg tea.KeyMsg) bool {
	return msg.Type == tea.KeyUp || msg.Type == tea.KeyDown || msg.Type == tea.KeyPgUp || msg.Type == tea.KeyPgDown
}

// View is its line: the field while it is typed, then what was kept of it.
func (q *Query) View(width int) string {
	slash := q.keys.Filter.Help().Key
	if q.typing {
		return q.ctx.Field(slash, &q.in, width)
	}
	t := q.ctx.Theme
	return text.Cut(" "+t.Tone(theme.Muted).Render(slash)+" "+t.Table.Match.Render(text.Clean(q.in.Value())), width)
}

// Lines are its line where it is shown, else none.
func (q *Query) Lines(width int) []string {
	if !q.Shown() {
		return nil
	}
	return []string{q.View(width)}
}

// ShortHelp are the keys of the footer.
func (q *Query) ShortHelp() []key.Binding { return []key.Binding{q.keys.Confirm, q.keys.Back} }
