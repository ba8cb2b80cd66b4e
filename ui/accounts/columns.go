package accounts

import (
	"strings"
	"time"

	"channeldeck/api"
	"channeldeck/theme"
	"channeldeck/ui/pane"
	"channeldeck/ui/text"
	"channeldeck/ui/widget/table"
)

// row is an account as the table shows it.
type row = *api.Account

// staleAfter is the age from which statistics no longer say much: platforms'
// own figures move daily.
const staleAfter = 7 * 24 * time.Hour

const nameWidth = 18

// count is a column of one of the numbers of 2.4.
type count struct {
	id       string
	priority int
	hidden   bool
	of       func(row) api.Number
}

// known returns the count where it says something. Rank is no statistic: it is
// known wherever it was sent.
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

// columns are all that the table can show. isTwin tells names that several
// accounts have.
func columns(c *pane.Context, isTwin func(name string) bool) []table.Column[row] {
	w, now := c.Words, c.Now
	title := func(id string) string { return w.T("accounts.column." + id) }
	list := []table.Column[row]{
		{
			ID: "status", Title: title("status"), Max: 4, Priority: 100, Pinned: true,
			Cell:  func(a row) table.Cell { return health(c, a) },
			Exact: func(a row) string { return a.Status.String() },
			Order: table.By(func(a row) (int, bool) { return healthRank(a), true }),
		},
		{
			ID: "nickname", Title: title("nickname"), Min: 16, Max: nameWidth, Priority: 110, Pinned: true,
			Cell:   func(a row) table.Cell { return table.Cell{Text: name(a, isTwin(a.Nickname))} },
			Exact:  func(a row) string { return a.Nickname },
			Search: func(a row) string { return a.Nickname },
			Order:  table.By(func(a row) (string, bool) { return a.Nickname, a.Nickname != "" }),
		},
		{
			ID: "type", Title: title("type"), Max: 14, Priority: 90,
			Cell:   func(a row) table.Cell { return table.Cell{Text: a.Type} },
			Search: func(a row) string { return a.Type },
			Order:  table.By(func(a row) (string, bool) { return a.Type, a.Type != "" }),
		},
	}
	for _, n := range counts() {
		list = append(list, table.Column[row]{
			ID: n.id, Title: title(n.id), Right: true, Max: 8, Priority: n.priority, Hidden: n.hidden,
			Cell: func(a row) table.Cell {
				v, ok := n.known(a)
				if !ok {
					return table.Cell{}
				}
				return table.Cell{Text: w.Short(v.String())}
			},
			Exact: func(a row) string { v, _ := n.known(a); return v.String() },
			Order: table.ByFunc(n.known, api.Number.Cmp),
		})
	}
	return append(list,
		table.Column[row]{
			ID: "lastStatsTime", Title: title("lastStatsTime"), Right: true, Max: 8, Priority: 70,
			Cell:  func(a row) table.Cell { return statsAge(c, a, now()) },
			Exact: func(a row) string { return a.LastStatsTime.Or("") },
			Order: table.ByFunc(func(a row) (time.Time, bool) { return timeOf(a.LastStatsTime) }, time.Time.Compare),
		},
		table.Column[row]{
			ID: "uid", Title: title("uid"), Min: 10, Max: 16, Priority: 65, CutMiddle: true,
			Cell:   func(a row) table.Cell { return table.Cell{Text: a.UID} },
			Search: func(a row) string { return a.UID },
			Order:  table.By(func(a row) (string, bool) { return a.UID, a.UID != "" }),
		},
		table.Column[row]{
			ID: "groupId", Title: title("groupId"), Min: 8, Max: 24, Priority: 25, CutMiddle: true, Hidden: true,
			Cell:   func(a row) table.Cell { return table.Cell{Text: a.GroupID, Tone: theme.Muted} },
			Search: func(a row) string { return a.GroupID },
			Order:  table.By(func(a row) (string, bool) { return a.GroupID, a.GroupID != "" }),
		},
		table.Column[row]{
			ID: "id", Title: title("id"), Min: 10, Max: 36, Priority: 24, CutMiddle: true, Hidden: true,
			Cell:   func(a row) table.Cell { return table.Cell{Text: a.ID, Tone: theme.Muted} },
			Search: func(a row) string { return a.ID },
			Order:  table.By(func(a row) (string, bool) { return a.ID, a.ID != "" }),
		},
		moment(c, "createdAt", func(a row) api.Opt[string] { return a.CreatedAt }),
		moment(c, "updatedAt", func(a row) api.Opt[string] { return a.UpdatedAt }),
	)
}

