package resource

import (
	"cmp"
	"strings"
	"time"

	"channeldeck/api"
	"channeldeck/api/fleet"
	"channeldeck/api/history"
	"channeldeck/theme"
	"channeldeck/ui/text"
)

// accountCount is a column of a count.
type accountCount struct {
	api.Count
	priority int
	hidden   bool
}

// accountCounts are the columns of the counts, in their order.
func accountCounts() []accountCount {
	return []accountCount{
		{api.CountFans, 80, false},
		{api.CountWorks, 60, false},
		{api.CountReads, 50, false},
		{api.CountLikes, 45, false},
		{api.CountComments, 40, false},
		{api.CountIncome, 35, true},
		{api.CountFollowing, 30, true},
		{api.CountCollects, 30, true},
		{api.CountForwards, 30, true},
	}
}

// AccountNumbers are the IDs of the columns of numbers that the service sends, in their order.
func AccountNumbers() []string {
	var ids []string
	for _, n := range accountCounts() {
		ids = append(ids, n.String())
	}
	return append(ids, "rank")
}

// Accounts is what is shown, copied, printed and exported of an account: the fields
// of 2.4 and the changes of its followers, which only a history knows. JSON is the
// account as the service sent it, without counts that are not known.
func Accounts(v *View) *Resource[*api.Account] {
	platform := Text("type", 90, 0, 18, theme.Plain, func(a *api.Account) string { return v.Of(a.Site).PlatformName(a.Type) })
	platform.Value, platform.Show, platform.Short = func(a *api.Account) string { return a.Type }, platform.Search, Abbreviated
	uid := Text("uid", 65, 10, 16, theme.Plain, func(a *api.Account) string { return a.UID })
	uid.CutMiddle = true
	nickname := Text("nickname", 110, 16, 60, theme.Plain, func(a *api.Account) string { return a.Nickname })
	nickname.Pinned, nickname.Grow, nickname.Exact = true, true, nickname.Search
	nickname.Cell = func(a *api.Account) Cell {
		return Cell{Text: AccountName(v, a), KeepEnd: v.Of(a.Site).Lists.SharesNickname(a) || a.RelayDown()}
	}
	r := &Resource[*api.Account]{
		Name: "accounts", Shown: accountColumns, Brief: []string{"status", "nickname", "type", "fansCount", "workCount", "lastStatsTime", "id"},
		ID:     func(a *api.Account) string { return a.ID },
		Record: func(a *api.Account) any { return a.Known() },
		Columns: []Column[*api.Account]{
			accountID("id", 10, 36, 24, func(a *api.Account) string { return a.ID }),
			platform,
			uid, nickname,
			{
				ID: "status", Max: 4, Priority: 100, Pinned: true, Sign: true,
				Cell:  func(a *api.Account) Cell { return accountStatus(v, a) },
				Exact: func(a *api.Account) string { return a.Status.String() },
				Show:  func(a *api.Account) string { return accountStatusText(v, a) },
				Order: byNeed(v),
			},
			accountGroup(v),
			{
				ID: "lastStatsTime", Right: true, Max: 8, Priority: 70,
				Cell:  func(a *api.Account) Cell { return statsAge(v, a) },
				Exact: func(a *api.Account) string { return a.LastStatsTime.Or("") },
				Show:  func(a *api.Account) string { return statsAgo(v, a) },
				Order: ByFunc(func(a *api.Account) (time.Time, bool) { return a.LastStatsTime.At() }, time.Time.Compare),
			},
		},
	}
	number := func(id string, priority int, of func(*api.Account) api.Number) Column[*api.Account] {
		c := Number(id, priority, 8, v.Short, of)
		c.Tone = theme.Accent
		c.Show = func(a *api.Account) string { return v.Words.Exact(c.Exact(a)) }
		return c
	}
	for _, n := range accountCounts() {
		c := number(n.String(), n.priority, func(a *api.Account) api.Number { known, _ := a.Statistic(n.Count); return known })
		c.Hidden = n.hidden
		r.Columns = append(r.Columns, c)
	}
	rank := number("rank", 20, func(a *api.Account) api.Number { return a.Rank })
	rank.Hidden = true
	r.Columns = append(r.Columns, rank)
	for span, id := range fleet.ComputedColumns()[:history.SpanMonth+1] {
		change := func(a *api.Account) api.Number {
			return ofSpan(v, a.Site, history.Span(span), v.Of(a.Site).Lists.FollowersSince(a, history.Span(span)))
		}
		c := Number(id, 79-5*span, 8, v.Short, change)
		c.Hidden, c.OnRequest, c.Title = true, true, v.SpanTitle(history.Span(span))
		c.Show, c.Value = c.Exact, func(a *api.Account) string { return v.Of(a.Site).wholeSpan(history.Span(span), change(a)).String() }
		c.Cell = func(a *api.Account) Cell {
			n := change(a)
			if n.IsSet() && n.Sign() == 0 {
				return Cell{Text: " "} // a dash would be an unknown change
			}
			s, tone := v.Change(n, v.Short)
			return Cell{Text: s, Tone: tone}
		}
		r.Columns = append(r.Columns, c)
	}
	r.Columns = append(r.Columns, accountSince(v)...)
	exported := func(id string, of func(*api.Account) string) Column[*api.Account] {
		return Column[*api.Account]{ExportOnly: true, ID: id, Exact: of}
	}
	r.Columns = append(r.Columns,
		Column[*api.Account]{ExportOnly: true, OnRequest: true, ID: "groupName", Exact: func(a *api.Account) string { return v.Of(a.Site).Lists.GroupName(a.GroupID).Sent() }},
		Column[*api.Account]{ExportOnly: true, OnRequest: true, ID: fleet.ColumnLocalGroup, Exact: func(a *api.Account) string { return v.Of(a.Site).Lists.GroupName(a.GroupID).Local }},
		exported("userId", func(a *api.Account) string { return a.UserID }),
		exported("avatar", func(a *api.Account) string { return a.Avatar.Or("") }),
		exported("relayAccountRef", func(a *api.Account) string { return a.RelayAccountRef.Or("") }),
		accountTime(v, "createdAt", func(a *api.Account) api.Time { return a.CreatedAt }),
		accountTime(v, "updatedAt", func(a *api.Account) api.Time { return a.UpdatedAt }),
		accountID("account", 8, 24, 15, func(a *api.Account) string { return a.Account.Or("") }),
	)
	return r
}

