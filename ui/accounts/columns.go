package accounts

import (
	"math"
	"strings"
	"time"
	"unicode/utf8"

	"channeldeck/api"
	"channeldeck/api/fleet"
	"channeldeck/api/history"
	"channeldeck/theme"
	"channeldeck/ui/resource"
	"channeldeck/ui/text"
)

// row is an account in the table.
type row = *api.Account

// count is a column of one of the numbers of 2.4.
type count struct {
	id       string
	priority int
	hidden   bool
	of       func(row) api.Number
}

// known returns the count, false where it was never fetched. Rank is not a
// statistic: it is known wherever it was sent.
func (n *count) known(a row) (api.Number, bool) {
	v := n.of(a)
	if n.id == "rank" {
		return v, v.IsSet()
	}
	return a.Statistic(v)
}

func counts() []count {
	return []count{
		{"fansCount", 80, false, func(a row) api.Number { return a.FansCount }},
		{"workCount", 60, false, func(a row) api.Number { return a.WorkCount }},
		{"readCount", 50, false, func(a row) api.Number { return a.ReadCount }},
		{"likeCount", 45, false, func(a row) api.Number { return a.LikeCount }},
		{"commentCount", 40, false, func(a row) api.Number { return a.CommentCount }},
		{"income", 35, true, func(a row) api.Number { return a.Income }},
		{"followingCount", 30, true, func(a row) api.Number { return a.FollowingCount }},
		{"collectCount", 30, true, func(a row) api.Number { return a.CollectCount }},
		{"forwardCount", 30, true, func(a row) api.Number { return a.ForwardCount }},
		{"rank", 20, true, func(a row) api.Number { return a.Rank }},
	}
}

// Resource is what is shown, copied, printed and exported of an account: the fields
// of 2.4 and the changes of its followers, which only a history knows. JSON is the
// account as the service sent it.
func Resource(v *resource.View) *resource.Resource[row] {
	platform := resource.Text("type", 90, 0, 18, theme.Plain, func(a row) string { return v.PlatformName(a.Type) })
	platform.Value = func(a row) string { return a.Type }
	uid := resource.Text("uid", 65, 10, 16, theme.Plain, func(a row) string { return a.UID })
	uid.CutMiddle = true
	nickname := resource.Text("nickname", 110, 16, 60, theme.Plain, func(a row) string { return a.Nickname })
	nickname.Pinned, nickname.Grow, nickname.Exact = true, true, nickname.Search
	nickname.Cell = func(a row) resource.Cell {
		shared := v.Lists.SharesNickname(a)
		return resource.Cell{Text: name(v, a, shared), KeepEnd: shared || a.RelayDown()}
	}
	r := &resource.Resource[row]{
		Name: Name, Shown: shownColumns, Brief: []string{"status", "nickname", "type", "fansCount", "workCount", "lastStatsTime", "id"},
		ID:     func(a row) string { return a.ID },
		Record: func(a row) any { return a },
		Columns: []resource.Column[row]{
			identifier("id", 10, 36, 24, func(a row) string { return a.ID }),
			platform,
			uid, nickname,
			{
				ID: "status", Max: 4, Priority: 100, Pinned: true, Sign: true,
				Cell:  func(a row) resource.Cell { return statusCell(v, a) },
				Exact: func(a row) string { return a.Status.String() },
				Show:  func(a row) string { return statusText(v, a) },
				Order: resource.By(func(a row) (int, bool) { return fleet.Urgency(a), true }),
			},
			groupColumn(v),
			{
				ID: "lastStatsTime", Right: true, Max: 8, Priority: 70,
				Cell:  func(a row) resource.Cell { return statsAge(v, a) },
				Exact: func(a row) string { return a.LastStatsTime.Or("") },
				Show:  func(a row) string { return statsAgo(v, a) },
				Order: resource.ByFunc(func(a row) (time.Time, bool) { return timeOf(a.LastStatsTime) }, time.Time.Compare),
			},
		},
	}
	for _, n := range counts() {
		c := resource.Number(n.id, n.priority, 8, v.Short, func(a row) api.Number { known, _ := n.known(a); return known })
		c.Hidden, c.Tone = n.hidden, theme.Accent
		if n.id == "fansCount" {
			c.Bar = followersBar
		}
		c.Value = func(a row) string { return n.of(a).String() }
		c.Show = func(a row) string { return v.Words.Exact(c.Exact(a)) }
		r.Columns = append(r.Columns, c)
	}
	for span, id := range fleet.ComputedColumns()[:history.SpanMonth+1] {
		change := func(a row) api.Number { return v.Lists.FollowersSince(a, history.Span(span)) }
		c := resource.Number(id, 79-5*span, 8, v.Short, change)
		c.Hidden, c.OnRequest, c.Title = true, true, v.SpanTitle(history.Span(span))
		c.Show, c.Value = c.Exact, func(a row) string {
			if v.Lists.Covers(history.Span(span)) > 0 { // files have no titles that say so
				return ""
			}
			return change(a).String()
		}
		c.Cell = func(a row) resource.Cell {
			s, tone := v.Change(change(a), v.Short)
			return resource.Cell{Text: s, Tone: tone}
		}
		r.Columns = append(r.Columns, c)
	}
	r.Columns = append(r.Columns, sinceColumn(v))
	exported := func(id string, of func(row) string) resource.Column[row] {
		return resource.Column[row]{ExportOnly: true, ID: id, Exact: of}
	}
	r.Columns = append(r.Columns,
		resource.Column[row]{ExportOnly: true, OnRequest: true, ID: fleet.ColumnLocalGroup, Exact: func(a row) string { return v.Lists.GroupName(a.GroupID).Local }},
		exported("userId", func(a row) string { return a.UserID }),
		exported("avatar", func(a row) string { return a.Avatar.Or("") }),
		exported("relayAccountRef", func(a row) string { return a.RelayAccountRef.Or("") }),
		moment(v, "createdAt", func(a row) api.Opt[string] { return a.CreatedAt }),
		moment(v, "updatedAt", func(a row) api.Opt[string] { return a.UpdatedAt }),
		identifier("account", 8, 24, 15, func(a row) string { return a.Account.Or("") }),
	)
	return r
}

