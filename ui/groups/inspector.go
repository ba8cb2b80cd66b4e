package groups

import (
	"cmp"
	"slices"

	"channeldeck/api"
	"channeldeck/api/history"
	"channeldeck/theme"
	"channeldeck/ui/resource"
	"channeldeck/ui/text"
)

// blocks are the inspector of a group: its accounts, their sums, its own fields
// (section 2.3), and the platforms of its accounts.
func (m *Model) blocks(g *resource.Group) []resource.Block {
	at := m.ctx.Sites.Named(g.Site)
	w := m.words
	names := []string{
		"hasBrowserConfig", "rank", "ip", "location", "countryCode", "proxyIp", "isDefault",
		"createdAt", "updatedAt",
	}
	fields := resource.Block{Title: w.T("groups.block_fields")}
	if g.Sent != nil {
		fields.Facts = at.View.Members(
			Name,
			g.Sent,
			names,
			func(string, *resource.Fact) {},
		)
	} else {
		fields.Facts = []resource.Fact{{Name: w.T("groups.column.id"), Value: g.ID}}
		fields.Lines = func(width int) []string {
			return m.view.Note(w.T("groups.only_id"), width)
		}
	}
	local := at.View.Lists.GroupName(g.ID).Local
	if local != "" {
		fields.Facts = append(
			[]resource.Fact{
				{
					Name:  w.T("groups.column.localName"),
					Value: text.Line(local),
					Note:  m.theme.Glyphs.Local + " " + w.T("groups.local_note"),
				},
			},
			fields.Facts...,
		)
		if g.Sent == nil {
			fields.Lines = nil
		}
	}
	if g.IsNew {
		fields.Lines = func(int) []string {
			return []string{
				" " + m.theme.Paint(theme.Good, m.theme.Glyphs.New+" "+w.T("groups.new")),
			}
		}
	}
	accounts := resource.Block{
		Title: w.T("groups.column.accounts"),
		Facts: m.health(g),
		Lines: func(width int) []string {
			return m.view.AbnormalShare(g.Abnormal, g.Accounts, width)
		},
	}
	sums := at.View.SumFacts(g.Tally)
	c := g.Change.Followers()
	if c.By().IsSet() {
		sums = slices.Insert(sums, min(1, len(sums)), resource.Fact{ // below the followers
			Name: cmp.Or(at.View.SpanTitle(history.SpanMonth), w.T("groups.column.change30d")),
			Value: resource.Signed(c.By(), func(n api.Number) string {
				return w.Exact(n.String())
			}),
			Note:  m.view.NotCompared(c, m.view.Short),
			Right: true,
		})
	}
	if g.Accounts == 0 {
		return []resource.Block{accounts, fields}
	}
	return []resource.Block{
		accounts, {Title: w.T("groups.block_sums"), Facts: sums},
		fields, {Title: w.T("groups.block_platforms"), Facts: m.platforms(g)},
	}
}

// maxPlatforms is the number of platforms that are shown for a group.
const maxPlatforms = 20

// platforms are the numbers of a group's accounts by platform.
func (m *Model) platforms(g *resource.Group) (list []resource.Fact) {
	counts := g.Platforms()
	for _, p := range counts[:min(len(counts), maxPlatforms)] {
		f := resource.Fact{
			Name:  m.ctx.Sites.Named(g.Site).View.PlatformName(p.ID),
			Value: m.words.Int(p.Accounts),
			Right: true,
		}
		if p.Abnormal > 0 {
			f.Note = m.theme.Glyphs.Abnormal + " " + m.words.Int(p.Abnormal)
		}
		list = append(list, f)
	}
	return list
}

// health is the number of a group's accounts by status.
func (m *Model) health(g *resource.Group) []resource.Fact {
	list := []resource.Fact{{
		Name:  m.words.T("groups.total_accounts"),
		Value: m.words.Int(g.Accounts),
		Tone:  theme.Strong,
		Right: true,
	}}
	for _, h := range []struct {
		label  string
		health api.Health
		n      int
	}{
		{"groups.column.normal", api.HealthNormal, g.Normal},
		{"groups.column.abnormal", api.HealthAbnormal, g.Abnormal},
		{"groups.other_status", api.HealthUnknown, g.Unknown},
		{"groups.outage", api.HealthOutage, g.Outage},
	} {
		sign, tone := m.view.HealthSign(h.health)
		if h.n > 0 {
			list = append(list, resource.Fact{
				Name:  m.words.T(h.label),
				Value: sign + " " + m.words.Int(h.n),
				Tone:  tone,
				Right: true,
			})
		}
	}
	return list
}
