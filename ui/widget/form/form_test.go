package form

import (
	"io"
	"strings"
	"testing"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/theme"
	"channeldeck/ui/text"
)

func keys() KeyMap {
	on := func(keys ...string) key.Binding { return key.NewBinding(key.WithKeys(keys...)) }
	return KeyMap{Next: on("tab"), Previous: on("shift+tab"), Submit: on("enter"), Cancel: on("esc")}
}

func newForm() *Form {
	t := theme.For(io.Discard, []string{"TERM=dumb"}, theme.Choice{})
	f := New(t, keys(), []Field{
		{ID: "url", Label: "Base URL", Hint: "https://…", Note: "The server address.", Check: func(v string) string {
			if !strings.HasPrefix(v, "https://") {
				return "Not an https URL."
			}
			return ""
		}},
		{ID: "key", Label: "API key", Masked: true, Check: func(v string) string {
			if v == "" {
				return "Enter a key."
			}
			return ""
		}},
	})
	f.SetSize(40, 12)
	return f
}

func send(f *Form, kinds ...any) Result {
	var r Result
	for _, k := range kinds {
		switch k := k.(type) {
		case tea.KeyType:
			r, _ = f.Update(tea.KeyMsg{Type: k})
		case string:
			r, _ = f.Update(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(k)})
		}
	}
	return r
}

func TestFillInAndSubmit(t *testing.T) {
	f := newForm()
	if r := send(f, " https://example.test ", tea.KeyTab, "test-key", tea.KeyEnter); r != Submitted {
		t.Fatalf("result %v:\n%s", r, f.View())
	}
	if f.Value("url") != "https://example.test" || f.Value("key") != "test-key" || f.Value("none") != "" {
		t.Errorf("values %q, %q", f.Value("url"), f.Value("key"))
	}
	if strings.Contains(f.View(), "test-key") {
		t.Error("a masked value is shown")
	}
}

func TestProblemsAreShownBelowTheirFieldsAndInputIsKept(t *testing.T) {
	f := newForm()
	if send(f, "ftp://x", tea.KeyEnter); !strings.Contains(f.View(), "Not an https URL.") || f.Focus() != "key" {
		t.Fatalf("focus %s:\n%s", f.Focus(), f.View())
	}
	if r := send(f, tea.KeyEnter); r != Open || f.Focus() != "url" || !strings.Contains(f.View(), "Enter a key.") {
		t.Errorf("result %v, focus %s:\n%s", r, f.Focus(), f.View())
	}
	if send(f, "y"); strings.Contains(f.View(), "Not an https URL") || f.Value("url") != "ftp://xy" {
		t.Errorf("after a change:\n%s", f.View())
	}
	f.SetFailure("No response.")
	f.SetWrong("key", "The key was rejected.")
	if v := f.View(); f.Focus() != "key" || !strings.Contains(v, "No response") || !strings.Contains(v, "rejected") ||
		f.Value("url") != "ftp://xy" {
		t.Errorf("after a failure:\n%s", v)
	}
	if send(f, "z"); strings.Contains(f.View(), "No response") || strings.Contains(f.View(), "rejected") {
		t.Errorf("the failure stays:\n%s", f.View())
	}
}

func TestKeysMoveTheFocusAndCancel(t *testing.T) {
	f := newForm()
	for _, step := range []struct {
		key  tea.KeyType
		want string
	}{{tea.KeyTab, "key"}, {tea.KeyTab, "url"}, {tea.KeyShiftTab, "key"}, {tea.KeyUp, "url"}, {tea.KeyDown, "key"}} {
		if send(f, step.key); f.Focus() != step.want {
			t.Errorf("after %v: focus %s, want %s", step.key, f.Focus(), step.want)
		}
	}
	if strings.Contains(f.View(), "Enter a key") {
		t.Error("an empty field is invalid before the form is submitted")
	}
	if r := send(f, tea.KeyEsc); r != Cancelled {
		t.Errorf("result %v", r)
	}
	f.SetValue("url", "https://a.test")
	if f.Value("url") != "https://a.test" {
		t.Errorf("value %q", f.Value("url"))
	}
}

func TestPastedTextIsNeverAKey(t *testing.T) {
	f := newForm()
	f.Update(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune("https://a.test/\x1b[31mq"), Paste: true})
	if v := f.Value("url"); !strings.HasPrefix(v, "https://a.test/") || strings.Contains(f.View(), "\x1b[31m") {
		t.Errorf("value %q:\n%q", v, f.View())
	}
}

func TestViewFitsEverySize(t *testing.T) {
	f := newForm()
	send(f, "云端工作室的第一个账号🇨🇳 قناة الأخبار e\u0301", tea.KeyTab, "k", tea.KeyTab)
	f.SetWrong(
		"key",
		"A sentence that is long enough to be broken into several lines. 这是一个很长的说明，需要换行才能显示。",
	)
	f.SetFailure("Another long sentence that is broken into several lines, with 中文 in it.")
	for width := range 90 {
		for height := range 20 {
			f.SetSize(width, height)
			for range 2 {
				send(f, tea.KeyTab)
				view := f.View()
				lines := strings.Split(view, "\n")
				if len(lines) > max(height, 1) {
					t.Fatalf("%dx%d: %d lines", width, height, len(lines))
				}
				for _, l := range lines {
					if w := text.Width(l); w > width {
						t.Fatalf("%dx%d: a line is %d wide: %q", width, height, w, l)
					}
				}
				if height >= 3 && width > 20 && !strings.Contains(view, f.theme.Glyphs.Cursor+" ") {
					t.Fatalf("%dx%d: the focus is not visible:\n%s", width, height, view)
				}
			}
		}
	}
}

