package ui

import (
	"slices"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/ui/config"
	"channeldeck/ui/pane"
	"channeldeck/ui/settings"
	"channeldeck/ui/store"
	"channeldeck/ui/widget/input"
)

// Update handles a message. The package comment describes how messages are routed.
func (m *Model) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	cmd := m.update(msg)
	m.placeNotice()
	return m, tea.Batch(cmd, m.animate())
}

// update handles a message, and then those that it passed to the root.
func (m *Model) update(msg tea.Msg) tea.Cmd {
	settled := m.settle(msg)
	cmd := m.route(msg)
	if settled != nil {
		cmd = tea.Batch(settled, cmd)
	}
	for _, next := range m.ctx.ForRoot() {
		cmd = tea.Batch(cmd, m.update(next))
	}
	return cmd
}

func (m *Model) route(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		m.notice.rows = 0                // its lines are wrapped anew
		m.setSize(msg.Width, msg.Height) // the panes get the message too: new rows may be visible
	case pane.Notice:
		return m.notice.show(msg)
	case historyProblem:
		return m.onHistoryProblem(msg.Problem)
	case input.Changed:
		return m.notice.show(m.ctx.FieldNotice(msg))
	case doubtfulGroups:
		return m.tellDoubtful(msg)
	case noticeOver:
		if msg.number == m.notice.number {
			m.notice.clear()
		}
		return nil
	case spin:
		m.animated = false
		return nil
	case pane.Open:
		return m.open(msg.Target)
	case pane.Return:
		return m.tabs.show(m.tabs.index(msg.Pane))
	case store.Message:
		changed, cmd := msg.Deliver()
		if changed == nil {
			return cmd
		}
		return tea.Batch(cmd, m.broadcast(changed))
	case recalled:
		m.recent.restore(msg)
		return m.broadcast(pane.Recalled{})
	case config.SavedView:
		i := m.tabs.index(msg.List)
		if i < 0 {
			return nil
		}
		m.overlay = nil
		return m.tabs.showView(i, msg)
	case pane.SettingsChanged:
		return m.follow()
	case settings.Reopen:
		m.toSites = append(m.toSites, switchTo{})
		return nil
	case switchTo, toMoment:
		m.toSites = append(m.toSites, msg)
		return nil
	case openSetting:
		return m.openSettings(settings.NewAt(msg.key))
	case addSite:
		return m.openSettings(settings.AddSite)
	case pressed:
		return m.onKey(msg.key)
	case action:
		return m.run(msg)
	case closedAction:
		return m.showWhereToRun(msg)
	case showLog:
		return m.tabs.stack().ShowLog()
	case tea.KeyMsg:
		return m.onKey(msg)
	case tea.MouseMsg:
		return m.onMouse(msg)
	}
	return m.broadcast(msg)
}

// forSites returns the messages for Sites since the last call. As commands they would arrive later, in any
// order, and a key typed meanwhile would reach the dashboard that is shown now.
func (m *Model) forSites() []tea.Msg {
	msgs := m.toSites
	m.toSites = nil
	return msgs
}

func (m *Model) onKey(msg tea.KeyMsg) tea.Cmd {
	m.notice.clear()
	if msg.Paste {
		return m.onPaste(msg)
	}
	front := m.tabs.inFront()
	typing := m.tabs.typing()
	if m.overlay == nil && !typing { // all overlays have a field
		msg = narrow(msg)
	}
	if key.Matches(msg, m.keys.ForceQuit) {
		return tea.Quit
	}
	if key.Matches(msg, m.keys.Suspend) {
		return m.suspend
	}
	if m.overlay != nil {
		return m.toOverlay(msg)
	}
	if typing && key.Matches(msg, m.keys.PaletteInField) {
		return m.openPalette()
	}
	if typing || front.Stack().Asking() {
		told := m.onMovedInField(msg)
		return tea.Batch(front.Update(msg), told)
	}
	if cmd, handled := m.onMovedKey(msg); handled {
		return cmd
	}
	if front.Stack().Takes(msg) {
		return front.Update(msg)
	}
	if cmd, handled := m.onGlobalKey(msg); handled {
		return cmd
	}
	unused := m.onUnusedKey(msg)
	cmd := front.Update(msg) // which may say why it does nothing now
	if cmd == nil {
		return unused
	}
	return cmd
}

