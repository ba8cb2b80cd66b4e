package findings

import (
	"testing"
	"time"

	"channeldeck/api"
)

// As of a time in the past, it is the counts that say whether statistics were ever fetched.
func TestUndatedStatistics(t *testing.T) {
	now := time.Date(2026, 5, 20, 9, 0, 0, 0, time.UTC)
	for _, tt := range []struct {
		counted   bool
		followers api.Number
		want      int
	}{
		{false, api.Int(0), 1},
		{false, api.Number{}, 1},
		{false, api.Int(5), 0},
		{true, api.Number{}, 1},
		{true, api.Int(0), 0},
		{true, api.Int(5), 0},
	} {
		in := &Input{
			Now:        now,
			StaleAfter: 7 * day,
			Accounts: []*api.Account{{
				ID:        "1",
				Type:      "x",
				Status:    api.Int(1),
				Counted:   tt.counted,
				FansCount: tt.followers,
			}},
		}
		n := 0
		for _, f := range in.Find() {
			if f.Kind == NeverFetched {
				n++
			}
		}
		if n != tt.want {
			t.Errorf("%+v: %d findings", tt, n)
		}
	}
}
