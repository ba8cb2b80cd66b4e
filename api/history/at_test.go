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

// The nearest recording is the earlier one of two that are as near, and none that is farther than it may be.
func TestNearestRecording(t *testing.T) {
	at := func(hours int) time.Time { return day0.Add(time.Duration(hours) * time.Hour) }
	recordings := history.Recordings{at(0), at(10), at(20)}
	for _, tt := range []struct {
		asked, within int
		want          time.Time
	}{
		{5, 5, at(0)},
		{6, 5, at(10)},
		{15, 24, at(10)},
		{20, 0, at(20)},
		{23, 3, at(20)},
		{24, 3, time.Time{}},
		{-4, 3, time.Time{}},
		{-3, 3, at(0)},
	} {
		got := recordings.Nearest(at(tt.asked), time.Duration(tt.within)*time.Hour)
		if !got.Equal(tt.want) {
			t.Errorf("at %d, within %d hours: %s, want %s", tt.asked, tt.within, got, tt.want)
		}
	}
}
