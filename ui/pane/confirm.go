package pane

import (
	"strings"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/ui/text"
)

// Question asks for a yes in a box over the screen.
type Question struct {
	Title string
	Text  string // what yes does and costs
	Yes   string // one word or two: what yes does
	Then  func() tea.Cmd
}

// confirmScreen is a Question on the stack.
type confirmScreen struct {
	Question
	stack         *Stack
	yes, no       key.Binding
	width, height int
}

// Confirm pushes a question. Its Then runs after yes, when the question was popped.
func (s *Stack) Confirm(q Question) {
	c := &confirmScreen{Question: q, stack: s, yes: s.Keys.Yes, no: s.Keys.No}
	c.yes.SetHelp(c.yes.Help().Key, q.Yes)
	c.no.SetHelp(c.no.Help().Key, s.Words.T("key.cancel"))
	s.Push(c)
}

func (c *confirmScreen) Update(msg tea.Msg) tea.Cmd {
	press, ok := msg.(tea.KeyMsg)
	switch {
	case !ok:
	case key.Matches(press, c.yes):
		return tea.Batch(c.stack.Pop(), c.Then())
	case key.Matches(press, c.no):
		return c.stack.Pop()
	}
	return nil
}

// lines returns the text and the keys in a width, with a margin.
func (c *confirmScreen) lines(width int) []string {
	lines := append([]string{""}, text.Wrap(text.Clean(c.Text), width-4)...)
	keys := c.stack.keyHint(c.yes) + "   " + c.stack.keyHint(c.no)
	if text.Width(keys) > width-4 {
		lines = append(lines, "", c.stack.keyHint(c.yes), c.stack.keyHint(c.no), "")
	} else {
		lines = append(lines, "", keys, "")
	}
	for i, line := range lines {
		lines[i] = "  " + line
	}
	return lines
}

// Want returns the size of the lines.
func (c *confirmScreen) Want(width, _ int) (int, int) {
	lines := c.lines(min(width-6, 64))
	widest := text.Width(c.Title) + 6
	for _, line := range lines {
		widest = max(widest, text.Width(line)+2)
	}
	return widest, len(lines)
}

// Frame returns the frame of the box.
func (c *confirmScreen) Frame() Frame { return Frame{Title: text.Clean(c.Title)} }

func (c *confirmScreen) SetSize(width, height int) { c.width, c.height = width, height }

func (c *confirmScreen) View() string {
	return text.Fit(strings.Join(c.lines(c.width), "\n"), c.width, c.height)
}

// Asking reports that all keys go to the question.
func (c *confirmScreen) Asking() bool { return true }

func (c *confirmScreen) Capturing() bool { return false }

func (c *confirmScreen) ShortHelp() []key.Binding { return []key.Binding{c.yes, c.no} }
