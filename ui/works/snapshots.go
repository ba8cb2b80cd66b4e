package works

import (
	"slices"
	"strconv"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api"
	"channeldeck/theme"
	"channeldeck/ui/pane"
	"channeldeck/ui/text"
	"channeldeck/ui/widget/facts"
	"channeldeck/ui/widget/table"
	"channeldeck/ui/works/metrics"
)

// snapshotRow is a snapshot, with the previous one where there is one. Both point
// into a slice that the history replaces and never changes, so that a long table
// can be sorted outside Update.
type snapshotRow struct {
	entry, before *metrics.Entry
	index         int // in Entries
}

// maxColumns is the number of metrics that have columns.
const maxColumns = 60

// entryKey identifies a snapshot in the table.
func entryKey(number int) string { return strconv.Itoa(number) }

// snapshotResource has two columns for each metric: its value, and its change
// since the previous snapshot. Their ids are the names of the metrics, after
// "metrics." where another column has that id.
func (m *Model) snapshotResource(names []string) *pane.Resource[snapshotRow] {
	w, g := m.Words, m.Theme.Glyphs
	sent := func(id string, of func(*api.Snapshot) string) pane.Column[snapshotRow] {
		return pane.Column[snapshotRow]{Column: table.Column[snapshotRow]{
			ID: id, Min: 8, Max: 24, Priority: 20, CutMiddle: true, Hidden: true,
			Cell:  func(r snapshotRow) table.Cell { return table.Cell{Text: of(&r.entry.Snapshot), Tone: theme.Muted} },
			Order: table.By(func(r snapshotRow) (string, bool) { v := of(&r.entry.Snapshot); return v, v != "" }),
		}}
	}
	columns := []pane.Column[snapshotRow]{
		{
			Value: func(r snapshotRow) string { return r.entry.Snapshot.FetchedAt.Or("") },
			Column: table.Column[snapshotRow]{
				ID: "fetchedAt", Max: 19, Priority: 110, Pinned: true, Search: m.fetched,
				Cell: func(r snapshotRow) table.Cell {
					if r.entry.Time == metrics.Untimed {
						return table.Cell{Text: m.fetched(r), Tone: theme.Warn}
					}
					return table.Cell{Text: m.fetched(r)}
				},
				Order: table.By(func(r snapshotRow) (int64, bool) { return r.entry.At.Unix(), r.entry.Time != metrics.Untimed }),
			},
		},
		sent("snapshotAt", func(s *api.Snapshot) string { return s.SnapshotAt.Or("") }),
		{TableOnly: true, Column: table.Column[snapshotRow]{
			ID: "call", Right: true, Max: 6, Priority: 40,
			Cell:  func(r snapshotRow) table.Cell { return table.Cell{Text: w.Int(r.entry.First)} },
			Exact: func(r snapshotRow) string { return strconv.Itoa(r.entry.First) },
			Order: table.By(func(r snapshotRow) (int, bool) { return r.entry.First, true }),
		}},
	}
	last := []pane.Column[snapshotRow]{
		{
			Value: func(r snapshotRow) string {
				if v, ok := r.entry.Snapshot.Pending().Get(); ok {
					return strconv.FormatBool(v)
				}
				return ""
			},
			Column: table.Column[snapshotRow]{ID: "pending", Max: 10, Priority: 30, Cell: func(r snapshotRow) table.Cell {
				if r.entry.Snapshot.Pending().Or(false) {
					return table.Cell{Text: g.Pending + " " + w.T("works.pending_yes"), Tone: theme.Warn}
				}
				return table.Cell{Text: " "}
			}},
		},
		sent("platformWorkId", func(s *api.Snapshot) string { return s.PlatformWorkID.Or("") }),
		sent("id", func(s *api.Snapshot) string { return s.ID }),
		sent("coverUrl", func(s *api.Snapshot) string { w, _ := s.Work.Get(); return w.CoverURL.Or("") }),
		sent("extra", func(s *api.Snapshot) string { return string(s.Extra) }),
	}
	taken := map[string]bool{}
	for _, c := range slices.Concat(columns, last) {
		taken[c.ID] = true
	}
	for i, name := range names[:min(len(names), maxColumns)] {
		id := name
		if taken[id] {
			id = "metrics." + name
		}
		columns = append(columns, m.valueColumn(id, name, 100-2*i, i >= 6), m.changeColumn(id, name, 99-2*i, i >= 3))
	}
	return &pane.Resource[snapshotRow]{
		Name: "works.snapshots", Columns: append(columns, last...), Chosen: m.Columns[Name],
		ID:     func(r snapshotRow) string { return r.entry.Snapshot.ID },
		Key:    func(r snapshotRow) string { return entryKey(r.entry.Number) },
		Record: func(r snapshotRow) any { return r.entry.Snapshot },
	}
}

