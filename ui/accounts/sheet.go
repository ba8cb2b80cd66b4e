package accounts

import (
	"channeldeck/api"
	"channeldeck/ui/plain"
)

// Sheet is accounts for files and pipes: JSON is each account as the service
// sent it, the other formats have a column for each field of 2.4. For people a
// count that says nothing is missing.
func Sheet(rows []*api.Account) *plain.Sheet[*api.Account] {
	text := func(name string, of func(*api.Account) string) plain.Column[*api.Account] {
		return plain.Column[*api.Account]{Name: name, Value: func(a **api.Account) string { return of(*a) }}
	}
	optional := func(name string, of func(*api.Account) api.Opt[string]) plain.Column[*api.Account] {
		return text(name, func(a *api.Account) string { return of(a).Or("") })
	}
	columns := []plain.Column[*api.Account]{
		text("id", func(a *api.Account) string { return a.ID }),
		text("type", func(a *api.Account) string { return a.Type }),
		text("uid", func(a *api.Account) string { return a.UID }),
		text("nickname", func(a *api.Account) string { return a.Nickname }),
		text("status", func(a *api.Account) string { return a.Status.String() }),
		text("groupId", func(a *api.Account) string { return a.GroupID }),
		optional("lastStatsTime", func(a *api.Account) api.Opt[string] { return a.LastStatsTime }),
	}
	for _, n := range counts() {
		columns = append(columns, plain.Column[*api.Account]{
			Name: n.id, Right: true,
			Value: func(a **api.Account) string { return n.of(*a).String() },
			Show:  func(a **api.Account) string { v, _ := n.known(*a); return v.String() },
		})
	}
	columns = append(columns,
		text("userId", func(a *api.Account) string { return a.UserID }),
		optional("avatar", func(a *api.Account) api.Opt[string] { return a.Avatar }),
		optional("relayAccountRef", func(a *api.Account) api.Opt[string] { return a.RelayAccountRef }),
		optional("createdAt", func(a *api.Account) api.Opt[string] { return a.CreatedAt }),
		optional("updatedAt", func(a *api.Account) api.Opt[string] { return a.UpdatedAt }),
	)
	return &plain.Sheet[*api.Account]{Columns: columns, Rows: rows}
}
