package ui

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"channeldeck/theme"
	"channeldeck/ui/pane"
	"channeldeck/ui/text"
)

// header is the first line: the tabs on the left; the site and the state of the data on
// the right, which are always there.
type header struct {
	ctx    *pane.Context
	titles []string       // of the tabs
	short  map[int]string // abbreviations of some
}

func newHeader(ctx *pane.Context, tabs []tab) header {
	h := header{ctx: ctx, short: map[int]string{}}
	for i, t := range tabs {
		h.titles = append(h.titles, ctx.Words.T("tab."+t.name))
		h.short[i] = ctx.Words.Optional("tab.short." + t.name)
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
	labels, info := h.layout(front, s, width)
	line := ""
	for _, l := range labels {
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
	line += style.Bar.Render(text.Blank(width - cellsOf(labels) - cellsOfInfo(info)))
	for _, p := range info {
		line += p.style.Render(" " + p.text)
	}
	return line + style.Info.Render(" ")
}

// TabAt returns the tab at a column of the header, or -1.
func (h header) TabAt(x, front int, s pane.State, width int) int {
	labels, _ := h.layout(front, s, width)
	for _, l := range labels {
		if x -= text.Width(l.text); x < 0 {
			return l.tab
		}
	}
	return -1
}

// cut is a way to make the header fit: the format of the tabs, and the cells to which
// their titles and the site are cut. With short, these titles are abbreviated before. It
// holds for all tabs, so that nothing moves when another one comes to the front.
type cut struct {
	brand       bool
	short       bool
	format      string
	title, site int
}

// cuts are all ways, the one that shows most first.
var cuts = []cut{
	{true, false, " %d %s ", 99, 20}, {false, false, " %d %s ", 99, 20}, {false, false, " %d %s", 99, 20},
	{false, true, " %d %s", 99, 20}, {false, true, " %d%s", 99, 20}, {false, true, " %d%s", 99, 12}, {false, true, " %d%s", 99, 10},
	{false, true, " %d%s", 99, 7}, {false, true, " %d%s", 6, 12}, {false, true, " %d%s", 5, 12}, {false, true, " %d%s", 5, 7},
}

// layout returns the labels and the parts of the right end. To fit, the header drops the
// brand and the blanks behind the titles, abbreviates titles, drops the blanks behind the
// numbers, cuts the ends of the titles and the middle of the site, and at last drops the tabs
// that are farthest from the one in front; the others then have their full titles.
func (h header) layout(front int, s pane.State, width int) (labels []label, info []part) {
	long, short := h.states(s)
	// Other panes load or lack data at other times.
	usual := max(text.Width(h.ctx.Words.T("root.loading")), text.Width(h.ctx.Words.T("root.no_data"))) + 2
	for _, c := range cuts {
		labels = h.labels(c)
		info = h.info(c.site, short, s, width)
		if cellsOf(labels)+cellsOfInfo(info)+max(usual-text.Width(short), 0) > width {
			continue
		}
		if whole := h.info(c.site, long, s, width); cellsOf(labels)+cellsOfInfo(whole) <= width {
			info = whole
		}
		return labels, info
	}
	return h.scroll(h.labels(cut{format: " %d %s", title: 99}), front, width-cellsOfInfo(info)), info
}

func cellsOf(labels []label) (cells int) {
	for _, l := range labels {
		cells += text.Width(l.text)
	}
	return cells
}

// labels returns the brand and the tabs.
func (h header) labels(c cut) []label {
	var labels []label
	if c.brand {
		labels = append(labels, label{text: " channeldeck ", tab: -1})
	}
	for i, title := range h.titles {
		if c.short {
			title = cmp.Or(h.short[i], title)
		}
		if text.Width(title) > c.title {
			title, _ = text.Ends(title, c.title+1, false) // without the ellipsis
		}
		labels = append(labels, label{text: fmt.Sprintf(c.format, i+1, title), tab: i})
	}
	return labels
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
		part := shown(from, to)
		switch {
		case cellsOf(part) <= width || to-from == 1:
			return part
		case front-from > to-1-front:
			from++
		default:
			to--
		}
	}
}

// part is a part of the right end.
type part struct {
	style theme.Style
	text  string
}

// cellsOfInfo returns the width of the right end, with a blank before each part and behind
// the last one.
func cellsOfInfo(parts []part) int {
	cells := len(parts) + 1
	for _, p := range parts {
		cells += text.Width(p.text)
	}
	return cells
}

// info returns the right end: the site, cut to most cells, and the state of the data.
func (h header) info(most int, state string, s pane.State, width int) (parts []part) {
	style := h.ctx.Theme.Header
	site := cmp.Or(s.Site, strings.Join(h.ctx.SiteNames(), "+"))
	if id := "root.site." + site; h.ctx.Words.Has(id) { // a name of ours, not the user's
		site = h.ctx.Words.T(id)
	}
	if site = text.CutMiddle(text.Line(site), most); site != "" {
		parts = append(parts, part{style.Info, site})
	}
	if !h.ctx.Past.IsZero() {
		parts = append(parts, part{style.Past, h.ctx.Words.T("past.header", "Time", h.ctx.Words.Time(h.ctx.Past))})
	} else if h.ctx.ReadOnly && width >= wideFrame {
		parts = append(parts, part{style.Info, h.ctx.Words.T("root.read_only")})
	}
	tone := style.Info
	switch {
	case s.InFlight > 0:
	case s.Err != nil:
		tone = style.Bad
	case !s.At.IsZero():
		tone = style.Good
	}
	if !h.ctx.Past.IsZero() {
		return parts
	}
	return append(parts, part{tone, state})
}

// states returns the state of the data in words and in short: a sign and the time of day
// at which the data arrived, which needs no redrawing.
func (h header) states(s pane.State) (long, short string) {
	w, g := h.ctx.Words, h.ctx.Theme.Glyphs
	sign, how := g.Normal, ""
	switch {
	case s.InFlight > 0:
		sign, how = g.Pending, "loading"
	case s.Err != nil:
		sign, how = g.Abnormal, "old"
	}
	if s.At.IsZero() {
		switch how {
		case "loading":
			long = sign + " " + w.T("root.loading")
		case "old":
			long = sign + " " + w.T("root.no_data")
		default:
			long = g.Dash
		}
		return long, long
	}
	now := h.ctx.Now()
	at := s.At.In(now.Location())
	long = w.Clock(at, now)
	if short = long; at.Format(time.DateOnly) != now.Format(time.DateOnly) {
		short = w.Day(at, now)
	}
	if how != "" {
		long = w.T("root.data_"+how, "Time", long)
	}
	return sign + " " + long, sign + " " + short
}
