package facts

import (
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/ui/widget/scroll"
)

// Pager scrolls lines that already have the right width.
type Pager struct {
	Keys        scroll.KeyMap
	lines       []string
	top, height int
}

// SetLines replaces the lines. It keeps the position where there are as many.
func (p *Pager) SetLines(lines []string) {
	p.lines = lines
	p.scrollBy(0)
}

// SetHeight sets the number of visible lines.
func (p *Pager) SetHeight(height int) {
	p.height = max(height, 0)
	p.scrollBy(0)
}

// Top scrolls to the first line.
func (p *Pager) Top() { p.top = 0 }

// Position returns the numbers of the first and last visible line, from 1, and the
// number of lines.
func (p *Pager) Position() (from, to, of int) {
	return min(p.top+1, len(p.lines)), min(p.top+p.height, len(p.lines)), len(p.lines)
}

// Update handles the scrolling keys and the mouse wheel. It reports whether msg was
// one of these.
func (p *Pager) Update(msg tea.Msg) (handled bool) {
	by := scroll.Wheel(msg)
	if press, ok := msg.(tea.KeyMsg); ok {
		by, handled = p.Keys.Move(press, p.height)
	}
	p.scrollBy(by)
	return handled || by != 0
}

func (p *Pager) scrollBy(lines int) { p.top = max(min(p.top+lines, len(p.lines)-p.height), 0) }

// View returns the visible lines.
func (p *Pager) View() string {
	return strings.Join(p.lines[p.top:min(p.top+p.height, len(p.lines))], "\n")
}
