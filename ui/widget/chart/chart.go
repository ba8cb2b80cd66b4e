// Package chart draws lines over time: one or several panels, each with its own
// axis of values, above one axis of times, and a marker across all of them.
//
// Lines have the geometry of ntcharts, and are braille dots, or full stops in ASCII.
// The line charts of ntcharts are not used: they measure labels in bytes, style each
// cell on its own (some 60 ms for a large screen), and do not end for a value that is
// not finite.
package chart

import (
	"math"
	"strings"

	"channeldeck/theme"
	"channeldeck/ui/text"
)

// Point is a place in a panel: (0, 0) is the lower left corner, (1, 1) the upper
// right one. Places outside are moved to the edge.
type Point struct {
	X, Y float64
	Gap  bool // no value: the line is interrupted
}

// Tick is a labelled place on an axis.
type Tick struct {
	At    float64 // 0 to 1
	Label string
}

// Line is one line of a panel.
type Line struct {
	Points []Point // from left to right
	Tone   theme.Tone
	Dashed bool
	Sign   string // one cell, at the end of the line; "" for none
}

// Panel is lines over one axis of values.
type Panel struct {
	Title string // the line above the panel; may be styled
	Lines []Line
	Ticks []Tick // evenly spaced, from 0 to 1
	Empty string // shown where no line has a value
}

// Chart is panels above one axis of times.
type Chart struct {
	Panels []Panel
	Times  []Tick
	Marked bool // there is a marker
	Marker float64
}

const (
	minPlot  = 12 // cells across the plot
	minPanel = 4  // lines: the title and three of plot
	foot     = 2  // lines of the axis of times
)

// PlotWidth is the number of cells of a width beside the labels of the panels. A
// cell is two columns of dots wide.
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

// View draws as many panels as fit in height lines of at most width cells, or returns
// "" where none does.
func (c Chart) View(t *theme.Theme, width, height int) string {
	c.Panels = c.Panels[:max(0, min(len(c.Panels), (height-foot)/minPanel))]
	plot := PlotWidth(c.Panels, width)
	if len(c.Panels) == 0 || plot < minPlot {
		return ""
	}
	d := drawing{theme: t, chart: c, label: labelWidth(c.Panels), plot: plot, across: across(c.Times, plot), marker: -1}
	if c.Marked {
		d.marker = d.column(c.Marker) / 2
	}
	var lines []string
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

// across is the number of cells from 0 to 1: all of the plot, or a little less
// where that puts the same number of cells between any two ticks.
func across(ticks []Tick, plot int) float64 {
	all, n := float64(plot-1), len(ticks)-1
	if n < 1 {
		return all
	}
	step := (ticks[n].At - ticks[0].At) / float64(n)
	for i, t := range ticks {
		if !(math.Abs(t.At-ticks[0].At-float64(i)*step)*all < 0.5) {
			return all // months and years are not equally long
		}
	}
	if cells := math.Floor(step*all + 1e-6); cells >= 1 && cells <= all {
		return cells / step
	}
	return all
}

// column is the column of dots of a place. What ends halfway between two cells is
// rounded up, whatever the last bits of the float64 are.
func (d *drawing) column(x float64) int { return int(2*clamp(x)*d.across + 1 + 1e-6) }

// clamp returns x within 0 and 1, and 0 for NaN.
func clamp(x float64) float64 {
	if !(x > 0) {
		return 0
	}
	return min(x, 1)
}
