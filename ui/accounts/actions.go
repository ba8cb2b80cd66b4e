package accounts

import (
	"slices"
	"strings"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/ui/pane"
	"channeldeck/ui/plain"
	"channeldeck/ui/text"
	"channeldeck/ui/widget/picker"
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
		m.browse()
		return tea.Batch(cmd, m.chosen(m.choice.Chosen()))
	case picker.Cancelled:
		m.browse()
	}
	return cmd
}

func (m *Model) choosePlatforms() {
	w := m.ctx.Words
	names := map[string]string{}
	for _, p := range m.platforms.Value {
		names[p.Platform] = p.Name(w.Lang().Tag())
	}
	counts := map[string]platformCount{}
	for _, p := range m.shown.platforms {
		counts[p.name] = p
	}
	var items []picker.Item
	for _, id := range m.platformIDs() {
		label := id
		if name := names[id]; name != "" && name != id {
			label = id + "  " + name
		}
		note := w.N("accounts.total", counts[id].count)
		if n := counts[id].abnormal; n > 0 {
			note += ", " + w.T("accounts.n_abnormal", "N", w.Int(n))
		}
		if len(m.platforms.Value) > 0 && names[id] == "" {
			note += ", " + w.T("accounts.unlisted")
		}
		items = append(items, picker.Item{ID: id, Label: label, Note: note, Chosen: slices.Contains(m.filter.platforms, id)})
	}
	m.choose(w.T("accounts.choose_platforms"), items, true, func(ids []string) tea.Cmd {
		m.filter.platforms = ids
		return m.refilter()
	})
}

func (m *Model) chooseColumns() {
	m.choose(m.ctx.Words.T("columns.choose"), pane.ColumnItems(m.table), true, func(ids []string) tea.Cmd {
		if len(ids) > 0 {
			m.ownColumns = true
			m.table.Choose(ids)
		}
		return nil
	})
}

func (m *Model) chooseExport() {
	items := []picker.Item{{ID: "csv", Label: "CSV"}, {ID: "json", Label: "JSON"}}
	shown, _ := m.table.Counts()
	m.choose(m.ctx.Words.N("accounts.choose_export", shown), items, false, func(ids []string) tea.Cmd {
		rows := slices.Collect(m.table.Rows())
		return m.export(ids[0], rows)
	})
}

// export writes the rows shown into a new file, off the update loop.
func (m *Model) export(format string, rows []row) tea.Cmd {
	c := m.ctx
	name := "accounts-" + c.Now().Format("20060102-150405") + "." + format
	return func() tea.Msg {
		content, err := encode(c.Base, plain.Format(format), rows, false)
		if err != nil {
			return pane.Notice{Level: pane.Failure, Text: c.Words.T("notice.save_failed", "Reason", text.Clean(err.Error()))}
		}
		return c.SaveFile(name, content)()
	}
}

// copy puts the id, the cell or the row as JSON on the clipboard: of the row
// under the cursor, for JSON and ids of all that are selected.
func (m *Model) copy(msg tea.KeyMsg) tea.Cmd {
	rows := slices.Collect(m.table.Selected())
	if len(rows) == 0 {
		a, ok := m.table.Current()
		if !ok {
			return nil
		}
		rows = []row{a}
	}
	w := m.ctx.Words
	switch {
	case key.Matches(msg, m.keys.CopyCell):
		if _, cell, ok := m.table.CurrentCell(); ok {
			return m.ctx.CopyText(text.Cut(text.Clean(cell), 40), cell)
		}
		return nil
	case key.Matches(msg, m.keys.CopyJSON):
		content, err := encode(m.ctx.Base, plain.JSON, rows, len(rows) == 1)
		if err != nil {
			return pane.Notify(pane.Failure, w.T("notice.copy_failed", "Reason", text.Clean(err.Error())))
		}
		return m.ctx.CopyText(w.N("accounts.copied_json", len(rows)), string(content))
	}
	ids := make([]string, len(rows))
	for i, a := range rows {
		ids[i] = a.ID
	}
	what := text.Cut(text.Clean(ids[0]), 40)
	if len(ids) > 1 {
		what = w.N("accounts.copied_ids", len(ids))
	}
	return m.ctx.CopyText(what, strings.Join(ids, "\n"))
}

func (m *Model) onMouse(msg tea.MouseMsg) tea.Cmd {
	if m.mode != browsing || !m.list.Have() {
		return nil
	}
	above := 1
	if m.hasFilterLine() {
		above++
	}
	if m.hasAlertLine() {
		above++
	}
	msg.Y -= above
	return m.table.Mouse(msg)
}
