package accounts

import (
	"fmt"
	"strings"
	"testing"

	"channeldeck/api"
	"channeldeck/api/fleet"
	"channeldeck/ui/testkit/memory"
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
				m.stack.Update(panetest.KeyMsg([]string{"down", "up"}[i%2]))
				m.stack.View()
			}
		})
	}
}

// BenchmarkAbnormal shows the abnormal ones of some accounts, then all.
func BenchmarkAbnormal(b *testing.B) {
	m := manySelected(b, 1_500)
	b.ReportAllocs()
	for b.Loop() {
		m.Update(panetest.KeyMsg("x"))
		m.stack.View()
	}
}

// BenchmarkSelect toggles the selection of one account of many.
func BenchmarkSelect(b *testing.B) {
	for _, n := range []int{2_500, 100_000} {
		b.Run(fmt.Sprintf("selected=%d", n), func(b *testing.B) {
			m := manySelected(b, n)
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				m.stack.Update(panetest.KeyMsg([]string{" ", "up"}[i%2]))
				m.stack.View()
			}
		})
	}
}

// BenchmarkLongNames moves the cursor and draws 40 accounts with names of a megabyte.
func BenchmarkLongNames(b *testing.B) {
	m := longNames(b, 1<<20)
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		m.stack.Update(panetest.KeyMsg([]string{"down", "up"}[i%2]))
		m.stack.View()
	}
}

// Keys, the inspector, a filter and the palette handle few bytes of long names.
func TestLongNamesAreCut(t *testing.T) {
	const size = 1 << 20
	m := longNames(t, size)
	for _, key := range []string{"down", "enter", "esc", "/", "s", "t", "enter", "s"} {
		if used := memory.Allocated(func() {
			panetest.Press(t, m, key)
			m.stack.View()
			m.Things()
		}); used > 30*size {
			t.Errorf("%s: %d bytes are handled for 40 names of %d", key, used, size)
		}
	}
	if shown, _ := rowsOf(m).Counts(); shown != 40 {
		t.Errorf("%d names match", shown)
	}
}

// longNames returns a pane with 40 accounts whose names have a size in bytes.
func longNames(t testing.TB, size int) *Model {
	m := New(panetest.New(t, panetest.Options{}).Context)
	m.stack.SetSize(120, 48)
	list := make([]*api.Account, 40)
	for i := range list {
		name := strings.Repeat("Studio 云端 ", size/14+1)[:size] + fmt.Sprint(i)
		list[i] = &api.Account{
			ID:       fmt.Sprint("a:", i),
			Type:     "douyin",
			UID:      fmt.Sprint(i),
			Nickname: name,
			Status:   api.Int(1),
		}
	}
	m.store.Accounts.Value = fleet.NewList(list, api.Int(40))
	m.store.Accounts.At = panetest.Now
	panetest.Pump(t, m, top(m).fill())
	return m
}

// manySelected returns a pane with n accounts, all selected.
func manySelected(t testing.TB, n int) *Model {
	m := New(panetest.New(t, panetest.Options{}).Context)
	m.stack.SetSize(120, 38)
	list := make([]*api.Account, n)
	for i := range list {
		list[i] = &api.Account{
			ID:            fmt.Sprint("a:", i),
			Type:          "douyin",
			Nickname:      fmt.Sprint("name ", i),
			Status:        api.Int(1),
			LastStatsTime: api.SomeTime("2026-05-20T08:00:00Z"),
			FansCount:     api.Int(int64(i) * 7919),
			WorkCount:     api.Int(int64(i % 90)),
			ReadCount:     api.Int(int64(i) * 104_729),
			LikeCount:     api.Int(int64(i) * 37), CommentCount: api.Int(int64(i % 1000)),
		}
	}
	m.store.Accounts.Value = fleet.NewList(list, api.Int(int64(n)))
	m.store.Accounts.At = panetest.Now
	panetest.Pump(t, m, top(m).fill())
	panetest.Press(t, m, "*")
	if got := rowsOf(m).SelectedCount(); got != n {
		t.Fatalf("%d of %d are selected", got, n)
	}
	return m
}
