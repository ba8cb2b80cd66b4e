package sessions

import (
	"path/filepath"
	"testing"

	"channeldeck/api/history"
	"channeldeck/ui/testkit/panetest"
)

// A session that is opened is remembered by its title.
func TestOpenedSessionsAreRemembered(t *testing.T) {
	path := filepath.Join(t.TempDir(), "h.db")
	w := panetest.New(t, panetest.Options{History: panetest.History(t, path, panetest.Now)})
	m := begin(t, w, 120, 30, example("01"))
	w.Site().History().Close(t.Context())
	recent, err := panetest.History(t, path, panetest.Now).Entries().Recent(t.Context(), history.KindSession, 5)
	if err != nil || len(recent) != 1 || recent[0].ID != example("01") || recent[0].Title() == "" ||
		recent[0].Title() != m.opened[0].Title {
		t.Errorf("recent sessions %v, error %v; opened %v", recent, err, m.opened)
	}
}
