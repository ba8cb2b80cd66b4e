package ui

import (
	"slices"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/ui/pane"
)

// lister is a pane with things that the palette can open.
type lister interface{ Things() []pane.Thing }

// matcher is a pane that finds things by their id, loaded or not.
type matcher interface {
	MatchID(text string) []pane.Thing
}

// openPalette opens the palette over the front pane. Panes that feed it start to
// load if they have not been visited yet.
func (m *Model) openPalette() tea.Cmd {
	var begun []tea.Cmd
	for i := range m.tabs {
		if m.tabs[i].feeds {
			begun = append(begun, m.begin(i))
		}
	}
	p := newPalette(m.ctx, m.entries(), m.matches)
	p.seen, p.loading = m.sourceStates()
	m.overlays = append(m.overlays, p)
	return tea.Batch(begun...)
}

// refreshPalette updates the open palette with what panes have loaded since. changed
// says that shared data changed, which the states of panes may not show: platforms
// give accounts their names.
func (m *Model) refreshPalette(changed bool) {
	if len(m.overlays) == 0 {
		return
	}
	p, ok := m.overlays[len(m.overlays)-1].(*palette)
	if !ok {
		return
	}
	var now []pane.State
	if now, p.loading = m.sourceStates(); changed || !slices.Equal(now, p.seen) {
		p.seen = now
		p.renew(m.entries())
	}
}

// sourceStates returns the states of the panes' data, which change with the data,
// and whether some of it is being loaded for the first time.
func (m *Model) sourceStates() (states []pane.State, loading bool) {
	states = make([]pane.State, len(m.tabs))
	for i, t := range m.tabs {
		if !t.started {
			continue
		}
		s := t.pane.State()
		loading = loading || s.InFlight > 0 && s.At.IsZero()
		s.InFlight = 0 // most requests add nothing to the palette
		states[i] = s
	}
	return states, loading
}

// entries are everything that can be done or opened now. While a field has the
// focus, its confirm and cancel keys are not the first of them.
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

// actions are the keys that work now. Where letters are text, most global keys do
// not work.
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

// keyFor is a key of a binding; with typing, one that is not text.
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

// matches are the things whose id text is or begins.
func (m *Model) matches(text string) []entry {
	var list []entry
	for _, t := range m.tabs {
		if n, ok := t.pane.(matcher); ok {
			for _, thing := range n.MatchID(text) {
				list = append(list, m.entry(&thing))
			}
		}
	}
	return list
}

// things are what the panes have loaded, and the examples of the demo.
func (m *Model) things() []pane.Thing {
	var things []pane.Thing
	for _, t := range m.tabs {
		if l, ok := t.pane.(lister); ok && t.started {
			things = append(things, l.Things()...)
		}
	}
	return append(things, m.ctx.Examples...)
}
