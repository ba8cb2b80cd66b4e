package store

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api"
)

// Accounts are the channel accounts: one unfiltered request (4.5). Where the
// service sends only a part of the list, LoadAll and Fetch load more.
type Accounts struct {
	Resource[*AccountList]
	loadingAll bool // the newest load is LoadAll
}

// AccountList is a loaded list with its counts. It never changes.
type AccountList struct {
	Rows      []*api.Account // abnormal first, then by nickname
	Total     api.Number     // as counted by the service; unset while rows arrive
	Missing   int64          // accounts that the service counted but did not send
	Abnormal  int
	Unknown   int // accounts whose status the interface does not list
	Platforms []PlatformCount
	Shared    map[Handle]bool // handles that several accounts have
	Groups    []*GroupTally   // by their number of accounts, descending
	Attempted bool            // every platform and status was requested on its own
	fetched   []api.AccountQuery
}

// Handle is the nickname of an account on its platform.
type Handle struct{ Platform, Nickname string }

// HandleOf returns the handle of an account.
func HandleOf(a *api.Account) Handle { return Handle{a.Type, a.Nickname} }

// PlatformCount counts the accounts of one platform.
type PlatformCount struct {
	Platform        string
	Count, Abnormal int
}

// Partial reports whether the service has more rows than it sent.
func (l *AccountList) Partial() bool { return l.Missing > 0 }

// Fetched reports whether the rows that match q were requested on their own.
func (l *AccountList) Fetched(q api.AccountQuery) bool {
	return slices.ContainsFunc(l.fetched, func(f api.AccountQuery) bool {
		return slices.Equal(f.IDs, q.IDs) && slices.Equal(f.Types, q.Types) && f.Status == q.Status
	})
}

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
		l := NewAccountList(appendRows(nil, list.List), list.Total)
		l.Attempted = true
		return l, err
	})
}

// Fetch requests the rows that match q and adds them to a partial list.
func (a *Accounts) Fetch(q api.AccountQuery) tea.Cmd {
	a.loadingAll = false
	client, have := a.config.Client, a.List()
	return a.start(func(ctx context.Context, _ func(any)) (*AccountList, error) {
		got, err := client.Accounts(ctx, q)
		rows, at := slices.Clone(have.Rows), map[string]int{}
		for i, r := range rows {
			at[r.ID] = i
		}
		for _, r := range appendRows(nil, got.List) {
			if i, ok := at[r.ID]; ok {
				rows[i] = r
			} else {
				rows = append(rows, r)
			}
		}
		l := NewAccountList(rows, have.Total)
		l.Attempted, l.fetched = have.Attempted, append(slices.Clip(have.fetched), q)
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
	platforms, groups := map[string]*PlatformCount{}, map[string]*GroupTally{}
	handles := make(map[Handle]bool, len(rows))
	for _, a := range rows {
		g, p := groups[a.GroupID], platforms[a.Type]
		if g == nil {
			g = &GroupTally{ID: a.GroupID}
			groups[a.GroupID] = g
		}
		if p == nil {
			p = &PlatformCount{Platform: a.Type}
			platforms[a.Type] = p
		}
		p.Count++
		g.count(a)
		if a.Health() == api.HealthAbnormal {
			p.Abnormal++
		}
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
	for _, p := range platforms {
		l.Platforms = append(l.Platforms, *p)
	}
	slices.SortFunc(l.Platforms, func(a, b PlatformCount) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(a.Platform, b.Platform))
	})
	l.Rows = byUrgency(rows)
	return l
}

// byUrgency sorts rows by their urgency, then by nickname and ID.
func byUrgency(rows []*api.Account) []*api.Account {
	var levels [3][]*api.Account
	for _, a := range rows {
		u := Urgency(a)
		levels[u] = append(levels[u], a)
	}
	for _, level := range levels {
		slices.SortStableFunc(level, func(a, b *api.Account) int {
			if c := strings.Compare(a.Nickname, b.Nickname); c != 0 {
				return c
			}
			return strings.Compare(a.ID, b.ID)
		})
	}
	return slices.Concat(levels[:]...)
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
}

// SummedFields returns the fields of 2.4 that a GroupTally sums, in the order of
// Sums.
func SummedFields() []string {
	return []string{"fansCount", "workCount", "readCount", "likeCount", "commentCount"}
}

func (g *GroupTally) count(a *api.Account) {
	g.Accounts++
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
