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
	"channeldeck/api/fold"
	"channeldeck/api/history"
	"channeldeck/theme"
	"channeldeck/ui/text"
	"channeldeck/ui/words"
)

// Group is a known group: the tally of its accounts and what the service sent for it.
type Group struct {
	*fleet.Tally
	Sent   *api.AccountGroup // as it is listed, or was created here; nil where only accounts name the group
	IsNew  bool              // created in this run
	Site   string            // the name of the site it belongs to
	Change *fleet.Comparison // over 30 days; empty without a history
}

// fields are what the service sent for the group, empty where only accounts name it.
func (g *Group) fields() *api.AccountGroup {
	if g.Sent == nil {
		return &api.AccountGroup{}
	}
	return g.Sent
}

// SentGroups are the groups that the service has sent.
type SentGroups struct {
	Listed  []api.AccountGroup  // lower ranks first; none where the service does not list them
	Created []*api.AccountGroup // in this run, oldest first
	Earlier []*api.AccountGroup // created in earlier runs, newest first
}

// byID returns each group as it is listed, or else as it was created. What a list lacks is that
// of its creation.
func (s *SentGroups) byID() map[string]*api.AccountGroup {
	all := map[string]*api.AccountGroup{}
	for _, g := range slices.Concat(s.Earlier, s.Created) {
		all[g.ID] = g
	}
	for i := range s.Listed {
		g := &s.Listed[i]
		if made := all[g.ID]; made != nil && g.Malformed() == nil {
			both := *g
			both.IP, both.Location, both.CountryCode = made.IP, made.Location, made.CountryCode
			g = &both
		}
		all[g.ID] = g
	}
	return all
}

// KnownGroups returns the groups created in this run, newest first, then those that
// accounts name, then those without accounts: that are listed, or were created in earlier runs.
func KnownGroups(named []*fleet.Tally, groups SentGroups, past *fleet.Past) []*Group {
	tallies := map[string]*fleet.Tally{}
	for _, t := range named {
		tallies[t.ID] = t
	}
	sent := groups.byID()
	var rows []*Group
	seen := map[string]bool{}
	add := func(r *Group) {
		if !seen[r.ID] {
			seen[r.ID], r.Change = true, past.Changes(history.SpanMonth).Group(r.ID)
			rows = append(rows, r)
		}
	}
	for _, c := range slices.Backward(groups.Created) {
		add(&Group{Tally: cmp.Or(tallies[c.ID], &fleet.Tally{ID: c.ID}), Sent: sent[c.ID], IsNew: true})
	}
	for _, t := range named {
		add(&Group{Tally: t, Sent: sent[t.ID]})
	}
	for i := range groups.Listed {
		id := groups.Listed[i].ID
		add(&Group{Tally: &fleet.Tally{ID: id}, Sent: sent[id]})
	}
	for _, g := range groups.Earlier {
		add(&Group{Tally: &fleet.Tally{ID: g.ID}, Sent: sent[g.ID]})
	}
	return rows
}

// Title is the name, a local one with its mark, or else the id.
func (g *Group) Title(v *View) string {
	if title := v.Of(g.Site).GroupTitle(g.ID); title != text.Line(g.ID) {
		return title
	}
	return cmp.Or(text.Line(g.fields().Name), g.ID)
}

// label is the title with what else the service says of the group: its own name beside a local
// one, and that it is the default group unless a name says so.
func (g *Group) label(v *View) string {
	parts := []string{g.Title(v)}
	if n := v.Of(g.Site).Lists.GroupName(g.ID); n.Local != "" && n.Sent() != "" {
		parts = append(parts, text.Line(n.Sent()))
	}
	word := v.Words.T("groups.is_default")
	if g.fields().IsDefault.Or(false) && !strings.Contains(fold.String(strings.Join(parts, " ")), fold.String(word)) {
		parts = append(parts, word)
	}
	return strings.Join(parts, " "+v.Theme.Glyphs.Between+" ")
}

// share is the part of the accounts that are abnormal.
func (g *Group) share() float64 { return float64(g.Abnormal) / float64(max(g.Accounts, 1)) }

