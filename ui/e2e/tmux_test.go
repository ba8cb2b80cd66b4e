//go:build unix

package e2e

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"
)

// screen is the text of a terminal, one line per row, without trailing blanks.
type screen string

func (s screen) lines() []string { return strings.Split(string(s), "\n") }

// line returns a row; -1 is the last.
func (s screen) line(i int) string {
	lines := s.lines()
	if i < 0 {
		i += len(lines)
	}
	return lines[i]
}

func (s screen) has(texts ...string) bool {
	for _, text := range texts {
		if !strings.Contains(string(s), text) {
			return false
		}
	}
	return true
}

// find returns the first row that contains all texts.
func (s screen) find(texts ...string) (row int, line string, ok bool) {
	for i, l := range s.lines() {
		if screen(l).has(texts...) {
			return i, l, true
		}
	}
	return 0, "", false
}

// terminal is a tmux server with one window.
type terminal struct {
	testing.TB
	socket  string
	control *control
	env     []string
	before  screen // the last key; "" once a screen after it was waited for
}

// look is how to open a terminal. The zero value is 120x40 and the program without
// arguments.
type look struct {
	width, height int
	term          string   // TERM of what runs in it
	env           []string // added to that of home; a name without "=" is unset
	args          []string // of the program
	command       []string // instead of the program
	answers       bool     // the terminal of a wire answers what Bubble Tea asks
}

// demo runs the program on its embedded sandbox.
func demo(args ...string) look {
	return look{args: append([]string{"--demo", "--seed", seed, "--no-history"}, args...)}
}

func (l look) sized(width, height int) look {
	l.width = width
	l.height = height
	return l
}

func (l look) with(env ...string) look {
	l.env = append(l.env[:len(l.env):len(l.env)], env...)
	return l
}

