package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"channeldeck/api/sandbox"
)

// A clock that panics stands for any defect: the dashboard and the commands end
// with a report that does not contain the key.
func TestCrashReport(t *testing.T) {
	d := deploy(t, sandbox.Options{Accounts: 20, Now: clock})
	for _, args := range [][]string{
		{"work", "youtube", aWork, "--account", anOwner},
		{"work", "youtube", aWork, "--account", anOwner, "-o", "csv"},
		{},
	} {
		env := withState(t, d.env())
		env["TERM"] = "xterm-256color"
		w, _, errs := newEnv(t, env, args...)
		w.Now = func() time.Time { panic("broken clock of " + testKey) }
		screen := ""
		code := 0
		if len(args) == 0 {
			s := openScreen(t)
			w.In = s.tty
			code, screen = s.run(t, w)
		} else {
			code = Run(t.Context(), w)
		}
		said := errs.String()
		_, path, _ := strings.Cut(said, "A report without secrets is in ")
		path, _, _ = strings.Cut(path, ".txt")
		text, err := os.ReadFile(path + ".txt")
		if code != ExitFailed || err != nil ||
			filepath.Dir(path) != filepath.Join(env["XDG_STATE_HOME"], "channeldeck") {
			t.Fatalf("%v: exit %d, %v: %s", args, code, err, said)
		}
		if !strings.Contains(string(text), "broken clock of [hidden]") ||
			!strings.Contains(string(text), "channeldeck/ui/cli.TestCrashReport") {
			t.Errorf("%v: report %s", args, text)
		}
		if strings.Contains(said+screen+string(text), testKey) {
			t.Errorf("%v: the key is in %s%s%s", args, said, screen, text)
		}
		if strings.Contains(screen, "broken") {
			t.Errorf("the panic is on the screen: %q", screen)
		}
	}
}
