package history_test

import (
	"fmt"
	"testing"
	"time"

	"channeldeck/api"
	"channeldeck/api/history"
)

// What a list shows that lacks accounts bounds when those changed that it has: after it, and not after the last whole
// list. So do lists that were requested with a filter. What it lacks, it says nothing about.
func TestPartsBoundWhatTheyShow(t *testing.T) {
	onBoth(t, func(t *testing.T, c history.Config) {
		d := open(t, at(c, day0.AddDate(0, 0, 9)))
		hour := func(n int) time.Time { return day0.Add(time.Duration(n) * time.Hour) }
		record := func(n int, complete bool, statuses ...int) {
			var rows []string
			for i, status := range statuses {
				if status >= 0 {
					counts := [5]string{"1", "1", "1", "1", "1"}
					rows = append(rows, member(fmt.Sprint(i), "x", "", status, counts, day0))
				}
			}
			d.RecordAccounts(hour(n), accounts(t, rows...), api.Int(6), complete)
			d.Flush()
		}
		const lacking = -1
		record(0, true, 1, 1, 1, 1, 1, 1)
		record(3, true, 0, 0, 0, 1, 1, 1)
		record(5, false, 0, lacking, 0, 1, 1, 1) // most of them
		d.RecordChosenAccounts(hour(7), accounts(t, member("1", "x", "", 0, [5]string{"1", "1", "1", "1", "1"}, day0)))
		record(8, false, lacking, lacking, 0, lacking, lacking, lacking) // one of them
		record(10, true, 1, 1, 1, lacking, 0, 1)
		record(11, false, lacking, 0, lacking, lacking, lacking, lacking) // turns in such a list
		turns, err := d.States().Turns(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		recorded, err := d.States().Recorded(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		got := map[string]string{}
		for _, turn := range turns {
			i := recorded.Accounts.IntervalOf(turn)
			got[turn.Account.ID] += fmt.Sprint(" ", i.After.Sub(day0).Hours(), "-", i.Before.Sub(day0).Hours())
		}
		for id, want := range map[string]string{
			"0": " 0-3 5-10",
			"1": " 0-3 3-10 10-11", // a list with a filter bounds nothing
			"2": " 0-3 8-10",
			"3": " 5-10", // it is no longer listed
			"4": " 5-10",
			"5": "",
		} {
			if got[id] != want {
				t.Errorf("%s turned at%s, not%s", id, got[id], want)
			}
		}
		one := history.AccountKey{Platform: "x", ID: "1"}
		if parts := recorded.Parts; !parts.Are(hour(8)) || parts.Are(hour(10)) || parts.Have(hour(8), one) ||
			parts.Have(hour(5), one) || parts.Have(hour(7), one) || !parts.Have(hour(11), one) ||
			parts.Are(hour(7)) { // which has only what was asked for
			t.Errorf("%+v", parts)
		}
	})
}
