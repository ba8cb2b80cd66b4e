package findings

import (
	"testing"
	"time"

	"channeldeck/api/history"
)

// The median of an even number of values is between the two in the middle. Other quantiles are values.
func TestQuantile(t *testing.T) {
	of := func(changes ...float64) (steps []step) {
		for _, change := range changes {
			steps = append(steps, step{change: change, days: 1})
		}
		return steps
	}
	for _, tt := range []struct {
		q     float64
		steps []step
		want  float64
	}{
		{0.5, of(7), 7},
		{0.5, of(9, 1, 2), 2},
		{0.5, of(500, 100, 100, 500), 300},
		{0.5, of(4, 1, 3, 2), 2.5},
		{0.8, of(5, 4, 3, 2, 1), 4},
		{0.8, of(4, 1, 3, 2), 4},
	} {
		got := quantile(tt.q, tt.steps, func(s step) float64 { return s.change })
		if got != tt.want {
			t.Errorf("quantile %v of %v is %v, want %v", tt.q, tt.steps, got, tt.want)
		}
	}
}

// What happened before the baseline, however large, is not when followers moved since.
func TestLargestStepIsAfterTheBaseline(t *testing.T) {
	now := time.Date(2026, 11, 21, 8, 0, 0, 0, time.UTC)
	at := func(days int) time.Time { return now.AddDate(0, 0, -days) }
	in := &Input{Now: now, Point: history.Point{Accounts: at(3)}}
	s := []count{
		{at: at(6), value: 100},
		{at: at(5), value: 90_000},
		{at: at(4), value: 100},
		{at: at(3), value: 5000},
		{at: at(2), value: 5300},
		{at: at(1), value: 5100},
	}
	for change, want := range map[float64]time.Time{5000: at(2), -4900: at(1)} {
		if got := in.largestStep(s, change); !got.Equal(want) {
			t.Errorf("a change by %v is of %s, want %s", change, got, want)
		}
	}
	if got := in.largestStep(s[:4], 100); !got.Equal(now) {
		t.Errorf("without a step since the baseline it is of %s, want now", got)
	}
}

// Accounts that turned in another incident are not among the others whose rate tells what chance explains.
func TestRateOfTheOthersLeavesIncidentsOut(t *testing.T) {
	for name, tt := range map[string]struct {
		left int // accounts of others that turned in another incident
		want bool
	}{
		"one of 200 others turned": {0, true},
		"one of 10 others turned":  {190, false},
	} {
		c := &crowd{normal: 100, turned: 7}
		new(trait).markIncidents([]*crowd{c}, crowd{normal: 300, turned: 8, left: tt.left})
		if c.incident != tt.want {
			t.Errorf("%s, and 7 of 100: an incident is %v, want %v", name, c.incident, tt.want)
		}
	}
}
