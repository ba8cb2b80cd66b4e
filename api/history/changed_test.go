package history_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"channeldeck/api"
	"channeldeck/api/history"
)

// A list of which only the changed accounts are compared is stored as the whole list is.
func TestRecordChangedAccounts(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, c history.Config) {
		c = at(c, day0.AddDate(0, 0, 9))
		row := func(i, fans, status int) string {
			return member(
				fmt.Sprintf("%03d", i),
				"x",
				"g",
				status,
				[5]string{fmt.Sprint(fans), "1", "2", "3", "4"},
				day0,
			)
		}
		const n = 120 // more than two batches
		stored := func(key string, changedOnly bool) (said []string) {
			c.Key = key
			d := open(t, c)
			first := make([]string, n)
			second := make([]string, n+1)
			for i := range n {
				first[i] = row(i, 100, 1)
				second[i] = row(i, 100, 1)
			}
			second[7], second[8], second[n] = row(7, 101, 1), row(8, 100, 0), row(n, 5, 1)
			later := accounts(t, second...)
			if one := accounts(t, first...); changedOnly {
				d.RecordChangedAccounts(day0, one, one)
				d.RecordChangedAccounts(day0.AddDate(0, 0, 1), later, []*api.Account{later[n], later[7], later[8]})
				d.RecordChangedAccounts(day0.AddDate(0, 0, 2), later, nil)
			} else {
				for i, list := range [][]*api.Account{one, later, later} {
					d.RecordAccounts(day0.AddDate(0, 0, i), list, api.Int(int64(len(list))), true)
				}
			}
			d.Flush()
			said = sayDays(t, d)
			err := d.States().AccountsAt(t.Context(), []time.Time{
				day0,
				day0.AddDate(0, 0, 1),
			}, func(k history.AccountKey, then []history.Counts) {
				said = append(said, fmt.Sprint(k, then))
			})
			rows, total, loaded, err2 := d.Accounts(t.Context(), 0)
			if err != nil || err2 != nil {
				t.Error(err, err2)
			}
			slices.Sort(said) // PostgreSQL returns the accounts in any order
			return append(said, fmt.Sprint(len(rows), total, loaded))
		}
		whole := stored("one", false)
		changed := stored("two", true)
		if len(whole) != len(changed) {
			t.Fatalf("%d lines, want %d", len(changed), len(whole))
		}
		for i := range whole {
			if whole[i] != changed[i] {
				t.Errorf("got %s, want %s", changed[i], whole[i])
			}
		}
	})
}
