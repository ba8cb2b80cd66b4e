package overview

import (
	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api/findings"
	"channeldeck/ui/resource"
)

// foldedAtFirst are the sections that are folded at first.
func foldedAtFirst() map[findings.Section]bool {
	return map[findings.Section]bool{findings.Expected: true}
}

// fold folds or unfolds the section under the cursor, or all. It reports whether the key does that.
func (s *screen) fold(msg tea.KeyMsg) (cmd tea.Cmd, handled bool) {
	k := &s.m.stack.Keys
	if s.findings.Capturing() {
		return nil, false
	}
	r, onSection := s.findings.Table.CurrentSection()
	switch {
	case key.Matches(msg, k.FoldAll, k.UnfoldAll):
		s.foldAll(key.Matches(msg, k.FoldAll))
	case onSection && key.Matches(msg, s.m.keys.Open):
		s.setFolded(r.Section, !r.Section.Folded)
	case onSection && key.Matches(msg, k.Left, k.Right):
		s.setFolded(r.Section, key.Matches(msg, k.Left))
	default:
		return nil, false
	}
	return s.findings.SetRows(s.rows()), true
}

// setFolded folds or unfolds a section, or the findings of a kind in it.
func (s *screen) setFolded(section *resource.FindingSection, folded bool) {
	if section.Kind != "" {
		s.unfolded[kindIn{section.Of, section.Kind}] = !folded
	} else {
		s.folded[section.Of] = folded
	}
}

// foldAll folds or unfolds all sections and kinds.
func (s *screen) foldAll(folded bool) {
	for _, section := range findings.Sections() {
		s.folded[section] = folded
		for of := range foldedKinds(s.m.all) {
			s.unfolded[of] = !folded
		}
	}
}

// reset shows all findings, and folds what is folded at first.
func (s *screen) reset() tea.Cmd {
	s.folded = foldedAtFirst()
	s.unfolded = map[kindIn]bool{}
	return s.setFilter(filter{})
}
