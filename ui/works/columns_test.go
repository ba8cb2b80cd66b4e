package works

import (
	"strings"
	"testing"
	"time"

	"channeldeck/ui/resource/works"
	"channeldeck/ui/testkit/panetest"
	"channeldeck/ui/words"
)

func TestEveryColumn(t *testing.T) {
	d := begin(t, panetest.Options{}, 120, 40)
	d.open(d.example("growing"))
	d.again(time.Hour)
	s := d.topWork().snapshots
	var rows []*works.Snapshot
	for r := range s.Table.Rows() {
		rows = append(rows, r)
	}
	panetest.EveryColumn(t, d.ctx.View, s.resource, rows)
}

// The columns of the metrics stay where no rate is known, and say why.
func TestColumnsWithoutARate(t *testing.T) {
	d := begin(t, panetest.Options{}, 120, 38)
	d.open(d.example("growing"))
	d.again(time.Second)
	d.press("tab", "tab")
	d.shows("Per hour", "no hourly rate")
}

// The JSON of a metric is titled by its name, not by its value.
func TestRawMetricIsNamed(t *testing.T) {
	d := begin(t, panetest.Options{}, 120, 38)
	d.open(d.example("growing"))
	d.press("tab", "tab", "v")
	d.shows("─ Views ─", "viewCount")
}

// The metrics fill the screen: above them is a chart of how fast the one under the cursor grew, where there is room
// and two changes are known.
func TestMetricsHaveAChartOfTheirGrowth(t *testing.T) {
	for lang, want := range map[words.Lang][2]string{
		words.English: {"Views per hour", "Likes per hour"},
		words.Chinese: {"浏览每小时变化", "点赞每小时变化"},
	} {
		metrics := func(views, likes string) string { return views + `,"likeCount":` + likes }
		d := begin(t, panetest.Options{Lang: lang, Handler: service(response(
			taken("a", 540, metrics("100", "3")),
			taken("b", 480, metrics("900", "4")),
			taken("c", 420, metrics("4900", "9")),
		))}, 120, 38)
		openByName(d)
		d.press("tab", "tab")
		d.shows(want[0])
		d.press("down")
		d.shows(want[1])
		d.hides(want[0])
		for _, size := range [][2]int{{60, 14}, {80, 22}, {120, 38}, {200, 48}} {
			d.stack.SetSize(size[0], size[1])
			view := d.stack.View()
			panetest.Exact(t, view, size[0], size[1])
			hasRoom := size[1] > 14
			if strings.Contains(view, want[1]) != hasRoom || hasRoom && !strings.Contains(view, "┤") {
				t.Errorf("%v:\n%s", size, view)
			}
		}
	}
	d := begin(t, panetest.Options{Handler: service(response(taken("a", 540, "1"), taken("b", 480, "2")))}, 120, 38)
	openByName(d)
	d.press("tab", "tab")
	d.hides("per hour ─")
}
