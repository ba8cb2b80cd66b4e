package works

import (
	"slices"
	"strconv"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api"
	"channeldeck/theme"
	"channeldeck/ui/text"
	"channeldeck/ui/widget/picker"
	"channeldeck/ui/widget/table"
	"channeldeck/ui/works/metrics"
)

// snapshotRow is a snapshot in the table, with the one before it where there is
// one. Both are of a slice that the history replaces and never changes: long
// tables are sorted while Update goes on.
type snapshotRow struct {
	entry, before *metrics.Entry
	index         int // in Entries
}

// metricColumn begins the ids of columns of metrics, whose names are the
// service's and could be those of other columns.
const metricColumn = "metrics."

// maxColumns is how many metrics have columns.
const maxColumns = 60

func entryKey(number int) string { return strconv.Itoa(number) }

func snapshotRows(w *work) []snapshotRow {
	entries := w.history.Entries()
	rows := make([]snapshotRow, len(entries))
	for i := range entries {
		rows[i].entry, rows[i].index = &entries[i], i
		if j, ok := w.history.Before(i); ok {
			rows[i].before = &entries[j]
		}
	}
	return rows
}

// newSnapshotTable makes the table with two columns for each metric: its value,
// and its change since the snapshot before.
func (m *Model) newSnapshotTable(names []string) *table.Table[snapshotRow] {
	w, g := m.ctx.Words, m.ctx.Theme.Glyphs
	columns := []table.Column[snapshotRow]{
		{ID: "fetchedAt", Title: w.T("works.column.fetched"), Max: 19, Priority: 110, Pinned: true,
			Cell: func(r snapshotRow) table.Cell {
				if r.entry.Time == metrics.Untimed {
					return table.Cell{Text: r.entry.Snapshot.FetchedAt.Or(""), Tone: theme.Warn}
				}
				return table.Cell{Text: moment(r.entry.At)}
			},
			Order: table.By(func(r snapshotRow) (int64, bool) { return r.entry.At.Unix(), r.entry.Time != metrics.Untimed })},
		{ID: "call", Title: w.T("works.column.call"), Right: true, Max: 6, Priority: 40,
			Cell:  func(r snapshotRow) table.Cell { return table.Cell{Text: w.Int(r.entry.First)} },
			Exact: func(r snapshotRow) string { return strconv.Itoa(r.entry.First) },
			Order: table.By(func(r snapshotRow) (int, bool) { return r.entry.First, true })},
	}
	for i, name := range names[:min(len(names), maxColumns)] {
		columns = append(columns, m.valueColumn(name, 100-2*i, i >= 6), m.changeColumn(name, 99-2*i, i >= 3))
	}
	optional := func(id, title string, of func(*api.Snapshot) string) table.Column[snapshotRow] {
		return table.Column[snapshotRow]{
			ID: id, Title: title, Min: 8, Max: 24, Priority: 20, CutMiddle: true, Hidden: true,
			Cell:  func(r snapshotRow) table.Cell { return table.Cell{Text: of(&r.entry.Snapshot), Tone: theme.Muted} },
			Order: table.By(func(r snapshotRow) (string, bool) { v := of(&r.entry.Snapshot); return v, v != "" }),
		}
	}
	columns = append(columns,
		table.Column[snapshotRow]{ID: "pending", Title: w.T("works.column.pending"), Max: 10, Priority: 30, Cell: func(r snapshotRow) table.Cell {
			if r.entry.Snapshot.Pending().Or(false) {
				return table.Cell{Text: g.Pending + " " + w.T("works.pending_yes"), Tone: theme.Warn}
			}
			return table.Cell{Text: " "}
		}},
		optional("snapshotAt", "snapshotAt", func(s *api.Snapshot) string { return s.SnapshotAt.Or("") }),
		optional("id", "id", func(s *api.Snapshot) string { return s.ID }),
	)
	return table.New(table.Config[snapshotRow]{
		Theme: m.ctx.Theme, Keys: m.keys.Unmarked(), Context: m.ctx.Base, Columns: columns, Sort: "fetchedAt", Desc: true,
		Key: func(r snapshotRow) string { return entryKey(r.entry.Number) },
	})
}

