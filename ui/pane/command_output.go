package pane

import (
	"strings"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/ui/text"
	"channeldeck/ui/widget/facts"
)

// outputScreen shows what an own command printed.
type outputScreen struct {
	stack         *Stack
	title, output string
	pager         facts.Pager
	width, height int
}

func newOutputScreen(s *Stack, title, output string) *outputScreen {
	return &outputScreen{stack: s, title: title, output: output, pager: facts.Pager{Keys: s.Keys.Pager()}}
}

func (o *outputScreen) frame() Frame {
	f := Frame{Title: o.title, Focused: true, Bare: o.width < FrameWidth}
	f.Scroll.From, f.Scroll.To, f.Scroll.Of = o.pager.Position()
	return f
}

func (o *outputScreen) SetSize(width, height int) {
	o.width, o.height = width, height
	inner, rows := o.frame().Inner(width, height)
	lines := text.Wrap(o.output, inner-1)
	for i, line := range lines {
		lines[i] = " " + line
	}
	o.pager.SetHeight(rows)
	o.pager.SetLines(lines)
}

func (o *outputScreen) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tea.KeyMsg:
		if key.Matches(msg, o.stack.Keys.Copy) {
			return o.stack.CopyText(o.title, o.output)
		}
		o.pager.Update(msg)
	case tea.MouseMsg:
		o.pager.Update(msg)
	}
	return nil
}

func (o *outputScreen) View() string {
	return o.stack.Frame(o.frame(), strings.TrimRight(o.pager.View(), "\n"), o.width, o.height)
}

func (o *outputScreen) Capturing() bool { return false }

func (o *outputScreen) ShortHelp() []key.Binding {
	return []key.Binding{o.stack.Keys.Back, o.stack.Keys.Copy}
}

func (o *outputScreen) FullHelp() [][]key.Binding {
	return [][]key.Binding{o.ShortHelp(), o.stack.Keys.Bindings()}
}
