package findings

import (
	"testing"
	"time"

	"channeldeck/api"
)

// As of a time in the past, a missing time of statistics does not say that they were never fetched.
func TestUndatedStatistics(t *testing.T) {
	now := time.Date(2026, 5, 20, 9, 0, 0, 0, time.UTC)
	for undated, want := range map[bool]int{false: 1, true: 0} {
		in := &Input{Now: now, StaleAfter: 7 * day, Undated: undated, Accounts: []*api.Account{{ID: "1", Type: "x", Status: api.Int(1)}}}
		n := 0
		for _, f := range in.Find() {
			if f.Kind == NeverFetched {
				n++
			}
		}
		if n != want {
			t.Errorf("undated %v: %d findings", undated, n)
		}
	}
}
