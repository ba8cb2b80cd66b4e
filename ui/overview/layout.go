package overview

import (
	"slices"
	"strings"

	"channeldeck/theme"
	"channeldeck/ui/pane"
	"channeldeck/ui/resource"
	"channeldeck/ui/text"
)

// Sizes from which a region is shown.
const (
	minRows        = 6   // height of a list with a border
	wideScreen     = 160 // width from which platforms and groups are beside the findings
	maxPart        = 60  // width of platforms and groups there
	leastPart      = 37  // width of the platforms below the findings
	minInspector   = 12  // height below these
	leastBeside    = 32  // width of the inspector beside the findings
	mostBeside     = 44
	smallScreen    = 24 // height from which there are small regions below the findings
	chartHeight    = 11
	chartBody      = 24 // height of the other regions of a wide screen where there are charts
	narrowNext     = 5  // height of the inspector below the findings
	narrowMost     = 12 // height where the findings leave blank rows
	narrowFindings = 11 // height of the findings above it
)

// area divides the screen: the summary on top, the findings with the inspector of the one under the
// cursor, and the rest small below. A region for which there is no room, or nothing to show, is left out.
func (s *screen) area(width, height int) pane.Area {
	above := s.summary(width)
	s.needed = s.neededRows()
	all := []pane.Area{{
		Size: lines(above),
		Draw: func(int, int) string {
			return above
		},
	}}
	height -= lines(above)
	switch {
	case height < minRows, s.m.lacksAccounts():
		all = append(all, pane.Area{Region: s.findings})
	case width < pane.FrameWidth:
		all = append(all, s.narrow(height)...)
	case width < wideScreen:
		all = append(all, s.middle(width, height)...)
	default:
		all = append(all, s.wide(width, height)...)
	}
	return pane.Area{Below: all}
}

// narrow are the findings with the inspector of the one under the cursor below them, and a line for the
// platforms and one for the works.
func (s *screen) narrow(height int) []pane.Area {
	all := []pane.Area{{Region: s.findings}}
	lines := s.lines(height)
	isLow := height < narrowFindings+narrowNext
	if isLow {
		lines = lines[:min(len(lines), 1)]
	}
	inspector := min(height-len(lines)-s.needed, narrowMost)
	if inspector < narrowNext {
		inspector = narrowNext
		if isLow {
			inspector = 0
		}
	}
	if inspector > 0 {
		all = append(all, pane.Area{Draw: s.drawInspector, Size: inspector})
	}
	return append(all, lines...)
}

// neededRows is the height at which a narrow screen shows all findings.
func (s *screen) neededRows() int {
	const titles = 2 // of the list and of its columns
	_, _, rows := s.findings.Table.Visible()
	if rows == 0 {
		rows = narrowFindings // a sentence stands in their place
	}
	return s.findings.Above() + titles + rows
}

// lacksAccounts reports whether no account is known, their load being under way, failed or empty, so that one region
// says all: what is found of accounts that are gone has an inspector.
func (m *Model) lacksAccounts() bool {
	known := slices.ContainsFunc(m.sites, func(s *site) bool {
		return len(s.store.Accounts.List().Rows) > 0
	})
	state := m.State()
	isUnknown := state.InFlight > 0 || state.Err != nil
	isEmpty := !state.At.IsZero() && len(m.all) == 0
	return !known && (isUnknown || isEmpty)
}

// lines are a line for the platforms and one for the works, where there is room.
func (s *screen) lines(height int) (all []pane.Area) {
	if height < narrowFindings {
		return nil
	}
	var works []string
	for _, w := range s.m.movingWorks() {
		works = append(works, w.Line(s.m.view))
	}
	for _, line := range []struct {
		message string
		items   []string
	}{
		{"overview.by_platform", s.platformItems()},
		{"overview.moving", works},
	} {
		if len(line.items) > 0 {
			all = append(all, pane.Area{
				Size: 1,
				Draw: func(width, _ int) string {
					return s.m.line(line.message, line.items, width)
				},
			})
		}
	}
	return all
}

