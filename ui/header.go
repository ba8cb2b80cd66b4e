package ui

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"channeldeck/theme"
	"channeldeck/ui/pane"
	"channeldeck/ui/text"
)

// header is the first line: the tabs on the left; the site and the state of the data on
// the right, which are always there.
type header struct {
	ctx  *pane.Context
	tabs []titles
}

// titles are the titles of a tab, from the whole one to the shortest.
type titles struct{ whole, short, shortest string }

// newHeader returns the header of some tabs. The messages "tab.short." and "tab.shortest." with the
// name of a pane abbreviate its title.
func newHeader(ctx *pane.Context, tabs []tab) header {
	h := header{ctx: ctx}
	w := ctx.Words
	for _, t := range tabs {
		var all titles
		all.whole = w.T("tab." + t.Name)
		all.short = cmp.Or(w.Optional("tab.short."+t.Name), all.whole)
		all.shortest = cmp.Or(w.Optional("tab.shortest."+t.Name), all.short)
		h.tabs = append(h.tabs, all)
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
			number := len(" " + strconv.Itoa(l.tab+1))
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

// naming is how much of their titles tabs show.
type naming int

const (
	wholeTitles naming = iota
	shortTitles
	shortestTitles
	frontTitle // of the tab in front only: the others are their numbers
)

// cut is a way to make the header fit. It holds whichever tab is in front, so that nothing moves
// when another one comes to the front; with frontTitle the numbers behind it do.
type cut struct {
	brand  bool
	titles naming
	format string // of a tab with a title
	site   int    // cells to which the site is cut
	brief  bool   // without the site and the year of a moment, which now has not
}

// The formats of a tab: with blanks around its title, without the one behind it, and without any.
const (
	wideTab   = " %d %s "
	usualTab  = " %d %s"
	narrowTab = " %d%s"
)

// cuts are all ways, the one that shows most first.
var cuts = []cut{
	{
		brand:  true,
		titles: wholeTitles,
		format: wideTab,
		site:   20,
	},
	{titles: wholeTitles, format: wideTab, site: 20},
	{titles: wholeTitles, format: usualTab, site: 20},
	{titles: shortTitles, format: usualTab, site: 20},
	{titles: shortTitles, format: narrowTab, site: 20},
	{titles: shortTitles, format: narrowTab, site: 12},
	{titles: shortTitles, format: narrowTab, site: 10},
	{titles: shortTitles, format: narrowTab, site: 7},
	{titles: shortestTitles, format: usualTab, site: 12},
	{titles: shortestTitles, format: usualTab, site: 7},
	{titles: shortestTitles, format: narrowTab, site: 12},
	{titles: shortestTitles, format: narrowTab, site: 7},
	{
		titles: shortestTitles,
		format: narrowTab,
		brief:  true,
	},
	{titles: frontTitle, format: usualTab, site: 20},
	{titles: frontTitle, format: usualTab, site: 12},
	{titles: frontTitle, format: usualTab, site: 7},
}

// layout returns the labels and the parts of the right end. To fit, the header drops the
// brand and the blanks behind the titles, abbreviates titles, drops the blanks behind the
// numbers, cuts the middle of the site, drops all titles but that in front, and at last drops the
// tabs that are farthest from the one in front; the others then have their whole titles.
func (h header) layout(front int, s pane.State, width int) (labels []label, info []segment) {
	long, short := h.states(s)
	// Other panes load or lack data at other times.
	usual := max(
		text.Width(h.ctx.Words.T("root.loading")),
		text.Width(h.ctx.Words.T("root.no_data")),
	) + 2
	changes := max(usual-text.Width(short), 0)
	isPast := !h.ctx.Moment.IsZero()
	if isPast {
		changes = 0
	}
	for _, c := range cuts {
		if c.brief && !isPast {
			continue
		}
		info = h.info(c, short, s, width)
		tabs := h.most(c)
		if tabs+cellsOfInfo(info)+changes > width {
			continue
		}
		whole := h.info(c, long, s, width)
		if tabs+cellsOfInfo(whole) <= width {
			info = whole
		}
		return h.labels(c, front), info
	}
	all := h.labels(cut{titles: wholeTitles, format: usualTab}, front)
	return h.scroll(all, front, width-cellsOfInfo(info)), info
}

// most returns the width of the labels with the tab in front that makes them widest.
func (h header) most(c cut) int {
	if c.titles != frontTitle {
		return cellsOf(h.labels(c, 0))
	}
	cells := 0
	for front := range h.tabs {
		cells = max(cells, cellsOf(h.labels(c, front)))
	}
	return cells
}

func cellsOf(labels []label) (cells int) {
	for _, l := range labels {
		cells += text.Width(l.text)
	}
	return cells
}

// labels returns the brand and the tabs.
func (h header) labels(c cut, front int) []label {
	labels := make([]label, 0, 1+len(h.tabs))
	if c.brand {
		labels = append(labels, label{text: " channeldeck ", tab: -1})
	}
	for i, of := range h.tabs {
		title := ""
		switch c.titles {
		case wholeTitles:
			title = of.whole
		case shortTitles:
			title = of.short
		case shortestTitles:
			title = of.shortest
		case frontTitle:
			if i == front {
				title = of.whole
			}
		}
		name := " " + strconv.Itoa(i+1)
		if title != "" {
			name = fmt.Sprintf(c.format, i+1, title)
		}
		labels = append(labels, label{text: name, tab: i})
	}
	return labels
}

// scroll returns the tabs around the front one that fit, with signs at the ends where
// tabs are hidden.
func (h header) scroll(tabs []label, front, width int) []label {
	left := " " + h.ctx.Theme.Glyphs.Left
	right := " " + h.ctx.Theme.Glyphs.Right
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
	from := 0
	to := len(tabs)
	for {
		part := shown(from, to)
		if cellsOf(part) <= width || to-from == 1 {
			return part
		} else if front-from > to-1-front {
			from++
		} else {
			to--
		}
	}
}

// segment is a segment of the right end.
type segment struct {
	style theme.Style
	text  string
}

// cellsOfInfo returns the width of the right end, with a blank before each part and behind
// the last one.
func cellsOfInfo(parts []segment) int {
	cells := len(parts) + 1
	for _, p := range parts {
		cells += text.Width(p.text)
	}
	return cells
}

// info returns the right end: the site and the state of the data, or the moment in the past.
func (h header) info(c cut, state string, s pane.State, width int) (parts []segment) {
	style := h.ctx.Theme.Header
	site := cmp.Or(s.Site, strings.Join(h.ctx.Sites.Names(), "+"))
	id := "root.site." + site
	if h.ctx.Words.Has(id) { // a name of ours, not the user's
		site = h.ctx.Words.T(id)
	}
	site = text.CutMiddle(text.Line(site), c.site)
	if site != "" {
		parts = append(parts, segment{style.Info, site})
	}
	if c.brief {
		parts = append(parts, segment{
			style.Past,
			h.ctx.Words.T("past.header_brief", "Time", h.ctx.Moment.Format("01-02 15:04")),
		})
	} else if !h.ctx.Moment.IsZero() {
		parts = append(parts, segment{
			style.Past,
			h.ctx.Words.T("past.header", "Time", h.ctx.Words.Time(h.ctx.Moment)),
		})
	} else if h.ctx.ReadOnly && width >= wideFrame {
		parts = append(parts, segment{style.Info, h.ctx.Words.T("root.read_only")})
	}
	tone := style.Info
	switch {
	case s.InFlight > 0:
	case s.Err != nil:
		tone = style.Bad
	case !s.At.IsZero():
		tone = style.Good
	}
	if !h.ctx.Moment.IsZero() {
		return parts
	}
	return append(parts, segment{tone, state})
}

// states returns the state of the data in words and in short: a sign and the time of day
// at which the data arrived, which needs no redrawing.
func (h header) states(s pane.State) (long, short string) {
	w := h.ctx.Words
	g := h.ctx.Theme.Glyphs
	sign := g.Normal
	how := ""
	if s.InFlight > 0 {
		sign = g.Pending
		how = "loading"
	} else if s.Err != nil {
		sign = g.Abnormal
		how = "old"
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
	now := h.ctx.View.Now()
	at := s.At.In(now.Location())
	long = w.Clock(at, now)
	short = long
	if at.Format(time.DateOnly) != now.Format(time.DateOnly) {
		short = w.Day(at, now)
	}
	if how != "" {
		long = w.T("root.data_"+how, "Time", long)
	}
	return sign + " " + long, sign + " " + short
}
