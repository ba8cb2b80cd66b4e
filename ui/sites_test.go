package ui

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api/sandbox"
	"channeldeck/theme"
	"channeldeck/ui/config"
	"channeldeck/ui/pane"
	"channeldeck/ui/testkit/panetest"
)

// siteDriver drives the dashboards of two sites, a and b, of which b has fewer accounts.
type siteDriver struct {
	testing.TB
	*Sites
	closed []string
}

func (d *siteDriver) Update(msg tea.Msg) tea.Cmd {
	_, cmd := d.Sites.Update(msg)
	return cmd
}

func (d *siteDriver) press(keys ...string) {
	for _, k := range keys {
		panetest.Pump(d, d, d.Update(panetest.KeyMsg(k)))
	}
}

func (d *siteDriver) header() string {
	line, _, _ := strings.Cut(d.View(), "\n")
	return line
}

// twoSites returns the dashboard of site a. Before it opens site b it calls before, whose
// error is the problem of opening it.
func twoSites(t *testing.T, handler func(http.Handler) http.Handler, before func() error) *siteDriver {
	d := &siteDriver{TB: t}
	at := func(site, front string, accounts int) Opened {
		w := panetest.New(t, panetest.Options{Sandbox: sandbox.Options{Accounts: accounts}, Before: handler})
		w.Site().Name = site
		w.Context.Configured = []pane.Configured{{Name: "a", Host: "a.example"}, {Name: "b", Host: "b.example:8443"}}
		return Opened{Root: New(w.Context, Makers(), front), Close: func() { d.closed = append(d.closed, site) }}
	}
	d.Sites = NewSites(at("a", "accounts", 300), func(site, front string) (Opened, error) {
		if err := before(); err != nil {
			return Opened{}, err
		}
		return at(site, front, 50), nil
	})
	d.Update(tea.WindowSizeMsg{Width: 120, Height: 40})
	return d
}

func TestSwitchSites(t *testing.T) {
	for how, keys := range map[string][]string{"picker": {"S", "down", "enter"}, "palette": {":", "b", "enter"}} {
		d := twoSites(t, nil, func() error { return nil })
		panetest.Pump(t, d, d.Init())
		if !strings.Contains(d.View(), "1/300") || !strings.Contains(d.header(), " a ● 09:30") {
			t.Fatalf("the first site:\n%s", d.View())
		}
		d.press("I")
		late := d.of(pane.Notify(pane.Info, "too late"))()
		if how == "palette" {
			d.opened.Root.ctx.Configured[1].Name = "zzz" // found by nothing else
			keys[1] = "z"
		}
		if d.press(keys...); !strings.Contains(d.View(), "1/50") || !strings.Contains(d.header(), " ● 09:30") ||
			strings.Contains(d.header(), " a ●") ||
			fmt.Sprint(d.closed) != "[a]" {
			t.Errorf("by the %s, closed %v:\n%s", how, d.closed, d.View())
		}
		if !d.opened.Root.ctx.HideInspector {
			t.Errorf("by the %s, the inspector is back", how)
		}
		if d.Update(late); strings.Contains(d.View(), "too late") {
			t.Errorf("a message of the old site:\n%s", d.View())
		}
	}
}

// The dashboard of the old site stays when the other one cannot be opened, and while a group
// is being created.
func TestSwitchThatFails(t *testing.T) {
	held := make(chan struct{})
	d := twoSites(t, func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.Method == http.MethodPost {
				<-held
			}
			next.ServeHTTP(w, r)
		})
	}, func() error { return errors.New("the keyring is locked") })
	panetest.Pump(t, d, d.Init())
	if d.press(
		"S",
		"down",
		"enter",
	); !strings.Contains(d.View(), "the keyring is locked") || !strings.Contains(d.header(), " a ●") {
		t.Errorf("a site that cannot be opened:\n%s", d.View())
	}
	d.press("3", "A", "x")
	create := d.Update(panetest.KeyMsg("enter"))
	done := make(chan struct{})
	go func() {
		defer close(done)
		_ = panetest.Run(t.Context(), func(tea.Msg) tea.Cmd { return nil }, create)
	}()
	d.opened.Root.ctx.Configured[1].Name = "zzz"
	if d.press("ctrl+k", "z", "enter"); !strings.Contains(d.View(), "A request to this site is under way.") {
		t.Errorf("while a group is being created:\n%s", d.View())
	}
	close(held)
	<-done
	if len(d.closed) > 0 {
		t.Errorf("closed %v", d.closed)
	}
}

func TestNoOtherSite(t *testing.T) {
	d := twoSites(t, nil, nil)
	d.opened.Root.ctx.Configured = nil
	panetest.Pump(t, d, d.Init())
	if d.press("S"); !strings.Contains(d.View(), "There is no other site to switch to.") {
		t.Errorf("no site:\n%s", d.View())
	}
	if d.press(","); !strings.Contains(d.View(), "The settings of this server are changed on its own machine.") {
		t.Errorf("settings of another user:\n%s", d.View())
	}
}

