package prices

import (
	"slices"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/theme"
	"channeldeck/ui/prices/quote"
	"channeldeck/ui/resource"
	"channeldeck/ui/text"
)

// facets are the values of the catalog as toggles above a list, which filter it.
type facets struct {
	m             *Model
	width, height int  // of the list
	choosing      bool // the cursor is among the toggles
	current       int  // the toggle under it
}

// toggle is a value of the catalog that can be a filter.
type toggle struct {
	column         quote.Column
	value          string
	on             bool
	heading        string // if it is the first one below
	line, x, width int    // in the lines of toggles
}

// togglesWidth is the minimum width for toggles that are always on the screen.
const togglesWidth = 160

func (f *facets) open() tea.Cmd {
	f.choosing = true
	return nil
}

// toggles places the values of the catalog in lines, those of one heading after the
// other. While the user is not among them, a wide screen shows the first three headings
// and a narrow one none.
func (f *facets) toggles() []toggle {
	columns := []quote.Column{quote.ByMode, quote.ByResolution, quote.ByDuration}
	switch {
	case !f.m.catalogs.current.Loaded(), !f.choosing && f.width < togglesWidth:
		return nil
	case f.choosing:
		columns = append(columns, quote.ByAspectRatio, quote.ByTag, quote.ByScope, quote.ByVideo, quote.ByAudio)
	}
	start := 0
	for _, by := range columns {
		start = max(start, text.Width(facetHeading(f.m.Context.View, by))+3)
	}
	var list []toggle
	line, x, last := -1, 0, ""
	for _, by := range columns {
		current, named := f.m.question.Value(by)
		for _, value := range f.m.catalog().Values.List(by) {
			t := toggle{column: by, value: value, on: named && current == value, width: 2 + text.Width(facetName(f.m.Context.View, by, value))}
			if h := facetHeading(f.m.Context.View, by); h != last {
				line, x, last, t.heading = line+1, start, h, h
			} else if x+t.width > f.width {
				line, x = line+1, start
			}
			t.line, t.x = line, x
			list = append(list, t)
			x += t.width + 3
		}
	}
	return list
}

func facetHeading(v *resource.View, by quote.Column) string {
	return v.Words.T("prices.facet." + by.Flag())
}

// facetName is a value below its heading, which says that durations are seconds.
func facetName(v *resource.View, by quote.Column, value string) string {
	if by == quote.ByDuration {
		return v.Words.Exact(clean(value))
	}
	return values(v, by, value)
}

// flip turns a toggle on or off.
func (f *facets) flip(t toggle) {
	q := f.m.question
	q.Set(t.column, t.value, !t.on)
	f.m.changeQuestion(q)
}

// at returns the index of the current toggle, of which the catalog may have fewer now.
func (f *facets) at(list []toggle) int { return min(f.current, len(list)-1) }

// room returns the maximum number of lines for toggles.
func (f *facets) room() int { return max(f.height-9, 2) }

// hidden returns how many lines of toggles are scrolled off a low screen, so that the
// current toggle stays visible.
func (f *facets) hidden(list []toggle) int {
	if !f.choosing || len(list) == 0 {
		return 0
	}
	return max(list[f.at(list)].line+1-f.room(), 0)
}

func (f *facets) lines(width int) []string {
	c, t := f.m.Context.View, f.m.Theme
	var lines []string
	list := f.toggles()
	for i, o := range list {
		if o.line == len(lines) {
			lines = append(lines, " "+t.Tone(theme.Muted).Render(o.heading))
		}
		sign, style := t.Glyphs.Between, t.Tone(theme.Plain)
		if o.on {
			sign, style = t.Glyphs.Normal, t.Tone(theme.Accent)
		}
		if f.choosing && i == f.at(list) {
			style = t.Table.Cursor
		}
		line := lines[o.line]
		lines[o.line] = text.Cut(line+text.Blank(o.x-text.Width(line))+style.Render(sign+" "+facetName(c, o.column, o.value)), width)
	}
	lines = lines[f.hidden(list):]
	return lines[:min(len(lines), f.room())]
}

// onKey handles a key while the cursor is among the toggles; handled is false for one
// that belongs to the list, where the cursor then returns.
func (f *facets) onKey(msg tea.KeyMsg) (handled bool) {
	list, k := f.toggles(), &f.m.Keys
	if len(list) == 0 {
		f.choosing = false
		return false
	}
	f.current = f.at(list)
	at := list[f.current]
	switch {
	case key.Matches(msg, k.Left):
		f.current = max(f.current-1, 0)
	case key.Matches(msg, k.Right):
		f.current = min(f.current+1, len(list)-1)
	case key.Matches(msg, k.Up):
		f.current = nearest(list, at.line-1, at.x, f.current)
	case key.Matches(msg, k.Down):
		f.current = nearest(list, at.line+1, at.x, f.current)
	case key.Matches(msg, k.Select, k.Confirm):
		f.flip(at)
	default:
		f.choosing = false
		return key.Matches(msg, f.m.keys.Facets)
	}
	return true
}

// nearest returns the index of the toggle in a line that is nearest to column x, or
// otherwise if the line has none.
func nearest(list []toggle, line, x, otherwise int) int {
	best := otherwise
	for i, o := range list {
		if o.line == line && (list[best].line != line || abs(o.x-x) < abs(list[best].x-x)) {
			best = i
		}
	}
	return best
}

func abs(n int) int { return max(n, -n) }

// click turns the toggle at a position in the visible lines on or off.
func (f *facets) click(x, y int) (handled bool) {
	list := f.toggles()
	y += f.hidden(list)
	i := slices.IndexFunc(list, func(o toggle) bool { return o.line == y && o.x <= x && x < o.x+o.width })
	if i >= 0 {
		f.flip(list[i])
	}
	return i >= 0
}
