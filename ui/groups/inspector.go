package groups

import (
	"channeldeck/theme"
	"channeldeck/ui/store"
	"channeldeck/ui/text"
	"channeldeck/ui/widget/facts"
)

// title is the heading of the inspector.
func (m *Model) title(g row) string {
	title := " " + m.Theme.Title.Render(text.Clean(g.title()))
	if g.created != nil {
		title += "  " + m.Theme.Tone(theme.Good).Render(m.Theme.Glyphs.New+" "+m.Words.T("groups.new"))
	}
	return title
}

// facts are everything known of a group: the fields of 2.3 where it was created
// here, then its accounts.
func (m *Model) facts(g row) []facts.Fact {
	if g.created != nil {
		names := []string{"hasBrowserConfig", "rank", "ip", "location", "countryCode", "proxyIp", "isDefault", "createdAt", "updatedAt"}
		return append(m.Members(Name, g.created, names, func(string, *facts.Fact) {}), m.tally(g)...)
	}
	return append([]facts.Fact{
		{Name: m.Words.T("groups.column.id"), Value: g.ID},
		{Name: m.Words.T("groups.column.name"), Value: m.Theme.Glyphs.Dash, Tone: theme.Faint, Note: m.Words.T("groups.only_id")},
	}, m.tally(g)...)
}

// tally is the number, health and sums of a group's accounts.
func (m *Model) tally(g row) []facts.Fact {
	w, glyphs := m.Words, m.Theme.Glyphs
	list := []facts.Fact{{Name: w.T("groups.column.accounts"), Value: w.Int(g.Accounts), Tone: theme.Strong}}
	if g.Accounts == 0 {
		return list
	}
	for _, h := range []struct {
		label, sign string
		n           int
		tone        theme.Tone
	}{
		{"groups.column.normal", glyphs.Normal, g.Normal, theme.Good},
		{"groups.column.abnormal", glyphs.Abnormal, g.Abnormal, theme.Bad},
		{"groups.other_status", glyphs.Unknown, g.Unknown, theme.Warn},
	} {
		if h.n > 0 {
			list = append(list, facts.Fact{Name: w.T(h.label), Value: h.sign + " " + w.Int(h.n), Tone: h.tone})
		}
	}
	for i, id := range store.SummedFields() {
		s := g.Sums[i]
		f := facts.Fact{Name: w.T("groups.column." + id), Value: w.Exact(s.Number().String())}
		switch {
		case s.Of() == 0:
			f.Value, f.Tone, f.Note = glyphs.Dash, theme.Faint, w.T("groups.no_statistics")
		case s.Of() < g.Accounts:
			f.Note = w.T("groups.known_of", "Known", w.Int(s.Of()), "Accounts", w.Int(g.Accounts))
		}
		list = append(list, f)
	}
	return list
}
