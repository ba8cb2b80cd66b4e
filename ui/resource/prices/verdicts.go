package prices

import (
	"slices"

	"channeldeck/api"
	"channeldeck/api/media"
	"channeldeck/ui/resource"
)

// FileVerdict is the verdict of a model on the reference files.
type FileVerdict struct {
	Entry
	Verdict media.ModelVerdict
}

// FileVerdictResource is the verdicts of models on reference files.
func FileVerdictResource(v *resource.View) *resource.Resource[*FileVerdict] {
	verdict := func(r *FileVerdict) *media.ModelVerdict { return &r.Verdict }
	columns := modelColumns(v,
		func(r *FileVerdict) resource.Cell {
			return v.VerdictSign(r.Verdict.Fit)
		},
		func(r *FileVerdict) resource.Cell {
			return resource.Cell{Text: r.Model.DisplayName()}
		})
	for i := range columns {
		if columns[i].ID == "label" {
			columns[i].Grow = false // the reason takes the room
			columns[i].Order = orderByTitle[*FileVerdict]
		}
	}
	columns = append(append(
		columns,
		verdictColumns(v, verdict)...,
	), resource.Column[*FileVerdict]{
		ID:        "reason",
		TableOnly: true,
		Unsorted:  true,
		Grow:      true,
		Wraps:     true,
		Min:       16,
		Max:       120,
		Priority:  108,
		Cell: func(r *FileVerdict) resource.Cell {
			return ReasonCell(v, &r.Verdict)
		},
	})
	return &resource.Resource[*FileVerdict]{
		Name:    Name,
		Columns: finished(columns),
		ID:      (*FileVerdict).key,
		Key:     (*FileVerdict).key,
		Fields: slices.Concat(
			resource.OfColumns[string](resource.OrNull, "name"),
			resource.Nested(resource.OrNull, "label", func(r *FileVerdict) api.Opt[string] {
				return r.Model.Label
			}),
			resource.OfColumns[string](resource.OrNull, "creditsScope", "verdict", "constraint"),
			resource.Nested(resource.OrNull, "limit", func(r *FileVerdict) api.Number {
				return inputOf(&r.Verdict).Limit
			}),
			resource.Nested(resource.OrNull, "actual", func(r *FileVerdict) api.Number {
				return inputOf(&r.Verdict).Actual
			}),
			resource.Nested(resource.OrNull, "file", func(r *FileVerdict) api.Number {
				return inputOf(&r.Verdict).File
			}),
		),
	}
}
