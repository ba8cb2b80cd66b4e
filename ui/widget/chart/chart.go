// Package chart draws lines over time with braille dots: one or several panels
// above each other, each with an axis of values of its own, over one common axis
// of times, and a marker across all of them.
//
// The dots are those of ntcharts: its braille grid and its lines between points.
// Its ready-made line charts are not used, because they measure labels in bytes,
// paint cell by cell (some 60 ms for a large screen) and grow without end where a
// value is no finite number.
package chart

import (
	"strings"

	"channeldeck/theme"
	"channeldeck/ui/text"
)

// Point is a place in a panel, (0, 0) at the lower left and (1, 1) at the upper
// right. What lies outside is drawn at the edge.
type Point struct {
	X, Y float64
	Gap  bool // there is no value here: the line ends before it and begins anew after it
}

// Tick is a mark on an axis.
type Tick struct {
	At    float64 // 0 at the foot or the left end of the axis, 1 at the other
	Label string
}

// Line is one line of a panel.
type Line struct {
	Points []Point // from left to right
	Tone   theme.Tone
	Dashed bool   // told apart from another line without colour
	Sign   string // one cell, set at the end of the line; "" for none
}

// Panel is lines over one axis of values.
type Panel struct {
	Title string // the line above it; may be styled
	Lines []Line
	Ticks []Tick
	Empty string // what stands in it where no line has a value
}

// Chart is panels above each other over one axis of times.
type Chart struct {
	Panels []Panel
	Times  []Tick
	Marked bool    // there is a marker
	Marker float64 // its place, 0 to 1
}

// The least that a panel needs to say something.
const (
	MinPlot  = 12 // cells across the plot
	MinPanel = 4  // lines of a panel: its title and three of plot
	foot     = 2  // lines of the axis of times and its labels
)

// Panels is how many of n panels find room in a height, 0 for none.
func Panels(n, height int) int { return max(0, min(n, (height-foot)/MinPanel)) }

// PlotWidth is how many cells of a width are left beside the labels of the
// panels' axes. A cell is two columns of dots wide.
func PlotWidth(panels []Panel, width int) int { return max(0, width-labelWidth(panels)-1) }

func labelWidth(panels []Panel) int {
	widest := 0
	for _, p := range panels {
		for _, t := range p.Ticks {
			widest = max(widest, text.Width(t.Label))
		}
	}
	return widest
}

// View draws the chart in height lines of at most width cells, "" where that is
// too little for its panels: see Panels and PlotWidth.
func (c Chart) View(t *theme.Theme, width, height int) string {
	plot := PlotWidth(c.Panels, width)
	if len(c.Panels) == 0 || plot < MinPlot || Panels(len(c.Panels), height) < len(c.Panels) {
		return ""
	}
	d := drawing{theme: t, chart: c, label: labelWidth(c.Panels), plot: plot, marker: -1}
	if c.Marked {
		d.marker = place(c.Marker, 2*plot) / 2
	}
	lines := make([]string, 0, height)
	rest := height - foot
	for i, p := range c.Panels {
		rows := rest / (len(c.Panels) - i)
		rest -= rows
		lines = append(lines, text.Cut(p.Title, width))
		lines = append(lines, d.panel(p, rows-1)...)
	}
	marks, labels := d.axis()
	return strings.Join(append(lines, marks, labels), "\n")
}

// place maps 0 to 1 onto n dots, 0 to n-1. What is no number is 0.
func place(x float64, n int) int {
	switch {
	case !(x > 0):
		return 0
	case x >= 1:
		return n - 1
	}
	return int(x*float64(n-1) + 0.5)
}
