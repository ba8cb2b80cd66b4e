package cli

import (
	"cmp"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/creack/pty"
	"github.com/muesli/termenv"

	"channeldeck/api/history"
	"channeldeck/api/sandbox"
	"channeldeck/ui/config"
	"channeldeck/ui/notify"
	"channeldeck/ui/terminal"
	"channeldeck/ui/testkit/panetest"
	"channeldeck/ui/words"
)

// screen is a terminal for one test.
type screen struct {
	tty  *os.File
	ptm  *os.File
	seen chan string // all that was written so far, whenever more comes
}

func openScreen(t *testing.T) *screen {
	t.Helper()
	ptm, tty, err := pty.Open()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { ptm.Close(); tty.Close() })
	if err := pty.Setsize(ptm, &pty.Winsize{Rows: 40, Cols: 120}); err != nil {
		t.Fatal(err)
	}
	s := &screen{tty: tty, ptm: ptm, seen: make(chan string)}
	go func() {
		defer close(s.seen)
		var all strings.Builder
		buf := make([]byte, 4096)
		for {
			n, err := ptm.Read(buf)
			all.Write(buf[:n])
			if err != nil {
				return
			}
			s.seen <- all.String()
		}
	}()
	return s
}

// wait returns the output as soon as it contains text.
func (s *screen) wait(t *testing.T, text string) string {
	t.Helper()
	last := ""
	late := time.After(patience)
	for {
		select {
		case all, ok := <-s.seen:
			if !ok {
				t.Fatalf("the screen never showed %q:\n%q", text, last)
			}
			if last = all; strings.Contains(last, text) {
				return last
			}
		case <-late:
			t.Fatalf("the screen does not show %q:\n%q", text, last)
		}
	}
}

// patience is how long a test waits for something that must happen.
const patience = time.Minute

// ended waits for the exit code of a run.
func ended(t *testing.T, done <-chan int) int {
	t.Helper()
	select {
	case code := <-done:
		return code
	case <-time.After(patience):
		t.Fatal("it does not end")
		return 0
	}
}

// drain discards the output, so that the program can go on writing.
func (s *screen) drain() {
	go func() {
		for range s.seen {
		}
	}()
}

// last returns the whole output when the terminal is closed.
func (s *screen) last() string {
	all := ""
	for all = range s.seen {
	}
	return all
}

// run runs a command on the terminal.
func (s *screen) run(t *testing.T, w Env) (code int, printed string) {
	w.Out = s.tty
	done := make(chan int, 1)
	go func() {
		done <- Run(t.Context(), w)
		s.tty.Close()
	}()
	printed = s.last()
	return <-done, printed
}

func TestDashboard(t *testing.T) {
	t.Parallel()
	s := openScreen(t)
	w, _, errs := newEnv(
		t,
		map[string]string{"TERM": "xterm-256color"},
		"--demo",
		"--accounts",
		"20",
		"--mouse",
		"--debug-log",
		filepath.Join(t.TempDir(), "log"),
	)
	w.In = s.tty
	w.Out = s.tty
	done := make(chan int, 1)
	go func() { done <- Run(t.Context(), w) }()
	s.wait(t, "demo") // the header names the site
	s.drain()
	if _, err := s.ptm.WriteString("q"); err != nil {
		t.Fatal(err)
	}
	if code := ended(t, done); code != ExitDone || errs.Len() > 0 {
		t.Errorf("exit %d: %s", code, errs)
	}
}

