//go:build unix

package e2e

import (
	"os/exec"
	"testing"

	"channeldeck/api/sandbox"
)

// The overview is the first pane. Its service is another process, and yesterday's state
// of 2,500 accounts is recorded.
func TestStartWithTheOverview(t *testing.T) {
	t.Parallel()
	server := serving(t, sandbox.Options{Accounts: 2_500}, nil)
	state := t.TempDir()
	env := append(service(server.URL, testKey), "XDG_STATE_HOME="+state, "CHANNELDECK_START=")
	record := exec.Command(channeldeck, "record")
	record.Env = append(home(t), env...)
	if out, err := record.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	passDay(t, databaseIn(state))
	m := open(t, look{}.with(env...))
	m.wait("2,500 accounts", "What needs you", "Still open", "Platforms", "Douyin", "481", "since ")
	m.press("Tab")
	m.until("the cursor on a platform", func(s screen) bool { _, _, ok := s.find("▌ Douyin"); return ok })
	m.do("7", "Aurora 2.0", "1", "What needs you", "Tab", "", "q", "")
	if code := m.exit(); code != 0 {
		t.Errorf("exit %d", code)
	}
}
