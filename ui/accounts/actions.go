package accounts

import (
	"context"
	"slices"
	"strings"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/ui/plain"
	"channeldeck/ui/widget/picker"
)

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
	m.Choice.Several(w.T("accounts.choose_platforms"), items, func(ids []string) tea.Cmd {
		m.filter.platforms = ids
		return m.refilter()
	})
}

func (m *Model) chooseExport() {
	shown, _ := m.table.Counts()
	m.Choice.Format(m.ctx.Words.N("accounts.choose_export", shown), func(f plain.Format) tea.Cmd {
		return m.ctx.ExportSheet("accounts", f, Sheet(slices.Collect(m.table.Rows())))
	}, plain.CSV, plain.Markdown, plain.JSON)
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
		return m.ctx.CopyCell(m.table)
	case key.Matches(msg, m.keys.CopyJSON):
		return m.ctx.CopyMade(w.N("accounts.copied_json", len(rows)), func(ctx context.Context) ([]byte, error) {
			sheet := Sheet(rows)
			sheet.Single = len(rows) == 1
			return sheet.Bytes(ctx, plain.JSON, "")
		})
	}
	ids := make([]string, len(rows))
	for i, a := range rows {
		ids[i] = a.ID
	}
	if len(ids) == 1 {
		return m.ctx.CopyShort(ids[0])
	}
	return m.ctx.CopyText(w.N("accounts.copied_ids", len(ids)), strings.Join(ids, "\n"))
}

func (m *Model) onMouse(msg tea.MouseMsg) tea.Cmd {
	switch m.mode {
	case browsing:
		msg.Y -= len(m.above())
		return m.table.Mouse(msg)
	case showingDetail:
		m.detail.Update(msg)
	}
	return nil
}
