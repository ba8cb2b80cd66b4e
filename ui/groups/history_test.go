package groups

import (
	"path/filepath"
	"strings"
	"testing"

	"channeldeck/ui/testkit/panetest"
)

// The names of created groups survive: the service does not list them.
func TestCreatedGroupsAreRemembered(t *testing.T) {
	path := filepath.Join(t.TempDir(), "h.db")
	visit := func() *Model {
		return panetest.Begin(t, New, panetest.New(t, panetest.Options{History: panetest.History(t, path, panetest.Now)}), 120, 30)
	}
	m := visit()
	panetest.Press(t, m, "A", "text:Spring campaign", "enter")
	m.History.Close(t.Context())
	m = visit()
	if view := m.View(); !strings.Contains(view, "Spring campaign") || strings.Contains(view, "1 new") {
		t.Errorf("the group of the earlier run is missing or new:\n%s", view)
	}
}
