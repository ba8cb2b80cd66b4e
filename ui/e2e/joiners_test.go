//go:build unix

package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	drawing "channeldeck/ui/terminal"
	"channeldeck/ui/text"
)

// TestJoinersKeepColumns draws names in tmux, which counts ❤️ as one cell (3.3) and joins
// characters in its own way, and looks at what stands behind them.
func TestJoinersKeepColumns(t *testing.T) {
	const width, name, behind = 40, 14, "│ 17 │名"
	names := []string{
		"❤\ufe0f",
		"❤\ufe0f❤\ufe0f like",
		"👨\u200d👩\u200d👧\u200d👦",
		"👨\u200d👩\u200d👧\u200d👦!",
		"👍🏽",
		"👍🏽 good 👍🏽",
		"👩🏽\u200d❤\ufe0f\u200d💋\u200d👨🏽",
		"می\u200cخواهم",
		"क\u094d\u200dष",
		"ක\u0dca\u200dෂ",
		"ഉത്\u200cസവ",
		"a long name 👨\u200d👩\u200d👧\u200d👦",
		"abcdefghijklක\u0dca\u200dෂම",
		"账号 👍🏽",
		"ක\u0dca\u200d", // as a row ends that was broken there
	}
	height := len(names) + 1
	var first, second, cut strings.Builder
	for y, s := range names {
		s = text.Left(s, name)
		first.WriteString(s + behind + "\n")
		second.WriteString("\x1b[7m" + s + "\x1b[m" + behind + text.Blank(width-2*name-text.Width(behind)) + s + "\n")
		fmt.Fprintf(&cut, "\x1b[%d;%dH\x1b[1K\x1b[%[1]d;%[3]dH\x1b[K", y+1, name, width-name+1) // the names
	}
	fmt.Fprintf(&cut, "\x1b[%dHcut", height)
	for _, views := range [][]string{
		{first.String() + "end"},
		{"old" + strings.Repeat("old\n", len(names)), first.String() + "end", second.String() + "end"},
	} {
		var s drawing.Screen
		s.Resize(width, height)
		var drawn strings.Builder
		for _, view := range views {
			drawn.Write(s.Draw(view))
		}
		dir := t.TempDir()
		for file, data := range map[string]string{"drawn": drawn.String(), "cut": cut.String()} {
			if err := os.WriteFile(filepath.Join(dir, file), []byte(data), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		m := open(t, look{
			width:   width,
			height:  height,
			command: []string{"sh", "-c", `stty -echo; cd "$0"; cat drawn; read key; cat cut; read key`, dir},
		})
		m.poll("the names", func() bool { return strings.HasPrefix(m.screen().line(-1), "end") })
		if !m.screen().has("❤\ufe0f", "👨\u200d👩\u200d👧", "👍", "می\u200cخواهم", "क\u094d\u200dष", "ක\u0dca\u200dෂ ") {
			t.Errorf("the screen:\n%s", m.screen())
		}
		m.press("Enter")
		m.poll("the names to be cut", func() bool { return strings.HasPrefix(m.screen().line(-1), "cut") })
		for y, line := range m.screen().lines()[:len(names)] {
			if want := text.Blank(name) + behind; line != want {
				t.Errorf("%+q: %q, want %q", names[y], line, want)
			}
		}
	}
}
