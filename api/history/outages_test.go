package history_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"channeldeck/api"
	"channeldeck/api/history"
)

// Outages are told by the recordings that show them, also where the account was as before when its relay
// could be reached again.
func TestOutages(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, c history.Config) {
		hour := func(n int) time.Time { return day0.Add(time.Duration(n) * time.Hour) }
		d := open(t, at(c, hour(10)))
		record := func(n int, names ...string) {
			var rows []string
			for i, name := range names {
				status := 1
				if name == "ref" || name == "abnormal" {
					status = 0
				}
				const row = `{"id":"%d","userId":"u","type":"douyin","uid":"1","nickname":%q,"groupId":"g",` +
					`"status":%d,"relayAccountRef":"ref"}`
				rows = append(rows, fmt.Sprintf(row, i, name, status))
			}
			d.RecordAccounts(hour(n), accounts(t, rows...), api.Int(int64(len(rows))), true)
			d.Flush()
		}
		record(0, "A", "ref", "C", "D")
		record(1, "ref", "ref", "C", "ref")
		record(2, "ref", "B", "C", "D")
		record(3, "A", "B", "C", "abnormal")
		record(4, "ref", "B", "ref", "D")
		recorded, err := d.States().Recorded(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		all := map[history.AccountKey][]history.Outage{}
		err = d.States().EachTurns(t.Context(), func(turns []history.Turn) {
			all[turns[0].Account] = recorded.Accounts.Outages(turns)
		})
		if err != nil {
			t.Fatal(err)
		}
		for id, want := range map[string]string{
			"0": "[1 to 2][4 to -]",
			"1": "[- to 1]",
			"2": "[4 to -]",
			"3": "[1 to 1]", // what it turned later is none
		} {
			text := func(at time.Time) string {
				if at.IsZero() {
					return "-"
				}
				return fmt.Sprint(at.Sub(day0).Hours())
			}
			got := ""
			for _, o := range all[douyin(id)] {
				got += "[" + text(o.First) + " to " + text(o.Last) + "]"
			}
			if got != want {
				t.Errorf("account %s: %s, want %s", id, got, want)
			}
		}
	})
}

func TestOutageDuring(t *testing.T) {
	hour := func(n int) time.Time { return day0.Add(time.Duration(n) * time.Hour) }
	over := history.Outage{First: hour(2), Last: hour(4)}
	lasts := history.Outage{First: hour(2)}
	for _, tt := range []struct {
		outage       history.Outage
		after, until time.Time
		want         bool
	}{
		{over, hour(0), hour(1), false},
		{over, hour(0), hour(2), true},
		{over, hour(3), hour(5), true},
		{over, hour(4), hour(5), false},
		{over, hour(0), time.Time{}, true},
		{over, hour(4), time.Time{}, false},
		{lasts, hour(9), time.Time{}, true},
		{lasts, hour(0), hour(1), false},
		{history.Outage{Last: hour(4)}, hour(3), hour(5), true},
	} {
		if got := tt.outage.During(tt.after, tt.until); got != tt.want {
			t.Errorf("%v after %v until %v: %v", tt.outage, tt.after, tt.until, got)
		}
	}
}

// Outages that overlap are one: an account that is gone during an outage is both missing and not listed, and what
// is compared with the other accounts may not double with each of them.
func TestMergedOutages(t *testing.T) {
	hour := func(n int) time.Time { return day0.Add(time.Duration(n) * time.Hour) }
	lasts := time.Time{}
	for _, test := range []struct{ all, want []history.Outage }{
		{nil, nil},
		{
			[]history.Outage{{hour(3), hour(4)}, {hour(1), hour(2)}},
			[]history.Outage{{hour(1), hour(2)}, {hour(3), hour(4)}},
		},
		{
			[]history.Outage{{hour(1), hour(3)}, {hour(2), hour(5)}, {hour(5), hour(6)}},
			[]history.Outage{{hour(1), hour(6)}},
		},
		{[]history.Outage{{hour(1), hour(5)}, {hour(2), hour(3)}}, []history.Outage{{hour(1), hour(5)}}},
		{[]history.Outage{{hour(4), lasts}, {hour(1), lasts}, {hour(2), hour(3)}}, []history.Outage{{hour(1), lasts}}},
		{[]history.Outage{{hour(1), hour(4)}, {hour(2), lasts}}, []history.Outage{{hour(1), lasts}}},
		{[]history.Outage{{time.Time{}, lasts}, {hour(1), hour(2)}}, []history.Outage{{time.Time{}, lasts}}},
	} {
		if got := history.MergedOutages(test.all); !slices.Equal(got, test.want) {
			t.Errorf("%v are %v, want %v", test.all, got, test.want)
		}
	}
}
