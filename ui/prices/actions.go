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

// chooseExport offers what can be made of the view: a copy to paste, the
// command that gives the same answer, a file.
func (m *Model) chooseExport() {
	w := m.ctx.Words
	shown, _ := m.table().Counts()
	items := []picker.Item{
		{ID: "markdown", Label: w.T("prices.export.markdown")},
		{ID: "tsv", Label: w.T("prices.export.tsv")},
		{ID: "command", Label: w.T("prices.export.command"), Note: m.command()},
		{ID: "csv", Label: w.T("prices.export.csv")},
		{ID: "json", Label: w.T("prices.export.json")},
	}
	m.Choice.One(w.N("prices.choose_export", shown), items, func(id string) tea.Cmd {
		rows := slices.Collect(m.table().Rows())
		switch f := plain.Format(id); f {
		case plain.Markdown, plain.TSV:
			return m.copyRows(f, rows)
		case plain.CSV, plain.JSON:
			return m.ctx.Export("prices", f.Extension(), m.writer(f, rows))
		}
		return m.ctx.CopyText(w.T("prices.export.command"), m.command())
	})
}

// copyRows puts rows on the clipboard.
func (m *Model) copyRows(f plain.Format, rows []*row) tea.Cmd {
	return m.ctx.CopyMade(m.ctx.Words.N("prices.copied_rows", len(rows)), m.writer(f, rows))
}

// writer writes rows as a sheet of their view.
func (m *Model) writer(f plain.Format, rows []*row) func(context.Context) ([]byte, error) {
	dash := m.ctx.Theme.Glyphs.Dash
	switch m.view {
	case answers:
		sheet := answerSheet(m.ctx, m.question, rows)
		return func(ctx context.Context) ([]byte, error) { return sheet.Bytes(ctx, f, dash) }
	case checks:
		sheet := checkSheet(m.ctx, rows)
		return func(ctx context.Context) ([]byte, error) { return sheet.Bytes(ctx, f, dash) }
	}
	var prices []*quote.Row
	for _, r := range rows {
		if !r.under { // those below a model are the model's already
			prices = append(prices, r.prices...)
		}
	}
	sheet := Sheet(m.ctx.Words, prices)
	return func(ctx context.Context) ([]byte, error) { return sheet.Bytes(ctx, f, dash) }
}

// copy puts a line, a cell or JSON of the row under the cursor on the clipboard.
// The JSON of a model is as the service sent it.
func (m *Model) copy(msg tea.KeyMsg) tea.Cmd {
	r, ok := m.table().Current()
	if !ok {
		return nil
	}
	w := m.ctx.Words
	title := text.Cut(clean(modelTitle(r.model)), 40)
	switch {
	case key.Matches(msg, m.keys.CopyCell):
		return m.ctx.CopyCell(m.table())
	case key.Matches(msg, m.keys.CopyJSON):
		var value any = r.model
		if p := r.price(); p != nil {
			value = NewRecord(p)
		}
		return m.ctx.CopyJSON(w.T("prices.copied_json", "Name", title), value)
	}
	content, err := m.writer(plain.TSV, []*row{r})(m.ctx.Base)
	if err != nil {
		return pane.Notify(pane.Failure, w.T("notice.copy_failed", "Reason", clean(err.Error())))
	}
	_, line, _ := bytes.Cut(content, []byte("\n")) // without the header
	return m.ctx.CopyText(title, string(bytes.TrimRight(line, "\n")))
}
