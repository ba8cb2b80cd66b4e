package works

import (
	"context"
	"slices"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api"
	"channeldeck/ui/pane"
	"channeldeck/ui/plain"
	"channeldeck/ui/text"
	"channeldeck/ui/widget/picker"
	"channeldeck/ui/works/metrics"
)

// copy puts on the clipboard what the key and the view say: a cell of a table,
// the snapshot or the answer as JSON, the work's address, or what is chosen.
func (m *Model) copy(msg tea.KeyMsg) tea.Cmd {
	k := &m.keys
	switch {
	case key.Matches(msg, k.Link):
		return m.copyLink()
	case key.Matches(msg, k.CopyJSON):
		return m.copyJSON()
	case key.Matches(msg, k.CopyCell), m.view == metricsView || m.view == compareView:
		return m.copyCell()
	case m.view == snapshotsView:
		if r, ok := m.snapshots.Current(); ok && r.entry.Snapshot.ID != "" {
			return m.ctx.CopyShort(r.entry.Snapshot.ID)
		}
		return nil
	}
	m.chooseCopy()
	return nil
}

// copyCell copies what is under the cursor of the table in view.
func (m *Model) copyCell() tea.Cmd {
	switch m.view {
	case metricsView:
		return m.ctx.CopyCell(m.metrics)
	case snapshotsView:
		return m.ctx.CopyCell(m.snapshots)
	case compareView:
		return m.ctx.CopyCell(m.moments)
	}
	return nil
}

func (m *Model) copyLink() tea.Cmd {
	w, ok := m.current.history.Work()
	if !ok || w.URL.Or("") == "" {
		return pane.Notify(pane.Info, m.ctx.Words.T("works.no_link"))
	}
	return m.ctx.CopyText(text.Cut(text.Clean(w.URL.Or("")), 60), w.URL.Or(""))
}

// copyJSON copies the snapshot that is looked at; from the facts, the answer.
func (m *Model) copyJSON() tea.Cmd {
	w := m.current
	var v any = w.load.Value
	what := m.ctx.Words.T("works.copied_answer")
	if i := w.selected(); m.view != factsView && i >= 0 {
		v, what = w.history.Entries()[i].Snapshot, m.ctx.Words.T("works.copied_snapshot")
	}
	return m.ctx.CopyJSON(what, v)
}

// chooseCopy offers the texts of a work.
func (m *Model) chooseCopy() {
	w, _ := m.current.history.Work()
	var items []picker.Item
	values := map[string]string{}
	for _, f := range []struct {
		name  string
		value api.Opt[string]
	}{
		{"id", api.Some(m.current.query.WorkID)}, {"url", w.URL}, {"coverUrl", w.CoverURL}, {"title", w.Title}, {"description", w.Description},
	} {
		if v := f.value.Or(""); v != "" {
			values[f.name] = v
			items = append(items, picker.Item{ID: f.name, Label: f.name, Note: text.Cut(text.Clean(v), 60)})
		}
	}
	m.Choice.One(m.ctx.Words.T("works.choose_copy"), items, func(name string) tea.Cmd {
		return m.ctx.CopyText(name, values[name])
	})
}

// Sheet is snapshots for files and pipes: JSON is each snapshot as the service
// sent it, the other formats have a column for each field of 2.5 and each metric.
func Sheet(rows []*api.Snapshot) *plain.Sheet[*api.Snapshot] {
	column := func(name string, of func(*api.Snapshot) string) plain.Column[*api.Snapshot] {
		return plain.Column[*api.Snapshot]{Name: name, Value: func(s **api.Snapshot) string { return of(*s) }}
	}
	columns := []plain.Column[*api.Snapshot]{
		column("fetchedAt", func(s *api.Snapshot) string { return s.FetchedAt.Or("") }),
		column("snapshotAt", func(s *api.Snapshot) string { return s.SnapshotAt.Or("") }),
	}
	entries := make([]metrics.Entry, len(rows))
	for i, s := range rows {
		entries[i].Snapshot = *s
	}
	for _, name := range metrics.Names(entries) {
		c := column(name, func(s *api.Snapshot) string { v, _ := metrics.Value(*s, name); return v.String() })
		c.Right = true
		columns = append(columns, c)
	}
	columns = append(columns,
		column("pending", func(s *api.Snapshot) string {
			if v, ok := s.Pending().Get(); ok {
				return map[bool]string{true: "true", false: "false"}[v]
			}
			return ""
		}),
		column("platformWorkId", func(s *api.Snapshot) string { return s.PlatformWorkID.Or("") }),
		column("id", func(s *api.Snapshot) string { return s.ID }),
	)
	return &plain.Sheet[*api.Snapshot]{Columns: columns, Rows: rows}
}

func (m *Model) chooseExport() {
	rows := slices.Collect(m.snapshots.Rows())
	m.Choice.Format(m.ctx.Words.N("works.choose_export", len(rows)), func(f plain.Format) tea.Cmd {
		return m.ctx.ExportSheet("work", f, export(rows))
	}, plain.CSV, plain.Markdown, plain.JSON)
}

// export is snapshots for files. Their sheet is made when the file is.
type export []snapshotRow

// Bytes writes them in a format, with dash for what is missing.
func (rows export) Bytes(ctx context.Context, f plain.Format, dash string) ([]byte, error) {
	list := make([]*api.Snapshot, len(rows))
	for i, r := range rows {
		list[i] = &r.entry.Snapshot
	}
	return Sheet(list).Bytes(ctx, f, dash)
}
