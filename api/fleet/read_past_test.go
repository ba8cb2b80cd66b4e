package fleet_test

import (
	"fmt"
	"path/filepath"
	"reflect"
	"testing"
	"time"

	"channeldeck/api"
	"channeldeck/api/fleet"
	"channeldeck/api/history"
)

// Findings read the history once. What they find is the same as when the past is read first, with what was read
// before, and then checked.
func TestFindingsReadTheHistoryOnce(t *testing.T) {
	rows := func(day int) (all []*api.Account) {
		for i := range 12 {
			a := with(fmt.Sprint(i), normal, int64(10_000+100*i*day))
			if i%4 == 3 && day > 38 {
				a.FansCount = api.Int(int64(10_000 + 7_500*i)) // stays
			}
			a.WorkCount = api.Int(int64(5 + day/(i+1)))
			a.LastStatsTime = api.SomeTime(today.Add(-time.Hour).Format(time.RFC3339))
			isMissing := i == 5 && day%10 == 4
			if !isMissing {
				all = append(all, a)
			}
		}
		return all
	}
	const days = 60
	now := today.Local() // as times that were stored
	list, err := api.Marshal(api.AccountList{Total: api.Int(12), List: rows(days)})
	if err != nil {
		t.Fatal(err)
	}
	service := paths{{"/accounts", string(list)}, {"/models", `[]`}}
	f := service.open(t, filepath.Join(t.TempDir(), "h.db"))
	for day := range days + 1 { // the last is now, as Findings records its list while it reads
		at := now.AddDate(0, 0, day-days)
		f.set(at)
		f.History.RecordAccounts(at, rows(day), api.Int(int64(len(rows(day)))), true)
		f.History.Wait(t.Context())
	}
	f.set(now)
	once, err := f.Findings(t.Context(), fleet.Query{Since: 20 * 24 * time.Hour}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(once.Input.Series) != 11 { // the followers of one account never change
		t.Errorf("%d accounts have a series", len(once.Input.Series))
	}
	if len(once.Found) == 0 {
		t.Error("nothing is found")
	}
	past, err := f.ReadPast(t.Context(), now, once.Past.Point, once.List)
	if err != nil {
		t.Fatal(err)
	}
	twice, err := f.Check(t.Context(), once.List, now, past, once.Models)
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(once.Input.Series, twice.Series) {
		t.Errorf("series %v, want %v", once.Input.Series, twice.Series)
	}
	if got, want := once.Found, twice.Find(); !reflect.DeepEqual(got, want) {
		t.Errorf("found %v, want %v", got, want)
	}
	for _, a := range once.List.Rows {
		if got, want := once.Past.LastWork(a), past.LastWork(a); got != want {
			t.Errorf("%s: last work %v, want %v", a.ID, got, want)
		}
		if got, want := once.Past.Mark(a), past.Mark(a); got != want {
			t.Errorf("%s: mark %q, want %q", a.ID, got, want)
		}
		for _, s := range []history.Span{history.SpanBaseline, history.SpanWeek, history.SpanMonth} {
			if got, want := once.Past.Followers(a, s), past.Followers(a, s); got != want {
				t.Errorf("%s: followers changed by %v, want %v", a.ID, got, want)
			}
		}
	}
}
