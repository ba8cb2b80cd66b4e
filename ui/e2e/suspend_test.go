//go:build unix

package e2e

import (
	"strconv"
	"strings"
	"syscall"
	"testing"
)

// noShell is the notice shown instead of suspending where no shell could resume.
const noShell = "Can't suspend: no shell to return to."

// A process that no job-control shell waits for would never run again.
func TestSuspendNeedsAShell(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name string
		look look
		path string
	}{
		{"session leader, as after exec", demo(), channeldeck},
		{
			"child of a script that leads the session",
			look{args: []string{"-c", `"$0" --demo --seed 7; exit $?`, channeldeck}},
			"sh",
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			w := start(t, test.look, test.path)
			w.wait(0, "2,500 accounts")
			_, from := w.send("\x1a")
			w.wait(from, noShell)
			_, from = w.send("j")
			w.wait(from, "2/2,500")
			w.send("q")
			if code := w.exit(); code != 0 {
				t.Errorf("exit %d", code)
			}
		})
	}
}

// Another program may have changed the screen and the terminal settings meanwhile.
func TestScreenIsRedrawnAfterAnExternalStop(t *testing.T) {
	t.Parallel()
	for _, signal := range []syscall.Signal{syscall.SIGSTOP, syscall.SIGTSTP} {
		t.Run(signal.String(), func(t *testing.T) {
			t.Parallel()
			m := openShell(t)
			// The prompt starts at the left edge, wherever the program leaves the cursor.
			m.run(`set -m; PS1="$(printf '\r')$PS1"; echo done > $DIR/said`, "said")
			m.write(`sh -c 'echo $$ > $DIR/pid; exec $CHANNELDECK --demo --mouse'`)
			m.press("Enter")
			m.wait("1/2,500", "q quit")
			pid, err := strconv.Atoi(strings.TrimSpace(m.file("pid")))
			if err != nil {
				t.Fatal(err)
			}
			if err := syscall.Kill(pid, signal); err != nil {
				t.Fatal(err)
			}
			m.wait("prompt>")
			m.write("stty sane; clear")
			m.press("C-j") // the line is still in raw mode
			m.gone("q quit")
			m.wait("prompt>")
			m.write("fg")
			m.press("Enter")
			m.wait("1/2,500", "q quit")
			m.poll("the alternate screen and the mouse", func() bool {
				return m.ask("#{alternate_on}#{mouse_any_flag}") == "11"
			})
			m.do("j", "2/2,500", "q", "prompt>")
		})
	}
}
