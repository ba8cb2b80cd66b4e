package resource_test

import (
	"slices"
	"testing"
	"time"

	"channeldeck/api"
	"channeldeck/api/findings"
	"channeldeck/api/history"
	"channeldeck/ui/resource"
	"channeldeck/ui/testkit/panetest"
)

// cellOf returns the cell of a row in a column.
func cellOf[R any](t *testing.T, r *resource.Resource[R], id string, row R) string {
	t.Helper()
	i := slices.IndexFunc(r.Columns, func(c resource.Column[R]) bool { return c.ID == id })
	if i < 0 {
		t.Fatalf("no column %s", id)
	}
	return r.Columns[i].CellOf(row).Text
}

// Sites that show recordings of different times have different clocks: an age is that at its own site.
func TestAgesByTheClockOfTheSite(t *testing.T) {
	first := *panetest.New(t, panetest.Options{}).Context.View
	second := *panetest.New(t, panetest.Options{}).Context.View
	second.Now = func() time.Time { return panetest.Now.Add(-24 * time.Hour) }
	v := resource.OfSites([]string{"a", "b"}, []*resource.View{&first, &second})
	then := panetest.Now.Add(-50 * time.Hour)
	sent := api.SomeTime(then.Format(time.RFC3339))
	accounts := resource.Accounts(v)
	found := resource.Findings(v)
	for site, want := range map[string]string{"a": "50h", "b": "26h"} {
		account := &api.Account{ID: "1", Site: site, LastStatsTime: sent}
		if got := cellOf(t, accounts, "lastStatsTime", account); got != want {
			t.Errorf("statistics of %s are %s old, not %s", site, got, want)
		}
		f := &findings.Finding{Kind: findings.Abnormal, Site: site, At: history.Interval{After: then, Before: then}}
		if got := cellOf(t, found, "at", &resource.FindingRow{Finding: f}); got != want {
			t.Errorf("a finding of %s is %s old, not %s", site, got, want)
		}
	}
	if own := v.Of("b"); own.Now() != second.Now() || own.Lists != second.Lists ||
		own.StaleAfter() != second.StaleAfter() {
		t.Error("the view of b is not its own")
	}
	second.SetStaleAfter(time.Hour)
	if v.Of("b").StaleAfter() != time.Hour || v.Of("a").StaleAfter() == time.Hour {
		t.Error("the view of b does not follow its settings")
	}
	if v.Of("c") != v || first.Of("a") != &first {
		t.Error("another site has a view of its own")
	}
}
