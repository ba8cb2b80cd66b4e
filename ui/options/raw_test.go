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
func (s *rawScreen) text() string { return strings.Join(s.page.View(pager.Query{}), "\n") }

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

func TestRawFitsEverySize(t *testing.T) {
	for _, json := range []string{rawDocument, long(9), `"` + strings.Repeat("云", 40_000) + `"`} {
		m := newRaw(t, json)
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
					pressRaw(m, "j", "j")
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
