package findings_test

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"channeldeck/api"
	"channeldeck/api/findings"
	"channeldeck/api/history"
)

// BenchmarkFind checks 100,000 accounts, of which 500 turn in each of 60 recordings, and
// 2,000 have a series.
func BenchmarkFind(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 1))
	var accounts []*api.Account
	for i := range 100_000 {
		a := account(fmt.Sprint("p", r.IntN(14)), fmt.Sprintf("%06d", i), 1, r.Int64N(1_000_000))
		a.GroupID = fmt.Sprint("g", r.IntN(5000))
		a.UserID = fmt.Sprint("u", r.IntN(500))
		accounts = append(accounts, a)
	}
	in := input(accounts...)
	in.Turns = fail(r, accounts, 60, 0.005, func(i int) time.Time { return today.AddDate(0, 0, i-60) })
	changes := past{marks: map[string]history.Mark{}, moved: map[string][3]api.Number{}}
	in.Past = changes
	in.Series = map[history.AccountKey][]findings.Followers{}
	stored := series(repeat(30, 400_000, func(_ int, n int64) int64 { return n + 500 })...)
	for _, a := range accounts[:2000] {
		changes.moved[a.ID] = [3]api.Number{api.Int(-50_000), api.Int(-50_000), api.Int(-50_000)}
		in.Series[history.KeyOf(a)] = stored
	}
	b.ReportAllocs()
	for b.Loop() {
		in.Find()
	}
}
