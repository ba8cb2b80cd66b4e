package options

import (
	"fmt"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/muesli/termenv"

	"channeldeck/theme"
	"channeldeck/ui/testkit/panetest"
	"channeldeck/ui/text"
	"channeldeck/ui/widget/pager"
)

const rawDocument = `{"z":"first, {","id":12345678901234567890.10,"名":"云端\u5de5作室","list":[1,null,true,{}],"esc":"\u001b[31m","quote":"say \"hi\", ","a":"` +
	`قناة الأخبار 🇨🇳 and a long text that does not fit into a line of forty cells, so that it is broken"}`

func newRaw(t testing.TB, json string) *rawScreen {
	w := panetest.New(t, panetest.Options{Handler: serve(data(), data()), Palette: "dark", Profile: termenv.TrueColor})
	m := New(w.Context)
	if cmd := m.openRaw("title", jsontext.Value(json)); cmd != nil {
		t.Fatalf("not opened: %v", cmd())
	}
	s := m.Top().(*rawScreen)
	s.SetSize(42, 31)
	return s
}

// text is what the screen shows within its frame.
func (s *rawScreen) text() string { return strings.Join(s.viewLines(), "\n") }

func pressRaw(m *rawScreen, keys ...string) {
	for _, k := range keys {
		msg := tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(k)}
		switch k {
		case "enter":
			msg = tea.KeyMsg{Type: tea.KeyEnter}
		case "esc":
			msg = tea.KeyMsg{Type: tea.KeyEsc}
		case "backspace":
			msg = tea.KeyMsg{Type: tea.KeyBackspace}
		case "pgup":
			msg = tea.KeyMsg{Type: tea.KeyPgUp}
		case "pgdown":
			msg = tea.KeyMsg{Type: tea.KeyPgDown}
		}
		m.Update(msg)
	}
}

