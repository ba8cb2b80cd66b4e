package history_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"channeldeck/api"
	"channeldeck/api/history"
)

// sayTurns returns the turns in words: ID@HOURS:STATUS<BEFORE.
func sayTurns(t testing.TB, d *history.DB) string {
	t.Helper()
	all, err := d.States().Turns(t.Context())
	if err != nil {
		t.Error(err)
	}
	var said []string
	for _, turn := range all {
		said = append(
			said,
			fmt.Sprintf("%s@%v:%s<%s", turn.Account.ID, turn.At.Sub(day0).Hours(), turn.Status, turn.Before),
		)
	}
	slices.Sort(said)
	return strings.Join(said, " ")
}

func TestTurns(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, c history.Config) {
		hour := func(n int) time.Time { return day0.Add(time.Duration(n) * time.Hour) }
		d := open(t, at(c, hour(10)))
		if got := sayTurns(t, d); got != "" {
			t.Errorf("an empty history returned %s", got)
		}
		record := func(n int, complete bool, rows ...string) {
			d.RecordAccounts(hour(n), accounts(t, rows...), api.Int(int64(len(rows))), complete)
			d.Flush()
		}
		record(0, true, account("a", 1, 1), account("b", 1, 1))
		record(1, true, account("a", 1, 2), account("b", 0, 1)) // a grew, b turned
		record(2, false, account("a", 1, 2))                    // a part: nothing is gone
		record(3, true, account("a", 1, 2))                     // b is gone
		record(4, true, account("a", 1, 2), account("b", 0, 1), account("c", 1, 1))
		d.RecordChosenAccounts(hour(5), accounts(t, account("c", 0, 1)))
		record(6, true, account("a", 1, 3), account("b", 0, 1), account("c", 0, 1))
		record(60, true, account("a", 0, 3), account("b", 0, 1), account("c", 0, 1)) // the clock was ahead
		if got, want := sayTurns(t, d), "b@1:0<1 b@3:<0 b@4:0< c@4:1< c@5:0<1"; got != want {
			t.Errorf("turns %s, want %s", got, want)
		}
		record(7, true, account("a", 0, 3), account("b", 1, 1), account("c", 0, 1))
		if got, want := sayTurns(
			t,
			open(t, at(c, hour(99))),
		), "a@7:0<1 b@1:0<1 b@3:<0 b@4:0< b@7:1<0 c@4:1< c@5:0<1"; got != want {
			t.Errorf("after the clock was set back: %s, want %s", got, want)
		}
	})
}

// An account turns where its status differs from that before, whatever is recorded: random
// states, accounts that disappear and return, repeated lists, parts, clocks that differ or
// jump ahead and back, and two recorders.
func TestTurnsAgreeWithPlainComputation(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, c history.Config) {
		seeds := uint64(6)
		if c.Postgres != "" { // which waits for each statement
			seeds = 2
		}
		for seed := range seeds {
			r := rand.New(rand.NewPCG(seed, 1))
			c := at(c, day0.AddDate(0, 0, 300))
			jumps := seed%2 == 1
			c.Key = fmt.Sprint("key ", seed)
			recorders := []*history.DB{open(t, c), open(t, c)}
			var fromLists []string
			status := map[string]string{}
			now := day0
			for n := range 40 {
				if n > 0 {
					now = now.Add(time.Duration(1+r.IntN(40)) * time.Hour)
				}
				when := now
				switch k := r.IntN(8); {
				case !jumps || n == 0:
				case k == 0:
					when = now.AddDate(0, 0, r.IntN(400)-20)
				case k == 1:
					when = now.Add(time.Duration(r.IntN(180)-90) * time.Second)
				}
				rows, complete := randomList(r, func(id, s string) {
					if before := status[id]; n > 0 && s != before {
						fromLists = append(fromLists, fmt.Sprintf("%s@%v:%s<%s", id, when.Sub(day0).Hours(), s, before))
					}
					status[id] = s
				})
				for range 1 + r.IntN(2) {
					d := recorders[r.IntN(2)]
					d.RecordAccounts(when, accounts(t, rows...), api.Int(int64(len(rows))), complete)
					d.Flush()
				}
			}
			got := sayTurns(t, recorders[0])
			if slices.Sort(fromLists); !jumps && got != strings.Join(fromLists, " ") {
				t.Errorf("seed %d: turns %s, want %s", seed, got, fromLists)
			}
			if want := strings.Join(
				turnsOfTrends(t, recorders[0], strings.Split("abcdefgh", "")),
				" ",
			); got != want || len(got) < 100 {
				t.Errorf("seed %d: turns %s, want as in the trends %s", seed, got, want)
			}
		}
	})
}

// randomList returns a random list of some of eight accounts and whether it is complete. It
// calls each with the status of each account that the list tells about, "" for a missing one.
func randomList(r *rand.Rand, each func(id, status string)) (rows []string, complete bool) {
	complete = r.IntN(4) > 0
	for _, id := range strings.Split("abcdefgh", "") {
		switch status := r.IntN(3); {
		case r.IntN(5) > 0:
			rows = append(rows, account(id, status, r.IntN(3)))
			each(id, fmt.Sprint(status))
		case complete:
			each(id, "")
		}
	}
	return rows, complete
}

// turnsOfTrends computes the turns after day0 from the trends of accounts.
func turnsOfTrends(t *testing.T, d *history.DB, ids []string) (said []string) {
	for _, id := range ids {
		trend, err := d.States().Trend(t.Context(), douyin(id), time.Time{})
		if err != nil {
			t.Fatal(err)
		}
		before := ""
		for _, p := range trend {
			if s := p.Status.String(); s != before {
				if p.At.After(day0) {
					said = append(said, fmt.Sprintf("%s@%v:%s<%s", id, p.At.Sub(day0).Hours(), s, before))
				}
				before = s
			}
		}
	}
	slices.Sort(said)
	return said
}
