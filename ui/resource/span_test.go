package resource_test

import (
	"testing"
	"time"

	"channeldeck/api/history"
	"channeldeck/ui/words"
)

// covering are lists that are compared over a time.
type covering struct {
	lists
	time.Duration
}

func (c covering) Covers(history.Span) (time.Duration, bool) { return c.Duration, true }

// The title of a column of changes has the time that they are over, unless that is the one of its name.
func TestTitlesHaveTheTimeOfTheChange(t *testing.T) {
	for covered, want := range map[time.Duration][2]string{ // of 7 and of 30 days
		5 * hour:              {"5h", "5h"},
		14*hour + 20*60e9:     {"14h", "14h"},
		36 * hour:             {"36h", "36h"},
		3 * day:               {"3d", "3d"},
		6*day + 12*hour:       {"6.5d", "6.5d"},
		7*day - 5*time.Minute: {"", "7d"},
		8 * day:               {"8d", "8d"},
		29 * day:              {"29d", "29d"},
		30*day + 2*hour:       {"30d", ""},
	} {
		v := viewIn(t, words.English)
		v.Lists = covering{lists{}, covered}
		got := [2]string{v.SpanTitle(history.SpanWeek), v.SpanTitle(history.SpanMonth)}
		if got != want {
			t.Errorf("%v: %q, not %q", covered, got, want)
		}
		v = viewIn(t, words.Chinese)
		v.Lists = covering{lists{}, 14 * hour}
		if got := v.SpanTitle(history.SpanWeek); got != "14 小时" {
			t.Errorf("Chinese: %q", got)
		}
	}
}
