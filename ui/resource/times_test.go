package resource_test

import (
	"testing"
	"time"

	"channeldeck/api"
	"channeldeck/api/history"
	"channeldeck/ui/testkit/panetest"
	"channeldeck/ui/words"
)

func TestMomentAndWhen(t *testing.T) {
	c := *panetest.New(t, panetest.Options{}).Context
	c.View.Now = func() time.Time { return panetest.Now.In(time.FixedZone("east", 8*3600)) }
	for _, test := range []struct{ sent, moment, when string }{
		{"2026-05-20T06:30:00.123Z", "2026-05-20 14:30", "2026-05-20 14:30 · 3h ago"},
		{"2026-05-20T14:30:00+08:00", "2026-05-20 14:30", "2026-05-20 14:30 · 3h ago"},
		{"2026-05-20T06:30:00", "2026-05-20 14:30", "2026-05-20 14:30 · 3h ago"}, // no zone is UTC
		{"soon", "soon", ""},
		{"", "", ""},
	} {
		moment := c.View.Moment(test.sent)
		when := c.View.When(test.sent)
		if moment != test.moment || when != test.when {
			t.Errorf("%q: %q and %q, want %q and %q", test.sent, moment, when, test.moment, test.when)
		}
	}
}

// Rates have no decimals from 100 an hour on.
func TestRate(t *testing.T) {
	v := panetest.New(t, panetest.Options{}).Context.View
	for rate, want := range map[string]string{
		"999.62":  "1k",
		"99.96":   "100",
		"320.4":   "320",
		"-120.51": "-121",
		"12.34":   "12.3",
		"2":       "2",
		"0.041":   "0.04",
		"0":       "0",
		"60512.7": "60.5k",
	} {
		n, err := api.ParseNumber(rate)
		if got := v.Rate(n); err != nil || got != want {
			t.Errorf("%s: %s instead of %s", rate, got, want)
		}
	}
}

// The column of a finding has how long ago it happened: at most, at least, or exactly.
func TestAgeOfAnInterval(t *testing.T) {
	v := viewIn(t, words.English)
	for want, i := range map[string]history.Interval{
		"≤ 15h":  before(10*time.Minute, 14*hour+19*time.Minute),
		"2–17h":  before(2*time.Hour, 14*hour+19*time.Minute),
		"10–20m": before(10*time.Minute, 10*time.Minute),
		"10m":    before(10*time.Minute, 20*time.Second),
		"10h":    before(10*time.Hour, 15*time.Minute),
		"≤ 1s":   before(-time.Hour, time.Minute), // by a clock that is ahead
		"≥ 60d":  {Before: saturday.Add(-60 * day)},
	} {
		if got := v.IntervalAge(i); got != want {
			t.Errorf("%v: %q, want %q", i, got, want)
		}
	}
}
