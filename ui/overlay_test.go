package ui

import (
	"fmt"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/muesli/termenv"

	"channeldeck/ui/accounts"
	"channeldeck/ui/pane"
	"channeldeck/ui/testkit/panetest"
	"channeldeck/ui/testkit/race"
	"channeldeck/ui/words"
)

// longHelp opens a help that is longer than the screen.
func longHelp(t *testing.T) driver {
	t.Helper()
	m, fakes := root(t, words.English)
	k := pane.NewKeys(m.ctx)
	fakes[1].full = append(
		k.Bindings(), k.Filter, k.Sort, k.Reverse, k.Columns, k.Select, k.Copy, k.CopyCell,
		k.CopyJSON, k.Export, k.Refresh, k.Next,
	)
	m.Update(tea.WindowSizeMsg{Width: 100, Height: 14})
	press(m, panetest.KeyMsg("?"), panetest.KeyMsg("?"))
	return driver{t, m}
}

// A key that scrolls the help does so at once, however often the key for the other
// direction was pressed at the end.
func TestHelpStopsAtItsEnds(t *testing.T) {
	d := longHelp(t)
	top := d.m.View()
	for _, height := range []int{14, 17} {
		for range 60 {
			d.press("down")
			d.m.View()
		}
		d.m.Update(tea.WindowSizeMsg{Width: 100, Height: height})
		bottom := d.m.View()
		if d.press("up"); d.m.View() == bottom || bottom == top {
			t.Errorf("height %d: nothing moves up from the end:\n%s", height, bottom)
		}
		if d.press("down"); d.m.View() != bottom {
			t.Errorf("height %d: not at the end again:\n%s", height, d.m.View())
		}
	}
	d.m.Update(tea.WindowSizeMsg{Width: 100, Height: 14})
	for range 60 {
		d.press("up")
	}
	if d.m.View() != top {
		t.Errorf("not at the beginning:\n%s", d.m.View())
	}
}

// A page key moves by a page; a key that cannot move leaves the offset unchanged.
func TestHelpTurnsPages(t *testing.T) {
	d := longHelp(t)
	top := d.m.View()
	d.press("pgdown")
	page := d.m.View()
	if d.press("end", "home"); page == top || d.m.View() != page {
		t.Errorf("a page down:\n%s\nand then:\n%s", page, d.m.View())
	}
	if d.press("pgup"); d.m.View() != top {
		t.Errorf("a page up:\n%s", d.m.View())
	}
}

// Help and palette move by the keys in their footers, and by the arrows if those are
// letters, which are text here.
func TestOverlaysUseTheBoundKeys(t *testing.T) {
	t.Parallel()
	for _, overlay := range []string{"?", ":"} {
		for _, tt := range []struct {
			own      map[string][]string
			down, up string
		}{
			{nil, "down", "up"},
			{map[string][]string{"down": {"f8", "ü"}, "up": {"f7", "ö"}}, "f8", "f7"},
			{map[string][]string{"down": {"ü"}, "up": {"ö"}}, "down", "up"},
			{map[string][]string{"page_down": {"f8"}, "page_up": {"f7"}}, "f8", "f7"},
			{map[string][]string{"page_down": {"ü"}, "page_up": {"ö"}}, "pgdown", "pgup"},
		} {
			if _, paging := tt.own["page_up"]; paging && overlay == "?" {
				continue
			}
			ctx := panetest.New(t, panetest.Options{}).Context
			if wrong := pane.Rebind(ctx, Binders(Makers()), tt.own); wrong != nil {
				t.Fatal(wrong)
			}
			d := driver{t, New(ctx, Makers(), accounts.Name)}
			d.m.Update(tea.WindowSizeMsg{Width: 100, Height: 14})
			panetest.Pump(t, d, d.m.Init())
			d.press(overlay)
			if overlay == "?" { // all keys: they are more than the box holds
				d.press(overlay)
			}
			before := d.m.View()
			if d.press(tt.down); d.m.View() == before {
				t.Errorf("%s: %s does not move down with %v", overlay, tt.down, tt.own)
			}
			if d.press(tt.up); d.m.View() != before {
				t.Errorf("%s: %s does not move back up with %v", overlay, tt.up, tt.own)
			}
			if d.press("text:ü"); !strings.Contains(d.m.View(), "ü") {
				t.Errorf("%s: a letter is not typed with %v", overlay, tt.own)
			}
		}
	}
}

// A matched letter is highlighted with its marks.
func TestPaletteHighlightsWholeLetters(t *testing.T) {
	ctx := panetest.New(t, panetest.Options{Palette: "dark", Profile: termenv.TrueColor}).Context
	ctx.Sites.First().Examples = []pane.Thing{{
		Kind:   pane.KindModel,
		Label:  "Cafe\u0301 noir",
		Target: pane.Target{Pane: "prices"},
	}}
	d := driver{t, New(ctx, Makers(), accounts.Name)}
	d.m.Update(tea.WindowSizeMsg{Width: 100, Height: 30})
	d.press(":", "text:cafe")
	if want := ctx.Theme.Table.CursorMatch.Open() + "Cafe\u0301\x1b["; !strings.Contains(d.m.View(), want) {
		t.Errorf("%q is not in\n%q", want, d.m.View())
	}
}

