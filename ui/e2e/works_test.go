//go:build unix

package e2e

import "testing"

// askFor fills the form in and asks: a platform from the list, an id, and with
// account the first account of the platform.
func (m *terminal) askFor(platform, id string, account bool) {
	m.Helper()
	m.press("o")
	if s := m.wait("Work id or link"); !s.has("▌ Platform") {
		m.do("BTab", "▌ Platform")
	}
	m.do("C-o", "Platform of the work")
	m.write(platform)
	m.wait("Filter: "+platform, "▌ "+platform)
	m.do("Enter", "▌ Work id or link", "C-u", "")
	m.write(id)
	m.do("Enter", "▌ Account")
	if account {
		m.do("C-o", "some platforms need one", "Down", "", "Enter", "● normal. ")
	}
	m.press("Enter")
}

func TestAWorkIsFollowed(t *testing.T) {
	t.Parallel()
	m := open(t, demo("--pane", "works"))
	m.wait("No work is open")
	m.askFor("douyin", "7301234567890123400", true)
	m.wait("1 snapshot · 1 call", "publishedAt", "3h ago")
	m.do("r", "enter asks, esc does not", "Enter", "2 snapshots · 2 calls")
	m.do("r", "enter asks, esc does not", "Escape", "2 snapshots · 2 calls")
	m.do("r", "enter asks, esc does not", "Enter", "3 snapshots · 3 calls")
	m.do("m", "[Metrics]")
	m.wait("▲ +", "/h", "Engagement of Views", "= (Likes")
	m.do("b", "Engagement of Plays")
	m.do("Down", "", "Space", "", "d", "[Chart]")
	m.wait("Views  ", "Likes  ", "┤", "┴")
	right := m.screen()
	m.press("Left")
	m.until("the marker moves", func(s screen) bool { return s.has("[Chart]") && s != right })
	m.do("Home", "Views  ", "n", "[Snapshots]")

	m.askFor("bilibili", "BV1xx411c701", false)
	m.wait("1 snapshot · 1 call", "Bilibili BV1xx411c701")
	m.do("x", "at the same time", "t", "at the same age after publishing")
	m.wait("A  ", "B  ", "Douyin 7301234567890123400")
	m.do("w", "one call every 5m", "Enter", "Watching every 5m: next call in")
	m.press("Tab")
	m.wait("No longer watching: the work was left.")
}

func TestErrorsOfWorksTellWhatToDo(t *testing.T) {
	t.Parallel()
	m := open(t, demo("--pane", "works"))
	m.wait("No work is open")
	m.askFor("douyin", "7301234567890123400", false)
	m.wait("16037", "a chooses an account.")
	for id, want := range map[string]string{
		"BV1xx4115006": "must be authorised again",
		"BV1xx4115071": "The platform limits calls: ask again",
		"BV1xx4115079": "Bilibili has no work with this id.",
		"BV1xx4115070": "failed behind the service",
	} {
		m.askFor("bilibili", id, false)
		m.wait("Bilibili "+id, want)
	}
	m.do("o", "Work id or link", "BTab", "▌ Platform", "C-u", "")
	m.write("pinterest")
	m.press("Tab")
	m.wait("Pinterest does not offer the details of works (work.getDetail).")
}
