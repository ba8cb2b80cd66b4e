package panetest

import (
	"testing"

	"channeldeck/api"
	"channeldeck/ui/resource"
)

// EveryColumn draws, copies, searches, sorts and exports rows in each column of a
// resource, as tables and commands do. It fails the test for a column that cannot be
// drawn or has no title, and where the record of a row is no JSON.
func EveryColumn[R any](t testing.TB, v *resource.View, r *resource.Resource[R], rows []R) {
	t.Helper()
	if len(rows) == 0 {
		t.Errorf("%s: no rows", r.Name)
	}
	seen := map[string]bool{}
	for i := range r.Columns {
		c := &r.Columns[i]
		if seen[c.ID] && !c.TableOnly && !c.ExportOnly {
			t.Errorf("%s: two columns %s", r.Name, c.ID)
		}
		seen[c.ID] = true
		if id := r.Name + ".column." + c.ID; c.Title == "" && !c.ExportOnly && !v.Words.Has(id) {
			t.Errorf("%s: the column %s has no title", r.Name, c.ID)
		}
		if c.Cell == nil && !c.ExportOnly {
			t.Errorf("%s: the column %s cannot be drawn", r.Name, c.ID)
		}
		for _, row := range rows {
			if c.Cell != nil {
				c.Cell(row)
			}
			if !c.TableOnly {
				c.TextOf(row)
				c.DisplayOf(row)
			}
			for _, of := range []func(R) string{c.Exact, c.Search} {
				if of != nil {
					of(row)
				}
			}
			if c.Bar != nil && !(c.Bar(row) >= 0) {
				t.Errorf("%s: the bar of %s is %v", r.Name, c.ID, c.Bar(row))
			}
		}
		if c.Order != nil {
			for _, desc := range []bool{false, true} {
				if n := len(c.Order(t.Context(), rows, desc)); n != len(rows) && n != 0 {
					t.Errorf("%s: sorted by %s, %d of %d rows are left", r.Name, c.ID, n, len(rows))
				}
			}
		}
	}
	for _, row := range rows {
		if _, err := api.Marshal(r.Record(row)); err != nil {
			t.Errorf("%s: the record of %s: %v", r.Name, r.ID(row), err)
		}
	}
}