// fetched is the time of the numbers.
func (m *Model) fetched(r snapshotRow) string {
	if r.entry.Time == metrics.Untimed {
		return r.entry.Snapshot.FetchedAt.Or("")
	}
	return m.Time(r.entry.At)
}

func (m *Model) valueColumn(id, name string, priority int, hidden bool) pane.Column[snapshotRow] {
	reading := func(r snapshotRow) metrics.Reading { return metrics.Read(r.entry.Snapshot, name) }
	return pane.Column[snapshotRow]{Column: table.Column[snapshotRow]{
		ID: id, Title: m.metricName(name), Right: true, Max: 26, Priority: priority, Hidden: hidden,
		Cell:  func(r snapshotRow) table.Cell { return m.valueCell(reading(r)) },
		Exact: func(r snapshotRow) string { return reading(r).Received() },
		Order: table.ByFunc(func(r snapshotRow) (api.Number, bool) { v := reading(r).Value; return v, v.IsSet() }, api.Number.Cmp),
	}}
}

func (m *Model) changeColumn(id, name string, priority int, hidden bool) pane.Column[snapshotRow] {
	change := func(r snapshotRow) metrics.Figure[api.Number] {
		if r.before == nil {
			return metrics.Figure[api.Number]{Why: metrics.NoEarlier}
		}
		return metrics.Since(r.before, r.entry, name).Absolute
	}
	return pane.Column[snapshotRow]{TableOnly: true, Column: table.Column[snapshotRow]{
		ID: id + ".change", Title: m.Words.T("works.snapshots.change", "Metric", m.metricName(name)), Right: true, Max: 26,
		Priority: priority, Hidden: hidden,
		Cell:  func(r snapshotRow) table.Cell { return m.changeCell(change(r)) },
		Exact: func(r snapshotRow) string { return change(r).Value.String() },
		Order: table.ByFunc(func(r snapshotRow) (api.Number, bool) { d := change(r); return d.Value, d.OK() }, api.Number.Cmp),
	}}
}

func (s *workScreen) newSnapshotList(names []string) *pane.List[snapshotRow] {
	m, r := s.m, s.m.snapshotResource(names)
	if s.resource != nil {
		r.Chosen = s.resource.Chosen
	}
	s.resource = r
	list := pane.NewList(m.Stack, pane.ListConfig[snapshotRow]{
		Resource: r, State: s.load.State, Refresh: s.confirm,
		Title: func(r snapshotRow) string {
			return " " + m.Theme.Title.Render(text.Clean(m.Words.T("works.part.snapshot", "N", r.index+1, "Of", len(s.history.Entries()))))
		},
		Facts:   func(r snapshotRow) []facts.Fact { return s.snapshotFacts(r.index) },
		Summary: func(width int) []string { return s.chart.remark(width) },
		Empty:   m.empty("works.no_snapshots"),
		Footer:  func() []key.Binding { return []key.Binding{m.Keys.Filter, m.Keys.Sort, m.Keys.Columns, m.Keys.Export} },
	})
	list.Table.SortBy("fetchedAt", true)
	return list
}

// fillSnapshots shows the snapshots; where they have other metrics than the table
// has columns for, in a new table.
func (s *workScreen) fillSnapshots() tea.Cmd {
	if !slices.Equal(s.names, s.columns) {
		s.columns, s.snapshots = s.names, s.newSnapshotList(s.names)
	}
	entries := s.history.Entries()
	rows := make([]snapshotRow, len(entries))
	for i := range entries {
		rows[i] = snapshotRow{entry: &entries[i], index: i}
		if j, ok := s.history.Before(i); ok {
			rows[i].before = &entries[j]
		}
	}
	cmd := s.snapshots.SetRows(rows)
	s.followSelected()
	return cmd
}
