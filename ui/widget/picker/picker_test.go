package picker

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"

	"channeldeck/theme"
	"channeldeck/ui/testkit/memory"
	"channeldeck/ui/text"
	"channeldeck/ui/widget/scroll"
)

func newPicker(multi bool) *Picker {
	on := func(keys ...string) key.Binding { return key.NewBinding(key.WithKeys(keys...)) }
	items := []Item{
		{ID: "tiktok", Label: "TikTok", Note: "207"},
		{ID: "xhs", Label: "小红书", Note: "388", Chosen: true},
		{ID: "bilibili", Label: "哔哩哔哩", Note: "has no work details", Off: true},
		{ID: "wx", Label: "قناة \x1b[31mWeixin\x1b[0m 🇨🇳"},
	}
	for i := range 30 {
		items = append(items, Item{ID: fmt.Sprintf("more%d", i), Label: fmt.Sprintf("Platform number %d of many", i)})
	}
	p := New(Config{
		Theme: theme.For(io.Discard, []string{"TERM=xterm"}, theme.Choice{Name: "mono"}), Multi: multi,
		Filter: "filter", Nothing: "nothing matches",
		Keys: KeyMap{
			KeyMap:  scroll.KeyMap{Up: on("up"), Down: on("down"), PageUp: on("pgup"), PageDown: on("pgdown")},
			Toggle:  on(" "),
			Confirm: on("enter"),
			Cancel:  on("esc"),
		},
	}, items)
	p.SetSize(60, 12)
	return p
}

func press(p *Picker, keys ...string) Result {
	types := map[string]tea.KeyType{
		"up":        tea.KeyUp,
		"down":      tea.KeyDown,
		"pgup":      tea.KeyPgUp,
		"pgdown":    tea.KeyPgDown,
		" ":         tea.KeySpace,
		"enter":     tea.KeyEnter,
		"esc":       tea.KeyEsc,
		"backspace": tea.KeyBackspace,
	}
	result := Open
	for _, k := range keys {
		msg := tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(k)}
		if kind, ok := types[k]; ok {
			msg = tea.KeyMsg{Type: kind}
		}
		result, _ = p.Update(msg)
	}
	return result
}

func TestPickOne(t *testing.T) {
	p := newPicker(false)
	if r := press(p, "up", "enter"); r != Confirmed || !slices.Equal(p.Chosen(), []string{"tiktok"}) {
		t.Errorf("result %v, chosen %v", r, p.Chosen())
	}
	p = newPicker(false)
	if r := press(p, "b", "i", "l", "i", "enter"); r != Open || !slices.Equal(p.Chosen(), []string{"xhs"}) {
		t.Errorf("an item that is off was chosen: result %v, chosen %v", r, p.Chosen())
	}
	if !strings.Contains(strings.Join(strings.Fields(ansi.Strip(p.View())), " "), "哔哩哔哩 has no work details") {
		t.Errorf("the note is missing:\n%s", p.View())
	}
	if r := press(p, "z", "z", "enter"); r != Open || !strings.Contains(p.View(), "nothing matches") {
		t.Errorf("without a match: result %v\n%s", r, p.View())
	}
	if r := press(p, "esc"); r != Cancelled {
		t.Errorf("result %v", r)
	}
}

func TestPickSeveral(t *testing.T) {
	p := newPicker(true)
	press(p, "t", "k", "t", " ", "backspace", "backspace", "backspace", "down", "down", " ")
	if r := press(p, "enter"); r != Confirmed || !slices.Equal(p.Chosen(), []string{"tiktok", "xhs"}) {
		t.Errorf("result %v, chosen %v", r, p.Chosen())
	}
	press(p, "up", " ")
	if !slices.Equal(p.Chosen(), []string{"tiktok"}) {
		t.Errorf("chosen %v", p.Chosen())
	}
}

func TestMatchesAreHighlighted(t *testing.T) {
	p := newPicker(false)
	press(p, "n", "u", "m", "2", "9")
	press(p, "backspace", "down")
	view := p.View()
	hit := p.Theme.Table.Match.Render
	if !strings.Contains(view, hit("n")) && !strings.Contains(view, hit("num")) || len(p.order) != 12 {
		t.Errorf("got\n%q", view)
	}
	if press(p, "pgdown", "pgdown"); p.cursor != 11 {
		t.Errorf("cursor at %d", p.cursor)
	}
	if press(p, "pgup"); p.cursor != 1 {
		t.Errorf("cursor at %d", p.cursor)
	}
}

