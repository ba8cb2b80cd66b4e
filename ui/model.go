// Package ui is the dashboard: the root model with its tabs, header, footer,
// notices and overlays. Each pane is a package of its own.
//
// A message is routed in a fixed order: size, notices, the top overlay, a pane
// that captures keys, global keys, the front pane. Messages that are not input go
// to all panes, and each handles its own.
package ui

import (
	"slices"

	"github.com/charmbracelet/bubbles/help"
	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/ui/crash"
	"channeldeck/ui/explain"
	"channeldeck/ui/pane"
	"channeldeck/ui/store"
	"channeldeck/ui/widget/input"
)

// Pane is a pane.Stack: its screens and their back history. A pane may also be an
// opener, a leaver, a lister and a matcher.
type Pane interface {
	Init() tea.Cmd // called once, when the pane is first shown
	Update(tea.Msg) tea.Cmd
	View() string // not larger than the size that was set
	SetSize(width, height int)
	help.KeyMap // ShortHelp is the footer, FullHelp every key that works now

	Capturing() bool       // keys are text
	Asking() bool          // keys answer a question
	State() pane.State     // of the data, for the header
	Back() tea.Cmd         // undoes something or pops a screen
	Pop() tea.Cmd          // pops the top screen, except the first one
	Depth() int            // number of screens
	SetOrigin(pane string) // the pane to return to when the top screen is popped
}

// opener is a pane that other panes and the palette can open things in.
type opener interface{ Open(pane.Target) tea.Cmd }

// leaver is a pane that must know when another one comes to the front.
type leaver interface{ Leave() tea.Cmd }

// visitor is a pane that must know when it comes to the front.
type visitor interface{ Visit() tea.Cmd }

// unfinished is a pane that can have sent a request with effects.
type unfinished interface {
	// Unfinished describes a request whose outcome is not known yet, "" for none.
	Unfinished() string
}

// Maker creates a pane. Name is its name in --pane and pane.Target; the message
// "tab." + Name is the text of its tab.
type Maker struct {
	Name         string
	Make         func(*pane.Context) Pane
	FeedsPalette bool // opening the palette triggers its first load
}

// tab is a pane and whether it was started.
type tab struct {
	name    string
	pane    Pane
	feeds   bool // the palette
	started bool
}

// overlay is a box over the panes that takes all input.
type overlay interface {
	pane.Boxed
	Update(tea.Msg) (open bool, cmd tea.Cmd) // mouse events are relative to the content of the box
	help.KeyMap
}

// Model is the root.
type Model struct {
	ctx           *pane.Context
	keys          keyMap
	retry, cancel key.Binding // refresh and esc in a pane without data
	tabs          []tab
	front         int
	overlay       overlay       // nil for none
	recent        []pane.Target // what was opened across panes, from the palette and in earlier visits, the newest first
	notice        notice
	prefetched    tea.Cmd
	animated      bool // a timer of the spinner runs
	width, height int
}

// New returns the root with the panes of makers. The pane named first is in
// front; without such a pane, the first one.
func New(ctx *pane.Context, makers []Maker, first string) *Model {
	m := newModel(ctx, makers, first)
	m.makePanes(makers)
	return m
}

// NewLoading is New, but starts the loads of the front pane before it makes the other
// panes: their requests leave while these are made and the terminal is set up. Init
// delivers the results.
func NewLoading(ctx *pane.Context, makers []Maker, first string) *Model {
	m := newModel(ctx, makers, first)
	m.tabs[m.front].pane = makers[m.front].Make(ctx)
	m.prefetched = eager(m.begin(m.front))
	m.makePanes(makers)
	return m
}

// newModel returns the root without panes.
func newModel(ctx *pane.Context, makers []Maker, first string) *Model {
	m := &Model{ctx: ctx, keys: newKeyMap(ctx)}
	k := pane.NewKeys(ctx)
	m.retry, m.cancel = ctx.Named(k.Refresh, "key.retry"), ctx.Named(k.Back, "key.cancel")
	for i, maker := range makers {
		m.tabs = append(m.tabs, tab{name: maker.Name, feeds: maker.FeedsPalette})
		if maker.Name == first {
			m.front = i
		}
	}
	return m
}

// makePanes makes the panes that were not made yet.
func (m *Model) makePanes(makers []Maker) {
	for i, maker := range makers {
		if m.tabs[i].pane == nil {
			m.tabs[i].pane = maker.Make(m.ctx)
		}
	}
}

// Init starts the front pane.
func (m *Model) Init() tea.Cmd {
	return tea.Batch(m.prefetched, m.show(m.front), m.animate(), m.awaitHistory, m.recall)
}

