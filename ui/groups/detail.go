package groups

import (
	"bytes"
	"time"

	"github.com/go-json-experiment/json/jsontext"

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
	text := func(name string, v api.Opt[string]) facts.Fact {
		s, sent := v.Get()
		return absent(c, facts.Fact{Name: name, Value: s}, sent && s != "", v.IsNull())
	}
	flag := func(name string, v api.Opt[bool]) facts.Fact {
		b, sent := v.Get()
		value := c.Words.T("groups.no")
		if b {
			value = c.Words.T("groups.yes")
		}
		return absent(c, facts.Fact{Name: name, Value: value}, sent, v.IsNull())
	}
	at := func(name string, v api.Opt[string]) facts.Fact {
		f := text(name, v)
		if t, err := time.Parse(time.RFC3339Nano, v.Or("")); err == nil {
			f.Note = moment(c, v) + " " + c.Theme.Glyphs.Between + " " + c.Words.Ago(t, c.Now())
		}
		return f
	}
	list := []facts.Fact{
		{Name: "id", Value: g.ID},
		{Name: "name", Value: g.Name, Tone: theme.Strong},
		flag("hasBrowserConfig", g.HasBrowserConfig),
		absent(c, facts.Fact{Name: "rank", Value: g.Rank.String()}, g.Rank.IsSet(), g.Rank.IsNull()),
		text("ip", g.IP), text("location", g.Location), text("countryCode", g.CountryCode), text("proxyIp", g.ProxyIP),
		flag("isDefault", g.IsDefault),
		at("createdAt", g.CreatedAt), at("updatedAt", g.UpdatedAt),
	}
	return append(list, unlisted(c, g.Unknown)...)
}

// unlisted are the members of an object that the interface does not list, in
// the order in which they were sent.
func unlisted(c *pane.Context, object jsontext.Value) []facts.Fact {
	var list []facts.Fact
	dec := jsontext.NewDecoder(bytes.NewReader(object))
	if t, err := dec.ReadToken(); err != nil || t.Kind() != '{' {
		return nil
	}
	for dec.PeekKind() == '"' {
		name, err := dec.ReadToken()
		if err != nil {
			break
		}
		f := facts.Fact{Name: name.String(), Note: c.Words.T("groups.unlisted")}
		value, err := dec.ReadValue()
		if err != nil {
			break
		}
		f.Value = string(value)
		list = append(list, f)
	}
	return list
}

// absent is a dash with the reason where a field holds nothing.
func absent(c *pane.Context, f facts.Fact, sent, null bool) facts.Fact {
	if sent {
		return f
	}
	f.Value, f.Tone, f.Note = c.Theme.Glyphs.Dash, theme.Faint, c.Words.T("groups.not_sent")
	if null {
		f.Note = c.Words.T("groups.sent_as_null")
	}
	return f
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
		f := facts.Fact{Name: w.T("groups.column." + id), Value: w.Exact(s.number().String())}
		switch {
		case s.of == 0:
			f.Value, f.Tone, f.Note = glyphs.Dash, theme.Faint, w.T("groups.no_statistics")
		case s.of < g.accounts:
			f.Note = w.T("groups.known_of", "Known", w.Int(s.of), "Accounts", w.Int(g.accounts))
		}
		list = append(list, f)
	}
	return list
}
