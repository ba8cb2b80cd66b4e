//go:build unix

package e2e

import (
	"net/http"
	"testing"

	"channeldeck/api/sandbox"
	"channeldeck/ui/testkit/awkward"
)

// fill fills in the form with a platform from the list and an ID, and goes to the account.
func (m *terminal) fill(platform, id string) {
	m.Helper()
	m.do("A", "▌ Work ID or link", "C-u", "")
	m.write(id)
	m.wait("  " + id)
	m.do("Tab", "▌ Platform", "C-u", "", "Enter", "Choose a platform")
	m.write(platform)
	m.wait("❯ "+platform, "  "+platform)
	m.do("Enter", "▌ Account")
}

// askFor submits the form with a platform from the list and an ID. The account is that of the
// demo's work, or the first one of the list if the form is empty there.
func (m *terminal) askFor(platform, id string) {
	m.Helper()
	m.fill(platform, id)
	if m.screen().has("required; enter to choose") {
		m.do("Enter", "● normal", "Enter", "▌ Account")
	}
	m.wait("● normal. ")
	m.press("Enter")
}

func TestWatchAWork(t *testing.T) {
	t.Parallel()
	m := open(t, demo("--pane", "works"))
	m.wait("36 works")
	m.askFor("tiktok", "7412345678901234500")
	m.wait("1 snapshot", "published 3h ago")
	m.do("r", "Refresh from the platform?", "Enter", "2 snapshots")
	m.do("r", "Refresh from the platform?", "Escape", "2 snapshots")
	m.do("r", "Refresh from the platform?", "Enter", "3 snapshots")
	m.do("Tab", "", "Tab", "Per hour")
	m.wait("▲ ", "no hourly rate")
	m.do("Down", "", "Enter", "Likes over time")
	m.do("Left", "Views over time", "[", "┴", "Home", "first snapshot", "t", "Fetched ▼")

	m.askFor("KWAI", "3x9k2m:a1b01")
	m.wait("1 snapshot", "Kwai")
	m.do("m", "aligned by time", ":", "type to filter")
	m.write("align")
	m.do("Enter", "aligned by age since publishing")
	m.wait("A  ", "B  ", "TikTok · ", "7412345678901234500")
	m.do("w", "one call every 5m", "Enter", "Watching every 5m; next call in")
	m.press("6")
	m.wait("Stopped watching: you left the work.")
}

func TestWorkErrorsSuggestAFix(t *testing.T) {
	t.Parallel()
	server := serving(t, sandbox.Options{}, func(h http.Handler) http.Handler {
		return awkward.New(h.(*sandbox.Server), nil)
	})
	m := open(t, look{args: []string{"--pane", "works"}}.with(service(server.URL, testKey)...))
	m.wait("No work is open")
	for id, want := range map[string]string{
		"dQw4w915006": "must be authorised",
		"dQw4w915071": "The platform limits requests",
		"dQw4w915079": "YouTube has no work with this ID.",
		"dQw4w915070": "failed: try again later.",
	} {
		m.askFor("youtube", id)
		m.wait(id, want)
	}
	m.do("A", "▌ Work ID or link", "Tab", "▌ Platform", "C-u", "")
	m.write("bilibili")
	m.do("Tab", "▌ Account", "Enter", "Bilibili doesn't support work details.", "C-u", "")
	m.write("tiktok")
	m.do("Tab", "▌ Account", "C-u", "", "Enter", "Choose an account for TikTok")
}

// The form begins at the field of the work. The links that the demo shows, pasted into it,
// name the platform too, and a work with stored snapshots opens with one key, without a
// request.
func TestOpenAWorkByLink(t *testing.T) {
	t.Parallel()
	m := open(t, demo("--pane", "works"))
	m.wait("36 works")
	m.do("A", "▌ Work ID or link")
	m.paste("https://youtube.example/post/dQw4w9WgX01")
	m.wait("  dQw4w9WgX01", "  YouTube", "▌ Account", "Platform set to YouTube, from the link.")
	m.do("Enter", "1 snapshot")
	m.do("Escape", "1 with snapshots", "Enter", "1 snapshot")
	m.wait("1 API call")
}

// The first screen shows the stored numbers of the work under the cursor, the works that move
// first, and enter opens the first of them without a request.
func TestStoredWorks(t *testing.T) {
	t.Parallel()
	m := open(t, look{args: []string{"--demo", "--seed", seed, "--accounts", "200", "--pane", "works"}})
	m.wait(
		"36 works",
		"7 with snapshots",
		"• 2 watched",
		"opens stored data",
		"▌ • Small balcony, big garden",
		"Views · 7 snapshots",
		"┤",
		"engagement",
	)
	m.do("Down", "Views · 26 snapshots", "Down", "Views · 4 snapshots")
	m.do("Enter", "Numbers from earlier visits", "m", "Compare with", "Enter", "aligned by age since publishing")
	m.wait("╭─ Views ─", "╭─ Compare ─")
}
