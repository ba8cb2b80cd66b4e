package ui

import (
	"io"
	"path/filepath"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"
	"github.com/muesli/termenv"

	"channeldeck/theme"
	"channeldeck/ui/config"
	"channeldeck/ui/pane"
	"channeldeck/ui/testkit/panetest"
	"channeldeck/ui/testkit/race"
	"channeldeck/ui/words"
)

// palettes are the colours that the tests show with each language.
var palettes = map[words.Lang]string{words.English: "dark", words.Chinese: "light"}

// change sets the language and the colours of a world.
func change(t *testing.T, c *pane.Context, lang words.Lang) {
	t.Helper()
	if err := c.Words.SetLang(lang); err != nil {
		t.Fatal(err)
	}
	p, _ := theme.ByName(palettes[lang])
	c.Theme.SetColours(theme.New(theme.NewRenderer(io.Discard, termenv.TrueColor, p.Dark), p, c.Theme.Glyphs))
}

// followed are keys that open most screens, with filters, marks and typed text.
var followed = []string{
	"1",
	"enter",
	"esc",
	"down",
	"do:overview.wall",
	"esc",
	"2",
	"/",
	"text:coffee",
	"enter",
	"*",
	"enter",
	"esc",
	"x",
	"x",
	"do:accounts.changed",
	"do:accounts.changed",
	"down",
	"3",
	"enter",
	"esc",
	"A",
	"text:My group",
	"esc",
	"4",
	"enter",
	"enter",
	"esc",
	"esc",
	"m",
	"esc",
	"end",
	"up",
	"up",
	"enter",
	"enter",
	"esc",
	"esc",
	"5", "A", "text:x", "esc", "enter", "tab", "tab", "tab", "tab", "esc", "6", "enter", "d", "esc", "esc",
	"7",
	"enter",
	"esc",
	"l",
	"tab",
	"tab",
	"$",
	"text:8 s 1080p image2video",
	"enter",
	"enter",
	"esc",
	"$",
	"text:, 5s x3",
	"enter",
	"esc",
	"i",
	"text:mp4 3s",
	"enter",
	"esc",
}

// Language and colours that change while the program runs show what a start with them shows, on
// every screen.
func TestLanguageAndColoursChangeInPlace(t *testing.T) {
	race.Sweep(t)
	t.Parallel()
	begin := func(lang words.Lang) (driver, *pane.Context) {
		w := panetest.New(t, panetest.Options{DemoHistory: true, Palette: "dark", Profile: termenv.TrueColor})
		w.Site().Examples = examples(w, words.English)
		change(t, w.Context, lang)
		d := driver{t, New(w.Context, Makers(), "overview")}
		d.m.Update(tea.WindowSizeMsg{Width: 120, Height: 40})
		panetest.Pump(t, d, d.m.Init())
		return d, w.Context
	}
	running, c := begin(words.English)
	english, _ := begin(words.English)
	chinese, _ := begin(words.Chinese)
	started := map[words.Lang]driver{words.English: english, words.Chinese: chinese}
	for i, key := range followed {
		running.press(key)
		for _, lang := range words.Langs() {
			d := started[lang]
			d.press(key)
			change(t, c, lang)
			for _, one := range []driver{running, d} { // both, since columns keep the width of what was in view before
				panetest.Pump(t, one, one.Update(pane.SettingsChanged{}))
			}
			got := strings.Split(running.m.View(), "\n")
			want := strings.Split(d.m.View(), "\n")
			for y := range want {
				if got[y] != want[y] {
					t.Errorf("%s after %q, line %d:\n%q\nwant\n%q", lang, followed[:i+1], y, got[y], want[y])
					break
				}
			}
		}
	}
}

// settingsOf gives a context settings in a file, which it follows in language and colours.
func settingsOf(t *testing.T, c *pane.Context) {
	path := filepath.Join(t.TempDir(), "c.toml")
	source := config.System()
	source.Panes = Panes(Makers())
	source.Getenv = func(name string) string { return map[string]string{"CHANNELDECK_CONFIG": path}[name] }
	if err := source.Write(path, []byte("lang = 'en'\ntheme = 'dark'\n")); err != nil {
		t.Fatal(err)
	}
	look := func(name string) *theme.Theme {
		p, _ := theme.ByName(name)
		return theme.New(theme.NewRenderer(io.Discard, termenv.TrueColor, p.Dark), p, c.Theme.Glyphs)
	}
	c.Settings = &pane.Settings{
		Load:    func() (*config.Config, error) { return config.Load(source, nil) },
		Look:    look,
		Explain: func(err error) string { return err.Error() },
		Apply: func(cfg *config.Config) tea.Cmd {
			c.Theme.SetColours(look(cfg.Theme.V))
			if err := c.Words.SetLang(words.Lang(cfg.Lang.V)); err != nil {
				t.Error(err)
			}
			return nil
		},
	}
}

// What was open stays when settings are changed: the cursor, the filter, the marks, and what is
// being typed in another pane.
func TestNothingIsLostInTheSettings(t *testing.T) {
	t.Parallel()
	w := panetest.New(t, panetest.Options{Palette: "dark", Profile: termenv.TrueColor})
	settingsOf(t, w.Context)
	d := driver{t, New(w.Context, Makers(), "accounts")}
	d.m.Update(tea.WindowSizeMsg{Width: 120, Height: 40})
	panetest.Pump(t, d, d.m.Init())
	d.press("3", "A", "text:My new group", "ctrl+k", "text:accounts", "enter", "2")
	d.press("/", "text:coffee", "enter", " ", "down")
	before := ansi.Strip(d.m.View())
	d.press(
		",", "text:theme", "enter", "text:light", "enter", "ctrl+u", "text:lang", "enter",
		"text:zh", "enter", "esc",
	)
	view := d.m.View()
	for _, want := range []string{"coffee", "已选 1", "账号"} {
		if !strings.Contains(ansi.Strip(view), want) {
			t.Errorf("%q is missing; before\n%s\nnow\n%s", want, before, ansi.Strip(view))
		}
	}
	cursor := func(view string) string {
		_, row, _ := strings.Cut(view, "▌")
		row, _, _ = strings.Cut(row, "  ")
		return row
	}
	if cursor(before) != cursor(ansi.Strip(view)) || w.Context.Theme.Palette.Name != "light" {
		t.Errorf(
			"the cursor was on %q, now on %q, in %s",
			cursor(before),
			cursor(ansi.Strip(view)),
			w.Context.Theme.Palette.Name,
		)
	}
	if d.press("3"); !strings.Contains(d.m.View(), "My new group") || !strings.Contains(d.m.View(), "名称") {
		t.Errorf("the form:\n%s", ansi.Strip(d.m.View()))
	}
}
