package works

import (
	"slices"
	"strconv"
	"time"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api"
	"channeldeck/api/metrics"
	"channeldeck/theme"
	"channeldeck/ui/pane"
	"channeldeck/ui/resource"
)

// snapshotRow is a snapshot, with the previous one or nil. Neither changes, so that
// a long table can be sorted outside Update.
type snapshotRow struct {
	*metrics.Entry
	before *metrics.Entry
	index  int // in Entries
}

// maxColumns is the number of metrics that have columns.
const maxColumns = 60

// snapshotResource has two columns for each metric: its value, and its change
// since the previous snapshot. Their IDs begin with the name of the metric, or with
// "metrics." if another column has that ID.
func (m *wording) snapshotResource(names []string) *resource.Resource[*snapshotRow] {
	sent := func(id string, of func(*api.Snapshot) string) resource.Column[*snapshotRow] {
		c := resource.Text(id, 20, 8, 24, theme.Muted, func(r *snapshotRow) string {
			return of(&r.Snapshot)
		})
		c.Hidden = true
		c.CutMiddle = true
		return c
	}
	fetched := resource.Word("fetchedAt", 110, 0, 19, theme.Plain, func(r *snapshotRow) (sent, at string) {
		return r.Snapshot.FetchedAt.Or(""), m.view.Time(r.At)
	})
	fetched.Pinned = true
	fetched.Print = resource.Value.File
	fetched.Order = resource.ByFunc(
		func(r *snapshotRow) (time.Time, bool) { return r.At, true },
		time.Time.Compare,
	)
	pending := resource.Column[*snapshotRow]{
		ID:       "pending",
		Min:      8,
		Max:      10,
		Priority: 30,
		Of: func(r *snapshotRow) resource.Value {
			v, stated := r.Snapshot.Pending().Get()
			if !stated {
				return resource.Blank()
			}
			if v {
				words := m.theme.Glyphs.Pending + " " + m.words.T("works.pending_yes")
				return resource.WordValue("true", words).Toned(theme.Warn)
			}
			return resource.WordValue("false", " ")
		},
	}
	columns := []resource.Column[*snapshotRow]{
		fetched,
		sent("snapshotAt", func(s *api.Snapshot) string {
			return s.SnapshotAt.Or("")
		}),
	}
	last := []resource.Column[*snapshotRow]{
		pending,
		sent("platformWorkId", func(s *api.Snapshot) string {
			return s.PlatformWorkID.Or("")
		}),
		sent("id", func(s *api.Snapshot) string { return s.ID }),
		sent("coverUrl", func(s *api.Snapshot) string {
			return s.Work.Or(api.Work{}).CoverURL.Or("")
		}),
		sent("extra", func(s *api.Snapshot) string { return string(s.Extra) }),
	}
	taken := slices.Concat(columns, last)
	for i, name := range names[:min(len(names), maxColumns)] {
		id := name
		if slices.ContainsFunc(taken, func(c resource.Column[*snapshotRow]) bool { return c.ID == id }) {
			id = "metrics." + name
		}
		value := readingColumn(m, id, 100-2*i, func(r *snapshotRow) metrics.Reading {
			return metrics.Read(&r.Snapshot, name)
		})
		change := changeColumn(m, id+".change", 99-2*i, func(r *snapshotRow) api.Number {
			return metrics.Since(r.before, r.Entry, name).Absolute.Value
		})
		value.Title = m.metricName(name)
		change.Title = m.words.T("works.snapshots.change", "Metric", value.Title)
		value.Hidden = i >= 6
		change.Hidden = value.Hidden
		change.TableOnly = true
		columns = append(columns, value, change)
	}
	return &resource.Resource[*snapshotRow]{
		Name:    "works.snapshots",
		Columns: append(columns, last...),
		Chosen:  m.ctx.Columns[Name],
		ID:      func(r *snapshotRow) string { return r.Snapshot.ID },
		Key:     func(r *snapshotRow) string { return strconv.Itoa(r.Number) },
		Record:  func(r *snapshotRow) any { return r.Snapshot },
	}
}

// snapshotView lists the snapshots of a work.
type snapshotView struct {
	*pane.List[*snapshotRow]
	*subject
	resource *resource.Resource[*snapshotRow]
	columns  []string // the metrics that resource has columns for
}

// makeList makes a list with columns for the metrics of the work. The columns that the
// user chose stay.
func (s *snapshotView) makeList() {
	r := s.m.wording.snapshotResource(s.names)
	m := s.m
	if s.resource != nil {
		r.Chosen = s.resource.Chosen
	}
	s.resource = r
	s.columns = s.names
	s.List = pane.NewList(m.stack, pane.ListConfig[*snapshotRow]{
		Resource: r,
		Heading:  "works.view.snapshots",
		State:    s.load.State,
		Refresh:  s.confirm,
		Title: func(r *snapshotRow) string {
			return m.view.Time(r.At)
		},
		Blocks: func(r *snapshotRow) []resource.Block {
			return []resource.Block{{Facts: s.snapshotFacts(r.Entry)}}
		},
		CopyAs: []key.Binding{m.keys.Link},
		Empty:  m.stack.Empty("works.no_match", "works.no_snapshots"),
		Footer: func() []key.Binding {
			return []key.Binding{
				m.stack.Keys.Filter,
				m.stack.Keys.Sort,
				m.stack.Keys.Columns,
				m.stack.Keys.Export,
			}
		},
	})
	s.Table.SortBy("fetchedAt", true)
}

// fill shows the snapshots, in a new list if their metrics have changed.
func (s *snapshotView) fill() tea.Cmd {
	if !slices.Equal(s.names, s.columns) {
		s.makeList()
	}
	var rows []*snapshotRow
	var before *metrics.Entry
	for i, e := range s.history.Entries() {
		rows = append(rows, &snapshotRow{e, before, i})
		before = e
	}
	cmd := s.SetRows(rows)
	s.follow()
	return cmd
}

// follow moves the cursor of the table to the selected snapshot.
func (s *snapshotView) follow() {
	if i := s.selected(); i >= 0 {
		s.Table.MoveTo(strconv.Itoa(s.history.Entries()[i].Number))
	}
}
