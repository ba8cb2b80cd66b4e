package pane

import (
	"slices"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/ui/plain"
	"channeldeck/ui/store"
	"channeldeck/ui/widget/picker"
	"channeldeck/ui/widget/table"
)

// Pick is a picker screen. Source, where Items depend on data that may still be
// loading, returns them with the state of that data.
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
	stack         *Stack
	picker        *picker.Picker // nil while the source loads
	width, height int
}

// Pick pushes a picker.
func (s *Stack) Pick(p Pick) {
	screen := &pickScreen{Pick: p, stack: s}
	if p.Source == nil {
		screen.open(p.Items)
	} else {
		screen.poll()
	}
	s.Push(screen)
}

// PickOne pushes a picker for one item.
func (s *Stack) PickOne(title string, items []picker.Item, then func(id string) tea.Cmd) {
	s.Pick(Pick{Title: title, Items: items, Then: func(ids []string) tea.Cmd { return then(ids[0]) }})
}

// PickFormat pushes a picker for the format of a file, in the same order everywhere.
func (s *Stack) PickFormat(title string, then func(plain.Format) tea.Cmd, formats ...plain.Format) {
	order := []plain.Format{plain.CSV, plain.Markdown, plain.JSON}
	slices.SortFunc(formats, func(a, b plain.Format) int { return slices.Index(order, a) - slices.Index(order, b) })
	items := make([]picker.Item, len(formats))
	for i, f := range formats {
		items[i] = picker.Item{ID: string(f), Label: f.Title()}
	}
	s.PickOne(title, items, func(id string) tea.Cmd { return then(plain.Format(id)) })
}

// PickColumns pushes a picker for the columns of a table.
func (s *Stack) PickColumns(t Columned, chosen func(ids []string)) {
	var items []picker.Item
	for _, c := range t.Columns() {
		items = append(items, picker.Item{ID: c.ID, Label: c.Title, Note: c.ID, Chosen: c.Chosen})
	}
	s.Pick(Pick{Title: s.Words.T("columns.choose"), Items: items, Multi: true, Then: func(ids []string) tea.Cmd {
		if len(ids) > 0 {
			t.ShowColumns(ids)
			chosen(ids)
		}
		return nil
	}})
}

func (p *pickScreen) open(items []picker.Item) {
	p.picker = p.stack.Picker(p.stack.Keys, p.Title, items, p.Multi)
}

// poll opens the picker once the source is loaded.
func (p *pickScreen) poll() {
	if p.picker != nil || p.Source == nil {
		return
	}
	if items, state := p.Source(); !state.At.IsZero() {
		p.open(items)
	}
}

func (p *pickScreen) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tea.KeyMsg:
		if p.picker != nil {
			return p.handle(p.picker.Update(msg))
		}
		if key.Matches(msg, p.stack.Keys.Back) {
			return p.stack.Pop()
		}
	case tea.MouseMsg:
		if p.picker != nil {
			return p.handle(p.picker.Mouse(msg, p.height), nil)
		}
	default:
		p.poll()
	}
	return nil
}

func (p *pickScreen) handle(result picker.Result, cmd tea.Cmd) tea.Cmd {
	switch result {
	case picker.Confirmed:
		return tea.Batch(cmd, p.stack.Pop(), p.Then(p.picker.Chosen()))
	case picker.Cancelled:
		return tea.Batch(cmd, p.stack.Pop())
	}
	return cmd
}

func (p *pickScreen) View() string {
	if p.picker != nil {
		return p.picker.View(p.width, p.height)
	}
	if _, state := p.Source(); state.Err != nil && state.InFlight == 0 {
		return p.stack.ViewFailed(state.Err, p.stack.Keys.Back, p.width, p.height)
	}
	return p.stack.ViewLoading(p.width, p.height)
}

func (p *pickScreen) SetSize(width, height int) { p.width, p.height = width, height }

func (p *pickScreen) Capturing() bool { return true }

func (p *pickScreen) ShortHelp() []key.Binding {
	if p.picker == nil {
		return []key.Binding{p.stack.Keys.Back}
	}
	return p.picker.ShortHelp()
}

func (p *pickScreen) FullHelp() [][]key.Binding { return [][]key.Binding{p.ShortHelp()} }

// Picker returns a picker with the session's theme, keys and words.
func (c *Context) Picker(k Keys, title string, items []picker.Item, multi bool) *picker.Picker {
	k = k.WhileTyping(c)
	return picker.New(picker.Config{
		Theme: c.Theme, Items: items, Multi: multi,
		Keys:  picker.KeyMap{Up: k.Up, Down: k.Down, PageUp: k.PageUp, PageDown: k.PageDown, Toggle: k.Select, Confirm: k.Confirm, Cancel: k.Back},
		Words: picker.Words{Title: title, Filter: c.Words.T("picker.filter"), Nothing: c.Words.T("picker.nothing")},
	})
}

// Columned is a table whose columns can be chosen.
type Columned interface {
	Columns() []table.ColumnState
	ShowColumns(ids []string)
}
