package settings

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"

	"channeldeck/theme"
	"channeldeck/ui/config"
	"channeldeck/ui/pane"
	"channeldeck/ui/testkit/panetest"
	"channeldeck/ui/words"
)

// driver drives the screen, and keeps what it says.
type driver struct {
	testing.TB
	*Box
	path    string
	env     map[string]string
	open    bool
	up      []tea.Msg // what the root got after the last keys
	notices []string  // those among them
	tried   []config.NewSite
	failure error // of the next requests
	applied []*config.Config
}

const before = `# mine
lang = 'en'
theme = 'dark' # nice

[sites.china] # work
base_url = 'https://cn.example'
api_key_env = 'CN_KEY'
`

func start(t *testing.T, file string) *driver { return startIn(t, file, words.English) }

func startIn(t *testing.T, file string, lang words.Lang) *driver {
	t.Helper()
	d := open(t, file, lang)
	panetest.Pump(t, d, d.Init())
	return d
}

// open opens the screen, before it has read the configuration.
func open(t *testing.T, file string, lang words.Lang) *driver {
	t.Helper()
	d := &driver{TB: t, path: filepath.Join(t.TempDir(), "c.toml"), env: map[string]string{}, open: true}
	d.env["CHANNELDECK_CONFIG"] = d.path
	d.write(file)
	source := config.System()
	source.Panes = []config.Pane{{Name: "overview"}, {Name: "accounts"}, {Name: "works"}}
	source.Getenv = func(name string) string { return d.env[name] }
	w := panetest.New(t, panetest.Options{Lang: lang})
	w.Site().Name = "china"
	c := w.Context
	try := func(_ context.Context, site config.NewSite) error {
		d.tried = append(d.tried, site)
		return d.failure
	}
	c.Settings = &pane.Settings{
		Load: func() (*config.Config, error) { return config.Load(source, nil) },
		Try:  try, Test: func(ctx context.Context, site string) error { return try(ctx, config.NewSite{Name: site}) },
		Look: func(name string) *theme.Theme {
			p, _ := theme.ByName(name)
			return theme.New(c.Theme.Renderer, p, c.Theme.Glyphs)
		},
		Explain: func(err error) string { return err.Error() },
		Apply: func(cfg *config.Config) tea.Cmd {
			d.applied = append(d.applied, cfg)
			return nil
		},
	}
	d.Box = New(c)
	d.SetSize(100, 30)
	return d
}

func (d *driver) ForRoot() []tea.Msg { return d.ctx.ForRoot() }

func (d *driver) Update(msg tea.Msg) (cmd tea.Cmd) {
	d.open, cmd = d.Box.Update(msg)
	return cmd
}

func (d *driver) write(file string) {
	d.Helper()
	if err := os.WriteFile(d.path, []byte(file), 0o600); err != nil {
		d.Fatal(err)
	}
}

func (d *driver) file() string {
	d.Helper()
	text, err := os.ReadFile(d.path)
	if err != nil {
		d.Fatal(err)
	}
	return string(text)
}

func (d *driver) press(keys ...string) {
	d.Helper()
	d.up = panetest.Press(d, d, keys...)
	d.notices = nil
	for _, msg := range d.up {
		if n, ok := msg.(pane.Notice); ok {
			d.notices = append(d.notices, n.Text)
		}
	}
}

// erase is the key that empties a field.
const erase = "ctrl+u"

// want checks the file, and that the dashboard follows its changes without being opened again.
func (d *driver) want(what, file string, follows bool) {
	d.Helper()
	if got := d.file(); got != file || len(d.applied) > 0 != follows || d.reopen {
		d.Errorf(
			"%s: applied %d times, reopens %v, notices %q\n%s\nwant\n%s",
			what,
			len(d.applied),
			d.reopen,
			d.notices,
			got,
			file,
		)
	}
	d.applied = nil
}

func (d *driver) shows(what string, texts ...string) {
	d.Helper()
	for _, s := range texts {
		if !strings.Contains(d.stack.View(), s) {
			d.Errorf("%s: %q is missing:\n%s", what, s, d.stack.View())
		}
	}
}

