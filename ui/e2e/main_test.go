//go:build unix

// Package e2e drives the built program as a user does: in a real terminal (tmux),
// through a real ssh, and in a terminal that answers no query. A file per pane has the
// tasks that users do there by keys alone; the drivers are tmux_test.go, pty_test.go
// and sshd_test.go.
//
// The tests skip where tmux or ssh is missing; with CHANNELDECK_REQUIRE_TERMINAL=1 they
// fail.
package e2e

import (
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"channeldeck/ui/testkit/parallel"
	"channeldeck/ui/testkit/race"
)

// timeout limits how long a test waits, also on a busy machine.
const timeout = time.Minute

// seed yields the same accounts in every run.
const seed = "7"

// channeldeck is the path of the built program; TestMain sets it once.
var channeldeck string

// TestMain builds the program once for all tests, with the race detector where
// the tests have it.
func TestMain(m *testing.M) {
	parallel.Waiting()
	if signal.Ignored(syscall.SIGHUP) { // by nohup; the programs that tests start would inherit this
		signal.Notify(make(chan os.Signal, 1), syscall.SIGHUP)
	}
	code, err := buildAndRun(m)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		code = 1
	}
	os.Exit(code)
}

func buildAndRun(m *testing.M) (code int, err error) {
	dir, err := os.MkdirTemp("", "channeldeck")
	if err != nil {
		return 1, err
	}
	defer os.RemoveAll(dir)
	channeldeck = filepath.Join(dir, "channeldeck")
	if err := build(channeldeck, "../.."); err != nil {
		return 1, err
	}
	return m.Run(), nil
}

// build puts a program into a file. What the go command builds or installs it links each time, which takes seconds,
// but what it runs it keeps in its cache, so the program is run by a command that copies it.
func build(path, pkg string) error {
	cmd := exec.Command("go", append(building(), "-exec", "cp", pkg, path)...)
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("building %s: %w\n%s", pkg, err, out)
	}
	return nil
}

// building is the command of go for a program that the tests run, with the race detector where the tests have it,
// and without tables for debuggers, which take a fifth of the time of the linker. Whatever GOFLAGS says, version
// prints the commit.
func building() []string {
	args := []string{"run", "-ldflags=-s -w"}
	if _, err := exec.LookPath("git"); err == nil {
		args = append(args, "-buildvcs=true")
	}
	if race.Enabled {
		args = append(args, "-race")
	}
	return args
}

// goFlags are GOFLAGS of the go command as users run it: without the race detector, which takes long to link, and
// the flags that .ci/run adds for it.
func goFlags() string {
	flags, _, _ := strings.Cut(os.Getenv("GOFLAGS"), "-race")
	return "GOFLAGS=" + flags
}

// need skips a test if a program that it drives is missing.
func need(t testing.TB, program string) {
	t.Helper()
	if _, err := exec.LookPath(program); err == nil {
		return
	}
	if os.Getenv("CHANNELDECK_REQUIRE_TERMINAL") == "1" {
		t.Fatalf("%s is not installed, and CHANNELDECK_REQUIRE_TERMINAL is set.", program)
	}
	t.Skipf("%s is not installed: this test drives the program with it.", program)
}

// home returns the environment of a new user, independent of the environment of the
// tests. The accounts come first: what they show at the start is known.
func home(t testing.TB) []string {
	t.Helper()
	dir := t.TempDir()
	reports, err := os.MkdirTemp("", "race") // not in dir, whose name may have a comma, which separates settings
	if err != nil {
		t.Fatal(err)
	}
	races := filepath.Join(reports, "race")
	t.Cleanup(func() {
		found, _ := filepath.Glob(races + ".*") // the pattern is a good one
		for _, path := range found {
			report, _ := os.ReadFile(path)
			t.Errorf("a race in the program:\n%s", report)
		}
		_ = os.RemoveAll(reports)
	})
	return []string{
		"GORACE=atexit_sleep_ms=0 log_path=" + races, // else the program ends a second later
		"HOME=" + dir, "XDG_CONFIG_HOME=" + dir + "/config", "XDG_STATE_HOME=" + dir + "/state",
		"XDG_CACHE_HOME=" + dir + "/cache", "XDG_DATA_HOME=" + dir + "/data", "XDG_RUNTIME_DIR=" + dir,
		"PATH=" + os.Getenv("PATH"), "LANG=C.UTF-8", "TZ=UTC", "COLORTERM=truecolor", "CHANNELDECK_START=accounts",
	}
}

// service returns the environment variables that set a site and its key.
func service(baseURL, key string) []string {
	return []string{"CHANNELDECK_BASE_URL=" + baseURL, "CHANNELDECK_API_KEY=" + key}
}
