package pane

import (
	"cmp"
	"slices"

	"github.com/charmbracelet/bubbles/help"
	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/ui/resource"
	"channeldeck/ui/store"
)

// Pane is the content of a tab: its screens are those of its [Stack]. Package ui declares the
// optional methods of panes where it uses them.
type Pane interface {
	Init() tea.Cmd // called once, when the pane is first shown
	Update(tea.Msg) tea.Cmd
	State() State // of the data, for the header
	Stack() *Stack
}

// Screen is one level of a pane: a list, an inspector, a form, a picker. Keys and
// mouse events go to the top screen, all other messages to every screen of the stack.
// A screen may also be a [Backer], a [Reporter], and a [Closer]. Its FullHelp returns all keys
// that work now, where these are more than those of the footer.
type Screen interface {
	Update(tea.Msg) tea.Cmd
	View() string // within the size that was set
	SetSize(width, height int)
	Capturing() bool          // keys are text: the root's letter keys are off, and esc goes to Update
	ShortHelp() []key.Binding // the footer
}

// Backer is a screen that can undo something, such as a filter, before esc
// leaves it. handled is false if it undid nothing.
type Backer interface {
	Back() (cmd tea.Cmd, handled bool)
}

// Signed is a screen with signs or short names of its own, which the help explains.
type Signed interface {
	Signs() []Sign
}

// Sign is a sign or a short name with its meaning.
type Sign struct{ Sign, Meaning string }

// Reporter is a screen whose data has an age.
type Reporter interface{ State() store.State }

// Closer is a screen that must know when it is popped.
type Closer interface{ Close() tea.Cmd }

// maxScreens is the maximum number of screens of a stack; the oldest above the first
// is dropped.
const maxScreens = 50

// Stack are the screens of a pane, the top one visible. Push adds a screen and Pop
// removes it; the back history is the stack itself.
type Stack struct {
	ctx    *Context
	site   *Site          // whose screens it gets; the first one for screens of all sites
	view   *resource.View // how their values are shown
	Output Output
	*levels
	Keys Keys
	name string // of the pane
	own  []ownCommand
}

// levels are the screens of a stack, which the stacks of several sites share.
type levels struct {
	screens       []level
	width, height int
}

type level struct {
	Screen
	site   string // whose it is
	origin string // the pane that opened the screen and to which popping it returns; "" for this one
}

// Return asks the root to show the pane that opened a screen, which was popped.
type Return struct{ Pane string }

// NewStack returns the empty stack of a pane, which pushes the first screen.
func NewStack(c *Context, pane string) *Stack {
	first := c.Sites.First()
	return &Stack{
		ctx:    c,
		site:   first,
		view:   c.View,
		Output: Output{ctx: c, site: first},
		levels: &levels{},
		Keys:   NewKeys(c),
		name:   pane,
		own:    ownCommands(c, pane),
	}
}

// Context returns what the stack was made with.
func (s *Stack) Context() *Context { return s.ctx }

// OfSite returns the stack for the screens of a site.
func (s *Stack) OfSite(site *Site) *Stack {
	of := *s
	of.site = site
	of.view = site.View
	of.Output.site = site
	return &of
}

// NewSites makes the models of a pane, one for each site that is shown, which share its screens. The
// first one is the pane.
func NewSites[M any](c *Context, pane string, model func(*Stack, *Site) M) (sites []M) {
	s := NewStack(c, pane)
	for _, site := range c.Sites {
		sites = append(sites, model(s.OfSite(site), site))
	}
	return sites
}

// Goto asks the root to show something in a pane: of the site of the stack unless it names another.
func (s *Stack) Goto(t Target) tea.Cmd {
	if own := s.site.Label(); own == "" {
		t.Site = ""
	} else if t != (Target{Pane: t.Pane}) {
		t.Site = cmp.Or(t.Site, own)
	}
	return s.ctx.ToRoot(Open{Target: t})
}

// Push puts a screen on top.
func (s *Stack) Push(screen Screen) {
	s.screens = append(s.screens, level{Screen: screen, site: s.site.Name})
	if len(s.screens) > maxScreens {
		s.screens = slices.Delete(s.screens, 1, 2)
	}
	s.Refit()
}

// Pop removes the top screen, except the first one.
func (s *Stack) Pop() tea.Cmd {
	if len(s.screens) < 2 {
		return nil
	}
	top := s.screens[len(s.screens)-1]
	s.screens = s.screens[:len(s.screens)-1]
	cmd := s.closed(top)
	if top.origin != "" {
		s.ctx.ToRoot(Return{top.origin})
	}
	return cmd
}

// closed closes a screen that was removed, and arranges the others, whose size it may
// have changed.
func (s *Stack) closed(l level) (cmd tea.Cmd) {
	if c, ok := l.Screen.(Closer); ok {
		cmd = c.Close()
	}
	s.Refit()
	return cmd
}

// Replace replaces the top screen, for example a form by what it opened. Popping the
// new screen leads where popping the old one would have.
func (s *Stack) Replace(screen Screen) tea.Cmd {
	if len(s.screens) < 2 {
		s.Push(screen)
		return nil
	}
	old := s.screens[len(s.screens)-1]
	s.screens[len(s.screens)-1] = level{screen, s.site.Name, old.origin}
	return s.closed(old)
}

// Back handles esc: the top screen undoes something, or its first load is stopped
// and it is popped.
func (s *Stack) Back() tea.Cmd {
	cmd, _ := s.back()
	return cmd
}

// GoBack is Back, and says where there is nothing to go back to.
func (s *Stack) GoBack() tea.Cmd {
	cmd, done := s.back()
	if !done {
		return s.ctx.Inform("notice.nothing_to_go_back_to")
	}
	return cmd
}

