//go:build unix

package e2e

import (
	"strings"
	"testing"
)

// field returns the value of a field whose name begins a line of an inspector.
func (s screen) field(name string) string {
	for _, line := range s.lines() {
		if _, rest, ok := strings.Cut(line, "│ "+name+" "); ok {
			return strings.Trim(rest, " │▐")
		}
	}
	return ""
}

// chosen returns the line under the cursor.
func (s screen) chosen() string {
	_, line, _ := s.find("▌")
	return line
}

// TestAnOperatorsMorning does ten tasks in one run, by keys alone.
func TestAnOperatorsMorning(t *testing.T) {
	t.Parallel()
	m := open(t, demo())
	m.wait("1/2,500", "2,285 normal", "215 abnormal")

	// 1. Which accounts are in trouble today?
	m.do("x", "215 of 2,500")

	// 2. TikTok first, it earns most: those in trouble, then those that work.
	m.do("f", "Filter by")
	m.write("tiktok")
	m.wait("TikTok  192")
	m.do("Enter", "platform: TikTok", "f", "Filter by")
	m.write("normal")
	m.do("Enter", "status: normal", "Down", "2/", "Down", "3/")
	account := m.screen()

	// 3. A colleague asks for the id of this account.
	m.do("Enter", "q close", "y", "Copied")
	id := m.clipboard()
	if got := m.screen().field("UID"); got == "" || !strings.Contains(id, got) {
		t.Errorf("copied %q; the detail has %q", id, got)
	}

	// 4. How is the work doing that went out this morning? The account is filled in.
	m.do(">", "Go to", "Enter", "Work ID or link")
	if s := m.screen(); !s.has(id) || !strings.Contains(s.chosen(), "Work ID") {
		t.Errorf("the account is not filled in, or the cursor is elsewhere:\n%s", s)
	}
	m.write("7412345678901234500")
	m.do("Enter", "▌ Account", "Enter", "1 snapshot")
	m.do("r", "Refresh from the platform?", "Enter", "2 snapshots")
	m.do("Tab", "", "Tab", "Per hour")
	m.wait("▲ ", "Per hour")

	// 5. Back to the account, to go on where the list was.
	m.do("Escape", "over time", "Escape", "Following")
	m.press("Escape")
	s := m.until("the list as it was", func(s screen) bool { return s.chosen() == account.chosen() })
	if !s.has("platform: TikTok", "status: normal", "3/") {
		t.Errorf("not the list as it was:\n%s", s)
	}

	// 6. A group for the new shops.
	m.do("3", "from 2,500 accounts", "A", "Create an account group")
	m.write("华东新店")
	m.do("Enter", "Created: 华东新店", "Escape", "from 2,500 accounts")
	if line := m.screen().chosen(); !strings.Contains(line, "华东新店") {
		t.Errorf("the cursor is on %q, not on the new group", line)
	}

	// 7. The next campaign needs boards: where are there any, and what does one take?
	m.do("4", "14 platforms", "m", "Authorise accounts", "/", "enter apply")
	m.write("boardId")
	m.wait("/ boardId", "1/1")
	m.press("Enter")
	m.gone("enter apply")
	m.until("the platform that has boards", func(s screen) bool {
		if s.has("Pinterest") {
			return true
		}
		m.press("Right")
		return false
	})
	m.press("Escape")
	m.gone("/ boardId") // two at once would be another key
	m.do("Escape", "14 platforms", "/", "enter apply")
	m.write("pinterest")
	m.do("Enter", "1/1", "Enter", "one from the account", "v", "New value", "Y", "Copy as", "Enter", "Copied: the body")
	if body := m.clipboard(); body != "{\n  \"name\": \"string\"\n}" {
		t.Errorf("copied %q", body)
	}

	// 8. Somebody sent the id of a session that went wrong: what happened there, and
	// what does the model cost that it used?
	m.do(":", "type to filter")
	m.paste(session("01"))
	m.do("Enter", "21 messages", "x", "")
	m.until("the cursor on what went wrong", func(s screen) bool {
		_, _, ok := s.find("▌  ▸ ✗ generate_video")
		return ok
	})
	m.goTo("mentions")
	m.wait("Mentioned in this session")
	m.write("aurora")
	m.do("Enter", "aurora-2")
	m.wait("Price by duration", "1080p")
	m.do("Escape", "21 messages")

	// 9. What would twenty clips cost?
	m.do("7", "Aurora 2.0", "$", "enter confirm", "C-u", "")
	m.write("8s 1080p image to video x20")
	s = m.wait("8 s · 1080p · image to video · 20 clips", "20 clips")
	if line := s.chosen(); !screen(line).has("Iris", "43.06", "861.2") {
		t.Errorf("the cursor is on %q, not on the cheapest", line)
	}

	// 10. The answer goes into a file, and the morning is over.
	m.do("Enter", "21", "e", "Export 21 rows")
	m.write("csv")
	m.do("Enter", "Saved to")
	if _, text := m.saved(); strings.Count(text, "\n") != 22 || !strings.Contains(text, "861.2") {
		t.Errorf("the file:\n%s", text)
	}
	m.press("q") // closes the model
	m.press("q") // closes the quote
	m.press("q")
	if code := m.exit(); code != 0 {
		t.Errorf("exit %d", code)
	}
}
