package works

import (
	"strings"
	"testing"
	"time"

	"channeldeck/api"
	"channeldeck/api/metrics"
	"channeldeck/theme"
	"channeldeck/ui/testkit/panetest"
	"channeldeck/ui/widget/chart"
)

// A chart begins at 0 or shows that its axis has a break, and a change below 1 % does not fill it.
func TestChartShowsWhereItBegins(t *testing.T) {
	d := begin(t, panetest.Options{}, 120, 40)
	glyph := d.theme.Glyphs.Break
	for _, c := range []struct {
		name   string
		values []int64
		unit   string
		height int
		broken bool
	}{
		{"a total from its start", []int64{2, 425}, "", 14, false},
		{"a total that rose by a fifth", []int64{200, 240}, "", 14, true},
		{"a total that rose by half a percent", []int64{1000, 1005}, "", 14, false},
		{"a total that stayed", []int64{1000, 1000}, "", 14, false},
		{"no room for a break", []int64{200, 240}, "", 5, false},
		{"a rate", []int64{6, 7}, "%", 14, true},
	} {
		var series metrics.Series
		for i, v := range c.values {
			series = append(series, metrics.Point{
				At:    panetest.Now.Add(time.Duration(i) * time.Hour),
				Value: api.Int(v),
			})
		}
		lines := []chart.Line{{Tone: theme.Accent}}
		plot, _ := d.wording.plot(60, c.height, false, c.unit, lines, series)
		d.wording.labelEnds(&lines[0], series, c.unit)
		view := plot.View(d.theme, 60, c.height)
		axis := "0" + c.unit + "╰"
		if strings.Contains(view, glyph) != c.broken || strings.Contains(view, axis) != c.broken {
			t.Errorf("%s: want a break %t:\n%s", c.name, c.broken, view)
		}
		label := d.wording.figures.Exact(api.Int(c.values[1])) + c.unit
		if !strings.Contains(view, label) {
			t.Errorf("%s: %q is missing:\n%s", c.name, label, view)
		}
	}
}