// sinceColumn is for how long an account has had its health: "3d", or "≥ 12d" if it had it
// when it was first recorded. Files have the time, unless it was before the first recording.
func sinceColumn(v *resource.View) resource.Column[row] {
	exact := func(a row) string {
		if s := v.Lists.Spell(a); s.Recorded {
			return s.Since.UTC().Format(time.RFC3339)
		}
		return ""
	}
	return resource.Column[row]{
		ID: fleet.ColumnSince, Right: true, Max: 8, Priority: 78, Hidden: true, OnRequest: true,
		Cell: func(a row) resource.Cell {
			s := v.Lists.Spell(a)
			if s.Since.IsZero() {
				return resource.Cell{}
			}
			age := v.Words.Age(v.Now().Sub(s.Since))
			if !s.Recorded {
				age = v.Theme.Glyphs.Plain("≥ ") + age
			}
			_, tone := v.HealthSign(a.Health())
			return resource.Cell{Text: age, Tone: tone}
		},
		Exact: exact, Show: func(a row) string { return v.Moment(exact(a)) },
		Order: resource.ByFunc(func(a row) (time.Time, bool) { s := v.Lists.Spell(a); return s.Since, !s.Since.IsZero() }, time.Time.Compare),
	}
}

// groupColumn is the group: its name for people, its ID for files.
func groupColumn(v *resource.View) resource.Column[row] {
	title := func(a row) string { return v.GroupTitle(a.GroupID) }
	c := identifier("groupId", 8, 24, 25, title)
	c.CutMiddle = false
	c.Cell = func(a row) resource.Cell {
		return resource.Cell{Text: title(a), Tone: theme.Muted, KeepEnd: title(a) == a.GroupID}
	}
	c.Exact = func(a row) string { return a.GroupID }
	return c
}

// identifier is a column of an id, hidden unless the width allows it.
func identifier(id string, least, most, priority int, of func(row) string) resource.Column[row] {
	c := resource.Text(id, priority, least, most, theme.Muted, of)
	c.CutMiddle, c.Hidden = true, true
	return c
}

// tail is how many characters of the uid distinguish accounts of the same name.
const tail = 4

