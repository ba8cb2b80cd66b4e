package pane

import (
	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"
)

// inspector is the inspector of a list's current row on its own screen.
type inspector[R any] struct{ *List[R] }

func (i *inspector[R]) Update(msg tea.Msg) tea.Cmd {
	var cmd tea.Cmd
	switch msg := msg.(type) {
	case tea.KeyMsg:
		if key.Matches(msg, i.stack.Keys.Detail) {
			return i.stack.Pop()
		}
		if !i.pager.Update(msg) {
			cmd, _ = i.onRowKey(msg)
		}
	case tea.MouseMsg:
		i.pager.Update(msg)
	}
	i.inspect(i.width)
	return cmd
}

func (i *inspector[R]) SetSize(width, height int) {
	i.List.SetSize(width, height)
	i.inspect(width)
}

func (i *inspector[R]) Back() (tea.Cmd, bool) { return nil, false }

func (i *inspector[R]) Close() tea.Cmd {
	i.pager.Top()
	return nil
}

func (i *inspector[R]) View() string { return i.viewInspector(i.width) }

func (i *inspector[R]) ShortHelp() []key.Binding {
	k := &i.stack.Keys
	short := []key.Binding{k.Back}
	for _, a := range i.c.Actions {
		if a.Row != nil {
			short = append(short, a.Key)
		}
	}
	return append(short, k.Copy, k.CopyJSON)
}

func (i *inspector[R]) FullHelp() [][]key.Binding {
	k := &i.stack.Keys
	return [][]key.Binding{i.ShortHelp(), append(k.Bindings(), k.Refresh)}
}
