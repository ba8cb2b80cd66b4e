package works

import (
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
