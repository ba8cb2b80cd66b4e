package metrics

import (
	"testing"
	"time"
)

func TestWatch(t *testing.T) {
	now := time.Unix(1_700_000_000, 0)
	var off Watch
	if off.On() || off.Due(now) || off.Left(now) != 0 || off.Again(now, time.Hour).On() {
		t.Errorf("the zero watch is on: %+v", off)
	}
	for _, every := range []time.Duration{-time.Hour, 0, time.Second, 59 * time.Second, time.Minute} {
		w := StartWatch(every, now)
		if !w.On() || w.Left(now) != time.Minute || w.Due(now.Add(time.Minute-1)) || !w.Due(now.Add(time.Minute)) {
			t.Errorf("watched every %v: next in %v", every, w.Left(now))
		}
	}
	w := StartWatch(5*time.Minute, now)
	if got := w.Left(now); got != 5*time.Minute {
		t.Errorf("next in %v, want 5m", got)
	}
	late := now.Add(time.Hour)
	if w.Left(late) != 0 || !w.Due(late) {
		t.Error("what is overdue is not due")
	}
	for pause, want := range map[time.Duration]time.Duration{0: 5 * time.Minute, time.Second: 5 * time.Minute, time.Hour: time.Hour} {
		if got := w.Again(late, pause).Left(late); got != want {
			t.Errorf("after a pause of %v: next in %v, want %v", pause, got, want)
		}
	}
	// A value that was put together by hand is held to the least interval too.
	if got := (Watch{Every: time.Second}).Again(now, 0).Left(now); got != MinInterval {
		t.Errorf("next in %v", got)
	}
}
