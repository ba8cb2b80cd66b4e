package pane

import (
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api/fleet"
	"channeldeck/api/fold"
	"channeldeck/ui/explain"
)

// expressions is the table of a list whose filter is a line of text and of expressions, such as
// sort:-name: see fleet.ParseQuery.
type expressions[R any] List[R]

func expressionsOf[R any](l *List[R]) *expressions[R] { return (*expressions[R])(l) }

func (l *expressions[R]) list() *List[R] { return (*List[R])(l) }

func (l *expressions[R]) Update(msg tea.Msg) tea.Cmd { return l.Table.Update(msg) }

// SetFilter applies a line. A part that is not understood does not count; a name that does not
// exist leaves the rows as they are.
func (l *expressions[R]) SetFilter(line string) tea.Cmd {
	q, err := l.parse(line)
	l.Query.Mistake = explain.Query(l.ctx.Words, err)
	if bad, ok := err.(*fleet.TermError); ok {
		q, err = l.parse(strings.Replace(line, bad.Term, "", 1))
	}
	if err != nil {
		return nil
	}
	cmd, err := l.apply(q)
	if err != nil {
		l.Query.Mistake = explain.Query(l.ctx.Words, err)
	}
	return cmd
}

// names are the names that expressions can have; nil for those of accounts.
func (l *expressions[R]) names() []string {
	names := []string{"sort", "columns"}
	if l.c.Views.Since {
		names = append(names, "baseline")
	}
	if l.c.Filter != nil {
		return nil
	}
	if l.c.Site != nil {
		names = append(names, "site")
	}
	return names
}

func (l *expressions[R]) parse(line string) (q fleet.Query, err error) {
	if names := l.names(); names != nil {
		q, err = fleet.ParseList(line, names...)
	} else {
		q, err = fleet.ParseQuery(line)
	}
	if err == nil && q.Since > 0 { // the dashboard compares with the baselines that the history keeps
		age := fleet.Query{Since: q.Since}
		err = &fleet.TermError{Term: age.String()}
	}
	return q, err
}

// apply filters, sorts and shows the rows as a query says, where it differs from the one before.
func (l *expressions[R]) apply(q fleet.Query) (tea.Cmd, error) {
	before := l.line
	name, desc := q.SortColumn()
	by, err := l.columnNamed(name)
	if err != nil {
		return nil, err
	}
	for i, name := range q.Columns {
		if q.Columns[i], err = l.columnNamed(name); err != nil {
			return nil, err
		}
	}
	var cmds []tea.Cmd
	if l.c.Filter != nil {
		cmd, err := l.c.Filter(&q)
		if err != nil {
			return nil, err
		}
		cmds = append(cmds, cmd)
	} else if l.c.Site != nil && !slices.Equal(q.Sites, before.Sites) {
		cmds = append(
			cmds,
			l.Table.SetKeep(func(row R) bool {
				return len(q.Sites) == 0 || slices.Contains(q.Sites, l.c.Site(row))
			}),
		)
	}
	l.line = q
	cmds = append(cmds, l.Table.SetFilter(q.Match))
	if q.Sort != "" {
		cmds = append(cmds, l.Table.SortBy(by, desc)) // again, as a new text ranks the rows
	} else if before.Sort != "" {
		cmds = append(cmds, l.Table.SortBy(l.c.Sort, false))
	}
	if !slices.Equal(q.Columns, before.Columns) {
		l.choose(q.Columns)
	}
	if q.Baseline != "" && q.Baseline != before.Baseline {
		cmds = append(cmds, l.ctx.Stores().SetBaseline(q.Baseline))
	}
	return tea.Batch(cmds...), nil
}

// choose shows some columns; none for those that the list begins with.
func (l *expressions[R]) choose(columns []string) {
	if l.c.Chosen = columns; len(columns) == 0 {
		l.c.Chosen = l.ctx.Columns[l.c.Name]
	}
	frameOf(l.list()).showColumns()
}

// columnNamed returns the ID of the column that a user means by its ID or its title; "" for "".
func (l *expressions[R]) columnNamed(name string) (string, error) {
	if name == "" {
		return "", nil
	}
	chosen, others := l.Table.Columns()
	e := &fleet.NameError{Kind: "column", Name: name}
	for _, c := range append(chosen, others...) {
		if slices.Contains([]string{fold.String(c.ID), fold.String(c.Title)}, fold.String(name)) {
			return c.ID, nil
		}
		e.Choices = append(e.Choices, c.ID)
	}
	return "", e
}

// complete returns lines that a typed one can become.
func (l *expressions[R]) complete(line string) []string {
	names := l.names()
	if names == nil {
		names = fleet.TermNames()
	}
	return fleet.Complete(line, names, func(name string) (values []string) {
		switch name {
		case "sort", "columns":
			chosen, others := l.Table.Columns()
			for _, c := range append(chosen, others...) {
				values = append(values, c.ID)
			}
		case "baseline":
			values = []string{"visit", "24h", "7d", "30d"}
		case "site":
			values = l.ctx.Sites.Names()
		default:
			if l.c.Values != nil {
				values = l.c.Values(name)
			}
		}
		return values
	})
}