// onPaste handles pasted text. It is no key: to compare it with a binding takes a copy of it, which may be long.
func (m *Model) onPaste(msg tea.KeyMsg) tea.Cmd {
	if m.overlay != nil {
		return m.toOverlay(msg)
	}
	if m.tabs.typing() {
		return m.tabs.inFront().Update(msg)
	}
	return m.paste(string(msg.Runes))
}

// suspend is a command: it yields tea.SuspendMsg, or a notice where no shell
// could continue the process.
func (m *Model) suspend() tea.Msg {
	if m.ctx.CanSuspend == nil || !m.ctx.CanSuspend() {
		return pane.Notice{Level: pane.Warning, Text: m.ctx.Words.T("root.no_shell")}
	}
	return tea.SuspendMsg{}
}

func (m *Model) onGlobalKey(msg tea.KeyMsg) (cmd tea.Cmd, handled bool) {
	if cmd, handled := m.onTimeKey(msg); handled {
		return cmd, true
	}
	front := m.tabs.inFront()
	count := len(m.tabs.all)
	if key.Matches(msg, m.keys.Quit) && front.Stack().Depth() > 1 {
		return front.Stack().Pop(), true
	}
	if key.Matches(msg, m.keys.Quit) {
		return tea.Quit, true
	}
	if key.Matches(msg, m.keys.Help) {
		m.openHelp()
		return nil, true
	}
	if key.Matches(msg, m.keys.NextTab) {
		return m.tabs.show((m.tabs.front + 1) % count), true
	}
	if key.Matches(msg, m.keys.PrevTab) {
		return m.tabs.show((m.tabs.front + count - 1) % count), true
	}
	if key.Matches(msg, m.keys.Tab) {
		i := slices.Index(m.keys.Tab.Keys(), msg.String())
		if i < count {
			return m.tabs.show(i), true
		}
		return nil, true
	}
	if key.Matches(msg, m.keys.Palette) {
		return m.openPalette(), true
	}
	if key.Matches(msg, m.keys.Sites) {
		return m.openSites(), true
	}
	if key.Matches(msg, m.keys.NextSite) {
		next := m.tabs.stack().NextSite()
		if next != nil {
			return next(), true
		}
		return nil, true
	}
	if key.Matches(msg, m.keys.Mouse) {
		return m.toggleMouse(), true
	}
	if key.Matches(msg, m.keys.Settings) {
		return m.openSettings(settings.New), true
	}
	if key.Matches(msg, m.keys.GoBack) {
		return front.Stack().GoBack(), true
	}
	return nil, false
}

// toggleMouse gives the mouse to the terminal, which then selects text, or takes it back, until the user quits.
func (m *Model) toggleMouse() tea.Cmd {
	m.ctx.Mouse = !m.ctx.Mouse
	if m.ctx.Mouse {
		return tea.Batch(tea.EnableMouseCellMotion, m.notice.show(pane.Notice{Text: m.ctx.Words.T("root.mouse_back")}))
	}
	return tea.Batch(tea.DisableMouse, m.notice.show(pane.Notice{Text: m.ctx.Words.T("root.mouse_given")}))
}

func (m *Model) toOverlay(msg tea.Msg) tea.Cmd {
	open, cmd := m.overlay.Update(msg)
	if !open {
		m.overlay = nil
	} else if box, ok := m.overlay.(*settings.Box); ok { // which is as large as what it opened
		pane.SizeBox(box, m.width, m.bodyHeight())
	}
	return cmd
}
