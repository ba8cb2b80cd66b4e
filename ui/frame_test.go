package ui

import (
	"cmp"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/muesli/termenv"

	"channeldeck/api/sandbox"
	"channeldeck/theme"
	"channeldeck/ui/pane"
	"channeldeck/ui/testkit/panetest"
	"channeldeck/ui/testkit/race"
	"channeldeck/ui/text"
	"channeldeck/ui/words"
)

// filled returns a dashboard with content in every pane: a work and a session are
// open. With a name, only
// that pane is started.
func filled(t testing.TB, o panetest.Options, name ...string) (driver, *panetest.World) {
	t.Helper()
	o.Sandbox.Accounts = cmp.Or(o.Sandbox.Accounts, 300)
	starts := func(pane string) bool { return len(name) == 0 || slices.Contains(name, pane) }
	w := panetest.New(t, o)
	d := driver{t, New(w.Context, Makers(), strings.Join(name, ""))}
	d.m.Update(tea.WindowSizeMsg{Width: 120, Height: 40})
	panetest.Pump(t, d, d.m.Init())
	for i, tab := range d.m.tabs.all {
		if starts(tab.Name) {
			d.press(fmt.Sprint(i + 1))
		}
	}
	seen := map[string]bool{}
	for _, e := range w.Sandbox.Examples(false) {
		target := pane.Target{Pane: "sessions", SessionID: e.ID}
		if e.Call == sandbox.CallWorks {
			target = pane.Target{Pane: "works", WorkID: e.ID, Platform: e.Platform, AccountID: e.AccountID}
		}
		if seen[e.Call] || !starts(target.Pane) {
			continue
		}
		seen[e.Call] = true
		panetest.Pump(t, d, d.Update(pane.Open{Target: target}))
		if e.Call == sandbox.CallWorks {
			d.press("enter", "enter") // requests the work, which needs a confirmation
		}
	}
	if len(name) == 0 {
		d.press("2")
	}
	return d, w
}

// frame checks what all panes share: the header with the number of the pane, and the
// footer with the global keys.
func frame(t *testing.T, d driver, number, width, height int) string {
	t.Helper()
	view := d.m.View()
	panetest.Exact(t, view, width, height)
	lines := strings.Split(view, "\n")
	if len(lines) != height {
		t.Fatalf("%d lines in a height of %d:\n%s", len(lines), height, view)
	}
	if text.Width(lines[0]) != width || !strings.Contains(lines[0], fmt.Sprintf(" %d", number)) {
		t.Errorf("the header is %q", lines[0])
	}
	for _, b := range d.m.keys.at(d.m.ctx, d.m.tabs.made(number-1)).ShortHelp()[1:] {
		if does := d.m.ctx.Help(b).Desc; !strings.Contains(lines[height-1], does) {
			t.Errorf("%q is missing in the footer %q", does, lines[height-1])
		}
	}
	return view
}

