package facts

import (
	"strings"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"
)

// KeyMap are the keys of a pager.
type KeyMap struct {
	Up, Down, PageUp, PageDown, Home, End key.Binding
}

// Pager scrolls lines that are as wide as they should be already.
type Pager struct {
	Keys   KeyMap
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

// Update takes the keys that scroll, and the wheel, and tells whether the
// message was one of these.
func (p *Pager) Update(msg tea.Msg) bool {
	switch msg := msg.(type) {
	case tea.MouseMsg:
		switch msg.Button {
		case tea.MouseButtonWheelUp:
			p.to(p.top - 3)
		case tea.MouseButtonWheelDown:
			p.to(p.top + 3)
		default:
			return false
		}
		return true
	case tea.KeyMsg:
		return p.onKey(msg)
	}
	return false
}

func (p *Pager) onKey(msg tea.KeyMsg) bool {
	switch k := &p.Keys; {
	case key.Matches(msg, k.Up):
		p.to(p.top - 1)
	case key.Matches(msg, k.Down):
		p.to(p.top + 1)
	case key.Matches(msg, k.PageUp):
		p.to(p.top - p.height)
	case key.Matches(msg, k.PageDown):
		p.to(p.top + p.height)
	case key.Matches(msg, k.Home):
		p.to(0)
	case key.Matches(msg, k.End):
		p.to(len(p.lines))
	default:
		return false
	}
	return true
}

func (p *Pager) to(top int) { p.top = max(min(top, len(p.lines)-p.height), 0) }

// View is the lines in sight, at most as many as there is room for.
func (p *Pager) View() string {
	return strings.Join(p.lines[p.top:min(p.top+p.height, len(p.lines))], "\n")
}
