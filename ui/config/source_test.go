package config

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"
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
		out, err := run(t.Context(), Program{Argv: []string{"sh", "-c", tt.script}}, func() { started++ })
		if err == nil {
			err = errors.New("")
		}
		if string(out) != tt.out || err.Error() != tt.err || started != 1 {
			t.Errorf("%s: got %q, %v, started %d times", tt.name, out, err, started)
		}
	}
	if _, err := run(t.Context(), Program{Argv: []string{"/none/such"}}, func() { t.Error("a missing program started") }); err == nil {
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
	out, err := run(t.Context(), Program{Argv: []string{"sh", "-c", background}}, func() {})
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
	for _, script := range []string{"yes " + testKey, "head -c 10000000 /dev/zero", "sleep 3600 & echo $! > $DIR/pid; trap '' PIPE; yes " + testKey + "; wait"} {
		out, err := run(t.Context(), Program{Argv: []string{"sh", "-c", script + "; exit"}}, func() {})
		if err != errTooLarge || len(out) > 1<<16 {
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
		_, err := run(ctx, Program{Argv: []string{"sh", "-c", "trap '' INT TERM; " + background + "; echo > $DIR/ready; wait"}}, func() {})
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

// A write to a device would replace it.
func TestOnlyRegularFilesAreReplaced(t *testing.T) {
	dir := t.TempDir()
	if err := write(dir, []byte("x")); err != errNotRegular {
		t.Errorf("got %v", err)
	}
	if err := create(filepath.Join(dir, "none", "such"), nil); !isMissing(err) {
		t.Errorf("got %v", err)
	}
}

// A FIFO would block, and a device has no end.
func TestOnlyRegularFilesAreRead(t *testing.T) {
	dir := t.TempDir()
	fifo := filepath.Join(dir, "fifo")
	if err := exec.Command("mkfifo", "-m", "600", fifo).Run(); err != nil {
		t.Skip("mkfifo: ", err)
	}
	for _, path := range []string{fifo, "/dev/zero", dir} {
		src := System()
		src.Getenv = func(name string) string { return map[string]string{"HOME": dir}[name] }
		if _, err := Load(src, Flags{"config": path}); !IsKind(err, FileUnreadable) || !errors.Is(err, errNotRegular) {
			t.Errorf("configuration %s: %v", path, err)
		}
		c, err := Load(src, Flags{"base-url": "https://x.example", "api-key-file": path})
		if err != nil {
			t.Fatal(err)
		}
		s, err := c.Site()
		if err != nil {
			t.Fatal(err)
		}
		if _, err := s.APIKey(t.Context(), nil); !IsKind(err, KeyFileUnreadable) || !errors.Is(err, errNotRegular) {
			t.Errorf("key file %s: %v", path, err)
		}
	}
}

// A hook gets JSON on its standard input and no API key.
func TestOnFinding(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("DIR", dir)
	t.Setenv(envAPIKey, testKey)
	t.Setenv("MINE", testKey)
	hook := func(script string) error {
		w := newSystem("on_finding = ['sh', '-c', \"" + script + "\"]\n" + mine("api_key_env = 'MINE'"))
		c := w.load(t, nil)
		c.src.Run = run
		f, err := c.OnFinding()
		if err != nil {
			t.Fatal(err)
		}
		return f(t.Context(), []byte("[1]\n"))
	}
	if err := hook("cat > $DIR/in; echo $DIR; echo ${" + envAPIKey + "-none} ${MINE-none} $HOME >> $DIR/in"); err != nil {
		t.Error(err)
	}
	got, err := os.ReadFile(filepath.Join(dir, "in"))
	if want := "[1]\nnone none " + os.Getenv("HOME") + "\n"; string(got) != want || err != nil {
		t.Errorf("got %q, %v", got, err)
	}
	for script, kind := range map[string]Kind{"exit 3": HookFailed, "yes": HookLong, "exit": ""} {
		if err := hook(script); kind == "" && err != nil || kind != "" && !IsKind(err, kind) {
			t.Errorf("%s: %v", script, err)
		}
	}
}

// A hook that hangs is stopped after ten seconds.
func TestHangingHook(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newSystem("on_finding = ['hook']\n"+mine("")).load(t, nil)
		c.src.Run = func(ctx context.Context, p Program, _ func()) ([]byte, error) {
			<-ctx.Done()
			return nil, ctx.Err()
		}
		hook, err := c.OnFinding()
		if err != nil {
			t.Fatal(err)
		}
		began := time.Now()
		if err := hook(t.Context(), nil); !IsKind(err, HookSlow) || time.Since(began) != commandTime {
			t.Errorf("after %v: %v", time.Since(began), err)
		}
	})
}

func TestOnFindingIsChecked(t *testing.T) {
	if hook, err := newSystem(mine("")).load(t, nil).OnFinding(); hook != nil || err != nil {
		t.Errorf("without the setting: %v", err)
	}
	w := newSystem("")
	w.put(confPath, "on_finding = 'hook'\n"+mine(""), 0o644)
	if _, err := Load(w.source(), nil); !IsKind(err, WrongType) {
		t.Errorf("a string: %v", err)
	}
	w.put(confPath, "on_finding = ['hook']\n"+mine(""), 0o666)
	if _, err := Load(w.source(), nil); !IsKind(err, KeyCommandShared) {
		t.Errorf("a file that others can write: %v", err)
	}
}