// What a query matches is explained once for a row that is shown, and anew for another query and for
// other items.
func TestMatchesAreExplainedOnce(t *testing.T) {
	p := newPicker(false)
	press(p, "n", "u")
	first := p.View()
	shown := len(p.matched)
	if shown == 0 || shown > p.page() {
		t.Fatalf("%d rows are explained", shown)
	}
	for item := range p.matched {
		p.matched[item] = nil // which the next view shows
	}
	if plain := p.View(); plain == first || ansi.Strip(plain) != ansi.Strip(first) {
		t.Errorf("the rows are explained again:\n%s", plain)
	}
	press(p, "m", "backspace")
	if again := p.View(); again != first {
		t.Errorf("got\n%s, want\n%s", again, first)
	}
	p.SetItems([]Item{{Label: "nu"}, {Label: "other"}})
	if view := p.View(); !strings.Contains(view, p.Theme.Table.CursorMatch.Render("nu")) {
		t.Errorf("other items:\n%q", view)
	}
}

func TestViewFitsEverySize(t *testing.T) {
	for _, multi := range []bool{false, true} {
		p := newPicker(multi)
		for _, typed := range []string{"", "w", "zzzz 很长的输入"} {
			p.input.SetValue(typed)
			p.narrow()
			press(p, "down", "down")
			for width := range 70 {
				for _, height := range []int{0, 1, 2, 3, 9, 40} {
					p.SetSize(width, height)
					view := p.View()
					if view != p.View() {
						t.Fatal("drawing changed the view")
					}
					lines := strings.Split(view, "\n")
					if len(lines) != max(height, 1) && width > 0 {
						t.Fatalf("%dx%d: %d lines", width, height, len(lines))
					}
					for _, l := range lines {
						if w := text.Width(l); w > width {
							t.Fatalf("%dx%d: a line is %d wide: %q", width, height, w, l)
						}
					}
					if strings.Contains(view, "\x1b[31m") {
						t.Fatal("the view has an escape sequence of an item")
					}
				}
			}
		}
	}
}

func TestHelpListsKeys(t *testing.T) {
	if len(newPicker(false).ShortHelp()) == 0 || len(newPicker(true).ShortHelp()) == 0 {
		t.Error("no keys")
	}
}

func TestMouse(t *testing.T) {
	event := func(p *Picker, button tea.MouseButton, y int) Result {
		result, _ := p.Update(tea.MouseMsg{Button: button, Y: y, Action: tea.MouseActionPress})
		return result
	}
	p := newPicker(false)
	event(p, tea.MouseButtonWheelDown, 5)
	event(p, tea.MouseButtonWheelDown, 5)
	event(p, tea.MouseButtonWheelDown, 5) // the second page: from more6 on
	if r := event(p, tea.MouseButtonLeft, 3); r != Open || p.Current().ID != "more7" {
		t.Errorf("a click moved the cursor to %v, result %v", p.Current(), r)
	}
	if r := event(p, tea.MouseButtonLeft, 3); r != Confirmed || !slices.Equal(p.Chosen(), []string{"more7"}) {
		t.Errorf("a second click: result %v, chosen %v", r, p.Chosen())
	}
	p = newPicker(true)
	event(p, tea.MouseButtonLeft, 2)
	event(p, tea.MouseButtonLeft, 4) // is off
	if r := event(p, tea.MouseButtonLeft, 1); r != Open || !slices.Equal(p.Chosen(), []string{"tiktok", "xhs"}) {
		t.Errorf("result %v, chosen %v", r, p.Chosen())
	}
	p.Update(tea.MouseMsg{Button: tea.MouseButtonLeft, Y: 2, Action: tea.MouseActionRelease})
	if event(p, tea.MouseButtonLeft, 999); len(p.Chosen()) != 2 {
		t.Errorf("chosen %v", p.Chosen())
	}
	if event(p, tea.MouseButtonWheelUp, 5); p.cursor != 0 {
		t.Errorf("the cursor is at %d", p.cursor)
	}
	p = newPicker(true)
	p.Single = true
	event(p, tea.MouseButtonLeft, 2)
	if r := event(p, tea.MouseButtonLeft, 2); r != Confirmed || p.Changed() || p.Current().ID != "tiktok" {
		t.Errorf("a single choice: result %v, %v, ticks changed %v", r, p.Current(), p.Changed())
	}
	p.set(p.items[:maxPlain]) // without a filter, with a blank line above and below
	p.SetSize(40, 6)
	if event(p, tea.MouseButtonLeft, 5); p.cursor != 0 {
		t.Errorf("a click below the items moved the cursor to %d", p.cursor)
	}
}

