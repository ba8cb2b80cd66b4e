package groups

import (
	"channeldeck/api"
	"channeldeck/theme"
	"channeldeck/ui/pane"
	"channeldeck/ui/widget/facts"
)

// details are all that is known of a group: the fields of 2.3 where it was
// created here, what else the service sent with them, then what its accounts
// come to.
func details(c *pane.Context, g row) []facts.Fact {
	var list []facts.Fact
	if g.created == nil {
		list = append(list,
			facts.Fact{Name: "id", Value: g.id},
			facts.Fact{Name: "name", Value: c.Theme.Glyphs.Dash, Tone: theme.Faint, Note: c.Words.T("groups.only_id")},
		)
	} else {
		list = fields(c, g.created)
	}
	return append(list, counts(c, g)...)
}

// fields are the eleven of 2.3 in its order, whether they were sent or not, and
// then the unknown ones.
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

// counts are what the accounts of a group come to.
func counts(c *pane.Context, g row) []facts.Fact {
	w, glyphs := c.Words, c.Theme.Glyphs
	list := []facts.Fact{{Name: w.T("groups.column.accounts"), Value: w.Int(g.accounts), Tone: theme.Strong}}
	if g.accounts == 0 {
		return list
	}
	if g.normal > 0 {
		list = append(list, facts.Fact{Name: w.T("groups.column.normal"), Value: glyphs.Normal + " " + w.Int(g.normal), Tone: theme.Good})
	}
	if g.abnormal > 0 {
		list = append(list, facts.Fact{Name: w.T("groups.column.abnormal"), Value: glyphs.Abnormal + " " + w.Int(g.abnormal), Tone: theme.Bad})
	}
	if g.unknown > 0 {
		list = append(list, facts.Fact{Name: w.T("groups.other_status"), Value: glyphs.Unknown + " " + w.Int(g.unknown), Tone: theme.Warn})
	}
	for i, id := range sumIDs() {
		s := g.sums[i]
		f := facts.Fact{Name: w.T("groups.column." + id), Value: w.Exact(s.Number().String())}
		switch {
		case s.Of() == 0:
			f.Value, f.Tone, f.Note = glyphs.Dash, theme.Faint, w.T("groups.no_statistics")
		case s.Of() < g.accounts:
			f.Note = w.T("groups.known_of", "Known", w.Int(s.Of()), "Accounts", w.Int(g.accounts))
		}
		list = append(list, f)
	}
	return list
}
