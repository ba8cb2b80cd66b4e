//go:build unix

package e2e

import (
	"bytes"
	"net/http/httptest"
	"os/exec"
	"syscall"
	"testing"

	"channeldeck/api/sandbox"
	"channeldeck/ui/testkit/faults"
)

// faulty starts a service whose group creation fails.
func faulty(t *testing.T, fault string) (*sandbox.Server, look) {
	t.Helper()
	server, err := sandbox.New(sandbox.Options{APIKey: testKey, Accounts: 50})
	if err != nil {
		t.Fatal(err)
	}
	listener := httptest.NewServer(faults.Before(t, fault)(server))
	t.Cleanup(listener.Close)
	return server, look{args: []string{"--pane", "groups"}}.with(service(listener.URL, testKey)...)
}

func stored(server *sandbox.Server, name string) (n int) {
	for _, g := range server.Groups() {
		if g.Name == name {
			n++
		}
	}
	return n
}

// TestAGroupIsCreated creates a group with a Chinese name, reads its fields, and
// goes to the accounts of another and back.
func TestAGroupIsCreated(t *testing.T) {
	t.Parallel()
	m := open(t, demo("--pane", "groups"))
	m.wait("groups", "from 2,500 accounts", "A new group")
	m.do("A", "Create an account group")
	m.write("华东门店")
	m.wait("华东门店")
	s := m.do("Enter", "Created: 华东门店")
	for _, field := range []string{
		"ID ", "Fingerprint", "Rank", "IP ", "Location", "Country", "Proxy IP",
		"Default group", "Created", "Changed",
	} {
		if !s.has(field) {
			t.Errorf("no %q:\n%s", field, s)
		}
	}
	s = m.do("Escape", "from 2,500 accounts")
	if row, line, ok := s.find("▌"); !ok || !screen(line).has("+ 华东门店") {
		t.Errorf("the cursor is on line %d, not on the new group:\n%s", row, s)
	}
	s = m.do("Down", "2/13")
	_, line, _ := s.find("▌")
	m.press("a")
	s = m.until("the accounts of the group", func(s screen) bool { return s.has("f filter by", " of 2,500") })
	if line == "" || s.has("1/2,500") {
		t.Errorf("all accounts are shown:\n%s", s)
	}
	m.press("Escape")
	s = m.wait("华东门店", "2/13")
	if _, back, _ := s.find("▌"); back != line {
		t.Errorf("back on %q, before on %q", back, line)
	}
}

// TestFailedCreationKeepsTheInput causes each fault of group creation and checks that the
// input stays and no group is created twice.
func TestFailedCreationKeepsTheInput(t *testing.T) {
	t.Parallel()
	const name = "华东门店"
	for fault, c := range map[string]struct {
		args   []string
		said   string
		stored int
	}{
		"create:business500=1x":    {nil, "error 500", 0},
		"create:unauthorized=1x":   {nil, "error 401", 0},
		"create:invalid=1x":        {nil, "Parameter validation failed", 0},
		"create:timeout-before=1x": {[]string{"--timeout", "1s"}, "may or may not have been created", 0},
		"create:timeout-after=1x":  {[]string{"--timeout", "1s"}, "may or may not have been created", 1},
	} {
		t.Run(fault, func(t *testing.T) {
			t.Parallel()
			server, l := faulty(t, fault)
			l.args = append(l.args, c.args...)
			m := open(t, l)
			m.wait("from 50 accounts")
			m.do("A", "Create an account group")
			m.paste(name)
			m.do("Enter", c.said)
			m.resize(60, 20)
			m.wait(name)
			m.do("Escape", "from 50 accounts", "2", "f filter by", "3", "from 50 accounts", "A", name)
			if n := stored(server, name); n != c.stored {
				t.Errorf("%d groups stored, want %d", n, c.stored)
			}
			if c.said != "may or may not have been created" {
				m.do("Enter", "Created: ")
			} else {
				m.do("Enter", "Keep the name", "Escape", "Create an account group")
			}
			if n := stored(server, name); c.said != "may or may not have been created" && n != 1 ||
				c.said == "may or may not have been created" && n != c.stored {
				t.Errorf("%d groups stored in the end", n)
			}
		})
	}
}