// tail is how many characters of the uid tell accounts of the same name apart.
const tail = 4

// name is the nickname, and for one that several accounts have the end of the
// uid behind it.
func name(a row, twin bool) string {
	nickname := strings.TrimSpace(text.Clean(a.Nickname))
	if !twin {
		return nickname
	}
	uid := []rune(text.Clean(a.UID))
	return text.Cut(nickname, nameWidth-tail-1) + " " + string(uid[max(len(uid)-tail, 0):])
}

// moment is a hidden column of a time.
func moment(c *pane.Context, id string, of func(row) api.Opt[string]) table.Column[row] {
	return table.Column[row]{
		ID: id, Title: c.Words.T("accounts.column." + id), Max: 16, Priority: 10, Hidden: true,
		Cell: func(a row) table.Cell {
			cell := table.Cell{Text: c.Moment(of(a).Or(""))}
			if _, ok := timeOf(of(a)); !ok {
				cell.Tone = theme.Muted
			}
			return cell
		},
		Exact: func(a row) string { return of(a).Or("") },
		Order: table.ByFunc(func(a row) (time.Time, bool) { return timeOf(of(a)) }, time.Time.Compare),
	}
}

func timeOf(s api.Opt[string]) (time.Time, bool) { return api.ParseTime(s.Or("")) }

// healthRank orders by what needs a person first.
func healthRank(a row) int {
	switch a.Health() {
	case api.HealthAbnormal:
		return 0
	case api.HealthUnknown:
		return 1
	}
	return 2
}

// health is the status as a sign, which the line above the table explains; a
// status that the interface does not list has it behind the sign.
func health(c *pane.Context, a row) table.Cell {
	g := c.Theme.Glyphs
	switch a.Health() {
	case api.HealthNormal:
		return table.Cell{Text: g.Normal}
	case api.HealthAbnormal:
		return table.Cell{Text: g.Abnormal, Tone: theme.Bad}
	}
	return table.Cell{Text: g.Unknown + a.Status.String(), Tone: theme.Warn}
}

// healthWord is the status in words.
func healthWord(c *pane.Context, a row) string {
	switch a.Health() {
	case api.HealthNormal:
		return c.Words.T("accounts.normal")
	case api.HealthAbnormal:
		return c.Words.T("accounts.abnormal")
	}
	return c.Words.T("accounts.unknown_status")
}

// statsAge is how old an account's statistics are; old ones are marked.
func statsAge(c *pane.Context, a row, now time.Time) table.Cell {
	t, ok := timeOf(a.LastStatsTime)
	if !ok {
		return table.Cell{Text: text.Clean(a.LastStatsTime.Or("")), Tone: theme.Muted}
	}
	age := now.Sub(t)
	if age > staleAfter {
		return table.Cell{Text: c.Words.Age(age) + c.Theme.Glyphs.Stale, Tone: theme.Warn}
	}
	return table.Cell{Text: c.Words.Age(age)}
}

// wide is from how many cells on the table shows more than what is looked at
// every day. Below it a row is short, for two rows are sent with every move of
// the cursor.
const wide = 140

// shownColumns are those that the pane shows unless the person chose others.
func shownColumns(width int) []string {
	ids := []string{"status", "nickname", "type", "fansCount", "workCount", "readCount", "lastStatsTime"}
	if width >= wide {
		ids = append(ids, "likeCount", "commentCount", "uid", "groupId")
	}
	return ids
}
