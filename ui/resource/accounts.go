package resource

import (
	"cmp"
	"slices"
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

// Accounts returns the resource of accounts, by which they are shown, copied, printed and exported.
// It has the fields of 2.4 and the changes of the followers, which only a history knows. JSON is
// the account as the service sent it, without counts that are not known, and says whether it is gone.
func Accounts(v *View) *Resource[*api.Account] {
	r := &Resource[*api.Account]{
		Name:      "accounts",
		ColumnsAt: accountColumns,
		Brief: []string{
			"status",
			"nickname",
			"type",
			"fansCount",
			"workCount",
			"lastStatsTime",
			"id",
			"gone",
		},
		ID: func(a *api.Account) string { return a.ID },
		Fields: slices.Concat(
			OfColumns[string](Always, "status"),
			OfColumns[history.Interval](OrMissing, "gone"),
		),
		Columns: slices.Concat(
			accountNames(v),
			accountNumbers(v),
			accountChanges(v),
			accountHealth(v),
			accountDetails(v),
		),
	}
	r.Record = func(a *api.Account) any {
		sent := a.Known()
		if !v.IsGone(a) {
			return sent
		}
		return r.over(sent, a)
	}
	return r
}

// accountNames say which account a row is, and how it is.
func accountNames(v *View) []Column[*api.Account] {
	platform := Word("type", 90, 0, 18, theme.Plain, func(a *api.Account) (code, name string) {
		return a.Type, v.Of(a.Site).PlatformName(a.Type)
	})
	platform.Short = Abbreviated
	uid := Text("uid", 65, 10, 16, theme.Plain, func(a *api.Account) string {
		return a.UID
	})
	uid.CutMiddle = true
	nickname := Text("nickname", 110, 16, 60, theme.Plain, func(a *api.Account) string {
		return a.Nickname
	})
	nickname.Pinned = true
	nickname.Grow = true
	nickname.Cell = func(a *api.Account) Cell {
		return Cell{
			Text:    AccountName(v, a),
			KeepEnd: v.Of(a.Site).Lists.SharesNickname(a) || a.RelayDown(),
		}
	}
	status := Column[*api.Account]{
		ID:       "status",
		Max:      4,
		Priority: 100,
		Pinned:   true,
		Sign:     true,
		Searched: true,
		Of: func(a *api.Account) Value {
			if v.IsGone(a) {
				return ReferenceValue(statusGone, accountStatusText(v, a))
			}
			return ReferenceValue(a.Status.String(), accountStatusText(v, a))
		},
		Print: Value.Text,
		Cell:  func(a *api.Account) Cell { return accountStatus(v, a) },
		Order: byNeed(v),
	}
	statistics := Column[*api.Account]{
		ID:       "lastStatsTime",
		Right:    true,
		Max:      8,
		Priority: 70,
		Of: func(a *api.Account) Value {
			if !a.Fetched() {
				return Value{}
			}
			return SentTime(a.LastStatsTime)
		},
		Cell:  func(a *api.Account) Cell { return statsAge(v, a) },
		Print: v.ago,
	}
	return []Column[*api.Account]{
		accountID("id", 10, 36, 24, func(a *api.Account) string {
			return a.ID
		}),
		platform,
		uid,
		nickname,
		status,
		accountGroup(v),
		statistics,
	}
}

// accountNumbers are the numbers that the service sends.
func accountNumbers(v *View) (columns []Column[*api.Account]) {
	for _, n := range accountCounts() {
		count := Number(n.String(), n.priority, 8, v.Short, func(a *api.Account) api.Number {
			known, _ := a.Statistic(n.Count)
			return known
		})
		count.Hidden = n.hidden
		columns = append(columns, count)
	}
	rank := Number("rank", 20, 8, v.Short, func(a *api.Account) api.Number {
		return a.Rank
	})
	rank.Hidden = true
	return append(columns, rank)
}

// accountChanges are the changes of followers.
func accountChanges(v *View) (columns []Column[*api.Account]) {
	for at, id := range fleet.ComputedColumns()[:history.SpanMonth+1] {
		span := history.Span(at)
		columns = append(columns, Column[*api.Account]{
			ID:        id,
			Title:     v.SpanTitle(span),
			Right:     true,
			Max:       8,
			Priority:  79 - 5*at,
			Hidden:    true,
			OnRequest: true,
			Of: func(a *api.Account) Value {
				site := v.Of(a.Site)
				change := ofSpan(v, a.Site, span, site.Lists.FollowersSince(a, span))
				return changeValue(change).InFiles(site.wholeSpan(span, change))
			},
			Write: v.writeChange,
			Print: Value.Digits,
		})
	}
	return columns
}

// accountHealth says whether an account is likely to turn abnormal within 7 days, when it published last, and
// for how long it has had its health: "3d", "3–15h" if it turned between two recordings, or "≥ 12d" if it had it
// when it was first recorded. Files have the first recording that shows it, and on request both.
func accountHealth(v *View) []Column[*api.Account] {
	at := func(a *api.Account) history.Interval {
		return v.Of(a.Site).Lists.Spell(a).At
	}
	forecast := Column[*api.Account]{
		ID:        fleet.ColumnForecast,
		Max:       12,
		Priority:  28,
		Hidden:    true,
		OnRequest: true,
		Of: func(a *api.Account) Value {
			_, likely := v.Of(a.Site).Lists.Forecast(a)
			if likely {
				return WordValue(
					"likely",
					v.Words.T("accounts.forecast_likely"),
				).Toned(theme.Warn)
			}
			return Blank() // that it is not likely is never told
		},
		Print: Value.File,
	}
	since := Column[*api.Account]{
		ID:        fleet.ColumnSince,
		Right:     true,
		Max:       16,
		Priority:  82,
		Hidden:    true,
		OnRequest: true,
		Of:        func(a *api.Account) Value { return IntervalValue(at(a)) },
		Print:     v.IntervalText,
		Cell: func(a *api.Account) Cell {
			spell := at(a)
			neverOtherwise := spell.After.IsZero() && !spell.Before.IsZero()
			if a.Health() == api.HealthNormal && neverOtherwise {
				return Cell{Text: " "}
			}
			_, tone := v.AccountSign(a)
			return Cell{Text: v.Of(a.Site).IntervalAge(spell), Tone: tone}
		},
	}
	lastWork := Column[*api.Account]{
		ID:        fleet.ColumnLastWork,
		Right:     true,
		Max:       16,
		Priority:  27,
		Hidden:    true,
		OnRequest: true,
		Of: func(a *api.Account) Value {
			return IntervalValue(v.Of(a.Site).Lists.LastWork(a))
		},
		Print: v.IntervalText,
		Cell: func(a *api.Account) Cell {
			site := v.Of(a.Site)
			return Cell{Text: site.IntervalAge(site.Lists.LastWork(a))}
		},
	}
	return []Column[*api.Account]{
		forecast,
		lastWork,
		since,
		onRequest(fleet.ColumnAfter, func(a *api.Account) Value {
			return TimeValue(at(a).After)
		}),
		onRequest(fleet.ColumnBefore, func(a *api.Account) Value {
			return TimeValue(at(a).Before)
		}),
	}
}

// accountDetails are the other fields of an account, of which most are only in files.
func accountDetails(v *View) []Column[*api.Account] {
	groupName := func(a *api.Account) history.GroupName {
		return v.Of(a.Site).Lists.GroupName(a.GroupID)
	}
	return []Column[*api.Account]{
		onRequest("groupName", func(a *api.Account) Value {
			return TextValue(groupName(a).Sent())
		}),
		onRequest(fleet.ColumnLocalGroup, func(a *api.Account) Value {
			return TextValue(groupName(a).Local)
		}),
		exported("userId", func(a *api.Account) Value {
			return TextValue(a.UserID)
		}),
		exported("avatar", func(a *api.Account) Value {
			return TextValue(a.Avatar.Or(""))
		}),
		exported("relayAccountRef", func(a *api.Account) Value {
			return TextValue(a.RelayAccountRef.Or(""))
		}),
		accountTime(v, "createdAt", func(a *api.Account) api.Time {
			return a.CreatedAt
		}),
		accountTime(v, "updatedAt", func(a *api.Account) api.Time {
			return a.UpdatedAt
		}),
		accountID("account", 8, 24, 15, func(a *api.Account) string {
			return a.Account.Or("")
		}),
		{
			ID:         "gone",
			Right:      true,
			ExportOnly: true,
			Of: func(a *api.Account) Value {
				if !v.IsGone(a) {
					return Value{}
				}
				return IntervalValue(v.Of(a.Site).Lists.Spell(a).At)
			},
			Print: v.IntervalText,
		},
	}
}

// statusGone is the status, in files and JSON, of an account that is no longer listed: what was recorded
// last is its status no more.
const statusGone = "gone"

// accountGroup is the group: its name for people, its ID for files.
func accountGroup(v *View) Column[*api.Account] {
	return Column[*api.Account]{
		ID:       "groupId",
		Min:      8,
		Max:      24,
		Priority: 25,
		Hidden:   true,
		Searched: true,
		Of: func(a *api.Account) Value {
			name := v.Of(a.Site).GroupTitle(a.GroupID)
			group := ReferenceValue(a.GroupID, name).Toned(theme.Muted)
			group.KeepEnd = name == a.GroupID
			return group
		},
	}
}

// accountID is a column of an id, hidden unless the width allows it.
func accountID(
	id string,
	least, most, priority int,
	of func(*api.Account) string,
) Column[*api.Account] {
	c := Text(id, priority, least, most, theme.Muted, of)
	c.CutMiddle = true
	c.Hidden = true
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
	return Column[*api.Account]{
		ID:       id,
		Max:      16,
		Priority: 10,
		Hidden:   true,
		Of:       func(a *api.Account) Value { return SentTime(of(a)) },
		Write:    v.TimeText,
	}
}

// accountStatus is the sign of the status, which the line above the table explains,
// and the value of a status that the interface does not list.
func accountStatus(v *View, a *api.Account) Cell {
	sign, tone := v.AccountSign(a)
	if v.IsGone(a) {
		return Cell{Text: sign, Tone: tone}
	}
	switch a.Health() {
	case api.HealthNormal:
		tone = theme.Plain
	case api.HealthUnknown:
		sign += a.Status.String()
	}
	mark := v.Of(a.Site).Lists.Mark(a)
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
	}, func(x, y need) int {
		return cmp.Or(x.urgency-y.urgency, y.turned.Compare(x.turned))
	})
}

