package pane

import (
	"strings"

	"channeldeck/ui/text"
)

// overlayInspector is the width of an inspector over the right part of a list.
const overlayInspector = 46

// Split divides a width between a list and its inspector: 60 and 40 cells of 100, 74
// and 46 of 120, 112 and 88 of 200. The inspector is 0 if not both
// fit.
func Split(width int) (list, inspector int) {
	switch {
	case width < FrameWidth:
		return width, 0
	case width < 120:
		inspector = 40 + (width-100)*3/10
	default:
		inspector = min(46+(width-120)*21/40, 120)
	}
	return width - inspector, inspector
}

// SideBySide places right next to left, whose lines it pads to width.
func SideBySide(left, right string, width int) string {
	var b strings.Builder
	b.Grow(len(left) + len(right) + width)
	for i, more := 0, true; more; i++ {
		var l, r string
		l, left, more = strings.Cut(left, "\n")
		r, right, _ = strings.Cut(right, "\n")
		if i > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(l)
		if r != "" {
			b.WriteString(text.Blank(width - text.Width(l)))
			b.WriteString(r)
		}
	}
	return b.String()
}
