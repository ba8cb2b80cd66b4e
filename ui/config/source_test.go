package config

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"testing/synctest"
	"time"

	"channeldeck/ui/config/program"
)

// A write to a device would replace it.
func TestOnlyRegularFilesAreReplaced(t *testing.T) {
	dir := t.TempDir()
	if err := write(dir, []byte("x")); err != ErrNotRegular {
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
		if _, err := Load(src, Flags{"config": path}); !IsKind(err, FileUnreadable) || !errors.Is(err, ErrNotRegular) {
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
		if _, err := s.APIKey(t.Context(), nil); !IsKind(err, KeyFileUnreadable) || !errors.Is(err, ErrNotRegular) {
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
		c.src.Run = program.Run
		f, err := c.OnFinding()
		if err != nil {
			t.Fatal(err)
		}
		return f(t.Context(), []byte("[1]\n"))
	}
	if err := hook("cat > $DIR/in; echo $DIR; echo ${" + envAPIKey +
		"-none} ${MINE-none} $HOME >> $DIR/in"); err != nil {
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
		c.src.Run = func(ctx context.Context, p program.Program, _ func()) ([]byte, error) {
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
