//go:build unix

package e2e

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/creack/pty"
)

// wire is a program in a terminal without an emulator: only the bytes that the
// program sends, with the time at which each piece came. It answers nothing,
// unless the look asks for answers.
type wire struct {
	testing.TB
	file  *os.File
	cmd   *exec.Cmd
	begun time.Time

	mu     sync.Mutex
	pieces []piece
	more   chan struct{} // has something after each piece, and at the end
	ended  bool
}

// piece is what one read gave.
type piece struct {
	at   time.Time
	data []byte
}

// start starts a program of the tests in a terminal of its own.
func start(t testing.TB, l look, path string) *wire {
	t.Helper()
	if l.width == 0 {
		l.width, l.height = 120, 40
	}
	if l.term == "" {
		l.term = "xterm-256color"
	}
	w := &wire{TB: t, cmd: exec.Command(path, l.args...), more: make(chan struct{}, 1)}
	w.cmd.Env = append(append(home(t), "TERM="+l.term), l.env...)
	w.begun = time.Now()
	var err error
	w.file, err = pty.StartWithSize(w.cmd, &pty.Winsize{Rows: uint16(l.height), Cols: uint16(l.width)})
	if err != nil {
		t.Fatal(err)
	}
	go w.read(l.answers)
	t.Cleanup(func() {
		_ = w.cmd.Process.Kill() // it has ended, or the test has failed
		_ = w.cmd.Wait()
		w.file.Close()
	})
	return w
}

// answers are what a terminal sends when it is asked for its background and for
// the place of the cursor: what Bubble Tea waits for at its start.
var answers = strings.NewReplacer("\x1b]11;?", "\x1b]11;rgb:0000/0000/0000\x1b\\", "\x1b[6n", "\x1b[1;1R")

func (w *wire) read(answer bool) {
	buffer := make([]byte, 64<<10)
	for {
		n, err := w.file.Read(buffer)
		now := time.Now()
		if asked := queries.FindAll(buffer[:n], -1); answer && asked != nil {
			_, _ = answers.WriteString(w.file, string(bytes.Join(asked, nil))) // the program may have ended
		}
		w.mu.Lock()
		if n > 0 {
			w.pieces = append(w.pieces, piece{now, bytes.Clone(buffer[:n])})
		}
		w.ended = err != nil
		w.mu.Unlock()
		select {
		case w.more <- struct{}{}:
		default:
		}
		if err != nil {
			return
		}
	}
}

// last is the end of what came, for the report of a failure: enough for a frame.
func last(all []byte) []byte { return all[max(0, len(all)-6<<10):] }

// seen is how many pieces came so far: where what comes next begins.
func (w *wire) seen() int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return len(w.pieces)
}

// since is all that came from a piece on.
func (w *wire) since(from int) []byte {
	w.mu.Lock()
	defer w.mu.Unlock()
	var all []byte
	for _, p := range w.pieces[from:] {
		all = append(all, p.data...)
	}
	return all
}

// send types bytes and returns the time and the place in what came.
func (w *wire) send(keys string) (at time.Time, from int) {
	w.Helper()
	from, at = w.seen(), time.Now()
	if _, err := w.file.WriteString(keys); err != nil {
		w.Fatal(err)
	}
	return at, from
}

// wait waits until text has come since a place, and returns when.
func (w *wire) wait(from int, text string) time.Time {
	w.Helper()
	deadline := time.After(patience)
	for {
		all := w.since(from)
		if bytes.Contains(all, []byte(text)) {
			return w.at(from, text)
		}
		w.mu.Lock()
		ended := w.ended
		w.mu.Unlock()
		if ended {
			w.Fatalf("the program ended without %q: %q", text, last(all))
		}
		select {
		case <-w.more:
		case <-deadline:
			w.Fatalf("no %q within %v: %q", text, patience, last(all))
		}
	}
}

// all waits until the program can send no more, and returns all that came.
func (w *wire) all() []byte {
	w.Helper()
	deadline := time.After(patience)
	for {
		w.mu.Lock()
		ended := w.ended
		w.mu.Unlock()
		if ended {
			return w.since(0)
		}
		select {
		case <-w.more:
		case <-deadline:
			w.Fatalf("the terminal is open after %v: %q", patience, last(w.since(0)))
		}
	}
}

