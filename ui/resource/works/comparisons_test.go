package works

import (
	"testing"

	"channeldeck/api"
)

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
