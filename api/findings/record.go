package findings

import (
	"channeldeck/api"
)

type record struct {
	Finding  Kind                     `json:"finding"`
	Section  Section                  `json:"section"`
	ID       string                   `json:"id"`
	Name     string                   `json:"name"`
	Platform string                   `json:"platform,omitzero"`
	At       string                   `json:"at,omitzero"`
	Since    string                   `json:"since,omitzero"`
	Was      api.Number               `json:"was,omitzero"`
	Is       api.Number               `json:"is,omitzero"`
	Metrics  map[string][2]api.Number `json:"metrics,omitzero"` // of a work, before and after
	Changes  map[string]int           `json:"changes,omitzero"` // of a model or a publish option, by kind
	Accounts []recordAccount          `json:"accounts,omitzero"`
	Note     string                   `json:"note,omitzero"`
}

type recordAccount struct {
	Platform string `json:"platform"`
	ID       string `json:"id"`
}

// Record is the JSON of the finding.
func (f *Finding) Record() any {
	r := record{
		Finding: f.Kind, Section: f.Section, ID: f.ID, Name: f.Name, Platform: f.Platform, At: timestamp(f.At), Since: timestamp(f.Since),
		Was: f.Was, Is: f.Is, Note: f.Note,
	}
	if f.Work != nil {
		r.Metrics = f.Work.metrics()
	}
	if len(f.Changes)+len(f.Options) > 0 {
		r.Changes = map[string]int{}
	}
	for _, c := range f.Changes {
		r.Changes[string(c.Kind)]++
	}
	for _, c := range f.Options {
		r.Changes[c.Kind]++
	}
	for _, a := range f.Accounts {
		r.Accounts = append(r.Accounts, recordAccount{a.Type, a.ID})
	}
	return r
}
