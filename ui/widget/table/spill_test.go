package table

import (
	"testing"

	"channeldeck/ui/resource"
)

// A text that does not fit its column takes the blank cells behind it, and no others.
func TestTextsTakeBlankCells(t *testing.T) {
	columns := []resource.Column[item]{
		{ID: "name", Title: "Name", Priority: 3},
		{ID: "rule", Title: "Rule", Min: 8, Priority: 1, Grow: true},
		{ID: "origin", Title: "Stated by", Priority: 2},
	}
	table := layoutTable(columns,
		item{texts: []string{"Images", "up to 4 · jpg, png", " "}},
		item{texts: []string{"Title", "up to 100 characters", "web client"}},
		item{texts: []string{"Text", "up to 100 characters", ""}}, // a dash
	)
	got := lines(table, 32)[1:]
	want := []string{
		"> Images  up to 4 · jpg, png",
		"  Title   up to 10~  web client",
		"  Text    up to 10~  -",
	}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("line %d: %q instead of %q", i, got[i], want[i])
		}
	}
}
