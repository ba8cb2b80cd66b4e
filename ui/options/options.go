// Package options is the pane of platforms and their publish options: the
// capabilities of each platform, its options with the requests that follow from
// them, and all platforms side by side.
package options

import (
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/ui/pane"
	"channeldeck/ui/store"
	"channeldeck/ui/text"
)

// Name is the name of the pane.
const Name = "options"

// Model is the pane.
type Model struct {
	*pane.Stack
	keys       keyMap
	loads      map[string]*load  // publish options, by platform
	queue      []string          // platforms whose options are still to be loaded
	queued     int               // the length of queue at first
	visited    bool              // the pane has been shown
	background bool              // queue was filled by survey
	drafts     map[string]string // what was typed into checks, by platform, option and schema
}

// New returns the pane.
func New(c *pane.Context) *Model {
	m := &Model{Stack: pane.NewStack(c), keys: newKeyMap(c), loads: map[string]*load{}, drafts: map[string]string{}}
	m.Push(m.newPlatformList())
	return m
}

// Init loads the platforms.
func (m *Model) Init() tea.Cmd {
	return tea.Batch(m.Store.Platforms.Require(), m.Stack.Update(store.Changed{Kind: store.KindPlatforms}))
}

// Update handles a message.
func (m *Model) Update(msg tea.Msg) tea.Cmd {
	if cmd, mine := m.onOptions(msg); mine {
		return tea.Batch(cmd, m.Stack.Update(store.Changed{Kind: store.KindPlatforms}))
	}
	cmd := m.Stack.Update(msg)
	if changed, ok := msg.(store.Changed); ok && changed.Kind == store.KindPlatforms {
		cmd = tea.Batch(cmd, m.refreshOptions(), m.survey())
	}
	return cmd
}

// Open shows a platform, also before the platforms are loaded.
func (m *Model) Open(t pane.Target) tea.Cmd {
	switch {
	case t.Platform == "":
		return nil
	case m.Store.Platforms.Loaded() && m.Platform(t.Platform) == nil:
		return m.unknownPlatform(t.Platform)
	}
	return m.openPlatform(t.Platform)
}

// frame is the region of a screen that fills the pane.
func (m *Model) frame(title string, width int) pane.Frame {
	return pane.Frame{Title: title, Focused: true, Bare: width < pane.FrameWidth}
}

func (m *Model) unknownPlatform(id string) tea.Cmd {
	return pane.Notify(pane.Warning, m.Words.T("options.no_platform", "Platform", text.Clean(id)))
}

// Things are the platforms the palette can open.
func (m *Model) Things() []pane.Thing {
	var things []pane.Thing
	for i := range m.Store.Platforms.Value {
		p := &m.Store.Platforms.Value[i]
		word, _ := statusWord(m.Context.View, p)
		things = append(things, pane.Thing{
			Kind: pane.KindPlatform, Label: m.PlatformName(p.Platform), Note: m.Words.T("options.thing", "Status", word),
			Target: pane.Target{Pane: Name, Platform: p.Platform},
		})
	}
	return things
}
