package ui

import (
	"slices"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/ui/pane"
	"channeldeck/ui/widget/picker"
)

// palette finds commands, panes and things to open by a part of their name. The
// Value of an item is a pane.Target, or the name of the key of a command.
type palette struct {
	*picker.Picker
	states []pane.State // of the panes when the items were collected
}

// pressed is a key press that the palette sends.
type pressed struct{ key tea.KeyMsg }

func (p *palette) Update(msg tea.Msg) (bool, tea.Cmd) {
	result, cmd := p.Picker.Update(msg)
	if result != picker.Confirmed {
		return result == picker.Open, cmd
	}
	switch value := p.Current().Value.(type) {
	case pane.Target:
		return false, pane.Goto(value)
	case string:
		press, _ := pane.KeyMsg(value)
		return false, func() tea.Msg { return pressed{press} }
	}
	return false, nil
}

func (p *palette) FullHelp() [][]key.Binding { return [][]key.Binding{p.ShortHelp()} }

// lister is a pane with things that the palette can open.
type lister interface{ Things() []pane.Thing }

// matcher is a pane that finds things by their id, loaded or not.
type matcher interface {
	MatchID(text string) []pane.Thing
}

// openPalette opens the palette over the front pane. Panes that feed it start to
// load if they have not been visited yet.
func (m *Model) openPalette() tea.Cmd {
	var cmds []tea.Cmd
	for i := range m.tabs {
		if m.tabs[i].feeds {
			cmds = append(cmds, m.begin(i))
		}
	}
	p := &palette{Picker: m.ctx.Picker(pane.NewKeys(m.ctx), m.ctx.Words.T("palette.title"), nil, false)}
	p.More = m.matches
	m.open(p)
	m.refreshPalette(true)
	return tea.Batch(cmds...)
}

// refreshPalette updates the open palette with what panes have loaded since. changed
// means that shared data changed, which the states of panes may not show: platforms
// give accounts their names.
func (m *Model) refreshPalette(changed bool) {
	p, ok := m.overlay.(*palette)
	if !ok {
		return
	}
	states := make([]pane.State, len(m.tabs))
	p.Nothing = m.ctx.Words.T("picker.nothing")
	for i, t := range m.tabs {
		if !t.started {
			continue
		}
		states[i] = t.pane.State()
		if states[i].InFlight > 0 && states[i].At.IsZero() {
			p.Nothing = m.ctx.Words.T("palette.loading")
		}
		states[i].InFlight = 0 // most requests add nothing to the palette
	}
	if changed || !slices.Equal(states, p.states) {
		p.states = states
		p.SetItems(m.paletteItems())
	}
}

// paletteItems returns everything that can be done or opened now. While a field
// has the focus, its confirm and cancel keys are not the first.
func (m *Model) paletteItems() []picker.Item {
	w := m.ctx.Words
	commands := m.commands()
	panes := make([]picker.Item, len(m.tabs))
	for i, t := range m.tabs {
		panes[i] = picker.Item{Kind: w.T("palette.pane"), Label: w.T("tab." + t.name), Value: pane.Target{Pane: t.name}}
	}
	if m.typing() {
		commands, panes = panes, commands
	}
	items := slices.Concat(commands, panes)
	seen := map[pane.Target]bool{}
	for _, thing := range m.things() {
		id := thing.Target
		if id.WorkID != "" {
			id.AccountID = "" // one work, whatever account it was looked up with
		}
		if !seen[id] {
			seen[id] = true
			items = append(items, m.paletteItem(&thing))
		}
	}
	return items
}

func (m *Model) paletteItem(t *pane.Thing) picker.Item {
	return picker.Item{Kind: m.ctx.Words.T("palette." + string(t.Kind)), Label: t.Label, Note: t.Note, Value: t.Target}
}

// commands returns the keys that work now, except those that move the cursor and
// the one of the palette. Where letters are text, most global keys do not work.
func (m *Model) commands() []picker.Item {
	typing, global := m.typing(), m.keys.FullHelp()
	if typing {
		global = [][]key.Binding{{m.keys.ForceQuit, m.keys.Suspend}}
	}
	k := pane.NewKeys(m.ctx)
	except := append(k.Bindings(), k.Left, k.Right, m.keys.Palette)
	var items []picker.Item
	for _, b := range flatten(append(m.tabs[m.front].pane.FullHelp(), global...)) {
		if slices.ContainsFunc(except, func(e key.Binding) bool { return e.Help() == b.Help() }) {
			continue
		}
		if i := slices.IndexFunc(b.Keys(), func(name string) bool { return pressable(name, typing) }); i >= 0 {
			items = append(items, picker.Item{Kind: m.ctx.Words.T("palette.action"), Label: b.Help().Desc, Note: b.Help().Key, Value: b.Keys()[i]})
		}
	}
	return items
}

// pressable reports whether a key can be pressed for the user; with typing, only
// one that is not text.
func pressable(name string, typing bool) bool {
	press, ok := pane.KeyMsg(name)
	return ok && (!typing || press.Type != tea.KeyRunes || press.Alt)
}

// matches returns the things whose id is text or starts with it, except those
// found already.
func (m *Model) matches(text string, found []picker.Item) []picker.Item {
	var items []picker.Item
	for _, t := range m.tabs {
		if n, ok := t.pane.(matcher); ok {
			for _, thing := range n.MatchID(text) {
				item := m.paletteItem(&thing)
				if !slices.ContainsFunc(found, func(f picker.Item) bool { return f.Kind == item.Kind && f.Value == item.Value }) {
					items = append(items, item)
				}
			}
		}
	}
	return items
}

// things returns what the panes have loaded, and the examples of the demo.
func (m *Model) things() []pane.Thing {
	var things []pane.Thing
	for _, t := range m.tabs {
		if l, ok := t.pane.(lister); ok && t.started {
			things = append(things, l.Things()...)
		}
	}
	return append(things, m.ctx.Examples...)
}