// In a small terminal nothing is cut that a setting says of itself.
func TestPreferencesFitASmallTerminal(t *testing.T) {
	for _, lang := range []words.Lang{words.English, words.Chinese} {
		d := startIn(t, before, lang)
		d.SetSize(60, 40)
		if f := d.Frame(); f.Right != "c.toml" {
			t.Errorf("%s: beside the title stands %q", lang, f.Right)
		}
		for _, key := range []string{
			"lang", "theme", "ascii", "mouse", "start", "refresh", "stale_after", "silent_after",
			"notify",
		} {
			name := d.words.T("settings.key." + key)
			for line := range strings.Lines(d.stack.View()) {
				if strings.Contains(line, name) && strings.Contains(line, d.theme.Glyphs.Ellipsis) {
					t.Errorf("%s: %s", lang, line)
				}
			}
		}
	}
}

func TestPreferences(t *testing.T) {
	d := start(t, before)
	d.shows(
		"the list", "Language", "English", "Theme", "Mouse", "First pane", "Refresh every", "10 minutes",
		"Announce findings", "china", "cn.example · shown now", "Add a site…", "Add a command…",
	)
	d.press("text:first", "enter", "text:works", "enter")
	d.want("applies later", "start = 'works'\n"+before, true)
	if !strings.Contains(strings.Join(d.notices, ""), "It applies from the next start on.") {
		t.Errorf("notices %q", d.notices)
	}
	d.press(erase, "text:lang", "enter", "text:中文", "enter")
	if !d.reopen {
		t.Error("the service's texts stay in the old language")
	}
	d.reopen = false
	d.want("applies at once", "start = 'works'\n"+strings.Replace(before, "'en'", "'zh'", 1), true)
	if d.press("esc", "esc"); d.open || slices.Contains(d.up, tea.Msg(Reopen{})) {
		t.Errorf("open %v, the root gets %v", d.open, d.up)
	}
}

// A field has a length in the units of the language, and takes those of both.
func TestLengthsInTheirLanguage(t *testing.T) {
	for _, test := range []struct {
		lang         words.Lang
		shown, typed string
		want         time.Duration
	}{
		{words.English, "10m", "5 分钟", 5 * time.Minute},
		{words.Chinese, "10 分钟", "5 分钟", 5 * time.Minute},
		{words.Chinese, "10 分钟", "45s", 45 * time.Second},
		{words.Chinese, "10 分钟", "30 秒", 30 * time.Second},
	} {
		d := startIn(t, "refresh = '10m'\n"+before, test.lang)
		name := d.words.T("settings.key.refresh")
		d.press("text:"+name, "enter")
		d.shows("the field", test.shown)
		d.press("enter")
		d.want("kept", "refresh = '10m'\n"+before, true)
		d.press("enter", erase, "text:"+test.typed, "enter")
		if len(d.applied) != 1 || d.applied[0].Refresh.V != test.want {
			t.Errorf("%s: %q was applied as %+v", test.lang, test.typed, d.applied)
		}
	}
	d := startIn(t, "refresh = '0s'\n"+before, words.Chinese)
	d.press("text:"+d.words.T("settings.key.refresh"), "enter", erase, "text:0", "enter")
	d.shows("none", d.words.T("settings.value.refresh.0s"))
}

// Another address or key of the site that is shown opens it again when the screen is left, which
// its form says before.
func TestSiteThatIsShown(t *testing.T) {
	d := start(t, before+"\n[sites.other]\nbase_url = 'https://o.example'\n")
	d.press("text:o.ex", "enter", "text:change", "enter", erase, "text:p.example", "tab", "enter")
	if d.reopen || len(d.applied) != 1 {
		t.Errorf("another site: reopens %v, applied %d times", d.reopen, len(d.applied))
	}
	d.press(erase, "text:cn.ex", "enter", "text:change", "enter")
	d.shows("the form", "Shown now: with another address or key it opens again")
	if d.press("tab", "enter"); d.reopen {
		t.Error("reopens although nothing was changed")
	}
	d.press("enter", "text:change", "enter", "tab", "text:new-key", "enter")
	if !d.reopen {
		t.Errorf("does not reopen with a new key: %q\n%s", d.notices, d.stack.View())
	}
	if d.press("esc", "esc"); d.open || !slices.Contains(d.up, tea.Msg(Reopen{})) {
		t.Errorf("open %v, the root gets %v", d.open, d.up)
	}
}

