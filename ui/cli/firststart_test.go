package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"channeldeck/api/sandbox"
)

// start runs the dashboard on a terminal.
func start(t *testing.T, env map[string]string, args ...string) (*screen, chan int) {
	t.Helper()
	s := openScreen(t)
	w, _, errs := newEnv(t, env, args...)
	w.In = s.tty
	w.Out = s.tty
	done := make(chan int, 1)
	go func() {
		code := Run(t.Context(), w)
		s.tty.Close() // nothing more comes
		if errs.Len() > 0 {
			t.Errorf("on standard error: %s", errs)
		}
		done <- code
	}()
	return s, done
}

func (s *screen) press(t *testing.T, keys string) {
	t.Helper()
	if _, err := s.ptm.WriteString(keys); err != nil {
		t.Fatal(err)
	}
}

// Without a configuration the set-up screen tries the input and saves it, and the
// dashboard opens. The next start uses what was saved.
func TestFirstStart(t *testing.T) {
	t.Parallel()
	d := deploy(t, sandbox.Options{Accounts: 20, Now: clock})
	home := t.TempDir()
	env := map[string]string{"TERM": "xterm-256color", "HOME": home}
	s, done := start(t, env)
	s.wait(t, "Welcome to channeldeck")
	s.press(t, "\r")
	s.wait(t, "API key")
	s.press(t, d.URL)
	s.press(t, "\t")
	s.press(t, "wrong-key\r")
	s.wait(t, "error 401")          // the port may contain 401
	s.press(t, "\x15"+testKey+"\r") // ctrl+u clears the field
	s.wait(t, "20 accounts")        // the dashboard reads the keys from here on
	s.drain()
	s.press(t, "q")
	if code := ended(t, done); code != ExitDone {
		t.Fatalf("exit %d", code)
	}

	dir := filepath.Join(home, ".config", "channeldeck")
	text, err := os.ReadFile(filepath.Join(dir, "config.toml"))
	if err != nil || !strings.Contains(string(text), d.URL) || strings.Contains(string(text), testKey) {
		t.Errorf("saved %s, %v", text, err)
	}
	info, err := os.Stat(filepath.Join(dir, "china.key"))
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the key's file: %v, %v", info, err)
	}
	if got := run(t, env, "accounts", "-o", "ndjson"); got.code != ExitDone || strings.Count(got.out, "\n") != 20 {
		t.Errorf("after it: %+v", got)
	}
}

func TestFirstStartOpensTheDemo(t *testing.T) {
	t.Parallel()
	s, done := start(t, map[string]string{"TERM": "xterm-256color"}, "--accounts", "20", "--site", "china")
	s.wait(t, "Welcome to channeldeck")
	s.press(t, "\x1b[B")
	s.press(t, "\x1b[B")
	s.press(t, "\r")
	s.wait(t, "20 accounts")
	s.drain()
	s.press(t, "q")
	if code := ended(t, done); code != ExitDone {
		t.Errorf("exit %d", code)
	}
}

func TestFirstStartQuit(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	s, done := start(t, map[string]string{"TERM": "xterm-256color", "HOME": home})
	s.wait(t, "Welcome to channeldeck")
	s.drain()
	s.press(t, "\x03")
	if code := ended(t, done); code != ExitDone {
		t.Errorf("exit %d", code)
	}
	if _, err := os.Stat(filepath.Join(home, ".config")); !os.IsNotExist(err) {
		t.Errorf("something was saved: %v", err)
	}
}

// Keys and columns of the configuration are checked before anything is drawn.
func TestDashboardConfiguration(t *testing.T) {
	t.Parallel()
	for text, says := range map[string]string{
		"[accounts]\ncolumns = ['nickname', 'shoe']": ":2:1: accounts.columns cannot be “shoe”",
		"[keys]\naccounts.claer = ['x']":             ":2:10: Unknown action: accounts.claer.",
		"[theme]\naccnt = 'red'": ":2:1: Unknown colour of the theme: theme.accnt. There are " +
			"accent, bad,",
		"[theme]\nname = 'dark'\nbad = 'reddish'": ":3:1: theme.bad cannot be “reddish”.",
		"[keys]\nfilter = ['control-f']":          ":2:1: Unknown key: “control-f”.",
		"[keys]\nfilter = ['?']":                  ":2:1: “?” is already the key for help, so filter cannot have it.",
	} {
		file := write(t, filepath.Join(t.TempDir(), "c.toml"), text, 0o600)
		s := openScreen(t)
		w, _, errs := newEnv(t, map[string]string{"TERM": "xterm-256color"}, "--demo", "--config", file)
		w.In = s.tty
		w.Out = s.tty
		s.drain()
		if code := Run(t.Context(), w); code != ExitUsage ||
			!strings.HasPrefix(errs.String(), "channeldeck: "+file+says) {
			t.Errorf("%s: exit %d, %s", text, code, errs)
		}
	}
}

func TestConfigKeys(t *testing.T) {
	file := write(t, filepath.Join(t.TempDir(), "c.toml"), "[keys]\naccounts.clear = ['Z', 'alt+space']\n", 0o600)
	got := run(t, nil, "config", "keys", "--config", file)
	for _, line := range []string{
		"action\tkeys\tdoes",
		"accounts.clear\tZ alt+space\tclear filters",
		"select\tspace\tselect",
	} {
		if !strings.Contains(got.out, line+"\n") {
			t.Errorf("no %q in\n%s%s", line, got.out, got.err)
		}
	}
	if got := run(
		t,
		nil,
		"config",
		"keys",
		"--config",
		write(t, file, "[keys]\nrefresh = ['q']", 0o600),
	); got.code != ExitUsage || !strings.Contains(got.out, "refresh\tq\t") {
		t.Errorf("%+v", got)
	}
}

func TestColumnsOfTheConfiguration(t *testing.T) {
	env := fixed(t, `{"id":"a","userId":"u","type":"x","uid":"1","nickname":"n","groupId":"g","status":1}`)
	env["CHANNELDECK_ACCOUNTS_COLUMNS"] = "uid, nickname"
	if got := run(t, env, "accounts"); got.out != "uid\tnickname\n1\tn\n" {
		t.Errorf("%+v", got)
	}
	if got := run(t, env, "accounts", "--columns", "id"); got.out != "id\na\n" {
		t.Errorf("%+v", got)
	}
	if got := run(t, env, "accounts", "-o", "csv"); strings.Count(got.out, ",") < 20 {
		t.Errorf("%+v", got)
	}
	env["CHANNELDECK_ACCOUNTS_COLUMNS"] = "shoe"
	if got := run(t, env, "accounts"); got.code != ExitUsage || got.out != "" ||
		!strings.Contains(got.err, "CHANNELDECK_ACCOUNTS_COLUMNS: accounts.columns cannot be “shoe”") {
		t.Errorf("%+v", got)
	}
}

// Without a key the dashboard opens with the prices.
func TestDashboardWithoutAKey(t *testing.T) {
	t.Parallel()
	d := deploy(t, sandbox.Options{Accounts: 20, Now: clock})
	s, done := start(t, map[string]string{"TERM": "xterm-256color", "CHANNELDECK_BASE_URL": d.URL})
	s.wait(t, "Aurora 1.0 Lite")
	s.drain()
	s.press(t, "q")
	if code := ended(t, done); code != ExitDone {
		t.Errorf("exit %d", code)
	}
}
