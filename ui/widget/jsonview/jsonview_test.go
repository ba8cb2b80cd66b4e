package jsonview

import (
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"

	"channeldeck/theme"
	"channeldeck/ui/text"
	"channeldeck/ui/widget/input"
	"channeldeck/ui/widget/pager"
	"channeldeck/ui/widget/scroll"
)

const document = `{"z":"first, {","id":12345678901234567890.10,"名":"云端\u5de5作室","list":[1,null,true,{}],"esc":"\u001b[31m","quote":"say \"hi\", ","a":"` +
	`قناة الأخبار 🇨🇳 and a long text that does not fit into a line of forty cells, so that it is broken"}`

func newView(json string) *Model {
	on := func(keys ...string) key.Binding { return key.NewBinding(key.WithKeys(keys...)) }
	t := theme.For(io.Discard, []string{"TERM=xterm"}, theme.Choice{Name: "ansi"})
	m := New(t, KeyMap{
		KeyMap: scroll.KeyMap{Up: on("k"), Down: on("j"), PageUp: on("b"), PageDown: on("f"), Home: on("g"), End: on("G")},
		Search: on("/"), Next: on("n"), Previous: on("N"), Confirm: on("enter"), Cancel: on("esc"),
	}, Words{Search: "search", Nothing: "no hit"}, input.NewSearch(t, &input.Queries{}))
	m.SetJSON([]byte(json))
	m.SetSize(40, 30)
	return m
}

func press(m *Model, keys ...string) {
	for _, k := range keys {
		msg := tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(k)}
		switch k {
		case "enter":
			msg = tea.KeyMsg{Type: tea.KeyEnter}
		case "esc":
			msg = tea.KeyMsg{Type: tea.KeyEsc}
		case "backspace":
			msg = tea.KeyMsg{Type: tea.KeyBackspace}
		}
		m.Update(msg)
	}
}

