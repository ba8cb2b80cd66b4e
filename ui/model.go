// Package ui is the dashboard: the root model with its tabs, header, footer,
// notices and overlays. Each pane is a package of its own.
//
// A message is routed in a fixed order: size, notices, the top overlay, a pane
// that captures keys, global keys, the front pane. Messages that are not input go
// to all panes, and each handles its own.
package ui

import (
	"runtime"
	"slices"
	"strings"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api/fleet"
	"channeldeck/api/history"
	"channeldeck/ui/crash"
	"channeldeck/ui/explain"
	"channeldeck/ui/pane"
	"channeldeck/ui/resource"
	"channeldeck/ui/settings"
	"channeldeck/ui/store"
)

// overlay is a box over the panes that takes all input.
type overlay interface {
	pane.Boxed
	Update(tea.Msg) (open bool, cmd tea.Cmd) // mouse events are relative to the content of the box
	ShortHelp() []key.Binding
}

// Model is the root.
type Model struct {
	ctx           *pane.Context
	keys          keyMap
	header        header
	footer        footer
	tabs          tabs
	overlay       overlay // nil for none
	notice        notice
	recent        recent
	prefetched    tea.Cmd
	settled       bool // the start is over
	animated      bool // a timer of the spinner runs
	held          heldBar
	toSites       []tea.Msg // that Sites handles after this update
	toldKeys      map[*movedKey]bool
	problems      []history.ProblemKind // of the history that were shown
	pressed       bool                  // the left button, where it holds nothing
	dragged       bool                  // the notice about dragging was shown
	width, height int
}

// New returns the root with the panes of makers, each of which is made when it is needed. The pane named first is
// in front; without such a pane, the first one.
func New(ctx *pane.Context, makers []Maker, first string) *Model {
	keys := newKeyMap(ctx)
	tabs := newTabs(ctx, makers, first)
	return &Model{
		ctx:      ctx,
		keys:     keys,
		header:   newHeader(ctx, tabs.all),
		footer:   newFooter(ctx, keys),
		tabs:     tabs,
		notice:   notice{ctx: ctx},
		recent:   recent{ctx: ctx},
		toldKeys: map[*movedKey]bool{},
	}
}

// NewLoading is New, but starts the loads of the front pane: their requests leave while the terminal is set up.
// Init delivers the results, and waits for a problem of the history as long as the program runs.
func NewLoading(ctx *pane.Context, makers []Maker, first string) *Model {
	m := New(ctx, makers, first)
	m.prefetched = tea.Batch(
		eager(m.tabs.begin(m.tabs.front)),
		m.awaitHistory,
		pane.Each(ctx.Sites, m.awaitRepair),
	)
	return m
}

// Init starts the front pane. Unless this loads accounts, which are shown before the history is read, it may
// need the history at once.
func (m *Model) Init() tea.Cmd {
	show := m.tabs.show(m.tabs.front)
	for _, site := range m.ctx.Sites {
		if !site.Store.Accounts.Running() {
			site.History().Begin()
		}
	}
	return tea.Batch(
		m.prefetched,
		show,
		m.animate(),
		m.onlyASCII,
		m.doubtful,
		pane.Each(m.ctx.Sites, func(site *pane.Site) tea.Cmd {
			return recall(m.ctx.Base, site)
		}),
		m.startView(),
	)
}

// settle opens the history, and starts the panes that do not wait until they are shown, once a message arrives that
// does not belong to the start: a key, or what was read from the history.
func (m *Model) settle(msg tea.Msg) tea.Cmd {
	if m.settled {
		return nil
	}
	switch msg.(type) {
	case tea.WindowSizeMsg, spin, store.Message:
		return nil
	}
	m.settled = true
	return tea.Batch(m.beginHistory, m.tabs.watch())
}

