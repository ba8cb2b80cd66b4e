package overview

import (
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api"
	"channeldeck/api/findings"
	"channeldeck/ui/pane"
	"channeldeck/ui/resource"
)

// filter narrows the findings. An empty list does not narrow.
type filter struct {
	problems  bool // only findings about accounts that are not as they should be
	kinds     []findings.Kind
	platforms []string
	groups    []string
}

// isOn reports whether the filter narrows the findings.
func (f *filter) isOn() bool {
	return f.problems || len(f.kinds) > 0 || len(f.platforms) > 0 || len(f.groups) > 0
}

// keeps reports whether a finding passes the filter.
func (f *filter) keeps(one *findings.Finding) bool {
	if f.problems && !one.Kind.IsProblem() {
		return false
	}
	if len(f.kinds) > 0 && !slices.Contains(f.kinds, one.Kind) {
		return false
	}
	return keepsOne(f.platforms, platformsOf(one)) && keepsOne(f.groups, groupsOf(one))
}

// keepsOne reports whether a finding is about one of the values that are kept.
func keepsOne(kept []string, about map[string]int) bool {
	return len(kept) == 0 || slices.ContainsFunc(kept, func(value string) bool { return about[value] > 0 })
}

// things returns the number of accounts that a finding is about, 1 for another thing.
func things(f *findings.Finding) int { return max(len(f.Accounts), 1) }

// kindOf returns the kind of a finding with the number of things that it is about.
func kindOf(f *findings.Finding) map[string]int {
	return map[string]int{string(f.Kind): things(f)}
}

// platformsOf returns the platforms that a finding is about, with the number of things on each.
func platformsOf(f *findings.Finding) map[string]int {
	if f.Platform != "" {
		return map[string]int{f.Platform: things(f)}
	}
	return countBy(f.Accounts, func(a *api.Account) string { return a.Type })
}

// groupsOf returns the groups that a finding is about, with the number of accounts in each.
func groupsOf(f *findings.Finding) map[string]int {
	if f.GroupID != "" {
		return map[string]int{f.GroupID: things(f)}
	}
	accounts := f.Accounts
	if len(accounts) == 0 && f.Account != nil {
		accounts = []*api.Account{f.Account}
	}
	return countBy(accounts, func(a *api.Account) string { return a.GroupID })
}

// countBy counts accounts by a value of theirs.
func countBy(accounts []*api.Account, of func(*api.Account) string) map[string]int {
	counts := map[string]int{}
	for _, a := range accounts {
		counts[of(a)]++
	}
	return counts
}

// setFilter shows the findings that a filter keeps. The cursor moves to the first of them.
func (s *screen) setFilter(f filter) tea.Cmd {
	s.filter = f
	if s.unfoldedAll {
		s.folded = foldedAtFirst()
		s.unfoldedAll = false
	}
	isFinding := func(r *resource.FindingRow) bool { return r.Finding != nil }
	rows := s.rows()
	if f.isOn() && !slices.ContainsFunc(rows, isFinding) { // what is left is folded
		s.folded = map[findings.Section]bool{}
		s.unfoldedAll = true
		rows = s.rows()
	}
	cmd := s.findings.SetRows(rows)
	first := slices.IndexFunc(rows, isFinding)
	if f.isOn() && first >= 0 {
		s.findings.Table.MoveTo(rows[first].Key())
	}
	s.Redraw()
	return cmd
}

// toggleProblems shows the findings about accounts that are not as they should be only, or all.
func (s *screen) toggleProblems() tea.Cmd {
	f := s.filter
	f.problems = !f.problems
	return s.setFilter(f)
}

// facets are the filters by kind, platform and group, with the number of accounts or other things whose
// findings the other filters keep.
func (s *screen) facets() []pane.Facet {
	return slices.Concat(s.kindFacets(), s.platformFacets(), s.groupFacets())
}

// count adds up what the findings that a filter keeps are about.
func (s *screen) count(f *filter, of func(*findings.Finding) map[string]int) map[string]int {
	counts := map[string]int{}
	for _, one := range s.m.all {
		if !f.keeps(one) {
			continue
		}
		for value, n := range of(one) {
			counts[value] += n
		}
	}
	return counts
}