// More adds items to the matches of a query, and new items keep query and cursor.
func TestMoreAndNewItems(t *testing.T) {
	p := newPicker(false)
	p.More = func(query string, found []Item) []Item {
		if query == "x" && len(found) == 2 { // xhs by its id, Weixin by a letter
			return []Item{{Label: "more"}}
		}
		return nil
	}
	if press(p, "x"); p.Len() != 3 || p.at(2).Label != "more" {
		t.Errorf("%d items", p.Len())
	}
	press(p, "down")
	want := p.Current().Label
	p.SetItems(append([]Item{{Label: "xxx"}}, p.items[:p.index().Len()]...))
	if p.Current().Label != want || p.input.Value() != "x" {
		t.Errorf("the cursor moved from %q to %q", want, p.Current().Label)
	}
}

// A number that an item begins with is found by itself: a time that has its digits with others between them
// is not meant.
func TestFirstWordRanksFirst(t *testing.T) {
	p := New(Config{Theme: theme.For(io.Discard, nil, theme.Choice{})}, []Item{
		{ID: "0", Label: "97 23:50:03"},
		{ID: "1", Label: "2500 " + strings.Repeat("headline ", 10)},
	})
	p.Update(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune("2500")})
	if item := p.Current(); p.Len() != 1 || item.ID != "1" {
		t.Errorf("%d items, the first %+v", p.Len(), item)
	}
}

// A query that is one of the other names of an item finds no labels that only have its letters somewhere. Its
// beginning still does.
func TestWordFindsNoScatteredLetters(t *testing.T) {
	p := New(Config{Theme: theme.For(io.Discard, nil, theme.Choice{})}, []Item{
		{ID: "0", Label: "Pour-over coffee in three minutes"},
		{ID: "1", Label: "settings", Words: "theme colours language"},
	})
	for typed, want := range map[string]int{"theme": 1, "them": 2} {
		p.Type(typed)
		item := p.Current()
		if p.Len() != want || want == 1 && item.ID != "1" {
			t.Errorf("%q finds %d items, the first %+v", typed, p.Len(), item)
		}
	}
}

// A note of an item without counts takes the cells of those of other items.
func TestNoteBesideCounts(t *testing.T) {
	const note = "show accounts of some platforms only"
	p := New(Config{Theme: theme.For(io.Discard, nil, theme.Choice{})}, []Item{
		{Label: "platforms", Note: note},
		{Label: "Douyin", Counts: []Count{{Text: "2,309"}, {Text: "28"}}},
	})
	p.SetSize(52, 6)
	if view := ansi.Strip(p.View()); !strings.Contains(view, note) {
		t.Errorf("the note is cut:\n%s", view)
	}
}

// A note or a label that is cut in its column takes blank cells beside it: those behind a short label, behind a
// short note, and before a short key.
func TestNothingIsCutBesideBlanks(t *testing.T) {
	for _, item := range []Item{
		{Label: "select", Note: "select the row for copies and exports, or no longer", Key: ","},
		{Label: "export", Note: "write the rows that are shown to a file, in columns", Key: ""},
		{Label: "Small balcony, big garden: forty pots on six floors", Note: "work · TikTok"},
		{Label: "Small balcony, big garden: forty pots on six floors, and tea", Note: ""},
	} {
		p := New(Config{Theme: theme.For(io.Discard, nil, theme.Choice{})}, []Item{
			{Label: strings.Repeat("long title ", 8), Note: strings.Repeat("long note ", 8), Key: "space"},
			item,
			{Label: "short", Note: "note"},
		})
		p.SetSize(70, 6)
		view := ansi.Strip(p.View())
		if !strings.Contains(view, item.Label) || !strings.Contains(view, item.Note) {
			t.Errorf("%q and %q are cut:\n%s", item.Label, item.Note, view)
		}
		lines := strings.Split(view, "\n")
		short, _, _ := strings.Cut(lines[3], "note")
		long, _, _ := strings.Cut(lines[1], "long note")
		if text.Width(short) != text.Width(long) {
			t.Errorf("notes that are whole are not in their column:\n%s", view)
		}
	}
}

