package works

import (
	"testing"
	"time"

	"channeldeck/ui/testkit/panetest"
)

func TestEveryColumn(t *testing.T) {
	d := begin(t, panetest.Options{}, 120, 40)
	d.open(d.example("growing", true))
	d.again(time.Hour)
	s := d.topWork().snapshots
	var rows []snapshotRow
	for r := range s.Table.Rows() {
		rows = append(rows, r)
	}
	panetest.EveryColumn(t, d.Context.View, s.resource, rows)
}
