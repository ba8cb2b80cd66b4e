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
	sent := func(id string, of func(*api.Snapshot) string) pane.Column[snapshotRow] {
		c := textColumn(id, 20, 24, theme.Muted, func(r snapshotRow) string { return of(&r.entry.Snapshot) })
		c.CutMiddle, c.Hidden = true, true
		return c
	}
	fetched := textColumn("fetchedAt", 110, 19, theme.Plain, m.fetched)
	fetched.Min, fetched.Pinned = 0, true
	fetched.Value = func(r snapshotRow) string { return r.entry.Snapshot.FetchedAt.Or("") }
	fetched.Cell = func(r snapshotRow) table.Cell {
		return table.Cell{Text: m.fetched(r), Tone: map[bool]theme.Tone{true: theme.Warn}[r.entry.Time == metrics.Untimed]}
	}
	fetched.Order = table.By(func(r snapshotRow) (int64, bool) { return r.entry.At.Unix(), r.entry.Time != metrics.Untimed })
	call := numberColumn("call", "", 40, func(r snapshotRow) api.Number { return api.Int(int64(r.entry.First)) },
		func(r snapshotRow) table.Cell { return table.Cell{Text: m.Words.Int(r.entry.First)} })
	call.TableOnly = true
	pending := textColumn("pending", 30, 10, theme.Warn, func(r snapshotRow) string {
		if v, ok := r.entry.Snapshot.Pending().Get(); ok {
			return strconv.FormatBool(v)
		}
		return ""
	})
	pending.Value, pending.Search = pending.Column.Search, nil
	pending.Cell = func(r snapshotRow) table.Cell {
		if r.entry.Snapshot.Pending().Or(false) {
			return table.Cell{Text: m.Theme.Glyphs.Pending + " " + m.Words.T("works.pending_yes"), Tone: theme.Warn}
		}
		return table.Cell{Text: " "}
	}
	columns := []pane.Column[snapshotRow]{fetched, sent("snapshotAt", func(s *api.Snapshot) string { return s.SnapshotAt.Or("") }), call}
	last := []pane.Column[snapshotRow]{
		pending,
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
		value, change := m.metricColumns(id, name)
		value.Priority, value.Hidden = 100-2*i, i >= 6
		change.Priority, change.Hidden = 99-2*i, i >= 3
		columns = append(columns, value, change)
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

// metricColumns are the columns of a metric and of its change.
func (m *Model) metricColumns(id, name string) (value, change pane.Column[snapshotRow]) {
	reading := func(r snapshotRow) metrics.Reading { return metrics.Read(r.entry.Snapshot, name) }
	value = numberColumn(id, m.metricName(name), 0, func(r snapshotRow) api.Number { return reading(r).Value },
		func(r snapshotRow) table.Cell { return m.valueCell(reading(r)) })
	value.Exact = func(r snapshotRow) string { return reading(r).Received() }
	delta := func(r snapshotRow) metrics.Figure[api.Number] {
		if r.before == nil {
			return metrics.Figure[api.Number]{Why: metrics.NoEarlier}
		}
		return metrics.Since(r.before, r.entry, name).Absolute
	}
	change = numberColumn(id+".change", m.Words.T("works.snapshots.change", "Metric", m.metricName(name)), 0,
		func(r snapshotRow) api.Number { return delta(r).Value }, func(r snapshotRow) table.Cell { return m.changeCell(delta(r)) })
	change.TableOnly = true
	return value, change
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
		Summary: func(int) []string { return nil },
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
