package ui

import (
	"slices"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/ui/pane"
)

// movedKey is a key that did something else before: the first press of it says what does that now. It goes
// with the first release after the change.
type movedKey struct {
	pane string // "" for all
	key  string
	now  string // the key that leads to it, "" for the palette only
	// the actions that it had and that it has now, where it opened a field: a box offers both, so that what is
	// typed next runs nothing
	did, does string
	// inField is for a key that worked while text was typed: where a screen has the action that it does, a
	// notice says so, and the field takes the key
	inField bool
}

var movedKeys = [...]movedKey{
	{key: "J", now: "Y"},
	{key: "B", now: "o"},
	{key: "ctrl+s", now: "S"},
	{key: "&"},

	{pane: "overview", key: "W"},

	{pane: "accounts", key: "p", now: "f"},
	{pane: "accounts", key: "t", now: "f"},
	{pane: "accounts", key: "C", now: "f"},
	{
		pane: "accounts",
		key:  "#",
		now:  "f",
		did:  "ids",
	},
	{pane: "accounts", key: "O", now: ">"},
	{pane: "accounts", key: "u", now: ">"},
	{pane: "accounts", key: "!", now: ">"},
	{pane: "accounts", key: "L", now: "R"},

	{pane: "groups", key: "L", now: "R"},
	{
		pane: "groups",
		key:  "R",
		did:  "rename",
		does: "load_all",
	},

	{pane: "options", key: "K", now: "i"},
	{pane: "options", key: "F", now: "i"},
	{pane: "options", key: "U", now: "Y"},
	{pane: "options", key: "ctrl+y", now: "Y"},
	{
		pane:    "options",
		key:     "ctrl+e",
		does:    "example",
		inField: true,
	},
	{
		pane:    "options",
		key:     "ctrl+o",
		does:    "from_list",
		inField: true,
	},

	{
		pane: "works",
		key:  "o",
		now:  "A",
		did:  "open",
		does: "browser",
	},
	{pane: "works", key: "H", now: "t"},
	{pane: "works", key: "v", now: "tab"},
	{pane: "works", key: "U", now: "Y"},
	{pane: "works", key: "%"},
	{pane: "works", key: "M"},
	{
		pane:    "works",
		key:     "ctrl+o",
		does:    "from_list",
		inField: true,
	},
	{pane: "works", key: "Z"},

	{
		pane: "sessions",
		key:  "o",
		now:  "A",
		did:  "open",
		does: "browser",
	},
	{
		pane: "sessions",
		key:  "ctrl+f",
		did:  "find_all",
		does: "page_down",
	},
	{pane: "sessions", key: "ctrl+g", did: "jump"},
	{pane: "sessions", key: "D", now: "d"},
	{pane: "sessions", key: "-", now: "H"},
	{pane: "sessions", key: "+", now: "L"},
	{pane: "sessions", key: "(", now: "x"},
	{pane: "sessions", key: ")", now: "x"},
	{pane: "sessions", key: "{", now: "["},
	{pane: "sessions", key: "}", now: "]"},
	{pane: "sessions", key: "i", now: ">"},
	{pane: "sessions", key: "@", now: ">"},
	{pane: "sessions", key: "U", now: "Y"},
	{pane: "sessions", key: "X", now: "Y"},
	{pane: "sessions", key: "E", now: "e"},

	{pane: "prices", key: "z", now: "h"},
	{pane: "prices", key: "-", now: "H"},
	{pane: "prices", key: "+", now: "L"},
}

// onMovedKey tells once what does now what a key did before. handled is false for all other keys.
func (m *Model) onMovedKey(msg tea.KeyMsg) (cmd tea.Cmd, handled bool) {
	front := m.tabs.inFront()
	name := m.tabs.all[m.tabs.front].name
	pressed := msg.String()
	i := slices.IndexFunc(movedKeys[:], func(k movedKey) bool {
		return k.key == pressed && (k.pane == "" || k.pane == name) && !k.inField
	})
	if i < 0 || m.toldKeys[i] {
		return nil, false
	}
	k := movedKeys[i]
	here := actionsOf(append(front.Stack().FullHelp(), m.keys.at(m.ctx, front).FullHelp()...))
	did := actionNamed(here, k.pane, k.did)
	if key.Matches(msg, did...) { // the user gave it this key
		return nil, false
	}
	taken := slices.ContainsFunc(here, func(b key.Binding) bool {
		return key.Matches(msg, b)
	})
	if taken && len(did) == 0 {
		return nil, false
	}
	m.toldKeys[i] = true
	w := m.ctx.Words
	if len(did) > 0 {
		title := w.T("moved.title", "Key", k.key)
		return front.Stack().Offer(title, append(did, actionNamed(here, k.pane, k.does)...)...), true
	}
	if k.now == "" {
		return pane.Notify(pane.Info, w.T(
			"moved.palette",
			"Key", k.key,
			"Palette", m.ctx.Key(m.keys.Palette),
		)), true
	}
	return pane.Notify(pane.Info, w.T("moved.key", "Key", k.key, "Now", k.now)), true
}

// onMovedInField tells once, while text is typed, what does now what a key did before.
func (m *Model) onMovedInField(msg tea.KeyMsg) tea.Cmd {
	pressed := msg.String()
	name := m.tabs.all[m.tabs.front].name
	i := slices.IndexFunc(movedKeys[:], func(k movedKey) bool {
		return k.inField && k.key == pressed && k.pane == name
	})
	if i < 0 || m.toldKeys[i] {
		return nil
	}
	k := movedKeys[i]
	does := actionNamed(
		actionsOf(m.tabs.inFront().Stack().FullHelp()),
		k.pane,
		k.does,
	)
	if len(does) == 0 || key.Matches(msg, does...) { // the user gave it this key
		return nil
	}
	m.toldKeys[i] = true
	palette := m.ctx.Key(m.keys.PaletteInField)
	return pane.Notify(pane.Info, m.ctx.Words.T(
		"moved.palette",
		"Key", k.key,
		"Palette", palette,
	))
}

// actionNamed returns the binding of an action, of those that work now: of one of the pane or one that
// panes share.
func actionNamed(all []key.Binding, name, action string) []key.Binding {
	for _, b := range all {
		is := pane.ActionOf(b)
		if action != "" && (is == action || is == name+"."+action) {
			return []key.Binding{b}
		}
	}
	return nil
}
