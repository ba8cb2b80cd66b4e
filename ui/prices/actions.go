package prices

import (
	"bytes"
	"slices"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/ui/pane"
	"channeldeck/ui/plain"
	"channeldeck/ui/prices/quote"
	"channeldeck/ui/text"
	"channeldeck/ui/widget/picker"

	"github.com/go-json-experiment/json"
)

// choose opens a picker; then gets what was chosen.
func (m *Model) choose(title string, items []picker.Item, multi bool, then func(ids []string) tea.Cmd) {
	m.choice = m.ctx.Picker(m.keys.Keys, title, items, multi)
	m.chosen = then
	m.mode = choosing
}

func (m *Model) onChoiceKey(msg tea.KeyMsg) tea.Cmd {
	result, cmd := m.choice.Update(msg)
	switch result {
	case picker.Confirmed:
		m.mode = browsing
		if ids := m.choice.Chosen(); len(ids) > 0 {
			return tea.Batch(cmd, m.chosen(ids))
		}
	case picker.Cancelled:
		m.mode = browsing
	}
	return cmd
}

func (m *Model) chooseColumns() {
	m.choose(m.ctx.Words.T("columns.choose"), pane.ColumnItems(m.table()), true, func(ids []string) tea.Cmd {
		m.chose[m.view] = true
		m.table().Choose(ids)
		return nil
	})
}

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
	m.choose(w.N("prices.choose_export", shown), items, false, func(ids []string) tea.Cmd {
		switch ids[0] {
		case "markdown":
			return m.export(plain.Markdown, "")
		case "tsv":
			return m.export(plain.TSV, "")
		case "csv":
			return m.export(plain.CSV, "csv")
		case "json":
			return m.export(plain.JSON, "json")
		}
		return m.ctx.CopyText(w.T("prices.export.command"), m.command())
	})
}

// export writes what the table shows: onto the clipboard, or with an extension
// into a new file, off the update loop.
func (m *Model) export(f plain.Format, extension string) tea.Cmd {
	c, w := m.ctx, m.ctx.Words
	rows := slices.Collect(m.table().Rows())
	name := "prices-" + c.Now().Format("20060102-150405") + "." + extension
	write := m.writer(f, rows)
	return func() tea.Msg {
		content, err := write()
		switch {
		case err != nil && extension == "":
			return pane.Notice{Level: pane.Failure, Text: w.T("notice.copy_failed", "Reason", clean(err.Error()))}
		case err != nil:
			return pane.Notice{Level: pane.Failure, Text: w.T("notice.save_failed", "Reason", clean(err.Error()))}
		case extension == "":
			return c.CopyText(w.N("prices.copied_rows", len(rows)), string(content))()
		}
		return c.SaveFile(name, content)()
	}
}

// writer writes the rows as a sheet of their view.
func (m *Model) writer(f plain.Format, rows []*row) func() ([]byte, error) {
	screen := plain.Screen{Dash: m.ctx.Theme.Glyphs.Dash}
	var b bytes.Buffer
	switch m.view {
	case answers:
		sheet := answerSheet(m.ctx, m.question, rows)
		return func() ([]byte, error) { err := sheet.Write(m.ctx.Base, &b, f, screen); return b.Bytes(), err }
	case checks:
		sheet := checkSheet(m.ctx, rows)
		return func() ([]byte, error) { err := sheet.Write(m.ctx.Base, &b, f, screen); return b.Bytes(), err }
	}
	var prices []*quote.Row
	for _, r := range rows {
		if !r.under { // those below a model are the model's already
			prices = append(prices, r.prices...)
		}
	}
	sheet := Sheet(m.ctx.Words, prices)
	return func() ([]byte, error) { err := sheet.Write(m.ctx.Base, &b, f, screen); return b.Bytes(), err }
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
		_, cell, _ := m.table().CurrentCell()
		return m.ctx.CopyText(text.Cut(clean(cell), 40), cell)
	case key.Matches(msg, m.keys.CopyJSON):
		var value any = r.model
		if p := r.price(); p != nil {
			value = NewRecord(p)
		}
		content, err := json.Marshal(value)
		if err != nil {
			return pane.Notify(pane.Failure, w.T("notice.copy_failed", "Reason", clean(err.Error())))
		}
		return m.ctx.CopyText(w.T("prices.copied_json", "Name", title), string(content))
	}
	content, err := m.writer(plain.TSV, []*row{r})()
	if err != nil {
		return pane.Notify(pane.Failure, w.T("notice.copy_failed", "Reason", clean(err.Error())))
	}
	_, line, _ := bytes.Cut(content, []byte("\n")) // without the header
	return m.ctx.CopyText(title, string(bytes.TrimRight(line, "\n")))
}
