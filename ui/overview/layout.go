package overview

import (
	"channeldeck/ui/pane"
	"channeldeck/ui/resource"
)

// Sizes from which a region is shown.
const (
	minPart      = 44 // width of a list of platforms or groups
	maxPart      = 60
	leastPart    = 37  // with short names and without the followers
	wholePart    = 120 // width of a screen from which all columns of the platforms are visible
	minRows      = 6   // height of a list beside the findings
	chartHeight  = 11
	chartBody    = 24 // height of the other regions where there are charts
	wideScreen   = 160
	minInspector = 12
)

// area divides the screen: the summary on top, the findings, the platforms and, on a wide
// screen, the groups beside them, and below these the finding under the cursor or the works.
// Without a history there are no charts and no works. A region for which there is no room is
// left out.
func (s *screen) area(width, height int) pane.Area {
	above := s.summary(width)
	all := []pane.Area{{
		Size: lines(above),
		Draw: func(int, int) string {
			return above
		},
	}}
	height -= lines(above)
	if width < pane.FrameWidth || height < minRows {
		return pane.Area{Below: append(all, pane.Area{Region: s.findings})}
	}
	history := s.m.ctx.HasHistory()
	charts := 0
	if history && height >= chartBody+chartHeight {
		charts = max(chartHeight, height*3/10)
	}
	const border = 3 // with the titles of the columns
	platforms, _ := s.platforms.Table.Counts()
	parts := pane.Area{Region: s.platforms, Size: min(platforms+border, height-charts)}
	if s.divided.width != width { // else the borders stay where they are: the rows that a filter leaves would move them
		s.divided = s.divide(width, height-charts, parts.Size)
	}
	right := s.divided.right
	if groups := s.divided.groups; groups > 0 {
		parts = pane.Area{
			Beside: []pane.Area{{Region: s.platforms}, {Region: s.groups, Size: groups}},
			Size:   parts.Size,
		}
	}
	rest := height - charts - parts.Size
	drawn := "" // once: keys and most messages do not change them
	bottom := []pane.Area{{Draw: func(width, height int) string {
		if drawn == "" {
			drawn = s.drawCharts(width, height)
		}
		return drawn
	}}}
	beside := []pane.Area{parts}
	if width >= wideScreen && rest >= minInspector {
		beside = append(beside, pane.Area{Draw: s.drawInspector})
		if charts > 0 {
			bottom = append(bottom, pane.Area{Region: s.works, Size: width / 3})
		}
	} else if history && rest >= minRows {
		beside = append(beside, pane.Area{Region: s.works})
	} else {
		beside[0].Size = 0
	}
	all = append(all, pane.Area{
		Beside: []pane.Area{{Region: s.findings}, {Below: beside, Size: right}},
	})
	if charts > 0 {
		all = append(all, pane.Area{Beside: bottom, Size: charts})
	}
	return pane.Area{Below: all}
}

// division is how the width of the screen is divided: the platforms and groups take right of
// it, and of that the groups take their part, 0 on a narrow screen.
type division struct{ width, right, groups int }

// divide divides the width by need: the findings get what they lack from the platforms beside
// them, or give blank cells to these and to the groups.
func (s *screen) divide(width, height, rows int) division {
	d := division{width: width, right: max(width*4/9, minPart)}
	if width >= wideScreen {
		d.right = min(width/2, 2*maxPart)
		d.groups = d.right / 2
	}
	s.findings.SetSize(width-d.right, height)
	room := s.findings.Settled().Spare()
	if d.groups == 0 {
		const border = 2
		s.platforms.SetSize(d.right, rows)
		least := leastPart
		if width >= wholePart {
			least = s.platforms.Settled().Least() + border
		}
		d.right -= min(s.findings.Settled().Lacks(), max(d.right-least, 0))
	}
	d.right += give(s.platforms, d.right-d.groups, rows, &room)
	if d.groups > 0 {
		given := give(s.groups, d.groups, rows, &room)
		d.right += given
		d.groups += given
	}
	return d
}

// give gives a list blank cells of the findings that show more of its cut names, and returns
// their number.
func give(list *pane.List[*resource.Part], width, height int, room *int) int {
	list.Give(0)
	list.SetSize(width, height)
	cells := min(list.Settled().Lacks(), *room)
	*room -= cells
	list.Give(cells)
	return cells
}