// The theme changes while the choice moves, and esc restores it.
func TestThemePreview(t *testing.T) {
	d := start(t, before)
	if d.press(
		"text:theme",
		"enter",
		"down",
	); d.theme.Palette.Name != "light" || !slices.Contains(d.up, tea.Msg(pane.SettingsChanged{})) {
		t.Errorf("the preview is in %s, the root gets %v", d.theme.Palette.Name, d.up)
	}
	if d.press("down"); d.theme.Palette.Name != "solarized" {
		t.Errorf("the preview is in %s", d.theme.Palette.Name)
	}
	if d.press("esc"); d.theme.Palette.Name != "dark" || d.file() != before {
		t.Errorf("esc leaves %s", d.theme.Palette.Name)
	}
	if d.press("enter", "down", "enter"); d.theme.Palette.Name != "light" {
		t.Errorf("the choice is in %s", d.theme.Palette.Name)
	}
	d.want("chosen", strings.Replace(before, "'dark'", "'light'", 1), true)
	d.write("lang =")
	if d.press(
		"enter",
		"text:mono",
		"enter",
	); d.theme.Palette.Name != "light" || d.file() != "lang =" ||
		!strings.Contains(strings.Join(d.notices, ""), "syntax") {
		t.Errorf("not saved, in %s: %q", d.theme.Palette.Name, d.notices)
	}
}

// What a variable overrides is marked, and not changed.
func TestOverride(t *testing.T) {
	d := start(t, before)
	d.env["CHANNELDECK_THEME"] = "light"
	panetest.Pump(t, d, d.Init())
	d.shows("the list", "light · set by CHANNELDECK_THEME")
	d.press("text:theme", "enter")
	if d.stack.Depth() > 1 || !strings.Contains(strings.Join(d.notices, ""), "CHANNELDECK_THEME sets “Theme”") {
		t.Errorf("notices %q", d.notices)
	}
	d.env["CHANNELDECK_SITE"], d.env["CHANNELDECK_BASE_URL"] = "china", "https://other.example"
	panetest.Pump(t, d, d.Init())
	d.press(erase, "text:cn.ex", "enter")
	if d.stack.Depth() > 1 || !strings.Contains(strings.Join(d.notices, ""), "CHANNELDECK_BASE_URL sets “china”") {
		t.Errorf("notices %q", d.notices)
	}
	d.applied = nil // what was read again
	d.want("nothing", before, false)
}

// An invalid value, and a file that an editor broke meanwhile, leave what was typed.
func TestWrongValues(t *testing.T) {
	d := start(t, before)
	d.press("text:refresh", "enter", erase, "text:soon", "enter")
	d.shows("an invalid time", "soon", "bad_value")
	d.write("lang =")
	d.press(erase, "text:30m", "enter")
	d.shows("a broken file", "30m", "syntax")
	const edited = "# edited\nlater = 1\n"
	d.write(edited)
	d.press("enter")
	d.want("repaired", "refresh = '30m'\n"+edited, true)
	d.press("text:nonsense")
	d.shows("a filter that nothing matches", "No matches.")
	// A directory that a file blocks cannot be written, by nobody.
	d.press("esc")
	d = start(t, before)
	if err := os.Remove(d.path); err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Join(d.path, "x"), 0o700); err != nil {
		t.Fatal(err)
	}
	d.press("text:refresh", "enter", erase, "text:3h", "enter")
	d.shows("a file that cannot be written", "3h", d.path)
}

func TestSites(t *testing.T) {
	d := start(t, before)
	d.press("text:add a site", "enter", "text:China", "tab")
	d.shows("a wrong name", "Use up to 40 lower-case letters")
	d.press("shift+tab", erase, "text:china", "tab")
	d.shows("a name that is taken", "There is a site with this name.")
	d.failure = errors.New("refused")
	d.press("shift+tab", erase, "text:test", "tab", "text:t.example", "tab", "text:secret-key", "enter")
	d.shows("a site that does not answer", "https://t.example", "refused", "in the last field")
	if strings.Contains(d.stack.View(), "secret-key") || d.file() != before {
		t.Errorf("before it is saved:\n%s", d.stack.View())
	}
	if len(d.tried) != 1 || d.tried[0].Key.Reveal() != "secret-key" || d.tried[0].BaseURL != "https://t.example" {
		t.Errorf("tried %+v", d.tried)
	}
	const added = before + "\n[sites.test]\nbase_url = 'https://t.example'\napi_key_file = 'test.key'\n"
	d.press("enter")
	if got := strings.ReplaceAll(d.file(), "site = 'china'\n", ""); got != added {
		t.Errorf("saved\n%s", got)
	}
	if key, err := os.ReadFile(filepath.Join(
		filepath.Dir(d.path),
		"test.key",
	)); err != nil || string(key) != "secret-key\n" || strings.Contains(d.file(), "secret") {
		t.Errorf("the key: %q, %v", key, err)
	}
	d.failure = nil
	d.press(erase, "text:t.ex", "enter", "text:change", "enter", erase, "text:u.example", "tab", "enter")
	d.shows("another server", "The address is another server's.")
	d.press("text:new-key", "enter")
	if len(d.tried) != 2 || !strings.Contains(d.file(), "https://u.example") ||
		strings.Contains(d.file(), "t.example") {
		t.Errorf("tried %d times:\n%s", len(d.tried), d.file())
	}
	d.press(erase, "text:u.ex", "enter", "text:test the", "enter")
	if len(d.tried) != 3 || d.tried[2].Name != "test" ||
		!strings.Contains(strings.Join(d.notices, " "), "test answers.") {
		t.Errorf("tried %v, notices %q", d.tried, d.notices)
	}
	d.press("enter", "text:remove", "enter")
	d.shows("the question", "Remove “test”?", "test is removed from the configuration.")
	d.press("enter")
	if got := strings.ReplaceAll(
		d.file(),
		"site = 'china'\n",
		"",
	); strings.TrimSpace(got) != strings.TrimSpace(before) {
		t.Errorf("removed:\n%s", got)
	}
}

