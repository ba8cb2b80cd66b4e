package ui

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api/sandbox"
	"channeldeck/ui/pane"
	"channeldeck/ui/prices"
	"channeldeck/ui/testkit/panetest"
	"channeldeck/ui/words"
)

// inPrices returns a dashboard with prices in front; no other pane was visited.
func inPrices(t *testing.T, o panetest.Options) (driver, *panetest.World) {
	t.Helper()
	w := panetest.New(t, o)
	d := driver{t, New(w.Context, Makers(), prices.Name)}
	d.m.Update(tea.WindowSizeMsg{Width: 100, Height: 30})
	panetest.Pump(t, d, d.m.Init())
	return d, w
}

func TestPaletteFindsThingsOfUnvisitedPanes(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ typed, want string }{
		{"harbor bakes", "Accounts|▌  Harbor Bakes"},
		{"douyin", "Platforms|▌  Douyin"},
		{"pinterest", "Platforms|▌  Pinterest"}, // with its options
		{"own brand", "Groups|▌  Own brand"},
		{"aurora 2.0", "Models|▌  Aurora 2.0"},
	} {
		d := open(t, words.English, prices.Name, 100, 30)
		d.press(":", "text:"+tt.typed)
		section, item, _ := strings.Cut(tt.want, "|")
		if view := d.m.View(); !strings.Contains(view, " "+section) || !strings.Contains(view, item) {
			t.Errorf("%q does not find %q:\n%s", tt.typed, tt.want, view)
		}
	}
}

// Rows that arrive while the user types are added: the text stays, and so does a
// cursor that the user moved.
func TestPaletteUpdatesWhileOpen(t *testing.T) {
	d, _ := inPrices(t, panetest.Options{Sandbox: sandbox.Options{Accounts: 300}})
	_, load := d.m.Update(panetest.KeyMsg(":"))
	d.press("text:harbor bakes")
	if view := d.m.View(); !strings.Contains(view, "still loading") {
		t.Errorf("it is not said that more comes:\n%s", view)
	}
	d.press("ctrl+u", "text:aurora", "down", "down")
	p := d.m.overlay.(*paletteBox)
	on := p.Current().Label
	if !strings.HasPrefix(on, "Aurora") {
		t.Fatalf("the cursor is on %q:\n%s", on, d.m.View())
	}
	panetest.Pump(t, d, load)
	if now := p.Current().Label; now != on || !strings.Contains(d.m.View(), " aurora") {
		t.Errorf("the cursor went from %q to %q:\n%s", on, now, d.m.View())
	}
	if d.press("ctrl+u", "text:harbor bakes"); !strings.Contains(d.m.View(), "▌  Harbor Bakes") {
		t.Errorf("the accounts are not there:\n%s", d.m.View())
	}
	if d.press("ctrl+u", "text:zzzzzz"); !strings.Contains(d.m.View(), "Search all sessions for “zzzzzz”") {
		t.Errorf("there is more to come when all is there:\n%s", d.m.View())
	}
}

// A cursor that the user did not move is on the best row.
func TestPaletteCursorStaysOnTheBestMatch(t *testing.T) {
	d, _ := inPrices(t, panetest.Options{Sandbox: sandbox.Options{Accounts: 300}})
	_, load := d.m.Update(panetest.KeyMsg(":"))
	d.press("text:bakes")
	panetest.Pump(t, d, load)
	p := d.m.overlay.(*paletteBox)
	if p.Len() == 0 || p.Current().Label != "Tiny Bakes" {
		t.Errorf("the cursor is not on the first item:\n%s", d.m.View())
	}
	d.press("enter")
	if d.m.tabs.all[d.m.tabs.front].Name != "accounts" {
		t.Errorf("enter leads to %s", d.m.tabs.all[d.m.tabs.front].Name)
	}
}

// Opening the palette requests accounts and platforms once, and no work or session.
func TestPaletteRequestsOnce(t *testing.T) {
	d, w := inPrices(t, panetest.Options{})
	d.press(":")
	asked := w.Requests()
	for _, r := range asked {
		path, _, _ := strings.Cut(strings.TrimPrefix(r, "GET "), "?")
		if !slices.Contains(
			[]string{"/api/v2/channels/accounts", "/api/v2/channels/platforms", "/api/ai/models/video/generation"},
			path,
		) {
			t.Errorf("asked for %s", r)
		}
	}
	d.press("esc", ":", "esc", "2", "3", "7")
	if now := w.Requests(); len(now) != len(asked) {
		t.Errorf("%d requests, then %v", len(asked), now[len(asked):])
	}
}

