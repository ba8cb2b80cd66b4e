package ui

import (
	"runtime/trace"
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/ui/config"
	"channeldeck/ui/pane"
)

// opener is a pane that other panes and the palette can open things in.
type opener interface{ Open(pane.Target) tea.Cmd }

// leaver is a pane that must know when another one comes to the front.
type leaver interface{ Leave() tea.Cmd }

// visitor is a pane that must know when it comes to the front.
type visitor interface{ Visit() tea.Cmd }

// lister is a pane with things that the palette can open.
type lister interface{ Things() []pane.Thing }

// matcher is a pane that recognizes the form of the ids of things which it has not loaded.
type matcher interface {
	MatchID(text string) []pane.Thing
}

// reader is a pane that understands a text as a whole: a link or a question.
type reader interface {
	Read(text string) []pane.Thing
}

// checker is a pane that computes what it shows from data that is loaded.
type checker interface {
	// Checking reports whether it computes that now.
	Checking() bool
}

// unfinished is a pane that can have sent a request with effects.
type unfinished interface {
	// Unfinished describes a request whose outcome is not known yet, "" for none.
	Unfinished() string
}

// Maker creates a pane. Name is its name in --pane and pane.Target; the message
// "tab." + Name is the text of its tab.
type Maker struct {
	Name         string
	Make         func(*pane.Context) pane.Pane
	FeedsPalette bool                     // opening the palette triggers its first load
	Watches      func(*pane.Context) bool // whether it must start before it is shown; nil for no
	ViewTerms    []string                 // see config.Pane
	ViewFilters  bool
}

// tab is a pane and whether it was started.
type tab struct {
	Maker
	pane    pane.Pane // nil until something needs it: see tabs.made
	started bool
}

// tabs are the panes, one of them in front.
type tabs struct {
	ctx           *pane.Context
	all           []tab
	front         int
	width, height int // of the panes
}

// newTabs returns tabs without panes. The one named first is in front; without such
// a pane, the first one.
func newTabs(ctx *pane.Context, makers []Maker, first string) tabs {
	t := tabs{ctx: ctx, all: make([]tab, len(makers))}
	for i, maker := range makers {
		t.all[i].Maker = maker
		if maker.Name == first {
			t.front = i
		}
	}
	return t
}

// made returns a pane, which is made the first time: most visits need few of them.
func (t *tabs) made(i int) pane.Pane {
	one := &t.all[i]
	if one.pane == nil {
		trace.Log(t.ctx.Base, "pane", one.Name)
		one.pane = one.Make(t.ctx)
	}
	return one.pane
}

// makeAll makes all panes: the palette lists what each of them can do.
func (t *tabs) makeAll() {
	for i := range t.all {
		t.made(i)
	}
}

// inFront returns the pane in front.
func (t *tabs) inFront() pane.Pane { return t.made(t.front) }

// stack are the screens of the pane in front.
func (t *tabs) stack() *pane.Stack { return t.inFront().Stack() }

// index is the tab of a pane by its name, -1 for none.
func (t *tabs) index(name string) int {
	return slices.IndexFunc(t.all, func(one tab) bool {
		return one.Name == name
	})
}

// typing reports whether keys are text in the front pane.
func (t *tabs) typing() bool { return t.stack().Capturing() }

// begin starts a pane, once.
func (t *tabs) begin(i int) tea.Cmd {
	if t.all[i].started {
		return nil
	}
	t.all[i].started = true
	return t.made(i).Init()
}

// show brings a pane to the front and starts it the first time.
func (t *tabs) show(i int) tea.Cmd {
	var left, visited tea.Cmd
	if l, ok := t.inFront().(leaver); ok && i != t.front {
		left = l.Leave()
	}
	t.front = i
	begun := t.begin(i)
	if v, ok := t.inFront().(visitor); ok {
		visited = v.Visit()
	}
	// only the front pane follows the terminal, and shared data may have changed the room of its parts
	t.stack().SetSize(t.width, t.height)
	return tea.Batch(left, begun, visited)
}

// open shows a pane and opens something in it. Popping the screen that it opens
// returns to the pane that was in front.
func (t *tabs) open(i int, target pane.Target) tea.Cmd {
	from := t.all[t.front].Name
	to := t.made(i)
	cmd := t.show(i)
	if o, ok := to.(opener); ok {
		depth := to.Stack().Depth()
		cmd = tea.Batch(cmd, o.Open(target))
		if to.Stack().Depth() > depth {
			to.Stack().SetOrigin(from)
		}
	}
	return cmd
}

// showView shows a pane and a saved view in it.
func (t *tabs) showView(i int, v config.SavedView) tea.Cmd {
	return tea.Batch(t.show(i), t.made(i).Stack().ShowView(v))
}

// setSize sets the size of the panes in cells. One that is not in front gets it when it is shown.
func (t *tabs) setSize(width, height int) {
	t.width = width
	t.height = height
	t.stack().SetSize(width, height)
}

// broadcast hands a message to every pane that has started.
func (t *tabs) broadcast(msg tea.Msg) tea.Cmd {
	cmds := make([]tea.Cmd, 0, len(t.all))
	for _, one := range t.all {
		if one.started {
			cmds = append(cmds, one.pane.Update(msg))
		}
	}
	return tea.Batch(cmds...)
}

// watch starts the panes that must not wait until they are shown.
func (t *tabs) watch() tea.Cmd {
	var cmds []tea.Cmd
	for i, one := range t.all {
		if one.Watches != nil && one.Watches(t.ctx) {
			cmds = append(cmds, t.begin(i))
		}
	}
	return tea.Batch(cmds...)
}

// feed starts the panes that feed the palette, if they have not been visited yet.
func (t *tabs) feed() tea.Cmd {
	var cmds []tea.Cmd
	for i := range t.all {
		if t.all[i].FeedsPalette {
			cmds = append(cmds, t.begin(i))
		}
	}
	return tea.Batch(cmds...)
}

// things returns what each started pane offers to open.
func (t *tabs) things() [][]pane.Thing {
	var things [][]pane.Thing
	for _, one := range t.all {
		l, ok := one.pane.(lister)
		if ok && one.started {
			things = append(things, l.Things())
		}
	}
	return things
}

// unfinished describes the requests with effects whose outcome is not known yet.
func (t *tabs) unfinished() []string {
	var lines []string
	for _, one := range t.all {
		u, ok := one.pane.(unfinished)
		if ok && u.Unfinished() != "" {
			lines = append(lines, u.Unfinished())
		}
	}
	return lines
}
