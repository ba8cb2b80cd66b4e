package groups

import (
	"cmp"
	"slices"

	"channeldeck/api"
)

// The service has no call that lists groups: they are known by the accounts
// that name them, and by having been created here.

// group is what is known of one group. It never changes once it is shown.
type group struct {
	id       string
	created  *api.AccountGroup // nil where only accounts name it
	accounts int
	normal   int
	abnormal int
	unknown  int // accounts of another status
	sums     [sums]api.Sum
}

// row is a group as the table shows it.
type row = *group

// The sums, in the order in which they are shown.
const (
	fans = iota
	works
	reads
	likes
	comments
	sums
)

// sumIDs are the fields of accounts (2.4) that are summed.
func sumIDs() [sums]string {
	return [sums]string{"fansCount", "workCount", "readCount", "likeCount", "commentCount"}
}

// name is the group's name, false where only its id is known.
func (g *group) name() (string, bool) {
	if g.created == nil {
		return "", false
	}
	return g.created.Name, true
}

// tally counts accounts by group as they come.
type tally struct {
	groups map[string]*group
	order  []row
	seen   int64
	total  api.Number // as the service counted
}

func newTally() *tally { return &tally{groups: map[string]*group{}} }

func (t *tally) add(accounts []api.Account) {
	for i := range accounts {
		a := &accounts[i]
		g := t.groups[a.GroupID]
		if g == nil {
			g = &group{id: a.GroupID}
			t.groups[a.GroupID] = g
			t.order = append(t.order, g)
		}
		g.count(a)
		t.seen++
	}
}

func (g *group) count(a *api.Account) {
	g.accounts++
	switch a.Health() {
	case api.HealthNormal:
		g.normal++
	case api.HealthAbnormal:
		g.abnormal++
	default:
		g.unknown++
	}
	for i, n := range [sums]api.Number{a.FansCount, a.WorkCount, a.ReadCount, a.LikeCount, a.CommentCount} {
		if v, known := a.Statistic(n); known {
			g.sums[i].Add(v)
		}
	}
}

// missing is how many accounts the service counted and did not send.
func (t *tally) missing() int64 {
	total, ok := t.total.Int64()
	if !ok {
		return 0
	}
	return max(total-t.seen, 0)
}

// all puts the created groups, newest first, before those that accounts name,
// of which the largest come first.
func all(t *tally, created []*api.AccountGroup) []row {
	var rows []row
	made := map[string]bool{}
	for _, c := range slices.Backward(created) {
		g := group{id: c.ID}
		if t != nil && t.groups[c.ID] != nil {
			g = *t.groups[c.ID]
		}
		g.created = c
		made[c.ID] = true
		rows = append(rows, &g)
	}
	if t == nil {
		return rows
	}
	named := slices.DeleteFunc(slices.Clone(t.order), func(g row) bool { return made[g.id] })
	slices.SortFunc(named, func(a, b row) int {
		return cmp.Or(cmp.Compare(b.accounts, a.accounts), cmp.Compare(a.id, b.id))
	})
	return append(rows, named...)
}

// namesakes are the created groups of a name: the service takes a name twice.
func namesakes(created []*api.AccountGroup, name string) []*api.AccountGroup {
	var same []*api.AccountGroup
	for _, c := range created {
		if c.Name == name {
			same = append(same, c)
		}
	}
	return same
}
