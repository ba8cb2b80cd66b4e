package ui

import (
	"slices"
	"strconv"
	"strings"

	"channeldeck/ui/pane"
	"channeldeck/ui/text"
)

// The smallest screen on which the panes make sense.
const (
	minWidth  = 40
	minHeight = 12
)

// wideFrame is the width from which header and footer show more than the
// essentials.
const wideFrame = 60

// bodyHeight is the height between header and footer.
func (m *Model) bodyHeight() int { return max(m.height-2, 0) }

// View draws the screen, exactly as large as the terminal and with only the glyphs
// that it has.
func (m *Model) View() string { return m.ctx.Theme.Glyphs.Plain(m.view()) }

func (m *Model) view() string {
	switch {
	case m.width == 0:
		return ""
	case m.width < minWidth || m.height < minHeight:
		return m.viewTooSmall()
	}
	var body string
	if m.overlay != nil {
		body = m.overlay.View()
	} else {
		body = m.tabs[m.front].pane.View()
	}
	return m.viewHeader() + "\n" + text.Fit(body, m.width, m.bodyHeight()) + "\n" + m.viewFooter()
}

func (m *Model) viewTooSmall() string {
	sentence := m.ctx.Words.T("root.too_small", "Width", m.width, "Height", m.height, "MinWidth", minWidth, "MinHeight", minHeight)
	return text.Fit(strings.Join(text.Wrap(sentence, m.width), "\n"), m.width, m.height)
}

// label is the text of a tab in one of three lengths.
func (m *Model) label(i, length int) string {
	number := strconv.Itoa(i + 1)
	switch {
	case length == 0 || length == 1 && i == m.front:
		return " " + number + " " + m.ctx.Words.T("tab."+m.tabs[i].name) + " "
	}
	return " " + number + " "
}

// labels are the texts of all tabs in the greatest length that fits into width.
func (m *Model) labels(width int) []string {
	labels := make([]string, len(m.tabs))
	for length := range 2 {
		sum := 0
		for i := range m.tabs {
			labels[i] = m.label(i, length)
			sum += text.Width(labels[i])
		}
		if sum <= width {
			break
		}
	}
	return labels
}

const brand = " channeldeck "

// viewHeader is the first line: the tabs on the left; the site, the age of the data
// and running requests on the right.
func (m *Model) viewHeader() string {
	style := m.ctx.Theme.Header
	info := m.info()
	room := m.width - text.Width(info)
	var b strings.Builder
	left := 0
	if room-text.Width(brand) >= m.tabsWidth(m.labels(room-text.Width(brand))) {
		b.WriteString(style.Brand.Render(brand))
		left = text.Width(brand)
	}
	for i, label := range m.labels(room - left) {
		s := style.Tab
		if i == m.front {
			s = style.TabActive
		}
		label = text.Cut(label, room-left)
		b.WriteString(s.Render(label))
		left += text.Width(label)
	}
	b.WriteString(style.Bar.Render(text.Blank(room - left)))
	b.WriteString(style.Info.Render(info))
	return b.String()
}

func (m *Model) tabsWidth(labels []string) int {
	sum := 0
	for _, l := range labels {
		sum += text.Width(l)
	}
	return sum
}

// tabAt is the tab at a column of the header, or -1.
func (m *Model) tabAt(x int) int {
	room := m.width - text.Width(m.info())
	left := 0
	if room-text.Width(brand) >= m.tabsWidth(m.labels(room-text.Width(brand))) {
		left = text.Width(brand)
	}
	for i, label := range m.labels(room - left) {
		if x >= left && x < left+text.Width(label) {
			return i
		}
		left += text.Width(label)
	}
	return -1
}

// info is the right end of the header. The age of the data is shown as a time of
// day, which needs no redrawing.
func (m *Model) info() string {
	w, parts := m.ctx.Words, []string(nil)
	if m.ctx.Site != "" && m.width >= wideFrame {
		name := m.ctx.Site
		if id := "root.site." + name; w.Has(id) { // a name of ours, not the user's
			name = w.T(id)
		}
		parts = append(parts, text.Cut(text.Clean(name), 20))
	}
	if m.ctx.ReadOnly {
		parts = append(parts, w.T("root.read_only"))
	}
	s := m.tabs[m.front].pane.State()
	at := s.At.Format("15:04")
	switch {
	case s.At.IsZero():
	case s.Err != nil:
		parts = append(parts, w.T("root.data_old", "Time", at))
	case m.width < wideFrame:
		parts = append(parts, at)
	default:
		parts = append(parts, w.T("root.data_at", "Time", at))
	}
	if s.InFlight > 0 {
		parts = append(parts, w.N("root.in_flight", s.InFlight))
	}
	if len(parts) == 0 {
		return ""
	}
	return " " + strings.Join(parts, " "+m.ctx.Theme.Glyphs.Between+" ") + " "
}

// viewFooter is the last line: a notice, or the keys that work now.
func (m *Model) viewFooter() string {
	if m.notice.Text != "" {
		return m.viewNotice()
	}
	if m.overlay != nil {
		return pane.Footer(m.ctx.Theme, m.width, m.overlay.ShortHelp(), nil)
	}
	front := m.tabs[m.front].pane
	short, always := front.ShortHelp(), m.keys.at(m.ctx, front.Depth()).ShortHelp()
	switch {
	case m.typing(): // letters are text now
		short, always = append(slices.Clip(short), m.keys.PaletteInField), nil
	case m.width < wideFrame:
		always = always[1:] // room for what the pane itself has
	}
	return pane.Footer(m.ctx.Theme, m.width, short, always)
}
