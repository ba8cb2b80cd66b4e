package resource

import (
	"bytes"
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"channeldeck/api"
	"channeldeck/api/fleet"
	"channeldeck/api/history"
	"channeldeck/theme"
	"channeldeck/ui/text"
	"channeldeck/ui/words"
)

// Group is a known group: the tally of its accounts and, where it was created here,
// what the service returned for it.
type Group struct {
	*fleet.Tally
	Created *api.AccountGroup // nil where only accounts name the group
	IsNew   bool              // created in this run
	Site    string            // the name of the site it belongs to
	Change  *fleet.Comparison // over 30 days; empty without a history
}

// fields are what the service returned when the group was created, empty where
// only accounts name it.
func (g *Group) fields() *api.AccountGroup {
	if g.Created == nil {
		return &api.AccountGroup{}
	}
	return g.Created
}

// KnownGroups returns the groups created in this run, newest first, then those that
// accounts name, then those created in earlier runs that have no accounts.
func KnownGroups(named []*fleet.Tally, created, earlier []*api.AccountGroup, past *fleet.Past) []*Group {
	tallies := map[string]*fleet.Tally{}
	for _, t := range named {
		tallies[t.ID] = t
	}
	before := map[string]*api.AccountGroup{}
	for _, g := range earlier {
		before[g.ID] = g
	}
	var rows []*Group
	seen := map[string]bool{}
	add := func(r *Group) {
		if !seen[r.ID] {
			seen[r.ID], r.Change = true, past.Changes(history.SpanMonth).Group(r.ID)
			rows = append(rows, r)
		}
	}
	for _, c := range slices.Backward(created) {
		add(&Group{Tally: cmp.Or(tallies[c.ID], &fleet.Tally{ID: c.ID}), Created: c, IsNew: true})
	}
	for _, t := range named {
		add(&Group{Tally: t, Created: before[t.ID]})
	}
	for _, g := range earlier {
		add(&Group{Tally: &fleet.Tally{ID: g.ID}, Created: g})
	}
	return rows
}

// Title is the name, a local one with its mark, or else the id.
func (g *Group) Title(v *View) string {
	if title := v.Of(g.Site).GroupTitle(g.ID); title != text.Line(g.ID) {
		return title
	}
	return cmp.Or(g.fields().Name, g.ID)
}

// share is the part of the accounts that are abnormal.
func (g *Group) share() float64 { return float64(g.Abnormal) / float64(max(g.Accounts, 1)) }

// Groups is what is shown, copied, printed and exported of a group.
// What only the service knows is missing where the group was not created here.
func Groups(v *View) *Resource[*Group] {
	shown := func(width int) []string {
		ids := []string{"name", "accounts", "abnormal", "share", "fansCount", "readCount"}
		switch {
		case width >= 105:
			ids = []string{"name", "accounts", "abnormal", "share", "fansCount", "change30d", "readCount", "platforms"}
		case width >= 90:
			ids = append(ids[:4], fleet.SummedFields()...)
		}
		return append(ids, "location", "countryCode", "ip")
	}
	id := Text("id", 110, 10, 24, theme.Muted, func(g *Group) string { return g.ID })
	id.CutMiddle = true
	title := func(g *Group) string { return g.Title(v) }
	name := Text("name", 120, 20, 60, theme.Plain, title)
	name.Pinned, name.Grow = true, true
	name.Cell = func(g *Group) Cell {
		switch title := title(g); {
		case title == g.ID:
			return Cell{Text: g.ID, Tone: theme.Muted, KeepEnd: true}
		case g.IsNew:
			return Cell{Text: v.Theme.Glyphs.New + " " + title, Tone: theme.Good}
		default:
			return Cell{Text: title}
		}
	}
	name.Exact = func(g *Group) string { return g.fields().Name }
	name.Order = ByText(func(g *Group) (string, bool) { return title(g), title(g) != g.ID })
	local := func(g *Group) string { return v.Of(g.Site).Lists.GroupName(g.ID).Local }
	r := &Resource[*Group]{
		Name: "groups", ID: func(g *Group) string { return g.ID }, Record: func(g *Group) any { return groupRecord(g, local(g)) },
		Shown: shown, Brief: []string{"id", "name", "localName", "accounts", "abnormal", "fansCount", "readCount"},
		Columns: []Column[*Group]{
			id, name,
			groupCount(v, "accounts", 90, theme.Plain, func(g *Group) int { return g.Accounts }),
			groupCount(v, "normal", 50, theme.Plain, func(g *Group) int { return g.Normal }),
			groupCount(v, "abnormal", 85, theme.Bad, func(g *Group) int { return g.Abnormal }),
			{
				ID: "share", Priority: 78, TableOnly: true, Right: true,
				Cell: func(g *Group) Cell { return groupShare(v, g) },
				Bar:  (*Group).share, Full: FullShare, Tone: theme.Bad,
				Order: By(func(g *Group) (float64, bool) { return g.share(), true }),
			},
			{ExportOnly: true, ID: "otherStatus", Right: true, Exact: func(g *Group) string { return strconv.Itoa(g.Unknown) }},
			{ExportOnly: true, ID: "outage", Right: true, Exact: func(g *Group) string { return strconv.Itoa(g.Outage) }},
		},
	}
	for i, id := range fleet.SummedFields() {
		r.Columns = append(r.Columns, Number(id, 80-5*i, 8, v.Short, func(g *Group) api.Number { return g.Sums[i].Number() }))
	}
	followers := func(g *Group) api.Number { return ofSpan(v, g.Site, history.SpanMonth, g.Change.Followers().By()) }
	change := Number("change30d", 45, 8, v.Short, followers)
	change.Hidden, change.Title = true, v.SpanTitle(history.SpanMonth)
	change.Cell = func(g *Group) Cell {
		by := followers(g)
		return Cell{Text: Signed(by, v.Short), Tone: PercentCell(v, by).Tone}
	}
	change.Show, change.Value = change.Exact, func(g *Group) string { return v.Of(g.Site).wholeSpan(history.SpanMonth, followers(g)).String() }
	beside := Text("beside", 30, 8, 40, theme.Muted, func(g *Group) string { return v.Beside(g.Change.Followers(), v.Short) })
	beside.Hidden = true
	platforms := Text("platforms", 42, 0, 80, theme.Muted, func(g *Group) string {
		return countedPlatforms(v, g, func(id string) string { return Abbreviated(v.Of(g.Site).PlatformName(id), 1) })
	})
	platforms.Hidden, platforms.Order, platforms.Short = true, nil, Fewer(v.Words.T("field.comma"))
	platforms.Value = func(g *Group) string { return countedPlatforms(v, g, func(id string) string { return id }) }
	r.Columns = append(r.Columns, change, beside, platforms)
	createdAt := groupDetail("createdAt", 20, func(g *api.AccountGroup) string { return v.Moment(g.CreatedAt.Or("")) })
	createdAt.Hidden, createdAt.TableOnly = true, true
	createdAt.Exact = func(g *Group) string { return g.fields().CreatedAt.Or("") }
	r.Columns = append(r.Columns,
		groupDetail("ip", 30, func(g *api.AccountGroup) string { return g.IP.Or("") }),
		groupDetail("location", 40, func(g *api.AccountGroup) string { return g.Location.Or("") }),
		groupDetail("countryCode", 35, func(g *api.AccountGroup) string { return g.CountryCode.Or("") }),
		createdAt,
		Column[*Group]{ExportOnly: true, ID: "localName", Exact: local},
	)
	return r
}

