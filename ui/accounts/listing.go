package accounts

import (
	"cmp"
	"slices"

	"channeldeck/api"
)

// listing is what a load gave, with all that is said about it. It is made off
// the update loop and never changes.
type listing struct {
	rows      []row
	total     api.Number // as the service counted
	missing   int64      // counted by the service, and not sent
	abnormal  int
	unknown   int
	platforms []platformCount
	twins     map[string]bool // nicknames that several accounts have
	query     api.AccountQuery
	tried     bool // each platform and status was asked for by itself
}

// platformCount is how many of the accounts are of a platform.
type platformCount struct {
	name            string
	count, abnormal int
}

// part reports whether the service holds more rows than it sent.
func (l *listing) part() bool { return l.missing > 0 }

// filtered reports whether the service was asked for some of the rows only.
func (l *listing) filtered() bool { return narrows(l.query) }

// rowsOf are the accounts of a list where they stand: they are not copied.
func rowsOf(list []api.Account) []row {
	rows := make([]row, len(list))
	for i := range list {
		rows[i] = &list[i]
	}
	return rows
}

// newListing counts what is in rows, which become its own, and puts what needs a
// person first. total is how many the service counted.
func newListing(rows []row, total api.Number, query api.AccountQuery) listing {
	l := listing{rows: rows, total: total, query: query, twins: map[string]bool{}}
	if n, ok := total.Int64(); ok {
		l.missing = max(n-int64(len(rows)), 0)
	}
	byPlatform := map[string]*platformCount{}
	names := make(map[string]bool, len(rows))
	for _, a := range rows {
		p := byPlatform[a.Type]
		if p == nil {
			p = &platformCount{name: a.Type}
			byPlatform[a.Type] = p
		}
		p.count++
		switch a.Health() {
		case api.HealthAbnormal:
			l.abnormal++
			p.abnormal++
		case api.HealthUnknown:
			l.unknown++
		}
		if names[a.Nickname] {
			l.twins[a.Nickname] = true
		}
		names[a.Nickname] = true
	}
	for _, p := range byPlatform {
		l.platforms = append(l.platforms, *p)
	}
	slices.SortFunc(l.platforms, func(a, b platformCount) int {
		return cmp.Or(cmp.Compare(b.count, a.count), cmp.Compare(a.name, b.name))
	})
	slices.SortStableFunc(l.rows, func(a, b row) int {
		return cmp.Or(cmp.Compare(healthRank(a), healthRank(b)), cmp.Compare(a.Nickname, b.Nickname), cmp.Compare(a.ID, b.ID))
	})
	return l
}
