package works

import (
	"slices"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/theme"
	"channeldeck/ui/resource"
	"channeldeck/ui/resource/works"
)

// fold folds or unfolds the works that were never measured: with the keys of a heading if the cursor is
// on theirs.
func (s *startScreen) fold(press tea.KeyMsg) (cmd tea.Cmd, handled bool) {
	k := &s.m.stack.Keys
	_, onHeading := s.Table.CurrentSection()
	switch {
	case s.Capturing():
		return nil, false
	case key.Matches(press, k.FoldAll), onHeading && key.Matches(press, k.Left):
		return s.setUnfolded(false), true
	case key.Matches(press, k.UnfoldAll), onHeading && key.Matches(press, k.Right):
		return s.setUnfolded(true), true
	case onHeading && key.Matches(press, s.m.keys.Show):
		return s.setUnfolded(!s.unfolded), true
	}
	return nil, false
}

// setUnfolded shows the works that were never measured, or only their heading.
func (s *startScreen) setUnfolded(unfolded bool) tea.Cmd {
	s.unfolded = unfolded
	return s.SetRows(s.rows())
}

// refold shows all works where a filter or an order applies to all, so that these find what
// was folded away.
func (s *startScreen) refold() tea.Cmd {
	by, _ := s.Table.Sort()
	whole := by != "" || s.Query.Value() != ""
	if whole == s.whole {
		return nil
	}
	s.whole = whole
	return s.SetRows(s.rows())
}

// neverMeasured reports whether a work has no snapshots and was not opened in this run.
func (s *startScreen) neverMeasured(r *recentRow) bool {
	return r.storedWork == nil && s.m.pane.siteNamed(r.Target.Site).find(queryOf(r.Target)) == nil
}

// sectionBlocks say what the works below the heading are, and what can be done with them.
func (s *startScreen) sectionBlocks(of *works.Section) []resource.Block {
	w := s.m.words
	note := "works.unfold_unmeasured"
	if !of.Folded {
		note = "works.fold_unmeasured"
	}
	return []resource.Block{{Lines: func(width int) []string {
		return append(
			s.m.view.Paragraph(w.N("works.unmeasured", of.Count), width, theme.Plain),
			s.m.view.Note(w.T(note, "Key", s.m.ctx.Key(s.m.keys.Show)), width)...,
		)
	}}}
}

// rows returns the works, those that were never measured below their heading.
func (s *startScreen) rows() []*recentRow {
	measured := slices.IndexFunc(s.all, s.neverMeasured)
	if s.whole || measured <= 0 { // nothing to fold, or nothing else to list
		return s.all
	}
	rows := append(slices.Clone(s.all[:measured]), &recentRow{
		shown: works.Recent{Section: &works.Section{
			Count:  len(s.all) - measured,
			Folded: !s.unfolded,
		}},
	})
	if s.unfolded {
		rows = append(rows, s.all[measured:]...)
	}
	return rows
}

// footer returns the keys of the row under the cursor, with the comparison first where rows are selected.
// Works cannot be compared or watched on the heading, and without a work there is none to open.
func (s *startScreen) footer() []key.Binding {
	k := &s.m.keys
	if s.Table.SelectedCount() > 0 {
		return []key.Binding{k.Compare, k.Show, k.Open, k.Watch}
	}
	if _, onHeading := s.Table.CurrentSection(); onHeading {
		return []key.Binding{k.Show, k.Open}
	}
	if _, onWork := s.Table.Current(); !onWork {
		return []key.Binding{k.Open}
	}
	return []key.Binding{k.Show, k.Open, k.Compare, k.Watch}
}
