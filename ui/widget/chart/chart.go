// Package chart draws lines over time: markers on lines of braille dots (full stops
// in ASCII), an axis of values with a dotted grid, an axis of times, and labels of
// single points.
package chart

import (
	"math"

	"channeldeck/theme"
	"channeldeck/ui/text"
)

// Point is a place in a chart: (0, 0) is the lower left corner, (1, 1) the upper
// right one.
type Point struct {
	X, Y  float64
	Gap   bool   // no value: the line is interrupted
	Label string // drawn beside the marker where there is room; "" for none
}

// Tick is a labelled place on an axis.
type Tick struct {
	At    float64 // 0 to 1
	Label string
}

// Line is one line of a chart.
type Line struct {
	Points []Point // from left to right
	Tone   theme.Tone
	Dashed bool
	Sign   string // one cell, at the end of the line; "" for none
}

// Chart is lines over an axis of values and an axis of times.
type Chart struct {
	Lines  []Line
	Values []Tick // evenly spaced, from 0 to 1
	Zero   string // the label of 0 below a break of the axis of values; "" for an axis without a break
	Times  []Tick
	Note   string // a sentence in the plot where there is at most one point
	Marked bool   // a vertical line marks a time
	Marker float64
}

const (
	minPlot = 12 // cells across the plot
	minRows = 3
	foot    = 2 // lines of the axis of times
)

// PlotWidth returns the number of cells of a width beside the labels of the values.
func PlotWidth(values []Tick, width int) int {
	return max(0, width-labelWidth(values)-1)
}

func labelWidth(values []Tick) int {
	widest := 0
	for _, t := range values {
		widest = max(widest, text.Width(t.Label))
	}
	return widest
}

// across is the number of cells from 0 to 1: all of the plot, or a little less
// where that puts the same number of cells between any two ticks.
func across(ticks []Tick, plot int) float64 {
	all := float64(plot - 1)
	n := len(ticks) - 1
	if n < 1 {
		return all
	}
	step := (ticks[n].At - ticks[0].At) / float64(n)
	for i, t := range ticks {
		if math.Abs(t.At-ticks[0].At-float64(i)*step)*all >= 0.5 {
			return all // a day of summer time may have another length
		}
	}
	cells := math.Floor(step*all + 1e-6)
	if cells >= 1 && cells <= all {
		return cells / step
	}
	return all
}