// drawn is what Bubble Tea sends at the end of a frame in a window of so many
// rows.
func drawn(rows int) string { return fmt.Sprintf("\x1b[%d;H", rows) }

// at is when the piece came that completes text.
func (w *wire) at(from int, text string) time.Time {
	w.mu.Lock()
	defer w.mu.Unlock()
	var all []byte
	for _, p := range w.pieces[from:] {
		all = append(all, p.data...)
		if bytes.Contains(all, []byte(text)) {
			return p.at
		}
	}
	return time.Time{}
}

// quiet waits until nothing has come for a while, and returns what came since a
// place.
func (w *wire) quiet(from int, d time.Duration) []byte {
	timer := time.NewTimer(d)
	defer timer.Stop()
	for {
		select {
		case <-w.more:
			timer.Reset(d)
		case <-timer.C:
			return w.since(from)
		}
	}
}

// key types a key and measures it: how long until the program begins to answer,
// and how many bytes it sends until it is done.
func (w *wire) key(k string) (took time.Duration, sent int) {
	w.Helper()
	at, from := w.send(k)
	deadline := time.After(patience)
	for w.seen() == from {
		select {
		case <-w.more:
		case <-deadline:
			w.Fatalf("no answer to %q within %v", k, patience)
		}
	}
	all := w.quiet(from, 15*time.Millisecond)
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.pieces[from].at.Sub(at), len(all)
}

// exit waits for the end of the program and returns its exit code.
func (w *wire) exit() int {
	w.Helper()
	if err := w.cmd.Wait(); err != nil {
		if _, ok := errors.AsType[*exec.ExitError](err); !ok {
			w.Fatal(err)
		}
	}
	return w.cmd.ProcessState.ExitCode()
}

// peak is the most memory that the program has had, in bytes; 0 where the
// system does not tell.
func (w *wire) peak() int {
	content, err := os.ReadFile("/proc/" + strconv.Itoa(w.cmd.Process.Pid) + "/status")
	if err != nil {
		return 0
	}
	for line := range strings.Lines(string(content)) {
		if rest, ok := strings.CutPrefix(line, "VmHWM:"); ok {
			kb, _ := strconv.Atoi(strings.Fields(rest)[0])
			return kb << 10
		}
	}
	return 0
}

// cpu is the time that the program has computed; 0 where the system does not
// tell.
func (w *wire) cpu() time.Duration {
	threads, _ := filepath.Glob("/proc/" + strconv.Itoa(w.cmd.Process.Pid) + "/task/*/schedstat")
	var sum time.Duration
	for _, path := range threads {
		content, err := os.ReadFile(path)
		if err != nil {
			continue // the thread has ended
		}
		ns, _ := strconv.ParseInt(strings.Fields(string(content))[0], 10, 64)
		sum += time.Duration(ns)
	}
	return sum
}

// A program that gives the key may wait for a password: the terminal says what is
// waited for, and ctrl+c ends it, whatever the program does.
func TestKeyCommandShowsThatItRuns(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "config.toml")
	text := "[sites.x]\nbase_url = 'https://x.example'\napi_key_command = ['sh', '-c', 'trap \"\" INT; exec sleep 3600']\n"
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"accounts"}, nil, {"doctor"}} {
		w := start(t, look{args: args}.with("CHANNELDECK_CONFIG="+path), channeldeck)
		w.wait(0, "Waiting for the API key ("+path+":3)")
		w.send("\x03")
		if code := w.exit(); code != 130 {
			t.Errorf("%q: exit %d: %s", args, code, w.all())
		}
	}
}

func TestVersionPrintsTheCommit(t *testing.T) {
	t.Parallel()
	head, err := exec.Command("git", "rev-parse", "HEAD").Output()
	if err != nil {
		t.Skip("not in a git repository: ", err)
	}
	if info, err := os.Stat("../../.git"); err != nil || !info.IsDir() {
		t.Skip("go build records no commit in a git worktree")
	}
	path := filepath.Join(t.TempDir(), "channeldeck")
	if out, err := exec.Command("go", "build", "-buildvcs=true", "-o", path, "channeldeck").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	out, err := exec.Command(path, "version").Output()
	if err != nil || !strings.Contains(string(out), " commit "+strings.TrimSpace(string(head))) {
		t.Errorf("got %s, %v", out, err)
	}
}
