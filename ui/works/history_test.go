package works

import (
	"fmt"
	"path/filepath"
	"testing"
	"time"

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
