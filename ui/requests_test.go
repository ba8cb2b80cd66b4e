package ui

import (
	"maps"
	"slices"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/ui/testkit/panetest"
	"channeldeck/ui/words"
)

// Panes share what they load: visiting all of them requests each resource once,
// and a refresh in any pane refreshes it for all.
func TestPanesShareTheirRequests(t *testing.T) {
	w := panetest.New(t, panetest.Options{Lang: words.English})
	d := driver{t, New(w.Context, Makers(), "accounts")}
	d.m.Update(tea.WindowSizeMsg{Width: 120, Height: 40})
	panetest.Pump(t, d, d.m.Init())
	requests := func() map[string]int {
		counts := map[string]int{}
		for _, r := range w.Requests() {
			_, path, _ := strings.Cut(r, " ")
			path, _, _ = strings.Cut(path, "?")
			counts[path]++
		}
		return counts
	}
	d.press("1", "2", "3", "4", "5", "6", "7", "1", "2", "3", "4", ":", "esc")
	want := map[string]int{
		"/api/v2/channels/accounts":       1,
		"/api/v2/channels/platforms":      1,
		"/api/ai/models/video/generation": 1,
	}
	for i := range w.Site().Store.Platforms.Value { // the options pane counts the options of each
		want["/api/v2/channels/platforms/"+w.Site().Store.Platforms.Value[i].Platform+"/publish-options"] = 1
	}
	if got := requests(); !maps.Equal(got, want) {
		t.Errorf("after visiting all panes: %v, want %v", got, want)
	}
	for pane, path := range map[string]string{
		"1": "/api/v2/channels/accounts",
		"2": "/api/v2/channels/accounts",
		"3": "/api/v2/channels/accounts",
		"4": "/api/v2/channels/platforms",
		"7": "/api/ai/models/video/generation",
	} {
		before := requests()
		d.press(pane, "r")
		if got := requests(); got[path] != before[path]+1 {
			t.Errorf("r in pane %s: %v, before %v", pane, got, before)
		}
	}
	at := w.Site().Store.Accounts.At
	if at.IsZero() || slices.Contains(w.Requests(), "") {
		t.Error("the accounts are not loaded")
	}
}
