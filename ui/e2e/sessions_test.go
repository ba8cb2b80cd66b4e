//go:build unix

package e2e

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"channeldeck/api/sandbox"
)

// session returns the ID of a sandbox session from its last digits.
func session(end string) string { return "6710a1e5c0de0000000000" + end }

// goTo chooses what belongs to the row or the session.
func (m *terminal) goTo(what string) {
	m.Helper()
	m.do(">", "Go to")
	m.write(what)
	m.do("Enter", "")
}

// openSession starts the pane and opens a session by pasting its ID.
func openSession(t *testing.T, end string) *terminal {
	t.Helper()
	m := open(t, demo("--pane", "sessions"))
	m.wait("No session is open.")
	m.do("A", "Session ID:")
	m.paste(session(end))
	m.wait(session(end))
	m.do("Enter", "detail: with tool calls")
	return m
}

// TestReadASession finds a word inside a folded part, lists the media, and
// exports the session.
func TestReadASession(t *testing.T) {
	t.Parallel()
	m := openSession(t, "01")
	if s := m.wait("21 messages", "4 problems"); s.has("tookMs") {
		t.Errorf("the output of a call is not folded:\n%s", s)
	}
	m.do("/", "enter apply")
	m.write("TOOKMS")
	m.wait("1 hit")
	m.press("Enter")
	s := m.wait("hit 1 of 1")
	if _, line, ok := s.find(`"tookMs": 812`); !ok || !strings.Contains(line, "▌") {
		t.Errorf("the cursor is on %q", line)
	}
	m.press("Escape")
	m.gone("hit 1 of 1") // at once with it, m would be alt+m
	m.goTo("files")
	m.do("*", "15 selected", "y", "Copied: 15 addresses")
	addresses := strings.Split(m.clipboard(), "\n")
	if len(addresses) != 15 || !slices.Contains(addresses, "https://cdn.saltwater.example/cuts/launch-v1.mp4") {
		t.Errorf("the addresses: %q", addresses)
	}
	m.do("q", "3/21", "e", "Export session as", "Enter", "Saved to")
	path, text := m.saved()
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	if info.Mode().Perm() != 0o600 {
		t.Errorf("%s can be read by others: %v", filepath.Base(path), info.Mode())
	}
	if !strings.HasPrefix(text, "# Session `"+session("01")+"`") || !strings.Contains(text, `"tookMs": 812`) {
		t.Errorf("the export begins with %.300q", text)
	}
}

// TestWhyASessionFailed goes from problem to problem.
func TestWhyASessionFailed(t *testing.T) {
	t.Parallel()
	m := openSession(t, "08")
	next := "x"
	for _, why := range []string{
		"CredentialExpired: the Douyin login of Harbor Bakes has expired.",
		"RUN_FAILED",
		"Empty: the run stopped before any output.",
		"Interrupted while it was being written.",
	} {
		m.press(next)
		m.wait(why)
		next = "n"
	}
	m.do("d", "detail: everything", "d", "detail: summary")
	m.wait("publish_work: CredentialExpired")
}

// TestUnknownIDStaysInTheField corrects an ID that the service does not know.
func TestUnknownIDStaysInTheField(t *testing.T) {
	t.Parallel()
	m := open(t, demo("--pane", "sessions"))
	m.wait("No session is open.")
	m.do("A", "Session ID:")
	m.write(session("fe"))
	m.wait(session("fe"))
	m.do("Enter", "No session has this ID.", "BSpace", session("f"))
	m.do("BSpace", "", "0", "", "8", session("08"), "Enter", "CredentialExpired")
}

// TestLongSessionKeepsItsPosition resizes in the middle of 5,000 messages.
func TestLongSessionKeepsItsPosition(t *testing.T) {
	t.Parallel()
	m := openSession(t, "0b")
	m.wait("5,000 messages")
	m.do("G", "5,000/5,000", "g", "1/5,000")
	m.do(":", "type to filter")
	m.write("2500")
	m.wait("Go to message 2,500")
	m.do("Enter", "2,500/5,000")
	m.resize(60, 20)
	m.wait("2,500/5,000", "Message 0.")
	m.resize(120, 40)
	m.wait("2,500/5,000", "Message 0.")
}

// TestFollowASession follows a running session.
func TestFollowASession(t *testing.T) {
	t.Parallel()
	m := openSession(t, "0a")
	shots := regexp.MustCompile(`Shot \d+ of 199`)
	newest := func(s screen) string {
		all := shots.FindAllString(strings.Join(s.lines(), "\n"), -1)
		if len(all) == 0 {
			return ""
		}
		return all[len(all)-1]
	}
	before := newest(m.do("w", "following"))
	m.until("the next shot", func(s screen) bool { return newest(s) != "" && newest(s) != before })
	m.do("g", " 1/")
	m.until("word of what is new", func(s screen) bool { return s.has("new message") && s.has("below") })
	m.press("G")
	m.gone("below")
}

// From the tools of all sessions to a session in which one failed, at its failure, and back.
func TestToolsOfSessions(t *testing.T) {
	t.Parallel()
	server := serving(t, sandbox.Options{}, nil)
	m := open(
		t,
		look{
			args: []string{"--pane", "sessions"},
		}.with(append(service(server.URL, testKey), "XDG_STATE_HOME="+t.TempDir())...),
	)
	m.wait("No session is open.")
	m.do("A", "Session ID:")
	m.paste(session("08"))
	m.wait(session("08"))
	m.do("Enter", "CredentialExpired", "Escape", "1 with problems", "Tab", "Tools of all sessions")
	m.until("the tools", func(s screen) bool {
		_, _, ok := s.find("publish_work", "2", "2", "100%", "CredentialExpired")
		return ok && s.has("2 tools", "in 1 session since")
	})
	m.do(
		"Enter", "publish_work failed in 1 session", "Enter", "publish_work · failed", "q",
		"publish_work failed in 1 session", "q", "2 tools", "Tab", "1 with problems", "q", "",
	)
	m.exit()
}

// A session that was opened is listed and opens after a restart without the service.
func TestSessionsAreKept(t *testing.T) {
	t.Parallel()
	server := serving(t, sandbox.Options{}, nil)
	user := look{
		args: []string{"--pane", "sessions"},
	}.with(append(service(server.URL, testKey), "XDG_STATE_HOME="+t.TempDir())...)
	first := open(t, user)
	first.wait("No session is open.")
	first.do("A", "Session ID:")
	first.paste(session("08"))
	first.wait(session("08"))
	first.do("Enter", "CredentialExpired", "Escape", "1 with problems", "q", "")
	if code := first.exit(); code != 0 {
		t.Fatalf("exit %d", code)
	}

	server.Close()
	refuse(t, server.Listener.Addr())
	second := open(t, user)
	s := second.wait("1 session", "1 with problems", "Publish last night's clip", "CredentialExpired", "ago")
	if _, line, ok := s.find("Publish last night", "2", "3", "6"); !ok {
		t.Errorf("the numbers of the session: %s", line)
	}
	second.do("Enter", "refused the connection")
	second.wait("Showing data from", "6 problems", "CredentialExpired")
	second.do("q", "1 session", ":", "type to filter")
	second.write("search all")
	second.do("Enter", "Search all stored sessions")
	second.write("publish_w")
	second.do("Enter", "Found in sessions", "Enter", "hit 1 of 2")
	second.do("q", "Found in sessions", "q", "1 session", "q", "")
	second.exit()
}