func TestJSONIsShownAsSent(t *testing.T) {
	got := ansi.Strip(newRaw(t, rawDocument).text())
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

func TestJSONNamesAndValuesHaveTones(t *testing.T) {
	m := newRaw(t, rawDocument)
	line := strings.Split(m.text(), "\n")[1]
	th := m.m.Theme
	want := "  " + th.Tone(theme.Accent).Render(`"z"`) + ": " + th.Tone(theme.Good).Render(`"first, {"`) + ","
	if line != want {
		t.Errorf("got %q, want %q", line, want)
	}
}

func TestJSONIsShownCleaned(t *testing.T) {
	if got := newRaw(t, `{"\u202e":"\u001b[2J \u0007"}`).View(); strings.ContainsAny(ansi.Strip(got), "\u202e\x1b\x07") {
		t.Errorf("got %q", got)
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

func TestRawScrollStopsAtBothEnds(t *testing.T) {
	m := newRaw(t, long(100))
	for range 300 {
		pressRaw(m, "pgdown")
	}
	bottom := m.text()
	if !strings.HasSuffix(ansi.Strip(bottom), "\"End\"\n]") || strings.Count(bottom, "\n") != 29 {
		t.Fatalf("at the end:\n%s", bottom)
	}
	pressRaw(m, "g", "G")
	if m.text() != bottom {
		t.Errorf("the end by its key:\n%s", m.text())
	}
	up := 0
	for ; m.page.Top != (pager.Spot{}) && up < 10_000; up++ {
		pressRaw(m, "k")
	}
	down := 0
	for ; m.text() != bottom && down < 10_000; down++ {
		pressRaw(m, "j")
	}
	if up != down || up == 0 {
		t.Errorf("%d rows up, %d down", up, down)
	}
	if pressRaw(m, "pgup"); m.text() == bottom {
		t.Error("page up does nothing")
	}
}

func TestRawSearchWrapsAround(t *testing.T) {
	m := newRaw(t, long(200))
	pressRaw(m, "/")
	if !m.Capturing() {
		t.Fatal("keys are no text")
	}
	pressRaw(m, "1", "9", "7", "enter")
	if len(m.hits) != 1 || m.Capturing() || !strings.Contains(m.text(), "197") || m.page.Top.Item < 100 {
		t.Fatalf("%d hits, at line %d:\n%s", len(m.hits), m.page.Top.Item, m.text())
	}
	pressRaw(m, "/", "backspace", "backspace", "backspace", "W", "O", "R", "D", "enter")
	if len(m.hits) != 171 { // every row but each seventh
		t.Errorf("%d lines have the word", len(m.hits))
	}
	at := m.hit
	pressRaw(m, "n", "n", "N")
	if m.hit != (at+1)%171 {
		t.Errorf("from %d to %d", at, m.hit)
	}
	if !strings.Contains(m.text(), m.m.Theme.Hit.Render("word")) {
		t.Errorf("the hit is not marked:\n%q", m.text())
	}
	if pressRaw(m, "/", "#", "#"); !strings.Contains(m.text(), m.m.Words.T("picker.nothing")) {
		t.Errorf("no word on no hit:\n%s", m.text())
	}
	pressRaw(m, "enter")
	m.Back()
	pressRaw(m, "n")
	if len(m.hits) != 0 || m.Capturing() || strings.Contains(m.text(), "/") {
		t.Errorf("the search stays:\n%s", m.text())
	}
}

// Enter keeps what was typed, and esc restores the query before it.
func TestLeavingTheRawSearch(t *testing.T) {
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
		m := newRaw(t, long(200))
		pressRaw(m, strings.Fields(tt.keys)...)
		if m.query != tt.query || m.Capturing() != tt.typing || (len(m.hits) > 0) != (tt.query != "") {
			t.Errorf("%s: query %q with %d hits, typing %v", tt.keys, m.query, len(m.hits), m.Capturing())
		}
		if shown := strings.Contains(ansi.Strip(m.text()), "/ "+tt.query); shown != (tt.typing || tt.query != "") {
			t.Errorf("%s: the line of the search is there: %v", tt.keys, shown)
		}
	}
}

// The line of the search takes a row of the text; when it goes, the row is back.
func TestClearingTheRawSearchFreesItsRow(t *testing.T) {
	m := newRaw(t, long(200))
	pressRaw(m, "G")
	bottom := m.text()
	pressRaw(m, "/", "E", "n", "d", "enter", "G")
	m.Back()
	if m.text() != bottom {
		t.Errorf("at the end:\n%s", m.text())
	}
	if pressRaw(m, "/", "esc"); m.text() != bottom {
		t.Errorf("after a field that was left empty:\n%s", m.text())
	}
}

func TestRawFitsEverySize(t *testing.T) {
	for _, json := range []string{rawDocument, long(9), `"` + strings.Repeat("云", 40_000) + `"`} {
		m := newRaw(t, json)
		pressRaw(m, "/", "o", "enter")
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
					pressRaw(m, "j", "j", "n")
				}
			}
		}
	}
}

func BenchmarkRaw(b *testing.B) {
	m := newRaw(b, long(100_000))
	m.SetSize(122, 41)
	b.ReportAllocs()
	for b.Loop() {
		pressRaw(m, "j")
		m.text()
	}
}

func TestRawSearchFolds(t *testing.T) {
	m := newRaw(t, `{"name":"Café １号"}`)
	for _, query := range []string{"cafe", "CAFÉ", "1号"} {
		m.search(query)
		if len(m.hits) != 1 {
			t.Errorf("%s: %d hits", query, len(m.hits))
		}
	}
	if view := m.text(); !strings.Contains(view, m.m.Theme.Hit.Render("１号")) {
		t.Errorf("not highlighted:\n%q", view)
	}
}

// A key in the search costs one pass over the document, whatever was pasted into the field.
func BenchmarkRawSearch(b *testing.B) {
	pasted := strings.Repeat("词 word ", 500)
	for name, query := range map[string]string{"no hit": pasted[:4000], "hits": strings.Repeat("a ", 2000), "one letter": "word"} {
		for _, rows := range []int{1_500, 16_000} { // 90 KB, 1 MB
			b.Run(fmt.Sprintf("%s in %d rows", name, rows), func(b *testing.B) {
				m := newRaw(b, strings.Replace(long(rows), `"End"`, `"`+strings.Repeat(query+"b ", 4)+`"`, 1))
				m.SetSize(122, 41)
				pressRaw(m, "/")
				m.Update(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(query), Paste: true})
				b.ReportAllocs()
				for b.Loop() {
					pressRaw(m, "b")
					m.View()
					pressRaw(m, "backspace")
					m.View()
				}
			})
		}
	}
}
