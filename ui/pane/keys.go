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
	CopyAs, GoTo, FilterBy       key.Binding // each opens a Menu
	Reset, FoldAll, UnfoldAll    key.Binding
	Raw                          key.Binding // the row under the cursor as JSON
	Export, Browser              key.Binding
	Refresh, Back, Confirm, Next key.Binding
	Yes, No                      key.Binding // to a question
	Search, NextHit, PreviousHit key.Binding // in a text
	NextRegion, PreviousRegion   key.Binding
}

// NewKeys returns the common bindings.
func NewKeys(c *Context) Keys {
	move := scroll.KeyMap{
		Up:       c.Bind("up"),
		Down:     c.Bind("down"),
		PageUp:   c.Bind("page_up"),
		PageDown: c.Bind("page_down"),
		HalfUp:   c.Bind("half_page_up"),
		HalfDown: c.Bind("half_page_down"),
		Home:     c.Bind("home"),
		End:      c.Bind("end"),
	}
	return Keys{
		KeyMap: table.KeyMap{
			KeyMap:     move,
			Left:       c.Bind("left"),
			Right:      c.Bind("right"),
			Reverse:    c.Bind("reverse"),
			Select:     c.Bind("select"),
			SelectAll:  c.Bind("select_all"),
			SelectUp:   c.Bind("select_up"),
			SelectDown: c.Bind("select_down"),
		},
		Filter:         c.Bind("filter"),
		Sort:           c.Bind("sort"),
		Columns:        c.Bind("columns"),
		Views:          c.Bind("views"),
		Detail:         c.Bind("detail"),
		Inspector:      c.Bind("inspector"),
		Copy:           c.Bind("copy"),
		CopyCell:       c.Bind("copy_cell"),
		CopyJSON:       c.Bind("copy_json"),
		CopyAs:         c.Bind("copy_as"),
		GoTo:           c.Bind("go_to"),
		FilterBy:       c.Bind("filter_by"),
		Reset:          c.Bind("reset"),
		FoldAll:        c.Bind("fold_all"),
		UnfoldAll:      c.Bind("unfold_all"),
		Raw:            c.Bind("raw"),
		Export:         c.Bind("export"),
		Browser:        c.Bind("browser"),
		Refresh:        c.Bind("refresh"),
		Back:           c.Bind("back"),
		Confirm:        c.Bind("confirm"),
		Next:           c.Bind("next_field"),
		Search:         c.Bind("search"),
		NextHit:        c.Bind("next_hit"),
		PreviousHit:    c.Bind("previous_hit"),
		NextRegion:     c.Bind("next_region"),
		PreviousRegion: c.Bind("previous_region"),
		Yes:            c.Bind("yes"),
		No:             c.Bind("no"),
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
		if len(KeysOf(*b)) == 0 {
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
	keys := slices.DeleteFunc(KeysOf(b), func(k string) bool {
		return utf8.RuneCountInString(k) == 1
	})
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
	if isActionKey(name) {
		return tea.KeyMsg{
			Type:  tea.KeyRunes,
			Runes: []rune(rest),
			Alt:   true,
		}, true
	}
	if rest == " " {
		return tea.KeyMsg{
			Type:  tea.KeySpace,
			Runes: []rune{' '},
			Alt:   alt,
		}, true
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
