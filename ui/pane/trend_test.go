package pane_test

import (
	"testing"
	"time"

	"channeldeck/api"
	"channeldeck/api/history"
	"channeldeck/ui/pane"
)

// A curve of followers begins with the first known number, covers an hour at least and thirty days at
// most.
func TestFollowersSince(t *testing.T) {
	end := time.Date(2026, 11, 21, 8, 31, 0, 0, time.UTC)
	for _, tt := range []struct {
		ago  time.Duration // since when the followers are known
		from time.Duration // before the end; 0 for no curve
	}{
		{59 * time.Minute, 0},
		{time.Hour, time.Hour},
		{5 * time.Hour, 5 * time.Hour},
		{pane.TrendTime + time.Hour, pane.TrendTime},
	} {
		first := history.Counts{At: end.Add(-tt.ago)}
		first.Values[api.CountFans] = api.Int(5)
		last := first
		last.At = end
		unknown := history.Counts{At: end.Add(-tt.ago - time.Hour)}
		states, from := pane.FollowersSince([]history.Counts{unknown, first, last}, end)
		if tt.from == 0 {
			if states != nil || !from.IsZero() {
				t.Errorf("known for %s: %d states from %v", tt.ago, len(states), from)
			}
			continue
		}
		if len(states) != 2 || !from.Equal(end.Add(-tt.from)) {
			t.Errorf("known for %s: %d states from %v", tt.ago, len(states), from)
		}
	}
	if states, _ := pane.FollowersSince([]history.Counts{{At: end}}, end); states != nil {
		t.Errorf("never known: %v", states)
	}
}
