package pane

import (
	"strings"
	"unicode"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api/history"
	"channeldeck/theme"
	"channeldeck/ui/text"
	"channeldeck/ui/widget/input"
)

// Query is the field of a table's fuzzy filter.
type Query struct {
	input.Search
	// Complete returns lines that the typed one can become; tab takes the first. It is nil for
	// a filter without expressions.
	Complete func(line string) []string
	Mistake  string // why the line is not understood, "" if it is

	ctx  *Context
	keys Keys
	rows Filtered
}

// Filtered is a table that a Query filters.
type Filtered interface {
	SetFilter(query string) tea.Cmd
	Update(tea.Msg) tea.Cmd
}

// NewQuery returns an empty filter of rows. Filters of a name share their earlier
// queries.
func NewQuery(c *Context, k Keys, rows Filtered, name string) Query {
	return Query{
		Search: c.Search(name),
		ctx:    c,
		keys:   k,
		rows:   rows,
	}
}

// Set closes the field and sets the query, "" for none.
func (q *Query) Set(query string) tea.Cmd {
	q.SetValue(query)
	q.Keep()
	return q.rows.SetFilter(query)
}

// Update handles a key while the field is open. Each letter filters the rows.
// Enter closes the field and keeps the query; esc restores the one before.
func (q *Query) Update(msg tea.KeyMsg) tea.Cmd {
	if key.Matches(msg, q.keys.Confirm) {
		q.Keep()
		return nil
	}
	if key.Matches(msg, q.keys.Back) {
		q.Cancel()
		return q.rows.SetFilter(q.Value())
	}
	if msg.Type == tea.KeyTab && len(q.completions()) > 0 {
		q.SetValue(q.completions()[0])
		q.CursorEnd()
		return q.rows.SetFilter(q.Value())
	}
	if msg.Type == tea.KeyPgUp || msg.Type == tea.KeyPgDown {
		return q.rows.Update(msg)
	}
	cmd, handled := q.Search.Update(msg)
	if !handled {
		return q.rows.Update(msg)
	}
	return tea.Batch(cmd, q.rows.SetFilter(q.Value()))
}

func (q *Query) completions() []string {
	if q.Complete == nil {
		return nil
	}
	return q.Complete(q.Value())
}

// note returns the text behind the filter in its line: the completions, or its mistake.
func (q *Query) note() string {
	list := q.completions()
	if q.Typing() && len(list) > 0 {
		for i, line := range list {
			list[i] = line[strings.LastIndexFunc(line, unicode.IsSpace)+1:]
		}
		return "tab " + strings.Join(list, "  ")
	}
	return q.Mistake
}

// Visible reports whether the filter has a line: its field is open, or it has a query.
func (q *Query) Visible() bool {
	return q.Typing() || q.Value() != ""
}

// Line returns the line of a visible filter.
func (q *Query) Line(width int) (line string) {
	slash := q.ctx.Key(q.keys.Filter)
	t := q.ctx.Theme
	if note := q.note(); note != "" {
		note = t.Paint(theme.Muted, text.Cut("  "+note, width/2))
		width -= text.Width(note)
		defer func() { line = text.Left(line, width) + note }()
	}
	if q.Typing() {
		return q.ctx.Field(slash, &q.Search.Model, width)
	}
	line = text.Cut(
		" "+t.Paint(theme.Muted, slash)+" "+t.Table.Match.Render(text.Clean(q.Value())),
		width,
	)
	return q.ctx.Zones.Key(line, q.keys.Filter)
}

// FieldKeys returns the keys of the footer of a field.
func (c *Context) FieldKeys(k Keys) []key.Binding {
	return []key.Binding{c.Named(k.Confirm, "key.apply"), c.Named(k.Back, "key.cancel")}
}

// Search returns a search field. Fields of a name share their earlier queries, which
// the history keeps.
func (c *Context) Search(name string) input.Search {
	return input.NewSearch(c.Theme, c.queriesOf(name))
}

func (c *Context) queriesOf(name string) *input.Queries {
	q := c.queries[name]
	if q == nil {
		q = &input.Queries{Keep: func(query string) {
			memory := c.Sites.First().Store.Fleet.Memory()
			memory.Remember(history.SearchEntry(name, query, c.View.Now()))
		}}
		if c.queries == nil {
			c.queries = map[string]*input.Queries{}
		}
		c.queries[name] = q
	}
	return q
}

// RestoreQueries offers the queries of earlier visits, the newest first, in the
// search fields.
func (c *Context) RestoreQueries(entries []history.Entry) {
	for _, e := range entries {
		name, query := e.Search()
		c.queriesOf(name).Restore(text.Clean(query))
	}
}

// Field is a text field after its label; it scrolls within width.
func (c *Context) Field(label string, in *input.Model, width int) string {
	label = " " + c.Theme.Paint(theme.Accent, label) + " "
	in.SetWidth(width - text.Width(label))
	return text.Cut(label+in.View(), width)
}

// FieldNotice says what a text field did not take of what was typed or pasted.
func (c *Context) FieldNotice(changed input.Changed) Notice {
	var said []string
	if n := changed.Hidden; n > 0 {
		said = append(said, c.Words.N("field.hidden", n))
	}
	if n := changed.Omitted; n > 0 {
		said = append(
			said,
			c.Words.T(
				"field.full",
				"Limit", c.Words.Int(input.MaxText),
				"Omitted", c.Words.Int(n),
			),
		)
	}
	return Notice{Level: Warning, Text: strings.Join(said, " ")}
}
