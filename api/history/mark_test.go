package history_test

import (
	"testing"
	"time"

	"channeldeck/api"
	"channeldeck/api/history"
)

// The mark of an account follows from its turns since the baseline, of which the last one counts.
func TestMarkOf(t *testing.T) {
	baseline := day0
	normal := api.Int(1)
	abnormal := api.Int(0)
	var gone api.Number
	turn := func(hours int, before, status api.Number) history.Turn {
		return history.Turn{At: baseline.Add(time.Duration(hours) * time.Hour), Before: before, Status: status}
	}
	for name, tt := range map[string]struct {
		turns []history.Turn
		want  history.Mark
	}{
		"no turns":           {nil, ""},
		"earlier turns only": {[]history.Turn{turn(-2, gone, normal), turn(-1, normal, abnormal)}, ""},
		"at the baseline":    {[]history.Turn{turn(0, normal, abnormal)}, ""},
		"turned":             {[]history.Turn{turn(1, normal, abnormal)}, history.TurnedAbnormal},
		"turned twice": {
			[]history.Turn{turn(-3, normal, abnormal), turn(1, abnormal, normal), turn(2, normal, abnormal)},
			history.TurnedAbnormal,
		},
		"recovered": {
			[]history.Turn{turn(-3, normal, abnormal), turn(1, abnormal, normal)},
			history.Recovered,
		},
		"from an unknown status": {[]history.Turn{turn(1, api.Int(7), normal)}, ""},
		"appeared":               {[]history.Turn{turn(1, gone, normal)}, history.Appeared},
		"appeared and turned": {
			[]history.Turn{turn(1, gone, normal), turn(2, normal, abnormal)},
			history.TurnedAbnormal,
		},
		"listed again":           {[]history.Turn{turn(1, normal, gone), turn(2, gone, abnormal)}, ""},
		"another unknown status": {[]history.Turn{turn(-1, normal, api.Int(7)), turn(1, api.Int(7), api.Int(8))}, ""},
	} {
		if got := history.MarkOf(tt.turns, baseline); got != tt.want {
			t.Errorf("%s: %q, want %q", name, got, tt.want)
		}
	}
}

// A recording counts as that of a week or a month ago if it is not farther from it than a tenth of the span.
func TestToleranceOfASpan(t *testing.T) {
	for span, want := range map[history.Span]time.Duration{
		history.SpanBaseline: 0,
		history.SpanWeek:     16*time.Hour + 48*time.Minute,
		history.SpanMonth:    3 * 24 * time.Hour,
	} {
		if got := span.Tolerance(); got != want {
			t.Errorf("span %d: %s, want %s", span, got, want)
		}
	}
}