// TestReadOnlyCreatesNothing checks that a read-only site neither offers to create a
// group nor creates one.
func TestReadOnlyCreatesNothing(t *testing.T) {
	t.Parallel()
	m := open(t, demo("--pane", "groups", "--read-only"))
	if s := m.wait("from 2,500 accounts"); s.has("new group") {
		t.Errorf("offered:\n%s", s)
	}
	m.do("A", "Read-only mode")
}

// The request was sent and its response will not be read: the program says so when it
// exits.
func TestQuitDuringCreationWarns(t *testing.T) {
	t.Parallel()
	for name, leave := range map[string]func(*wire){
		"q":       func(w *wire) { _, from := w.send("\x1b"); w.wait(from, "1/12"); w.send("q") },
		"ctrl+c":  func(w *wire) { w.send("\x03") },
		"SIGTERM": func(w *wire) { _ = w.cmd.Process.Signal(syscall.SIGTERM) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := serving(t, sandbox.Options{Accounts: 2_500}, faults.Before(t, "create:timeout-after=1"))
			w := start(t, look{args: []string{"--pane", "groups"}}.with(service(server.URL, testKey)...), channeldeck)
			w.wait(0, "2,500 accounts")
			w.send("A")
			w.wait(0, "Create an account group")
			w.send("Spring\r")
			w.wait(0, "Creating the group")
			leave(w)
			w.exit()
			_, after, _ := bytes.Cut(w.all(), []byte("\x1b[?1049l"))
			if want := "channeldeck: The group “Spring” may have been created"; !bytes.Contains(after, []byte(want)) {
				t.Errorf("after the dashboard: %q", after)
			}
		})
	}
	w := start(t, demo("--pane", "groups"), channeldeck)
	w.wait(0, "2,500 accounts")
	w.send("q")
	w.exit()
	if _, after, _ := bytes.Cut(w.all(), []byte("\x1b[?1049l")); bytes.Contains(after, []byte("created")) {
		t.Errorf("without a creation: %q", after)
	}
}

// A local name is given from the commands. It is shown in the lists and the overview, and printed in
// a column of its own, beside the name that the service lists.
func TestLocalGroupNames(t *testing.T) {
	t.Parallel()
	m := open(t, look{args: []string{"--demo", "--seed", seed, "--accounts", "200", "--pane", "groups"}})
	m.wait("Client: Harbor", "30 d ", "A new group") // the history, which stores the name, is filled
	m.do(":", "Command palette")
	m.write("rename")
	m.do("Enter", "Local name of", "C-u", "")
	m.write("Harbor 集团")
	m.do("Enter", "Harbor 集团 ✎")
	m.do("a", "group: Harbor 集团 ✎", "Enter", "Group · Harbor 集团 ✎")

	server := serving(t, sandbox.Options{Accounts: 50}, nil)
	named := look{args: []string{"--pane", "groups"}}.with(service(server.URL, testKey)...)
	m = open(t, named)
	m.wait("from 50 accounts", "Default group")
	m.do(":", "Command palette")
	m.write("rename")
	m.do("Enter", "Local name of")
	m.write("Own brand")
	m.do("Enter", "Own brand ✎")
	if m.press("q"); m.exit() != 0 {
		t.Error("the program failed")
	}
	cmd := exec.Command(channeldeck, "groups", "--output", "csv")
	cmd.Env = m.env
	if out, err := cmd.CombinedOutput(); err != nil || !screen(out).has("localName", "Own brand") ||
		screen(out).has("✎") {
		t.Errorf("printed %s, error %v", out, err)
	}
}
