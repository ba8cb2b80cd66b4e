//go:build unix

package e2e

import "testing"

// TestPaletteReachesEverything pastes a link, asks a question, opens ids and runs a
// command of another pane, all from the list of accounts.
func TestPaletteReachesEverything(t *testing.T) {
	t.Parallel()
	m := open(t, demo().sized(120, 40))
	m.wait("2,500 accounts")
	into := func(text string, wants ...string) {
		t.Helper()
		m.press("2", ":")
		m.wait("Command palette", "type to filter")
		m.paste(text)
		m.wait(wants...)
		m.press("Enter")
	}
	into("https://www.youtube.com/watch?v=dQw4w9WgXcQ", "Open work dQw4w9WgXcQ", "YouTube")
	m.wait("Work ID or link", "dQw4w9WgXcQ", "YouTube", "Press enter to query the platform live")
	m.do("Escape", "1/2,500") // the next key must not arrive with it

	into("8s 1080p i2v x20", "8 s · 1080p · image to video · 20 clips")
	m.wait("Per clip", "Iris", "43.06", "2 credit types")

	into("dou", "▌  Douyin")
	m.wait("platform: Douyin")
	m.do("Escape", "1/2,500")

	into("6710a1e5c0de000000000008", "6710a1e5c0de000000000008", "▌")
	m.wait("d detail") // of the transcript: the palette has the other words too

	into("prices facets", "▌  facets", "In other panes")
	m.wait("Filter (enter toggles)")
	m.press("Escape")
}
