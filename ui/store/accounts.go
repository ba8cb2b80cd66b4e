package store

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api"
	"channeldeck/ui/resource"
)

// Accounts are the channel accounts: one unfiltered request (4.5). Where the
// service sends only a part of the list, LoadAll loads the rest.
type Accounts struct {
	Resource[*AccountList]
	loadingAll bool // the newest load is LoadAll
}

// AccountList is a loaded list with its counts. It never changes.
type AccountList struct {
	Rows      []*api.Account // abnormal first, then by nickname as in a sorted column
	Total     api.Number     // as counted by the service; unset while rows arrive
	Missing   int64          // accounts that the service counted but did not send
	Abnormal  int
	Unknown   int // accounts whose status the interface does not list
	Platforms []PlatformCount
	Shared    map[Handle]bool // handles that several accounts have
	Groups    []*GroupTally   // by their number of accounts, descending
	Attempted bool            // every platform and status was requested on its own
}

// Handle is the nickname of an account on its platform.
type Handle struct{ Platform, Nickname string }

// HandleOf returns the handle of an account.
func HandleOf(a *api.Account) Handle { return Handle{a.Type, a.Nickname} }

// PlatformCount counts the accounts of one platform.
type PlatformCount struct {
	Platform        string
	Count, Abnormal int
	Followers       api.Sum // of the accounts with known statistics
}

// platformCounts are counts by platform.
type platformCounts map[string]PlatformCount

func (c platformCounts) add(a *api.Account) {
	p := c[a.Type]
	p.Platform = a.Type
	p.Count++
	if a.Health() == api.HealthAbnormal {
		p.Abnormal++
	}
	if n, known := a.Statistic(a.FansCount); known {
		p.Followers.Add(n)
	}
	c[a.Type] = p
}

// sorted returns the counts, the most used platform first.
func (c platformCounts) sorted() []PlatformCount {
	return slices.SortedFunc(maps.Values(c), func(a, b PlatformCount) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(a.Platform, b.Platform))
	})
}

// Partial reports whether the service has more rows than it sent.
func (l *AccountList) Partial() bool { return l.Missing > 0 }

// List returns the loaded list or, before that, the rows that have arrived; it is
// never nil.
func (a *Accounts) List() *AccountList {
	if a.Loaded() {
		return a.Value
	}
	if l, ok := a.Report.(*AccountList); ok {
		return l
	}
	return &AccountList{}
}

// LoadingAll returns the progress of LoadAll, false while it is not running.
func (a *Accounts) LoadingAll() (api.Progress, bool) {
	if !a.loadingAll || !a.Running() {
		return api.Progress{}, false
	}
	p, _ := a.Report.(api.Progress)
	return p, true
}

// load requests the list without filters; a list that LoadAll completed is
// completed again. The first rows of the first load are reported before the rest
// has arrived.
func (a *Accounts) load() tea.Cmd {
	if a.Loaded() && a.Value.Attempted {
		return a.LoadAll()
	}
	a.loadingAll = false
	client, first := a.config.Client, !a.Loaded()
	return a.start(func(ctx context.Context, report func(any)) (*AccountList, error) {
		var rows []*api.Account
		next := 1
		total, err := client.StreamAccounts(ctx, func(batch []api.Account) error {
			rows = appendRows(rows, batch)
			if first && len(rows) >= next {
				next = 64 * len(rows) // report the first rows soon and later ones rarely, since NewAccountList sorts them
				report(NewAccountList(slices.Clone(rows), api.Number{}))
			}
			return nil
		})
		return NewAccountList(rows, total), err
	})
}

// LoadAll requests every platform and status on its own, a few at a time, to get
// the rows that one request does not return.
func (a *Accounts) LoadAll() tea.Cmd {
	a.loadingAll = true
	client := a.config.Client
	return a.start(func(ctx context.Context, report func(any)) (*AccountList, error) {
		list, err := client.AllAccounts(ctx, api.AccountQuery{}, func(p api.Progress) { report(p) })
		l := NewAccountList(list.List, list.Total)
		l.Attempted = true
		return l, err
	})
}

