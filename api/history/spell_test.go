package history

import (
	"testing"
	"time"

	"channeldeck/api"
)

func TestSpellOf(t *testing.T) {
	day := func(n int) time.Time { return time.Date(2026, 5, n, 8, 0, 0, 0, time.UTC) }
	normal, abnormal, odd, none := api.Int(1), api.Int(0), api.Int(7), api.Number{}
	turn := func(n int, before, status api.Number) Turn { return Turn{At: day(n), Before: before, Status: status} }
	const days = 24 * time.Hour
	for _, tt := range []struct {
		name  string
		turns []Turn
		want  Spell
	}{
		{"no turn", nil, Spell{Since: day(1)}},
		{"one turn", []Turn{turn(4, normal, abnormal)}, Spell{day(4), true, 3 * days, true, time.Time{}}},
		{"two turns", []Turn{turn(4, normal, abnormal), turn(9, abnormal, normal)}, Spell{day(9), true, 5 * days, false, time.Time{}}},
		{"newly listed", []Turn{turn(4, none, normal)}, Spell{day(4), true, 0, false, time.Time{}}},
		{"listed, then abnormal", []Turn{turn(4, none, normal), turn(6, normal, abnormal)}, Spell{day(6), true, 2 * days, false, time.Time{}}},
		{"came back", []Turn{turn(4, normal, none), turn(6, none, normal)}, Spell{day(6), true, 0, false, time.Time{}}},
		{"another status of the same health", []Turn{turn(4, odd, api.Int(8))}, Spell{Since: day(1)}},
		{"from an unknown status", []Turn{turn(4, odd, abnormal)}, Spell{day(4), true, 0, false, time.Time{}}},
	} {
		if got := SpellOf(tt.turns, day(1)); got != tt.want {
			t.Errorf("%s: %+v, want %+v", tt.name, got, tt.want)
		}
	}
}
