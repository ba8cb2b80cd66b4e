package ui

import (
	"cmp"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/ui/pane"
)

// movedKey is a key that did something else before: the first press of it says what does that now. It goes
// with the first release after the change.
type movedKey struct {
	now string // the key that leads to it, "" for the palette only
	// the actions that it had and that it has now, where it opened a field: a box offers both, so that what is
	// typed next runs nothing
	did, does string
	// inField is for a key that worked while text was typed: where a screen has the action that it does, a
	// notice says so, and the field takes the key
	inField bool
}

// movedKeys are the keys that moved, by pane, "" for all panes, and key.
var movedKeys = map[string]map[string]*movedKey{
	"": {
		"J":      {now: "Y"},
		"B":      {now: "o"},
		"ctrl+s": {now: "S"},
		"&":      {},
	},
	"overview": {
		"W": {},
	},
	"accounts": {
		"p": {now: "f"},
		"t": {now: "f"},
		"C": {now: "f"},
		"#": {now: "f", did: "ids"},
		"O": {now: ">"},
		"u": {now: ">"},
		"!": {now: ">"},
		"L": {now: "R"},
	},
	"groups": {
		"L": {now: "R"},
		"R": {did: "rename", does: "load_all"},
	},
	"options": {
		"K":      {now: "i"},
		"F":      {now: "i"},
		"U":      {now: "Y"},
		"ctrl+y": {now: "Y"},
		"ctrl+e": {does: "example", inField: true},
		"ctrl+o": {does: "from_list", inField: true},
	},
	"works": {
		"o": {
			now:  "A",
			did:  "open",
			does: "browser",
		},
		"H":      {now: "t"},
		"v":      {now: "tab"},
		"U":      {now: "Y"},
		"%":      {},
		"M":      {},
		"ctrl+o": {does: "from_list", inField: true},
		"Z":      {},
	},
	"sessions": {
		"o": {
			now:  "A",
			did:  "open",
			does: "browser",
		},
		"ctrl+f": {did: "find_all", does: "page_down"},
		"ctrl+g": {did: "jump"},
		"D":      {now: "d"},
		"-":      {now: "H"},
		"+":      {now: "L"},
		"(":      {now: "x"},
		")":      {now: "x"},
		"{":      {now: "["},
		"}":      {now: "]"},
		"i":      {now: ">"},
		"@":      {now: ">"},
		"U":      {now: "Y"},
		"X":      {now: "Y"},
		"E":      {now: "e"},
	},
	"prices": {
		"z": {now: "h"},
		"-": {now: "H"},
		"+": {now: "L"},
	},
}

// movedKey returns what a key of the front pane did before, nil if it did nothing else or that was told.
func (m *Model) movedKey(pressed string, inField bool) *movedKey {
	name := m.tabs.all[m.tabs.front].Name
	k := cmp.Or(movedKeys[name][pressed], movedKeys[""][pressed])
	if k == nil || k.inField != inField || m.toldKeys[k] {
		return nil
	}
	return k
}

// onMovedKey tells once what does now what a key did before. handled is false for all other keys.
func (m *Model) onMovedKey(msg tea.KeyMsg) (cmd tea.Cmd, handled bool) {
	pressed := msg.String()
	k := m.movedKey(pressed, false)
	if k == nil {
		return nil, false
	}
	front := m.tabs.inFront()
	name := m.tabs.all[m.tabs.front].Name
	here := actionsOf(append(front.Stack().FullHelp(), m.keys.at(m.ctx, front).FullHelp()...))
	did := actionNamed(here, name, k.did)
	if key.Matches(msg, did...) { // the user gave it this key
		return nil, false
	}
	taken := key.Matches(msg, here...)
	if taken && len(did) == 0 {
		return nil, false
	}
	m.toldKeys[k] = true
	w := m.ctx.Words
	if len(did) > 0 {
		does := actionNamed(here, name, k.does)
		title := w.T("moved.title", "Key", pressed)
		return front.Stack().Offer(title, append(did, does...)...), true
	}
	if k.now == "" {
		return m.inPalette(pressed, m.keys.Palette), true
	}
	return pane.Notify(pane.Info, w.T("moved.key", "Key", pressed, "Now", k.now)), true
}

// inPalette tells that the palette does what a key did before.
func (m *Model) inPalette(pressed string, palette key.Binding) tea.Cmd {
	return m.ctx.Inform(
		"moved.palette",
		"Key", pressed,
		"Palette", m.ctx.Key(palette),
	)
}

// onMovedInField tells once, while text is typed, what does now what a key did before.
func (m *Model) onMovedInField(msg tea.KeyMsg) tea.Cmd {
	pressed := msg.String()
	k := m.movedKey(pressed, true)
	if k == nil {
		return nil
	}
	here := actionsOf(m.tabs.inFront().Stack().FullHelp())
	does := actionNamed(here, m.tabs.all[m.tabs.front].Name, k.does)
	if len(does) == 0 || key.Matches(msg, does...) { // the user gave it this key
		return nil
	}
	m.toldKeys[k] = true
	return m.inPalette(pressed, m.keys.PaletteInField)
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
