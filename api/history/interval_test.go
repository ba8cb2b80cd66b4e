package history_test

import (
	"testing"
	"time"

	"channeldeck/api"
	"channeldeck/api/history"
)

// A change lies after the last whole list without it, whether or not that changed anything.
func TestRecordings(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, c history.Config) {
		minute := func(n int) time.Time { return day0.Add(time.Duration(n) * time.Minute) }
		d := open(t, at(c, minute(60)))
		for _, n := range []int{0, 10, 20, 40} {
			status := 1 - n/40
			d.RecordAccounts(minute(n), accounts(t, account("a", status, 1), account("b", 1, 1)), api.Int(2), true)
		}
		d.RecordAccounts(minute(30), accounts(t, account("b", 1, 1)), api.Int(2), false)
		d.RecordChosenAccounts(minute(35), accounts(t, account("b", 1, 1)))
		d.RecordAccounts(minute(900), accounts(t, account("b", 1, 1)), api.Int(2), true) // the clock was ahead
		d.Flush()
		recorded, err := d.States().Recorded(t.Context())
		all := recorded.Accounts
		if err != nil || len(all) != 4 {
			t.Fatalf("recordings %v, %v", all, err)
		}
		if i := all.Interval(minute(40)); !i.After.Equal(minute(20)) || !i.Before.Equal(minute(40)) || i.IsMoment() {
			t.Errorf("turned in %v", i)
		}
		if i := all.Interval(minute(10)); !i.After.Equal(minute(0)) || !i.IsMoment() {
			t.Errorf("a short interval %v", i)
		}
		if i := all.Interval(minute(0)); !i.After.IsZero() || i.IsMoment() {
			t.Errorf("the first recording %v", i)
		}
		if i := all.Interval(time.Time{}); i != (history.Interval{}) {
			t.Errorf("an unknown time %v", i)
		}
		if at, ok := all.First(minute(11)); !ok || !at.Equal(minute(20)) {
			t.Errorf("first after %v: %v", minute(11), at)
		}
		if _, ok := all.First(minute(41)); ok {
			t.Error("a recording that has not happened")
		}
	})
}

// An interval of up to 15 minutes is told as one time.
func TestIsMoment(t *testing.T) {
	for _, tt := range []struct {
		after, before time.Time
		want          bool
	}{
		{day0, day0.Add(15 * time.Minute), true},
		{day0, day0.Add(15*time.Minute + 1), false},
		{time.Time{}, day0, false},
	} {
		i := history.Interval{After: tt.after, Before: tt.before}
		if i.IsMoment() != tt.want {
			t.Errorf("%v: %v, want %v", i, i.IsMoment(), tt.want)
		}
	}
}
