package accounts

import (
	"fmt"
	"testing"

	"channeldeck/api"
	"channeldeck/ui/store"
	"channeldeck/ui/testkit/panetest"
)

// BenchmarkMoveSelected moves the cursor and draws the list while all accounts are
// selected.
func BenchmarkMoveSelected(b *testing.B) {
	for _, n := range []int{2_500, 100_000} {
		b.Run(fmt.Sprintf("selected=%d", n), func(b *testing.B) {
			m := manySelected(b, n)
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				m.Update(panetest.KeyMsg([]string{"down", "up"}[i%2]))
				m.View()
			}
		})
	}
}

// BenchmarkSelect toggles the selection of one account of many.
func BenchmarkSelect(b *testing.B) {
	for _, n := range []int{2_500, 100_000} {
		b.Run(fmt.Sprintf("selected=%d", n), func(b *testing.B) {
			m := manySelected(b, n)
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				m.Update(panetest.KeyMsg([]string{" ", "up"}[i%2]))
				m.View()
			}
		})
	}
}

// manySelected returns a pane with n accounts, all selected.
func manySelected(t testing.TB, n int) *Model {
	m := New(panetest.New(t, panetest.Options{}).Context)
	m.SetSize(120, 38)
	list := make([]*api.Account, n)
	for i := range list {
		list[i] = &api.Account{
			ID: fmt.Sprint("a:", i), Type: "douyin", Nickname: fmt.Sprint("name ", i), Status: api.Int(1), LastStatsTime: api.Some("2026-05-20T08:00:00Z"),
			FansCount: api.Int(int64(i) * 7919), WorkCount: api.Int(int64(i % 90)), ReadCount: api.Int(int64(i) * 104_729),
			LikeCount: api.Int(int64(i) * 37), CommentCount: api.Int(int64(i % 1000)),
		}
	}
	m.Store.Accounts.Value, m.Store.Accounts.At = store.NewAccountList(list, api.Int(int64(n))), panetest.Now
	panetest.Pump(t, m, top(m).fill())
	panetest.Press(t, m, "*")
	if got := rowsOf(m).SelectedCount(); got != n {
		t.Fatalf("%d of %d are selected", got, n)
	}
	return m
}
