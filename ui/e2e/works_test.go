//go:build unix

package e2e

import (
	"net/http"
	"testing"

	"channeldeck/api/sandbox"
	"channeldeck/ui/testkit/awkward"
)

// askFor submits the form with a platform from the list, an ID, and if account is set
// the first account of the platform.
func (m *terminal) askFor(platform, id string, account bool) {
	m.Helper()
	m.press("o")
	if s := m.wait("Work ID or link"); !s.has("▌ Platform") {
		m.do("BTab", "▌ Platform")
	}
	m.do("C-o", "Choose a platform")
	m.write(platform)
	m.wait("❯ "+platform, "  "+platform)
	m.do("Enter", "▌ Work ID or link", "C-u", "")
	m.write(id)
	m.do("Enter", "▌ Account")
	if account {
		m.do("C-o", "some platforms require one", "Down", "", "Enter", "● normal. ")
	}
	m.press("Enter")
}

func TestWatchAWork(t *testing.T) {
	t.Parallel()
	m := open(t, demo("--pane", "works"))
	m.wait("No work is open")
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
	m.do("m", "aligned by time", "T", "aligned by age since publishing")
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
	m.do("o", "Work ID or link", "BTab", "▌ Platform", "C-u", "")
	m.write("pinterest")
	m.press("Tab")
	m.wait("work details not supported")
}
