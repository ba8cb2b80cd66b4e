package ui

import (
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/ui/pane"
	"channeldeck/ui/widget/scroll"
)

// heldBar is the scroll bar that the mouse holds: its place, and its height, 0 for none.
type heldBar struct{ x, y, height int }

// onMouse handles mouse events. A click in the header selects a tab, one in a zone does
// what the zone says, and a scroll bar follows the mouse until the button is released. All
// other events go to what they happen in.
func (m *Model) onMouse(msg tea.MouseMsg) tea.Cmd {
	held := m.held
	pressed := msg.Action == tea.MouseActionPress
	if pressed &&
		msg.Button == tea.MouseButtonLeft {
		m.held = heldBar{}
		cmd, clicked := m.click(msg)
		if m.pressed = !clicked; clicked {
			return cmd
		}
	} else if !pressed && held.height > 0 {
		if msg.Action == tea.MouseActionRelease {
			m.held = heldBar{}
			return nil
		}
		return m.drag(m.barAt(min(max(msg.Y, held.y), held.y+held.height-1)))
	}
	if msg.Action == tea.MouseActionMotion && m.pressed && !m.dragged { // to select text?
		m.dragged = true
		return m.notice.show(pane.Notice{
			Level: pane.Info,
			Text:  m.ctx.Words.T("root.select_text"),
		})
	}
	return m.passMouse(msg)
}

// click handles a press of the left button on a tab or in a zone.
func (m *Model) click(msg tea.MouseMsg) (cmd tea.Cmd, clicked bool) {
	if msg.Y == 0 && m.overlay == nil {
		i := m.header.TabAt(msg.X, m.tabs.front, m.state(), m.width)
		if i < 0 {
			return nil, true
		}
		return m.tabs.show(i), true
	}
	z, ok := m.zoneAt(msg.X, msg.Y)
	if !ok {
		return nil, false
	}
	if z.Click != nil {
		return m.tabs.inFront().Update(z.Click), true
	}
	if z.Bar.Rows == 0 {
		return m.onKey(z.Key), true
	}
	m.held = heldBar{
		x:      msg.X,
		y:      msg.Y - z.Bar.Row,
		height: z.Bar.Rows,
	}
	return m.drag(z.Bar), true
}

// barAt returns the cell of the held scroll bar in a line. The bar may have moved: a list gets
// wider where longer names are scrolled into it.
func (m *Model) barAt(y int) pane.BarCell {
	const far = 12 // cells
	for i := range 2*far + 1 {
		x := m.held.x + (i+1)/2*(1-i%2*2)
		z, _ := m.zoneAt(x, y)
		if z.Bar.Rows == m.held.height {
			m.held.x = x
			return z.Bar
		}
	}
	return pane.BarCell{}
}

// zoneAt returns the zone at a cell. The front pane arranges its parts anew, before and
// after: it keeps some of them as they were drawn.
func (m *Model) zoneAt(x, y int) (pane.Zone, bool) {
	arrange := func() { m.tabs.stack().SetSize(m.width, m.bodyHeight()) }
	defer arrange()
	return m.ctx.Zones.At(x, y, func() string {
		arrange()
		return m.view()
	})
}

// drag scrolls what is beside a cell of the scroll bar held.
func (m *Model) drag(to pane.BarCell) tea.Cmd {
	lines := to.Lines()
	if lines == 0 {
		return nil
	}
	return m.passMouse(scroll.By(lines, m.held.x-1, m.held.y+to.Row))
}

// passMouse hands an event to the overlay or the front pane, relative to it.
func (m *Model) passMouse(msg tea.MouseMsg) tea.Cmd {
	msg.Y-- // below the header
	if m.overlay == nil {
		return m.tabs.inFront().Update(msg)
	}
	if msg, ok := pane.InBox(m.overlay, msg, m.width, m.bodyHeight()); ok {
		return m.toOverlay(msg)
	}
	return nil
}