// platformItems are the platforms with abnormal accounts and the numbers of these, the most first.
func (s *screen) platformItems() (items []string) {
	platforms, _ := s.m.parts()
	var names []string
	abnormal := map[string]int{}
	for _, p := range resource.MostAbnormal(platforms) {
		if abnormal[p.Name] == 0 {
			names = append(names, p.Name)
		}
		abnormal[p.Name] += p.Abnormal // at several sites
	}
	slices.SortStableFunc(names, func(a, b string) int {
		return abnormal[b] - abnormal[a]
	})
	for _, name := range names {
		n := s.m.words.Int(abnormal[name])
		items = append(items, resource.Abbreviated(name, wallShortName)+" "+n)
	}
	return items
}

// line is a text with as many items as fit a width.
func (m *Model) line(message string, items []string, width int) string {
	between := " " + m.theme.Glyphs.Between + " "
	line := m.words.T(message, "Items", items[0])
	for n := 2; n <= len(items); n++ {
		more := m.words.T(message, "Items", strings.Join(items[:n], between))
		if text.Width(more)+2 > width {
			break
		}
		line = more
	}
	return text.Cut(" "+line, width)
}

// middle are the findings with the inspector of the one under the cursor beside them, and small regions
// below, or a line for each of these where the screen is low.
func (s *screen) middle(width, height int) []pane.Area {
	below := 0
	if height >= smallScreen {
		below = min(max(height*3/10, 8), 12)
	}
	bottom := s.lines(height)
	top := height - len(bottom)
	if below > 0 {
		bottom = []pane.Area{{SideBySide: s.small(width, below), Size: below}}
		top = height - below
	}
	// else the border stays where it is: the rows that a filter leaves would move it
	if s.divided.width != width || s.divided.isOld {
		most := mostBeside
		if s.divided.width == width && s.findings.Table.Moved() { // the columns stay, unless new rows need more
			most = s.divided.right
		}
		s.divided = s.divideMiddle(width, top, most)
	}
	beside := []pane.Area{
		{Region: s.findings},
		{Draw: s.drawInspector, Size: s.divided.right},
	}
	return append([]pane.Area{{SideBySide: beside}}, bottom...)
}

// divideMiddle gives the inspector what the findings do not need, up to a width.
func (s *screen) divideMiddle(width, height, most int) division {
	right := min(max(width*3/10, leastBeside), most)
	s.findings.SetSize(width-right, height)
	lacking := s.findings.Settled().Lacks()
	right -= min(lacking, right-leastBeside)
	return division{width: width, right: right}
}

// small are up to three regions beside each other: the platforms, the works if any move, the abnormal
// accounts over the period if they do, and the groups where one of these is missing.
func (s *screen) small(width, height int) []pane.Area {
	all := []pane.Area{{Region: s.platforms, Size: max(width*36/100, leastPart)}}
	abnormal := s.m.series()[1]
	charts := s.shows(&abnormal)
	if s.hasWorks() {
		works := pane.Area{Region: s.works}
		if charts {
			room := width - all[0].Size
			works.Size = s.worksBeside(room/2, room-leastBeside, height)
		} else {
			s.works.Give(0)
		}
		all = append(all, works)
	}
	groups, _ := s.groups.Table.Counts()
	if groups > 0 && (len(all) == 1 || !charts) {
		all = append(all, pane.Area{Region: s.groups})
	}
	if len(all) == 1 && !charts {
		all[0].Size = 0
	} else if len(all) == 2 && s.m.ctx.Sites.Several() {
		all[0].Size = width * 45 / 100 // the site takes a column
	}
	if charts {
		all = append(all, pane.Area{Draw: s.drawChartOf(abnormal, theme.Bad)})
	}
	return all
}

// worksBeside returns the width of the works beside a chart, which gives them the cells for names that are cut.
func (s *screen) worksBeside(least, most, height int) int {
	room := max(most-least, 0)
	return least + give(s.works, least, height, &room)
}