// name is the nickname, followed by the end of the uid where several accounts of
// the platform share the nickname. Of an account whose relay is down, it says so.
func name(v *resource.View, a row, shared bool) string {
	nickname := strings.TrimSpace(text.Line(v.Lists.Nickname(a)))
	switch {
	case a.RelayDown():
		return nickname + " " + v.Theme.Glyphs.Between + " " + v.Words.T("accounts.relay_down")
	case !shared:
		return nickname
	}
	uid := text.Line(a.UID)
	at := len(uid)
	for range tail {
		_, n := utf8.DecodeLastRuneInString(uid[:at])
		at -= n
	}
	return nickname + " " + uid[at:]
}

// moment is a hidden column of a time.
func moment(v *resource.View, id string, of func(row) api.Opt[string]) resource.Column[row] {
	c := resource.Text(id, 10, 0, 16, theme.Plain, func(a row) string { return v.Moment(of(a).Or("")) })
	c.Hidden, c.Search, c.Exact = true, nil, func(a row) string { return of(a).Or("") }
	c.Order = resource.ByFunc(func(a row) (time.Time, bool) { return timeOf(of(a)) }, time.Time.Compare)
	return c
}

func timeOf(s api.Opt[string]) (time.Time, bool) { return api.ParseTime(s.Or("")) }

// statusCell is the sign of the status, which the line above the table explains,
// and the value of a status that the interface does not list.
func statusCell(v *resource.View, a row) resource.Cell {
	sign, tone := v.HealthSign(a.Health())
	switch a.Health() {
	case api.HealthNormal:
		tone = theme.Plain
	case api.HealthUnknown:
		sign += a.Status.String()
	}
	mark := v.Lists.Mark(a)
	if mark == history.Disappeared {
		return resource.Cell{Text: v.Theme.Glyphs.Dash, Tone: theme.Muted}
	}
	return resource.Cell{Text: sign + markSign(v, mark), Tone: tone}
}

// statusText is the status in words, or its value if the interface does not list it.
func statusText(v *resource.View, a row) string {
	if h := a.Health(); h != api.HealthUnknown {
		return v.HealthWord(h)
	}
	return a.Status.String()
}

// markSign is the sign of what happened since the baseline.
func markSign(v *resource.View, m history.Mark) string {
	g := v.Theme.Glyphs
	return map[history.Mark]string{history.Appeared: g.New, history.TurnedAbnormal: g.Down, history.Recovered: g.Up, history.Disappeared: g.Dash}[m]
}

// statsAge is the age of an account's statistics; old ones are marked.
func statsAge(v *resource.View, a row) resource.Cell {
	t, ok := timeOf(a.LastStatsTime)
	if !ok {
		return resource.Cell{Text: text.Line(a.LastStatsTime.Or("")), Tone: theme.Muted}
	}
	age := v.Now().Sub(t)
	if age < -time.Minute { // clocks differ
		return resource.Cell{Text: v.Words.T("age.in", "Age", v.Words.Age(-age)), Tone: theme.Warn}
	}
	if age > v.StaleAfter {
		return resource.Cell{Text: v.Theme.Glyphs.Stale + " " + v.Words.Age(age), Tone: theme.Warn}
	}
	return resource.Cell{Text: v.Words.Age(age)}
}

// statsAgo is the age of an account's statistics in words.
func statsAgo(v *resource.View, a row) string {
	if t, ok := timeOf(a.LastStatsTime); ok {
		return v.Words.Ago(t, v.Now())
	}
	return a.LastStatsTime.Or("")
}

// followersBar is the length of the bar of an account's followers: the square root,
// because few accounts have most of all followers.
func followersBar(a row) float64 {
	n, known := a.Statistic(a.FansCount)
	f, ok := n.Float64()
	if !known || !ok {
		return 0
	}
	return math.Sqrt(max(f, 0))
}

// wide and widest are the widths of a list that shows more than the daily figures, and
// also ids.
const (
	wide   = 90
	widest = 140
)

// shownColumns are the columns of a table of a width unless the user chose others.
func shownColumns(width int) []string {
	ids := []string{"status", "nickname", "type", "fansCount", "sinceVisit", "workCount", "lastStatsTime"}
	if width >= wide {
		ids = []string{"status", "nickname", "type", "fansCount", "sinceVisit", "sevenDays", "thirtyDays", "workCount", "readCount", "likeCount", "commentCount", "lastStatsTime"}
	}
	if width >= widest {
		ids = append(ids, "uid", "groupId")
	}
	return ids
}
