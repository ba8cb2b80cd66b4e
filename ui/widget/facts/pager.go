package facts

import (
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/ui/widget/scroll"
)

// Pager scrolls lines that are as wide as they should be already.
type Pager struct {
	Keys   scroll.KeyMap
	lines  []string
	top    int
	height int
}

// SetLines shows other lines, from the same place on as far as there are such.
func (p *Pager) SetLines(lines []string) {
	p.lines = lines
	p.to(p.top)
}

// SetHeight sets the room in lines.
func (p *Pager) SetHeight(height int) {
	p.height = max(height, 0)
	p.to(p.top)
}

// Top goes to the beginning.
func (p *Pager) Top() { p.top = 0 }

// Position is the first line in sight, from 1, the last, and their number.
func (p *Pager) Position() (from, to, of int) {
	return min(p.top+1, len(p.lines)), min(p.top+p.height, len(p.lines)), len(p.lines)
}

// Reveal scrolls as little as needed to have a line in sight.
func (p *Pager) Reveal(line int) {
	if line < p.top {
		p.to(line)
	} else if line >= p.top+p.height {
		p.to(line - p.height + 1)
	}
}

// Update handles the keys that scroll and the mouse wheel; handled is false for
// any other message.
func (p *Pager) Update(msg tea.Msg) (handled bool) {
	by := scroll.Wheel(msg)
	if press, ok := msg.(tea.KeyMsg); ok {
		by, handled = p.Keys.Move(press, p.height)
	}
	p.to(p.top + by)
	return handled || by != 0
}

func (p *Pager) to(top int) { p.top = max(min(top, len(p.lines)-p.height), 0) }

// View is the lines in sight, at most as many as there is room for.
func (p *Pager) View() string {
	return strings.Join(p.lines[p.top:min(p.top+p.height, len(p.lines))], "\n")
}
