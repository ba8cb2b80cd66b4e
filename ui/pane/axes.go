package pane

import (
	"math"
	"strconv"
	"strings"
	"time"

	"channeldeck/api"
	"channeldeck/theme"
	"channeldeck/ui/resource"
	"channeldeck/ui/text"
	"channeldeck/ui/widget/axis"
	"channeldeck/ui/widget/chart"
	"channeldeck/ui/words"
)

// tickWidth is the maximum width of an exact number at an axis.
const tickWidth = 26

// ValueTicks labels the ticks with short numbers, or with exact ones if two short ones
// are equal.
func ValueTicks(w *words.Words, s axis.Scale) []chart.Tick {
	ticks := make([]chart.Tick, len(s))
	labels := map[string]bool{}
	for i, v := range s {
		ticks[i] = chart.Tick{At: s.Position(v), Label: w.Short(strconv.FormatFloat(v, 'f', -1, 64))}
		labels[ticks[i].Label] = true
	}
	for i, v := range s {
		if len(labels) < len(s) {
			ticks[i].Label = text.Cut(w.Exact(strconv.FormatFloat(v, 'f', -1, 64)), tickWidth)
		}
	}
	return ticks
}

// TimeTicks returns the ticks of an axis of times, as many as fit into a plot of a width.
// The label of midnight in zone is the date. With age, the axis is of times in UTC whose
// labels age returns.
func TimeTicks(
	zone *time.Location,
	span axis.Span,
	width int,
	age func(time.Time) string,
) []chart.Tick {
	if age != nil {
		zone = time.UTC
	}
	times, layout := span.Ticks(max(2, width/12), zone)
	ticks := make([]chart.Tick, len(times))
	for i, t := range times {
		label := t.Format(layout)
		if age != nil {
			label = age(t)
		} else if strings.HasPrefix(layout, "15") && t.Hour()+t.Minute()+t.Second() == 0 {
			label = t.Format("01-02")
		}
		ticks[i] = chart.Tick{At: span.Position(t), Label: label}
	}
	return ticks
}

// curveRows is the height of a curve in an inspector.
const curveRows = 14

// DaysIn is the number of days between the first and the last of some times, at least 1.
func DaysIn(times []time.Time) int {
	return max(1, int(times[len(times)-1].Sub(times[0]).Round(24*time.Hour)/(24*time.Hour)))
}

// CurveBlock is a wide block with a curve, empty where fewer than two values are known. labels are
// of the values, if there are any.
func CurveBlock(
	v *resource.View,
	title string,
	times []time.Time,
	values []float64,
	tone theme.Tone,
	labels ...string,
) resource.Block {
	known := 0
	for _, value := range values {
		if !math.IsNaN(value) {
			known++
		}
	}
	if known < 2 {
		return resource.Block{}
	}
	return resource.Block{
		Title: title,
		Wide:  true,
		Lines: func(width int) []string {
			view := Curve(v, times, values, tone, width-2, curveRows, labels...)
			return strings.Split(" "+strings.ReplaceAll(view, "\n", "\n "), "\n")
		},
	}
}

// Curve draws values over time as a chart of a size, "" if it does not fit. NaN is a gap. A value
// with a label has a mark.
func Curve(
	v *resource.View,
	times []time.Time,
	values []float64,
	tone theme.Tone,
	width, rows int,
	labels ...string,
) string {
	span := axis.Span{From: times[0], To: times[len(times)-1]}
	low := math.Inf(1)
	high := math.Inf(-1)
	for _, value := range values {
		if !math.IsNaN(value) {
			low = min(low, value)
			high = max(high, value)
		}
	}
	// from 0: a small change must not look like a large one
	scale := axis.New(
		min(low, 0),
		high,
		max(2, rows/3),
	)
	line := chart.Line{Tone: tone}
	for i, value := range values {
		p := chart.Point{
			X:   span.Position(times[i]),
			Y:   scale.Position(value),
			Gap: math.IsNaN(value),
		}
		if i < len(labels) {
			p.Label = v.Theme.Glyphs.Plain(labels[i])
		}
		line.Points = append(line.Points, p)
	}
	drawn := chart.Chart{Lines: []chart.Line{line}, Values: ValueTicks(v.Words, scale)}
	drawn.Times = TimeTicks(
		v.Now().Location(),
		span,
		chart.PlotWidth(drawn.Values, width),
		nil,
	)
	return drawn.View(v.Theme, width, rows)
}

// Steps returns n times up to end, and for each time the value of the last change before it,
// NaN where there is no such change or its value is unknown.
func Steps[T any](
	changes []T,
	from, end time.Time,
	n int,
	of func(T) (time.Time, api.Number),
) (times []time.Time, values []float64) {
	last := math.NaN()
	for i := range n {
		at := from.Add(end.Sub(from) * time.Duration(i+1) / time.Duration(n))
		for ; len(changes) > 0; changes = changes[1:] {
			since, value := of(changes[0])
			if since.After(at) {
				break
			}
			var known bool
			if last, known = value.Float64(); !known {
				last = math.NaN()
			}
		}
		times = append(times, at)
		values = append(values, last)
	}
	return times, values
}