// kindFacets are all kinds while the history is not read: what it has is not known then.
func (s *screen) kindFacets() (facets []pane.Facet) {
	isUnread := slices.ContainsFunc(s.m.sites, (*site).checks)
	others := s.filter
	others.kinds = nil
	counts := s.count(&others, kindOf)
	for _, kind := range findings.Kinds() {
		isOn := slices.Contains(s.filter.kinds, kind)
		if counts[string(kind)] == 0 && !isOn && !isUnread {
			continue
		}
		facets = append(facets, pane.Facet{
			Section: s.m.words.T("triage.column.finding"),
			ID:      string(kind),
			Label:   s.m.view.KindTitle(kind),
			Words:   s.m.words.Optional("palette.words.finding." + string(kind)),
			Count:   counts[string(kind)],
			Unread:  isUnread,
			On:      isOn,
			Toggle: func() tea.Cmd {
				f := s.filter
				f.kinds = pane.Toggled(f.kinds, kind)
				return s.setFilter(f)
			},
		})
	}
	return facets
}

func (s *screen) platformFacets() (facets []pane.Facet) {
	others := s.filter
	others.platforms = nil
	counts := s.count(&others, platformsOf)
	seen := map[string]bool{}
	for _, p := range s.platformRows { // those of several sites have the same IDs
		facet := pane.Facet{
			Section: s.m.words.T("triage.column.platform"),
			ID:      p.ID,
			Label:   p.Name,
			Count:   counts[p.ID],
		}.Among(s.filter.platforms, s.togglePlatform)
		if seen[p.ID] || facet.Count == 0 && !facet.On {
			continue
		}
		seen[p.ID] = true
		facets = append(facets, facet)
	}
	return facets
}

// togglePlatform shows the findings about a platform too, or no longer.
func (s *screen) togglePlatform(id string) tea.Cmd {
	f := s.filter
	f.platforms = pane.Toggled(f.platforms, id)
	return s.setFilter(f)
}

func (s *screen) groupFacets() (facets []pane.Facet) {
	others := s.filter
	others.groups = nil
	counts := s.count(&others, groupsOf)
	for _, g := range s.groupRows {
		label := g.Name
		if s.m.ctx.Sites.Several() {
			label = s.m.view.SiteText(label, g.Site)
		}
		facet := pane.Facet{
			Section: s.m.words.T("accounts.column.groupId"),
			ID:      g.ID,
			Label:   label,
			Count:   counts[g.ID],
		}.Among(s.filter.groups, s.toggleGroup)
		if facet.Count > 0 || facet.On {
			facets = append(facets, facet)
		}
	}
	return facets
}

// toggleGroup shows the findings about a group too, or no longer.
func (s *screen) toggleGroup(id string) tea.Cmd {
	f := s.filter
	f.groups = pane.Toggled(f.groups, id)
	return s.setFilter(f)
}

// chips are the filters that are on. A click takes one away.
func (s *screen) chips() (chips []pane.Chip) {
	w := s.m.words
	comma := w.T("field.comma")
	add := func(text, value string, clear func(*filter)) {
		chips = append(chips, pane.Chip{
			Text:  text,
			Value: value,
			Click: func() tea.Cmd {
				f := s.filter
				clear(&f)
				return s.setFilter(f)
			},
		})
	}
	if s.filter.problems {
		add(w.T("overview.only_problems"), "", func(f *filter) { f.problems = false })
	}
	var kinds, platforms, groups []string
	for _, kind := range s.filter.kinds {
		kinds = append(kinds, s.m.view.KindTitle(kind))
	}
	for _, id := range s.filter.platforms {
		platforms = append(platforms, s.m.view.PlatformName(id))
	}
	for _, id := range s.filter.groups {
		groups = append(groups, s.m.view.GroupTitle(id))
	}
	if len(kinds) > 0 {
		list := strings.Join(kinds, comma)
		add(list, list, func(f *filter) { f.kinds = nil })
	}
	if len(platforms) > 0 {
		list := strings.Join(platforms, comma)
		add(
			w.T("accounts.chip_platform", "Value", list),
			list,
			func(f *filter) { f.platforms = nil },
		)
	}
	if len(groups) > 0 {
		list := strings.Join(groups, comma)
		add(
			w.T("accounts.chip_group", "Value", list),
			list,
			func(f *filter) { f.groups = nil },
		)
	}
	return chips
}

// Back undoes something in the region with the focus, then shows all findings again.
func (s *screen) Back() (tea.Cmd, bool) {
	cmd, handled := s.Regions.Back()
	if handled || !s.filter.isOn() {
		return cmd, handled
	}
	return s.setFilter(filter{}), true
}