// beginHistory is a command that opens the history. The garbage of the start is collected before, unless other
// sessions share this process: with what reading the history allocates, it would be the peak of memory.
func (m *Model) beginHistory() tea.Msg {
	if m.ctx.CanSuspend != nil {
		runtime.GC()
	}
	for _, site := range m.ctx.Sites {
		site.History().Begin()
	}
	return nil
}

// startView shows the view to begin with.
func (m *Model) startView() tea.Cmd {
	v, ok := m.ctx.Views.Named(m.ctx.StartView)
	if !ok {
		return nil
	}
	return m.open(pane.Target{Pane: v.List, View: v.Name})
}

// historyProblem is the message that a problem of the history came up.
type historyProblem struct{ *history.Problem }

// awaitHistory is a command that waits for the next problem of the history.
func (m *Model) awaitHistory() tea.Msg {
	p := m.ctx.Sites.First().History().Problem(m.ctx.Base)
	if p != nil {
		return historyProblem{p}
	}
	return nil
}

// onHistoryProblem shows a problem unless one of its kind was shown, and waits for the next one.
func (m *Model) onHistoryProblem(p *history.Problem) tea.Cmd {
	if slices.Contains(m.problems, p.Kind) {
		return m.awaitHistory
	}
	m.problems = append(m.problems, p.Kind)
	notice := pane.Notice{Level: pane.Warning, Text: explain.History(m.ctx.Words, p)}
	return tea.Batch(m.notice.show(notice), m.awaitHistory)
}

// awaitRepair returns a command that reports the first response of a site with texts that were cut within
// a character.
func (m *Model) awaitRepair(site *pane.Site) tea.Cmd {
	return func() tea.Msg {
		select {
		case r := <-site.Store.Fleet.Client.Repairs():
			said := m.ctx.Words.N("error.repaired", r.Places)
			if m.ctx.Sites.Several() {
				said = site.View.SiteText(said, site.Name)
			}
			return pane.Notice{Level: pane.Warning, Text: said}
		case <-m.ctx.Base.Done():
			return nil
		}
	}
}

// onlyASCII is a command that reports that the locale hides most characters.
func (m *Model) onlyASCII() tea.Msg {
	if m.ctx.OnlyASCII == "" {
		return nil
	}
	return pane.Notice{
		Level: pane.Warning,
		Text:  m.ctx.Words.T("root.only_ascii", "Variable", m.ctx.OnlyASCII),
	}
}

// doubtfulGroups are groups whose creation got no response, each with the history that has it.
type doubtfulGroups struct {
	entries []history.Entry // of all sites
	bySite  []siteGroups
}

// siteGroups are those of a site.
type siteGroups struct {
	fleet   *fleet.Fleet
	entries []history.Entry
}

// doubtful is a command that finds the groups whose creation got no response.
func (m *Model) doubtful() tea.Msg {
	var u doubtfulGroups
	for _, site := range m.ctx.Sites {
		entries := site.Store.Fleet.Memory().UnfinishedGroups(m.ctx.Base)
		u.entries = append(u.entries, entries...)
		u.bySite = append(u.bySite, siteGroups{site.Store.Fleet, entries})
	}
	if len(u.entries) == 0 {
		return nil
	}
	return u
}