func TestJSONIsShownAsSent(t *testing.T) {
	got := ansi.Strip(newView(document).View())
	want := `{
  "z": "first, {",
  "id": 12345678901234567890.10,
  "名": "云端工作室",
  "list": [
    1,
    null,
    true,
    {}
  ],
  "esc": "\u001b[31m",
  "quote": "say \"hi\", ",
  "a": "قناة الأخبار 🇨🇳 and a long text that
    does not fit into a line of forty ce
    lls, so that it is broken"
}`
	strip := func(s string) string { return strings.ReplaceAll(strings.ReplaceAll(s, "\n", ""), " ", "") }
	if strip(got) != strip(want) || strings.Count(got, "\n") != strings.Count(want, "\n") {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestNamesAndValuesHaveTones(t *testing.T) {
	m := newView(document)
	line := strings.Split(m.View(), "\n")[1]
	th := m.theme
	want := "  " + th.Tone(theme.Accent).Render(`"z"`) + ": " + th.Tone(theme.Good).Render(`"first, {"`) + ","
	if line != want {
		t.Errorf("got %q, want %q", line, want)
	}
}

func TestInvalidJSONIsShownCleaned(t *testing.T) {
	got := newView("<html>\x1b[2J\n{").View()
	if strings.Contains(got, "\x1b[2J") || !strings.Contains(got, "html") {
		t.Errorf("got %q", got)
	}
	if got := newView("").View(); strings.TrimSpace(got) != "" {
		t.Errorf("nothing is shown as %q", got)
	}
}

func long(n int) string {
	var b strings.Builder
	b.WriteString("[")
	for i := range n {
		fmt.Fprintf(&b, `{"n":%d,"text":"%s"},`, i, strings.Repeat("词 word ", i%7))
	}
	return b.String() + `"End"]`
}

func TestScrollStopsAtBothEnds(t *testing.T) {
	m := newView(long(100))
	for range 300 {
		press(m, "f")
	}
	bottom := m.View()
	if !strings.HasSuffix(ansi.Strip(bottom), "\"End\"\n]") || strings.Count(bottom, "\n") != 29 {
		t.Fatalf("at the end:\n%s", bottom)
	}
	press(m, "g", "G")
	if m.View() != bottom {
		t.Errorf("the end by its key:\n%s", m.View())
	}
	up := 0
	for ; m.page.Top != (pager.Spot{}) && up < 10_000; up++ {
		press(m, "k")
	}
	down := 0
	for ; m.View() != bottom && down < 10_000; down++ {
		press(m, "j")
	}
	if up != down || up == 0 {
		t.Errorf("%d rows up, %d down", up, down)
	}
	if press(m, "b"); m.View() == bottom {
		t.Error("page up does nothing")
	}
}

func TestSearchWrapsAround(t *testing.T) {
	m := newView(long(200))
	press(m, "/")
	if !m.Capturing() {
		t.Fatal("keys are no text")
	}
	press(m, "1", "9", "7", "enter")
	if len(m.hits) != 1 || m.Capturing() || !strings.Contains(m.View(), "197") || m.page.Top.Item < 100 {
		t.Fatalf("%d hits, at line %d:\n%s", len(m.hits), m.page.Top.Item, m.View())
	}
	press(m, "/", "backspace", "backspace", "backspace", "W", "O", "R", "D", "enter")
	if len(m.hits) != 171 { // every row but each seventh
		t.Errorf("%d lines have the word", len(m.hits))
	}
	at := m.hit
	press(m, "n", "n", "N")
	if m.hit != (at+1)%171 {
		t.Errorf("from %d to %d", at, m.hit)
	}
	if !strings.Contains(m.View(), m.theme.Hit.Render("word")) {
		t.Errorf("the hit is not marked:\n%q", m.View())
	}
	if press(m, "/", "#", "#"); !strings.Contains(m.View(), "no hit") {
		t.Errorf("no word on no hit:\n%s", m.View())
	}
	m.Clear()
	press(m, "n")
	if len(m.hits) != 0 || m.Capturing() || strings.Contains(m.View(), "search") {
		t.Errorf("the search stays:\n%s", m.View())
	}
}

// Enter keeps what was typed, and esc restores the query before it.
func TestLeavingTheField(t *testing.T) {
	for _, tt := range []struct {
		keys   string
		query  string
		typing bool
	}{
		{"/ 1 9", "19", true},
		{"/ 1 9 enter", "19", false},
		{"/ 1 9 esc", "", false},
		{"/ 1 9 esc / 7", "7", true},
		{"/ 1 9 enter / 7 esc", "19", false},
		{"/ 1 enter / backspace enter", "", false},
		{"/ 1 esc / backspace esc", "", false},
	} {
		m := newView(long(200))
		press(m, strings.Fields(tt.keys)...)
		if m.Query() != tt.query || m.Capturing() != tt.typing || (len(m.hits) > 0) != (tt.query != "") {
			t.Errorf("%s: query %q with %d hits, typing %v", tt.keys, m.Query(), len(m.hits), m.Capturing())
		}
		if shown := strings.Contains(ansi.Strip(m.View()), "search "+tt.query); shown != (tt.typing || tt.query != "") {
			t.Errorf("%s: the line of the search is there: %v", tt.keys, shown)
		}
	}
}

func TestSetJSONClearsTheSearch(t *testing.T) {
	for _, keys := range []string{"/ 1 9 7", "/ 1 9 7 enter"} {
		m := newView(long(200))
		press(m, strings.Fields(keys)...)
		m.SetJSON([]byte(long(300)))
		if line := m.page.Top.Item; line != 0 || m.Query() != "" || m.Capturing() {
			t.Errorf("%s: at line %d, query %q, typing %v", keys, line, m.Query(), m.Capturing())
		}
		if press(m, "/", "2", "enter"); m.Query() != "2" {
			t.Errorf("%s: the field went on with the query before: %q", keys, m.Query())
		}
	}
}

// The line of the search takes a row of the text; when it goes, the row is back.
func TestClearingTheSearchFreesItsRow(t *testing.T) {
	m := newView(long(200))
	press(m, "G")
	bottom := m.View()
	press(m, "/", "E", "n", "d", "enter", "G")
	if m.Clear(); m.View() != bottom {
		t.Errorf("at the end:\n%s", m.View())
	}
	if press(m, "/", "esc"); m.View() != bottom {
		t.Errorf("after a field that was left empty:\n%s", m.View())
	}
}

func TestViewFitsEverySize(t *testing.T) {
	for _, json := range []string{document, long(9), `"` + strings.Repeat("云", 40_000) + `"`} {
		m := newView(json)
		press(m, "/", "o", "enter")
		for width := 0; width < 90; width += 1 + width/4 {
			for _, height := range []int{0, 1, 2, 5, 30} {
				m.SetSize(width, height)
				for range 3 {
					lines := strings.Split(m.View(), "\n")
					if len(lines) > max(height, 1) {
						t.Fatalf("%dx%d: %d lines", width, height, len(lines))
					}
					for _, l := range lines {
						if w := text.Width(l); w > width {
							t.Fatalf("%dx%d: a line is %d wide: %q", width, height, w, l)
						}
					}
					press(m, "j", "j", "n")
				}
			}
		}
	}
}

func BenchmarkView(b *testing.B) {
	m := newView(long(100_000))
	m.SetSize(120, 40)
	b.ReportAllocs()
	for b.Loop() {
		press(m, "j")
		m.View()
	}
}

func TestSearchFolds(t *testing.T) {
	m := newView(`{"name":"Café １号"}`)
	for _, query := range []string{"cafe", "CAFÉ", "1号"} {
		m.search(query)
		if len(m.hits) != 1 {
			t.Errorf("%s: %d hits", query, len(m.hits))
		}
	}
	if view := m.View(); !strings.Contains(view, m.theme.Hit.Render("１号")) {
		t.Errorf("not highlighted:\n%q", view)
	}
}
