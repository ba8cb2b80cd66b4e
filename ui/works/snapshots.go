package works

import (
	"slices"
	"strconv"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api/metrics"
	"channeldeck/ui/pane"
	"channeldeck/ui/resource"
	"channeldeck/ui/resource/works"
)

// snapshotView lists the snapshots of a work.
type snapshotView struct {
	*pane.List[*works.Snapshot]
	*subject
	resource *resource.Resource[*works.Snapshot]
	columns  []string // the metrics that resource has columns for
}

// rowsOf returns the resource of snapshots with some metrics.
func (s *snapshotView) rowsOf(names []string) *resource.Resource[*works.Snapshot] {
	r := works.Snapshots(s.m.view, names)
	r.Chosen = s.m.ctx.Columns[Name]
	return r
}

// makeList makes a list with columns for the metrics of the work. The columns that the
// user chose stay.
func (s *snapshotView) makeList() {
	m := s.m
	r := s.rowsOf(s.names)
	if s.resource != nil {
		r.Chosen = s.resource.Chosen
	}
	s.resource = r
	s.columns = s.names
	s.List = pane.NewList(m.stack, pane.ListConfig[*works.Snapshot]{
		Resource: r,
		Heading:  "works.view.snapshots",
		State:    s.load.State,
		Refresh:  s.confirm,
		Title: func(r *works.Snapshot) string {
			return m.view.Time(r.At)
		},
		Blocks: func(r *works.Snapshot) []resource.Block {
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
	var rows []*works.Snapshot
	var before *metrics.Entry
	for i, e := range s.history.Entries() {
		rows = append(rows, &works.Snapshot{Entry: e, Before: before, Index: i})
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
