package pane

import (
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/theme"
)

// Kind is what a thing is; its name in words is the message "palette." + Kind.
type Kind string

// The kinds of things one can go to.
const (
	KindPlatform Kind = "platform"
	KindAccount  Kind = "account"
	KindGroup    Kind = "group"
	KindWork     Kind = "work"
	KindSession  Kind = "session"
	KindModel    Kind = "model"
)

// Thing is something that a pane knows and that one can go to by its name.
type Thing struct {
	Kind   Kind
	Label  string
	Note   string
	Target Target
}

// Mark paints the letters of s that begin at some of its bytes, ascending.
func Mark(style theme.Style, s string, at []int) string {
	var b strings.Builder
	for i, r := range s {
		if len(at) > 0 && at[0] == i {
			b.WriteString(style.Render(string(r)))
			at = at[1:]
			continue
		}
		b.WriteRune(r)
	}
	return b.String()
}

// KeyMsg is the message of a key by the name that bindings know it by; false
// where there is no such key.
func KeyMsg(name string) (tea.KeyMsg, bool) {
	rest, alt := strings.CutPrefix(name, "alt+")
	if rest == " " {
		return tea.KeyMsg{Type: tea.KeySpace, Runes: []rune{' '}, Alt: alt}, true
	}
	if runes := []rune(rest); len(runes) == 1 {
		return tea.KeyMsg{Type: tea.KeyRunes, Runes: runes, Alt: alt}, true
	}
	for t := lastKeyType; t <= firstKeyType; t++ {
		if t != tea.KeyRunes && rest == (tea.Key{Type: t}).String() {
			return tea.KeyMsg{Type: t, Alt: alt}, true
		}
	}
	return tea.KeyMsg{}, false
}

// The bounds of Bubble Tea's key types: special keys count down from -1, control
// characters have their codes.
const (
	lastKeyType  tea.KeyType = -200
	firstKeyType tea.KeyType = 127
)
