package fleet_test

import (
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"channeldeck/api"
	"channeldeck/api/fleet"
	"channeldeck/api/history"
)

// BenchmarkReadPast compares 2,500 accounts with those of 30, 7 and 1 days before.
func BenchmarkReadPast(b *testing.B) {
	fleetAt := func(day int) (rows []*api.Account) {
		for i := range 2500 {
			a := rowOf(
				fmt.Sprint("account ", i),
				fmt.Sprint("p", i%14),
				fmt.Sprint("account ", i),
				fmt.Sprint("g", i%12),
				normal,
			)
			n := api.Int(int64(i*1000 + day*7))
			a.FansCount = n
			a.FollowingCount = n
			a.ReadCount = n
			a.LikeCount = n
			a.CommentCount = n
			a.WorkCount = n
			rows = append(rows, a)
		}
		return rows
	}
	config := history.Config{
		Path: filepath.Join(b.TempDir(), "h.db"),
		Site: "s",
		Now:  func() time.Time { return today },
	}
	h := history.Open(config)
	for _, days := range []int{30, 7, 1} {
		rows := fleetAt(-days)
		h.RecordAccounts(today.AddDate(0, 0, -days), rows, api.Int(int64(len(rows))), true)
	}
	h.Close(b.Context())
	h = history.Open(config)
	defer h.Close(b.Context())
	now := listed(fleetAt(0)...)
	point, err := h.Points().At(b.Context(), today.AddDate(0, 0, -1))
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := fleet.ReadPast(b.Context(), h, today, point, now); err != nil {
			b.Fatal(err)
		}
	}
}
