package resource

import (
	"cmp"
	"slices"

	"channeldeck/api"
	"channeldeck/api/findings"
	"channeldeck/api/history"
)

// findingFields are the JSON of a finding: what its kind does not have is missing. The name is that of one thing, where
// the column has a title of several; the other nested fields are lists and objects.
func findingFields() []Field {
	return slices.Concat(
		OfColumns[findings.Kind](Always, "finding"),
		OfColumns[findings.Kind](OrMissing, "what"),
		OfColumns[findings.Section](Always, "section"),
		OfColumns[string](OrEmpty, "id"),
		Nested(Always, "name", func(r *FindingRow) string {
			return r.Name
		}),
		OfColumns[string](OrMissing, "platform", "after", "before"),
		OfColumns[api.Number](OrMissing, "was", "is", "now"),
		Nested(OrMissing, "counted", countedOfFinding),
		OfColumns[int](OrMissing, "count", "of"),
		OfColumns[bool](OrMissing, "partial"),
		OfColumns[string](OrMissing, "metric"),
		Nested(OrMissing, "others", func(r *FindingRow) []string {
			return workOf(r.Finding).Others
		}),
		Nested(OrMissing, "metrics", metricsOfFinding),
		Nested(OrMissing, "changes", changesByKind),
		OfColumns[int](OrMissing, "times"),
		Nested(OrMissing, "lasted", func(r *FindingRow) history.Length {
			return r.Lasted
		}),
		Nested(OrMissing, "percent", (*FindingRow).Percent),
		Nested(OrMissing, "accounts", accountsOfFinding),
		OfColumns[string](OrMissing, "note"),
		Nested(OrMissing, "forecast", func(r *FindingRow) *findings.Forecast {
			return r.Forecast
		}),
		OfColumns[findings.Level](OrMissing, "level"),
		OfColumns[string](OrMissing, "when", "unknown"),
	)
}

// findingFacts are what findings of some kinds have, which the column of details words.
func findingFacts(v *View) []Column[*FindingRow] {
	fact := func(id string, of func(*findings.Finding) Value) Column[*FindingRow] {
		return onRequest(id, ofFinding(of))
	}
	total := func(id string, of func(*findings.Finding) api.Total) Column[*FindingRow] {
		return fact(id, func(f *findings.Finding) Value { return TotalValue(of(f)) })
	}
	return []Column[*FindingRow]{
		fact("what", func(f *findings.Finding) Value {
			return WordValue(string(f.What), v.Words.Optional("finding.kind."+string(f.What)))
		}),
		total("was", func(f *findings.Finding) api.Total {
			was, _ := f.Totals()
			return was
		}),
		fact("counted.was", func(f *findings.Finding) Value {
			return countOfKind(f.WasOf)
		}),
		total("is", func(f *findings.Finding) api.Total {
			_, is := f.Totals()
			return is
		}),
		fact("counted.is", func(f *findings.Finding) Value {
			return countOfKind(f.IsOf)
		}),
		fact("now", func(f *findings.Finding) Value {
			return NumberValue(f.Now)
		}),
		fact("count", func(f *findings.Finding) Value {
			return countOfKind(f.Count)
		}),
		fact("of", func(f *findings.Finding) Value {
			return countOfKind(f.Of)
		}),
		fact("partial", func(f *findings.Finding) Value {
			return v.ifSo(f.InPart)
		}),
		fact("metric", func(f *findings.Finding) Value {
			return TextValue(workOf(f).Metric)
		}),
		fact("times", func(f *findings.Finding) Value {
			return countOfKind(f.Times)
		}),
		fact("lasted", func(f *findings.Finding) Value {
			return v.lengthValue(f.Lasted)
		}),
		fact("note", func(f *findings.Finding) Value {
			return TextValue(f.Note)
		}),
		fact("level", func(f *findings.Finding) Value {
			return TextValue(string(ruleOf(f).Level))
		}),
		fact("when", func(f *findings.Finding) Value {
			return TextValue(ruleOf(f).When)
		}),
		fact("unknown", func(f *findings.Finding) Value {
			return TextValue(ruleOf(f).Unknown)
		}),
	}
}

// countedInFinding is the JSON of how many accounts the numbers of a finding about several are of.
type countedInFinding struct {
	Was int `json:"was,omitzero"`
	Is  int `json:"is,omitzero"`
}

// countedOfFinding is of how many accounts the numbers of a finding are; nil unless it is about several.
func countedOfFinding(r *FindingRow) *countedInFinding {
	if r.WasOf+r.IsOf == 0 {
		return nil
	}
	return &countedInFinding{r.WasOf, r.IsOf}
}

// countOfKind is a number that findings of some kinds have, unknown for others, which have 0.
func countOfKind(n int) Value {
	if n == 0 {
		return Value{}
	}
	return CountValue(n)
}

// workOf is the work of a finding, an empty one for a finding of something else.
func workOf(f *findings.Finding) *findings.Work {
	return cmp.Or(f.Work, &findings.Work{})
}

// ruleOf is the rule of a finding, an empty one for a finding of something else.
func ruleOf(f *findings.Finding) *findings.Rule {
	return cmp.Or(f.Rule, &findings.Rule{})
}

// metricsOfFinding are the metrics of a work that changed, before and after; nil for something else.
func metricsOfFinding(r *FindingRow) map[string][2]api.Number {
	if r.Work == nil {
		return nil
	}
	return r.Work.Changed()
}

// changesByKind are the numbers of changes of a model or a publish option.
func changesByKind(r *FindingRow) map[string]int {
	if len(r.Changes)+len(r.Options) == 0 {
		return nil
	}
	kinds := map[string]int{}
	for _, c := range r.Changes {
		kinds[string(c.Kind)]++
	}
	for _, c := range r.Options {
		kinds[c.Kind]++
	}
	return kinds
}

// accountOfFinding is the JSON of an account of a finding about several.
type accountOfFinding struct {
	Platform string `json:"platform"`
	ID       string `json:"id"`
}

func accountsOfFinding(r *FindingRow) (all []accountOfFinding) {
	for _, a := range r.Accounts {
		all = append(all, accountOfFinding{a.Type, a.ID})
	}
	return all
}
