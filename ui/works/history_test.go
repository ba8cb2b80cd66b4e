package works

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"channeldeck/api"
	"channeldeck/api/history"
	"channeldeck/ui/pane"
	"channeldeck/ui/testkit/panetest"
)

// A work that is opened again has the snapshots of the previous visit.
func TestSnapshotsOfEarlierVisits(t *testing.T) {
	path := filepath.Join(t.TempDir(), "h.db")
	visit := func(later time.Duration) *deck {
		d := begin(t, panetest.Options{History: panetest.History(t, path, panetest.Now)}, 120, 38)
		d.clock.pass(later)
		return d
	}
	first := visit(0)
	e := first.example("growing", true)
	first.open(e)
	first.shows("1 snapshot", "A chart needs two snapshots")
	first.Context.History.Close(t.Context())

	second := visit(time.Hour)
	if said := second.open(e); said != "1 new snapshot" {
		t.Errorf("notice %q", said)
	}
	second.shows("2 snapshots", "1 call")
	recent, err := second.Context.History.Recent(t.Context(), history.KindWork, 5)
	if err != nil || len(recent) != 1 {
		t.Fatalf("recent works %v, error %v", recent, err)
	}
	if q, title := recent[0].Work(); q.Platform != "douyin" || q.WorkID != e.ID || title == "" {
		t.Errorf("recent work %v, %q", q, title)
	}
	second.press("w", "enter")
	second.Context.History.Close(t.Context())
	if watched, err := panetest.History(t, path, panetest.Now).Recent(t.Context(), history.KindWatch, 5); err != nil || len(watched) != 1 || watched[0].ID != "douyin/"+e.ID {
		t.Errorf("watched works %v, error %v", watched, err)
	}
}

// A work of an earlier visit is shown from the history; only a refresh sends a request.
func TestOpenFromTheHistory(t *testing.T) {
	path := filepath.Join(t.TempDir(), "h.db")
	first := begin(t, panetest.Options{History: panetest.History(t, path, panetest.Now)}, 120, 38)
	e := first.example("growing", true)
	first.open(e)
	q := first.works[0].query
	target := pane.Target{Platform: q.Platform, WorkID: q.WorkID, AccountID: q.AccountID}
	first.Context.History.Close(t.Context())

	for i, open := range []func(*deck){
		func(d *deck) {
			d.Context.Earlier = []pane.Thing{{Kind: pane.KindWork, Label: "A work", Target: target}}
			d.Update(pane.Recalled{})
			d.press("enter")
		},
		func(d *deck) { d.goTo(target) },
	} {
		d := begin(t, panetest.Options{History: panetest.History(t, path, panetest.Now)}, 120, 38)
		d.clock.pass(time.Duration(i+1) * time.Hour)
		open(d)
		d.shows("0 calls", fmt.Sprint(i+1, " snapshot"), "Numbers from earlier visits.")
		d.press("r", "enter")
		d.shows("1 call", fmt.Sprint(i+2, " snapshots"))
		d.Context.History.Close(t.Context())
	}
	d := begin(t, panetest.Options{History: panetest.History(t, path, panetest.Now)}, 120, 38)
	if d.goTo(pane.Target{Platform: "douyin", WorkID: "unknown"}); d.top() != "form" {
		t.Errorf("a work that the history lacks opens %s", d.top())
	}
}

// The first screen lists the works that move most first, with their stored numbers, a chart,
// and the other works of the account at the same age. It sends no request.
func TestStoredWorksOnTheStartScreen(t *testing.T) {
	path := filepath.Join(t.TempDir(), "h.db")
	h := panetest.History(t, path, panetest.Now)
	born := panetest.Now.Add(-48 * time.Hour)
	for id, views := range map[string][]int64{"slow": {100, 110, 120}, "fast": {100, 4000, 9000}, "falling": {500, 400, 300}, "once": {7}} {
		q := api.WorkQuery{Platform: "douyin", WorkID: id, AccountID: "a1"}
		var snapshots []api.Snapshot
		for i, n := range views {
			snapshots = append(snapshots, api.Snapshot{
				ID: fmt.Sprint(id, i), FetchedAt: api.Some(born.Add(time.Duration(i+1) * 10 * time.Hour).Format(time.RFC3339)),
				Work:    api.Some(api.Work{Title: api.Some("Work " + id), PublishedAt: api.Some(born.Format(time.RFC3339))}),
				Metrics: api.Metrics{{Name: "viewCount", Value: api.Int(n)}, {Name: "likeCount", Value: api.Int(n / 10)}},
			})
		}
		h.Works().Record(panetest.Now, q, api.WorkDetail{Snapshots: snapshots})
		h.Remember(history.WorkEntry(history.KindWork, q, "Work "+id, panetest.Now))
	}
	h.Remember(history.WorkEntry(history.KindWatch, api.WorkQuery{Platform: "douyin", WorkID: "fast", AccountID: "a1"}, "", panetest.Now))
	h.RecordAccounts(panetest.Now, []*api.Account{{ID: "a1", Type: "douyin", Nickname: "Harbor Tea", Status: api.Int(1)}}, api.Int(1), true)
	h.Close(t.Context())

	d := begin(t, panetest.Options{History: panetest.History(t, path, panetest.Now)}, 120, 40)
	var order []string
	for r := range d.start.Table.Rows() {
		order = append(order, r.Target.WorkID)
	}
	if got := strings.Join(order, " "); got != "fast slow falling once" {
		t.Errorf("order %s", got)
	}
	d.shows("4 works", "4 with snapshots", "1 watched", "9,000 views ▲ 8,900", "900 likes ▲ 890", "Views · 3 snapshots", "┤", "Views after 1d6h", "9k", "best of 2 others", "300", "Newest snapshot", "works of Harbor Tea", "a1 Harbor Tea")
	d.press("end")
	d.shows("One stored snapshot")
	if d.press("home", "enter"); d.top() != "work" || len(d.calls()) != 0 {
		t.Errorf("on top is %s, calls %q", d.top(), d.calls())
	}
	// It compares with stored works too, without a request.
	d.press("m", "enter")
	if s := d.topWork(); s.compare.other == nil || s.compare.other == s.work || !s.compare.byAge || len(d.calls()) != 0 {
		t.Errorf("compared with %v, calls %q", s.compare.other, d.calls())
	}
	d.shows("╭─ Views ─", "aligned by age since publishing", "╭─ Compare ─")
}

// The first screen marks works that are watched from now on, and no longer those that are
// not.
func TestWatchedWorksAreMarked(t *testing.T) {
	path := filepath.Join(t.TempDir(), "h.db")
	h := panetest.History(t, path, panetest.Now)
	h.Works().Record(panetest.Now, api.WorkQuery{Platform: "douyin", WorkID: "one"}, api.WorkDetail{Snapshots: []api.Snapshot{{
		ID: "s", FetchedAt: api.Some(panetest.Now.Format(time.RFC3339)), Metrics: api.Metrics{{Name: "viewCount", Value: api.Int(7)}},
	}}})
	h.Close(t.Context())
	d := begin(t, panetest.Options{History: panetest.History(t, path, panetest.Now)}, 120, 40)
	d.press("enter", "w", "enter")
	if d.press("esc"); d.top() != "start" {
		t.Fatalf("on top is %s", d.top())
	}
	d.shows("1 watched")
	if d.press("enter", "w", "enter", "w", "esc"); strings.Contains(d.View(), "watched") {
		t.Errorf("still marked:\n%s", d.View())
	}
}
