package ui

import (
	"slices"
	"strconv"
	"time"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/ui/pane"
	"channeldeck/ui/widget/picker"
)

// palette finds commands, panes and things to open by a part of their name. The
// Value of an item is a pane.Target, or the name of the key of a command.
type palette struct {
	*picker.Picker
	title  string
	states []pane.State // of the panes when the items were collected
}

// Want returns the same size for all items, so that the box stays where it is.
func (p *palette) Want(width, height int) (int, int) { return min(80, width-6), min(24, height-2) }

// Frame returns the frame of the box.
func (p *palette) Frame() pane.Frame {
	from, to, of := p.Visible()
	return pane.Frame{Title: p.title, Scroll: pane.Scroll{From: from, To: to, Of: of}}
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
	p := &palette{Picker: m.ctx.Picker(pane.NewKeys(m.ctx), nil, false), title: m.ctx.Words.T("palette.title")}
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
		states[i].InFlight, states[i].Since = 0, time.Time{} // most requests add nothing to the palette
	}
	if changed || !slices.Equal(states, p.states) {
		p.states = states
		p.SetItems(m.paletteItems())
	}
}

// paletteItems returns everything that can be done or opened now. While a field
// has the focus, its confirm and cancel keys do not come first.
func (m *Model) paletteItems() []picker.Item {
	w := m.ctx.Words
	things := m.things()
	recent, shown := m.recentItems(things)
	commands := m.commands()
	panes := make([]picker.Item, len(m.tabs))
	for i, t := range m.tabs {
		panes[i] = picker.Item{Section: w.T("palette.panes"), Label: w.T("tab." + t.name), Key: strconv.Itoa(i + 1), Value: pane.Target{Pane: t.name}}
	}
	if m.typing() {
		commands, panes = panes, commands
	}
	size := len(recent) + len(commands) + len(panes)
	for _, list := range things {
		size += len(list)
	}
	items := make([]picker.Item, 0, size)
	items = append(append(append(items, recent...), commands...), panes...)
	seen := map[pane.Target]bool{}
	for _, kind := range kinds {
		section := w.T("palette.section." + string(kind))
		for _, list := range things {
			for i := range list {
				t := &list[i]
				if t.Kind != kind || slices.Contains(shown, t.Target.Identity()) {
					continue
				}
				if kind != pane.KindAccount { // the accounts come from one list
					if seen[t.Target.Identity()] {
						continue
					}
					seen[t.Target.Identity()] = true
				}
				items = append(items, thingItem(section, t))
			}
		}
	}
	return items
}

// kinds are the sections of things, in their order.
var kinds = [...]pane.Kind{pane.KindWork, pane.KindSession, pane.KindAccount, pane.KindGroup, pane.KindPlatform, pane.KindModel}

func (m *Model) paletteItem(t *pane.Thing) picker.Item {
	return thingItem(m.ctx.Words.T("palette.section."+string(t.Kind)), t)
}

func thingItem(section string, t *pane.Thing) picker.Item {
	return picker.Item{Section: section, Label: t.Label, Note: t.Note, Value: t.Target}
}

// commands returns the keys that work now, except those that move the cursor, the
// one of the palette, and those of the tabs, which the palette lists as panes.
// Where letters are text, most global keys do not work.
func (m *Model) commands() []picker.Item {
	w, typing, global := m.ctx.Words, m.typing(), [][]key.Binding{{m.keys.GoBack, m.keys.Help, m.keys.Quit, m.keys.ForceQuit, m.keys.Suspend}}
	if typing {
		global = [][]key.Binding{{m.keys.ForceQuit, m.keys.Suspend}}
	}
	k := pane.NewKeys(m.ctx)
	except := append(k.Bindings(), k.Left, k.Right)
	var items []picker.Item
	for _, b := range flatten(append(m.tabs[m.front].pane.FullHelp(), global...)) {
		if slices.ContainsFunc(except, func(e key.Binding) bool { return e.Help() == b.Help() }) {
			continue
		}
		if i := slices.IndexFunc(b.Keys(), func(name string) bool { return pressable(name, typing) }); i >= 0 {
			items = append(items, picker.Item{Section: w.T("palette.commands"), Label: b.Help().Desc, Key: b.Help().Key, Value: b.Keys()[i]})
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
				if !slices.ContainsFunc(found, func(f picker.Item) bool { return f.Value == item.Value }) {
					items = append(items, item)
				}
			}
		}
	}
	return items
}
