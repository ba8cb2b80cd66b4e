package overview

import (
	"cmp"
	"strings"

	"github.com/charmbracelet/bubbles/key"

	"channeldeck/api"
	"channeldeck/api/findings"
	"channeldeck/api/fleet"
	"channeldeck/theme"
	"channeldeck/ui/pane"
	"channeldeck/ui/resource"
	"channeldeck/ui/text"
)

// drawInspector draws the finding or the section under the cursor.
func (s *screen) drawInspector(width, height int) string {
	m := s.m
	var f pane.Frame
	f.Bare = s.width < pane.FrameWidth
	found, ok := s.findings.Table.Current()
	if !ok {
		heading, onHeading := s.findings.Table.CurrentSection()
		if onHeading {
			return s.drawSection(heading.Section, width, height)
		}
		f.Title = m.words.T("inspector.none")
		return m.ctx.Frame(f, "", width, height)
	}
	f.Title = m.view.Finding(found.Finding).Title()
	f.Right = m.view.Finding(found.Finding).Place()
	if f.Right != "" && !m.ctx.Sites.Several() {
		const border = 9 // with the blanks and lines around both texts
		f.Right = resource.Abbreviated(f.Right, width-text.Width(f.Title)-border)
	}
	inner, rows := f.Inner(width, height)
	if f.Bare {
		return m.ctx.Frame(
			f,
			strings.Join(m.brief(found.Finding, inner, rows), "\n"),
			width,
			height,
		)
	}
	lines := m.inspect(found.Finding, inner, rows)
	if len(lines) < rows {
		lines = append([]string{""}, lines...)
	}
	return m.ctx.Frame(f, strings.Join(lines, "\n"), width, height)
}

// inspect are the lines of the inspector of a finding: what happened, what to do next, and as many of
// its accounts as have room, beside the rest where they have none below it.
func (m *Model) inspect(f *findings.Finding, width, rows int) []string {
	blocks := m.blocks(f)
	lines := pane.BlockLines(m.view, blocks, width, rows)
	const heading = 2 // with a blank line
	room := rows - len(lines) - heading
	if len(f.Accounts) > max(room, 0) && width >= pane.WideInspector && rows > heading {
		whose := m.accountsBlock(f, rows-1, width/2)
		beside := pane.BlockLines(m.view, append(blocks, whose), width, rows)
		if len(beside) <= rows {
			return beside
		}
	}
	if len(f.Accounts) > 0 && room > 1 {
		whose := pane.BlockLines(
			m.view,
			[]resource.Block{m.accountsBlock(f, room, width)},
			width,
			room+heading,
		)
		lines = append(append(lines, ""), whose...)
	}
	return lines
}

// brief says in few lines what happened, what to do next and with which keys.
func (m *Model) brief(f *findings.Finding, width, rows int) []string {
	next := m.view.Note(m.words.T("finding.next_is", "Next", m.view.Finding(f).Next()), width)
	what := m.view.Paragraph(
		m.view.Of(f.Site).Finding(f).Sentence(),
		width,
		theme.Plain,
	)
	return m.inFewLines(what, next, m.nextKeys(f, width), width, rows)
}

// inFewLines returns the lines of brief: what happened is cut to the room, and the keys have one line.
func (m *Model) inFewLines(what, next, keys []string, width, rows int) []string {
	room := max(rows-len(next)-1, 0)
	line := strings.Join(keys, " "+m.theme.Glyphs.Between)
	return append(append(what[:min(len(what), room)], next...), text.Cut(line, width))
}