// At the size that a picker wants, each label is whole, also beside counts that all items lack.
func TestWantedSizeShowsLabels(t *testing.T) {
	p := New(Config{Theme: theme.For(io.Discard, nil, theme.Choice{})}, []Item{
		{Label: "not reached", Counts: []Count{{Text: "0"}, {}}},
		{Label: "normal", Counts: []Count{{Text: "2,309"}, {}}},
		{Label: "All", Chosen: true},
	})
	p.SetSize(p.Size())
	if view := ansi.Strip(p.View()); !strings.Contains(view, "not reached") {
		t.Errorf("a label is cut:\n%s", view)
	}
}

// Where not all fits, long labels of one section do not move the notes of another one, which stand below each other.
func TestSectionsHaveTheirOwnColumns(t *testing.T) {
	notes := []string{"show what the row is about, with all of it", "mark it"}
	p := New(Config{Theme: theme.For(io.Discard, nil, theme.Choice{})}, []Item{
		{Section: "Recent", Label: "Small balcony, big garden: forty pots", Note: "work · TikTok 741234567890"},
		{Section: "Commands", Label: "accounts", Note: notes[0]},
		{Section: "Commands", Label: "known", Note: notes[1]},
	})
	p.SetSize(60, 12)
	view := ansi.Strip(p.View())
	var at []int
	for line := range strings.SplitSeq(view, "\n") {
		for _, note := range notes {
			if before, _, ok := strings.Cut(line, note); ok {
				at = append(at, text.Width(before))
			}
		}
	}
	if len(at) != 2 || at[0] != at[1] {
		t.Errorf("the notes begin at %v:\n%s", at, view)
	}
}

// The letters of a word may be apart in a label, but not in a note.
func TestNotesMatchAdjacentLetters(t *testing.T) {
	p := New(Config{Theme: theme.For(io.Discard, nil, theme.Choice{})}, []Item{
		{ID: "0", Label: "copy cell", Note: "put the value under the cursor on the clipboard"},
		{ID: "1", Label: "Publish", Note: "for Harbor Bakes"},
	})
	p.Update(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune("harbor")})
	if item := p.Current(); p.Len() != 1 || item.ID != "1" {
		t.Errorf("%d items, the first %+v", p.Len(), item)
	}
	p.Update(tea.KeyMsg{Type: tea.KeyCtrlU})
	p.Update(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune("cpcl")})
	if item := p.Current(); p.Len() != 1 || item.ID != "0" {
		t.Errorf("%d items, the first %+v", p.Len(), item)
	}
}

// With a query, the sections are in the order of their best matches, and each shows
// a few of its matches; without one all items are shown.
func TestSections(t *testing.T) {
	var items []Item
	for i := range 10 {
		items = append(items, Item{Section: "Accounts", Label: fmt.Sprintf("Gardens and prizes %d", i), Note: "douyin"})
	}
	items = append(items, Item{
		Section: "Panes",
		Label:   "Prices",
		Key:     "6",
	}, Item{Section: "Panes", Label: "Works", Key: "4"})
	p := newPicker(false)
	p.SetItems(items)
	p.SetSize(40, 30)
	shown := func() string { return ansi.Strip(p.View()) }
	if view := shown(); p.Len() != 12 || strings.Index(view, "Accounts") > strings.Index(view, "Panes") ||
		strings.Contains(view, "6/10") {
		t.Errorf("without a query:\n%s", view)
	}
	press(p, "p", "r", "i")
	if view := shown(); p.Len() != 7 || p.Current().Label != "Prices" ||
		strings.Index(view, "Accounts") < strings.Index(view, "Panes") ||
		!strings.Contains(view, "Accounts  6/10") {
		t.Errorf("with a query, the cursor on %v:\n%s", p.Current(), view)
	}
	for i, line := range strings.Split(shown(), "\n") {
		if strings.Contains(line, "Prices") != strings.HasSuffix(strings.TrimRight(line, " "), " 6") {
			t.Errorf("line %d: %q", i, line)
		}
	}
	if press(p, "z", "e"); p.Len() != 10 {
		t.Errorf("one section shows %d of its matches", p.Len())
	}
}

