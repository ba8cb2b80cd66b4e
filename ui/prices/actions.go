package prices

import (
	"bytes"
	"context"
	"slices"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/ui/pane"
	"channeldeck/ui/plain"
	"channeldeck/ui/prices/quote"
	"channeldeck/ui/text"
	"channeldeck/ui/widget/picker"
)

// export is what is exported: so many rows of the list or of a page.
type export struct {
	title string
	name  string // of a file, before the time
	rows  int
	sheet func() pane.Sheet

	command commandLine // that prints the same, nil for none
	without []string    // what it leaves out
}

// listExport is the rows of the table.
func (m *Model) listExport() export {
	rows := slices.Collect(m.table().Rows())
	line, without := m.command()
	return export{
		title: m.ctx.Words.N("prices.choose_export", len(rows)), name: Name, rows: len(rows),
		sheet: func() pane.Sheet { return m.sheet(rows) }, command: line, without: without,
	}
}

// pageExport is the prices of the models of the page, or what changed.
func (m *Model) pageExport() export {
	w := m.ctx.Words
	if changes := m.list.Value.changes; m.page.news {
		return export{
			title: w.N("prices.choose_export_changes", len(changes)), name: "price-changes", rows: len(changes),
			sheet: func() pane.Sheet { return changeSheet(w, changes) },
		}
	}
	var prices []*quote.Row
	for _, place := range m.page.places {
		_, rows := m.list.Value.catalog.Model(place)
		prices = append(prices, rows...)
	}
	e := export{title: w.N("prices.choose_export", len(prices)), name: Name, rows: len(prices), sheet: func() pane.Sheet { return Sheet(w, prices) }}
	if models := m.pageModels(); len(models) == 1 {
		e.command = m.commandLine()
		e.command.add("model", models[0].Name)
	}
	return e
}

// chooseExport offers what can be made of what is shown: a copy to paste, the
// command that prints it, a file.
func (m *Model) chooseExport(e export) {
	w := m.ctx.Words
	items := []picker.Item{
		{ID: "markdown", Label: w.T("prices.export.markdown")},
		{ID: "tsv", Label: w.T("prices.export.tsv")},
	}
	command := w.T("prices.export.command")
	if len(e.without) > 0 {
		command = w.T("prices.export.command_without", "What", m.joined(e.without))
	}
	if e.command != nil {
		items = append(items, picker.Item{ID: "command", Label: command, Note: e.command.String()})
	}
	items = append(items, picker.Item{ID: "csv", Label: w.T("prices.export.csv")}, picker.Item{ID: "json", Label: w.T("prices.export.json")})
	m.Choice.One(e.title, items, func(id string) tea.Cmd {
		switch f := plain.Format(id); f {
		case plain.Markdown, plain.TSV:
			s, dash := e.sheet(), m.ctx.Theme.Glyphs.Dash
			return m.ctx.CopyMade(w.N("prices.copied_rows", e.rows), func(ctx context.Context) ([]byte, error) { return s.Bytes(ctx, f, dash) })
		case plain.CSV, plain.JSON:
			return m.ctx.ExportSheet(e.name, f, e.sheet())
		}
		return m.ctx.CopyText(command, e.command.String())
	})
}

// sheet is rows as a sheet of their view.
func (m *Model) sheet(rows []*row) pane.Sheet {
	switch m.view {
	case answers:
		return answerSheet(m.ctx, m.question, rows)
	case checks:
		return checkSheet(m.ctx, rows)
	}
	var prices []*quote.Row
	for _, r := range once(rows) {
		prices = append(prices, r.prices...)
	}
	return Sheet(m.ctx.Words, prices)
}

// once leaves out the prices below a model that is among the rows: they are the
// model's already.
func once(rows []*row) []*row {
	heads := map[int]bool{}
	for _, r := range rows {
		heads[r.place] = heads[r.place] || r.head
	}
	return slices.DeleteFunc(slices.Clone(rows), func(r *row) bool { return r.under && heads[r.place] })
}

// copy puts the cell under the cursor, or lines or JSON of all rows that are
// selected, else of the row under the cursor, on the clipboard. The JSON of a
// model is as the service sent it.
func (m *Model) copy(msg tea.KeyMsg) tea.Cmd {
	if key.Matches(msg, m.keys.CopyCell) {
		return m.ctx.CopyCell(m.table())
	}
	rows := once(slices.Collect(m.table().Selected()))
	if len(rows) == 0 {
		r, ok := m.table().Current()
		if !ok {
			return nil
		}
		rows = []*row{r}
	}
	w := m.ctx.Words
	what := w.N("prices.copied_rows", len(rows))
	if len(rows) == 1 {
		what = text.Cut(clean(modelTitle(rows[0].model)), 40)
	}
	if key.Matches(msg, m.keys.CopyJSON) {
		return m.ctx.CopyJSON(w.T("prices.copied_json", "Name", what), values(rows))
	}
	s, dash := m.sheet(rows), m.ctx.Theme.Glyphs.Dash
	return m.ctx.CopyMade(what, func(ctx context.Context) ([]byte, error) {
		content, err := s.Bytes(ctx, plain.TSV, dash)
		_, lines, _ := bytes.Cut(content, []byte("\n")) // without the header
		return bytes.TrimRight(lines, "\n"), err
	})
}

// values are what stands for rows as JSON: a price, or the model; of several
// rows a list.
func values(rows []*row) any {
	var list []any
	for _, r := range rows {
		var value any = r.model
		if p := r.price(); p != nil {
			value = NewRecord(p)
		}
		list = append(list, value)
	}
	if len(list) == 1 {
		return list[0]
	}
	return list
}
