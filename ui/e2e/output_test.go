//go:build unix

package e2e

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/creack/pty"

	"channeldeck/api/sandbox"
	"channeldeck/ui/testkit/emulator"
	"channeldeck/ui/text"
)

// queries match terminal queries: attributes, status and mode reports, cursor position,
// colours, version, capabilities, keyboard, window size. A terminal that answers none
// makes a program wait.
var queries = regexp.MustCompile(`\x1b\[[>=?]?[0-9]*c|\x1b\[\??[0-9]*n|\x1b\[\??[0-9]+\$p|\x1b\[>[0-9]*q|\x1b\[\?u` +
	`|\x1b\[1[1-9]t|\x1b\[2[01]t|\x1b\](?:4;[0-9]+|[0-9]+);\?|\x1bP\+q|\x1bP\$q|\x1b_G`)

func TestQueryPattern(t *testing.T) {
	for _, q := range []string{
		"\x1b[c", "\x1b[0c", "\x1b[>c", "\x1b[6n", "\x1b[?6n", "\x1b[?2026$p", "\x1b[>0q",
		"\x1b[?u", "\x1b[14t", "\x1b]10;?\x07", "\x1b]11;?\x1b\\", "\x1b]4;1;?\x07",
		"\x1bP+q544e\x1b\\",
	} {
		if !queries.MatchString(q) {
			t.Errorf("%q is a query", q)
		}
	}
	for _, s := range []string{
		"\x1b[?1049h",
		"\x1b[2J",
		"\x1b[31;1m",
		"\x1b]52;c;YQ==\x07",
		"\x1b[?2004h",
		"\x1b[40;1H",
		"\x1b]8;;https://x\x07",
	} {
		if queries.MatchString(s) {
			t.Errorf("%q is not a query", s)
		}
	}
}

func TestNoTerminalQueries(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name string
		look look
		wait string
	}{
		{"demo", demo(), "2,500 accounts"},
		{"in Chinese", demo("--lang", "zh"), "2,500"},
		{"in 16 colours", demo("--theme", "ansi"), "2,500 accounts"},
		{"first start", look{}, "channeldeck"},
	} {
		for _, term := range []string{"xterm-256color", "xterm", "screen", "linux"} {
			t.Run(test.name+" "+term, func(t *testing.T) {
				t.Parallel()
				l := test.look
				l.term = term
				w := start(t, l, channeldeck)
				w.wait(0, test.wait)
				if q := queries.FindAllString(string(w.since(0)), -1); q != nil {
					t.Errorf("asked the terminal %q", q)
				}
			})
		}
	}
}

func TestFramesFillTheWindow(t *testing.T) {
	t.Parallel()
	w := start(t, demo().sized(101, 31), channeldeck)
	check := func(from, width, height int) {
		t.Helper()
		w.wait(from, "2,500 accounts")
		larger := emulator.New(width+20, height+5)
		larger.Write(w.quiet(from, 300*time.Millisecond))
		lines := strings.Split(strings.TrimRight(larger.Text(), "\n"), "\n")
		widest := 0
		for _, l := range lines {
			widest = max(widest, text.Width(l))
		}
		if len(lines) != height || widest != width || !strings.Contains(lines[0], "2 Acc") ||
			!strings.Contains(lines[height-1], " quit") {
			t.Errorf("%d lines of up to %d cells:\n%s", len(lines), widest, larger.Text())
		}
	}
	check(0, 101, 31)
	from := w.seen()
	if err := pty.Setsize(w.file, &pty.Winsize{Rows: 25, Cols: 80}); err != nil {
		t.Fatal(err)
	}
	check(from, 80, 25)
}

// The key is in no output and no log, and masked in the printed configuration.
func TestKeyIsNeverPrinted(t *testing.T) {
	t.Parallel()
	const key = "test-key-that-nobody-sees"
	asked := &calls{key: key}
	server := serving(t, sandbox.Options{APIKey: key}, asked.before)
	log := filepath.Join(t.TempDir(), "log")
	l := look{args: []string{"--debug-log", log}}.with(service(server.URL, key)...)
	w := start(t, l, channeldeck)
	w.wait(0, "300 accounts")
	for _, pane := range []struct{ key, shows string }{
		{"1", "What needs you"},
		{"3", "12 groups"},
		{"4", "14 platforms"},
		{"5", "No work is open"},
		{"6", "No session is open"},
		{"7", "Iris"},
		{"2", "300 accounts"},
	} {
		_, from := w.send(pane.key)
		w.wait(from, pane.shows) // what it asks for has come
	}
	w.send("\x03")
	if code := w.exit(); code != 0 {
		t.Errorf("exit %d", code)
	}
	logged, err := os.ReadFile(log)
	if err != nil || len(logged) == 0 {
		t.Fatalf("no log: %v", err)
	}
	for name, said := range map[string][]byte{"the screen": w.since(0), "the log": logged} {
		if bytes.Contains(said, []byte(key)) {
			t.Errorf("%s has the key", name)
		}
	}
	asked.check(t)

	for _, args := range [][]string{
		{"config", "show"},
		{"accounts", "--base-url", "http://127.0.0.1:1"},
		{"accounts", "--id", "/" + key[:4]},
		{"accounts", "--status", "no"},
	} {
		l := look{args: args}.with(service(server.URL, key)...)
		w := start(t, l, channeldeck)
		w.exit()
		if all := w.all(); len(all) == 0 || bytes.Contains(all, []byte(key)) {
			t.Errorf("%q says nothing, or the key: %s", args, all)
		}
	}
}