// hasWorks reports whether there are works that move, or may be once the history was read.
func (s *screen) hasWorks() bool {
	return s.m.ctx.HasHistory() && (!s.m.recalled() || len(s.m.movingWorks()) > 0)
}

// shows reports whether a series is shown as a chart, or may be once the history was read: one that
// hardly changes is a number.
func (s *screen) shows(of *series) bool {
	return s.m.ctx.HasHistory() && (!s.m.recalled() || of.moves())
}

// wide are the findings, and beside them the platforms and groups above the inspector of the finding under
// the cursor; below these the charts and the works.
func (s *screen) wide(width, height int) []pane.Area {
	charts := max(chartHeight, height*3/10)
	bottom := s.bottom(width, charts)
	if len(bottom) == 0 || height < chartBody+chartHeight {
		charts = 0
	}
	const border = 3 // with the titles of the columns
	platforms, _ := s.platforms.Table.Counts()
	parts := pane.Area{Size: min(platforms+border, height-charts)}
	// else the borders stay where they are, as the columns do: the rows that a filter leaves would move them
	isOld := s.divided.isOld && !s.findings.Table.Moved()
	if s.divided.width != width || isOld {
		s.divided = s.divideWide(width, height-charts, parts.Size)
	}
	parts.SideBySide = []pane.Area{
		{Region: s.platforms},
		{Region: s.groups, Size: s.divided.groups},
	}
	inspector := pane.Area{Draw: s.drawInspector}
	beside := []pane.Area{inspector}
	if height-charts-parts.Size >= minInspector {
		beside = []pane.Area{parts, inspector}
	}
	all := []pane.Area{{
		SideBySide: []pane.Area{
			{Region: s.findings},
			{Below: beside, Size: s.divided.right},
		},
	}}
	if charts > 0 {
		all = append(all, pane.Area{SideBySide: bottom, Size: charts})
	}
	return all
}

// bottom are the regions at the bottom of a wide screen: the series that move, and the works.
func (s *screen) bottom(width, height int) (all []pane.Area) {
	tones := [2]theme.Tone{theme.Accent, theme.Bad}
	for i, one := range s.m.series() {
		if s.shows(&one) {
			all = append(all, pane.Area{Draw: s.drawChartOf(one, tones[i])})
		}
	}
	if s.hasWorks() {
		works := pane.Area{Region: s.works, Size: width / 3}
		if len(all) > 0 {
			works.Size = s.worksBeside(works.Size, width/2, height)
		} else {
			s.works.Give(0)
		}
		all = append(all, works)
	}
	return all
}

// drawChartOf returns a function that draws a series once: keys and most messages do not change it.
func (s *screen) drawChartOf(of series, tone theme.Tone) func(width, height int) string {
	drawn := ""
	return func(width, height int) string {
		if drawn == "" {
			drawn = s.m.drawChart(of, tone, width, height)
		}
		return drawn
	}
}

// division is how the width of the screen is divided: what is beside the findings takes right of it, and
// of that the groups take their part, 0 where they are not there.
type division struct {
	width  int
	right  int
	groups int
	isOld  bool // new rows came since
}

// divideWide divides the width by need: the findings give blank cells to the platforms and groups.
func (s *screen) divideWide(width, height, rows int) division {
	right := min(width/2, 2*maxPart)
	d := division{
		width:  width,
		right:  right,
		groups: right / 2,
	}
	s.findings.SetSize(width-d.right, height)
	room := s.findings.Settled().Spare()
	d.right += give(s.platforms, d.right-d.groups, rows, &room)
	given := give(s.groups, d.groups, rows, &room)
	d.right += given
	d.groups += given
	return d
}

// give gives a list blank cells of other regions that show more of its cut names, and returns
// their number.
func give[R any](list *pane.List[R], width, height int, room *int) int {
	list.Give(0)
	list.SetSize(width, height)
	cells := min(list.Settled().Lacks(), *room)
	*room -= cells
	list.Give(cells)
	return cells
}