// Hiding the inspectors is remembered in the configuration, but not from the demo.
func TestInspectorIsRemembered(t *testing.T) {
	t.Parallel()
	d := deploy(t, sandbox.Options{Accounts: 5, Now: clock})
	path := filepath.Join(t.TempDir(), "config.toml")
	const before = "# mine\nlang = 'en'\n"
	for _, tt := range []struct {
		args []string
		want string
	}{
		{[]string{"--demo", "--accounts", "5", "--pane", "accounts"}, before},
		{[]string{"--base-url", d.URL, "--pane", "accounts"}, "hide_inspector = true\n" + before},
		{[]string{"--base-url", d.URL, "--pane", "accounts"}, "hide_inspector = false\n" + before},
	} {
		if tt.args[0] == "--demo" {
			if err := os.WriteFile(path, []byte(before), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		s := openScreen(t)
		w, _, errs := newEnv(
			t,
			withState(t, map[string]string{"TERM": "xterm-256color", "CHANNELDECK_CONFIG": path}),
			tt.args...,
		)
		w.In = s.tty
		w.Out = s.tty
		done := make(chan int, 1)
		go func() { done <- Run(t.Context(), w) }()
		s.wait(t, "Accounts")
		s.drain()
		if _, err := s.ptm.WriteString("Iq"); err != nil {
			t.Fatal(err)
		}
		if code := ended(t, done); code != ExitDone || errs.Len() > 0 {
			t.Errorf("%q: exit %d: %s", tt.args, code, errs)
		}
		if got, err := os.ReadFile(path); err != nil || string(got) != tt.want {
			t.Errorf("%q: %v\n%s", tt.args, err, got)
		}
	}
}

// Colours and the fitting of tables are for terminals only.
func TestAccountsOnATerminal(t *testing.T) {
	w, _, errs := newEnv(t, map[string]string{"TERM": "xterm-256color"}, "accounts", "--demo", "--accounts", "20")
	code, printed := openScreen(t).run(t, w)
	if code != ExitDone || errs.Len() > 0 {
		t.Errorf("exit %d: %s", code, errs)
	}
	if head, _, _ := strings.Cut(printed, "\n"); !strings.Contains(head, "\x1b[") ||
		!strings.Contains(head, "Platform") ||
		strings.Contains(printed, "\t") {
		t.Errorf("no table: %q", printed)
	}
}

func TestProgress(t *testing.T) {
	s := openScreen(t)
	w, _, _ := newEnv(t, nil)
	w.Err = s.tty
	a := newApp(w, nil)
	a.progress("1 of 2")
	a.progress("")
	s.tty.Close()
	if last := s.last(); last != clearLine+"1 of 2"+clearLine {
		t.Errorf("got %q", last)
	}

	w, _, errs := newEnv(t, nil)
	newApp(w, nil).progress("1 of 2")
	if errs.Len() > 0 {
		t.Errorf("progress without a terminal: %q", errs)
	}
}

func TestSaveNew(t *testing.T) {
	t.Chdir(t.TempDir())
	w, _, _ := newEnv(t, nil)
	for i, want := range []string{"a.csv", "a-2.csv", "a-3.csv"} {
		path, err := saveNew(w.Config)("a.csv", []byte{byte('0' + i)})
		if err != nil || filepath.Base(path) != want || !filepath.IsAbs(path) {
			t.Errorf("%s, %v; want %s", path, err, want)
		}
	}
	if text, err := os.ReadFile("a.csv"); err != nil || string(text) != "0" {
		t.Errorf("written over: %s %v", text, err)
	}
	if _, err := saveNew(w.Config)("none/such/a.csv", nil); err == nil {
		t.Error("a directory was made")
	}
	home := t.TempDir()
	getenv := w.Config.Getenv
	w.Config.Getenv = func(name string) string { return cmp.Or(map[string]string{"HOME": home}[name], getenv(name)) }
	for _, name := range []string{"~/b.html", filepath.Join(home, "b.html")} {
		want := map[bool]string{true: "b.html", false: "b-2.html"}[name[0] == '~']
		if path, err := saveNew(w.Config)(name, []byte(name)); err != nil || path != filepath.Join(home, want) {
			t.Errorf("%s: %s, %v", name, path, err)
		}
	}
}

// A full disk leaves neither a file nor a part of one.
func TestSaveNewOnAFullDisk(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	w, _, _ := newEnv(t, nil)
	if _, err := saveNew(w.Config)("a.csv", []byte("first")); err != nil {
		t.Fatal(err)
	}
	w.Config.Create = func(string, []byte) error { return syscall.ENOSPC }
	if path, err := saveNew(w.Config)("a.csv", []byte("second")); !errors.Is(err, syscall.ENOSPC) || path != "" {
		t.Errorf("got %q, %v", path, err)
	}
	left, err := os.ReadDir(dir)
	if err != nil || len(left) != 1 || left[0].Name() != "a.csv" {
		t.Errorf("left behind: %v, %v", left, err)
	}
}

// The demo is refreshed only where the user asked for it.
func TestRefreshOfTheDemo(t *testing.T) {
	for _, tt := range []struct {
		url   string
		flags config.Flags
		want  time.Duration
	}{{
		"",
		nil,
		10 * time.Minute,
	}, {"http://127.0.0.1:1", nil, 0}, {"http://127.0.0.1:1", config.Flags{"refresh": "5s"}, 5 * time.Second}} {
		env, _, _ := newEnv(t, nil)
		a := newApp(env, newWords(env))
		a.demoURL = tt.url
		var err error
		if a.cfg, err = env.load(tt.flags); err != nil {
			t.Fatal(err)
		}
		if got := emptyContext(t.Context(), a).Refresh; got != tt.want {
			t.Errorf("%v: refreshed every %v, want %v", tt, got, tt.want)
		}
	}
}

// The program of on_finding runs for users of the SSH server too, and never for the demo.
func TestAnnouncer(t *testing.T) {
	file := write(t, filepath.Join(t.TempDir(), "c.toml"), "notify = 'bell'\non_finding = ['true']\n", 0o600)
	out := terminal.New(io.Discard, nil)
	for _, tt := range []struct {
		name   string
		remote *remote
		demo   string
		out    notify.Terminal
		how    string
		hook   bool
	}{
		{"dashboard", nil, "", out, "bell", true},
		{"record", nil, "", nil, "none", true},
		{"demo", nil, "http://127.0.0.1:1", out, "bell", false},
		{"session", &remote{}, "", out, "bell", true},
	} {
		env, _, _ := newEnv(t, nil)
		cfg, err := env.load(config.Flags{"config": file})
		if err != nil {
			t.Fatal(err)
		}
		a := newApp(Env{remote: tt.remote}, nil)
		a.cfg = cfg
		a.demoURL = tt.demo
		if got, err := announcer(a, tt.out); err != nil || got.How != tt.how || (got.Hook != nil) != tt.hook {
			t.Errorf("%s: %+v, %v", tt.name, got, err)
		}
	}
}

// ESC is awaited twice as long over SSH as locally, unless the configuration says how long.
func TestEscapeTime(t *testing.T) {
	for _, test := range []struct {
		env  map[string]string
		want time.Duration
	}{
		{nil, 50 * time.Millisecond},
		{map[string]string{"SSH_CONNECTION": "192.0.2.1 1 192.0.2.2 22"}, 100 * time.Millisecond},
		{
			map[string]string{"SSH_CONNECTION": "192.0.2.1 1 192.0.2.2 22", "CHANNELDECK_ESCAPE_TIME": "400ms"},
			400 * time.Millisecond,
		},
		{map[string]string{"CHANNELDECK_ESCAPE_TIME": "20ms"}, 20 * time.Millisecond},
	} {
		w, _, _ := newEnv(t, test.env)
		cfg, err := w.load(nil)
		if err != nil && !isFirstStart(err) {
			t.Fatal(err)
		}
		a := newApp(w, nil)
		a.cfg = cfg
		if got := onTerminal(a, nil, false).Escape; got != test.want {
			t.Errorf("%v: %v, want %v", test.env, got, test.want)
		}
	}
}

// A changed language is followed in place, and when the settings are left the site is opened again, which
// requests its texts in this language. So does another address of the site that is shown, with the same pane
// in front and the configuration as it is then.
func TestSettingsInTheDashboard(t *testing.T) {
	t.Parallel()
	d := deploy(t, sandbox.Options{Accounts: 5, Now: clock})
	second := deploy(t, sandbox.Options{Accounts: 7, Now: clock})
	inChinese := make(chan bool, 100)
	first := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.Contains(r.Header.Get("Accept-Language"), "zh") {
			inChinese <- true
		}
		d.Config.Handler.ServeHTTP(w, r)
	}))
	t.Cleanup(first.Close)
	asked := make(chan string, 100)
	other := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked <- r.URL.Path
		second.Config.Handler.ServeHTTP(w, r)
	}))
	t.Cleanup(other.Close)
	path := filepath.Join(t.TempDir(), "config.toml")
	file := "# mine\nlang = 'en'\n[sites.one]\nbase_url = '" + first.URL + "'\napi_key_env = 'ONE_KEY'\n"
	if err := os.WriteFile(path, []byte(file), 0o600); err != nil {
		t.Fatal(err)
	}
	s := openScreen(t)
	w, _, errs := newEnv(
		t,
		withState(t, map[string]string{"TERM": "xterm-256color", "CHANNELDECK_CONFIG": path, "ONE_KEY": testKey}),
		"--pane",
		"groups",
	)
	w.In = s.tty
	w.Out = s.tty
	done := make(chan int, 1)
	go func() { done <- Run(t.Context(), w) }()
	s.wait(t, "new group")
	for _, step := range []struct{ keys, shows string }{
		{",", "Refresh every"}, {"\r", "中文"}, {"\x1b[B", "中文"}, {"\r", "已保存：语言"}, {"\x1b", "新建分组"},
	} {
		if _, err := s.ptm.WriteString(step.keys); err != nil {
			t.Fatal(err)
		}
		s.wait(t, step.shows)
	}
	select {
	case <-inChinese:
	case <-time.After(patience):
		t.Fatal("nothing is requested in the new language")
	}
	for _, step := range []struct{ keys, shows string }{
		{",", "设置"},
		{"127.0\r", "修改地址或密钥"},
		{"\r", "当前站点"},
		{"\x15" + other.URL + "\r" + testKey + "\r", "已保存：one"},
	} {
		if _, err := s.ptm.WriteString(step.keys); err != nil {
			t.Fatal(err)
		}
		s.wait(t, step.shows)
	}
	s.drain()
	if _, err := s.ptm.WriteString("\x1b"); err != nil {
		t.Fatal(err)
	}
	for late := time.After(patience); ; {
		select {
		case path := <-asked:
			if !strings.Contains(path, "accounts") {
				continue
			}
		case <-late:
			t.Fatal("the other address is not asked for accounts")
		}
		break
	}
	if _, err := s.ptm.WriteString("q"); err != nil {
		t.Fatal(err)
	}
	if code := ended(t, done); code != ExitDone || errs.Len() > 0 {
		t.Errorf("exit %d: %s", code, errs)
	}
	got, err := os.ReadFile(path)
	if err != nil || !strings.Contains(string(got), "# mine\nlang = 'zh'\n") ||
		!strings.Contains(string(got), other.URL) {
		t.Errorf("%v\n%s", err, got)
	}
}

