package input

import (
	"io"
	"reflect"
	"strings"
	"testing"

	"github.com/charmbracelet/bubbles/key"
	"github.com/charmbracelet/bubbles/textarea"
	"github.com/charmbracelet/bubbles/textinput"
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/theme"
	_ "channeldeck/ui/testkit/garbage"
)

func plain() *theme.Theme {
	return theme.For(io.Discard, []string{"TERM=dumb"}, theme.Choice{})
}

func focused() Model {
	m := New(plain())
	m.Focus()
	return m
}

// message returns the event of a key by its name in a binding.
func message(t *testing.T, name string) tea.KeyMsg {
	t.Helper()
	if name == "ctrl+m" {
		name = "enter" // the same byte
	}
	rest, alt := strings.CutPrefix(name, "alt+")
	if len(rest) == 1 {
		return tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(rest), Alt: alt}
	}
	for kind := tea.KeyType(-100); kind <= 127; kind++ {
		if kind != tea.KeyRunes && (tea.Key{Type: kind}).String() == rest {
			return tea.KeyMsg{Type: kind, Alt: alt}
		}
	}
	t.Fatalf("no key is called %q", name)
	return tea.KeyMsg{}
}

func TestEveryBindingAtEveryPosition(t *testing.T) {
	bindings := reflect.ValueOf(textinput.DefaultKeyMap)
	tried := 0
	for i := range bindings.NumField() {
		for _, name := range bindings.Field(i).Interface().(key.Binding).Keys() {
			msg := message(t, name)
			for _, value := range []string{"", "a", " ", "ab", "ab cd", "ab ", " ab", "  ", "晨光 美食"} {
				for at := range len([]rune(value)) + 1 {
					for _, mode := range []textinput.EchoMode{textinput.EchoNormal, textinput.EchoPassword} {
						m := focused()
						m.EchoMode = mode
						m.SetValue(value)
						m.SetCursor(at)
						m, _ = m.Update(msg)
						m.View()
						if n := len([]rune(m.Value())); m.Position() > n || n > len([]rune(value)) {
							t.Errorf(
								"%s at %d of %q: %q with the cursor at %d",
								name,
								at,
								value,
								m.Value(),
								m.Position(),
							)
						}
						tried++
					}
				}
			}
		}
	}
	if tried < 1000 {
		t.Errorf("only %d cases", tried)
	}
}

func TestEveryAreaBindingAtEveryPosition(t *testing.T) {
	bindings := reflect.ValueOf(textarea.DefaultKeyMap)
	for i := range bindings.NumField() {
		for _, name := range bindings.Field(i).Interface().(key.Binding).Keys() {
			msg := message(t, name)
			for _, value := range []string{"", "a", "ab cd ", " \nab", "\n\n ", "美食 a wrapped line"} {
				for back := range len(value) + 1 {
					a := NewArea(plain())
					a.SetWidth(10)
					a.Focus()
					a.SetValue(value)
					for range back {
						a, _ = a.Update(tea.KeyMsg{Type: tea.KeyLeft})
					}
					a, _ = a.Update(msg)
					a.View()
				}
			}
		}
	}
}

func TestAreaMovesBackByWords(t *testing.T) {
	a := NewArea(plain())
	a.Focus()
	a.SetValue(" \n ab cd")
	for _, want := range []string{"  ab ", "  ", "", ""} {
		if a, _ = a.Update(message(t, "alt+left")); a.beforeCursor() != want {
			t.Errorf("%q is before the cursor, want %q", a.beforeCursor(), want)
		}
	}
}

func paste(m Model, s string) (Model, Changed) {
	m, cmd := m.Update(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(s), Paste: true})
	if cmd == nil {
		return m, Changed{}
	}
	return m, cmd().(Changed)
}

