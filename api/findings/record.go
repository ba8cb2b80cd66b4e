package findings

import (
	"channeldeck/api"
	"channeldeck/api/history"
)

// Record is the JSON of a finding.
type Record struct {
	Finding  Kind                     `json:"finding"`
	What     Kind                     `json:"what,omitzero"` // of an incident
	Section  Section                  `json:"section"`
	ID       string                   `json:"id"`
	Name     string                   `json:"name"`
	Platform string                   `json:"platform,omitzero"`
	After    string                   `json:"after,omitzero"`  // the last recording before it happened
	Before   string                   `json:"before,omitzero"` // the first recording that shows it
	Was      api.Number               `json:"was,omitzero"`
	Is       api.Number               `json:"is,omitzero"`
	Now      api.Number               `json:"now,omitzero"`
	Count    int                      `json:"count,omitzero"`
	Of       int                      `json:"of,omitzero"`
	Partial  bool                     `json:"partial,omitzero"` // see Finding.InPart
	Metric   string                   `json:"metric,omitzero"`  // of a work: of which was, is and now are
	Others   []string                 `json:"others,omitempty"` // metrics that moved much too
	Metrics  map[string][2]api.Number `json:"metrics,omitzero"` // that changed, before and after
	Changes  map[string]int           `json:"changes,omitzero"` // of a model or a publish option, by kind
	Times    int                      `json:"times,omitzero"`   // how often it changed
	// how long the opposite health had lasted, or the silence has
	Lasted   history.Length  `json:"lasted,omitzero"`
	Percent  *Percent        `json:"percent,omitzero"` // of the prices
	Accounts []recordAccount `json:"accounts,omitzero"`
	Note     string          `json:"note,omitzero"`
	Forecast *Forecast       `json:"forecast,omitzero"` // the basis of LikelyToTurn
	Level    Level           `json:"level,omitzero"`    // of a rule
	When     string          `json:"when,omitzero"`     // the expression of a rule
	Unknown  string          `json:"unknown,omitzero"`  // of a rule: a platform or a group that does not exist
}

type recordAccount struct {
	Platform string `json:"platform"`
	ID       string `json:"id"`
}

// Record is the JSON of the finding.
func (f *Finding) Record() Record {
	r := Record{
		Finding:  f.Kind,
		What:     f.What,
		Section:  f.Section,
		ID:       f.ID,
		Name:     f.Name,
		Platform: f.Platform,
		After:    timestamp(f.At.After),
		Before:   timestamp(f.At.Before),
		Was:      f.Was,
		Is:       f.Is,
		Now:      f.Now,
		Count:    f.Count,
		Of:       f.Of,
		Partial:  f.InPart,
		Times:    f.Times,
		Note:     f.Note,
		Percent:  f.Percent(),
		Lasted:   f.Lasted,
		Forecast: f.Forecast,
	}
	if f.Rule != nil {
		r.Level = f.Rule.Level
		r.When = f.Rule.When
		r.Unknown = f.Rule.Unknown
	}
	if f.Work != nil {
		r.Metric = f.Work.Metric
		r.Others = f.Work.Others
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
