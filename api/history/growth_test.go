package history_test

import (
	"fmt"
	"reflect"
	"testing"
	"time"

	"channeldeck/api"
	"channeldeck/api/history"
)

// A count grew between the last recording of the smaller number and the first of the larger one. One that was
// not known meanwhile may have grown then; one that fell grows from where it fell to.
func TestGrowths(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, c history.Config) {
		hour := func(n int) time.Time { return day0.Add(time.Duration(n) * time.Hour) }
		d := open(t, at(c, hour(10)))
		record := func(n int, works map[string]int) {
			var rows []string
			for id, of := range works {
				rows = append(rows, fmt.Sprintf(`{"id":%q,"type":"douyin","status":1,"workCount":%d}`, id, of))
			}
			d.RecordAccounts(hour(n), accounts(t, rows...), api.Int(int64(len(rows))), true)
			d.Flush()
		}
		const unknown = -1
		record(1, map[string]int{"still": 5, "grew": 5, "fell": 9, "hidden": 5, "back": 5, "other": 5})
		record(2, map[string]int{"still": 5, "grew": 6, "fell": 7, "hidden": unknown, "other": 5})
		record(3, map[string]int{"still": 5, "grew": 6, "fell": 7, "hidden": unknown, "back": 6, "other": 6})
		record(4, map[string]int{"still": 5, "grew": 6, "fell": 8, "hidden": 6, "back": 6, "other": 6, "late": 1 << 20})
		recorded, err := d.States().Recorded(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		keep := func(k history.AccountKey) bool { return k.ID != "other" }
		all, err := d.States().Growths(t.Context(), api.CountWorks, recorded.Accounts, history.Grown{}, keep)
		if err != nil || all[douyin("other")] != nil {
			t.Errorf("%v, of one that is not asked for %v", err, all[douyin("other")])
		}
		between := func(after, before int) history.Interval {
			return history.Interval{After: hour(after), Before: hour(before)}
		}
		for id, want := range map[string]history.Interval{
			"still":  {Before: hour(1)},
			"grew":   between(1, 2),
			"fell":   between(3, 4),
			"hidden": between(1, 4),
			"back":   between(1, 3),
			"late":   {Before: hour(4)},
		} {
			of := all[douyin(id)]
			if of == nil || !of.At.After.Equal(want.After) || !of.At.Before.Equal(want.Before) {
				t.Errorf("%s: %+v, want %+v", id, of, want)
			}
		}

		// The same is read since each of the times.
		for n := 1; n <= 4; n++ {
			then, err := d.AsOf(t.Context(), hour(n))
			if err != nil {
				t.Fatal(err)
			}
			before, err := then.States().Growths(t.Context(), api.CountWorks, recorded.Accounts, history.Grown{}, keep)
			if err != nil {
				t.Fatal(err)
			}
			knownThen := func(k history.AccountKey) (at history.Interval, known bool) {
				growth := before[k]
				if growth == nil {
					return at, false
				}
				return growth.At, true
			}
			earlier := history.Grown{At: knownThen, Until: hour(n)}
			since, err := d.States().Growths(t.Context(), api.CountWorks, recorded.Accounts, earlier, keep)
			if err != nil || !reflect.DeepEqual(since, all) {
				t.Errorf("since hour %d: %v, error %v, want %v", n, since, err, all)
			}
		}

		// What is known is not read again.
		known := between(-9, -8)
		knownBefore := func(k history.AccountKey) (history.Interval, bool) {
			return known, k == douyin("still")
		}
		earlier := history.Grown{At: knownBefore, Until: hour(4)}
		since, err := d.States().Growths(t.Context(), api.CountWorks, recorded.Accounts, earlier, keep)
		if err != nil || since[douyin("still")].At != known {
			t.Errorf("%+v, error %v", since[douyin("still")], err)
		}
	})
}
