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
	last := m.footer.View(front, m.width)
	q, ok := front.(interface{ Quiet() bool })
	if ok && q.Quiet() {
		last = ""
	}
	if m.overlay != nil {
		last = m.ctx.Footer(m.width, m.overlay.ShortHelp(), nil)
	}
	lines := m.body()
	if m.notice.rows > 0 {
		lines = append(lines, m.notice.below(m.width)...)
	} else {
		m.notice.draw(lines, m.width)
	}
	return m.header.View(m.tabs.front, m.state(), m.width) + "\n" +
		strings.Join(lines, "\n") + "\n" + text.Left(last, m.width)
}

// body returns the lines between the header and the notice.
func (m *Model) body() []string {
	stack := m.tabs.stack()
	body := ""
	if m.overlay == nil {
		body = stack.View()
	} else { // a box of the pane is covered too
		body = m.ctx.ViewBox(m.overlay, stack.ViewBelow(), m.width, m.bodyHeight())
	}
	return strings.Split(text.Fit(body, m.width, m.bodyHeight()), "\n")
}

// placeNotice lets the body leave rows to a notice that would cover more than blank lines, and takes them back
// once it is gone.
func (m *Model) placeNotice() {
	n := &m.notice
	isShown := n.shown.Text != ""
	if n.rows > 0 && (!isShown || n.placed != n.number) {
		n.rows = 0
		m.setSize(m.width, m.height)
	}
	if isShown && n.rows == 0 && m.width >= minWidth && m.height >= minHeight {
		n.placed = n.number
		n.rows = n.place(m.body(), m.width)
		if n.rows > 0 {
			m.setSize(m.width, m.height)
		}
	}
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
