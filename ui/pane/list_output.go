package pane

import (
	"cmp"
	"slices"
	"strings"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/ui/command"
	"channeldeck/ui/plain"
	"channeldeck/ui/text"
	"channeldeck/ui/widget/picker"
)

// WithCommandRows calls then with the rows that own commands run for.
func (l *List[R]) WithCommandRows(then func([]command.Row) tea.Cmd) tea.Cmd {
	return l.WithSelected(func(rows []R) tea.Cmd {
		all := make([]command.Row, len(rows))
		for i, r := range rows {
			all[i] = command.Row{ID: l.c.ID(r), Record: l.c.JSON(r)}
			if l.c.Site != nil {
				all[i].Site = l.c.Site(r)
			}
		}
		return then(all)
	})
}

// Links returns what finds the page of the row under the cursor; nil where rows have none.
func (l *List[R]) Links() func() []string {
	if l.c.Link == nil {
		return nil
	}
	return func() []string {
		r, ok := l.Table.Current()
		if !ok {
			return nil
		}
		return []string{l.c.Link(r)}
	}
}

// copy copies ids, the cell under the cursor, or rows as JSON.
func (l *listKeys[R]) copy(msg tea.KeyMsg) tea.Cmd {
	if key.Matches(msg, l.stack.Keys.CopyCell) {
		if cell, ok := l.Table.CurrentCell(); ok {
			return l.stack.Output.CopyShort(cell)
		}
		return nil
	}
	return l.list().WithSelected(func(rows []R) tea.Cmd {
		return l.copyRows(rows, key.Matches(msg, l.stack.Keys.CopyJSON))
	})
}

// copyRows copies the ids of rows, or the rows as JSON.
func (l *listKeys[R]) copyRows(rows []R, asJSON bool) tea.Cmd {
	w := l.ctx.Words
	out := l.stack.Output
	var ids []string
	var records []any
	for _, r := range rows {
		if l.c.IDs == nil {
			ids = append(ids, l.c.ID(r))
		} else {
			ids = append(ids, l.c.IDs(r)...)
		}
		records = append(records, l.c.JSON(r))
	}
	what := l.ofFilters(w.N(l.c.Name+".copied_json", len(rows)))
	one := len(rows) == 1
	if len(rows) == 0 {
		return l.list().NoRow()
	}
	if asJSON && one {
		return out.CopyJSON(what, records[0])
	}
	if asJSON {
		return out.CopyJSON(what, records)
	}
	if len(ids) == 1 {
		return out.CopyShort(ids[0])
	}
	return out.CopyText(
		l.ofFilters(w.N(l.c.Name+".copied_ids", len(ids))),
		strings.Join(ids, "\n"),
	)
}

// showRaw shows the row under the cursor as JSON.
func (l *listKeys[R]) showRaw() tea.Cmd {
	r, ok := l.Table.Current()
	if !ok {
		return l.list().NoRow()
	}
	title := l.c.ID(r)
	if l.c.Title != nil {
		title = l.c.Title(r)
	}
	return l.stack.ShowJSON(title, l.c.JSON(r))
}

// ofFilters adds the filters that the selected rows match to what is done with these.
func (l *listKeys[R]) ofFilters(what string) string {
	var filters []string
	if l.c.Chips != nil {
		for _, chip := range l.c.Chips() {
			filters = append(filters, cmp.Or(chip.Value, chip.Text))
		}
	}
	query := text.Line(l.Query.Value())
	if query != "" {
		filters = append(filters, query)
	}
	w := l.ctx.Words
	if len(filters) > 0 &&
		l.Table.SelectedCount() == l.Table.SelectedShownCount() {
		return w.T(
			"notice.what_of",
			"What", what,
			"Filters", w.List(filters),
		)
	}
	return what
}

// Export offers to write the selected rows or, without a selection, the rows shown into a
// file.
func (l *List[R]) Export() tea.Cmd {
	var instead tea.Cmd
	cmd := l.WithExported(func(rows []R) {
		if len(rows) == 0 { // not loaded yet, folded away, or nothing matches
			instead = l.NoRow()
			return
		}
		file := cmp.Or(l.c.File, strings.ReplaceAll(l.c.Name, ".", "-"))
		l.stack.PickExport(
			l.ctx.Words.N(l.c.Name+".choose_export", len(rows)),
			file,
			plain.Of(l.c.Resource, rows),
		)
	})
	return tea.Batch(cmd, instead)
}

// WithExported calls then with the rows that an export writes.
func (l *List[R]) WithExported(then func([]R)) tea.Cmd {
	if l.Table.SelectedCount() == 0 {
		then(slices.Collect(l.Table.Rows()))
		return nil
	}
	return l.WithSelected(func(rows []R) tea.Cmd {
		then(rows)
		return nil
	})
}

// PickExport offers the formats in which rows can be written into a file.
func (s *Stack) PickExport(title, file string, sheet *plain.Sheet) {
	var items []picker.Item
	for _, f := range []plain.Format{plain.CSV, plain.Markdown, plain.JSON} {
		items = append(items, picker.Item{ID: string(f), Label: f.Title()})
	}
	s.PickOne(title, items, func(id string) tea.Cmd {
		return s.Output.ExportSheet(file, plain.Format(id), sheet)
	})
}
