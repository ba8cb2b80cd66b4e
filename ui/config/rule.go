package config

import (
	"slices"
	"strings"

	"channeldeck/api/fleet"
)

// rule is an own rule as the file has it.
type rule struct {
	name, level Value[string]
	when        Value[fleet.Query]
}

// Rules returns the own rules in the [[rules]] tables of the file, in their order. The error
// names the mistakes in them.
func (c *Config) Rules() ([]fleet.Rule, error) {
	var rules []fleet.Rule
	var names []string
	var errs []error
	for i := range c.file.lists[ruleTables] {
		prefix := tableKey(ruleTables, i)
		var r rule
		errs = append(errs, c.fill(prefix, ruleRows(&r)))
		errs = append(errs, c.checkTable(prefix, r.name.V, names, "name", "when")...)
		rules = append(rules, fleet.Rule{
			Name:  r.name.V,
			Level: fleet.Level(r.level.V),
			Line:  r.when.Text,
			When:  r.when.V,
		})
		names = append(names, r.name.V)
	}
	return rules, c.asWritten(errs)
}

// ParseRule returns a rule with an expression, whose mistakes are an *Error.
func ParseRule(when string) (fleet.Rule, error) {
	q, err := parseWhen(when)
	if e, ok := err.(*Error); ok {
		e.Key = "when"
	}
	return fleet.Rule{
		Name:  when,
		Level: fleet.Alert,
		Line:  when,
		When:  q,
	}, err
}

func ruleRows(r *rule) []pref {
	return []pref{
		bind("name", "", &r.name, WantLabel, parseLabel),
		bind("when", "", &r.when, WantText, parseWhen),
		choice("level", &r.level, string(fleet.Alert), string(fleet.Note)),
	}
}

// parseWhen reads the expression of a rule. It filters accounts by what they are, so that it means
// the same at any time and for everybody: text, baselines and how a list is shown have no place in it.
func parseWhen(line string) (fleet.Query, error) {
	q, err := fleet.ParseQuery(line)
	if line != "" && strings.TrimSpace(line) == "" {
		return q, &Error{Kind: Required}
	}
	if bad, ok := err.(*fleet.TermError); ok {
		return q, badTerm(bad)
	}
	rest := q
	rest.Platforms = nil
	rest.Groups = nil
	rest.IDs = nil
	rest.Status = fleet.Any
	rest.Terms = slices.DeleteFunc(slices.Clone(q.Terms), func(t fleet.Term) bool {
		return t.Column != fleet.ColumnVisit
	})
	if reason := rest.String(); reason != "" {
		return q, &Error{Kind: RuleTerm, Reason: reason}
	}
	return q, nil
}
