package accounts

import (
	"math"
	"strings"
	"time"
	"unicode/utf8"

	"channeldeck/api"
	"channeldeck/theme"
	"channeldeck/ui/pane"
	"channeldeck/ui/plain"
	"channeldeck/ui/store"
	"channeldeck/ui/text"
	"channeldeck/ui/widget/table"
	"channeldeck/ui/words"
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

// Trends returns the columns that need a history, in the order of the spans.
func Trends() []string { return []string{"sinceVisit", "sevenDays", "thirtyDays"} }

// resource is the one table of what is shown, copied and exported of an account:
// the fields of 2.4 and, with a history, the changes of its followers.
func resource(c *pane.Context, withHistory bool) *pane.Resource[row] {
	r := &pane.Resource[row]{
		Name: Name, Shown: shownColumns, Chosen: c.Columns[Name],
		ID:     func(a row) string { return a.ID },
		Record: func(a row) any { return a },
		Columns: []pane.Column[row]{
			identifier("id", 10, 36, 24, func(a row) string { return a.ID }),
			{
				Column: table.Column[row]{
					ID: "type", Max: 18, Priority: 90,
					Cell:   func(a row) table.Cell { return table.Cell{Text: c.PlatformName(a.Type)} },
					Search: func(a row) string { return c.PlatformName(a.Type) },
					Order:  table.By(func(a row) (string, bool) { return a.Type, a.Type != "" }),
				},
				Value: func(a row) string { return a.Type },
			},
			identifier("uid", 10, 16, 65, func(a row) string { return a.UID }),
			{Column: table.Column[row]{
				ID: "nickname", Min: 16, Max: 60, Priority: 110, Pinned: true, Grow: true,
				Cell: func(a row) table.Cell {
					shared := c.Store.Accounts.List().Shared[store.HandleOf(a)]
					return table.Cell{Text: name(a, shared), KeepEnd: shared}
				},
				Exact:  func(a row) string { return a.Nickname },
				Search: func(a row) string { return a.Nickname },
				Order:  table.ByText(func(a row) (string, bool) { return a.Nickname, a.Nickname != "" }),
			}},
			{Column: table.Column[row]{
				ID: "status", Max: 4, Priority: 100, Pinned: true, Sign: true,
				Cell:  func(a row) table.Cell { return statusCell(c, a) },
				Exact: func(a row) string { return a.Status.String() },
				Order: table.By(func(a row) (int, bool) { return store.Urgency(a), true }),
			}},
			identifier("groupId", 8, 24, 25, func(a row) string { return a.GroupID }),
			{Column: table.Column[row]{
				ID: "lastStatsTime", Right: true, Max: 8, Priority: 70,
				Cell:  func(a row) table.Cell { return statsAge(c, a) },
				Exact: func(a row) string { return a.LastStatsTime.Or("") },
				Order: table.ByFunc(func(a row) (time.Time, bool) { return timeOf(a.LastStatsTime) }, time.Time.Compare),
			}},
		},
	}
	for _, n := range counts() {
		exact := func(a row) string { v, _ := n.known(a); return v.String() }
		var bar func(row) float64
		if n.id == "fansCount" {
			bar = followersBar
		}
		r.Columns = append(r.Columns, pane.Column[row]{
			Column: table.Column[row]{
				Bar: bar, Tone: theme.Accent,
				ID: n.id, Right: true, Max: 8, Priority: n.priority, Hidden: n.hidden,
				Cell:  func(a row) table.Cell { return table.Cell{Text: c.Words.Short(exact(a))} },
				Exact: exact,
				Order: table.ByFunc(n.known, api.Number.Cmp),
			},
			Value: func(a row) string { return n.of(a).String() },
			Show:  exact,
		})
	}
	for span, id := range Trends() {
		if !withHistory {
			break
		}
		change := func(a row) api.Number { return c.Store.Past.Value.Followers(a, store.Span(span)) }
		r.Columns = append(r.Columns, pane.Column[row]{Column: table.Column[row]{
			ID: id, Right: true, Max: 8, Priority: 79 - 5*span, Hidden: true,
			Cell: func(a row) table.Cell {
				s, tone := c.Change(change(a), func(n api.Number) string { return c.Words.Short(n.String()) })
				return table.Cell{Text: s, Tone: tone}
			},
			Exact: func(a row) string { return change(a).String() },
			Order: table.ByFunc(func(a row) (api.Number, bool) { n := change(a); return n, n.IsSet() }, api.Number.Cmp),
		}})
	}
	exported := func(id string, of func(row) string) pane.Column[row] {
		return pane.Column[row]{ExportOnly: true, Column: table.Column[row]{ID: id, Exact: of}}
	}
	r.Columns = append(r.Columns,
		exported("userId", func(a row) string { return a.UserID }),
		exported("avatar", func(a row) string { return a.Avatar.Or("") }),
		exported("relayAccountRef", func(a row) string { return a.RelayAccountRef.Or("") }),
		moment(c, "createdAt", func(a row) api.Opt[string] { return a.CreatedAt }),
		moment(c, "updatedAt", func(a row) api.Opt[string] { return a.UpdatedAt }),
	)
	return r
}

// Sheet returns accounts for files and pipes: JSON is each account as the service
// sent it, the other formats have a column for each field of 2.4 and for the changes
// since the past. For people a count that was never fetched is missing.
func Sheet(rows []*api.Account, past *store.Past) *plain.Sheet[*api.Account] {
	return resource(without(nil, past), true).Sheet(rows)
}

// without is a context without a terminal.
func without(w *words.Words, past *store.Past) *pane.Context {
	s := &store.Store{}
	s.Past.Value = past
	return &pane.Context{Words: w, Store: s}
}

// identifier is a column of an id, hidden unless the width allows it.
func identifier(id string, least, most, priority int, of func(row) string) pane.Column[row] {
	tone := theme.Muted
	if id == "uid" {
		tone = theme.Plain
	}
	return pane.Column[row]{Column: table.Column[row]{
		ID: id, Min: least, Max: most, Priority: priority, CutMiddle: true, Hidden: id != "uid",
		Cell:   func(a row) table.Cell { return table.Cell{Text: of(a), Tone: tone} },
		Search: of,
		Order:  table.By(func(a row) (string, bool) { return of(a), of(a) != "" }),
	}}
}

// tail is how many characters of the uid distinguish accounts of the same name.
const tail = 4

// name is the nickname, followed by the end of the uid where several accounts of
// the platform share the nickname.
func name(a row, shared bool) string {
	nickname := strings.TrimSpace(text.Clean(a.Nickname))
	if !shared {
		return nickname
	}
	uid := text.Clean(a.UID)
	at := len(uid)
	for range tail {
		_, n := utf8.DecodeLastRuneInString(uid[:at])
		at -= n
	}
	return nickname + " " + uid[at:]
}

// moment is a hidden column of a time.
func moment(c *pane.Context, id string, of func(row) api.Opt[string]) pane.Column[row] {
	return pane.Column[row]{Column: table.Column[row]{
		ID: id, Max: 16, Priority: 10, Hidden: true,
		Cell: func(a row) table.Cell {
			cell := table.Cell{Text: c.Moment(of(a).Or(""))}
			if _, ok := timeOf(of(a)); !ok {
				cell.Tone = theme.Muted
			}
			return cell
		},
		Exact: func(a row) string { return of(a).Or("") },
		Order: table.ByFunc(func(a row) (time.Time, bool) { return timeOf(of(a)) }, time.Time.Compare),
	}}
}

func timeOf(s api.Opt[string]) (time.Time, bool) { return api.ParseTime(s.Or("")) }

// statusCell is the sign of the status, which the line above the table explains,
// and the value of a status that the interface does not list.
func statusCell(c *pane.Context, a row) table.Cell {
	sign, tone := c.HealthSign(a.Health())
	switch a.Health() {
	case api.HealthNormal:
		tone = theme.Plain
	case api.HealthUnknown:
		sign += a.Status.String()
	}
	mark := c.Store.Past.Value.Mark(a)
	if mark == store.Disappeared {
		return table.Cell{Text: c.Theme.Glyphs.Dash, Tone: theme.Muted}
	}
	return table.Cell{Text: sign + markSign(c, mark), Tone: tone}
}

// markSign is the sign of what happened since the previous visit.
func markSign(c *pane.Context, m store.Mark) string {
	g := c.Theme.Glyphs
	return map[store.Mark]string{store.Appeared: g.New, store.TurnedAbnormal: g.Down, store.Recovered: g.Up, store.Disappeared: g.Dash}[m]
}

// statsAge is the age of an account's statistics; old ones are marked.
func statsAge(c *pane.Context, a row) table.Cell {
	t, ok := timeOf(a.LastStatsTime)
	if !ok {
		return table.Cell{Text: text.Clean(a.LastStatsTime.Or("")), Tone: theme.Muted}
	}
	age := c.Now().Sub(t)
	if age < -time.Minute { // clocks differ
		return table.Cell{Text: c.Words.T("age.in", "Age", c.Words.Age(-age)), Tone: theme.Warn}
	}
	if age > c.StaleAfter {
		return table.Cell{Text: c.Theme.Glyphs.Stale + " " + c.Words.Age(age), Tone: theme.Warn}
	}
	return table.Cell{Text: c.Words.Age(age)}
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
