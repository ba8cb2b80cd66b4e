package resource

import (
	"cmp"
	"slices"
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

// fields returns the group as the service sent it, empty where only accounts name it.
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
		made := all[g.ID]
		if made != nil && g.Malformed() == nil {
			both := *g
			both.IP = made.IP
			both.Location = made.Location
			both.CountryCode = made.CountryCode
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
			seen[r.ID] = true
			r.Change = past.Changes(history.SpanMonth).Group(r.ID)
			rows = append(rows, r)
		}
	}
	for _, c := range slices.Backward(groups.Created) {
		add(&Group{
			Tally: cmp.Or(tallies[c.ID], &fleet.Tally{ID: c.ID}),
			Sent:  sent[c.ID],
			IsNew: true,
		})
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
	title := v.Of(g.Site).GroupTitle(g.ID)
	if title != text.Line(g.ID) {
		return title
	}
	return cmp.Or(text.Line(g.fields().Name), g.ID)
}

// label is the title with what else the service says of the group: its own name beside a local
// one, and that it is the default group unless a name says so.
func (g *Group) label(v *View) string {
	parts := []string{g.Title(v)}
	n := v.Of(g.Site).Lists.GroupName(g.ID)
	if n.Local != "" && n.Sent() != "" {
		parts = append(parts, text.Line(n.Sent()))
	}
	word := v.Words.T("groups.is_default")
	if g.fields().IsDefault.Or(false) && !strings.Contains(
		fold.String(strings.Join(parts, " ")),
		fold.String(word),
	) {
		parts = append(parts, word)
	}
	return strings.Join(parts, " "+v.Theme.Glyphs.Between+" ")
}

// share is the part of the accounts that are abnormal.
func (g *Group) share() float64 {
	return float64(g.Abnormal) / float64(max(g.Accounts, 1))
}

// Groups returns the resource of groups, by which they are shown, copied, printed and exported. The
// members that only the service sends are missing where it neither lists the group nor created it
// here.
func Groups(v *View) *Resource[*Group] {
	local := func(g *Group) string {
		return v.Of(g.Site).Lists.GroupName(g.ID).Local
	}
	return &Resource[*Group]{
		Name: "groups",
		ID:   func(g *Group) string { return g.ID },
		Fields: slices.Concat(
			OfColumns[string](Always, "id"),
			Nested(OrMissing, "group", func(g *Group) *api.AccountGroup {
				return g.Sent
			}),
			OfColumns[string](OrMissing, "localName"),
			OfColumns[int](Always, "accounts", "normal", "abnormal", "otherStatus", "outage"),
			Nested(Always, "platforms", partsOfGroup),
			Nested(OrMissing, "change30d", func(g *Group) *fleet.ComparisonRecord {
				return changeOf(g.Change)
			}),
			Nested(Always, "sums", sumsOfGroup),
			Nested(Always, "counted", func(g *Group) jsontext.Value {
				return countedOf(g.Tally, api.NumSums)
			}),
		),
		ColumnsAt: groupColumns,
		Brief: []string{
			"name",
			"localName",
			"accounts",
			"abnormal",
			"fansCount",
			"readCount",
			"id",
			"counted.fansCount",
			"counted.readCount",
		},
		Columns: slices.Concat(groupTallies(v), groupChanges(v), groupDetails(v, local)),
	}
}

// groupColumns are the columns of a table of a width unless the user chose others.
func groupColumns(width int) []string {
	ids := []string{"name", "accounts", "abnormal", "share", "fansCount", "readCount"}
	if width >= 105 {
		ids = []string{
			"name",
			"accounts",
			"abnormal",
			"share",
			"fansCount",
			"change30d",
			"readCount",
			"platforms",
		}
	} else if width >= 90 {
		ids = ids[:4]
		for _, c := range api.SummedCounts() {
			ids = append(ids, c.String())
		}
	}
	return append(ids, "location", "countryCode", "ip")
}

