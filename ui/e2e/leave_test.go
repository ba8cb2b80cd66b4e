//go:build unix

package e2e

import (
	"database/sql"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"

	"channeldeck/api/history"
	"channeldeck/api/sandbox"
)

// shell is a shell that starts the program by a command line: it shows in what state
// the program leaves the terminal.
type shell struct {
	*terminal
	dir string
}

func openShell(t *testing.T) *shell {
	t.Helper()
	need(t, "stty")
	dir := t.TempDir()
	m := open(t, look{command: []string{"sh"}}.with("ENV=", "DIR="+dir, "CHANNELDECK="+channeldeck))
	m.write("PS1='prom''pt> '")
	m.press("Enter")
	m.wait("prompt>")
	return &shell{m, dir}
}

// run types a command line and returns the file that the command writes.
func (s *shell) run(line, file string) string {
	s.Helper()
	s.write(line)
	s.press("Enter")
	return s.file(file)
}

// file waits until a file in the directory is complete and returns its content.
func (s *shell) file(name string) string {
	s.Helper()
	path := filepath.Join(s.dir, name)
	var content []byte
	s.poll("waiting for "+name, func() bool {
		var err error
		content, err = os.ReadFile(path)
		return err == nil && strings.HasSuffix(string(content), "\n")
	})
	return string(content)
}

// state returns everything a program can leave changed: the line settings and the
// terminal modes.
func (s *shell) state(file string) string {
	s.Helper()
	line := s.run("stty -a > $DIR/"+file+".part; mv $DIR/"+file+".part $DIR/"+file, file)
	return line + s.ask("cursor #{cursor_flag} alternate #{alternate_on} insert #{insert_flag} keypad #{keypad_flag} "+
		"cursor keys #{keypad_cursor_flag} mouse #{mouse_any_flag}#{mouse_sgr_flag}#{mouse_button_flag} wrap "+
		"#{wrap_flag}")
}

func TestTerminalIsRestored(t *testing.T) {
	t.Parallel()
	signal := func(s syscall.Signal) func(*shell) {
		return func(m *shell) {
			pid, err := strconv.Atoi(strings.TrimSpace(m.file("pid")))
			if err != nil {
				m.Fatal(err)
			}
			if err := syscall.Kill(pid, s); err != nil {
				m.Fatal(err)
			}
		}
	}
	press := func(keys ...string) func(*shell) {
		return func(m *shell) { m.press(keys...) }
	}
	for _, test := range []struct {
		name string
		args string
		end  func(*shell)
		exit string
	}{
		{"q", "", press("q"), "0"},
		{"q with a mouse", " --mouse", press("q"), "0"},
		{"ctrl+c", "", press("C-c"), "0"},
		{"ctrl+c in a field", "", press("/", "C-c"), "0"},
		{"SIGINT", "", signal(syscall.SIGINT), "130"},
		{"SIGTERM", "", signal(syscall.SIGTERM), "130"},
		{"SIGHUP", "", signal(syscall.SIGHUP), "130"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			m := openShell(t)
			m.run("echo what stood there before; echo done > $DIR/said", "said")
			before := m.state("before")
			m.write(`sh -c 'echo $$ > $DIR/pid; exec $CHANNELDECK --demo` + test.args + `'; echo $? > $DIR/exit`)
			m.press("Enter")
			m.wait("1/2,500", "q quit")
			if m.ask("#{alternate_on}") != "1" {
				t.Error("not on the alternate screen")
			}
			test.end(m)
			if code := strings.TrimSpace(m.file("exit")); code != test.exit {
				t.Errorf("exit %s, want %s", code, test.exit)
			}
			after := m.state("after")
			if before != after {
				t.Errorf("the terminal before:\n%s\nand after:\n%s", before, after)
			}
			if s := m.screen(); !s.has("what stood there before") || s.has("accounts  ") {
				t.Errorf("the screen is not what it was:\n%s", s)
			}
			m.write("cat -v")
			m.press("Enter")
			m.paste("pasted text")
			if s := m.wait("pasted text"); s.has("200~") {
				t.Errorf("pastes still come in brackets:\n%s", s)
			}
		})
	}
}

func TestSuspendAndResume(t *testing.T) {
	t.Parallel()
	m := openShell(t)
	m.run("set -m; echo done > $DIR/said", "said")
	m.write("$CHANNELDECK --demo")
	m.press("Enter")
	m.wait("1/2,500")
	m.press("C-z")
	m.poll("waiting for the shell", func() bool { return m.ask("#{alternate_on}") == "0" })
	s := m.until("the next prompt", func(s screen) bool {
		_, after, stopped := strings.Cut(string(s), "Stopped")
		return stopped && strings.Contains(after, "prompt>")
	})
	if s.has("2,500 accounts") {
		t.Errorf("the program is still on the screen:\n%s", s)
	}
	m.write("fg")
	m.press("Enter")
	m.wait("1/2,500", "q quit")
	m.do("j", "2/2,500", "q", "prompt>")
}

// A server of the history that accepts connections and is silent does not delay the end.
func TestQuitWithASilentHistory(t *testing.T) {
	t.Parallel()
	server := serving(t, sandbox.Options{Accounts: 30}, nil)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close() // nobody accepts: the system does
	w := start(
		t,
		look{answers: true}.with(service(server.URL, testKey)...).with("CHANNELDECK_HISTORY=postgres://u@"+
			listener.Addr().String()+"/db?sslmode=disable"),
		channeldeck,
	)
	w.wait(0, "30 accounts")
	begun, _ := w.send("q")
	code := w.exit()
	took := time.Since(begun)
	t.Logf("the program ended after %v", took)
	if code != 0 || took > 9*time.Second { // lib/pq would wait for 9.6
		t.Errorf("exit %d after %v", code, took)
	}
}

// What a history cannot take, because another program has locked it, is told at the end.
func TestQuitWithALockedHistory(t *testing.T) {
	t.Parallel()
	server := serving(t, sandbox.Options{Accounts: 30}, nil)
	state := t.TempDir()
	history.Open(history.Config{Path: databaseIn(state), Now: time.Now}).Close(t.Context())
	db, err := sql.Open("sqlite", "file:"+databaseIn(state)+"?_txlock=immediate")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	lock, err := db.BeginTx(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	w := start(t, look{answers: true}.with(service(server.URL, testKey)...).with("XDG_STATE_HOME="+state), channeldeck)
	w.wait(0, "30 accounts")
	begun, _ := w.send("q")
	output := w.all()
	code := w.exit()
	took := time.Since(begun)
	t.Logf("the program ended after %v", took)
	if _, after, _ := strings.Cut(
		string(output),
		ansi.ResetModeAltScreenSaveCursor,
	); code != 0 || took > 9*time.Second || strings.Count(after, "Not all that was loaded was saved.") != 1 {
		t.Errorf("exit %d after %v: %q", code, took, after)
	}
	if err := lock.Rollback(); err != nil {
		t.Fatal(err)
	}
}
