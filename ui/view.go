package ui

import (
	"slices"
	"strconv"
	"strings"

	"github.com/charmbracelet/bubbles/key"

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
	body := m.tabs[m.front].pane.View()
	if m.overlay != nil {
		body = m.ctx.ViewBox(m.overlay, body, m.width, m.bodyHeight())
	}
	lines := strings.Split(text.Fit(body, m.width, m.bodyHeight()), "\n")
	notice := m.viewNotice()
	copy(lines[len(lines)-len(notice):], notice)
	return m.viewHeader() + "\n" + strings.Join(lines, "\n") + "\n" + m.viewFooter()
}

func (m *Model) viewTooSmall() string {
	sentence := m.ctx.Words.T("root.too_small", "Width", m.width, "Height", m.height, "MinWidth", minWidth, "MinHeight", minHeight)
	return text.Fit(strings.Join(text.Wrap(sentence, m.width), "\n"), m.width, m.height)
}

// header returns the brand and the labels of the tabs that fit into width. To fit, it
// drops the brand first, then the names of all tabs but the front one.
func (m *Model) header(width int) (brand string, labels []string) {
	for _, named := range []bool{true, false} {
		for _, brand = range []string{" channeldeck ", ""} {
			labels, sum := make([]string, len(m.tabs)), text.Width(brand)
			for i, t := range m.tabs {
				labels[i] = " " + strconv.Itoa(i+1) + " "
				if named || i == m.front {
					labels[i] += m.ctx.Words.T("tab."+t.name) + " "
				}
				sum += text.Width(labels[i])
			}
			if sum <= width || !named && brand == "" {
				return brand, labels
			}
		}
	}
	return "", nil
}

// viewHeader draws the first line: the tabs on the left; the site, the age of the data
// and running requests on the right.
func (m *Model) viewHeader() string {
	style, info := m.ctx.Theme.Header, m.info()
	room := m.width - text.Width(info)
	brand, labels := m.header(room)
	line := style.Brand.Render(brand)
	room -= text.Width(brand)
	for i, label := range labels {
		s := style.Tab
		if i == m.front {
			s = style.TabActive
		}
		label = text.Cut(label, room)
		line += s.Render(label)
		room -= text.Width(label)
	}
	return line + style.Bar.Render(text.Blank(room)) + style.Info.Render(info)
}

// tabAt returns the tab at a column of the header, or -1.
func (m *Model) tabAt(x int) int {
	brand, labels := m.header(m.width - text.Width(m.info()))
	for i, label := range append([]string{brand}, labels...) {
		if x -= text.Width(label); x < 0 {
			return i - 1
		}
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
	at := w.Clock(s.At, m.ctx.Now())
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

// viewFooter is the last line: the keys that work now.
func (m *Model) viewFooter() string {
	if m.overlay != nil {
		return pane.Footer(m.ctx.Theme, m.width, m.overlay.ShortHelp(), nil)
	}
	front := m.tabs[m.front].pane
	short, always := front.ShortHelp(), m.keys.at(m.ctx, front.Depth()).ShortHelp()
	if s := front.State(); s.Err != nil && s.At.IsZero() && !m.typing() { // nothing is there: retry first
		short = slices.DeleteFunc(slices.Clone(short), func(b key.Binding) bool { return b.Help().Key == m.retry.Help().Key })
		short = slices.Insert(short, 0, m.retry)
	}
	switch {
	case m.typing(): // letters are text now
		short, always = append(slices.Clip(short), m.keys.PaletteInField), nil
	case m.width < wideFrame:
		always = always[1:] // room for what the pane itself has
	}
	return pane.Footer(m.ctx.Theme, m.width, short, always)
}
