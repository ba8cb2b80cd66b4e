package report

import (
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/go-analyze/charts"

	"channeldeck/api"
	"channeldeck/ui/resource"
)

// drawing is a chart in SVG for screens of a kind.
type drawing struct {
	Class string // of the style sheet
	SVG   string
}

// charts draws the followers at the end of each day, with a gap where nothing was recorded, and says
// where the axis begins unless that is 0. There are none for fewer than two days. All of their texts are
// our own.
func (r written) charts(v *resource.View) (drawings []drawing, note string, err error) {
	values := floats(r.curve(api.CountFans.String()))
	low, high, known := span(values)
	if known < 2 {
		return nil, "", nil
	}
	a := axisOf(low, high)
	marks := a.marks(v)
	var labels []string
	for _, d := range r.Days {
		labels = append(labels, day(v, d.Date))
	}
	for _, size := range []struct {
		class         string
		width, height int
		days          int // that have a label
	}{
		{"wide", 1000, 240, 6},
		{"narrow", 360, 200, 3},
	} {
		option := charts.NewLineChartOptionWithData([][]float64{values})
		option.Theme = chartTheme(blue)
		option.XAxis.Labels = labels
		option.XAxis.LabelCount = size.days
		option.XAxis.BoundaryGap = charts.Ptr(false)
		option.Legend.Show = charts.Ptr(false)
		option.LineStrokeWidth = 2
		option.FillArea = charts.Ptr(known == len(values)) // the area below a curve with a gap is drawn wrong
		option.FillOpacity = 24
		option.Symbol.Shape = charts.SymbolNone
		option.Padding = charts.NewBox(4, 12, 24, 4)
		option.YAxis = []charts.YAxisOption{{
			Min:        charts.Ptr(a.min),
			Max:        charts.Ptr(a.max),
			LabelCount: a.ticks,
		}}
		option.ValueFormatter = marks
		svg, err := draw(option, size.width, size.height)
		if err != nil {
			return nil, "", err
		}
		drawings = append(drawings, drawing{size.class, svg})
	}
	if a.min > 0 {
		note = v.Words.T("report.axis", "From", strings.TrimSpace(marks(a.min)))
	}
	return drawings, note, nil
}

// The colours of curves: that of the bars, and that of what is wrong.
const (
	blue = "#1f6feb"
	red  = "#b42318"
)

// chartTheme draws curves in a colour on the page.
func chartTheme(colour string) charts.ColorPalette {
	return charts.GetTheme(charts.ThemeLight).
		WithBackgroundColor(charts.ColorTransparent).
		WithSeriesColors([]charts.Color{charts.ColorFromHex(colour)})
}

// spark draws a small curve without axes, as wide as its place; "" for fewer than two known values.
func spark(numbers []api.Number, colour string) (string, error) {
	values := floats(numbers)
	low, high, known := span(values)
	if known < 2 {
		return "", nil
	}
	a := axisOf(low, high)
	option := charts.NewLineChartOptionWithData([][]float64{values})
	option.Theme = chartTheme(colour)
	option.Legend.Show = charts.Ptr(false)
	option.XAxis.Show = charts.Ptr(false)
	option.XAxis.BoundaryGap = charts.Ptr(false)
	option.YAxis = []charts.YAxisOption{{
		Show: charts.Ptr(false),
		Min:  charts.Ptr(a.min),
		Max:  charts.Ptr(a.max),
	}}
	option.LineStrokeWidth = 2
	option.Symbol.Shape = charts.SymbolNone
	option.Padding = charts.NewBox(2, 3, 2, 3)
	svg, err := draw(option, 150, 34)
	const shape = " viewBox="
	return strings.Replace(svg, shape, ` preserveAspectRatio="none"`+shape, 1), err
}

func draw(option charts.LineChartOption, width, height int) (string, error) {
	p := charts.NewPainter(charts.PainterOptions{
		OutputFormat: charts.ChartOutputSVG,
		Width:        width,
		Height:       height,
	})
	if err := p.LineChart(option); err != nil {
		return "", err
	}
	svg, err := p.Bytes()
	return string(svg), err
}

// axis is a vertical axis with marks at round numbers.
type axis struct {
	min, max float64
	ticks    int
}

// axisOf is the axis of values between two: at most five marks, from 0 on where the values are not far
// from it. A change below a hundredth does not fill the height.
func axisOf(low, high float64) axis {
	if low > 0 && high-low > low {
		low = 0
	}
	size := math.Max(high-low, math.Abs(high)/50)
	const most = 4 // steps
	step := math.Pow(10, math.Floor(math.Log10(math.Max(size, 1)/most)))
	for {
		for _, factor := range []float64{1, 2, 5} {
			s := math.Max(step*factor, 1)
			a := axis{min: math.Floor(low/s) * s, max: math.Ceil(high/s) * s}
			for a.max-a.min < math.Max(size, s) {
				a.max += s
			}
			steps := int(math.Round((a.max - a.min) / s))
			if steps <= most {
				a.ticks = steps + 1
				return a
			}
		}
		step *= 10
	}
}

// marks writes the marks of the axis, in short if they differ then.
func (a axis) marks(v *resource.View) func(float64) string {
	distinct := map[string]bool{}
	for i := range a.ticks {
		mark := a.min + float64(i)*(a.max-a.min)/float64(a.ticks-1)
		distinct[short(v, mark)] = true
	}
	if len(distinct) == a.ticks {
		return func(n float64) string { return short(v, n) + " " }
	}
	return func(n float64) string { return v.Words.Exact(shortest(n)) + " " }
}

// span is the least and the most of the values that are known, and how many those are.
func span(values []float64) (low, high float64, known int) {
	for _, n := range values {
		if n == charts.GetNullValue() {
			continue
		}
		if known++; known == 1 {
			low = n
			high = n
		}
		low = min(low, n)
		high = max(high, n)
	}
	return low, high, known
}

// floats are the values that a chart takes.
func floats(numbers []api.Number) []float64 {
	var values []float64
	for _, n := range numbers {
		value, known := n.Float64()
		if !known {
			value = charts.GetNullValue()
		}
		values = append(values, value)
	}
	return values
}

// day writes a date of the report in few cells.
func day(v *resource.View, date string) string {
	return writeDate(date, func(t time.Time) string {
		return v.Words.Day(t, v.Now())
	})
}

// writeDate writes a date of the report, one that is none as it is.
func writeDate(date string, write func(time.Time) string) string {
	t, err := time.Parse(time.DateOnly, date)
	if err != nil {
		return date
	}
	return write(t)
}

func short(v *resource.View, n float64) string {
	return v.Words.Short(shortest(n))
}

func shortest(n float64) string {
	return strconv.FormatFloat(n, 'f', -1, 64)
}
