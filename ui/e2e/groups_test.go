//go:build unix

package e2e

import (
	"net/http/httptest"
	"strings"
	"testing"

	"channeldeck/api/sandbox"
)

// faulty is a site of its own whose creates fail.
func faulty(t *testing.T, fault string) (*sandbox.Server, look) {
	t.Helper()
	f, err := sandbox.ParseFault(fault)
	if err != nil {
		t.Fatal(err)
	}
	const key = "test-key"
	server, err := sandbox.New(sandbox.Options{APIKey: key, Accounts: 50, Faults: []sandbox.Fault{f}})
	if err != nil {
		t.Fatal(err)
	}
	listener := httptest.NewServer(server)
	t.Cleanup(listener.Close)
	return server, look{args: []string{"--pane", "groups"}}.with(service(listener.URL, key)...)
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
	m.wait("groups", "by 2,500 accounts", "n new group")
	m.do("n", "Create an account group")
	m.write("华东门店")
	m.wait("华东门店")
	s := m.do("Enter", "Created: 华东门店")
	for _, field := range []string{"id ", "hasBrowserConfig", "rank", "ip ", "location", "countryCode", "proxyIp", "isDefault", "createdAt", "updatedAt"} {
		if !s.has(field) {
			t.Errorf("no %q:\n%s", field, s)
		}
	}
	s = m.do("Escape", "by 2,500 accounts")
	if row, line, ok := s.find("▌"); !ok || !screen(line).has("new", "华东门店") {
		t.Errorf("the cursor is on line %d, not on the new group:\n%s", row, s)
	}
	s = m.do("Down", "2/13")
	_, line, _ := s.find("▌")
	m.press("a")
	s = m.until("the accounts of the group", func(s screen) bool { return s.has("platforms", " of 2,500") })
	if !strings.Contains(line, "accounts") || s.has("1/2,500") {
		t.Errorf("all accounts are shown:\n%s", s)
	}
	m.press("Escape")
	s = m.wait("华东门店", "2/13")
	if _, back, _ := s.find("▌"); back != line {
		t.Errorf("back on %q, before on %q", back, line)
	}
}

// TestWhatWasTypedSurvives makes each fault of a create, and looks whether the
// text is there and nothing was made twice.
func TestWhatWasTypedSurvives(t *testing.T) {
	t.Parallel()
	const name = "华东门店"
	for fault, c := range map[string]struct {
		args   []string
		said   string
		stored int
	}{
		"create:business500=1x":    {nil, "code 500", 0},
		"create:unauthorized=1x":   {nil, "code 401", 0},
		"create:invalid=1x":        {nil, "code 10002", 0},
		"create:timeout-before=1x": {[]string{"--timeout", "1s"}, "outcome is unknown", 0},
		"create:timeout-after=1x":  {[]string{"--timeout", "1s"}, "outcome is unknown", 1},
	} {
		t.Run(fault, func(t *testing.T) {
			t.Parallel()
			server, l := faulty(t, fault)
			l.args = append(l.args, c.args...)
			m := open(t, l)
			m.wait("by 50 accounts")
			m.do("n", "Create an account group")
			m.paste(name)
			m.do("Enter", c.said)
			m.resize(60, 20)
			m.wait(name)
			m.do("Escape", "by 50 accounts", "1", "platforms", "2", "by 50 accounts", "n", name)
			if n := stored(server, name); n != c.stored {
				t.Errorf("%d groups stored, want %d", n, c.stored)
			}
			if c.said != "outcome is unknown" {
				m.do("Enter", "Created: ")
			} else {
				m.do("Enter", "Keep the name", "Escape", "Create an account group")
			}
			if n := stored(server, name); c.said != "outcome is unknown" && n != 1 || c.said == "outcome is unknown" && n != c.stored {
				t.Errorf("%d groups stored in the end", n)
			}
		})
	}
}

// TestReadOnlyCreatesNothing neither offers nor makes a group.
func TestReadOnlyCreatesNothing(t *testing.T) {
	t.Parallel()
	m := open(t, demo("--pane", "groups", "--read-only"))
	if s := m.wait("by 2,500 accounts"); s.has("new group") {
		t.Errorf("offered:\n%s", s)
	}
	m.do("n", "this is read-only")
}
