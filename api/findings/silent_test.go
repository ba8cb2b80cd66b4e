package findings_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"channeldeck/api"
	"channeldeck/api/findings"
	"channeldeck/api/history"
)

// Who became silent since the baseline is told alone, with the number of works as its state; the others of a
// platform are one finding, whose state never changes. What is abnormal, has old statistics or published less
// than the time ago is not silent.
func TestSilent(t *testing.T) {
	ago := func(d time.Duration) time.Time { return today.Add(-d) }
	published := func(d time.Duration) history.Interval {
		return history.Interval{After: ago(d + time.Hour), Before: ago(d)}
	}
	late := account("x", "new", 1, 10)
	late.WorkCount = api.Int(48)
	old := account("x", "old statistics", 1, 10)
	old.LastStatsTime = api.SomeTime(ago(9 * days).Format(time.RFC3339))
	all := []*api.Account{
		late,
		account("x", "always", 1, 20),
		account("x", "long", 1, 30),
		account("youtube", "years", 1, 40),
		account("x", "published", 1, 10),
		account("x", "not known", 1, 10),
		account("x", "abnormal", 0, 10),
		old,
	}
	in := input(all...)
	in.SilentAfter = 14 * days
	in.Past = past{works: map[string]history.Interval{
		"new":            published(14*days + 10*time.Hour),
		"always":         {Before: ago(14*days + 10*time.Hour)}, // it may have been silent before
		"long":           published(40 * days),
		"years":          {Before: ago(50 * days)},
		"published":      published(13 * days),
		"abnormal":       published(40 * days),
		"old statistics": published(40 * days),
	}}
	var got []string
	for _, f := range find(in, findings.Silent) {
		if f.Within != in.SilentAfter {
			t.Errorf("%s: within %s", f.ID, f.Within)
		}
		ids := []string{f.ID}
		for _, a := range f.Accounts {
			ids = append(ids, a.ID)
		}
		got = append(got, fmt.Sprint(f.Section, " ", ids, " ", f.Lasted.Least, " ", f.Key(), " ", f.Fingerprint()))
	}
	want := []string{
		"new [new] 346h0m0s silent/x/new 48",
		"open [x long always] 336h0m0s silent/x/ ",
		"expected [youtube years] 336h0m0s silent/youtube/ ",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%q\nwant\n%q", got, want)
	}
	in.SilentAfter = 0
	if found := find(in, findings.Silent); len(found) > 0 {
		t.Errorf("turned off, %d findings", len(found))
	}
}