func TestInputIsCleaned(t *testing.T) {
	for _, test := range []struct {
		typed, want string
		hidden      int
	}{
		{"plain 晨光 مرحبا", "plain 晨光 مرحبا", 0},
		{"a\u202egnp.exe\u202c", "agnp.exe", 2},
		{"\ufeffdouyin_1\u200b", "douyin_1", 2},
		{"a\U000e0041\U000e0042b", "ab", 2},
		{"a\x1b[31mb", "ab", 5},
		{"two\r\nlines\tand more\n", "two lines and more ", 0},
		{"\u200b", "", 1},
		{"می\u200cخواهم ❤\ufe0f a\u200db", "می\u200cخواهم ❤\ufe0f ab", 1},
	} {
		for _, pasted := range []bool{true, false} {
			m := focused()
			m, cmd := m.Update(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(test.typed), Paste: pasted})
			var got Changed
			if cmd != nil {
				got = cmd().(Changed)
			}
			if m.Value() != test.want || got.Hidden != test.hidden || got.Omitted != 0 {
				t.Errorf("%q: %q with %+v", test.typed, m.Value(), got)
			}
			m.SetValue(test.typed)
			if m.Value() != test.want {
				t.Errorf("SetValue(%q): %q", test.typed, m.Value())
			}
		}
	}
}

func TestInputIsLimited(t *testing.T) {
	for _, letter := range []string{"x", "é", "美"} {
		long := strings.Repeat(letter, 1<<20/len(letter))
		m, changed := paste(focused(), long)
		if n := len(m.Value()); n > MaxText || n <= MaxText-len(letter) ||
			changed != (Changed{Omitted: len(long) - n}) {
			t.Errorf("%s: %d bytes, %+v", letter, n, changed)
		}
		full := m.Value()
		for _, one := range []tea.KeyMsg{
			{Type: tea.KeyRunes, Runes: []rune("美")},
			{Type: tea.KeyRunes, Runes: []rune("美美"), Paste: true},
		} {
			var cmd tea.Cmd
			if m, cmd = m.Update(one); m.Value() != full || cmd == nil ||
				cmd().(Changed).Omitted != len(string(one.Runes)) {
				t.Errorf("%s: a full field took %q", letter, string(one.Runes))
			}
		}
		if m.SetValue(long); m.Value() != full {
			t.Errorf("%s: SetValue left %d bytes", letter, len(m.Value()))
		}
	}
}

// BenchmarkFullField measures each key in a field that holds all it can.
func BenchmarkFullField(b *testing.B) {
	for name, word := range map[string]string{
		"letters": strings.Repeat("x", MaxText),
		"words":   strings.Repeat("word ", MaxText/5),
		"chinese": strings.Repeat("美", MaxText/3),
		"emoji":   strings.Repeat("🇨🇳", MaxText/8),
	} {
		for _, k := range []tea.KeyMsg{
			{Type: tea.KeyLeft},
			{Type: tea.KeyHome},
			{Type: tea.KeyBackspace},
			{Type: tea.KeyCtrlW},
			{Type: tea.KeyLeft, Alt: true},
			{Type: tea.KeyRunes, Runes: []rune{'a'}},
			{Type: tea.KeyRunes, Runes: []rune(strings.Repeat(word, 256)), Paste: true},
		} {
			key := k.String()
			b.Run(name+"/"+key[:min(len(key), 10)], func(b *testing.B) {
				full := focused()
				full.SetWidth(80)
				full.SetValue(word)
				full.CursorEnd()
				for b.Loop() {
					m, _ := full.Update(k)
					_ = m.View()
				}
			})
		}
	}
}

// Ctrl+k opens the palette: in no field does it delete what was typed.
func TestPaletteKeyDeletesNothingInFields(t *testing.T) {
	line := New(plain())
	lines := NewArea(plain())
	line.Focus()
	lines.Focus()
	line.SetValue("typed")
	lines.SetValue("typed")
	for _, k := range []tea.KeyType{tea.KeyHome, tea.KeyCtrlK} {
		line, _ = line.Update(tea.KeyMsg{Type: k})
		lines, _ = lines.Update(tea.KeyMsg{Type: k})
	}
	if line.Value() != "typed" || lines.Value() != "typed" {
		t.Errorf("%q and %q are left", line.Value(), lines.Value())
	}
}