// appendRows appends pointers to the accounts of a list, which are not copied.
func appendRows(rows []*api.Account, list []api.Account) []*api.Account {
	rows = slices.Grow(rows, len(list))
	for i := range list {
		rows = append(rows, &list[i])
	}
	return rows
}

// NewAccountList sorts and counts rows, and takes ownership of the slice. total is the
// service's count.
func NewAccountList(rows []*api.Account, total api.Number) *AccountList {
	l := &AccountList{Rows: rows, Total: total, Shared: map[Handle]bool{}}
	if n, ok := total.Int64(); ok {
		l.Missing = max(n-int64(len(rows)), 0)
	}
	platforms, groups := platformCounts{}, map[string]*GroupTally{}
	handles := make(map[Handle]bool, len(rows))
	for _, a := range rows {
		g := groups[a.GroupID]
		if g == nil {
			g = &GroupTally{ID: a.GroupID}
			groups[a.GroupID] = g
		}
		platforms.add(a)
		g.Count(a)
		handle := HandleOf(a)
		if handles[handle] {
			l.Shared[handle] = true
		}
		handles[handle] = true
	}
	l.Groups = slices.SortedFunc(maps.Values(groups), func(a, b *GroupTally) int {
		return cmp.Or(cmp.Compare(b.Accounts, a.Accounts), cmp.Compare(a.ID, b.ID))
	})
	for _, g := range l.Groups {
		l.Abnormal += g.Abnormal
		l.Unknown += g.Unknown
	}
	l.Platforms = platforms.sorted()
	sortByUrgency(l.Rows)
	return l
}

// sortByUrgency sorts accounts by their urgency, then by nickname and ID. It compares
// prepared keys, side by side in memory.
func sortByUrgency(rows []*api.Account) {
	type keyed struct {
		urgency int
		name    string
		*api.Account
	}
	keys, list := resource.Collation(), make([]keyed, len(rows))
	for i, a := range rows {
		list[i] = keyed{Urgency(a), keys(a.Nickname), a}
	}
	slices.SortFunc(list, func(a, b keyed) int {
		if c := cmp.Or(a.urgency-b.urgency, strings.Compare(a.name, b.name)); c != 0 {
			return c
		}
		return strings.Compare(a.ID, b.ID)
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
	case api.HealthUnknown:
		return 1
	}
	return 2
}

// GroupTally sums the accounts of one group (2.3). The service has no call that
// lists groups: the accounts name them.
type GroupTally struct {
	ID       string
	Accounts int
	Normal   int
	Abnormal int
	Unknown  int // accounts of another status
	Sums     [5]api.Sum

	platforms platformCounts
}

// Platforms returns the counts by platform, the most used first.
func (g *GroupTally) Platforms() []PlatformCount { return g.platforms.sorted() }

// Facts returns the sums, with the number of accounts that each covers unless it
// covers all.
func (g *GroupTally) Facts(v *resource.View) []resource.Fact {
	var list []resource.Fact
	for i, id := range SummedFields() {
		s := g.Sums[i]
		f := resource.Fact{Name: v.Words.T("accounts.column." + id), Value: v.Words.Exact(s.Number().String()), Right: true, Missing: s.Of() == 0}
		if s.Of() < g.Accounts {
			f.Note = v.Words.Int(s.Of()) + "/" + v.Words.Int(g.Accounts)
		}
		list = append(list, f)
	}
	return list
}

// SummedFields returns the fields of 2.4 that a GroupTally sums, in the order of
// Sums.
func SummedFields() []string {
	return []string{"fansCount", "workCount", "readCount", "likeCount", "commentCount"}
}

// Count adds an account.
func (g *GroupTally) Count(a *api.Account) {
	g.Accounts++
	if g.platforms == nil {
		g.platforms = platformCounts{}
	}
	g.platforms.add(a)
	switch a.Health() {
	case api.HealthNormal:
		g.Normal++
	case api.HealthAbnormal:
		g.Abnormal++
	default:
		g.Unknown++
	}
	for i, n := range [...]api.Number{a.FansCount, a.WorkCount, a.ReadCount, a.LikeCount, a.CommentCount} {
		if v, known := a.Statistic(n); known {
			g.Sums[i].Add(v)
		}
	}
}