// accountSince are whether an account is likely to turn abnormal within a day, and for how long an account has had its health: "3d", "≤ 15h" if it turned between
// two recordings, or "≥ 12d" if it had it when it was first recorded. Files have the first
// recording that shows it, and on request both.
func accountSince(v *View) []Column[*api.Account] {
	at := func(a *api.Account) history.Interval { return v.Of(a.Site).Lists.Spell(a).At }
	edge := func(id string, of func(history.Interval) time.Time) Column[*api.Account] {
		return Column[*api.Account]{ExportOnly: true, OnRequest: true, ID: id, Exact: func(a *api.Account) string { return rfc3339(of(at(a))) }}
	}
	after := edge(fleet.ColumnAfter, func(i history.Interval) time.Time { return i.After })
	before := edge(fleet.ColumnBefore, func(i history.Interval) time.Time { return i.Before })
	forecast := Column[*api.Account]{
		ID: fleet.ColumnForecast, Max: 12, Priority: 28, Hidden: true, OnRequest: true,
		Cell: func(a *api.Account) Cell {
			if _, likely := v.Of(a.Site).Lists.Forecast(a); likely {
				return Cell{Text: v.Words.T("accounts.forecast_likely"), Tone: theme.Warn}
			}
			return Cell{Text: " "} // that it is not likely is never told
		},
		Exact: func(a *api.Account) string {
			_, likely := v.Of(a.Site).Lists.Forecast(a)
			return map[bool]string{true: "likely"}[likely]
		},
		Order: ByFunc(func(a *api.Account) (int, bool) {
			_, likely := v.Of(a.Site).Lists.Forecast(a)
			return 0, likely
		}, cmp.Compare[int]),
	}
	return []Column[*api.Account]{forecast, {
		ID: fleet.ColumnSince, Right: true, Max: 8, Priority: 82, Hidden: true, OnRequest: true,
		Cell: func(a *api.Account) Cell {
			if a.Health() == api.HealthNormal && at(a).After.IsZero() && !at(a).Before.IsZero() {
				return Cell{Text: " "} // it was never otherwise
			}
			_, tone := v.HealthSign(a.Health())
			return Cell{Text: v.IntervalAge(at(a)), Tone: tone}
		},
		Exact: func(a *api.Account) string { return intervalText(at(a)) },
		Show:  func(a *api.Account) string { return strings.TrimSpace(v.Interval(at(a))) },
		JSON:  func(a *api.Account) any { return at(a) },
		Order: ByFunc(func(a *api.Account) (time.Time, bool) { t := at(a).Before; return t, !t.IsZero() }, time.Time.Compare),
	}, after, before}
}

// accountGroup is the group: its name for people, its ID for files.
func accountGroup(v *View) Column[*api.Account] {
	title := func(a *api.Account) string { return v.Of(a.Site).GroupTitle(a.GroupID) }
	c := accountID("groupId", 8, 24, 25, title)
	c.CutMiddle = false
	c.Cell = func(a *api.Account) Cell {
		return Cell{Text: title(a), Tone: theme.Muted, KeepEnd: title(a) == a.GroupID}
	}
	c.Exact = func(a *api.Account) string { return a.GroupID }
	return c
}

// accountID is a column of an id, hidden unless the width allows it.
func accountID(id string, least, most, priority int, of func(*api.Account) string) Column[*api.Account] {
	c := Text(id, priority, least, most, theme.Muted, of)
	c.CutMiddle, c.Hidden = true, true
	return c
}