// Labels, counts and notes are in columns, and a label takes the room that no
// other column of the visible items needs.
func TestColumnsAreAligned(t *testing.T) {
	p := newPicker(true)
	p.SetItems([]Item{
		{Label: "小红书", Counts: []Count{{Text: "388"}, {Text: "✗ 30", Tone: theme.Bad}}, Note: "note"},
		{Label: "Douyin", Counts: []Count{{Text: "1,474"}, {}}},
	})
	p.SetSize(40, 6)
	press(p, "up")
	lines := strings.Split(ansi.Strip(p.View()), "\n")[1:]
	got := strings.TrimRight(lines[0]+"\n"+lines[1], " ")
	want := "▌ [ ] 小红书    388  ✗ 30  note         \n  [ ] Douyin  1,474"
	if got != want {
		t.Errorf("got\n%q, want\n%q", got, want)
	}
	long := strings.Repeat("long ", 7) + "ab"
	p.SetItems([]Item{{Label: long}})
	if p.SetSize(44, 6); !strings.Contains(ansi.Strip(p.View()), long) {
		t.Errorf("a label is cut beside blanks:\n%s", p.View())
	}
}

// On the cursor row a tone of the terminal's colours would be a background: dark
// letters on red.
func TestCursorRowHasItsOwnTones(t *testing.T) {
	p := newPicker(true)
	p.Theme = theme.For(io.Discard, []string{"TERM=xterm"}, theme.Choice{Name: "ansi"})
	p.SetItems([]Item{
		{Label: "Douyin", Counts: []Count{{Text: "28", Tone: theme.Bad}}, Key: "p"},
		{Label: "Bilibili", Counts: []Count{{Text: "9", Tone: theme.Bad}}},
	})
	p.SetSize(40, 6)
	press(p, "up")
	bad := p.Theme.Tone(theme.Bad)
	accent := p.Theme.Footer.Key
	lines := strings.Split(p.View(), "\n")
	if cursor := lines[1]; strings.Contains(cursor, bad.Open()) || strings.Contains(cursor, accent.Open()) {
		t.Errorf("the cursor row has the tones of other rows: %q", cursor)
	}
	if other := lines[2]; !strings.Contains(other, bad.Open()) {
		t.Errorf("the tone is missing: %q", other)
	}
}

// What a key handles does not grow with the lengths of labels.
func TestLongLabelsAreCut(t *testing.T) {
	p := newPicker(false)
	items := make([]Item, 40)
	for i := range items {
		items[i] = Item{
			ID:    fmt.Sprint(i),
			Label: strings.Repeat("名称 ", 1<<17) + fmt.Sprint(i),
			Note:  strings.Repeat("备注 ", 1<<17),
		}
	}
	if used := memory.Allocated(func() {
		p.SetItems(items)
		p.SetSize(80, 30)
		p.View()
		press(p, "mc")
		p.View()
	}); used > 20<<20 || p.Len() != 40 {
		t.Errorf("%d bytes for %d labels", used, p.Len())
	}
}

// What a query is understood as comes first, and matches of notes come after those of labels.
func TestFirstAndNotes(t *testing.T) {
	p := New(Config{
		Theme: theme.For(io.Discard, []string{"TERM=xterm"}, theme.Choice{Name: "mono"}),
	}, []Item{{Label: "An account", Note: "Pinterest"}, {Label: "Pit winter"}, {Label: "Pinterest"}})
	p.First = func(query string) []Item {
		if query != "pint" {
			return nil
		}
		return []Item{{Label: "a quote"}, {Label: "a link"}}
	}
	labels := func(typed string) string {
		p.input.SetValue(typed)
		p.narrow()
		var list []string
		for i := range p.Len() {
			list = append(list, p.at(i).Label)
		}
		return strings.Join(list, ", ")
	}
	if got := labels("pinter"); got != "Pinterest, Pit winter, An account" {
		t.Error(got)
	}
	if got := labels("pint"); got != "a quote, a link, Pinterest, Pit winter, An account" {
		t.Error(got)
	}
	if got := labels("pinte"); got != "Pinterest, Pit winter, An account" {
		t.Error(got)
	}
}