// awaitHistory is a command that reports the first problem of the history.
func (m *Model) awaitHistory() tea.Msg {
	if p := m.ctx.History.Problem(m.ctx.Base); p != nil {
		return pane.Notice{Level: pane.Warning, Text: explain.History(m.ctx.Words, p)}
	}
	return nil
}

// eager runs a command now and returns one that waits for its message.
func eager(cmd tea.Cmd) tea.Cmd {
	if cmd == nil {
		return nil
	}
	done := make(chan tea.Msg, 1)
	go func() {
		defer crash.Recover(func(p *crash.Panic) { done <- p })
		msg := cmd()
		if batch, ok := msg.(tea.BatchMsg); ok {
			for i := range batch {
				batch[i] = eager(batch[i])
			}
		}
		done <- msg
	}()
	return func() tea.Msg {
		msg := <-done
		if p, ok := msg.(*crash.Panic); ok {
			panic(p)
		}
		return msg
	}
}

// Update handles a message. The package comment describes how messages are routed.
func (m *Model) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	cmd := m.update(msg)
	return m, tea.Batch(cmd, m.animate())
}

// spin is the message of the timer of the spinner.
type spin struct{}

// animate starts the timer of the spinner if a first load runs in front.
func (m *Model) animate() tea.Cmd {
	if s := m.tabs[m.front].pane.State(); m.animated || !s.Loading() {
		return nil
	}
	m.animated = true
	return m.ctx.After(pane.SpinnerTime, spin{})
}

func (m *Model) update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		m.onSize(msg) // the panes get the message too: new rows may be visible
	case pane.Notice:
		return m.onNotice(msg)
	case input.Changed:
		return m.onNotice(m.ctx.FieldNotice(msg))
	case spin:
		m.animated = false
		return nil
	case noticeOver:
		if msg.number == m.notice.number {
			m.notice.Text = ""
		}
		return nil
	case pane.Open:
		return m.onOpen(msg.Target)
	case pane.Return:
		return m.show(m.indexOf(msg.Pane))
	case store.Message:
		changed, cmd := msg.Deliver()
		if changed == nil {
			return cmd
		}
		return tea.Batch(cmd, m.broadcast(changed))
	case recalled:
		return m.onRecalled(msg)
	case pressed:
		return m.onKey(msg.key)
	case tea.KeyMsg:
		return m.onKeys(msg)
	case tea.MouseMsg:
		return m.onMouse(msg)
	}
	return m.broadcast(msg)
}

// broadcast hands a message to every pane that has started.
func (m *Model) broadcast(msg tea.Msg) tea.Cmd {
	cmds := make([]tea.Cmd, 0, len(m.tabs))
	for i := range m.tabs {
		if m.tabs[i].started {
			cmds = append(cmds, m.tabs[i].pane.Update(msg))
		}
	}
	_, shared := msg.(store.Changed)
	m.refreshPalette(shared)
	return tea.Batch(cmds...)
}

// indexOf is the tab of a pane by its name.
func (m *Model) indexOf(name string) int {
	return slices.IndexFunc(m.tabs, func(t tab) bool { return t.name == name })
}

// Unfinished describes the requests with effects that were under way when the
// program ended.
func (m *Model) Unfinished() []string {
	var lines []string
	for _, t := range m.tabs {
		if u, ok := t.pane.(unfinished); ok && u.Unfinished() != "" {
			lines = append(lines, u.Unfinished())
		}
	}
	return lines
}

// show brings a pane to the front and starts it the first time.
func (m *Model) show(i int) tea.Cmd {
	var left tea.Cmd
	if l, ok := m.tabs[m.front].pane.(leaver); ok && i != m.front {
		left = l.Leave()
	}
	m.front = i
	cmd := tea.Batch(left, m.begin(i))
	if v, ok := m.tabs[i].pane.(visitor); ok {
		cmd = tea.Batch(cmd, v.Visit())
	}
	m.tabs[i].pane.SetSize(m.width, m.bodyHeight()) // shared data may have changed the room of its parts
	return cmd
}

// begin starts a pane, once.
func (m *Model) begin(i int) tea.Cmd {
	t := &m.tabs[i]
	if t.started {
		return nil
	}
	t.started = true
	return t.pane.Init()
}

func (m *Model) onSize(msg tea.WindowSizeMsg) {
	m.width, m.height = msg.Width, msg.Height
	for _, t := range m.tabs {
		t.pane.SetSize(m.width, m.bodyHeight())
	}
	if m.overlay != nil {
		pane.SizeBox(m.overlay, m.width, m.bodyHeight())
	}
}

