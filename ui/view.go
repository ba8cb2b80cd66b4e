package ui

import (
	"strings"

	"channeldeck/theme"
	"channeldeck/ui/text"
)

// The smallest screen on which the panes make sense.
const (
	minWidth  = 40
	minHeight = 12
)

// View draws the screen, exactly as large as the terminal and with only the glyphs
// that it has.
func (m *Model) View() string {
	return theme.Squeeze(m.ctx.Theme.Glyphs.Plain(m.view()))
}

func (m *Model) view() string {
	if m.width == 0 {
		return ""
	}
	if m.width < minWidth || m.height < minHeight {
		return m.viewTooSmall()
	}
	front := m.tabs.inFront()
	body := front.Stack().View()
	last := m.footer.View(front, m.width)
	q, ok := front.(interface{ Quiet() bool })
	if ok && q.Quiet() {
		last = ""
	}
	if m.overlay != nil {
		body = front.Stack().ViewBelow() // a box of the pane is covered too
		body = m.ctx.ViewBox(m.overlay, body, m.width, m.bodyHeight())
		last = m.ctx.Footer(m.width, m.overlay.ShortHelp(), nil)
	}
	lines := strings.Split(text.Fit(body, m.width, m.bodyHeight()), "\n")
	m.notice.draw(lines, m.width)
	return m.header.View(m.tabs.front, m.state(), m.width) + "\n" +
		strings.Join(lines, "\n") + "\n" + text.Left(last, m.width)
}

func (m *Model) viewTooSmall() string {
	sentence := m.ctx.Words.T(
		"root.too_small",
		"Width", m.width,
		"Height", m.height,
		"MinWidth", minWidth,
		"MinHeight", minHeight,
	)
	return text.Fit(
		strings.Join(text.Wrap(sentence, m.width), "\n"),
		m.width,
		m.height,
	)
}
