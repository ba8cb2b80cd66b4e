package pane

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/ui/widget/scroll"
	"channeldeck/ui/widget/table"
)

// Keys are the actions that panes share: a key does the same everywhere. A pane
// uses those that apply to it.
type Keys struct {
	table.KeyMap
	Filter, Sort, Columns, Views key.Binding
	Detail, Inspector            key.Binding // focus the inspector; hide or show it beside lists
	Copy, CopyCell, CopyJSON     key.Binding
	Export, Browser              key.Binding
	Refresh, Back, Confirm, Next key.Binding
	Yes, No                      key.Binding // to a question
	Search, NextHit, PreviousHit key.Binding // in a text
	NextRegion, PreviousRegion   key.Binding
}

// NewKeys returns the common bindings.
func NewKeys(c *Context) Keys {
	move := scroll.KeyMap{
		Up:       c.Bind("up", "up", "k"),
		Down:     c.Bind("down", "down", "j"),
		PageUp:   c.Bind("page_up", "pgup"),
		PageDown: c.Bind("page_down", "pgdown"),
		HalfUp:   c.Bind("half_page_up", "ctrl+u"),
		HalfDown: c.Bind("half_page_down", "ctrl+d"),
		Home:     c.Bind("home", "home", "g"),
		End:      c.Bind("end", "end", "G"),
	}
	return Keys{
		KeyMap: table.KeyMap{
			KeyMap:     move,
			Left:       c.Bind("left", "left", "h"),
			Right:      c.Bind("right", "right", "l"),
			Reverse:    c.Bind("reverse", "S"),
			Select:     c.Bind("select", " "),
			SelectAll:  c.Bind("select_all", "*"),
			SelectUp:   c.Bind("select_up", "shift+up"),
			SelectDown: c.Bind("select_down", "shift+down"),
		},
		Filter:         c.Bind("filter", "/"),
		Sort:           c.Bind("sort", "s"),
		Columns:        c.Bind("columns", "c"),
		Views:          c.Bind("views", "V"),
		Detail:         c.Bind("detail", "enter"),
		Inspector:      c.Bind("inspector", "I"),
		Copy:           c.Bind("copy", "y"),
		CopyCell:       c.Bind("copy_cell", "Y"),
		CopyJSON:       c.Bind("copy_json", "J"),
		Export:         c.Bind("export", "e"),
		Browser:        c.Bind("browser", "B"),
		Refresh:        c.Bind("refresh", "r"),
		Back:           c.Bind("back", "esc"),
		Confirm:        c.Bind("confirm", "enter"),
		Next:           c.Bind("next_field", "tab"),
		Search:         c.Bind("search", "/"),
		NextHit:        c.Bind("next_hit", "n"),
		PreviousHit:    c.Bind("previous_hit", "N"),
		NextRegion:     c.Bind("next_region", "tab"),
		PreviousRegion: c.Bind("previous_region", "shift+tab"),
		Yes:            c.Bind("yes", "enter", "y"),
		No:             c.Bind("no", "esc", "n", "q"),
	}
}

// Pager returns the keys of a scrolling page.
func (k Keys) Pager() scroll.KeyMap { return k.KeyMap.KeyMap }

// WhileTyping returns the movement keys for lists below a field, where letters
// are text: also ctrl+p and ctrl+n, and the arrows if the user's keys are all
// letters.
func (k Keys) WhileTyping(c *Context) Keys {
	for b, more := range map[*key.Binding][]string{
		&k.Up:       {"up", "ctrl+p"},
		&k.Down:     {"down", "ctrl+n"},
		&k.PageUp:   {"pgup"},
		&k.PageDown: {"pgdown"},
	} {
		*b = c.WhileTyping(*b)
		if len(b.Keys()) == 0 {
			b.SetHelp(c.KeyName(more[:1]), b.Help().Desc)
		}
		for _, name := range b.Keys() {
			if !slices.Contains(more, name) {
				more = append(more, name)
			}
		}
		b.SetKeys(more...)
	}
	k.HalfUp = key.Binding{}
	k.HalfDown = key.Binding{}
	k.Home = key.Binding{}
	k.End = key.Binding{}
	return k
}

// WhileTyping returns a binding without its single-letter keys, for screens where
// letters are text.
func (c *Context) WhileTyping(b key.Binding) key.Binding {
	var keys []string
	for _, k := range b.Keys() {
		if utf8.RuneCountInString(k) > 1 {
			keys = append(keys, k)
		}
	}
	return key.NewBinding(key.WithKeys(keys...), key.WithHelp(c.KeyName(keys), b.Help().Desc))
}

// KeyName returns the names of keys: "space", "↑/k".
func (c *Context) KeyName(keys []string) string {
	if len(keys) > 3 && keys[0] == "1" {
		return keys[0] + "-" + keys[len(keys)-1] // the digits of the tabs
	}
	names := make([]string, len(keys))
	arrows := c.Theme.Glyphs.Arrows
	symbols := map[string]string{
		" ":     "space",
		"up":    arrows[0],
		"down":  arrows[1],
		"left":  arrows[2],
		"right": arrows[3],
	}
	for i, k := range keys {
		names[i] = cmp.Or(symbols[k], k)
	}
	return strings.Join(names, "/")
}

// KeyMsg returns the message of a key by its name in bindings; ok is false for an
// unknown name.
func KeyMsg(name string) (tea.KeyMsg, bool) {
	rest, alt := strings.CutPrefix(name, "alt+")
	if rest == " " {
		return tea.KeyMsg{Type: tea.KeySpace, Runes: []rune{' '}, Alt: alt}, true
	}
	if runes := []rune(rest); len(runes) == 1 {
		return tea.KeyMsg{Type: tea.KeyRunes, Runes: runes, Alt: alt}, true
	}
	for t := tea.KeyType(-200); t <= 127; t++ { // special keys count down from -1, control characters have their codes
		if t != tea.KeyRunes && rest == (tea.Key{Type: t}).String() {
			return tea.KeyMsg{Type: t, Alt: alt}, true
		}
	}
	return tea.KeyMsg{}, false
}