// tellDoubtful shows the groups whose creation got no response, which the histories then forget.
func (m *Model) tellDoubtful(u doubtfulGroups) tea.Cmd {
	for _, one := range u.bySite {
		one.fleet.Memory().ForgetGroups(one.entries)
	}
	lines := resource.UnfinishedGroups(m.ctx.Words, u.entries)
	return m.notice.show(pane.Notice{Level: pane.Warning, Text: strings.Join(lines, " ")})
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

// spin is the message of the timer of the spinner.
type spin struct{}

// animate starts the timer of the spinner if a first load runs in front.
func (m *Model) animate() tea.Cmd {
	s := m.tabs.inFront().State()
	if m.animated || !s.Loading() {
		return nil
	}
	m.animated = true
	return m.ctx.After(pane.SpinnerTime, spin{})
}

// broadcast hands a message to the panes, and shows what it changed in the overlay.
func (m *Model) broadcast(msg tea.Msg) tea.Cmd {
	cmd := m.tabs.broadcast(msg)
	if _, ok := m.overlay.(*settings.Box); ok { // its loads
		cmd = tea.Batch(cmd, m.toOverlay(msg))
	}
	switch msg.(type) {
	case store.Changed, pane.Recalled:
		if p, ok := m.overlay.(*paletteBox); ok {
			p.Refresh()
		}
	}
	return cmd
}

// follow shows what the settings changed: in the panes that were not started yet too, which have
// titles of columns.
func (m *Model) follow() tea.Cmd {
	var cmds []tea.Cmd
	m.header = newHeader(m.ctx, m.tabs.all)
	for _, one := range m.tabs.all {
		if one.pane != nil {
			cmds = append(cmds, one.pane.Update(pane.SettingsChanged{}))
		}
	}
	for _, kind := range []store.Kind{
		store.KindAccounts,
		store.KindPlatforms,
		store.KindCatalog,
		store.KindPast,
	} {
		cmds = append(cmds, m.broadcast(store.Changed{Kind: kind}))
	}
	m.setSize(m.width, m.height)
	return tea.Batch(append(cmds, m.tabs.watch())...)
}

// Unfinished describes the requests with effects that were under way when the
// program ended.
func (m *Model) Unfinished() []string { return m.tabs.unfinished() }

// state returns the state of the data in front or, where the front pane shows no data of
// its own, that of the shared lists.
func (m *Model) state() pane.State {
	s := m.tabs.inFront().State()
	if s.At.IsZero() && s.Since.IsZero() && s.Err == nil {
		shared := m.ctx.Stores().State((*store.Store).State)
		shared.InFlight = max(shared.InFlight, s.InFlight)
		return shared
	}
	return s
}

// bodyHeight is the height between header and footer, without the rows of a notice.
func (m *Model) bodyHeight() int { return max(m.height-2-m.notice.rows, 0) }

func (m *Model) setSize(width, height int) {
	m.width = width
	m.height = height
	m.tabs.setSize(width, m.bodyHeight())
	if m.overlay != nil {
		pane.SizeBox(m.overlay, width, m.bodyHeight())
	}
}

// typing reports whether a field or a box takes the keys.
func (m *Model) typing() bool { return m.overlay != nil || m.tabs.typing() }

// cover opens an overlay.
func (m *Model) cover(o overlay) {
	m.overlay = o
	pane.SizeBox(o, m.width, m.bodyHeight())
}

func (m *Model) openPalette() tea.Cmd {
	cmd := m.tabs.feed()
	m.cover(newPalette(
		m.ctx,
		m.keys.at(m.ctx, m.tabs.inFront()),
		&m.tabs,
		&m.recent,
	))
	return cmd
}

// openSettings opens the screen of the settings, where they are the user's.
func (m *Model) openSettings(create func(*pane.Context) *settings.Box) tea.Cmd {
	if m.ctx.Settings == nil {
		return m.ctx.Inform("settings.remote")
	}
	box := create(m.ctx)
	m.cover(box)
	return box.Init()
}

func (m *Model) openHelp() {
	front := m.tabs.inFront()
	closes := []key.Binding{m.keys.Help, m.keys.Quit}
	box := newHelp(
		m.ctx,
		closes,
		m.tabs.all[m.tabs.front].Name,
		front.Stack().FullHelp(),
		m.keys.at(m.ctx, front).leftBy(front).FullHelp(),
	)
	box.explain(front.Stack().Signs())
	m.cover(box)
}

// open shows something in a pane.
func (m *Model) open(target pane.Target) tea.Cmd {
	i := m.tabs.index(target.Pane)
	if i < 0 {
		return nil
	}
	m.overlay = nil
	v, ok := m.ctx.Views.Named(target.View)
	if ok {
		return m.tabs.showView(i, v)
	}
	m.recent.add(target)
	return m.tabs.open(i, target)
}
