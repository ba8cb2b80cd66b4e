package pane

import (
	"channeldeck/theme"
	"channeldeck/ui/resource"
)

// tableColumns returns the columns of the table of a resource, with their titles. A
// malformed field of a row is shown as it was received.
func tableColumns[R any](v *resource.View, r *resource.Resource[R]) []resource.Column[R] {
	var list []resource.Column[R]
	for _, col := range r.Columns {
		if col.ExportOnly {
			continue
		}
		if col.Title == "" {
			col.Title = v.Words.T(r.Name + ".column." + col.ID)
		}
		cell := col.Cell
		col.Cell = func(row R) resource.Cell {
			if value, bad := resource.Malformed(row, col.ID); bad {
				return resource.Cell{Text: v.Theme.Glyphs.Stale + " " + string(value), Tone: theme.Warn}
			}
			return cell(row)
		}
		list = append(list, col)
	}
	return list
}