// Enter takes the item under the cursor too, unless the user changed the ticks.
func TestEnterTakesTheHighlightedItem(t *testing.T) {
	for _, c := range []struct {
		ticked int // an item that is ticked at first, -1 for none
		keys   []string
		want   string
	}{
		{-1, []string{"b", "enter"}, "b"}, {0, []string{"b", "enter"}, "a b"}, {0, []string{"enter"}, "a"},
		{-1, []string{" ", "enter"}, "a"},
		{-1, []string{" ", " ", "enter"}, "a b"},
		{0, []string{" ", "enter"}, ""},
		{0, []string{"b", " ", "enter"}, "a b"},
	} {
		items := []Item{{ID: "a", Label: "a"}, {ID: "b", Label: "b"}, {ID: "c", Label: "c"}}
		if c.ticked >= 0 {
			items[c.ticked].Chosen = true
		}
		p := New(newPicker(true).Config, items)
		if result := press(p, c.keys...); result != Confirmed || strings.Join(p.Chosen(), " ") != c.want {
			t.Errorf("%d ticked, keys %q: %v, chosen %q, want %q", c.ticked, c.keys, result, p.Chosen(), c.want)
		}
	}
	p := New(newPicker(true).Config, []Item{{ID: "a", Label: "a"}})
	if result := press(p, "x", "enter"); result != Open {
		t.Error("enter without an item ends the choice")
	}
}

// A picker of one item marks those that are on, and is not indented without one.
func TestMarksWhatIsOn(t *testing.T) {
	look := func(items ...Item) string {
		p := New(Config{Theme: theme.For(io.Discard, []string{"TERM=xterm"}, theme.Choice{Name: "mono"})}, items)
		p.SetSize(20, 8)
		return p.View()
	}
	view := look(
		Item{ID: "a", Section: "mode", Label: "text", Chosen: true},
		Item{ID: "b", Section: "mode", Label: "image"},
		Item{ID: "c", Section: "seconds", Label: "10", Chosen: true},
	)
	for _, line := range []string{"✓ text", "✓ 10"} {
		if !strings.Contains(view, line) {
			t.Errorf("no %q in\n%s", line, view)
		}
	}
	if strings.Count(view, "✓") != 2 {
		t.Errorf("marks of items that are off:\n%s", view)
	}
	if view := look(Item{ID: "a", Label: "text"}); !strings.Contains(view, "▌ text") {
		t.Errorf("an indent without marks:\n%s", view)
	}
}

// With InOrder, items whose labels begin with the query come first in their own order; without, the best match.
func TestPrefixesInOrder(t *testing.T) {
	items := []Item{
		{ID: "1", Label: "Old login"},
		{ID: "2", Label: "Login likely to end"},
		{ID: "3", Label: "LinkedIn"},
	}
	for inOrder, want := range map[bool]string{true: "2", false: "3"} {
		look := theme.For(io.Discard, []string{"TERM=xterm"}, theme.Choice{Name: "mono"})
		p := New(Config{Theme: look, InOrder: inOrder}, items)
		p.Type("l")
		if got := p.Current(); p.Len() != 3 || got.ID != want {
			t.Errorf("in order %v: %d items, the first is %+v", inOrder, p.Len(), got)
		}
	}
}

// With InOrder, a label that is spelled by the query begins with it too.
func TestPinyinInOrder(t *testing.T) {
	look := theme.For(io.Discard, []string{"TERM=xterm"}, theme.Choice{Name: "mono"})
	items := []Item{{ID: "1", Label: "无登录"}, {ID: "2", Label: "登录可能失效"}, {ID: "3", Label: "抖音"}}
	for typed, want := range map[string]string{"d": "2", "dy": "3", "dl": "2"} {
		p := New(Config{Theme: look, InOrder: true}, items)
		p.Type(typed)
		if got := p.Current(); got.ID != want {
			t.Errorf("%q: the first is %+v", typed, got)
		}
	}
}
