//go:build unix

package e2e

import (
	"net/http"
	"testing"

	"channeldeck/api/sandbox"
	"channeldeck/ui/testkit/awkward"
)

// askFor submits the form with a platform from the list and an ID. If account is set, the
// form has the account of the demo's work.
func (m *terminal) askFor(platform, id string, account bool) {
	m.Helper()
	m.do("o", "▌ Work ID or link", "C-u", "")
	m.write(id)
	m.wait("  " + id)
	m.do("Tab", "▌ Platform", "C-o", "Choose a platform")
	m.write(platform)
	m.wait("❯ "+platform, "  "+platform)
	m.do("Enter", "▌ Account")
	if account {
		m.wait("● normal. ")
	}
	m.press("Enter")
}

func TestWatchAWork(t *testing.T) {
	t.Parallel()
	m := open(t, demo("--pane", "works"))
	m.wait("36 works")
	m.askFor("douyin", "7301234567890123400", true)
	m.wait("1 snapshot", "published 3h ago")
	m.do("r", "Refresh from the platform?", "Enter", "2 snapshots")
	m.do("r", "Refresh from the platform?", "Escape", "2 snapshots")
	m.do("r", "Refresh from the platform?", "Enter", "3 snapshots")
	m.do("v", "", "v", "Per hour")
	m.wait("▲ ", "no hourly rate")
	m.do("Down", "", "Enter", "Likes over time")
	m.do("Left", "Views over time", "[", "┴", "Home", "first snapshot", "H", "Fetched ▼")

	m.askFor("bilibili", "BV1xx411c701", false)
	m.wait("1 snapshot", "Bilibili")
	m.do("m", "aligned by time", "Z", "aligned by age since publishing")
	m.wait("A  ", "B  ", "Douyin 7301234567890123400")
	m.do("w", "one call every 5m", "Enter", "Watching every 5m; next call in")
	m.press("Tab")
	m.wait("Stopped watching: you left the work.")
}

func TestWorkErrorsSuggestAFix(t *testing.T) {
	t.Parallel()
	server := serving(t, sandbox.Options{}, func(h http.Handler) http.Handler { return awkward.New(h.(*sandbox.Server), nil) })
	m := open(t, look{args: []string{"--pane", "works"}}.with(service(server.URL, testKey)...))
	m.wait("No work is open")
	m.askFor("douyin", "7301234567890123400", false)
	m.wait("16037", "Press a to choose an account.")
	for id, want := range map[string]string{
		"BV1xx4115006": "must be authorised again",
		"BV1xx4115071": "The platform limits requests",
		"BV1xx4115079": "Bilibili has no work with this ID.",
		"BV1xx4115070": "failed: try again later.",
	} {
		m.askFor("bilibili", id, false)
		m.wait(id, want)
	}
	m.do("o", "▌ Work ID or link", "Tab", "▌ Platform", "C-u", "")
	m.write("pinterest")
	m.press("Tab")
	m.wait("work details not supported")
}

// The form begins at the field of the work. The links that the demo shows, pasted into it,
// name the platform too, and a work with stored snapshots opens with one key, without a
// request.
func TestOpenAWorkByLink(t *testing.T) {
	t.Parallel()
	m := open(t, demo("--pane", "works"))
	m.wait("36 works")
	m.do("o", "▌ Work ID or link")
	m.paste("https://bilibili.example/post/BV1xx411c701")
	m.wait("  BV1xx411c701", "  Bilibili", "▌ Account", "Platform set to Bilibili, from the link.")
	m.do("Enter", "1 snapshot")
	m.do("Escape", "1 with snapshots", "Enter", "1 snapshot")
	m.wait("1 call")
}

// The first screen shows the stored numbers of the work under the cursor, the works that move
// first, and enter opens the first of them without a request.
func TestStoredWorks(t *testing.T) {
	t.Parallel()
	m := open(t, look{args: []string{"--demo", "--seed", seed, "--accounts", "200", "--pane", "works"}})
	m.wait("36 works", "6 with snapshots", "• 2 watched", "opens stored data", "▌   Small balcony, big garden", "Views · 3 snapshots", "┤", "engagement")
	m.do("Down", "Views · 7 snapshots", "Down", "best of 1 other")
	m.do("Enter", "0 calls", "m", "Compare with", "Enter", "aligned by age since publishing")
	m.wait("╭─ Views ─", "╭─ Compare ─", "0 calls")
}
