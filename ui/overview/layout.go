package overview

import "channeldeck/ui/pane"

// layout is the sizes of the regions, 0 for those that are left out.
type layout struct {
	body        int // height below the summary and above the charts
	left, right int // widths of the findings, and of the regions beside them
	groups      int // width, at the right of the platforms
	platforms   int // height
	inspector   int // height, of the finding under the cursor
	works       int // height, below the platforms or beside the charts
	worksWidth  int
	charts      int // height
	chartsWidth int
}

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

// newLayout divides a screen of a width and a height below the summary. platforms is the
// number of platforms. Without a history there are no charts and no works. A region for
// which there is no room is left out.
func newLayout(width, height, platforms int, history bool) layout {
	l := layout{body: height, left: width}
	if width < pane.FrameWidth || height < minRows {
		return l
	}
	if history && height >= chartBody+chartHeight {
		l.charts, l.chartsWidth = max(chartHeight, height*3/10), width
		l.body = height - l.charts
	}
	l.right = max(width*4/9, minPart)
	if width >= wideScreen {
		l.right = min(width/2, 2*maxPart)
		l.groups = l.right / 2
	}
	l.left = width - l.right
	const border = 3 // with the titles of the columns
	l.platforms = min(platforms+border, l.body)
	rest := l.body - l.platforms
	switch {
	case width >= wideScreen && rest >= minInspector:
		l.inspector = rest
		if history && l.charts > 0 {
			l.works, l.worksWidth = l.charts, width/3
			l.chartsWidth = width - l.worksWidth
		}
	case history && rest >= minRows:
		l.works, l.worksWidth = rest, l.right
	default:
		l.platforms = l.body
	}
	return l
}

// SetSize sets the size in cells.
func (s *screen) SetSize(width, height int) {
	s.width, s.height = width, height
	above := s.summary(width)
	s.drawn.summary = above
	platforms, _ := s.platforms.Table.Counts()
	s.layout = newLayout(width, height-lines(above), platforms, s.m.History != nil)
	front, l, y := s.front(), &s.layout, lines(above)
	s.places = []place{{s.findings, 0, y, l.left, l.body}}
	if l.right > 0 {
		s.places = append(s.places, place{s.platforms, l.left, y, l.right - l.groups, l.platforms})
	}
	if l.groups > 0 {
		s.places = append(s.places, place{s.groups, width - l.groups, y, l.groups, l.platforms})
	}
	switch {
	case l.works > 0 && l.inspector > 0:
		s.places = append(s.places, place{s.works, l.chartsWidth, y + l.body, l.worksWidth, l.works})
	case l.works > 0:
		s.places = append(s.places, place{s.works, l.left, y + l.platforms, l.worksWidth, l.works})
	}
	focus := 0
	for i, p := range s.places {
		p.SetSize(p.width, p.height)
		if p.region == front {
			focus = i
		}
	}
	s.setFocus(focus)
	s.drawn.charts, s.drawn.inspector = s.drawCharts(), s.drawInspector()
}