// TestFrames checks header, footer and size of every pane in all themes.
func TestFrames(t *testing.T) {
	race.Sweep(t)
	t.Parallel()
	for _, lang := range words.Langs() {
		for _, look := range append(theme.Names(), "plain", "ascii") {
			t.Run(fmt.Sprint(lang, "/", look), func(t *testing.T) {
				t.Parallel()
				// more than fit
				o := panetest.Options{Lang: lang, ASCII: look == "ascii", Sandbox: sandbox.Options{Accounts: 80}}
				if _, ok := theme.ByName(look); ok {
					o.Palette = look
					o.Profile = termenv.TrueColor
				}
				d, w := filled(t, o)
				for i := range d.m.tabs.all {
					d.press(fmt.Sprint(i + 1))
					for _, size := range panetest.Sizes {
						d.m.Update(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
						view := frame(t, d, i+1, size[0], size[1])
						if look == "ascii" {
							plainSigns(t, w.Context.Theme.Glyphs, view)
						}
					}
				}
			})
		}
	}
}

// plainSigns fails for a sign other than a letter or punctuation mark, which a
// terminal that needs --ascii cannot show.
func plainSigns(t *testing.T, g theme.Glyphs, view string) {
	t.Helper()
	if at := strings.IndexAny(view, "…–—−·•×≤≥→←↑↓▲▼▌▸▾●✗✓◌─│┤┴└█░❯‹›“”"); at >= 0 {
		line := view[strings.LastIndex(view[:at], "\n")+1:]
		line, _, _ = strings.Cut(line, "\n")
		t.Errorf("with %q for a cursor there is %q", g.Cursor, line)
	}
}

// The header names all panes from 100 columns on, in six letters or more, and on every screen the front
// pane, both ends of the site's name, and the time of the data. checkAllTabs is about 80 columns.
func TestHeaderNamesPanesAndSite(t *testing.T) {
	race.Sweep(t)
	for i := range 2 * len(words.Langs()) {
		lang := words.Langs()[i/2]
		readOnly := i%2 == 1
		w := panetest.New(t, panetest.Options{Lang: lang, ReadOnly: readOnly})
		w.Site().Name = "china-of-the-second-team"
		d := driver{t, New(w.Context, Makers(), "accounts")}
		panetest.Pump(t, d, d.m.Init())
		// of the titles of the tabs behind
		for width, letters := range map[int]int{40: 0, 60: 0, 80: 0, 100: 6, 160: 20} {
			d.m.Update(tea.WindowSizeMsg{Width: width, Height: 24})
			for tab := range d.m.tabs.all {
				panetest.Pump(t, d, d.m.tabs.show(tab))
				header, _, _ := strings.Cut(d.m.View(), "\n")
				checkTitles(t, d.m.header, tab, letters, header)
				if _, right, _ := strings.Cut(header, " chi"); !strings.Contains(right, "am ") ||
					!strings.Contains(right, " ● 09:30 ") {
					t.Errorf("%s, %d columns: no site or time in %q", lang, width, header)
				}
				if width == 80 {
					checkAllTabs(t, d.m.header, tab)
				}
			}
		}
	}
}

// checkTitles checks that a line has each title of a header to some letters or abbreviated, and that
// in front to two at least.
func checkTitles(t *testing.T, h header, front, letters int, line string) {
	t.Helper()
	for i, of := range h.tabs {
		number := fmt.Sprint(" ", i+1)
		dense := strings.Replace(line, number+" ", number, 1)
		title := []rune(of.whole)
		shown := letters
		if i == front {
			shown = max(letters, 2)
		}
		title = title[:min(len(title), shown)]
		found := strings.Contains(dense, number+string(title)) || strings.Contains(dense, number+of.short) ||
			strings.Contains(dense, number+of.shortest)
		if len(title) > 0 && !found {
			t.Errorf("no %q in %q", number+string(title), line)
		}
	}
}

// Where not even abbreviations of the tabs fit, the front pane and those near it have their full titles.
func TestNarrowHeaderNamesTheFrontPane(t *testing.T) {
	d := driver{t, New(panetest.New(t, panetest.Options{}).Context, Makers(), "")}
	d.m.Update(tea.WindowSizeMsg{Width: 56, Height: 16})
	for i, want := range []string{" 1 Overview 2", " 2 Accounts 3"} {
		d.press(fmt.Sprint(i + 1))
		if header, _, _ := strings.Cut(d.m.View(), "\n"); !strings.Contains(header, want) {
			t.Errorf("no %q in %q", want, header)
		}
	}
}

// While a list is loading, and after a failed load, the footer offers no keys that
// need rows.
func TestFooterWithoutRows(t *testing.T) {
	t.Parallel()
	footer := func(d driver) string {
		lines := strings.Split(d.m.View(), "\n")
		head, _, _ := strings.Cut(lines[len(lines)-1], "   ")
		return head
	}
	for i, maker := range Makers() {
		for what, service := range map[string]http.HandlerFunc{
			" esc cancel": nil,
			" r retry":    func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusForbidden) },
		} {
			if !maker.FeedsPalette { // nothing is loaded at first
				continue
			}
			d, _, load, _ := slow(t, maker.Name, panetest.Options{Handler: service})
			if service != nil {
				panetest.Pump(t, d, load)
			}
			if got := footer(d); !strings.HasPrefix(got, what) || strings.Contains(got, "filter") ||
				strings.Contains(got, "enter") ||
				strings.Contains(got, "copy") {
				t.Errorf("pane %d: the footer is %q", i+1, got)
			}
		}
	}
	d, _ := filled(t, panetest.Options{})
	for _, pane := range []string{"1", "2", "3", "4", "7"} {
		d.press(pane, "/", "text:no such row", "enter")
		if got := footer(d); got != " / filter  esc clear filter" {
			t.Errorf("pane %s without a match: the footer is %q", pane, got)
		}
	}
}
