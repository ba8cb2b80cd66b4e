package report

import (
	"html/template"

	"github.com/go-analyze/charts"

	"channeldeck/api/report"
	"channeldeck/ui/resource"
)

// The size of the chart, as wide as the text of a page.
const (
	chartWidth  = 1000
	chartHeight = 260
)

// chart draws the followers at the end of each day as SVG, with a gap where nothing was recorded,
// and a mark where accounts joined or left; "" for fewer than two days. All of its texts are our
// own.
func chart(v *resource.View, days []report.Day) (template.HTML, error) {
	var values, steps []float64
	var labels []string
	known := 0
	low := 0.0
	high := 0.0
	for _, d := range days {
		n, ok := d.Followers.Float64()
		if !d.Recorded || !ok {
			n = charts.GetNullValue()
		} else {
			if known++; known == 1 {
				low = n
				high = n
			}
			low = min(low, n)
			high = max(high, n)
		}
		step := charts.GetNullValue() // where accounts joined or left, the line has a mark
		if d.Joined+d.Left > 0 {
			step = n
		}
		values = append(values, n)
		steps = append(steps, step)
		labels = append(labels, d.Date[5:])
	}
	if known < 2 {
		return "", nil
	}
	option := charts.NewLineChartOptionWithData([][]float64{values, steps})
	option.SeriesList[1].Symbol = charts.Symbol{Shape: charts.SymbolSquare, Size: 5}
	option.Theme = charts.GetTheme(charts.ThemeLight).WithBackgroundColor(charts.ColorTransparent)
	option.XAxis.Labels = labels
	option.XAxis.BoundaryGap = charts.Ptr(false)
	option.Legend.Show = charts.Ptr(false)
	option.LineStrokeWidth = 2
	option.Symbol.Shape = charts.SymbolDot
	option.Padding = charts.NewBox(4, 12, 24, 4)
	margin := max(high*0.05, 1)
	option.YAxis = []charts.YAxisOption{
		{Min: charts.Ptr(min(low, 0)), Max: charts.Ptr(high + margin)},
	}
	option.ValueFormatter = func(n float64) string {
		return v.Words.Short(shortest(n)) + " "
	}
	p := charts.NewPainter(charts.PainterOptions{
		OutputFormat: charts.ChartOutputSVG,
		Width:        chartWidth,
		Height:       chartHeight,
	})
	if err := p.LineChart(option); err != nil {
		return "", err
	}
	svg, err := p.Bytes()
	return template.HTML(svg), err
}