func (m *Model) open(o overlay) {
	m.overlay = o
	pane.SizeBox(o, m.width, m.bodyHeight())
}

// onOpen shows something in a pane. Popping the screen that it opened returns here.
func (m *Model) onOpen(target pane.Target) tea.Cmd {
	i := m.indexOf(target.Pane)
	if i < 0 {
		return nil
	}
	m.overlay = nil
	m.remember(target)
	from, to := m.tabs[m.front].name, m.tabs[i].pane
	cmd := m.show(i)
	if o, ok := to.(opener); ok {
		depth := to.Depth()
		cmd = tea.Batch(cmd, o.Open(target))
		if to.Depth() > depth {
			to.SetOrigin(from)
		}
	}
	return cmd
}

// onKeys splits keys that arrived in one read: Bubble Tea delivers "jj" as one
// message, which no binding matches. Text for a field and pasted text stay whole.
func (m *Model) onKeys(msg tea.KeyMsg) tea.Cmd {
	if msg.Type != tea.KeyRunes || len(msg.Runes) < 2 || msg.Paste || m.capturing() {
		return m.onKey(msg)
	}
	cmds := make([]tea.Cmd, 0, len(msg.Runes))
	for _, r := range msg.Runes {
		one := tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune{r}, Alt: msg.Alt}
		if r == ' ' {
			one.Type = tea.KeySpace
		}
		cmds = append(cmds, m.onKey(one))
	}
	return tea.Batch(cmds...)
}

func (m *Model) onKey(msg tea.KeyMsg) tea.Cmd {
	m.notice.Text = ""
	switch {
	case key.Matches(msg, m.keys.ForceQuit):
		return tea.Quit
	case key.Matches(msg, m.keys.Suspend):
		return m.suspend
	case m.overlay != nil:
		return m.toOverlay(msg)
	case m.typing() && key.Matches(msg, m.keys.PaletteInField):
		return m.openPalette()
	case m.typing(), m.tabs[m.front].pane.Asking() && !msg.Paste:
		return m.tabs[m.front].pane.Update(msg)
	case msg.Paste:
		return m.rejectPaste()
	}
	if cmd, handled := m.onGlobalKey(msg); handled {
		return cmd
	}
	return m.tabs[m.front].pane.Update(msg)
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
	front := m.tabs[m.front].pane
	switch {
	case key.Matches(msg, m.keys.Quit) && front.Depth() > 1:
		return front.Pop(), true
	case key.Matches(msg, m.keys.Quit):
		return tea.Quit, true
	case key.Matches(msg, m.keys.Help):
		m.open(newHelp(m.ctx, []key.Binding{m.keys.Help, m.keys.Quit}, m.ctx.Words.T("tab."+m.tabs[m.front].name), front.FullHelp(), m.keys.at(m.ctx, front.Depth()).FullHelp()))
		return nil, true
	case key.Matches(msg, m.keys.NextTab):
		return m.show((m.front + 1) % len(m.tabs)), true
	case key.Matches(msg, m.keys.PrevTab):
		return m.show((m.front + len(m.tabs) - 1) % len(m.tabs)), true
	case key.Matches(msg, m.keys.Tab):
		if i := slices.Index(m.keys.Tab.Keys(), msg.String()); i < len(m.tabs) {
			return m.show(i), true
		}
		return nil, true
	case key.Matches(msg, m.keys.Palette):
		return m.openPalette(), true
	case key.Matches(msg, m.keys.GoBack):
		return front.Back(), true
	}
	return nil, false
}

func (m *Model) toOverlay(msg tea.Msg) tea.Cmd {
	open, cmd := m.overlay.Update(msg)
	if !open {
		m.overlay = nil
	}
	return cmd
}

// onMouse passes mouse events on; a click in the header selects a tab.
func (m *Model) onMouse(msg tea.MouseMsg) tea.Cmd {
	if msg.Y == 0 && m.overlay == nil {
		if i := m.tabAt(msg.X); i >= 0 && msg.Action == tea.MouseActionPress {
			return m.show(i)
		}
		return nil
	}
	msg.Y-- // below the header
	if m.overlay == nil {
		return m.tabs[m.front].pane.Update(msg)
	}
	if msg, ok := pane.InBox(m.overlay, msg, m.width, m.bodyHeight()); ok {
		return m.toOverlay(msg)
	}
	return nil
}

// capturing reports whether keys are text, in an overlay or in the pane.
func (m *Model) capturing() bool { return m.overlay != nil || m.typing() }

// typing reports whether keys are text in the front pane.
func (m *Model) typing() bool { return m.tabs[m.front].pane.Capturing() }
