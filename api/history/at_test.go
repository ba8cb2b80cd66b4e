package history_test

import (
	"fmt"
	"testing"
	"time"

	"channeldeck/api/history"
)

// A step from a recording leads to its neighbours, and one from a time between two recordings to the
// later or the earlier one.
func TestStep(t *testing.T) {
	minute := func(n int) time.Time { return day0.Add(time.Duration(n) * time.Minute) }
	recordings := history.Recordings{minute(10), minute(20), minute(30)}
	const none = -1
	for _, tt := range []struct{ from, by, want int }{
		{20, 1, 30},
		{20, -1, 10},
		{10, 2, 30},
		{30, -2, 10},
		{15, 1, 20},
		{15, 2, 30},
		{15, -1, 10},
		{25, -2, 10},
		{5, 1, 10},
		{35, -1, 30},
		{30, 1, none},
		{10, -1, none},
		{35, 1, none},
		{5, -1, none},
		{20, 2, none},
		{15, -2, none},
	} {
		t.Run(fmt.Sprint(tt.from, tt.by), func(t *testing.T) {
			want := minute(tt.want)
			if tt.want == none {
				want = time.Time{}
			}
			if got := recordings.Step(minute(tt.from), tt.by); !got.Equal(want) {
				t.Errorf("%v, want %v", got, want)
			}
		})
	}
	if got := history.Recordings(nil).Step(minute(1), 1); !got.IsZero() {
		t.Errorf("without recordings: %v", got)
	}
}