// countedPlatforms are the platforms of a group, each with its number of accounts: "Douyin 60, RED 48".
func countedPlatforms(v *View, g *Group, name func(id string) string) string {
	var list []string
	for _, p := range g.Platforms() {
		list = append(list, name(p.ID)+" "+v.Words.Int(p.Accounts))
	}
	return strings.Join(list, v.Words.T("field.comma"))
}

// groupCount is a column of a count; one above 0 has a tone.
func groupCount(v *View, id string, priority int, tone theme.Tone, of func(*Group) int) Column[*Group] {
	return Column[*Group]{
		ID: id, Right: true, Max: 9, Priority: priority,
		Cell: func(g *Group) Cell {
			cell := Cell{Text: v.Words.Int(of(g))}
			if of(g) > 0 {
				cell.Tone = tone
			}
			return cell
		},
		Exact: func(g *Group) string { return strconv.Itoa(of(g)) },
		Order: By(func(g *Group) (int, bool) { return of(g), true }),
	}
}

// groupDetail is a column of a value that the service returned when it created the group.
func groupDetail(id string, priority int, of func(*api.AccountGroup) string) Column[*Group] {
	return Text(id, priority, 0, 16, theme.Plain, func(g *Group) string { return of(g.fields()) })
}

// groupShare is the share of abnormal accounts.
func groupShare(v *View, g *Group) Cell {
	switch {
	case g.Accounts == 0:
		return Cell{}
	case g.Abnormal == 0:
		return Cell{Text: v.Percent(0, g.Accounts, 0), Tone: theme.Muted}
	}
	return Cell{Text: v.Percent(g.Abnormal, g.Accounts, 0), Tone: theme.Bad}
}

// partOfGroup is the JSON of a group's accounts of a platform.
type partOfGroup struct {
	Platform string `json:"platform"`
	Accounts int    `json:"accounts"`
	Abnormal int    `json:"abnormal"`
}

// groupRecord returns the JSON of a group: what the service returned when it
// Created it, its local name, and the tally of its accounts.
func groupRecord(g *Group, localName string) any {
	sums := jsontext.Value("{")
	for i, id := range fleet.SummedFields() {
		if n := g.Sums[i].Number(); n.IsSet() {
			sums = append(sums, `,"`+id+`":`+n.String()...)
		}
	}
	platforms := []partOfGroup{} // [] where there are none
	for _, p := range g.Platforms() {
		platforms = append(platforms, partOfGroup{p.ID, p.Accounts, p.Abnormal})
	}
	var change any
	if !g.Change.From.IsZero() {
		change = g.Change.Record()
	}
	return struct {
		ID          string            `json:"id"`
		Group       *api.AccountGroup `json:"group,omitzero"`
		LocalName   string            `json:"localName,omitzero"`
		Accounts    int               `json:"accounts"`
		Normal      int               `json:"normal"`
		Abnormal    int               `json:"abnormal"`
		OtherStatus int               `json:"otherStatus"`
		Outage      int               `json:"outage"`
		Platforms   []partOfGroup     `json:"platforms"`
		Change      any               `json:"change30d,omitzero"` // of the accounts that were in it then and are now
		Sums        jsontext.Value    `json:"sums"`
	}{g.ID, g.Created, localName, g.Accounts, g.Normal, g.Abnormal, g.Unknown, g.Outage, platforms, change, append(bytes.Replace(sums, []byte("{,"), []byte("{"), 1), '}')}
}

// UnfinishedGroups words the entries of [fleet.UnfinishedGroups].
func UnfinishedGroups(w *words.Words, entries []history.Entry) []string {
	lines := make([]string, len(entries))
	for i, e := range entries {
		lines[i] = w.T("groups.unfinished", "Name", text.Clean(e.Title()))
	}
	return lines
}
