package ui

import (
	"regexp"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"

	"channeldeck/ui/accounts"
	"channeldeck/ui/testkit/panetest"
	"channeldeck/ui/text"
	"channeldeck/ui/words"
)

// marked is a sequence around a zone, which must never be on the screen.
var marked = regexp.MustCompile("\x1b\\[[0-9]+z")

// mouse sends an event of the left button.
func (d driver) mouse(x, y int, action tea.MouseAction) {
	d.t.Helper()
	for _, up := range panetest.Pump(
		d.t,
		d,
		d.Update(tea.MouseMsg{X: x, Y: y, Button: tea.MouseButtonLeft, Action: action}),
	) {
		panetest.Pump(d.t, d, d.Update(up))
	}
	if view := d.m.View(); marked.MatchString(view) {
		d.t.Fatalf("marks on the screen:\n%q", view)
	}
}

// place returns the cell at which a text of the screen begins.
func (d driver) place(part string) (x, y int) {
	d.t.Helper()
	for y, line := range strings.Split(ansi.Strip(d.m.View()), "\n") {
		if before, _, ok := strings.Cut(line, part); ok {
			return text.Width(before), y
		}
	}
	d.t.Fatalf("no %q in\n%s", part, d.m.View())
	return 0, 0
}

// click clicks the last cell of a text of the screen.
func (d driver) click(part string) {
	d.t.Helper()
	x, y := d.place(part)
	d.mouse(x+text.Width(part)-1, y, tea.MouseActionPress)
	d.mouse(x+text.Width(part)-1, y, tea.MouseActionRelease)
}

// has reports whether the screen has all texts.
func (d driver) has(texts ...string) {
	d.t.Helper()
	for _, s := range texts {
		if view := ansi.Strip(d.m.View()); !strings.Contains(view, s) {
			d.t.Errorf("no %q in\n%s", s, view)
		}
	}
}

func (d driver) lacks(s string) {
	d.t.Helper()
	if view := ansi.Strip(d.m.View()); strings.Contains(view, s) {
		d.t.Errorf("%q in\n%s", s, view)
	}
}

// A key in the footer or in the footer of an overlay is pressed by a click.
func TestClickOnAKey(t *testing.T) {
	t.Parallel()
	for _, size := range [][2]int{{120, 40}, {80, 24}} {
		for _, lang := range []words.Lang{words.English, words.Chinese} {
			d := open(t, lang, accounts.Name, size[0], size[1])
			w := d.m.ctx.Words
			cancel := "esc " + w.T("key.cancel")
			d.click("f " + w.T("key.filter_by"))
			d.has(w.T("menu.filter_by"))
			d.click(cancel)
			d.lacks(w.T("key.accounts.by_group"))
			if d.click("? " + w.T("key.more")); d.m.overlay == nil {
				t.Errorf("%s: no help:\n%s", lang, d.m.View())
			}
			d.press("esc", ":")
			if d.click(cancel); d.m.overlay != nil {
				t.Errorf("%s: the palette is open:\n%s", lang, d.m.View())
			}
		}
	}
}

// A count above the accounts shows those that it counts, also from the overview. A chip
// clears its filter, and the text of a fuzzy filter opens its field.
func TestClickOnACountAndAChip(t *testing.T) {
	t.Parallel()
	d := open(t, words.English, "overview", 120, 40)
	all := regexp.MustCompile(`/([0-9,]+) ─╮`)
	shown := func() string {
		t.Helper()
		found := all.FindStringSubmatch(ansi.Strip(d.m.View()))
		if found == nil {
			t.Fatalf("no counter in\n%s", d.m.View())
		}
		return found[1]
	}
	d.click("abnormal")
	d.has("status: abnormal")
	if d.m.tabs.all[d.m.tabs.front].Name != accounts.Name {
		t.Fatalf("not the accounts:\n%s", d.m.View())
	}
	few := shown()
	d.click("status: abnormal")
	if d.lacks("status: abnormal"); shown() != "300" {
		t.Errorf("%s accounts without a filter", shown())
	}
	d.click(" normal")
	d.has("status: normal")
	d.click(few + " abnormal")
	if d.has("status: abnormal"); shown() != few {
		t.Errorf("%s abnormal accounts, want %s", shown(), few)
	}
	d.click("300 accounts")
	d.lacks("status: abnormal")
	d.press("/", "text:tea", "enter")
	if d.click("/ tea"); !d.m.tabs.typing() {
		t.Errorf("the filter is not open:\n%s", d.m.View())
	}
}

