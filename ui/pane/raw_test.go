package pane_test

import (
	"fmt"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/muesli/termenv"

	"channeldeck/theme"
	"channeldeck/ui/pane"
	"channeldeck/ui/testkit/panetest"
	"channeldeck/ui/text"
)

const rawDocument = `{"z":"first, {","id":12345678901234567890.10,"名":"云端\u5de5作室","list":[1,null,true,{}],` +
	`"esc":"\u001b[31m","quote":"say \"hi\", ","a":"` +
	`قناة الأخبار 🇨🇳 and a long text that does not fit into a line of forty cells, so that it is broken"}`

func newRaw(t testing.TB, json string) *pane.Stack {
	s := pane.NewStack(panetest.New(t, panetest.Options{Palette: "dark", Profile: termenv.TrueColor}).Context, "")
	s.Push(blank{})
	s.SetSize(84, 31)
	if cmd := s.ShowJSON("title", jsontext.Value(json)); cmd != nil {
		t.Fatalf("not opened: %v", cmd())
	}
	return s
}

// rawLines returns the lines within the frame of the screen, without blanks at the ends.
func rawLines(m *pane.Stack) (inside []string) {
	lines := strings.Split(m.View(), "\n")
	border := func(r rune) bool { return r == '│' || r == '┃' || r == '█' || r == ' ' }
	for _, line := range lines[1 : len(lines)-1] {
		inside = append(
			inside,
			strings.TrimRightFunc(
				strings.TrimLeftFunc(ansi.Strip(line), func(r rune) bool { return r != ' ' }),
				border,
			),
		)
	}
	return inside
}

func TestJSONIsShownAsSent(t *testing.T) {
	got := strings.Join(rawLines(newRaw(t, rawDocument)), "")
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
	if strip(got) != strip(want) {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestJSONNamesAndValuesHaveTones(t *testing.T) {
	m := newRaw(t, rawDocument)
	want := "  " + m.Context().Theme.Tone(theme.Accent).Render(`"z"`) + ": " +
		m.Context().Theme.Tone(theme.Good).Render(`"first, {"`) + ","
	if !strings.Contains(m.View(), want) {
		t.Errorf("%q is missing in %q", want, m.View())
	}
}

func TestJSONIsShownCleaned(t *testing.T) {
	if got := newRaw(
		t,
		`{"\u202e":"\u001b[2J \u0007"}`,
	).View(); strings.ContainsAny(ansi.Strip(got), "\u202e\x1b\x07") {
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

// Each occurrence is a hit, in letters of either case, and the search starts again after the
// last one.
func TestRawSearch(t *testing.T) {
	m := newRaw(t, long(200))
	panetest.Press(t, m, "/", "text:197", "enter")
	if !strings.Contains(m.View(), m.Context().Theme.Hit.Render("197")) {
		t.Fatalf("not at the hit:\n%s", m.View())
	}
	panetest.Press(t, m, "esc", "/", "text:END", "enter", "n")
	if !strings.Contains(m.View(), m.Context().Theme.Hit.Render("End")) {
		t.Errorf("the hit is not marked:\n%q", m.View())
	}
	if panetest.Press(t, m, "y"); m.Depth() != 2 {
		t.Errorf("%d screens", m.Depth())
	}
	if panetest.Press(t, m, "v"); m.Depth() != 1 {
		t.Error("the key that opens the screen does not close it")
	}
}

func TestRawFitsEverySize(t *testing.T) {
	for _, json := range []string{rawDocument, long(9), `"` + strings.Repeat("云", 40_000) + `"`} {
		m := newRaw(t, json)
		panetest.Press(t, m, "/", "text:o", "enter")
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
					panetest.Press(t, m, "j", "j", "n")
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
		m.Update(panetest.KeyMsg("j"))
		m.View()
	}
}

// A key in the search costs one pass over the document, whatever was pasted into the field.
func BenchmarkRawSearch(b *testing.B) {
	pasted := strings.Repeat("词 word ", 500)
	for name, query := range map[string]string{
		"no hit":     pasted[:4000],
		"hits":       strings.Repeat("a ", 2000),
		"one letter": "word",
	} {
		for _, rows := range []int{1_500, 16_000} { // 90 KB, 1 MB
			b.Run(fmt.Sprintf("%s in %d rows", name, rows), func(b *testing.B) {
				m := newRaw(b, strings.Replace(long(rows), `"End"`, `"`+strings.Repeat(query+"b ", 4)+`"`, 1))
				m.SetSize(122, 41)
				m.Update(panetest.KeyMsg("/"))
				m.Update(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(query), Paste: true})
				b.ReportAllocs()
				for b.Loop() {
					m.Update(panetest.KeyMsg("b"))
					m.View()
					m.Update(panetest.KeyMsg("backspace"))
					m.View()
				}
			})
		}
	}
}
