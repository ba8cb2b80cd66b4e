//go:build unix

package e2e

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"
	"github.com/creack/pty"

	"channeldeck/ui/testkit/emulator"
)

// wire is a program in a terminal that records the bytes that the program sends, and
// when. It answers no query, unless look.answers is set.
type wire struct {
	testing.TB
	file   *os.File
	cmd    *exec.Cmd
	begun  time.Time
	screen *emulator.Terminal // after the first shown pieces
	shown  int

	timeless struct { // what shows returned after of pieces
		of     int
		screen string
	}

	mu     sync.Mutex
	pieces []piece
	more   chan struct{} // has something after each piece, and at the end
	ended  bool
}

// piece is the result of one read.
type piece struct {
	at   time.Time
	data []byte
}

// start starts a program in a new terminal.
func start(t testing.TB, l look, path string) *wire {
	t.Helper()
	if l.width == 0 {
		l.width = 120
		l.height = 40
	}
	if l.term == "" {
		l.term = "xterm-256color"
	}
	w := &wire{
		TB:     t,
		cmd:    exec.Command(path, l.args...),
		more:   make(chan struct{}, 1),
		screen: emulator.New(l.width, l.height),
	}
	w.cmd.Env = append(append(home(t), "TERM="+l.term), l.env...)
	w.cmd.Dir = t.TempDir() // for exported files
	w.begun = time.Now()
	var err error
	w.file, err = pty.StartWithSize(w.cmd, &pty.Winsize{Rows: uint16(l.height), Cols: uint16(l.width)})
	if err != nil {
		t.Fatal(err)
	}
	w.takePriority()
	go w.read(l.answers)
	t.Cleanup(func() {
		_ = w.cmd.Process.Kill() // it has ended, or the test has failed
		_ = w.cmd.Wait()
		w.file.Close()
	})
	return w
}

// takePriority gives the session of the program the priority of the session of the tests. On Linux, priorities of
// processes count within their session only: see "autogroup" in sched(7).
func (w *wire) takePriority() {
	own, _ := os.ReadFile("/proc/self/autogroup") // such as "/autogroup-71 nice -19"
	_, nice, known := strings.Cut(strings.TrimSpace(string(own)), " nice ")
	if !known || nice == "0" {
		return
	}
	path := "/proc/" + strconv.Itoa(w.cmd.Process.Pid) + "/autogroup"
	if err := os.WriteFile(path, []byte(nice), 0); err != nil {
		w.Logf("the program has another priority than the tests: %v", err)
	}
}

// answers are a terminal's answers to the queries for its background and its cursor
// position, for which Bubble Tea waits at its start.
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

// last returns the end of the output, for the report of a failure.
func last(all []byte) []byte { return all[max(0, len(all)-6<<10):] }

// seen returns the position at which the next output begins.
func (w *wire) seen() int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return len(w.pieces)
}

// since returns the output from a position on.
func (w *wire) since(from int) []byte {
	w.mu.Lock()
	defer w.mu.Unlock()
	var all []byte
	for _, p := range w.pieces[from:] {
		all = append(all, p.data...)
	}
	return all
}

// send types bytes and returns the time and the position of the next output.
func (w *wire) send(keys string) (at time.Time, from int) {
	w.Helper()
	from = w.seen()
	at = time.Now()
	if _, err := w.file.WriteString(keys); err != nil {
		w.Fatal(err)
	}
	return at, from
}

// wait waits until the screen shows a text, or the output has it, from a position on.
// It returns when that was.
func (w *wire) wait(from int, text string) time.Time {
	w.Helper()
	deadline := time.After(timeout)
	for {
		if at, ok := w.at(from, text); ok {
			return at
		}
		w.mu.Lock()
		ended := w.ended && w.shown == len(w.pieces)
		w.mu.Unlock()
		if ended {
			w.Fatalf("the program ended without %q: %q", text, last(w.since(from)))
		}
		select {
		case <-w.more:
		case <-deadline:
			w.Fatalf("no %q within %v: %q\n%s", text, timeout, last(w.since(from)), w.screen.Text())
		}
	}
}

// all waits until the program has closed the terminal, and returns the output.
func (w *wire) all() []byte {
	w.Helper()
	deadline := time.After(timeout)
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
			w.Fatalf("the terminal is open after %v: %q", timeout, last(w.since(0)))
		}
	}
}

// redrawn is the beginning of a frame that is sent whole.
const redrawn = ansi.ResetStyle + ansi.CursorHomePosition

// at returns when a text was first there, from a position on.
func (w *wire) at(from int, text string) (at time.Time, ok bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	var all []byte
	for i, p := range w.pieces {
		if i >= w.shown {
			_, _ = w.screen.Write(p.data) // never fails
			w.shown++
		}
		if i < from {
			continue
		}
		all = append(all, p.data...)
		if bytes.Contains(all, []byte(text)) || i == w.shown-1 && strings.Contains(w.screen.Text(), text) {
			return p.at, true
		}
	}
	return time.Time{}, false
}

// quiet waits until there was no output for d, and returns the output from a position
// on.
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

// key types a key and returns the time to the first output and the bytes of output.
func (w *wire) key(k string) (took time.Duration, sent int) {
	w.Helper()
	at, from := w.send(k)
	deadline := time.After(timeout)
	for w.seen() == from {
		select {
		case <-w.more:
		case <-deadline:
			w.Fatalf("no answer to %q within %v", k, timeout)
		}
	}
	all := w.quiet(from, 15*time.Millisecond)
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.pieces[from].at.Sub(at), len(all)
}

// exit waits until the program ends and returns its exit code.
func (w *wire) exit() int {
	w.Helper()
	if err := w.cmd.Wait(); err != nil {
		if _, ok := errors.AsType[*exec.ExitError](err); !ok {
			w.Fatal(err)
		}
	}
	return w.cmd.ProcessState.ExitCode()
}

// peak returns the program's peak memory in bytes, 0 if the system does not report it.
func (w *wire) peak() int { return w.memory("VmHWM") }

// memory returns a figure of the program's memory in bytes, 0 if the system does not report it.
func (w *wire) memory(figure string) int {
	content, err := os.ReadFile("/proc/" + strconv.Itoa(w.cmd.Process.Pid) + "/status")
	if err != nil {
		return 0
	}
	for line := range strings.Lines(string(content)) {
		if rest, ok := strings.CutPrefix(line, figure+":"); ok {
			kb, _ := strconv.Atoi(strings.Fields(rest)[0])
			return kb << 10
		}
	}
	return 0
}

// cpu returns the program's CPU time, 0 if the system does not report it.
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

// A program that prints the key may ask for a password first: the terminal shows what
// is awaited, and ctrl+c ends it, whatever the program does.
func TestKeyCommandShowsThatItRuns(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "config.toml")
	text := "[sites.x]\nbase_url = 'https://x.example'\n" +
		"api_key_command = ['sh', '-c', 'trap \"\" INT; exec sleep 3600']\n"
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
	out, err := exec.Command(channeldeck, "version").Output()
	if err != nil || !strings.Contains(string(out), " commit "+strings.TrimSpace(string(head))) {
		t.Errorf("got %s, %v", out, err)
	}
}