// groupTallies are the names of a group, its accounts and their sums.
func groupTallies(v *View) []Column[*Group] {
	id := Text("id", 110, 10, 24, theme.Muted, func(g *Group) string {
		return g.ID
	})
	id.CutMiddle = true
	share := Column[*Group]{
		ID:        "share",
		Priority:  78,
		TableOnly: true,
		Right:     true,
		Of:        func(g *Group) Value { return groupShare(v, g) },
		Order: By(func(g *Group) (float64, bool) {
			return g.share(), true
		}),
		Bar:  (*Group).share,
		Full: FullShare,
		Tone: theme.Bad,
	}
	columns := []Column[*Group]{
		id,
		groupName(v),
		groupCount(v, "accounts", 90, theme.Plain, func(g *Group) int {
			return g.Accounts
		}),
		groupCount(v, "normal", 50, theme.Plain, func(g *Group) int {
			return g.Normal
		}),
		groupCount(v, "abnormal", 85, theme.Bad, func(g *Group) int {
			return g.Abnormal
		}),
		share,
		groupRest("otherStatus", func(g *Group) int { return g.Unknown }),
		groupRest("outage", func(g *Group) int { return g.Outage }),
	}
	for i, c := range api.SummedCounts() {
		columns = append(columns, totalColumns(v, c.String(), 80-5*i, func(g *Group) api.Total {
			return g.Total(i)
		})...)
	}
	return columns
}

// groupName is the name, in files that of the service. Groups without a name come last.
func groupName(v *View) Column[*Group] {
	return Column[*Group]{
		ID:       "name",
		Min:      20,
		Max:      60,
		Priority: 120,
		Pinned:   true,
		Grow:     true,
		Searched: true,
		Of: func(g *Group) Value {
			name := ReferenceValue(g.fields().Name, g.label(v))
			if g.Title(v) == g.ID {
				name.Tone = theme.Muted
				name.KeepEnd = true
			} else if g.IsNew {
				name.Tone = theme.Good
			}
			return name
		},
		Write: func(name Value) string {
			if name.Tone == theme.Good {
				return v.Theme.Glyphs.New + " " + name.Text()
			}
			return name.Text()
		},
		Order: ByText(func(g *Group) (string, bool) {
			title := g.Title(v)
			return title, title != g.ID
		}),
	}
}

// groupChanges are the change of the followers, what that does not include, and the platforms.
func groupChanges(v *View) []Column[*Group] {
	change := Column[*Group]{
		ID:       "change30d",
		Title:    v.SpanTitle(history.SpanMonth),
		Right:    true,
		Max:      8,
		Priority: 45,
		Hidden:   true,
		Of: func(g *Group) Value {
			by := ofSpan(v, g.Site, history.SpanMonth, g.Change.Followers().By())
			change := NumberValue(by).InFiles(v.Of(g.Site).wholeSpan(history.SpanMonth, by))
			return change.Toned(PercentCell(v, by).Tone)
		},
		Write: func(change Value) string {
			return Signed(change.Number(), v.Short)
		},
		Print: Value.Digits,
	}
	beside := Text("beside", 30, 8, 40, theme.Muted, func(g *Group) string {
		return v.NotCompared(g.Change.Followers(), v.Short)
	})
	beside.Hidden = true
	platforms := Word("platforms", 42, 0, 80, theme.Muted, func(g *Group) (codes, names string) {
		codes = countedPlatforms(v, g, func(id string) string { return id })
		names = countedPlatforms(v, g, func(id string) string {
			return Abbreviated(v.Of(g.Site).PlatformName(id), 1)
		})
		return codes, names
	})
	platforms.Hidden = true
	platforms.Unsorted = true
	platforms.Short = Fewer(v.Words, v.Words.T("field.comma"))
	return []Column[*Group]{change, beside, platforms}
}

// groupDetails are the other fields that the service sent for the group, and its local name.
func groupDetails(v *View, local func(*Group) string) []Column[*Group] {
	digits := func(n api.Number) string { return n.String() }
	rank := Number("rank", 25, 8, digits, func(g *Group) api.Number {
		return g.fields().Rank
	})
	rank.Hidden = true
	isDefault := Word("isDefault", 22, 0, 16, theme.Plain, func(g *Group) (code, word string) {
		return yesOrNo(v.Words, g.fields().IsDefault)
	})
	isDefault.Hidden = true
	isDefault.Print = Value.File
	createdAt := Column[*Group]{
		ID:        "createdAt",
		Max:       16,
		Priority:  20,
		Hidden:    true,
		TableOnly: true,
		Searched:  true,
		Of: func(g *Group) Value {
			return SentTime(api.SomeTime(g.fields().CreatedAt.Or("")))
		},
		Write: v.TimeText,
	}
	return []Column[*Group]{
		groupDetail("ip", 30, func(g *api.AccountGroup) string {
			return g.IP.Or("")
		}),
		groupDetail("location", 40, func(g *api.AccountGroup) string {
			return g.Location.Or("")
		}),
		groupDetail("countryCode", 35, func(g *api.AccountGroup) string {
			return g.CountryCode.Or("")
		}),
		rank,
		isDefault,
		createdAt,
		exported("localName", func(g *Group) Value {
			return TextValue(local(g))
		}),
	}
}