func (s *Stack) back() (cmd tea.Cmd, done bool) {
	if b, ok := s.Top().(Backer); ok {
		if cmd, handled := b.Back(); handled {
			return cmd, true
		}
	}
	isFirst := len(s.screens) == 1
	if r, ok := s.Top().(Reporter); ok && r.State().Stop() && isFirst {
		return nil, true
	}
	return s.Pop(), !isFirst
}

// Top returns the visible screen.
func (s *Stack) Top() Screen {
	return s.screens[len(s.screens)-1].Screen
}

// Topmost returns the topmost screen of a type, or nil.
func Topmost[S Screen](s *Stack) S {
	for _, l := range slices.Backward(s.screens) {
		if screen, ok := l.Screen.(S); ok {
			return screen
		}
	}
	var none S
	return none
}

// Depth returns the number of screens.
func (s *Stack) Depth() int { return len(s.screens) }

// SetOrigin records which pane opened the top screen.
func (s *Stack) SetOrigin(pane string) {
	s.screens[len(s.screens)-1].origin = pane
}

// Update handles a message.
func (s *Stack) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tea.KeyMsg:
		if key.Matches(msg, s.Keys.Back) && !s.Capturing() && !s.Asking() {
			return s.Back()
		}
		if cmd, handled := s.onCommandKey(msg); handled {
			return cmd
		}
		if key.Matches(msg, s.Keys.Browser) && s.linked() {
			return s.openLink()
		}
		return s.Top().Update(msg)
	case SettingsChanged:
		s.own = ownCommands(s.ctx, s.name)
	case logRead:
		if msg.stack == s {
			return s.onLogRead(msg)
		}
		return nil
	case commandRun:
		if msg.stack == s {
			return s.onCommandRun(msg)
		}
		return nil
	case reportWritten:
		if msg.screen.stack.levels == s.levels {
			return msg.screen.onWritten(msg)
		}
		return nil
	case Click:
		return msg()
	case tea.MouseMsg:
		if b, ok := s.Top().(Boxed); ok {
			msg, ok = InBox(b, msg, s.width, s.height)
			if !ok {
				return nil
			}
		}
		return s.Top().Update(msg)
	}
	var cmds []tea.Cmd
	for _, l := range s.screens {
		cmds = append(cmds, l.Update(msg))
	}
	return tea.Batch(cmds...)
}

// View draws the top screen, a box over the screen below it.
func (s *Stack) View() string {
	if s.width <= 0 || s.height <= 0 {
		return ""
	}
	b, ok := s.Top().(Boxed)
	if ok && len(s.screens) > 1 {
		return s.ctx.ViewBox(b, s.ViewBelow(), s.width, s.height)
	}
	return s.Top().View()
}

// ViewBelow draws the topmost screen that is no box: what a box is drawn over. A box below
// another may be larger, and its rest would look like a part of that one.
func (s *Stack) ViewBelow() string {
	i := len(s.screens) - 1
	for ; i > 0; i-- {
		_, ok := s.screens[i].Screen.(Boxed)
		if !ok {
			break
		}
	}
	return s.screens[i].View()
}

// SetSize sets the size in cells.
func (s *Stack) SetSize(width, height int) {
	s.width = width
	s.height = height
	s.Refit()
}

// Refit arranges the visible screens again, after a change of the size of their
// parts.
func (s *Stack) Refit() {
	for i := len(s.screens) - 1; i >= 0; i-- {
		b, ok := s.screens[i].Screen.(Boxed)
		if !ok || i == 0 {
			s.screens[i].SetSize(s.width, s.height)
			_, ok := s.screens[i].Screen.(interface{ drawsBelow() })
			if ok {
				continue
			}
			return
		}
		SizeBox(b, s.width, s.height)
	}
}

// Capturing reports whether keys are text now.
func (s *Stack) Capturing() bool { return s.Top().Capturing() }

// Asking reports whether the top screen waits for the answer to a question: all keys
// go to its Update.
func (s *Stack) Asking() bool {
	a, ok := s.Top().(interface{ Asking() bool })
	return ok && a.Asking()
}

// State returns the state of the topmost screen that has one. The first screen is of all sites, and so
// are lists with rows of several.
func (s *Stack) State() (state store.State) {
	for i, l := range slices.Backward(s.screens) {
		if r, ok := l.Screen.(Reporter); ok {
			state = r.State()
			if i > 0 && s.NextSite() == nil {
				state.Site = l.site
			}
			break
		}
	}
	return state
}

// ShortHelp returns the keys of the footer.
func (s *Stack) ShortHelp() []key.Binding { return s.Top().ShortHelp() }

// FullHelp returns all keys that work now.
func (s *Stack) FullHelp() [][]key.Binding {
	all := fullHelp(s.Top())
	if s.linked() {
		all = append(all, []key.Binding{s.Keys.Browser})
	}
	return append(all, s.CommandKeys())
}

// Signs returns the signs and short names of the screen itself.
func (s *Stack) Signs() []Sign {
	signed, ok := s.Top().(Signed)
	if !ok {
		return nil
	}
	return signed.Signs()
}

// fullHelp returns all keys of a screen that work now.
func fullHelp(s Screen) [][]key.Binding {
	if all, ok := s.(help.KeyMap); ok {
		return all.FullHelp()
	}
	return [][]key.Binding{s.ShortHelp()}
}

// Takes reports whether a key moves the focus between the regions of the screen on top.
func (s *Stack) Takes(msg tea.KeyMsg) bool {
	r, ok := s.Top().(interface{ Takes(tea.KeyMsg) bool })
	return ok && r.Takes(msg)
}

// Bare reports whether regions have no borders, because the screen is narrow.
func (s *Stack) Bare() bool { return s.width < FrameWidth }
