package works

import (
	"testing"
	"time"

	"channeldeck/ui/resource/works"
	"channeldeck/ui/testkit/panetest"
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
