package pane

import (
	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/theme"
	"channeldeck/ui/text"
	"channeldeck/ui/widget/input"
)

// Query is the field of a table's fuzzy filter.
type Query struct {
	ctx  *Context
	keys Keys
	rows Filtered
	in   input.Search
}

// Filtered is a table that a Query filters.
type Filtered interface {
	SetFilter(query string) tea.Cmd
	Update(tea.Msg) tea.Cmd
}

// NewQuery returns an empty filter of rows. Filters of a name share their earlier
// queries.
func NewQuery(c *Context, k Keys, rows Filtered, name string) Query {
	return Query{ctx: c, keys: k, rows: rows, in: c.Search(name)}
}

// Begin opens the field.
func (q *Query) Begin() tea.Cmd { return q.in.Open() }

// Typing reports whether the field is open and takes all keys.
func (q *Query) Typing() bool { return q.in.Typing() }

// Value returns the query.
func (q *Query) Value() string { return q.in.Value() }

// Set closes the field and sets the query, "" for none.
func (q *Query) Set(query string) tea.Cmd {
	q.in.SetValue(query)
	q.in.Keep()
	return q.rows.SetFilter(query)
}

// Update handles a key while the field is open. Each letter filters the rows.
// Enter closes the field and keeps the query; esc restores the one before.
func (q *Query) Update(msg tea.KeyMsg) tea.Cmd {
	switch {
	case key.Matches(msg, q.keys.Confirm):
		q.in.Keep()
		return nil
	case key.Matches(msg, q.keys.Back):
		q.in.Cancel()
		return q.rows.SetFilter(q.Value())
	case msg.Type == tea.KeyPgUp, msg.Type == tea.KeyPgDown:
		return q.rows.Update(msg)
	}
	cmd, handled := q.in.Update(msg)
	if !handled {
		return q.rows.Update(msg)
	}
	return tea.Batch(cmd, q.rows.SetFilter(q.Value()))
}

// MovesRows reports whether a key moves in the table below a field.
func MovesRows(msg tea.KeyMsg) bool {
	return msg.Type == tea.KeyUp || msg.Type == tea.KeyDown || msg.Type == tea.KeyPgUp || msg.Type == tea.KeyPgDown
}

// Visible reports whether the filter has a line: its field is open, or it has a query.
func (q *Query) Visible() bool { return q.Typing() || q.Value() != "" }

// Line returns the line of a visible filter.
func (q *Query) Line(width int) string {
	slash, t := q.keys.Filter.Help().Key, q.ctx.Theme
	if q.Typing() {
		return q.ctx.Field(slash, &q.in.Model, width)
	}
	return text.Cut(" "+t.Tone(theme.Muted).Render(slash)+" "+t.Table.Match.Render(text.Clean(q.Value())), width)
}

// ShortHelp returns the keys of the footer while the field is open.
func (q *Query) ShortHelp() []key.Binding { return q.ctx.FieldKeys(q.keys) }

// FieldKeys returns the keys of the footer of a field.
func (c *Context) FieldKeys(k Keys) []key.Binding {
	return []key.Binding{c.Named(k.Confirm, "key.apply"), c.Named(k.Back, "key.cancel")}
}
