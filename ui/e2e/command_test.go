//go:build unix

package e2e

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const ownCommands = `
[[commands]]
name = "Say"
key = "f5"
panes = ["accounts"]
run = ["echo", "said", "{id}"]

[[commands]]
name = "Show"
key = "f6"
run = ["sh", "-c", 'cat; echo "rows of $CHANNELDECK_PANE"; echo "${CHANNELDECK_API_KEY-no key}"']
each = false
output = "pager"

[[commands]]
name = "Talk"
key = "f7"
run = ["sh", "-c", '''
trap "echo interrupted" INT
printf "What about %s? " "$CHANNELDECK_ID"
until read -r line; do :; done
echo "$line" > "$DIR/answer"
sh -c "kill -STOP \$PPID"
exit 7''']
output = "terminal"

[[commands]]
name = "Fail"
key = "f8"
run = ["sh", "-c", "echo first; echo the reason >&2; exit 3"]
confirm = true
`

// Own commands run for the row under the cursor or the selected ones. One of them gets the
// terminal; ctrl+c and a suspension there concern only the program, and one that cannot be
// started leaves the terminal to the dashboard.
func TestOwnCommands(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	config := filepath.Join(dir, "config.toml")
	broken := filepath.Join(dir, "broken")
	if err := os.WriteFile(broken, []byte("echo no interpreter\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	commands := ownCommands + "\n[[commands]]\nname = 'Break'\nkey = 'f9'\nrun = ['" + broken +
		"']\noutput = 'terminal'\n"
	if err := os.WriteFile(config, []byte(commands), 0o600); err != nil {
		t.Fatal(err)
	}
	m := open(t, demo("--config", config).with("CHANNELDECK_API_KEY="+testKey, "DIR="+dir))
	m.wait("1/2,500", "f5 Say")
	m.do("y", "Copied")
	id := m.clipboard()
	m.do("F5", "Say: said "+id)
	m.do("?", "all keys", "?", "f8   Fail", "Escape", "1/2,500", ":", "Command palette")
	m.write("fail")
	m.do(
		"Enter", "Run “sh -c echo first; echo the reason >&2; exit 3” for 1",
		"Enter", "Fail failed: exit status 3: first / the reason",
	)
	m.do("Space", "1 selected", "Space", "2 selected")
	s := m.do("F6", "rows of accounts")
	if _, first, ok := s.find(`{"id":"` + id); !ok || !strings.Contains(first, "{") || s.has(testKey) ||
		!s.has("no key") {
		t.Errorf("the pager shows:\n%s", s)
	}
	m.do("Escape", "2 selected", "*", "2,500 selected", "*", "")
	m.gone("selected")
	m.do("6", "x problems", "F5", "", "2", "3/2,500")
	m.press("F7")
	m.wait("What about ")
	m.press("C-c")
	m.wait("interrupted")
	m.write("this one")
	m.press("Enter")
	m.wait("Talk failed", "exit status 7", "3/2,500")
	answer, err := os.ReadFile(filepath.Join(dir, "answer"))
	if err != nil || string(answer) != "this one\n" {
		t.Errorf("the program read %q, %v", answer, err)
	}
	m.do("F9", "Break failed", "j", "4/2,500", "q", "")
	if code := m.exit(); code != 0 {
		t.Errorf("exit %d", code)
	}
}

// A key that the pane uses is a mistake at the start, with its place.
func TestKeyOfAnOwnCommandIsTaken(t *testing.T) {
	t.Parallel()
	config := filepath.Join(t.TempDir(), "config.toml")
	if err := os.WriteFile(
		config,
		[]byte("[[commands]]\nname = 'Say'\nkey = '>'\npanes = ['accounts']\nrun = ['echo']\n"),
		0o600,
	); err != nil {
		t.Fatal(err)
	}
	m := open(t, demo("--config", config))
	m.wait("config.toml:3:1: “>” is already the key for")
	if code := m.exit(); code != 2 {
		t.Errorf("exit %d", code)
	}
}

// Users of the SSH server have no own commands: the programs would run on the server.
func TestServeHasNoOwnCommands(t *testing.T) {
	t.Parallel()
	config := filepath.Join(t.TempDir(), "config.toml")
	if err := os.WriteFile(config, []byte(ownCommands), 0o600); err != nil {
		t.Fatal(err)
	}
	h := serveFor(t, nil, []string{"anna"}, append(demoFlags, "--config", config)...)
	m := h.view(t, "anna")
	m.wait("1/2,500", "q quit")
	s := m.do("F5", "", "j", "2/2,500", "?", "all keys", "?", "toggle details")
	if s.has("Say") || s.has("f8") {
		t.Errorf("the help lists own commands:\n%s", s)
	}
	m.do("Escape", "2/2,500", "q", "")
	if code := m.exit(); code != 0 {
		t.Errorf("exit %d", code)
	}
}
