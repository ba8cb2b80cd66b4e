package overview

import (
	"channeldeck/ui/pane"
	"channeldeck/ui/resource"
)

// Sizes from which a region is shown.
const (
	minPart      = 44 // width of a list of platforms or groups
	maxPart      = 60
	minRows      = 6 // height of a list beside the findings
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
	all := []pane.Area{{Size: lines(above), Draw: func(int, int) string { return above }}}
	height -= lines(above)
	if width < pane.FrameWidth || height < minRows {
		return pane.Area{Below: append(all, pane.Area{Region: s.findings})}
	}
	history, charts, right := s.m.History != nil, 0, max(width*4/9, minPart)
	if history && height >= chartBody+chartHeight {
		charts = max(chartHeight, height*3/10)
	}
	groups := 0
	if width >= wideScreen {
		right = min(width/2, 2*maxPart)
		groups = right / 2
	}
	const border = 3 // with the titles of the columns
	platforms, _ := s.platforms.Table.Counts()
	parts := pane.Area{Region: s.platforms, Size: min(platforms+border, height-charts)}
	s.findings.SetSize(width-right, height-charts)
	room := s.findings.Table.Spare()
	right += give(s.platforms, right-groups, parts.Size, &room)
	if groups > 0 {
		given := give(s.groups, groups, parts.Size, &room)
		right, groups = right+given, groups+given
		parts = pane.Area{Beside: []pane.Area{{Region: s.platforms}, {Region: s.groups, Size: groups}}, Size: parts.Size}
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
	switch {
	case width >= wideScreen && rest >= minInspector:
		beside = append(beside, pane.Area{Draw: s.drawInspector})
		if charts > 0 {
			bottom = append(bottom, pane.Area{Region: s.works, Size: width / 3})
		}
	case history && rest >= minRows:
		beside = append(beside, pane.Area{Region: s.works})
	default:
		beside[0].Size = 0
	}
	all = append(all, pane.Area{Beside: []pane.Area{{Region: s.findings}, {Below: beside, Size: right}}})
	if charts > 0 {
		all = append(all, pane.Area{Beside: bottom, Size: charts})
	}
	return pane.Area{Below: all}
}

// give gives a list blank cells of the findings that show more of its cut names, and returns
// their number.
func give(list *pane.List[resource.Part], width, height int, room *int) int {
	list.Give(0)
	list.SetSize(width, height)
	cells := min(list.Table.Lacks(), *room)
	*room -= cells
	list.Give(cells)
	return cells
}