// countedPlatforms are the platforms of a group, each with its number of accounts: "Douyin 60, RED 48".
func countedPlatforms(v *View, g *Group, name func(id string) string) string {
	var list []string
	for _, p := range g.Platforms() {
		list = append(list, name(p.ID)+" "+v.Words.Int(p.Accounts))
	}
	return v.Words.List(list)
}

// groupCount is a column of a count; one above 0 has a tone.
func groupCount(
	v *View,
	id string,
	priority int,
	tone theme.Tone,
	of func(*Group) int,
) Column[*Group] {
	c := Count(v, id, priority, tone, func(g *Group) Value {
		return CountValue(of(g))
	})
	c.Max = 9
	c.Write = func(n Value) string { return v.Words.Exact(n.Digits()) }
	return c
}

// groupRest is a count of accounts that only files have.
func groupRest(id string, of func(*Group) int) Column[*Group] {
	c := exported(id, func(g *Group) Value { return CountValue(of(g)) })
	c.Right = true
	return c
}

// groupDetail is a column of a value that the service sent for the group.
func groupDetail(id string, priority int, of func(*api.AccountGroup) string) Column[*Group] {
	return Text(id, priority, 0, 16, theme.Plain, func(g *Group) string {
		return of(g.fields())
	})
}

// yesOrNo returns a value that may be missing, in files and in words.
func yesOrNo(w *words.Words, value api.Opt[bool]) (code, word string) {
	is, sent := value.Get()
	if !sent {
		return "", ""
	}
	if is {
		return "true", w.T("field.yes")
	}
	return "false", w.T("field.no")
}

// groupShare is the share of abnormal accounts, unknown of a group without accounts.
func groupShare(v *View, g *Group) Value {
	if g.Accounts == 0 {
		return Value{}
	}
	share := TextValue(v.Percent(g.Abnormal, g.Accounts, 0))
	if g.Abnormal == 0 {
		return share.Toned(theme.Muted)
	}
	return share.Toned(theme.Bad)
}

// partOfGroup is the JSON of a group's accounts of a platform.
type partOfGroup struct {
	Platform string `json:"platform"`
	Accounts int    `json:"accounts"`
	Abnormal int    `json:"abnormal"`
}

// partsOfGroup are the accounts of a group by platform.
func partsOfGroup(g *Group) []partOfGroup {
	platforms := []partOfGroup{} // [] where there are none
	for _, p := range g.Platforms() {
		platforms = append(platforms, partOfGroup{p.ID, p.Accounts, p.Abnormal})
	}
	return platforms
}

// changeOf is the JSON of a change, nil without a history.
func changeOf(c *fleet.Comparison) *fleet.ComparisonRecord {
	if c.From.IsZero() {
		return nil
	}
	return c.Record()
}

// sumsOfGroup are the known sums of the counts of a group.
func sumsOfGroup(g *Group) jsontext.Value {
	sums := jsontext.Value("{}")
	for i, c := range api.SummedCounts() {
		n := g.Sums[i].Number()
		if n.IsSet() {
			sums = WithMember(sums, c.String(), jsontext.Value(n.String()))
		}
	}
	return sums
}

// UnfinishedGroups words the entries of [fleet.Memory.UnfinishedGroups].
func UnfinishedGroups(w *words.Words, entries []history.Entry) []string {
	lines := make([]string, len(entries))
	for i, e := range entries {
		lines[i] = w.T("groups.unfinished", "Name", text.Clean(e.Title()))
	}
	return lines
}

// CreatedGroups has a column for each field of a group (2.3). As JSON it is the object
// as it was received.
func CreatedGroups(w *words.Words) *Resource[*api.AccountGroup] {
	r := Members[*api.AccountGroup](
		"groups", "id", "name", "isDefault", "hasBrowserConfig", "rank", "ip", "proxyIp",
		"countryCode", "location", "createdAt", "updatedAt",
	)
	for _, c := range []*Column[*api.AccountGroup]{&r.Columns[2], &r.Columns[3]} {
		c.Print = func(v Value) string { return YesOrNo(w, v.File()) }
	}
	return r
}