// Groups is what is shown, copied, printed and exported of a group. What only the service
// knows is missing where it neither lists the group nor created it here.
func Groups(v *View) *Resource[*Group] {
	shown := func(width int) []string {
		ids := []string{"name", "accounts", "abnormal", "share", "fansCount", "readCount"}
		switch {
		case width >= 105:
			ids = []string{"name", "accounts", "abnormal", "share", "fansCount", "change30d", "readCount", "platforms"}
		case width >= 90:
			ids = ids[:4]
			for _, c := range fleet.SummedCounts() {
				ids = append(ids, c.String())
			}
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
			return Cell{Text: v.Theme.Glyphs.New + " " + g.label(v), Tone: theme.Good}
		default:
			return Cell{Text: g.label(v)}
		}
	}
	name.Search = func(g *Group) string { return g.label(v) }
	name.Exact = func(g *Group) string { return g.fields().Name }
	name.Order = ByText(func(g *Group) (string, bool) { return title(g), title(g) != g.ID })
	local := func(g *Group) string { return v.Of(g.Site).Lists.GroupName(g.ID).Local }
	r := &Resource[*Group]{
		Name: "groups", ID: func(g *Group) string { return g.ID }, Record: func(g *Group) any { return groupRecord(g, local(g)) },
		Shown: shown, Brief: []string{"id", "name", "localName", "accounts", "abnormal", "fansCount", "readCount", "rank", "isDefault"},
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
	for i, c := range fleet.SummedCounts() {
		r.Columns = append(r.Columns, Number(c.String(), 80-5*i, 8, v.Short, func(g *Group) api.Number { return g.Sums[i].Number() }))
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
	rank := Number("rank", 25, 8, func(n api.Number) string { return n.String() }, func(g *Group) api.Number { return g.fields().Rank })
	rank.Hidden = true
	isDefault := groupDetail("isDefault", 22, func(g *api.AccountGroup) string { return yesOrNo(v.Words, g.IsDefault) })
	isDefault.Hidden = true
	isDefault.Value = func(g *Group) string {
		isDefault, sent := g.fields().IsDefault.Get()
		if !sent {
			return ""
		}
		return strconv.FormatBool(isDefault)
	}
	createdAt := groupDetail("createdAt", 20, func(g *api.AccountGroup) string { return v.Moment(g.CreatedAt.Or("")) })
	createdAt.Hidden, createdAt.TableOnly = true, true
	createdAt.Exact = func(g *Group) string { return g.fields().CreatedAt.Or("") }
	r.Columns = append(r.Columns,
		groupDetail("ip", 30, func(g *api.AccountGroup) string { return g.IP.Or("") }),
		groupDetail("location", 40, func(g *api.AccountGroup) string { return g.Location.Or("") }),
		groupDetail("countryCode", 35, func(g *api.AccountGroup) string { return g.CountryCode.Or("") }),
		rank, isDefault, createdAt,
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

// groupDetail is a column of a value that the service sent for the group.
func groupDetail(id string, priority int, of func(*api.AccountGroup) string) Column[*Group] {
	return Text(id, priority, 0, 16, theme.Plain, func(g *Group) string { return of(g.fields()) })
}

// yesOrNo words a value that may be missing.
func yesOrNo(w *words.Words, value api.Opt[bool]) string {
	is, sent := value.Get()
	switch {
	case !sent:
		return ""
	case is:
		return w.T("field.yes")
	}
	return w.T("field.no")
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

// groupRecord returns the JSON of a group: what the service sent for it, its local name, and the
// tally of its accounts.
func groupRecord(g *Group, localName string) any {
	sums := jsontext.Value("{")
	for i, c := range fleet.SummedCounts() {
		if n := g.Sums[i].Number(); n.IsSet() {
			sums = append(sums, `,"`+c.String()+`":`+n.String()...)
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
	}{g.ID, g.Sent, localName, g.Accounts, g.Normal, g.Abnormal, g.Unknown, g.Outage, platforms, change, append(bytes.Replace(sums, []byte("{,"), []byte("{"), 1), '}')}
}

// UnfinishedGroups words the entries of [fleet.UnfinishedGroups].
func UnfinishedGroups(w *words.Words, entries []history.Entry) []string {
	lines := make([]string, len(entries))
	for i, e := range entries {
		lines[i] = w.T("groups.unfinished", "Name", text.Clean(e.Title()))
	}
	return lines
}