func TestCommands(t *testing.T) {
	d := start(t, before)
	d.press("text:add a com", "enter", "enter", "enter", "enter", "enter", "enter", "enter", "enter")
	d.shows("an empty form", "required")
	d.press(
		"text:Note", "tab", "text:f5", "tab", `text:notes add "two words" {id}`, "tab", "tab",
		"tab", "right", "tab", "enter",
	)
	const own = "\n[[commands]]\nname = 'Note'\nkey = 'f5'\n" +
		"run = ['notes', 'add', 'two words', '{id}']\nconfirm = true\n"
	d.want("added", before+own, true)
	d.press(erase, "text:note", "enter", "text:change", "enter")
	d.shows("its form", "Note", `notes add "two words" {id}`, "[ask]")
	d.press(erase, "text:Tag", "tab", "tab", "tab", "tab", "tab", "tab", "enter")
	d.want("changed", before+strings.Replace(own, "Note", "Tag", 1), true)
	d.press(erase, "text:tag", "enter", "text:remove", "enter", "enter")
	if strings.TrimSpace(d.file()) != strings.TrimSpace(before) {
		t.Errorf("removed:\n%s", d.file())
	}
}

func TestWords(t *testing.T) {
	for line, want := range map[string][]string{
		"": nil, "  a  b ": {"a", "b"}, `sh -c 'a "b"' ""`: {"sh", "-c", `a "b"`, ""}, `it"'"s`: {"it's"},
	} {
		got := splitWords(line)
		if strings.Join(got, "|") != strings.Join(want, "|") || len(got) != len(want) {
			t.Errorf("%q: %q", line, got)
		}
		if again := splitWords(joinWords(got)); strings.Join(again, "|") != strings.Join(got, "|") ||
			len(again) != len(got) {
			t.Errorf("%q: %q after %q", line, again, joinWords(got))
		}
	}
}

// The box is as large as its list, and larger only for a form that needs it.
func TestBoxFitsItsList(t *testing.T) {
	d := start(t, before)
	_, rows := d.Want(120, 38)
	size := func() (width, height int) { return d.Want(120, 38) }
	width, height := size()
	d.SetSize(width, height)
	lines := strings.Split(strings.TrimRight(ansi.Strip(d.View()), " \n"), "\n")
	if len(lines) != rows {
		t.Errorf("%d lines in %d rows:\n%s", len(lines), rows, d.View())
	}
	d.press("text:theme")
	if _, filtered := size(); filtered != rows {
		t.Errorf("%d rows with a filter, %d without", filtered, rows)
	}
	d.press(erase, "text:add a command", "enter")
	if _, high := size(); high <= rows {
		t.Errorf("%d rows with a form:\n%s", high, d.View())
	}
}

// Keys that are pressed before the configuration is read do what they do after it.
func TestKeysBeforeTheList(t *testing.T) {
	d := open(t, before, words.English)
	init := d.Init()
	d.press("t", "h", "e", "m", "e", "enter", "down", "enter")
	panetest.Pump(t, d, init)
	d.want("the next theme", strings.Replace(before, "'dark'", "'light'", 1), true)
	d = open(t, before, words.English)
	d.Init()
	if d.press("enter", "esc"); d.open {
		t.Error("esc does not close the list that is being read")
	}
}
