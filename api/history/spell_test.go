package history

import (
	"slices"
	"testing"
	"time"

	"channeldeck/api"
)

func TestSpellOf(t *testing.T) {
	day := func(n int) time.Time { return time.Date(2026, 5, n, 8, 0, 0, 0, time.UTC) }
	normal, abnormal, odd, none := api.Int(1), api.Int(0), api.Int(7), api.Number{}
	turn := func(n int, before, status api.Number) Turn { return Turn{At: day(n), Before: before, Status: status} }
	at := func(n int) Interval { return Interval{After: day(n - 1), Before: day(n)} }
	var recorded Recordings
	for n := range 9 {
		recorded = append(recorded, day(n+1))
	}
	const days = 24 * time.Hour
	for _, tt := range []struct {
		name  string
		turns []Turn
		want  Spell
	}{
		{"no turn", nil, Spell{At: Interval{Before: day(1)}}},
		{"one turn", []Turn{turn(4, normal, abnormal)}, Spell{at(4), 3 * days, true}},
		{"two turns", []Turn{turn(4, normal, abnormal), turn(9, abnormal, normal)}, Spell{at(9), 5 * days, false}},
		{"newly listed", []Turn{turn(4, none, normal)}, Spell{at(4), 0, false}},
		{"listed, then abnormal", []Turn{turn(4, none, normal), turn(6, normal, abnormal)}, Spell{at(6), 2 * days, false}},
		{"came back", []Turn{turn(4, normal, none), turn(6, none, normal)}, Spell{at(6), 0, false}},
		{"another status of the same health", []Turn{turn(4, odd, api.Int(8))}, Spell{At: Interval{Before: day(1)}}},
		{"from an unknown status", []Turn{turn(4, odd, abnormal)}, Spell{at(4), 0, false}},
	} {
		if got := SpellOf(tt.turns, day(1), recorded); got != tt.want {
			t.Errorf("%s: %+v, want %+v", tt.name, got, tt.want)
		}
	}
}

// An outage of a relay that is over turned an account neither way.
func TestTurnsOverAnOutage(t *testing.T) {
	normal, abnormal, outage, none := api.Int(1), api.Int(0), api.Int(api.StatusOutage), api.Number{}
	for _, tt := range []struct {
		name     string
		statuses []api.Number
		want     []Turn
	}{
		{"in order again", []api.Number{normal, outage, normal}, nil},
		{"abnormal as before", []api.Number{abnormal, outage, abnormal}, nil},
		{"turned in the outage", []api.Number{normal, outage, abnormal}, []Turn{{Before: normal, Status: abnormal}}},
		{"gone in the outage", []api.Number{normal, outage, none}, []Turn{{Before: normal, Status: none}}},
		{"not over", []api.Number{abnormal, normal, outage}, []Turn{{Before: abnormal, Status: normal}, {Before: normal, Status: outage}}},
		{"listed in the outage", []api.Number{none, outage, normal}, []Turn{{Before: none, Status: outage}, {Before: outage, Status: normal}}},
	} {
		var got []Turn
		for i := 1; i < len(tt.statuses); i++ {
			got = withTurn(got, Turn{Before: tt.statuses[i-1], Status: tt.statuses[i]})
		}
		if !slices.Equal(got, tt.want) {
			t.Errorf("%s: %v, want %v", tt.name, got, tt.want)
		}
	}
}