// blocks returns the inspector of a finding: what happened and when, what to do next, and the numbers of its
// account.
func (m *Model) blocks(f *findings.Finding) []resource.Block {
	v := m.view.Of(f.Site)
	what := resource.Block{Title: v.Finding(f).Heading()}
	what.Lines = func(width int) []string {
		lines := m.view.Paragraph(v.Finding(f).Sentence(), width, theme.Plain)
		if others := m.view.Finding(f).Others(); others != "" {
			lines = append(lines, m.view.Note(others, width)...)
		}
		if f.Note != "" {
			lines = append(
				lines,
				m.view.Note(m.words.T("overview.known_note", "Note", f.Note), width)...,
			)
		}
		return lines
	}
	var changes resource.Block // below what to do, as there may be many
	for _, c := range f.Changes {
		changes.Facts = append(changes.Facts, resource.Fact{
			Name:  m.words.T("prices.short." + string(c.Kind)),
			Value: v.Prices().Change(c),
		})
	}
	next := resource.Block{
		Title: m.words.T("finding.next"),
		Lines: func(width int) []string {
			return append(
				m.view.Paragraph(m.view.Finding(f).Next(), width, theme.Plain),
				m.nextKeys(f, width)...,
			)
		},
	}
	return []resource.Block{what, next, changes, m.accountBlock(f)}
}

// nextKeys are the keys for a finding, each in a line with what it does.
func (m *Model) nextKeys(f *findings.Finding, width int) (lines []string) {
	known := "finding.marks"
	if f.Known {
		known = "finding.unmarks"
	}
	for _, line := range []struct {
		key  key.Binding
		does string
	}{
		{m.stack.Keys.Copy, m.view.Finding(f).Copies()},
		{m.keys.Open, m.view.Finding(f).Opens()},
		{m.keys.Known, m.words.T(known)},
	} {
		if line.key.Enabled() { // in the past nothing is marked
			lines = append(lines, m.keyLine(m.ctx.Key(line.key), line.does, width))
		}
	}
	return lines
}

// accountBlock are the numbers, the group and the ID of a finding about one thing.
func (m *Model) accountBlock(f *findings.Finding) resource.Block {
	v := m.view.Of(f.Site)
	var block resource.Block
	if len(f.Accounts) > 0 {
		return block
	}
	if a := f.Account; a != nil {
		tally := fleet.Tally{}
		tally.Count(a)
		block.Facts = v.SumFacts(&tally)
		if a.GroupID != "" {
			block.Facts = append(block.Facts, resource.Fact{
				Name:  m.words.T("accounts.column.groupId"),
				Value: v.GroupTitle(a.GroupID),
				Tone:  theme.Muted,
			})
		}
	}
	block.Facts = append(block.Facts, resource.Fact{
		Name:  m.words.T("triage.column.id"),
		Value: text.Line(f.ID),
		Tone:  theme.Muted,
	})
	return block
}

// accountsBlock lists at most so many of the accounts of a finding, and says how many more there are. Where
// there is room it has their platforms, if these are several.
func (m *Model) accountsBlock(f *findings.Finding, most, width int) resource.Block {
	const wide = 40
	v := m.view.Of(f.Site)
	shown := f.Accounts
	if len(shown) > most {
		shown = shown[:most-1]
	}
	between := " " + m.theme.Glyphs.Between + " "
	accounts := m.words.N("accounts.total", len(f.Accounts))
	block := resource.Block{Title: accounts + between + m.words.T("accounts.column.fansCount")}
	for _, a := range shown {
		followers, _ := a.Statistic(api.CountFans)
		fact := resource.Fact{
			Name:  v.AccountTitle(a),
			Value: cmp.Or(m.view.Short(followers), m.theme.Glyphs.Dash),
			Right: true,
		}
		if f.Platform == "" && width >= wide {
			fact.Note = v.PlatformName(a.Type)
		}
		block.Facts = append(block.Facts, fact)
	}
	more := len(f.Accounts) - len(shown)
	if more > 0 {
		block.Facts = append(block.Facts, m.more(more))
	}
	return block
}

// more is the last line of a list: how many more there are.
func (m *Model) more(n int) resource.Fact {
	return resource.Fact{Name: m.words.T("finding.more", "N", m.words.Int(n))}
}
