package fleet_test

import (
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"

	"channeldeck/api"
	"channeldeck/api/fleet"
)

// rowOf is an account whose statistics were fetched.
func rowOf(id, platform, nickname, group string, status int64) *api.Account {
	return &api.Account{
		ID:            id,
		Type:          platform,
		Nickname:      nickname,
		GroupID:       group,
		Status:        api.Int(status),
		LastStatsTime: api.SomeTime("2026-05-20T08:00:00Z"),
	}
}

const (
	abnormal = 0
	normal   = 1
	unlisted = 7 // a status that the interface does not list
)

func ids(rows []*api.Account) string {
	var all []string
	for _, a := range rows {
		all = append(all, a.ID)
	}
	return strings.Join(all, " ")
}

// Accounts that need attention come first, then the others, each by nickname.
func TestRowsAreInOrderOfUrgency(t *testing.T) {
	l := fleet.NewList([]*api.Account{
		rowOf("1", "x", "b", "g", normal), rowOf("2", "x", "a", "g", normal), rowOf("3", "x", "c", "g", unlisted),
		rowOf("4", "x", "d", "g", abnormal), rowOf("6", "x", "a", "g", abnormal), rowOf("5", "y", "a", "g", abnormal),
	}, api.Number{})
	if got := ids(l.Rows); got != "5 6 4 3 2 1" {
		t.Errorf("order %s", got)
	}
}

// Names of one status are in the order in which the column of names sorts them.
func TestRowsAreInOrderOfNames(t *testing.T) {
	var rows []*api.Account
	for _, name := range []string{"重庆", "Zebra", "北京", "apple", "Äpfel", "fig"} {
		rows = append(rows, rowOf(name, "x", name, "g", normal))
	}
	if got := ids(fleet.NewList(rows, api.Number{}).Rows); got != "Äpfel apple fig Zebra 北京 重庆" {
		t.Errorf("order %s", got)
	}
}

// The largest platforms and groups come first, and of equal ones the first by name.
func TestCountsOfPlatformsAndGroups(t *testing.T) {
	rows := []*api.Account{
		rowOf("1", "youtube", "a", "g3", normal),
		rowOf("2", "tiktok", "b", "g2", abnormal),
		rowOf("3", "x", "c", "g1", normal),
		rowOf("4", "x", "d", "g1", abnormal), rowOf("5", "x", "e", "g2", unlisted),
	}
	rows[2].FansCount, rows[3].FansCount, rows[4].FansCount = api.Int(40), api.Int(2), api.Int(0)
	rows[4].LastStatsTime = api.Time{} // its 0 is not a count
	l := fleet.NewList(rows, api.Number{})
	var platforms []string
	for _, p := range l.Platforms {
		platforms = append(platforms, fmt.Sprintf("%s:%d-%d %s", p.ID, p.Accounts, p.Abnormal, p.Followers().Sum))
	}
	if got := strings.Join(platforms, " "); got != "x:3-1 42 tiktok:1-1  youtube:1-0 " {
		t.Errorf("platforms %q", got)
	}
	var groups []string
	for _, g := range l.Groups {
		groups = append(groups, fmt.Sprint(g.ID, ":", g.Accounts, "=", g.Normal, "+", g.Abnormal, "+", g.Unknown))
	}
	if got := strings.Join(groups, " "); got != "g1:2=1+1+0 g2:2=0+1+1 g3:1=1+0+0" {
		t.Errorf("groups %s", got)
	}
	if l.Abnormal != 2 || l.Unknown != 1 {
		t.Errorf("%d abnormal, %d unknown", l.Abnormal, l.Unknown)
	}
}

func TestGroupSums(t *testing.T) {
	counted := rowOf("1", "x", "a", "g", normal)
	counted.FansCount = api.Int(1)
	counted.WorkCount = api.Int(20)
	counted.ReadCount = api.Int(300)
	counted.LikeCount = api.Int(4000)
	counted.CommentCount = api.Int(50000)
	never := rowOf("2", "x", "b", "g", normal) // its 0 is not a count
	never.FansCount = api.Int(0)
	never.LastStatsTime = api.Time{}
	zero := rowOf("3", "x", "c", "g", normal)
	zero.FansCount = api.Int(0)
	l := fleet.NewList([]*api.Account{counted, never, zero}, api.Number{})
	var sums []string
	for i, field := range api.SummedCounts() {
		sum := &l.Groups[0].Sums[i]
		sums = append(sums, fmt.Sprint(field, "=", sum.Number(), "/", sum.Of()))
	}
	const want = "fansCount=1/2 workCount=20/1 readCount=300/1 likeCount=4000/1 commentCount=50000/1"
	if got := strings.Join(sums, " "); got != want {
		t.Errorf("sums %s", got)
	}
}

// Only a nickname that several accounts of one platform have is ambiguous.
func TestSharedHandles(t *testing.T) {
	l := fleet.NewList([]*api.Account{
		rowOf("1", "x", "same", "g", normal),
		rowOf("2", "x", "same", "g", normal),
		rowOf("3", "x", "same", "g", normal),
		rowOf("4", "y", "same", "g", normal), rowOf("5", "x", "other", "g", normal),
	}, api.Number{})
	for _, a := range l.Rows {
		if want := a.ID <= "3"; l.Shared[fleet.HandleOf(a)] != want {
			t.Errorf("account %s: shared %v", a.ID, !want)
		}
	}
	if len(l.Shared) != 1 {
		t.Errorf("shared %v", l.Shared)
	}
}

func TestMissingAccounts(t *testing.T) {
	for _, tt := range []struct {
		total   api.Number
		missing int64
	}{{api.Int(5), 3}, {api.Int(2), 0}, {api.Int(1), 0}, {api.Number{}, 0}} {
		l := fleet.NewList(
			[]*api.Account{rowOf("1", "x", "a", "g", normal), rowOf("2", "x", "b", "g", normal)},
			tt.total,
		)
		if l.Missing != tt.missing || l.Partial() != (tt.missing > 0) {
			t.Errorf("2 of %s: %d missing, partial %v", tt.total, l.Missing, l.Partial())
		}
	}
}

// A list is counted and sorted with at most 180 bytes an account besides: this is when memory is short.
func TestNewListTakesLittleMemory(t *testing.T) {
	const accounts = 30_000
	var rows []*api.Account
	for i := range accounts {
		rows = append(rows, rowOf(fmt.Sprint(i), "youtube", fmt.Sprint("account ", i), "g", normal))
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	list := listed(rows...)
	runtime.ReadMemStats(&after)
	each := (after.TotalAlloc - before.TotalAlloc) / accounts
	if each > 180 { // 148 when it was written
		t.Errorf("%d bytes an account", each)
	}
	runtime.KeepAlive(list)
}

func BenchmarkNewList(b *testing.B) {
	var rows []*api.Account
	for i := range 2_500 {
		rows = append(rows, rowOf(fmt.Sprint(i), "youtube", fmt.Sprint("account ", i), "g", normal))
	}
	b.ReportAllocs()
	for b.Loop() {
		listed(slices.Clone(rows)...)
	}
}
