package history

import (
	"slices"
	"testing"
	"time"

	"channeldeck/api"
)

func TestSpellOf(t *testing.T) {
	day := func(n int) time.Time { return time.Date(2026, 5, n, 8, 0, 0, 0, time.UTC) }
	normal := api.Int(1)
	abnormal := api.Int(0)
	odd := api.Int(7)
	none := api.Number{}
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
		{"one turn", []Turn{turn(4, normal, abnormal)}, Spell{at(4), true, Length{2 * days, 0}}},
		{
			"two turns",
			[]Turn{turn(4, normal, abnormal), turn(9, abnormal, normal)},
			Spell{at(9), true, Length{4 * days, 6 * days}},
		},
		{"newly listed", []Turn{turn(4, none, normal)}, Spell{At: at(4)}},
		{
			"listed, then abnormal",
			[]Turn{turn(4, none, normal), turn(6, normal, abnormal)},
			Spell{at(6), true, Length{days, 3 * days}},
		},
		{"came back", []Turn{turn(4, normal, none), turn(6, none, normal)}, Spell{At: at(6)}},
		{"another status of the same health", []Turn{turn(4, odd, api.Int(8))}, Spell{At: Interval{Before: day(1)}}},
		{"from an unknown status", []Turn{turn(4, odd, abnormal)}, Spell{At: at(4)}},
	} {
		if got := SpellOf(tt.turns, day(1), recorded); got != tt.want {
			t.Errorf("%s: %+v, want %+v", tt.name, got, tt.want)
		}
	}
}

// Both ends of what lasted lie between two recordings.
func TestLasted(t *testing.T) {
	hour := func(n int) time.Time { return time.Date(2026, 5, 1, n, 0, 0, 0, time.UTC) }
	at := func(after, before int) Interval { return Interval{After: hour(after), Before: hour(before)} }
	for _, tt := range []struct {
		name         string
		began, ended Interval
		want         Length
	}{
		{"between recordings", at(0, 10), at(50, 60), Length{40 * time.Hour, 60 * time.Hour}},
		{"before the history", Interval{Before: hour(10)}, at(50, 60), Length{40 * time.Hour, 0}},
		{"within one interval", at(0, 10), at(0, 10), Length{0, 10 * time.Hour}},
		{"until now", at(0, 10), at(60, 60), Length{50 * time.Hour, 60 * time.Hour}},
		{"never", Interval{}, at(50, 60), Length{}},
	} {
		if got := Lasted(tt.began, tt.ended); got != tt.want {
			t.Errorf("%s: %v, want %v", tt.name, got, tt.want)
		}
	}
}

// An outage of a relay that is over turned an account neither way.
func TestTurnsOverAnOutage(t *testing.T) {
	normal := api.Int(1)
	abnormal := api.Int(0)
	outage := api.Int(api.StatusOutage)
	none := api.Number{}
	for _, tt := range []struct {
		name     string
		statuses []api.Number
		want     []Turn
	}{
		{"in order again", []api.Number{normal, outage, normal}, nil},
		{"abnormal as before", []api.Number{abnormal, outage, abnormal}, nil},
		{"turned in the outage", []api.Number{normal, outage, abnormal}, []Turn{{Before: normal, Status: abnormal}}},
		{"gone in the outage", []api.Number{normal, outage, none}, []Turn{{Before: normal, Status: none}}},
		{
			"not over",
			[]api.Number{abnormal, normal, outage},
			[]Turn{{Before: abnormal, Status: normal}, {Before: normal, Status: outage}},
		},
		{
			"listed in the outage",
			[]api.Number{none, outage, normal},
			[]Turn{{Before: none, Status: outage}, {Before: outage, Status: normal}},
		},
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