// open starts a terminal, which ends with the test.
func open(t testing.TB, l look) *terminal {
	t.Helper()
	need(t, "tmux")
	if l.width == 0 {
		l.width = 120
		l.height = 40
	}
	if l.term == "" {
		l.term = "tmux-256color"
	}
	if l.command == nil {
		l.command = append([]string{channeldeck}, l.args...)
	}
	dir, err := os.MkdirTemp("", "cd") // the path of a socket must be short
	if err != nil {
		t.Fatal(err)
	}
	m := &terminal{TB: t, socket: filepath.Join(dir, "s"), env: append(home(t), l.env...)}
	set := func(option, value string) []string { return []string{"set-option", "-g", option, value, ";"} }
	args := []string{"start-server", ";"}
	args = append(args, set("set-clipboard", "on")...)
	args = append(args, set("escape-time", "0")...)
	args = append(args, set("default-terminal", l.term)...)
	args = append(
		args, "new-session", "-d", "-s", ofTests, "-c", t.TempDir(), "-x", strconv.Itoa(l.width), "-y",
		strconv.Itoa(l.height),
	)
	// cat stays: tmux may lose the last output of a terminal whose programs have all ended.
	args = append(args, "sh", "-c", `"$@"; echo $? > "$0"; exec cat >/dev/null`, m.socket+".exit")
	args = append(args, l.command...)
	args = append(args, ";", "new-session", "-s", "control", "exec cat >/dev/null") // a client has a session
	m.control, err = startControl(m.client(append([]string{"-C"}, args...)...))
	t.Cleanup(func() {
		if m.control != nil {
			m.control.end()
		}
		os.RemoveAll(dir)
	})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// ofTests is the session of tmux with the terminal.
const ofTests = "tested"

// client returns a client of this terminal's tmux server.
func (m *terminal) client(args ...string) *exec.Cmd {
	cmd := exec.Command("tmux", append([]string{"-u", "-S", m.socket, "-f", "/dev/null"}, args...)...)
	cmd.Env = m.env
	return cmd
}

// tmux runs a command of this terminal's tmux server.
func (m *terminal) tmux(args ...string) string {
	m.Helper()
	out, err := m.try(args...)
	if err != nil {
		m.Fatal(err)
	}
	return out
}

func (m *terminal) try(args ...string) (string, error) {
	out, err := m.control.run(args...)
	if err != nil {
		return "", fmt.Errorf("tmux %s: %w", strings.Join(args, " "), err)
	}
	return out, nil
}

// pane runs a command of tmux for the pane of the terminal.
func (m *terminal) pane(command string, args ...string) string {
	m.Helper()
	return m.tmux(append([]string{command, "-t", "=" + ofTests + ":"}, args...)...)
}

// press sends keys by tmux's names (Down, PPage, Enter, Escape, C-c, BTab, /),
// all at once.
func (m *terminal) press(keys ...string) {
	m.Helper()
	m.before = m.screen()
	m.pane("send-keys", append([]string{"--"}, keys...)...)
}

// write sends text in one write, like fast typing or a slow connection.
func (m *terminal) write(text string) {
	m.Helper()
	m.before = m.screen()
	m.pane("send-keys", "-l", "--", text)
}

// paste pastes text, bracketed if the program enabled that.
func (m *terminal) paste(text string) {
	m.Helper()
	m.before = m.screen()
	m.tmux("set-buffer", "--", text)
	m.pane("paste-buffer", "-p", "-d")
}

// resize changes the window size.
func (m *terminal) resize(width, height int) {
	m.Helper()
	m.pane("resize-window", "-x", strconv.Itoa(width), "-y", strconv.Itoa(height))
}

// screen captures the current screen.
func (m *terminal) screen() screen {
	m.Helper()
	return screen(m.pane("capture-pane", "-p"))
}

// coloured captures the current screen with the escape sequences of its styles.
func (m *terminal) coloured() string {
	m.Helper()
	return m.pane("capture-pane", "-p", "-e")
}

// ask returns the value of a tmux format such as #{cursor_flag}.
func (m *terminal) ask(format string) string {
	m.Helper()
	return m.pane("display-message", "-p", format)
}

// poll calls ok until it returns true.
func (m *terminal) poll(what string, ok func() bool) {
	m.Helper()
	if !poll(ok) {
		last, _ := m.try("capture-pane", "-p", "-t", "="+ofTests+":") // the terminal may be gone
		m.Fatalf("%s: not within %v. The screen:\n%s", what, timeout, strings.TrimRight(last, "\n"))
	}
}

// poll waits until a condition holds, and reports whether it did in time. It asks less and
// less often: each question takes processor time from the program.
func poll(ok func() bool) bool {
	deadline := time.After(timeout)
	for pause := 10 * time.Millisecond; !ok(); pause = min(pause*5/4, 80*time.Millisecond) {
		select {
		case <-time.After(pause):
		case <-deadline:
			return false
		}
	}
	return true
}

// until waits for a screen that satisfies ok and is the same in two captures: a frame
// may be captured half drawn. If the screen before the last key satisfies ok too, it waits
// for another one, since the key may not have been handled yet.
func (m *terminal) until(what string, ok func(screen) bool) screen {
	m.Helper()
	stale := m.before != "" && ok(m.before)
	var last screen
	m.poll(what, func() bool {
		previous := last
		last = m.screen()
		return ok(last) && last == previous && !(stale && last == m.before)
	})
	m.before = ""
	return last
}

// wait waits until the screen contains all texts.
func (m *terminal) wait(texts ...string) screen {
	m.Helper()
	return m.until(fmt.Sprintf("waiting for %q", texts), func(s screen) bool { return s.has(texts...) })
}

// gone waits until the screen no longer contains text.
func (m *terminal) gone(text string) screen {
	m.Helper()
	return m.until(fmt.Sprintf("waiting for %q to go", text), func(s screen) bool { return !s.has(text) })
}

// do presses keys in order: each pair is a key and the text to wait for after it, ""
// to wait for nothing. After Escape it also waits for another screen, because a key that
// arrives together with Escape is another key (alt).
func (m *terminal) do(pairs ...string) screen {
	m.Helper()
	for i := 0; i < len(pairs); i += 2 {
		m.press(pairs[i])
		if before := m.before; pairs[i] == "Escape" {
			m.until("another screen after Escape", func(s screen) bool { return s != before })
		}
		if pairs[i+1] != "" {
			m.wait(pairs[i+1])
		}
	}
	return m.screen()
}

// clipboard waits for copied text and returns it.
func (m *terminal) clipboard() string {
	m.Helper()
	var got string
	m.poll("waiting for the clipboard", func() bool {
		out, err := m.client("show-buffer").Output() // control mode writes tabs in another way
		got = strings.TrimSuffix(string(out), "\n")
		return err == nil
	})
	m.tmux("delete-buffer")
	return got
}

// saved returns the file that the screen names as saved, and removes it after the test.
func (m *terminal) saved() (path, content string) {
	m.Helper()
	_, line, _ := m.screen().find("Saved to ")
	_, path, _ = strings.Cut(line, "Saved to ")
	path, _, _ = strings.Cut(path, " ─") // of the border
	path = strings.TrimSpace(path)
	m.Cleanup(func() { os.Remove(path) })
	bytes, err := os.ReadFile(path)
	if err != nil {
		m.Fatal(err)
	}
	return path, string(bytes)
}

// exit waits until the program ends and returns its exit code. It does not ask tmux,
// which sometimes misses the end of its child.
func (m *terminal) exit() int {
	m.Helper()
	var status []byte
	m.poll("waiting for the end of the program", func() bool {
		status, _ = os.ReadFile(m.socket + ".exit") // there is none before the end
		return len(status) > 0
	})
	code, err := strconv.Atoi(strings.TrimSpace(string(status)))
	if err != nil {
		m.Fatal(err)
	}
	return code
}
