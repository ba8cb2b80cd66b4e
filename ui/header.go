package ui

import (
	"fmt"
	"slices"

	"channeldeck/theme"
	"channeldeck/ui/pane"
	"channeldeck/ui/text"
)

// narrowFrame is the width below which the header does not show the time of the data.
const narrowFrame = 50

// header is the first line: the tabs on the left; the site, the state of the data and
// running requests on the right.
type header struct {
	ctx    *pane.Context
	titles []string // of the tabs
}

func newHeader(ctx *pane.Context, makers []Maker) header {
	h := header{ctx: ctx}
	for _, m := range makers {
		h.titles = append(h.titles, ctx.Words.T("tab."+m.Name))
	}
	return h
}

// label is a part of the header: the brand, a tab, or a sign that more tabs follow.
type label struct {
	text string
	tab  int  // that a click selects, -1 for none
	sign bool // not the tab, but that it is hidden
}

// View draws the header, with the tab front selected and s the state of its data.
func (h header) View(front int, s pane.State, width int) string {
	style := h.ctx.Theme.Header
	info, cells := h.info(s, width)
	room := width - cells
	line := ""
	for _, l := range h.labels(front, room) {
		room -= text.Width(l.text)
		switch {
		case l.tab == -1:
			line += style.Brand.Render(l.text)
		case l.tab == front:
			line += style.TabActive.Render(l.text)
		case l.sign:
			line += style.Tab.Render(l.text)
		default:
			const number = 2 // bytes
			line += style.TabNumber.Render(l.text[:number]) + style.Tab.Render(l.text[number:])
		}
	}
	return line + style.Bar.Render(text.Blank(room)) + info
}

// TabAt returns the tab at a column of the header, or -1.
func (h header) TabAt(x, front int, s pane.State, width int) int {
	_, cells := h.info(s, width)
	for _, l := range h.labels(front, width-cells) {
		if x -= text.Width(l.text); x < 0 {
			return l.tab
		}
	}
	return -1
}

// A title is cut to maxCut to minCut cells where not all fit, except that of the
// front tab.
const (
	maxCut = 9
	minCut = 3
)

// labels returns the labels that fit into width. To fit, the header drops the brand
// first, then the blanks behind the titles, then the ends of the titles, and at last
// the tabs that are farthest from the one in front.
func (h header) labels(front, width int) []label {
	tabs := make([]label, len(h.titles))
	fits := func(format string, longest int) bool {
		cells := 0
		for i, title := range h.titles {
			if i != front && text.Width(title) > longest {
				title, _ = text.Ends(title, longest+1, false)
			}
			tabs[i] = label{text: fmt.Sprintf(format, i+1, title), tab: i}
			cells += text.Width(tabs[i].text)
		}
		return cells <= width
	}
	const whole = 99 // longer than any title
	brand := label{text: " channeldeck ", tab: -1}
	width -= text.Width(brand.text)
	if fits(" %d %s ", whole) {
		return slices.Insert(tabs, 0, brand)
	}
	width += text.Width(brand.text)
	if fits(" %d %s ", whole) {
		return tabs
	}
	for longest := maxCut; longest >= minCut; longest-- {
		if fits(" %d %s", longest) {
			return tabs
		}
	}
	return h.scroll(tabs, front, width)
}

// scroll returns the tabs around the front one that fit, with signs at the ends where
// tabs are hidden.
func (h header) scroll(tabs []label, front, width int) []label {
	left, right := " "+h.ctx.Theme.Glyphs.Left, " "+h.ctx.Theme.Glyphs.Right
	shown := func(from, to int) []label {
		part := slices.Clone(tabs[from:to])
		if from > 0 {
			part = slices.Insert(part, 0, label{left, from - 1, true})
		}
		if to < len(tabs) {
			part = append(part, label{right, to, true})
		}
		return part
	}
	from, to := 0, len(tabs)
	for {
		part, cells := shown(from, to), 0
		for _, l := range part {
			cells += text.Width(l.text)
		}
		switch {
		case cells <= width || to-from == 1:
			return part
		case front-from > to-1-front:
			from++
		default:
			to--
		}
	}
}

// info is the right end of the header and its width. The age of the data is shown as
// a time of day, which needs no redrawing, or as its sign only where that makes room
// for the titles of the tabs. The site is shown where it fits beside them.
func (h header) info(s pane.State, width int) (line string, cells int) {
	w, g, style := h.ctx.Words, h.ctx.Theme.Glyphs, h.ctx.Theme.Header
	titles := 0
	for _, title := range h.titles {
		titles += text.Width(title) + 3
	}
	fits := func(part string) bool { return titles+cells+text.Width(part)+2 <= width }
	add := func(s theme.Style, part string) {
		cells += text.Width(part) + 1
		line += s.Render(" " + part)
	}
	if h.ctx.ReadOnly && width >= wideFrame {
		add(style.Info, w.T("root.read_only"))
	}
	sign, tone := g.Normal, style.Good
	if s.Err != nil {
		sign, tone = g.Abnormal, style.Bad
	}
	time := w.Clock(s.At, h.ctx.Now())
	state := sign + " " + time
	if old := sign + " " + w.T("root.data_old", "Time", time); s.Err != nil && fits(old) {
		state = old
	}
	if width < narrowFrame || !fits(state) && (fits(sign) || h.ctx.ReadOnly) {
		state = sign
	}
	switch {
	case s.InFlight > 0:
		add(style.Info, g.Pending+" "+w.Int(s.InFlight))
	case !s.At.IsZero():
		add(tone, state)
	}
	site := h.ctx.Site
	if id := "root.site." + site; w.Has(id) { // a name of ours, not the user's
		site = w.T(id)
	}
	if site = text.Cut(text.Line(site), 20); site != "" && fits(site) {
		line, cells = style.Info.Render(" "+site+" ")+line, cells+text.Width(site)+2
	}
	return line + style.Info.Render(" "), cells + 1
}
