package options

import (
	"context"
	"slices"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/ui/pane"
	"channeldeck/ui/store"
)

// load are the publish options of one platform.
type load = store.Loader[listed]

// maxLoads bounds the requests for all platforms that run at the same time.
const maxLoads = 4

// load returns the options of a platform, which may not be loaded.
func (m *Model) load(platform string) *load {
	l := m.loads[platform]
	if l == nil {
		l = &load{Name: "options"}
		m.loads[platform] = l
	}
	return l
}

// loadOptions loads the options of a platform. Until the response arrives, the last
// known ones are shown.
func (m *Model) loadOptions(platform string) tea.Cmd {
	client, h, now := m.Client, m.History, m.Now
	restore := m.restoreOptions(platform)
	return tea.Batch(restore, m.load(platform).Start(m.Base, m.Now, func(ctx context.Context, _ func(any)) (l listed, err error) {
		if l.options, err = client.PublishOptions(ctx, platform); err == nil {
			l.changes = Changed(ctx, h, now(), platform, l.options)
		}
		return l, err
	}))
}

// restored are the options of a platform that the history has, with their time.
type restored struct {
	platform string
	listed   listed
	at       time.Time
}

// restoreOptions reads the options of a platform from the history unless they are
// loaded.
func (m *Model) restoreOptions(platform string) tea.Cmd {
	h, base := m.History, m.Base
	if h == nil || m.load(platform).Loaded() {
		return nil
	}
	return func() tea.Msg {
		options, at, err := h.Options(base, platform)
		if err != nil || at.IsZero() { // the history reports its errors itself
			return nil
		}
		return restored{platform, listed{options, changesSince(base, h, platform, options)}, at}
	}
}

func (m *Model) loadAll(again bool) tea.Cmd {
	m.queue = nil
	return m.enqueue(false, func(l *load) bool { return again || !l.Started() || l.Err != nil })
}

// enqueue begins to load the options of some platforms.
func (m *Model) enqueue(background bool, wanted func(*load) bool) tea.Cmd {
	for _, p := range m.Store.Platforms.Value {
		if wanted(m.load(p.Platform)) {
			m.queue = append(m.queue, p.Platform)
		}
	}
	m.queued, m.background = len(m.queue), background
	return m.loadNext()
}

// Visit loads the options of all platforms in the background once the pane is shown:
// their numbers are a column of the list. It ends with the first failure.
func (m *Model) Visit() tea.Cmd {
	m.visited = true
	return m.survey()
}

// survey begins to load the options that are still missing.
func (m *Model) survey() tea.Cmd {
	if !m.visited || !m.Store.Platforms.Loaded() || len(m.queue) > 0 {
		return nil
	}
	cmd := m.enqueue(true, func(l *load) bool { return !l.Started() })
	return tea.Batch(cmd, m.Stack.Update(store.Changed{Kind: store.KindPlatforms}))
}

// loading reports whether the options of a platform are loading or will be loaded.
func (m *Model) loading(platform string) bool {
	return m.load(platform).Running() || slices.Contains(m.queue, platform)
}

// loadNext starts as many queued loads as may run.
func (m *Model) loadNext() tea.Cmd {
	var cmds []tea.Cmd
	for n := min(maxLoads-m.running(), len(m.queue)); n > 0; n-- {
		cmds = append(cmds, m.loadOptions(m.queue[0]))
		m.queue = m.queue[1:]
	}
	return tea.Batch(cmds...)
}

func (m *Model) running() int {
	n := 0
	for _, l := range m.loads {
		n += l.State().InFlight
	}
	return n
}

// onOptions handles the messages of the loads. After a failure in the background, the
// other platforms have only what the history has.
func (m *Model) onOptions(msg tea.Msg) (cmd tea.Cmd, mine bool) {
	if r, ok := msg.(restored); ok {
		if l := m.load(r.platform); !l.Loaded() {
			l.Value, l.At = r.listed, r.at
		}
		return nil, true
	}
	for _, l := range m.loads {
		if mine, cmd := l.Take(msg); mine {
			cmds := []tea.Cmd{cmd}
			if l.Err != nil && m.background {
				for _, id := range m.queue {
					cmds = append(cmds, m.restoreOptions(id))
				}
				m.queue = nil
			}
			return tea.Batch(append(cmds, m.loadNext())...), true
		}
	}
	return nil, false
}

// refreshOptions loads the options on screen again after an automatic refresh
// of the platforms.
func (m *Model) refreshOptions() tea.Cmd {
	if m.Refresh <= 0 || m.Store.Platforms.Running() {
		return nil
	}
	if p := pane.Topmost[*platformScreen](m.Stack); p != nil && m.load(p.id).Loaded() && !m.load(p.id).Running() {
		return m.loadOptions(p.id)
	}
	return nil
}
