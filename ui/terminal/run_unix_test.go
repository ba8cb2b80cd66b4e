//go:build unix

package terminal

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/creack/pty"
	"golang.org/x/sys/unix"
)

// asSessionLeader makes the test binary run programs in front of its terminal: see
// [TestTerminalIsTakenBack].
const asSessionLeader = "TEST_AS_SESSION_LEADER"

// This process is in the foreground again after each program, also after one that could not be
// started.
func TestTerminalIsTakenBack(t *testing.T) {
	if os.Getenv(asSessionLeader) != "" {
		takeBackTheTerminal(t)
		return
	}
	ptm, tty, err := pty.Open()
	if err != nil {
		t.Fatal(err)
	}
	defer ptm.Close()
	defer tty.Close()
	leader := exec.Command(os.Args[0], "-test.run=^TestTerminalIsTakenBack$")
	leader.Env = append(os.Environ(), asSessionLeader+"=1")
	leader.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	leader.Stdin = tty
	if out, err := leader.CombinedOutput(); err != nil || !strings.Contains(string(out), "PASS") {
		t.Errorf("%v: %s", err, out)
	}
}

func takeBackTheTerminal(t *testing.T) {
	dir := t.TempDir()
	for name, script := range map[string]string{
		"works":                    "#!/bin/sh\n",
		"fails":                    "#!/bin/sh\nexit 3\n",
		"without an interpreter":   "echo\n",
		"of a missing interpreter": "#!/none/such\n",
	} {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(script), 0o700); err != nil {
			t.Fatal(err)
		}
		err := runInFront(exec.Command(path), os.Stdin)
		if works := name == "works"; (err == nil) != works {
			t.Errorf("the program %q: %v", name, err)
		}
		front, err := unix.IoctlGetInt(int(os.Stdin.Fd()), unix.TIOCGPGRP)
		if err != nil || front != unix.Getpgrp() {
			t.Errorf(
				"after the program %q, group %d is in the foreground and not %d: %v",
				name,
				front,
				unix.Getpgrp(),
				err,
			)
		}
	}
}
