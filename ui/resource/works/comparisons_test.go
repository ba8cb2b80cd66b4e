package works

import (
	"testing"
	"time"

	"channeldeck/api"
	"channeldeck/ui/testkit/panetest"
)

// A narrow column tells by how long snapshots differ in fewer words, and cuts none of them.
func TestLagsInFewerWords(t *testing.T) {
	compared := Comparisons(panetest.New(t, panetest.Options{}).Context.View)
	column := &compared.Columns[len(compared.Columns)-1]
	row := &Comparison{Lags: []time.Duration{2*time.Hour + 40*time.Minute}}
	cell := column.CellOf(row).Text
	for width, want := range map[int]string{40: "A 2h40m earlier", 14: "A 2.7h earlier"} {
		if got := column.Shortened(row, cell, width); got != want {
			t.Errorf("in %d cells %q, want %q", width, got, want)
		}
	}
}

// A moment at which A is unknown compares nothing, however many of the others are known.
func TestDifferences(t *testing.T) {
	known := api.Int(5)
	unknown := api.Number{}
	for want, values := range [][]api.Number{{unknown, known, known}, {known, unknown, known}, {known, known, known}} {
		r := Comparison{Values: values}
		if got := r.Differences(); got != want {
			t.Errorf("%v: %d works differ, want %d", values, got, want)
		}
	}
	if (&Comparison{Values: []api.Number{known, unknown, unknown}}).Differences() != 0 {
		t.Error("A alone differs")
	}
}
