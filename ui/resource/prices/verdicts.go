package prices

import (
	"channeldeck/api"
	"channeldeck/api/media"
	"channeldeck/ui/resource"
)

// FileVerdict is the verdict of a model on the reference files.
type FileVerdict struct {
	Entry
	Verdict media.ModelVerdict
}

// fileRecord is the JSON of a verdict.
type fileRecord struct {
	Name         string          `json:"name"`
	Label        api.Opt[string] `json:"label"`
	CreditsScope api.Opt[string] `json:"creditsScope"`
	inputRecord  `json:",inline"`
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
		Record: func(r *FileVerdict) any {
			return fileRecord{
				Name:         r.Model.Name,
				Label:        r.Model.Label,
				CreditsScope: r.Model.CreditsScope,
				inputRecord:  *inputOf(&r.Verdict),
			}
		},
	}
}