// Space ticks several sites, whose accounts are shown together; enter without a tick switches.
func TestSeveralSitesAreTicked(t *testing.T) {
	d := twoSites(t, nil, func() error { return nil })
	panetest.Pump(t, d, d.Init())
	var asked []string
	d.open = func(site, _ string) (Opened, error) {
		asked = append(asked, site)
		return Opened{}, errors.New("not here")
	}
	d.press("S", "down", " ", "enter")
	d.press("S", " ", "enter") // takes the only tick away: the box stays
	if !strings.Contains(d.View(), "b.example:8443") {
		t.Errorf("without a site:\n%s", d.View())
	}
	d.press("esc", "S", "down", "enter")
	other := panetest.New(t, panetest.Options{}).Site()
	other.Name = "b"
	shown := d.opened.Root.ctx
	shown.Show(shown.Sites.First(), other)
	d.opened.Root.keys = newKeyMap(d.opened.Root.ctx)
	d.press("S", " ", "enter")      // leaves b
	d.press("S", "enter")           // a, which is the first of both
	d.press("S", " ", " ", "enter") // ticks what is shown
	if got := fmt.Sprint(asked); got != "[a,b b b a]" {
		t.Errorf("opens %s", got)
	}
}

// Lists of several sites name none of them in their heading, and the palette keeps one. What a row opens has
// no other sites.
func TestListsOfSeveralSites(t *testing.T) {
	d := driver{t, New(panetest.Sites(t, panetest.Options{}, panetest.Options{}).Context, Makers(), "overview")}
	panetest.Pump(t, d, tea.Batch(d.m.Init(), d.Update(tea.WindowSizeMsg{Width: 120, Height: 40})))
	next := func() bool { return d.m.keys.at(d.m.ctx, d.m.tabs.inFront()).NextSite.Enabled() }
	for i, heading := range []string{
		"─ What needs you ─",
		"─ Accounts ─",
		"─ Groups ─",
		"─ Options ─",
		"─ Recent works ─",
		"─ Sessions ─",
		"─ Quote ─",
	} {
		if view := d.m.View(); !strings.Contains(view, heading) || !next() {
			t.Errorf("%s is missing, or there is no next site (%v):\n%s", heading, next(), view)
		}
		panetest.Pump(t, d, d.Update(panetest.KeyMsg(fmt.Sprint(i+2))))
	}
	for _, key := range []string{"4", "enter"} {
		panetest.Pump(t, d, d.Update(panetest.KeyMsg(key)))
	}
	before := d.m.View()
	panetest.Pump(t, d, d.Update(panetest.KeyMsg("do:next_site")))
	if view := d.m.View(); next() || view != before ||
		!strings.Contains(view, "Before you publish") {
		t.Errorf("the screen of a platform of one site:\n%s", view)
	}
}

// ctrl+s marks the present site, shows hosts, and leads to the form of a new site.
func TestSitesBox(t *testing.T) {
	d := twoSites(t, nil, nil)
	d.opened.Root.ctx.Settings = &pane.Settings{
		Load: func() (*config.Config, error) {
			return config.Load(config.Source{Getenv: func(string) string { return "" }}, nil)
		},
		Explain: func(err error) string { return err.Error() },
	}
	panetest.Pump(t, d, d.Init())
	d.press("S")
	for _, want := range []string{"a.example · shown now", "b.example:8443", "Add a site…"} {
		if !strings.Contains(d.View(), want) {
			t.Errorf("%q is missing:\n%s", want, d.View())
		}
	}
	isForm := func(view string) bool {
		return strings.Contains(view, "Base URL") && strings.Contains(view, "Lower-case letters")
	}
	if d.press("Add", "enter"); !isForm(d.View()) {
		t.Errorf("no form of a new site:\n%s", d.View())
	}
	if d.press("esc", "esc", "S", "down", "down", " ", "enter"); !isForm(d.View()) {
		t.Errorf("no form where the row is ticked:\n%s", d.View())
	}
}

// Settings are followed in place; only another address of the site that is shown opens it again
// when they are left.
func TestSettingsOpenTheSiteAgain(t *testing.T) {
	d := twoSites(t, nil, nil)
	source := config.System()
	source.Panes = Panes(Makers())
	path := filepath.Join(t.TempDir(), "c.toml")
	source.Getenv = func(name string) string { return map[string]string{"CHANNELDECK_CONFIG": path}[name] }
	const before = "# mine\ntheme = 'dark' # nice\n[sites.a]\nbase_url = 'https://a.example'\n"
	if err := source.Write(path, []byte(before)); err != nil {
		t.Fatal(err)
	}
	c := d.opened.Root.ctx
	look := *c.Theme
	c.Settings = &pane.Settings{
		Load:  func() (*config.Config, error) { return config.Load(source, nil) },
		Try:   func(context.Context, config.NewSite) error { return nil },
		Look:  func(string) *theme.Theme { return &look },
		Apply: func(*config.Config) tea.Cmd { return nil }, Explain: func(err error) string { return err.Error() },
	}
	again := 0
	d.opened.Again = func(front string) (Opened, error) {
		again++
		w := panetest.New(t, panetest.Options{Sandbox: sandbox.Options{Accounts: 7}})
		return Opened{Root: New(w.Context, Makers(), front), Close: func() {}}, nil
	}
	panetest.Pump(t, d, d.Init())
	d.press(",", "theme", "enter", "light", "enter", "esc", "esc")
	if got, err := os.ReadFile(path); err != nil || string(got) != strings.Replace(before, "dark", "light", 1) ||
		again > 0 {
		t.Errorf("%v, opened again %d times:\n%s", err, again, got)
	}
	d.press(",", "a.ex", "enter", "change", "enter", "ctrl+u", "https://b.example", "enter", "enter", "esc", "esc")
	if again != 1 || !strings.Contains(d.View(), "1/7") {
		t.Errorf("opened %d times:\n%s", again, d.View())
	}
}
