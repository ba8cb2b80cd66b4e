package program

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
)

const (
	testKey = "test-key-1234"
	limit   = 4 << 10
)

func TestRun(t *testing.T) {
	for _, tt := range []struct {
		name, script, out, err string
	}{
		{"output", "echo " + testKey, testKey + "\n", ""},
		{"failure", "echo " + testKey + " >&2; exit 3", "", "exit status 3"},
		{"interruption", "kill -INT $$", "", context.Canceled.Error()},
		{"another signal", "kill -TERM $$", "", "signal: terminated"},
	} {
		started := 0
		out, err := Run(t.Context(), Program{Argv: []string{"sh", "-c", tt.script}, Limit: limit}, func() { started++ })
		if err == nil {
			err = errors.New("")
		}
		if string(out) != tt.out || err.Error() != tt.err || started != 1 {
			t.Errorf("%s: got %q, %v, started %d times", tt.name, out, err, started)
		}
	}
	if _, err := Run(t.Context(), Program{
		Argv: []string{"/none/such"},
	}, func() { t.Error("a missing program started") }); err == nil {
		t.Error("a missing program ran")
	}
}

// background is a script that leaves a process behind which holds its output open.
const background = "sleep 3600 & echo $! > $DIR/pid; echo " + testKey

func killBackground(t *testing.T, dir string) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(dir, "pid"))
	if err != nil {
		t.Fatal(err)
	}
	pid, err := strconv.Atoi(strings.TrimSpace(string(text)))
	if err != nil {
		t.Fatal(err)
	}
	if p, err := os.FindProcess(pid); err == nil {
		_ = p.Kill() // it may have ended
	}
}

func TestRunToleratesAProcessLeftBehind(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("DIR", dir)
	out, err := Run(t.Context(), Program{Argv: []string{"sh", "-c", background}, Limit: limit}, func() {})
	if err != nil || string(out) != testKey+"\n" {
		t.Errorf("got %q, %v", out, err)
	}
	killBackground(t, dir)
}

// Output that is no key ends the program and its children: one that prints without end,
// and one that ignores the end of its output.
func TestRunLimitsTheOutput(t *testing.T) {
	if _, err := os.Stat("/proc/self/task/" + strconv.Itoa(os.Getpid()) + "/children"); err != nil {
		t.Skip("the system does not list the children of a process: ", err)
	}
	dir := t.TempDir()
	t.Setenv("DIR", dir)
	for _, script := range []string{
		"yes " + testKey,
		"head -c 10000000 /dev/zero",
		"sleep 3600 & echo $! > $DIR/pid; trap '' PIPE; yes " + testKey + "; wait",
	} {
		out, err := Run(t.Context(), Program{Argv: []string{"sh", "-c", script + "; exit"}, Limit: limit}, func() {})
		if err != ErrTooLarge || len(out) > 1<<16 {
			t.Errorf("%s: %d bytes, %v", script, len(out), err)
		}
	}
	text, err := os.ReadFile(filepath.Join(dir, "pid"))
	if err != nil {
		t.Fatal(err)
	}
	pid := strings.TrimSpace(string(text))
	for { // until the killed process is gone, or waits for its parent to ask how it ended
		stat, err := os.ReadFile("/proc/" + pid + "/stat")
		if err != nil || strings.Contains(string(stat), ") Z") {
			break
		}
		runtime.Gosched()
	}
}

// An interruption does not wait for the program.
func TestRunEndsWithItsContext(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("DIR", dir)
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error)
	go func() {
		_, err := Run(
			ctx,
			Program{
				Argv:  []string{"sh", "-c", "trap '' INT TERM; " + background + "; echo > $DIR/ready; wait"},
				Limit: limit,
			},
			func() {},
		)
		ended <- err
	}()
	for {
		if _, err := os.Stat(filepath.Join(dir, "ready")); err == nil {
			break
		}
		runtime.Gosched()
	}
	cancel()
	if err := <-ended; err != context.Canceled {
		t.Errorf("got %v", err)
	}
	killBackground(t, dir)
}
