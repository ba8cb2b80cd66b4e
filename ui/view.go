package ui

import (
	"fmt"
	"slices"
	"strings"

	"github.com/charmbracelet/bubbles/key"

	"channeldeck/theme"
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

// narrowFrame is the width below which the header does not show the time of the data.
const narrowFrame = 50

// bodyHeight is the height between header and footer.
func (m *Model) bodyHeight() int { return max(m.height-2, 0) }

// View draws the screen, exactly as large as the terminal and with only the glyphs
// that it has.
func (m *Model) View() string { return theme.Squeeze(m.ctx.Theme.Glyphs.Plain(m.view())) }

func (m *Model) view() string {
	switch {
	case m.width == 0:
		return ""
	case m.width < minWidth || m.height < minHeight:
		return m.viewTooSmall()
	}
	body := m.tabs[m.front].pane.View()
	if m.overlay != nil {
		body = m.ctx.ViewBox(m.overlay, body, m.width, m.bodyHeight())
	}
	lines := strings.Split(text.Fit(body, m.width, m.bodyHeight()), "\n")
	m.addNotice(lines)
	return m.viewHeader() + "\n" + strings.Join(lines, "\n") + "\n" + m.viewFooter()
}

func (m *Model) viewTooSmall() string {
	sentence := m.ctx.Words.T("root.too_small", "Width", m.width, "Height", m.height, "MinWidth", minWidth, "MinHeight", minHeight)
	return text.Fit(strings.Join(text.Wrap(sentence, m.width), "\n"), m.width, m.height)
}

// header returns the brand and the labels of the tabs that fit into width. To fit, it
// drops the brand first, then blanks behind the names, then the ends of the names, that
// of the front pane last.
func (m *Model) header(width int) (brand string, labels []string) {
	const whole = 99 // longer than any name
	fits := func(front, others int, format string) bool {
		labels = make([]string, len(m.tabs))
		sum := text.Width(brand)
		for i, t := range m.tabs {
			longest := others
			if i == m.front {
				longest = front
			}
			name := m.ctx.Words.T("tab." + t.name)
			if text.Width(name) > longest {
				name, _ = text.Ends(name, longest+1, false)
			}
			labels[i] = fmt.Sprintf(format, i+1, name)
			sum += text.Width(labels[i])
		}
		return sum <= width
	}
	if brand = " channeldeck "; fits(whole, whole, " %d %s ") {
		return brand, labels
	}
	if brand = ""; fits(whole, whole, " %d %s ") {
		return brand, labels
	}
	for longest := 9; longest > 2; longest-- {
		if fits(whole, longest, " %d %s") {
			return brand, labels
		}
	}
	for longest := 9; longest > 1 && !fits(longest, longest, " %d %s"); longest-- {
	}
	return brand, labels
}

// namesWidth is the width of the tabs with their names in full.
func (m *Model) namesWidth() int {
	width := 0
	for _, t := range m.tabs {
		width += text.Width(m.ctx.Words.T("tab."+t.name)) + 3
	}
	return width
}

// viewHeader draws the first line: the tabs on the left; the site, the state of the
// data and running requests on the right.
func (m *Model) viewHeader() string {
	style := m.ctx.Theme.Header
	info, cells := m.info()
	room := m.width - cells
	brand, labels := m.header(room)
	line := style.Brand.Render(brand)
	room -= text.Width(brand)
	for i, label := range labels {
		label = text.Cut(label, room)
		room -= text.Width(label)
		if i == m.front {
			line += style.TabActive.Render(label)
			continue
		}
		n := min(2, len(label)) // the number
		line += style.TabNumber.Render(label[:n]) + style.Tab.Render(label[n:])
	}
	return line + style.Bar.Render(text.Blank(room)) + info
}

// tabAt returns the tab at a column of the header, or -1.
func (m *Model) tabAt(x int) int {
	_, cells := m.info()
	brand, labels := m.header(m.width - cells)
	for i, label := range append([]string{brand}, labels...) {
		if x -= text.Width(label); x < 0 {
			return i - 1
		}
	}
	return -1
}

// info is the right end of the header and its width. The age of the data is shown as
// a time of day, which needs no redrawing, or as its sign only where that makes room
// for the names of the tabs. The site is shown where it fits beside them.
func (m *Model) info() (line string, cells int) {
	w, g, style := m.ctx.Words, m.ctx.Theme.Glyphs, m.ctx.Theme.Header
	s, names := m.tabs[m.front].pane.State(), m.namesWidth()
	fits := func(part string) bool { return names+cells+text.Width(part)+2 <= m.width }
	add := func(s theme.Style, part string) {
		cells += text.Width(part) + 1
		line += s.Render(" " + part)
	}
	if m.ctx.ReadOnly && m.width >= wideFrame {
		add(style.Info, w.T("root.read_only"))
	}
	sign, tone := g.Normal, style.Good
	if s.Err != nil {
		sign, tone = g.Abnormal, style.Bad
	}
	time := w.Clock(s.At, m.ctx.Now())
	state := sign + " " + time
	if old := sign + " " + w.T("root.data_old", "Time", time); s.Err != nil && fits(old) {
		state = old
	}
	if m.width < narrowFrame || !fits(state) && fits(sign) {
		state = sign
	}
	switch {
	case s.InFlight > 0:
		add(style.Info, g.Pending+" "+w.Int(s.InFlight))
	case !s.At.IsZero():
		add(tone, state)
	}
	site := m.ctx.Site
	if id := "root.site." + site; w.Has(id) { // a name of ours, not the user's
		site = w.T(id)
	}
	if site = text.Cut(text.Clean(site), 20); site != "" && fits(site) {
		line, cells = style.Info.Render(" "+site+" ")+line, cells+text.Width(site)+2
	}
	return line + style.Info.Render(" "), cells + 1
}

// viewFooter is the last line: the keys that work now.
func (m *Model) viewFooter() string {
	if m.overlay != nil {
		return pane.Footer(m.ctx.Theme, m.width, m.overlay.ShortHelp(), nil)
	}
	front := m.tabs[m.front].pane
	short, always := front.ShortHelp(), m.keys.at(m.ctx, front.Depth()).ShortHelp()
	switch s := front.State(); {
	case m.typing():
	case s.Loading():
		short = first(m.cancel, short)
	case s.Err != nil && s.At.IsZero():
		short = first(m.retry, short)
	}
	switch {
	case m.typing(): // letters are text now
		short, always = append(slices.Clip(short), m.keys.PaletteInField), nil
	case m.width < wideFrame:
		always = always[1:] // room for what the pane itself has
	}
	return pane.Footer(m.ctx.Theme, m.width, short, always)
}

// first puts a binding before others, in place of one with the same key.
func first(b key.Binding, others []key.Binding) []key.Binding {
	same := func(o key.Binding) bool { return o.Help().Key == b.Help().Key }
	return append([]key.Binding{b}, slices.DeleteFunc(slices.Clone(others), same)...)
}
