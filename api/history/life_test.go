package history_test

import (
	"reflect"
	"slices"
	"testing"
	"time"

	"channeldeck/api"
	"channeldeck/api/history"
)

// The lives have the counts and the turns of each account that the other queries return, by platform
// and ID, and nothing of the future.
func TestLives(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, c history.Config) {
		hour := func(n int) time.Time { return day0.Add(time.Duration(n) * time.Hour) }
		d := open(t, at(c, hour(10)))
		if err := d.States().Lives(t.Context(), func(l *history.Life) {
			t.Errorf("an empty history has %+v", l)
		}); err != nil {
			t.Error(err)
		}
		for _, list := range []struct {
			hour int
			rows []string
		}{
			{0, []string{account("a", 1, 1), account("b", 1, 1)}},
			{1, []string{account("a", 1, 2), account("b", 0, 1)}}, // a grew, b turned
			{3, []string{account("a", 1, 2)}},                     // b is gone
			{4, []string{account("a", 0, 2), account("b", 0, 1), account("c", 1, 1)}},
			{60, []string{account("a", 1, 9)}}, // the clock was ahead
		} {
			d.RecordAccounts(hour(list.hour), accounts(t, list.rows...), api.Int(int64(len(list.rows))), true)
			d.Flush()
		}
		// the hours of states and turns
		want := map[string][2][]int{"a": {{0, 1, 4}, {4}}, "b": {{0, 1, 3, 4}, {1, 3, 4}}, "c": {{4}, {4}}}
		turns, err := d.States().Turns(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		hours := func(n int, at func(i int) time.Time) (list []int) {
			for i := range n {
				list = append(list, int(at(i).Sub(day0).Hours()))
			}
			return list
		}
		var ids []string
		err = d.States().Lives(t.Context(), func(l *history.Life) {
			key := history.KeyOf(l.Account)
			ids = append(ids, key.ID)
			states := hours(len(l.States), func(i int) time.Time { return l.States[i].At })
			turned := hours(len(l.Turns), func(i int) time.Time { return l.Turns[i].At })
			if w := want[key.ID]; !slices.Equal(states, w[0]) || !slices.Equal(turned, w[1]) {
				t.Errorf("%s: states %v, turns %v, want %v", key.ID, states, turned, w)
			}
			trend, err := d.States().Trend(t.Context(), key, time.Time{})
			if err != nil || !reflect.DeepEqual(trend, l.States) {
				t.Errorf("%s: %+v, not %+v, %v", key.ID, l.States, trend, err)
			}
			if own := history.TurnsByAccount(turns)[key]; !reflect.DeepEqual(history.TurnsOf(l.Turns), own) {
				t.Errorf("%s: turns %+v, not %+v", key.ID, l.Turns, own)
			}
			for n := -1; n < 6; n++ { // from the beginning, and from any earlier index
				state := slices.IndexFunc(l.States, func(c history.Counts) bool { return c.At.After(hour(n)) })
				turn := slices.IndexFunc(l.Turns, func(t history.Turn) bool { return t.At.After(hour(n)) })
				if state < 0 {
					state = len(l.States)
				}
				if turn < 0 {
					turn = len(l.Turns)
				}
				for from := -1; from < state; from++ {
					if got := l.State(from, hour(n)); got != state-1 {
						t.Errorf("%s has state %d at hour %d, want %d", key.ID, got, n, state-1)
					}
				}
				for from := range turn + 1 {
					if got := l.TurnsUntil(from, hour(n)); got != turn {
						t.Errorf("%s has %d turns until hour %d, want %d", key.ID, got, n, turn)
					}
				}
			}
		})
		if err != nil || !slices.Equal(ids, []string{"a", "b", "c"}) {
			t.Errorf("lives of %v, %v", ids, err)
		}
	})
}
