package pane

import (
	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/ui/text"
	"channeldeck/ui/widget/input"
)

// Prompt is a field in a box over the screen. Input keeps its text when esc closes
// the prompt.
type Prompt struct {
	Title  string
	Input  *input.Model
	Submit func(value string) tea.Cmd // runs after the prompt was popped
}

// promptScreen is a Prompt on the stack.
type promptScreen struct {
	Prompt
	stack         *Stack
	width, height int
}

// Prompt pushes a prompt.
func (s *Stack) Prompt(p Prompt) tea.Cmd {
	s.Push(&promptScreen{Prompt: p, stack: s})
	return p.Input.Focus()
}

func (p *promptScreen) Update(msg tea.Msg) tea.Cmd {
	press, ok := msg.(tea.KeyMsg)
	if !ok {
		return nil
	}
	switch {
	case key.Matches(press, p.stack.Keys.Confirm):
		return tea.Batch(p.stack.Pop(), p.Submit(p.Input.Value()))
	case key.Matches(press, p.stack.Keys.Back):
		return p.stack.Pop()
	}
	var cmd tea.Cmd
	*p.Input, cmd = p.Input.Update(msg)
	return cmd
}

// Want returns the size of a line with a margin.
func (p *promptScreen) Want(width, _ int) (int, int) { return min(64, width-6), 3 }

// Frame returns the frame of the box.
func (p *promptScreen) Frame() Frame { return Frame{Title: p.Title} }

func (p *promptScreen) View() string {
	p.Input.SetWidth(p.width - 4)
	return text.Fit("\n  "+p.Input.View(), p.width, p.height)
}

func (p *promptScreen) SetSize(width, height int) { p.width, p.height = width, height }

func (p *promptScreen) Close() tea.Cmd {
	p.Input.Blur()
	return nil
}

func (p *promptScreen) Capturing() bool { return true }

func (p *promptScreen) ShortHelp() []key.Binding {
	return p.stack.FieldKeys(p.stack.Keys)
}
