package pane

import (
	"slices"
	"strings"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/ui/text"
)

// writtenBox says where a file was written, which can be opened and whose path can be copied.
type writtenBox struct {
	ctx    *Context
	stack  *Stack
	title  string
	path   string
	open   key.Binding
	copy   key.Binding
	close  key.Binding
	width  int
	height int
}

// ShowWritten pushes a box that says where a file is.
func (s *Stack) ShowWritten(title, path string) {
	s.Push(&writtenBox{
		ctx:   s.ctx,
		stack: s,
		title: title,
		path:  path,
		open:  key.NewBinding(key.WithKeys("o"), key.WithHelp("o", "report.open")),
		copy:  s.ctx.Named(s.Keys.Copy, "report.copy_path"),
		close: s.ctx.Named(s.Keys.Back, "report.close"),
	})
}

// keys are those that do something: a file is opened where the user would see it.
func (b *writtenBox) keys() []key.Binding {
	if b.ctx.Browse == nil {
		return []key.Binding{b.copy, b.close}
	}
	return []key.Binding{b.open, b.copy, b.close}
}

// Update handles a message.
func (b *writtenBox) Update(msg tea.Msg) tea.Cmd {
	press, ok := msg.(tea.KeyMsg)
	canOpen := b.ctx.Browse != nil
	switch {
	case !ok:
	case canOpen && key.Matches(press, b.open):
		return tea.Batch(b.stack.Pop(), b.stack.openFile(b.path))
	case key.Matches(press, b.copy):
		copied := b.stack.Output.CopyText(text.Line(b.path), b.path)
		return tea.Batch(b.stack.Pop(), copied)
	case key.Matches(press, b.close, b.stack.Keys.Confirm, b.stack.Keys.No):
		return b.stack.Pop()
	}
	return nil
}

// lines are the path and the keys, in a width with a margin.
func (b *writtenBox) lines(width int) []string {
	const margin = "  "
	room := width - 2*len(margin)
	path := text.Wrap(text.Line(b.path), room)
	var hints []string
	for _, k := range b.keys() {
		hints = append(hints, b.ctx.keyHint(k))
	}
	row := strings.Join(hints, "   ")
	if text.Width(row) <= room {
		hints = []string{row}
	}
	blank := []string{""}
	lines := slices.Concat(blank, path, blank, hints, blank)
	for i, line := range lines {
		lines[i] = margin + line
	}
	return lines
}

// Want returns the size that shows everything.
func (b *writtenBox) Want(width, _ int) (int, int) {
	const most = 72
	lines := b.lines(min(width-6, most))
	return max(text.Width(b.title)+6, text.Widest(lines)+2), len(lines)
}

// Frame returns the frame of the box.
func (b *writtenBox) Frame() Frame { return Frame{Title: b.title} }

// SetSize sets the size in cells.
func (b *writtenBox) SetSize(width, height int) {
	b.width = width
	b.height = height
}

// View draws the box.
func (b *writtenBox) View() string {
	lines := b.lines(b.width)
	return text.Fit(strings.Join(lines, "\n"), b.width, b.height)
}

// Asking reports that all keys go to the box.
func (b *writtenBox) Asking() bool { return true }

// Capturing is false: letters are keys.
func (b *writtenBox) Capturing() bool { return false }

// ShortHelp is the footer.
func (b *writtenBox) ShortHelp() []key.Binding { return b.keys() }
