package fleet

import (
	"cmp"
	"hash/maphash"
	"maps"
	"slices"
	"strings"

	"channeldeck/api"
	"channeldeck/api/fold"
	"channeldeck/api/history"
)

// List is a loaded list of accounts with its counts. It never changes.
type List struct {
	Rows      []*api.Account // abnormal first, then by nickname as in a sorted column
	Total     api.Number     // as counted by the service; unset while rows arrive
	Missing   int64          // accounts that the service counted but did not send
	Repeated  int            // rows that were left out: the service sent their accounts before
	Abnormal  int
	Unknown   int             // accounts whose status the interface does not list
	Outage    int             // accounts that their relay does not return
	RelayDown bool            // because it cannot be reached: see [api.RelayOutage]
	Platforms []*Tally        // by their number of accounts, descending
	Groups    []*Tally        // likewise
	Shared    map[Handle]bool // handles that several accounts have
	Attempted bool            // every platform and status was requested on its own
	Chosen    bool            // requested with filters: other accounts are not gone

	// Listed and Names are the groups that the service lists, and all known names of groups:
	// see [Groups.List]. Only [Fleet.Accounts] sets them.
	Listed []api.AccountGroup
	Names  map[string]history.GroupName
}

// Handle is the nickname of an account on its platform.
type Handle struct{ Platform, Nickname string }

// HandleOf returns the handle of an account.
func HandleOf(a *api.Account) Handle { return Handle{a.Type, a.Nickname} }

// Partial reports whether the service has more rows than it sent.
func (l *List) Partial() bool { return l.Missing > 0 }

// Whole reports whether accounts that are not in the list are gone. Those that a list without
// any lacks may not be: the service may have answered for another key.
func (l *List) Whole() bool {
	return !l.Partial() && !l.Chosen && len(l.Rows) > 0
}

// NewList sorts and counts rows, each account once, and takes ownership of the slice. total is the
// service's count. Accounts that no client and no fleet has told what their platforms supply learn it from
// each other.
func NewList(rows []*api.Account, total api.Number) *List {
	new(api.Supply).Adopt(rows)
	distinct, repeated := api.AccountList{Total: total, List: rows}.Distinct()
	l := newList(distinct)
	l.Repeated = repeated
	return l
}

// newList is [NewList] for a list without repeated accounts, which a fleet has told what their platforms supply.
func newList(list api.AccountList) *List {
	rows := list.List
	l := &List{
		Rows:    rows,
		Total:   list.Total,
		Missing: list.Missing(),
		Shared:  sharedHandles(rows),
	}
	platforms := tallies{}
	groups := tallies{}
	for _, a := range rows {
		platforms.of(a.Type).Count(a)
		g := groups.of(a.GroupID)
		g.Count(a)
		g.platforms.of(a.Type).CountHealth(a)
	}
	l.Platforms = platforms.sorted()
	l.Groups = groups.sorted()
	for _, g := range l.Groups {
		l.Abnormal += g.Abnormal
		l.Unknown += g.Unknown
		l.Outage += g.Outage
	}
	l.RelayDown = l.Outage > 0 && api.RelayOutage(l.Rows)
	sortByUrgency(l.Rows)
	return l
}

// sharedHandles returns the handles that several accounts have. It sorts hashes of all handles: these take 1 MB for
// 100,000 accounts, and a map of the handles 5 MB.
func sharedHandles(rows []*api.Account) map[Handle]bool {
	seed := maphash.MakeSeed()
	hashes := make([]uint64, len(rows))
	for i, a := range rows {
		hashes[i] = maphash.Comparable(seed, HandleOf(a))
	}
	slices.Sort(hashes)
	several := map[uint64]bool{}
	for i, hash := range hashes {
		if i > 0 && hash == hashes[i-1] {
			several[hash] = true
		}
	}
	shared := map[Handle]bool{}
	if len(several) == 0 {
		return shared
	}
	seen := map[Handle]bool{}
	for _, a := range rows {
		handle := HandleOf(a)
		if !several[maphash.Comparable(seed, handle)] {
			continue
		}
		if seen[handle] {
			shared[handle] = true
		}
		seen[handle] = true
	}
	return shared
}

// sortByUrgency sorts accounts by their urgency, then by nickname and ID. It compares
// prepared keys, side by side in memory.
func sortByUrgency(rows []*api.Account) {
	type keyed struct {
		urgency int
		name    string
		*api.Account
	}
	keys := fold.Collation()
	list := make([]keyed, len(rows))
	for i, a := range rows {
		list[i] = keyed{Urgency(a), keys(a.Nickname), a}
	}
	slices.SortFunc(list, func(a, b keyed) int {
		c := cmp.Or(a.urgency-b.urgency, strings.Compare(a.name, b.name))
		if c != 0 {
			return c
		}
		return cmp.Or(strings.Compare(a.ID, b.ID), strings.Compare(a.Type, b.Type))
	})
	for i := range list {
		rows[i] = list[i].Account
	}
}

// Urgency orders accounts by how much they need attention: abnormal ones first,
// then those of unknown status.
func Urgency(a *api.Account) int {
	switch a.Health() {
	case api.HealthAbnormal:
		return 0
	case api.HealthUnknown, api.HealthOutage:
		return 1
	}
	return 2
}

// Tally counts and sums accounts: of a platform, of a group (2.3), which only accounts name,
// or of a selection.
type Tally struct {
	ID string // of the platform or the group
	api.Tally

	platforms tallies // of a group, without sums
}

// tallies are tallies by their IDs.
type tallies map[string]*Tally

func (t tallies) of(id string) *Tally {
	one := t[id]
	if one == nil {
		one = &Tally{ID: id, platforms: tallies{}}
		t[id] = one
	}
	return one
}

func (t tallies) sorted() []*Tally {
	return slices.SortedFunc(maps.Values(t), func(a, b *Tally) int {
		return cmp.Or(cmp.Compare(b.Accounts, a.Accounts), cmp.Compare(a.ID, b.ID))
	})
}

// Platforms returns the counts of a group by platform, the most used first.
func (t *Tally) Platforms() []*Tally { return t.platforms.sorted() }

// Followers is the total of the followers.
func (t *Tally) Followers() api.Total { return t.Total(0) }
