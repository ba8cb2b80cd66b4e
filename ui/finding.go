package ui

import (
	"slices"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/ui/pane"
)

// lister is a pane that knows things one can go to.
type lister interface{ Things() []pane.Thing }

// namer is a pane that can go to what a text names, known so far or not.
type namer interface {
	Named(text string) []pane.Thing
}

// openPalette opens the palette over the pane in front, which stays as it is
// below. Panes that nobody was in so far and that know what one can go to begin
// to load.
func (m *Model) openPalette() tea.Cmd {
	var begun []tea.Cmd
	for i := range m.tabs {
		if m.tabs[i].finds {
			begun = append(begun, m.begin(i))
		}
	}
	p := newPalette(m.ctx, m.entries(), m.named)
	p.seen, p.loading = m.known()
	m.overlays = append(m.overlays, p)
	return tea.Batch(begun...)
}

// renewPalette gives the palette, while it is open, what panes have loaded since.
func (m *Model) renewPalette() {
	if len(m.overlays) == 0 {
		return
	}
	p, ok := m.overlays[len(m.overlays)-1].(*palette)
	if !ok {
		return
	}
	var now []pane.State
	if now, p.loading = m.known(); !slices.Equal(now, p.seen) {
		p.seen = now
		p.renew(m.entries())
	}
}

// known is what the panes have of their data, by which one sees that it changed,
// and whether some have none yet and load it.
func (m *Model) known() (states []pane.State, loading bool) {
	states = make([]pane.State, len(m.tabs))
	for i, t := range m.tabs {
		r, ok := t.pane.(reporter)
		if !ok || !t.started {
			continue
		}
		s := r.State()
		loading = loading || s.InFlight > 0 && s.At.IsZero()
		s.InFlight = 0 // many a request brings nothing to go to
		states[i] = s
	}
	return states, loading
}

// entries are all that one can do or go to now. Where letters are text, what
// confirms or leaves the field is not the first of them.
func (m *Model) entries() []entry {
	w := m.ctx.Words
	actions := m.actions()
	panes := make([]entry, len(m.tabs))
	for i, t := range m.tabs {
		panes[i] = entry{kind: w.T("palette.pane"), label: w.T("tab." + t.name), to: pane.Target{Pane: t.name}}
	}
	things := m.things()
	list := make([]entry, 0, len(actions)+len(panes)+len(things))
	if m.typing() {
		list = append(append(list, panes...), actions...)
	} else {
		list = append(append(list, actions...), panes...)
	}
	for i := range things {
		list = append(list, m.entry(&things[i]))
	}
	return list
}

// actions are the keys that work now. Where letters are text, those of the
// dashboard do not, but for the ones that always do.
func (m *Model) actions() []entry {
	typing, always := m.typing(), m.keys.FullHelp()
	if typing {
		always = [][]key.Binding{{m.keys.ForceQuit, m.keys.Suspend}}
	}
	var list []entry
	for _, b := range flatten(append(m.tabs[m.front].pane.FullHelp(), always...)) {
		if press, ok := keyFor(b, typing); ok {
			list = append(list, entry{kind: m.ctx.Words.T("palette.action"), label: b.Help().Desc, note: b.Help().Key, press: press})
		}
	}
	return list
}

// keyFor is a key of a binding, while one types one that is no text.
func keyFor(b key.Binding, typing bool) (tea.KeyMsg, bool) {
	for _, k := range b.Keys() {
		press, ok := pane.KeyMsg(k)
		if ok && (!typing || press.Type != tea.KeyRunes || press.Alt) {
			return press, true
		}
	}
	return tea.KeyMsg{}, false
}

func (m *Model) entry(thing *pane.Thing) entry {
	return entry{kind: m.ctx.Words.T("palette." + string(thing.Kind)), label: thing.Label, note: thing.Note, to: thing.Target}
}

// named are the ways to what a text names.
func (m *Model) named(text string) []entry {
	var list []entry
	for _, t := range m.tabs {
		if n, ok := t.pane.(namer); ok {
			for _, thing := range n.Named(text) {
				list = append(list, m.entry(&thing))
			}
		}
	}
	return list
}

// things are what the panes know, and in the demo what there is to try.
func (m *Model) things() []pane.Thing {
	var things []pane.Thing
	for _, t := range m.tabs {
		if l, ok := t.pane.(lister); ok && t.started {
			things = append(things, l.Things()...)
		}
	}
	return append(things, m.ctx.Examples...)
}
