package groups

import (
	"channeldeck/api"
	"channeldeck/theme"
	"channeldeck/ui/pane"
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

// facts are everything known of a group: the fields of 2.3 and those that the
// interface does not list where it was created here, then its accounts.
func (m *Model) facts(g row) []facts.Fact {
	var list []facts.Fact
	if g.created == nil {
		list = append(list,
			facts.Fact{Name: "id", Value: g.ID},
			facts.Fact{Name: "name", Value: m.Theme.Glyphs.Dash, Tone: theme.Faint, Note: m.Words.T("groups.only_id")},
		)
	} else {
		list = fields(m.Context, g.created)
	}
	return append(list, m.tally(g)...)
}

// fields are the eleven of 2.3 in its order, then the unlisted ones.
func fields(c *pane.Context, g *api.AccountGroup) []facts.Fact {
	flag := func(name string, v api.Opt[bool]) facts.Fact {
		b, sent := v.Get()
		if !sent {
			return c.Absent(name, v.IsNull())
		}
		return facts.Fact{Name: name, Value: map[bool]string{true: c.Words.T("groups.yes"), false: c.Words.T("groups.no")}[b]}
	}
	at := func(name string, v api.Opt[string]) facts.Fact {
		f := c.Optional(name, v)
		if when := c.When(v.Or("")); when != "" {
			f.Note = when
		}
		return f
	}
	rank := facts.Fact{Name: "rank", Value: g.Rank.String()}
	if !g.Rank.IsSet() {
		rank = c.Absent("rank", g.Rank.IsNull())
	}
	list := []facts.Fact{
		{Name: "id", Value: g.ID},
		{Name: "name", Value: g.Name, Tone: theme.Strong},
		flag("hasBrowserConfig", g.HasBrowserConfig),
		rank,
		c.Optional("ip", g.IP), c.Optional("location", g.Location), c.Optional("countryCode", g.CountryCode), c.Optional("proxyIp", g.ProxyIP),
		flag("isDefault", g.IsDefault),
		at("createdAt", g.CreatedAt), at("updatedAt", g.UpdatedAt),
	}
	return append(list, c.Unlisted(g.Unknown)...)
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
