package pane

import (
	"strings"

	"channeldeck/ui/widget/input"
	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"
)

// Prompt is a field above the screen that opened it. Input keeps its text when esc
// closes the prompt.
type Prompt struct {
	Label  string
	Input  *input.Model
	Submit func(value string) tea.Cmd // runs after the prompt was popped
}

// promptScreen is a Prompt on the stack.
type promptScreen struct {
	Prompt
	stack         *Stack
	below         Screen
	width, height int
}

// Prompt pushes a prompt.
func (s *Stack) Prompt(p Prompt) tea.Cmd {
	s.Push(&promptScreen{Prompt: p, stack: s, below: s.Top()})
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

func (p *promptScreen) View() string {
	return strings.Join([]string{p.stack.Field(p.Label, p.Input, p.width), p.below.View()}, "\n")
}

func (p *promptScreen) SetSize(width, height int) {
	p.width, p.height = width, height
	p.below.SetSize(width, max(height-1, 1))
}

func (p *promptScreen) Close() tea.Cmd {
	p.Input.Blur()
	return nil
}

func (p *promptScreen) Capturing() bool { return true }

func (p *promptScreen) ShortHelp() []key.Binding {
	return []key.Binding{p.stack.Keys.Confirm, p.stack.Keys.Back}
}

func (p *promptScreen) FullHelp() [][]key.Binding { return [][]key.Binding{p.ShortHelp()} }
