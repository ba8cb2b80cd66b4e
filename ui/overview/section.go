package overview

import (
	"cmp"
	"slices"
	"strings"

	"channeldeck/api/findings"
	"channeldeck/theme"
	"channeldeck/ui/pane"
	"channeldeck/ui/resource"
	"channeldeck/ui/text"
)

// drawSection draws the inspector of the title of a section: what the section holds and what to do about
// it, and on which platforms that is.
func (s *screen) drawSection(section *resource.FindingSection, width, height int) string {
	m := s.m
	f := pane.Frame{
		Title: section.Title(m.view),
		Right: m.words.Int(section.Count),
		Bare:  s.width < pane.FrameWidth,
	}
	inner, rows := f.Inner(width, height)
	what := m.view.Paragraph(s.sectionSentence(section), inner, theme.Plain)
	next := s.sectionNext(section)
	opens := m.words.T("finding.section.fold")
	if section.Folded {
		opens = m.words.T("finding.section.unfold")
	}
	keys := []string{m.keyLine(m.ctx.Key(m.keys.Open), opens, inner)}
	var lines []string
	if f.Bare {
		note := m.view.Note(m.words.T("finding.next_is", "Next", next), inner)
		lines = m.inFewLines(what, note, keys, inner, rows)
	} else {
		blocks := []resource.Block{
			{Lines: func(int) []string { return what }},
			{
				Title: m.words.T("finding.next"),
				Lines: func(width int) []string {
					return append(m.view.Paragraph(next, width, theme.Plain), keys...)
				},
			},
		}
		lines = append([]string{""}, s.withPlatforms(blocks, section, inner, rows-1)...)
	}
	return m.ctx.Frame(f, strings.Join(lines, "\n"), width, height)
}

// withPlatforms formats blocks and below them the platforms of a section, or as many of these as have room
// and how many more there are.
func (s *screen) withPlatforms(
	blocks []resource.Block,
	section *resource.FindingSection,
	width, height int,
) []string {
	m := s.m
	platforms := resource.Block{
		Title: m.words.T("overview.platforms"),
		Facts: s.sectionPlatforms(section),
	}
	lines := pane.BlockLines(m.view, append(blocks, platforms), width, height)
	tooHigh := len(lines) - height
	if tooHigh <= 0 {
		return lines
	}
	shown := max(len(platforms.Facts)-tooHigh-1, 0) // without the line of the others
	others := m.more(len(platforms.Facts) - shown)
	platforms.Facts = append(platforms.Facts[:shown], others)
	if shown == 0 {
		platforms.Facts = nil
	}
	return pane.BlockLines(m.view, append(blocks, platforms), width, height)
}

// holds reports whether a finding is below the title of a section.
func holds(section *resource.FindingSection, f *findings.Finding) bool {
	return f.Section == section.Of && (section.Kind == "" || f.Kind == section.Kind)
}

// sectionSentence says what a section holds.
func (s *screen) sectionSentence(section *resource.FindingSection) string {
	w := s.m.words
	n := section.Count
	if section.Checks || section.Reads {
		return w.N("finding.section.unchecked", n)
	}
	if section.Kind != "" {
		within := w.LongDuration(s.firstOf(section).Within)
		return w.N("finding.section."+string(section.Kind), n, "Time", within)
	}
	if section.Of == findings.New {
		return w.N("finding.section.new", n, "Since", s.m.since())
	}
	return w.N("finding.section."+string(section.Of), n)
}

// sectionNext says what to do about a section.
func (s *screen) sectionNext(section *resource.FindingSection) string {
	w := s.m.words
	if section.Checks || section.Reads {
		return w.T("finding.section.next.unchecked")
	}
	if section.Kind != "" {
		id := "finding.section.next." + string(section.Kind)
		return w.T(id)
	}
	if section.Of == findings.Open && !s.m.keys.Known.Enabled() {
		return w.T("finding.section.next.open_past")
	}
	return w.T(
		"finding.section.next."+string(section.Of),
		"Key", s.m.ctx.Key(s.m.keys.Known),
	)
}

// firstOf returns the first finding of a section.
func (s *screen) firstOf(section *resource.FindingSection) *findings.Finding {
	i := slices.IndexFunc(s.m.all, func(f *findings.Finding) bool {
		return holds(section, f)
	})
	return s.m.all[i]
}

// sectionPlatforms are the platforms of a section, each with the number of its findings or, where the
// section counts accounts, of these; those with the most first.
func (s *screen) sectionPlatforms(section *resource.FindingSection) (list []resource.Fact) {
	counts := map[string]int{}
	for _, f := range s.m.all {
		if !holds(section, f) || f.Platform == "" || !s.filter.keeps(f) {
			continue
		}
		n := 1
		if section.Kind != "" {
			n = max(len(f.Accounts), 1)
		}
		counts[s.m.view.Of(f.Site).PlatformName(f.Platform)] += n
	}
	for name, n := range counts {
		list = append(list, resource.Fact{
			Name:  name,
			Value: s.m.words.Int(n),
			Right: true,
		})
	}
	slices.SortFunc(list, func(a, b resource.Fact) int {
		return cmp.Or(counts[b.Name]-counts[a.Name], strings.Compare(a.Name, b.Name))
	})
	return list
}

// keyLine is a key with what it does, in a line.
func (m *Model) keyLine(key, does string, width int) string {
	return text.Cut(" "+m.theme.Footer.Key.Render(key)+" "+does, width)
}
