//go:build !windows

package cli

import (
	"io"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"github.com/creack/pty"

	"channeldeck/api/sandbox"
)

// Tables on a terminal have the names of platforms and models that the dashboard shows, in both
// languages, and group the digits of numbers.
func TestTablesUseDisplayNames(t *testing.T) {
	t.Parallel()
	d := deploy(t, sandbox.Options{Accounts: 300, Now: clock})
	env := []string{
		"CHANNELDECK_BASE_URL=" + d.URL,
		"CHANNELDECK_API_KEY=" + testKey,
		"XDG_STATE_HOME=" + t.TempDir(),
		"TZ=UTC",
		"TERM=xterm",
	}
	for command, want := range map[string][]string{
		"accounts --platform xhs":              {"RedNote"},
		"accounts --platform xhs --lang zh":    {"小红书"},
		"triage --lang zh":                     {"抖音"},
		"prices --model aurora-1-pro":          {"Aurora 1.0 Pro"},
		"groups --columns followers --limit 1": {","},
	} {
		cmd := process(t, env, strings.Fields(command)...)
		terminal, err := pty.StartWithSize(cmd, &pty.Winsize{Rows: 50, Cols: 160})
		if err != nil {
			t.Fatal(err)
		}
		out, _ := io.ReadAll(terminal) // on Linux the end of a terminal is an error
		_ = terminal.Close()
		_ = exit(t, cmd)
		for _, s := range append(want, "\n") {
			if text := ansi.Strip(string(out)); !strings.Contains(text, s) || strings.Contains(text, "xhs  ") ||
				strings.Contains(text, "douyin  ") {
				t.Errorf("%s: no %q in\n%s", command, s, text)
			}
		}
	}
}
