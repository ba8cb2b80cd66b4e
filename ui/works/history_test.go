package works

import (
	"context"
	"path/filepath"
	"testing"
	"time"

	"channeldeck/api/history"
	"channeldeck/ui/testkit/panetest"
)

// A work that is opened again has the snapshots of the previous visit.
func TestSnapshotsOfEarlierVisits(t *testing.T) {
	path := filepath.Join(t.TempDir(), "h.db")
	visit := func(later time.Duration) *deck {
		h := history.Open(history.Config{Path: path, Site: "s", Key: "k", Now: func() time.Time { return panetest.Now }})
		t.Cleanup(func() { h.Close(context.Background()) })
		d := begin(t, panetest.Options{History: h}, 120, 38)
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
	if watched, err := watchedAfter(t, second, path); err != nil || len(watched) != 1 || watched[0].ID != "douyin/"+e.ID {
		t.Errorf("watched works %v, error %v", watched, err)
	}
}

// watchedAfter closes the history of a deck and returns the watched works in it.
func watchedAfter(t *testing.T, d *deck, path string) ([]history.Entry, error) {
	d.Context.History.Close(t.Context())
	h := history.Open(history.Config{Path: path, Site: "s", Key: "k", Now: func() time.Time { return panetest.Now }})
	defer h.Close(t.Context())
	return h.Recent(t.Context(), history.KindWatch, 5)
}
