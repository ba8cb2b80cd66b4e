//go:build unix

package e2e

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"channeldeck/api/sandbox"
	"channeldeck/ui/testkit/awkward"
	"channeldeck/ui/testkit/emulator"
	"channeldeck/ui/text"
)

// disputed are names whose widths terminals dispute.
var disputed = []string{
	"❤\ufe0f like ❤\ufe0f",
	"👨\u200d👩\u200d👧\u200d👦 family",
	"می\u200cخواهم",
	"👩🏽\u200d❤\ufe0f\u200d💋\u200d👨🏽",
	"“引号” … ×",
	"Ж ○ ①",
	"क\u094d\u200dष",
	"👍🏽 good",
	"ทำอาหาร",
	"ນ້ຳໃຈ",
	"हिन्दी की",
	"হ্যাঁ ক্ষা",
	"ខ្មែរ",
}

// named is a service with accounts of these names, and a plain one. They differ in nothing else.
func named(t *testing.T, names []string) look {
	t.Helper()
	server := serving(t, sandbox.Options{Accounts: len(names) + 1}, func(next http.Handler) http.Handler {
		return awkward.Edit(next, awkward.AccountsPath, func(_ *http.Request, data *awkward.Accounts) {
			for i, name := range append([]string{"Ada"}, names...) {
				account := map[string]any{}
				_ = json.Unmarshal(data.List[0], &account)
				account["id"], account["nickname"], account["type"] = fmt.Sprint("douyin_", i), name, "douyin"
				for _, when := range []string{"createdAt", "updatedAt", "lastStatsTime"} {
					account[when] = "2024-05-06T07:08:09.000Z" // in a service that starts a minute later as well
				}
				data.List[i], _ = json.Marshal(account) // it was JSON before
			}
		})
	})
	return look{args: []string{"--no-history"}, env: service(server.URL, testKey)}
}

// list returns the rows of accounts on a screen, and the column before their platform.
func list(t *testing.T, s screen) (column int, rows []int) {
	t.Helper()
	for y, line := range s.lines() {
		if before, _, ok := strings.Cut(line, "Douyin"); ok && strings.Contains(line, "│") {
			column = text.Width(before)
			rows = append(rows, y)
			if len(rows) == len(disputed)+1 {
				return column, rows
			}
		}
	}
	t.Fatalf("no list of accounts:\n%s", s)
	return 0, nil
}

// What stands behind names of disputed width is in the same columns as behind plain names: in
// tmux, in GNU Screen, and in terminals that know neither.
func TestNamesKeepColumns(t *testing.T) {
	t.Parallel()
	plain := make([]string, len(disputed))
	for i := range plain {
		plain[i] = fmt.Sprint("Name ", i)
	}
	first := fmt.Sprint("1/", len(disputed)+1)
	m := open(t, named(t, plain))
	all := m.wait(first, fmt.Sprint("Name ", len(plain)-1), "Douyin")
	column, rows := list(t, all)
	var behind []string
	for _, y := range rows {
		behind = append(behind, after(all.line(y), column))
	}
	erase := &strings.Builder{}
	for _, y := range rows {
		fmt.Fprintf(erase, "\x1b[%d;%dH\x1b[1K", y+1, column)
	}
	for _, env := range [][]string{
		nil,
		{"RUNEWIDTH_EASTASIAN=1"},
		{"LANG=zh_CN.UTF-8", "LC_CTYPE=zh_CN.UTF-8", "CHANNELDECK_LANG=en"},
	} {
		t.Run(strings.Join(append([]string{"tmux"}, env...), " "), func(t *testing.T) {
			t.Parallel()
			m := open(t, named(t, disputed).with(env...))
			m.wait(first, "good", "Douyin")
			m.scribble(m.ask("#{pane_tty}"), erase.String())
			s := m.gone("good")
			for i, y := range rows {
				if got := after(s.line(y), column); got != behind[i] {
					t.Errorf("row %d:\n%s\nwant\n%s", y, got, behind[i])
				}
			}
		})
	}
	t.Run("screen", func(t *testing.T) {
		t.Parallel()
		need(t, "screen")
		dir := t.TempDir()
		l := named(t, disputed)
		if err := os.Chmod(dir, 0o700); err != nil {
			t.Fatal(err)
		}
		l.command = append(
			[]string{
				"screen", "-c", "/dev/null", "-U", "-S", "names", "sh", "-c",
				`tty > "$0"; exec "$@"`, dir + "/tty", channeldeck,
			},
			l.args...,
		)
		m := open(t, l.with("SCREENDIR="+dir))
		m.wait(first, "good", "Douyin")
		tty, err := os.ReadFile(dir + "/tty")
		if err != nil {
			t.Fatal(err)
		}
		const done = "\x1b[999;1Hdone"
		m.scribble(strings.TrimSpace(string(tty)), erase.String()+done)
		copied := filepath.Join(dir, "copy")
		var shown []byte
		m.poll("the copy", func() bool {
			shown, _ = os.ReadFile(copied)               // nothing before the first copy
			if strings.Contains(string(shown), "done") { // its last row
				return true
			}
			m.scribble(strings.TrimSpace(string(tty)), done) // the footer may have been drawn again
			cmd := exec.Command("screen", "-S", "names", "-X", "hardcopy", copied)
			cmd.Env = append(m.env, "SCREENDIR="+dir)
			_ = cmd.Run() // writes the copy after it has ended
			return false
		})
		for i, y := range rows { // of each cell the copy has the lowest byte of its character
			var want []byte
			for _, r := range behind[i] {
				want = append(want, byte(r))
			}
			if got := screen(shown).line(y); !strings.HasSuffix(got, string(want)) || len(got) != column+len(want) {
				t.Errorf("row %d: %q\nwant %q", y, got, want)
			}
		}
	})
	t.Run("neither", func(t *testing.T) {
		t.Parallel()
		w := start(t, named(t, disputed).with("RUNEWIDTH_EASTASIAN=1"), channeldeck)
		w.wait(0, first)
		for i, e := range emulator.Disputing(120, 40) {
			poll(func() bool { // until the last row has arrived
				e.Write(w.since(0))
				return strings.Contains(strings.Join(e.Row(rows[len(rows)-1]), ""), behind[len(rows)-1])
			})
			for k, y := range rows {
				if got := strings.TrimRight(strings.Join(e.Row(y)[column:], ""), " "); got != behind[k] {
					t.Errorf("terminal %d, row %d:\n%s\nwant\n%s", i, y, got, behind[k])
				}
			}
		}
	})
}

// after returns what is behind a column of a line.
func after(line string, column int) string {
	return strings.TrimRight(ansi.TruncateLeft(line, column, ""), " ")
}

// scribble writes to a terminal as a program in it does.
func (m *terminal) scribble(tty, sequences string) {
	m.Helper()
	m.before = m.screen()
	f, err := os.OpenFile(tty, os.O_WRONLY, 0)
	if err == nil {
		_, err = f.WriteString(sequences)
		f.Close()
	}
	if err != nil {
		m.Fatal(err)
	}
}