// Everything that the settings change is followed in place, at all sites that are shown.
func TestFollow(t *testing.T) {
	path := filepath.Join(t.TempDir(), "config.toml")
	env, _, _ := newEnv(t, map[string]string{"CHANNELDECK_CONFIG": path, "TERM": "xterm-256color"})
	load := func(file string) *config.Config {
		t.Helper()
		if err := os.WriteFile(path, []byte(file), 0o600); err != nil {
			t.Fatal(err)
		}
		cfg, err := env.load(nil)
		if err != nil {
			t.Fatal(err)
		}
		return cfg
	}
	const sites = "[sites.one]\nbase_url = 'https://one.example'\n"
	before := load(sites)
	after := load("lang = 'zh'\ntheme = 'light'\nmouse = false\nrefresh = '1m'\nstale_after = '2d'\nnotify = 'bell'\n" +
		sites +
		"[sites.two]\nbase_url = 'https://two.example'\n[[commands]]\nname = 'Note'\nkey = 'f5'\nrun = ['note']\n")
	options := panetest.Options{
		Refresh: before.Refresh.V,
		Palette: "dark",
		Profile: termenv.TrueColor,
	}
	c := panetest.Sites(t, options, options).Context
	c.Mouse = true
	a := newApp(env, c.Words)
	a.cfg = before
	of := newApp(env, c.Words)
	of.cfg = before
	c.Announcer = &notify.Announcer{How: notify.None}
	cmd := follow(c, []*app{a, of}, after)
	if c.Words.Lang() != words.Chinese || c.Theme.Palette.Name != "light" || c.Refresh != time.Minute {
		t.Errorf("%s, %s, refreshes every %s", c.Words.Lang(), c.Theme.Palette.Name, c.Refresh)
	}
	for _, site := range c.Sites {
		all := c.View.Of(site.Name)
		if site.View.StaleAfter() != 48*time.Hour || all.StaleAfter() != 48*time.Hour {
			t.Errorf("of %s old after %s, of all after %s", site.Name, site.View.StaleAfter(), all.StaleAfter())
		}
	}
	if c.Announcer.How != notify.Bell || len(c.Configured) != 2 || len(c.Commands) != 1 || c.Mouse || cmd == nil ||
		cmd() != tea.DisableMouse() {
		t.Errorf(
			"announces %s, sites %v, %d commands, mouse %v",
			c.Announcer.How,
			c.Configured,
			len(c.Commands),
			c.Mouse,
		)
	}
	env.Environ = append(env.Environ, "NO_COLOR=1", "LC_ALL=C")
	a.Env = env
	if follow(c, []*app{a, of}, after); c.Theme.Palette.Name != "mono" || c.Words.Lang() != words.English {
		t.Errorf("without colours in %s, and in an ASCII locale in %s", c.Theme.Palette.Name, c.Words.Lang())
	}
}