// Prices need no key. Only the other panes report that it is missing.
func TestPaletteWithoutAPIKeyShowsNoError(t *testing.T) {
	d, _ := inPrices(t, panetest.Options{NoKey: true})
	before := d.m.View()
	up := panetest.Press(t, d, ":", "text:aurora 2.0")
	if len(up) != 0 || !strings.Contains(d.m.View(), "▌  Aurora 2.0") {
		t.Errorf("%v went up:\n%s", up, d.m.View())
	}
	if d.press("esc"); d.m.View() != before {
		t.Errorf("the prices changed:\n%s", d.m.View())
	}
	if d.press("2"); !strings.Contains(d.m.View(), "[r] retry") {
		t.Errorf("the accounts do not say why they are not there:\n%s", d.m.View())
	}
}

// An account and a session are found by their ids, and not listed twice if their
// name matches too.
func TestPaletteFindsIDPrefixes(t *testing.T) {
	d, _ := inPrices(t, panetest.Options{})
	d.press(":")
	id := d.m.ctx.Sites.First().Store.Accounts.List().Rows[0].ID
	d.press("text:" + id[:len(id)-2])
	found := func() (n int) {
		p := d.m.overlay.(*paletteBox)
		press(d.m, tea.KeyMsg{Type: tea.KeyUp})
		for range p.Len() {
			if target, ok := p.Current().Value.(*pane.Target); ok &&
				*target == (pane.Target{Pane: "accounts", AccountID: id}) {
				n++
			}
			press(d.m, tea.KeyMsg{Type: tea.KeyDown})
		}
		return n
	}
	if n := found(); n != 1 {
		t.Errorf("%q is there %d times:\n%s", id, n, d.m.View())
	}
	d.press("ctrl+u", "text:"+id[:4]) // the platform, which also finds its accounts
	if n := found(); n != 1 {
		t.Errorf("%q is there %d times", id, n)
	}
}

// Accounts and groups are found by their id or its beginning, at most 20 and an exact
// match first.
func TestPaletteMatchesIDs(t *testing.T) {
	m, fakes := root(t, words.English)
	add := func(kind pane.Kind, id string) {
		thing := pane.Thing{Kind: kind, Label: "name of " + id, Target: pane.Target{Pane: "accounts", AccountID: id}}
		if kind == pane.KindGroup {
			thing.Target = pane.Target{Pane: "groups", GroupID: id}
		}
		fakes[1].things = append(fakes[1].things, thing)
	}
	for i := range 30 {
		add(pane.KindAccount, fmt.Sprint("a:", 1000+i))
	}
	add(pane.KindAccount, "a:7")
	add(pane.KindAccount, "a:70")
	add(pane.KindAccount, "a:10")
	add(pane.KindGroup, "65a4e600")
	add(pane.KindModel, "65a4e600 model")
	p := newPalette(m.ctx, m.keys, &m.tabs, &m.recent)
	for _, tt := range []struct{ text, first, second string }{
		{"", "", ""}, {"   ", "", ""},
		{"a:7", "a:7", ""}, {"a:1", "", ""}, // too short for a beginning
		{" a:70\n", "a:70", ""}, {"a:101", "a:1010", "a:1011"}, {"a:1029", "a:1029", ""},
		{":1029", "", ""}, {"A:1029", "", ""}, {"a:10290", "", ""},
		{"65a4", "65a4e600", ""}, {"65a", "", ""}, {"a:10", "a:10", "a:1000"},
	} {
		items := p.matches(tt.text, nil)
		got := [2]string{}
		for i := range min(len(items), 2) {
			got[i] = items[i].Label
			if want := "name of " + items[i].Label; items[i].Note != want {
				t.Errorf("%q: the note is %q, want %q", tt.text, items[i].Note, want)
			}
		}
		if got != [2]string{tt.first, tt.second} || len(items) > 20 {
			t.Errorf("%q: %d items that begin with %q", tt.text, len(items), got)
		}
		if again := p.matches(tt.text, items); len(again) > 0 && len(items) < 20 {
			t.Errorf("%q: what is found already is listed again: %v", tt.text, again)
		}
	}
	if n := len(p.matches("a:10", nil)); n != 20 {
		t.Errorf("%d items, want 20", n)
	}
}