// Text pasted without a field gets a notice with the key that opens one in this
// pane, as it is bound.
func TestRejectedPasteNamesTheKeyOfAField(t *testing.T) {
	paste := tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(strings.Repeat("pasted ", 300)), Paste: true}
	for _, tt := range []struct {
		pane string
		own  map[string][]string
		want string // "" for no key
	}{
		{"accounts", nil, "/ (filter)"},
		{"groups", map[string][]string{"filter": {"f3"}}, "f3 (filter)"},
		{"works", nil, "A (open a work)"},
		{"sessions", nil, "A (open session)"},
		{"sessions", map[string][]string{"sessions.open": {"f4"}}, "f4 (open session)"},
		{"prices", map[string][]string{"filter": {}}, ""},
	} {
		w := panetest.New(t, panetest.Options{})
		if wrong := pane.Rebind(w.Context, Binders(Makers()), tt.own); wrong != nil {
			t.Fatal(wrong)
		}
		d := driver{t, New(w.Context, Makers(), tt.pane)}
		d.m.Update(tea.WindowSizeMsg{Width: 160, Height: 30})
		panetest.Pump(t, d, d.m.Init())
		up := panetest.Pump(t, d, d.Update(paste))
		if len(up) != 1 {
			t.Fatalf("%s: %v", tt.pane, up)
		}
		if said := up[0].(pane.Notice).Text; strings.Contains(said, "Press") != (tt.want != "") ||
			!strings.Contains(said, tt.want) {
			t.Errorf("%s with %v says %q, want %q", tt.pane, tt.own, said, tt.want)
		}
	}
}

// The help of Accounts, the longest of a list, fits on a small screen, also with a filter.
func TestHelpOfAccountsFits(t *testing.T) {
	for _, lang := range words.Langs() {
		ctx := panetest.New(t, panetest.Options{Lang: lang}).Context
		p := accounts.New(ctx)
		p.Stack().SetSize(80, 22)
		panetest.Pump(t, p, p.Init())
		panetest.Press(t, p, "x")
		h := newHelp(ctx, nil, accounts.Name, p.Stack().FullHelp(), newKeyMap(ctx).at(ctx, p).leftBy(p).FullHelp())
		h.all = true
		pane.SizeBox(h, 80, 22)
		view := h.View()
		panetest.Exact(t, view, 78, 20)
		for _, key := range []string{"P", "s", "esc", "ctrl+z", ctx.Theme.Glyphs.Local} {
			if !strings.Contains(view, " "+key+" ") {
				t.Errorf("%s: the help lacks %q:\n%s", lang, key, view)
			}
		}
	}
}

// The help of each pane explains the signs that the pane draws, and no more than it may draw.
func TestHelpExplainsTheSignsOfThePane(t *testing.T) {
	race.Sweep(t)
	t.Parallel()
	for _, lang := range words.Langs() {
		d, w := filled(t, panetest.Options{Lang: lang, DemoHistory: true})
		w.Site().Examples = examples(w, lang)
		g := w.Context.Theme.Glyphs
		for _, key := range append([]string{"1", "down", "down"}, tour...) {
			d.press(key)
			name := d.m.tabs.all[d.m.tabs.front].Name
			view := d.m.tabs.stack().View()
			explained := ""
			for _, row := range legend(w.Context, name).rows {
				explained += row.sign + row.word + " "
			}
			bullet := g.Up // in other panes • is before the items of a list
			if name == "works" {
				bullet = g.Bullet
			}
			for _, sign := range []string{
				g.Normal, g.Abnormal, g.Pending, g.Local, g.User, g.Folded, g.Open, g.Selected,
				g.Up, g.Down, bullet,
			} {
				if strings.Contains(view, sign) && !strings.Contains(explained, sign) {
					t.Errorf("%s, %s after %s: the help has no %s: %s\n%s", lang, name, key, sign, explained, view)
				}
			}
		}
		for _, pane := range Makers() {
			d.press(fmt.Sprint(d.m.tabs.index(pane.Name)+1), "?")
			for _, row := range legend(w.Context, pane.Name).rows {
				if view := d.m.View(); !strings.Contains(view, row.word) &&
					d.m.overlay.Frame().Scroll.Of <= d.m.overlay.Frame().Scroll.To {
					t.Errorf("%s: no %q in the help:\n%s", pane.Name, row.word, view)
				}
			}
			d.press("esc")
		}
	}
}

// The help of a screen with short names of its own explains them, on its first page and among all keys.
func TestHelpExplainsShortNames(t *testing.T) {
	for lang, want := range map[words.Lang]string{words.English: "Pi  Pinterest", words.Chinese: "Li  LinkedIn"} {
		for _, keys := range [][]string{{"?"}, {"?", "?"}} {
			d := open(t, lang, "options", 80, 24)
			d.press("m")
			d.press(keys...)
			d.press("text:" + want[4:])
			if view := d.m.View(); !strings.Contains(view, want) {
				t.Errorf("%s after %v: no %q in\n%s", lang, keys, want, view)
			}
		}
	}
}