// IsGone reports whether an account is no longer listed: its row is the last one that was recorded.
func (v *View) IsGone(a *api.Account) bool {
	return v.Of(a.Site).Lists.Mark(a) == history.Disappeared
}

// AccountSign is the status of an account as a sign, a dash for one that is no longer listed.
func (v *View) AccountSign(a *api.Account) (sign string, tone theme.Tone) {
	if v.IsGone(a) {
		return v.Theme.Glyphs.Dash, theme.Muted
	}
	return v.HealthSign(a.Health())
}

// accountStatusText is the status in words, or its value if the interface does not list it.
func accountStatusText(v *View, a *api.Account) string {
	if v.IsGone(a) {
		return v.Words.T("finding.disappeared")
	}
	if h := a.Health(); h != api.HealthUnknown {
		return v.HealthWord(h)
	}
	return a.Status.String()
}

// MarkSign is the sign of accounts that were not listed at the baseline, or no longer are; "" for others.
func MarkSign(v *View, m history.Mark) string {
	switch m {
	case history.Appeared:
		return v.Theme.Glyphs.New
	case history.Disappeared:
		return v.Theme.Glyphs.Dash
	}
	return ""
}

// AbnormalCount says how many accounts are abnormal and how many of them are so since a time after the
// baseline.
func AbnormalCount(v *View, abnormal, newly int) string {
	n := v.Words.Int(abnormal)
	if newly == 0 {
		return v.Words.T("accounts.n_abnormal", "N", n)
	}
	return v.Words.T("accounts.n_newly_abnormal", "N", n, "New", v.Words.Int(newly))
}