// AccountName is the title of an account. Of one that its relay does not return, it says why.
func AccountName(v *View, a *api.Account) string {
	if a.RelayDown() {
		return v.AccountTitle(a) + " " + v.Theme.Glyphs.Between + " " + relayWord(v, a)
	}
	return v.AccountTitle(a)
}

// accountTime is a hidden column of a time.
func accountTime(v *View, id string, of func(*api.Account) api.Time) Column[*api.Account] {
	c := Text(id, 10, 0, 16, theme.Plain, func(a *api.Account) string { return v.Moment(of(a).Or("")) })
	c.Hidden, c.Search, c.Exact = true, nil, func(a *api.Account) string { return of(a).Or("") }
	c.Order = ByFunc(func(a *api.Account) (time.Time, bool) { return of(a).At() }, time.Time.Compare)
	return c
}

// accountStatus is the sign of the status, which the line above the table explains,
// and the value of a status that the interface does not list.
func accountStatus(v *View, a *api.Account) Cell {
	sign, tone := v.HealthSign(a.Health())
	switch a.Health() {
	case api.HealthNormal:
		tone = theme.Plain
	case api.HealthUnknown:
		sign += a.Status.String()
	}
	mark := v.Of(a.Site).Lists.Mark(a)
	if mark == history.Disappeared {
		return Cell{Text: v.Theme.Glyphs.Dash, Tone: theme.Muted}
	}
	return Cell{Text: sign + MarkSign(v, mark), Tone: tone}
}

// byNeed orders accounts by what needs the user: abnormal ones first, by when they turned, the newest
// first.
func byNeed(v *View) Order[*api.Account] {
	type need struct {
		urgency int
		turned  time.Time
	}
	return ByFunc(func(a *api.Account) (need, bool) {
		n := need{urgency: fleet.Urgency(a)}
		if a.Health() == api.HealthAbnormal {
			n.turned = v.Of(a.Site).Lists.Spell(a).At.Before
		}
		return n, true
	}, func(x, y need) int { return cmp.Or(x.urgency-y.urgency, y.turned.Compare(x.turned)) })
}

// accountStatusText is the status in words, or its value if the interface does not list it.
func accountStatusText(v *View, a *api.Account) string {
	if h := a.Health(); h != api.HealthUnknown {
		return v.HealthWord(h)
	}
	return a.Status.String()
}

// MarkSign is the sign of what happened since the baseline.
func MarkSign(v *View, m history.Mark) string {
	g := v.Theme.Glyphs
	return map[history.Mark]string{history.Appeared: g.New, history.TurnedAbnormal: g.Turned, history.Recovered: g.Turned, history.Disappeared: g.Dash}[m]
}

// AbnormalCount says how many accounts are abnormal and how many of them turned so since the
// baseline: in words, or as numbers alone.
func AbnormalCount(v *View, abnormal, turned int, inWords bool) string {
	n, plus := v.Words.Int(abnormal), "+"+v.Words.Int(turned)
	switch {
	case turned == 0 && inWords:
		return v.Words.T("accounts.n_abnormal", "N", n)
	case turned == 0:
		return n
	case inWords:
		return v.Words.T("accounts.n_turned", "N", n, "Turned", plus)
	}
	return n + " " + plus
}

// statsAge is the age of an account's statistics; old ones are marked.
func statsAge(v *View, a *api.Account) Cell {
	t, ok := a.LastStatsTime.At()
	if !ok {
		return Cell{Text: text.Line(a.LastStatsTime.Or("")), Tone: theme.Muted}
	}
	age := v.Now().Sub(t)
	if age < -time.Minute { // clocks differ
		return Cell{Text: v.Words.T("age.in", "Age", v.Words.Age(-age)), Tone: theme.Warn}
	}
	if a.Stale(v.Now(), v.StaleAfter()) {
		return Cell{Text: v.Theme.Glyphs.Stale + " " + v.Words.Age(age), Tone: theme.Warn}
	}
	return Cell{Text: v.Words.Age(age)}
}

// statsAgo is the age of an account's statistics in words.
func statsAgo(v *View, a *api.Account) string {
	if t, ok := a.LastStatsTime.At(); ok {
		return v.Words.Ago(t, v.Now())
	}
	return a.LastStatsTime.Or("")
}

// wide and widest are the widths of a list that shows more than the daily figures, and
// also ids.
const (
	wide   = 90
	widest = 140
)

// accountColumns are the columns of a table of a width unless the user chose others.
func accountColumns(width int) []string {
	ids := []string{"status", "nickname", "type", "since", "fansCount", "sinceVisit", "workCount", "lastStatsTime"}
	if width >= wide {
		ids = []string{"status", "nickname", "type", "since", "fansCount", "sinceVisit", "sevenDays", "thirtyDays", "workCount", "readCount", "likeCount", "commentCount", "lastStatsTime"}
	}
	if width >= widest {
		ids = append(ids, "uid", "groupId")
	}
	return ids
}