// The words of a question in Prices open its field, a value above a wide list is a filter.
func TestClickOnAQuestion(t *testing.T) {
	t.Parallel()
	d := open(t, words.English, "prices", 200, 60)
	d.click("· 1080p")
	d.has("● 1080p")
	d.press("tab") // to the models that match
	x, y := d.place("Seconds")
	d.mouse(x+2, y+1, tea.MouseActionPress) // the chip
	d.has("Quote 10s 1080p")
}

// A heading sorts, and sorts the other way round when it is clicked again.
func TestClickOnAHeading(t *testing.T) {
	t.Parallel()
	d := open(t, words.English, accounts.Name, 120, 40)
	d.click("Followers")
	first := strings.Split(ansi.Strip(d.m.View()), "\n")[3]
	d.click("Followers")
	if again := strings.Split(ansi.Strip(d.m.View()), "\n")[3]; again == first {
		t.Errorf("%q is first in both directions", first)
	}
}

// A click beside the thumb of a scroll bar moves it there, and it follows the mouse until
// the button is released, also beside the bar.
func TestScrollBar(t *testing.T) {
	t.Parallel()
	for _, size := range [][2]int{{120, 40}, {80, 24}} {
		for overlay, name := range map[bool]string{false: accounts.Name, true: "sessions"} {
			d := open(t, words.English, name, size[0], size[1])
			if overlay {
				d.press(":")
			}
			thumb := d.m.ctx.Theme.Glyphs.Thumb
			x, top := d.place(thumb)
			bottom := top
			rest := func() (from int) {
				_, from = d.place(thumb)
				return from
			}
			for y, line := range strings.Split(ansi.Strip(d.m.View()), "\n") {
				if y > top && !strings.HasPrefix(ansi.Cut(line, x, x+1), "╯") && y < size[1]-1 {
					bottom = y
				} else if y > top {
					break
				}
			}
			d.mouse(x, bottom, tea.MouseActionPress)
			low := rest()
			d.mouse(x-20, top, tea.MouseActionMotion)
			if low <= top || rest() != top {
				t.Errorf("%v, overlay %v: thumb at %d, then %d:\n%s", size, overlay, low, rest(), d.m.View())
			}
			d.mouse(x-20, size[1], tea.MouseActionMotion)
			if rest() != low {
				t.Errorf("%v, overlay %v: thumb at %d, want %d", size, overlay, rest(), low)
			}
			d.mouse(x-20, size[1], tea.MouseActionRelease)
			d.mouse(x-20, top, tea.MouseActionMotion)
			if rest() != low {
				t.Errorf("%v, overlay %v: the bar follows a mouse that does not hold it", size, overlay)
			}
		}
	}
}

// The first drag that moves nothing says how to select text, the next one nothing.
func TestFirstDragTellsHowToSelectText(t *testing.T) {
	m, _ := root(t, words.English)
	drag := tea.MouseMsg{X: 5, Y: 5, Button: tea.MouseButtonLeft, Action: tea.MouseActionMotion}
	m.Update(tea.MouseMsg{X: 5, Y: 4, Button: tea.MouseButtonLeft, Action: tea.MouseActionPress})
	if m.Update(drag); !strings.Contains(m.View(), "hold Shift") {
		t.Errorf("the first drag:\n%s", m.View())
	}
	press(m, tea.KeyMsg{Type: tea.KeyDown})
	if m.Update(drag); strings.Contains(m.View(), "hold Shift") {
		t.Errorf("the second drag:\n%s", m.View())
	}
	for _, mouse := range []bool{true, false} {
		m.ctx.Mouse = mouse
		press(m, panetest.KeyMsg("?"), panetest.KeyMsg("?"))
		if strings.Contains(m.View(), "select text") != mouse {
			t.Errorf("the help with mouse %v:\n%s", mouse, m.View())
		}
		press(m, panetest.KeyMsg("esc"))
	}
}

// The palette gives the mouse to the terminal, and takes it back.
func TestMouseOfTheTerminal(t *testing.T) {
	m, _ := root(t, words.English)
	m.ctx.Mouse = true
	for _, want := range []struct {
		msg  tea.Msg
		says string
	}{
		{tea.DisableMouse(), "selects text"},
		{tea.EnableMouseCellMotion(), "Clicks work"},
	} {
		cmd := m.onKey(panetest.KeyMsg("do:mouse"))
		batch, ok := cmd().(tea.BatchMsg)
		if !ok || batch[0]() != want.msg || !strings.Contains(m.View(), want.says) {
			t.Errorf("%v: does %v:\n%s", want.says, batch, m.View())
		}
	}
}