// statsAge is the age of an account's statistics; old ones are marked.
func statsAge(v *View, a *api.Account) Cell {
	t, ok := a.StatsTime()
	if !ok && !a.Fetched() {
		return Cell{}
	}
	if !ok {
		return Cell{Text: text.Line(a.LastStatsTime.Or("")), Tone: theme.Muted}
	}
	now := v.Of(a.Site).Now()
	age := now.Sub(t)
	if age < -time.Minute { // clocks differ
		return Cell{Text: v.Words.T("age.in", "Age", v.Words.Age(-age)), Tone: theme.Warn}
	}
	if a.Stale(now, v.StaleAfter()) {
		return Cell{Text: v.Theme.Glyphs.Stale + " " + v.Words.Age(age), Tone: theme.Warn}
	}
	return Cell{Text: v.Words.Age(age)}
}

// wide and widest are the widths of a list that shows more than the daily figures, and
// also ids.
const (
	wide   = 90
	widest = 140
)

// accountColumns are the columns of a table of a width unless the user chose others.
func accountColumns(width int) []string {
	if width < wide {
		return []string{
			"status",
			"nickname",
			"type",
			"since",
			"fansCount",
			"sinceVisit",
			"workCount",
			"lastStatsTime",
		}
	}
	ids := []string{
		"status",
		"nickname",
		"type",
		"since",
		"fansCount",
		"sinceVisit",
		"sevenDays",
		"thirtyDays",
		"workCount", "readCount", "likeCount", "commentCount", "lastStatsTime",
	}
	if width >= widest {
		ids = append(ids, "uid", "groupId")
	}
	return ids
}