func (m *Model) valueColumn(name string, priority int, hidden bool) table.Column[snapshotRow] {
	value := func(r snapshotRow) api.Number { v, _ := metrics.Value(r.entry.Snapshot, name); return v }
	return table.Column[snapshotRow]{
		ID: metricColumn + name, Title: m.metricName(name), Right: true, Max: 26, Priority: priority, Hidden: hidden,
		Cell:  func(r snapshotRow) table.Cell { return table.Cell{Text: m.exact(value(r))} },
		Exact: func(r snapshotRow) string { return value(r).String() },
		Order: table.ByFunc(func(r snapshotRow) (api.Number, bool) { v := value(r); return v, v.IsSet() }, api.Number.Cmp),
	}
}

func (m *Model) changeColumn(name string, priority int, hidden bool) table.Column[snapshotRow] {
	change := func(r snapshotRow) metrics.Delta {
		if r.before == nil {
			return metrics.Delta{Why: metrics.NoEarlier}
		}
		return metrics.Since(r.before, r.entry, name).Absolute
	}
	return table.Column[snapshotRow]{
		ID: metricColumn + name + ".change", Title: m.ctx.Words.T("works.column.change_of", "Metric", m.metricName(name)), Right: true, Max: 26,
		Priority: priority, Hidden: hidden,
		Cell:  func(r snapshotRow) table.Cell { return m.changeCell(change(r)) },
		Exact: func(r snapshotRow) string { return change(r).Value.String() },
		Order: table.ByFunc(func(r snapshotRow) (api.Number, bool) { d := change(r); return d.Value, d.OK() }, api.Number.Cmp),
	}
}

// fillSnapshots shows the snapshots of a work; where it has other metrics than
// the table has columns, in a new table.
func (m *Model) fillSnapshots(w *work) tea.Cmd {
	if !slices.Equal(w.names, m.columns) {
		m.columns, m.snapshots = w.names, m.newSnapshotTable(w.names)
		m.snapshots.SetSize(m.Width, m.bodyHeight())
	}
	cmd := m.snapshots.SetRows(snapshotRows(w))
	m.followSelected()
	return cmd
}

func (m *Model) onSnapshotsKey(msg tea.KeyMsg) tea.Cmd {
	k := &m.keys
	switch {
	case key.Matches(msg, k.Columns):
		m.Choice.Columns(m.snapshots, m.arrange)
		return nil
	}
	cmd := m.snapshots.Update(msg)
	m.followTable()
	return cmd
}

// followTable looks at the snapshot under the table's cursor.
func (m *Model) followTable() {
	w := m.current
	if r, ok := m.snapshots.Current(); ok && r.index != w.selected() && r.index < len(w.history.Entries()) {
		w.lookAt(r.index)
		m.fillSelected()
	}
}

// name of a work in a list: its title, platform and id.
func (m *Model) workItem(w *work) picker.Item {
	note := text.Clean(w.query.Platform) + " " + m.ctx.Theme.Glyphs.Between + " " + m.ctx.Words.N("works.n_snapshots", len(w.history.Entries()))
	return picker.Item{ID: workKey(w), Label: w.title() + "  " + text.Clean(w.query.WorkID), Note: note, Chosen: w == m.current}
}

func workKey(w *work) string { return w.query.Platform + "/" + w.query.WorkID }

// chooseWork offers the works of this run but one.
func (m *Model) chooseWork(title string, but *work, then func(*work) tea.Cmd) {
	var items []picker.Item
	for _, w := range slices.Backward(m.works) {
		if w != but {
			items = append(items, m.workItem(w))
		}
	}
	m.Choice.One(title, items, func(id string) tea.Cmd {
		for _, w := range m.works {
			if workKey(w) == id {
				return then(w)
			}
		}
		return nil
	})
}
