package report

import (
	"slices"
	"testing"
	"time"

	"channeldeck/api/history"
)

// The days of a period are those of the viewer, wherever the days of UTC begin.
func TestDaysOfAPeriodAreOfTheViewer(t *testing.T) {
	for _, hours := range []int{-11, 0, 8, 14} {
		zone := time.FixedZone("", hours*60*60)
		for _, hour := range []int{0, 5, 12, 23} {
			now := time.Date(2026, 3, 20, hour, 30, 0, 0, zone)
			p := periodOf(now.AddDate(0, 0, -1).UTC(), now)
			if want := []string{"2026-03-19", "2026-03-20"}; !slices.Equal(p.dates, want) {
				t.Errorf("at %s: %q, want %q", now, p.dates, want)
			}
			if want := time.Date(2026, 3, 19, 0, 0, 0, 0, zone); !p.begin.Equal(want) {
				t.Errorf("at %s: begins at %s, want %s", now, p.begin, want)
			}
			if last := p.ends[len(p.ends)-1]; !last.Equal(now) {
				t.Errorf("at %s: ends at %s", now, last)
			}
		}
	}
}

// A period is measured from the time that was asked for, or from the first recording if that is later. Days without
// a recording have none, also if a later day has one.
func TestWhatAPeriodIsMeasuredFrom(t *testing.T) {
	now := time.Date(2026, 3, 20, 18, 0, 0, 0, time.UTC)
	at := func(day, hour int) time.Time {
		return time.Date(2026, 3, day, hour, 0, 0, 0, time.UTC)
	}
	asked := at(18, 13)
	for name, tt := range map[string]struct {
		recordings history.Recordings
		recorded   []bool
		first      int
		from       time.Time
	}{
		"recorded before": {
			history.Recordings{at(17, 9), at(18, 9), at(20, 9)},
			[]bool{true, false, true},
			0,
			asked,
		},
		"first day not recorded": {
			history.Recordings{at(17, 9), at(19, 9), at(20, 9)},
			[]bool{false, true, true},
			1,
			asked,
		},
		"only the last day recorded": {
			history.Recordings{at(17, 9), at(20, 9), at(20, 12)},
			[]bool{false, false, true},
			2,
			asked,
		},
		"begins later on the first day": {
			history.Recordings{at(18, 14), at(18, 20), at(19, 9)},
			[]bool{true, true, false},
			0,
			at(18, 14),
		},
		"begins later": {
			history.Recordings{at(20, 9), at(20, 12)},
			[]bool{false, false, true},
			2,
			at(20, 9),
		},
		"not since": {
			history.Recordings{at(17, 9)},
			[]bool{false, false, false},
			0,
			asked,
		},
	} {
		p := periodOf(asked, now)
		p.measure(tt.recordings)
		if !slices.Equal(p.recorded, tt.recorded) {
			t.Errorf("%s: recorded %v, want %v", name, p.recorded, tt.recorded)
		}
		if p.first != tt.first || !p.from.Equal(tt.from) {
			t.Errorf("%s: from %s, day %d; want %s, day %d", name, p.from, p.first, tt.from, tt.first)
		}
	}
}