// A field of choices takes no text. It shows all of them where they fit, else the chosen one.
func TestChoices(t *testing.T) {
	f := New(theme.For(io.Discard, []string{"TERM=dumb"}, theme.Choice{}), keys(), []Field{
		{
			ID:      "format",
			Label:   "Format",
			Value:   "md",
			Choices: []Choice{{"html", "Web page"}, {"md", "Markdown"}, {"json", "JSON"}},
		},
		{ID: "name", Label: "Name"},
	})
	f.SetSize(60, 12)
	if got := f.View(); f.Value("format") != "md" || !strings.Contains(got, " Web page  [Markdown]  JSON") {
		t.Errorf("%q\n%s", f.Value("format"), got)
	}
	f.SetFailure("The disk is full.")
	for _, step := range []struct {
		press any
		want  string
	}{{tea.KeyRight, "json"}, {tea.KeySpace, "html"}, {"x", "html"}, {tea.KeyLeft, "json"}, {tea.KeyLeft, "md"}} {
		if send(f, step.press); f.Value("format") != step.want || strings.Contains(f.View(), "disk") {
			t.Errorf("after %v: %q\n%s", step.press, f.Value("format"), f.View())
		}
	}
	f.SetValue("format", "html")
	if f.SetValue("format", "none"); f.Value("format") != "html" {
		t.Errorf("%q", f.Value("format"))
	}
	f.SetSize(20, 12)
	if got := f.View(); !strings.Contains(got, "[Web page] 1/3") {
		t.Error(got)
	}
	if r := send(f, tea.KeyTab, "n", tea.KeyEnter); r != Submitted || f.Value("name") != "n" {
		t.Errorf("result %v, %q", r, f.Value("name"))
	}
}

// Pasted text chooses the choice that it names. Of other text the form says that it is none, until the next key, and
// what was chosen stays.
func TestPasteIntoChoices(t *testing.T) {
	f := New(theme.For(io.Discard, []string{"TERM=dumb"}, theme.Choice{}), keys(), []Field{
		{
			ID:      "platform",
			Label:   "Platform",
			Choices: []Choice{{"", "all"}, {"douyin", "抖音"}, {"bilibili", "Bilibili"}},
		},
		{ID: "name", Label: "Name"},
	})
	f.Unlisted = "None of the choices."
	f.SetSize(60, 12)
	for _, step := range []struct {
		pasted, want string
		refused      bool
	}{
		{"DouYin\n", "douyin", false},
		{" Bilibili ", "bilibili", false},
		{"抖音", "douyin", false},
		{"kuaishou", "douyin", true},
		{"", "douyin", true},
		{"all", "", false},
		{"\x1b[31mq", "", true},
	} {
		f.Update(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(step.pasted), Paste: true})
		if f.Value("platform") != step.want || strings.Contains(f.View(), "None of the choices.") != step.refused {
			t.Errorf("%q pasted: %q\n%s", step.pasted, f.Value("platform"), f.View())
		}
	}
	if r := send(f, tea.KeyTab, "n", tea.KeyEnter); r != Submitted || strings.Contains(f.View(), "None of the") {
		t.Errorf("result %v\n%s", r, f.View())
	}
}

// A low form shows the note of the field with the focus only, so that more fields are in view.
func TestLowFormShowsOneNote(t *testing.T) {
	f := newForm()
	f.SetSize(40, 5)
	if v := f.View(); !strings.Contains(v, "The server address.") {
		t.Errorf("the focus on the first field:\n%s", v)
	}
	send(f, tea.KeyTab)
	if v := f.View(); strings.Contains(v, "The server address.") || !strings.Contains(v, "Base URL") ||
		!strings.Contains(v, "API key") {
		t.Errorf("the focus on the second field:\n%s", v)
	}
	f.SetSize(40, 6)
	if v := f.View(); !strings.Contains(v, "The server address.") || !strings.Contains(v, "API key") {
		t.Errorf("a form that fits:\n%s", v)
	}
}

// A form that is too high for all notes has those that fit, the last field first: what happens when it is sent.
func TestFormHasTheNotesThatFit(t *testing.T) {
	plain := theme.For(io.Discard, []string{"TERM=dumb"}, theme.Choice{})
	f := New(plain, keys(), []Field{
		{ID: "work", Label: "Work"},
		{ID: "platform", Label: "Platform", Note: "one two three four five six seven eight"},
		{ID: "account", Label: "Account", Note: "Uses one call."},
	})
	f.SetSize(20, 9)
	if v := f.View(); !strings.Contains(v, "Uses one call.") || strings.Contains(v, "seven") {
		t.Errorf("in 9 lines:\n%s", v)
	}
	f.SetSize(20, 12)
	if v := f.View(); !strings.Contains(v, "Uses one call.") || !strings.Contains(v, "seven") {
		t.Errorf("in 12 lines:\n%s", v)
	}
}

// A note without a line of its own stands beside the value that it explains.
func TestNotesBesideValues(t *testing.T) {
	plain := theme.For(io.Discard, []string{"TERM=dumb"}, theme.Choice{})
	f := New(plain, keys(), []Field{
		{ID: "account", Label: "Account", Value: "8812", Note: "Ada Coffee, normal"},
		{ID: "title", Label: "Title"},
	})
	f.SetFocus("title")
	f.SetSize(40, 5)
	if v := f.View(); !strings.Contains(v, "8812  Ada Coffee, normal") {
		t.Errorf("the note is missing:\n%s", v)
	}
	f.SetSize(20, 5)
	if v := f.View(); !strings.Contains(v, "8812  Ada Coffee") {
		t.Errorf("the note is missing where it is cut:\n%s", v)
	}
}
