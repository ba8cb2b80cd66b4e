package pane

import (
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/ui/store"
	"channeldeck/ui/text"
	"channeldeck/ui/widget/picker"
)

// Pick is a picker screen. Source, where the items depend on data that may still
// be loading, returns them with the state of that data.
type Pick struct {
	Title  string
	Items  []picker.Item
	Source func() ([]picker.Item, store.State)
	Multi  bool
	Then   func(ids []string) tea.Cmd // runs after the picker was popped
}

// pickScreen is a Pick on the stack.
type pickScreen struct {
	Pick
	*picker.Picker
	stack         *Stack
	loaded        bool
	want          [2]int // the width and height that show all items
	width, height int
}

// Pick pushes a picker.
func (s *Stack) Pick(p Pick) {
	screen := &pickScreen{Pick: p, Picker: s.Picker(s.Keys, p.Items, p.Multi), stack: s}
	screen.poll()
	s.Push(screen)
}

// PickOne pushes a picker for one item.
func (s *Stack) PickOne(title string, items []picker.Item, then func(id string) tea.Cmd) {
	s.Pick(Pick{Title: title, Items: items, Then: func(ids []string) tea.Cmd { return then(ids[0]) }})
}

// poll sets the items once the source is loaded.
func (p *pickScreen) poll() {
	if p.loaded {
		return
	}
	if p.loaded = p.Source == nil; !p.loaded {
		items, state := p.Source()
		if state.At.IsZero() {
			return
		}
		p.loaded = true
		p.SetItems(items) // keeps what was typed meanwhile
	}
	width, height := p.Size()
	p.want = [2]int{max(width, text.Width(p.Title)+6), height}
}

func (p *pickScreen) Update(msg tea.Msg) tea.Cmd {
	if loaded := p.loaded; !loaded {
		if p.poll(); p.loaded {
			p.stack.Refit()
		}
	}
	result, cmd := p.Picker.Update(msg)
	switch result {
	case picker.Confirmed:
		return tea.Batch(cmd, p.stack.Pop(), p.Then(p.Chosen()))
	case picker.Cancelled:
		if !p.loaded {
			_, state := p.Source()
			state.Stop()
		}
		return tea.Batch(cmd, p.stack.Pop())
	}
	return cmd
}

func (p *pickScreen) View() string {
	if !p.loaded {
		_, state := p.Source()
		if view, missing := p.stack.ViewMissing(state, p.stack.Keys.Back, p.width, p.height); missing {
			return view
		}
	}
	return p.Picker.View()
}

// Want returns the size of the picker, or that of the states before its items are
// loaded.
func (p *pickScreen) Want(width, height int) (int, int) {
	if !p.loaded {
		return 60, 8
	}
	return min(p.want[0], width-6), min(p.want[1], height-2)
}

// Frame returns the frame of the box.
func (p *pickScreen) Frame() Frame {
	from, to, of := p.Visible()
	return Frame{Title: text.Clean(p.Title), Scroll: Scroll{from, to, of}}
}

func (p *pickScreen) SetSize(width, height int) {
	p.width, p.height = width, height
	p.Picker.SetSize(width, height)
}

func (p *pickScreen) Capturing() bool { return true }

// Picker returns a picker with the session's theme, keys and words.
func (c *Context) Picker(k Keys, items []picker.Item, multi bool) *picker.Picker {
	k = k.WhileTyping(c)
	confirm := "key.choose"
	if multi {
		confirm = "key.apply"
	}
	k.Confirm, k.Back = c.Named(k.Confirm, confirm), c.Named(k.Back, "key.cancel")
	return picker.New(picker.Config{
		Theme: c.Theme, Multi: multi, Filter: c.Words.T("picker.filter"), Nothing: c.Words.T("picker.nothing"),
		Keys: picker.KeyMap{Up: k.Up, Down: k.Down, PageUp: k.PageUp, PageDown: k.PageDown, Toggle: k.Select, Confirm: k.Confirm, Cancel: k.Back},
	}, items)
}