// The history of a site is closed with its last dashboard, so the next one opens it again.
func TestHistoryOfASiteShownAgain(t *testing.T) {
	t.Parallel()
	env, _, _ := newEnv(t, map[string]string{"CHANNELDECK_BASE_URL": "https://one.example"})
	cfg, err := env.load(nil)
	if err != nil {
		t.Fatal(err)
	}
	d := &dashboard{}
	open := func() (*history.DB, func()) {
		t.Helper()
		a := newApp(env, newWords(env))
		a.cfg = cfg
		site, err := cfg.Site()
		if err != nil {
			t.Fatal(err)
		}
		if err := a.dial(site, config.Secret{}); err != nil {
			t.Fatal(err)
		}
		used, err := d.useHistories([]*app{a})
		if err != nil || len(used) != 1 || used[0] == nil {
			t.Fatal(used, err)
		}
		return used[0], d.leaving([]*app{a}, used)
	}
	first, leaveFirst := open()
	second, leaveSecond := open()
	if second != first {
		t.Error("two dashboards of a site have two histories")
	}
	leaveFirst()
	d.ending.Wait()
	first.Begin() // as after the first list
	if err := first.Check(t.Context()); err != nil || len(d.uses) != 1 {
		t.Errorf("the history of a site that is still shown: %v, %d are open", err, len(d.uses))
	}
	leaveSecond()
	d.ending.Wait()
	next, leave := open()
	if next == first || len(d.uses) != 1 {
		t.Errorf("the history that was closed is used again, %d are open", len(d.uses))
	}
	leave()
	d.ending.Wait()
	if len(d.uses) != 0 {
		t.Errorf("%d histories are open", len(d.uses))
	}
}
