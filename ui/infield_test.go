package ui

import (
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/ui/accounts"
	"channeldeck/ui/pane"
	"channeldeck/ui/testkit/panetest"
	"channeldeck/ui/testkit/race"
	"channeldeck/ui/words"
)

// TestPaletteOverAField opens the palette over every field, form and choice of
// every pane, by the keys of TestKeysMeanTheSame.
func TestPaletteOverAField(t *testing.T) {
	race.Sweep(t)
	t.Parallel()
	inEveryField(t, func(f field) {
		t := f.t
		d := f.driver
		offersWhatWorksInAField(t, d)
		leavesTheField(t, d)
		goesElsewhereAndBack(t, d)
		_, opens := d.m.tabs.made(f.tab).(opener)
		// not a picker, which it closes as esc does
		if opens && !strings.Contains(d.m.View(), d.m.ctx.Theme.Glyphs.User+" ab") {
			goesElsewhereInThePane(t, d, unopenedTarget(t, d, f.world, d.m.tabs.all[f.tab].Name), f.keys[len(f.keys)-1])
		}
	})
}

// Commands that the palette offers over a field work there; enter alone sends
// nothing.
func offersWhatWorksInAField(t testing.TB, d driver) {
	t.Helper()
	works := slices.Concat(actionsOf(d.m.tabs.stack().FullHelp()), []key.Binding{d.m.keys.ForceQuit, d.m.keys.Suspend})
	if d.press("ctrl+k"); d.m.overlay == nil {
		t.Fatalf("the palette does not open:\n%s", d.m.View())
	}
	items := d.items()
	if _, ok := items[0].Value.(*pane.Target); !ok {
		t.Errorf("the first item is %q", items[0].Label)
	}
	commands := 0
	for _, item := range items {
		name, ok := item.Value.(string)
		if !ok {
			continue
		}
		commands++
		press, _ := pane.KeyMsg(name)
		if !slices.ContainsFunc(works, func(b key.Binding) bool {
			return d.m.ctx.Help(b).Desc == item.Label && key.Matches(press, b)
		}) {
			t.Errorf("%q is offered, by %q", item.Label, name)
		}
		if len(name) == 1 && name != " " {
			t.Errorf("%q presses %q, which is text", item.Label, name)
		}
	}
	if commands < 3 {
		t.Errorf("%d commands", commands)
	}
	d.press("esc")
}

// When the palette closes, the typed text, its cursor and the selection are
// unchanged.
func leavesTheField(t testing.TB, d driver) {
	t.Helper()
	d.press("text:ab", "left")
	before := d.m.View()
	d.press("ctrl+k", "text:zq", "down", "ctrl+k", "left", "esc")
	if d.m.View() != before {
		t.Errorf("not as it was:\n%s\nbefore:\n%s", d.m.View(), before)
	}
	if d.press("text:c", "backspace"); d.m.View() != before {
		t.Errorf("the cursor is elsewhere:\n%s\nbefore:\n%s", d.m.View(), before)
	}
}

// Switching panes does not change the field.
func goesElsewhereAndBack(t testing.TB, d driver) {
	t.Helper()
	before := d.m.View()
	from := d.m.tabs.front
	other := d.m.tabs.all[(from+1)%len(d.m.tabs.all)].Name
	d.press("ctrl+k", "text:"+d.m.ctx.Words.T("tab."+other), "enter")
	if d.m.tabs.all[d.m.tabs.front].Name != other {
		t.Fatalf("in front is %s:\n%s", d.m.tabs.all[d.m.tabs.front].Name, d.m.View())
	}
	panetest.Pump(t, d, d.m.tabs.show(from))
	if d.m.tabs.front != from || d.m.View() != before {
		t.Errorf("not where one was:\n%s\nbefore:\n%s", d.m.View(), before)
	}
}

// Opening something else in the same pane keeps the typed text: it is there after
// going back, or when the field is opened again.
func goesElsewhereInThePane(t testing.TB, d driver, there pane.Target, reopen string) {
	t.Helper()
	d.press("text:zq8")
	before := d.m.View()
	d.press("ctrl+k")
	panetest.Pump(t, d, d.Update(pane.Open{Target: there}))
	if d.m.View() == before {
		t.Fatal("nothing was opened")
	}
	panetest.Pump(t, d, d.m.tabs.stack().Back())
	if !d.m.tabs.typing() {
		d.press(reopen)
	}
	if !strings.Contains(d.m.View(), "zq8") || !d.m.tabs.typing() {
		t.Errorf("what was typed is gone:\n%s\nbefore:\n%s", d.m.View(), before)
	}
}

// The footer of a field shows the key of the palette after those of the field.
func TestFooterOfAFieldShowsThePaletteKey(t *testing.T) {
	for _, tt := range []struct {
		pane, key string
		width     int
		want      string
	}{
		{"accounts", "/", 44, " enter apply  esc cancel  ctrl+k commands "},
		{"works", "A", 100, " tab next field  enter confirm  esc back  ctrl+k commands "},
		{"works", "A", 45, " tab next field  enter confirm  esc back "},
	} {
		d := open(t, words.English, tt.pane, tt.width, 12)
		d.press(tt.key)
		lines := strings.Split(d.m.View(), "\n")
		if footer := lines[len(lines)-1]; strings.TrimRight(footer, " ") != strings.TrimRight(tt.want, " ") {
			t.Errorf("%s, %d cells wide: %q", tt.pane, tt.width, footer)
		}
	}
}

// If all keys of the palette are letters, they are text in a field.
func TestLetterKeysDoNotOpenThePaletteInAField(t *testing.T) {
	ctx := panetest.New(t, panetest.Options{Lang: words.English}).Context
	if wrong := pane.Rebind(ctx, Binders(Makers()), map[string][]string{"palette": {"Q", "f6"}}); wrong != nil {
		t.Fatal(wrong)
	}
	d := driver{t, New(ctx, Makers(), accounts.Name)}
	d.m.Update(tea.WindowSizeMsg{Width: 100, Height: 30})
	panetest.Pump(t, d, d.m.Init())
	if d.press("/", "Q", "ctrl+k"); d.m.overlay != nil {
		t.Error("a letter opens the palette")
	}
	if d.press("f6"); d.m.overlay == nil {
		t.Error("f6 does not")
	}
}
