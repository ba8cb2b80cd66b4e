package fleet_test

import (
	"path/filepath"
	"testing"
	"time"

	"channeldeck/api"
	"channeldeck/api/fleet"
	"channeldeck/api/history"
)

// daily records an account with as many followers as days have passed, at times that are late by some
// minutes each, and calls then after the last one.
func daily(
	t *testing.T,
	days int,
	late func(day int) time.Duration,
	then func(h *history.DB, at time.Time, l *fleet.List),
) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "h.db")
	for day := range days + 1 {
		delay := late(day)
		if delay < 0 {
			continue // nothing was recorded
		}
		at := today.AddDate(0, 0, day-days).Add(delay)
		rows := []*api.Account{with("a", normal, int64(1000+day))}
		recordAt(t, path, at, rows, func(h *history.DB) {
			if day == days {
				then(h, at, listed(rows...))
			}
		})
	}
}

// A change over 7 days is over 7 days also where the recording of that day was a little later in the day,
// and says so where there was none.
func TestChangesTakeTheNearestRecording(t *testing.T) {
	t.Parallel()
	late := func(day int) time.Duration { return time.Duration(day*3%5) * time.Minute }
	tests := map[string]struct {
		late        func(day int) time.Duration
		week, month string
		covers      float64 // of the week, in hours
	}{
		"late by minutes": {late: late, week: "7", month: "30", covers: 168},
		"earlier today": {late: func(day int) time.Duration {
			if day == 40 {
				return 0
			}
			return 16 * time.Hour
		}, week: "8", month: "31", covers: 176},
		"a day without a recording": {late: func(day int) time.Duration {
			if day == 33 {
				return -1
			}
			return 0
		}, week: "8", month: "30", covers: 192},
	}
	for name, tt := range tests {
		daily(t, 40, tt.late, func(h *history.DB, at time.Time, l *fleet.List) {
			past, err := fleet.ReadPast(t.Context(), h, at, history.Point{}, l)
			if err != nil {
				t.Fatal(err)
			}
			week := past.Followers(l.Rows[0], history.SpanWeek).String()
			month := past.Followers(l.Rows[0], history.SpanMonth).String()
			covered, _ := past.Covers(history.SpanWeek)
			hours := covered.Round(time.Hour).Hours()
			if week != tt.week || month != tt.month || hours != tt.covers {
				t.Errorf("%s: %s in 7 days (%v hours), %s in 30", name, week, hours, month)
			}
		})
	}
}

// A history counts as one of 7 days as soon as a tenth of them is missing at most.
func TestShortSpans(t *testing.T) {
	for hours, short := range map[int]bool{150: true, 152: false, 170: false} {
		path := filepath.Join(t.TempDir(), "h.db")
		rows := []*api.Account{with("a", normal, 1)}
		recordAt(t, path, today.Add(-time.Duration(hours)*time.Hour), rows, func(*history.DB) {})
		recordAt(t, path, today, rows, func(h *history.DB) {
			past, err := fleet.ReadPast(t.Context(), h, today, history.Point{}, listed(rows...))
			if err != nil || past.IsShort(history.SpanWeek) != short || !past.IsShort(history.SpanMonth) {
				t.Errorf("%d hours: short %t, error %v", hours, past.IsShort(history.SpanWeek), err)
			}
		})
	}
}

// After pruning, a rule about how long a status has lasted fires at all recordings that are left.
func TestRulesAfterPruning(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "h.db")
	rows := []*api.Account{with("a", abnormal, 1)}
	for day := range 101 {
		recordAt(t, path, today.AddDate(0, 0, day-100), rows, func(h *history.DB) {
			if day < 100 {
				return
			}
			if _, err := h.Content().Prune(t.Context(), today.AddDate(0, 0, -60)); err != nil {
				t.Fatal(err)
			}
			f := &fleet.Fleet{History: h, Now: func() time.Time { return today }}
			for _, line := range []string{"status:abnormal since>25d", "status:abnormal"} {
				all, _, err := f.TestRule(t.Context(), ruleOf(t, "r", line), time.Time{}, nil)
				fired := 0
				for _, m := range all {
					fired += len(m.Accounts)
				}
				if err != nil || len(all) != 61 || fired != len(all) {
					t.Errorf("%s fired at %d of %d recordings, error %v", line, fired, len(all), err)
				}
			}
		})
	}
}
