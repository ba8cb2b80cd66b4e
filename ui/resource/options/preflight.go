package options

import (
	"strings"

	"channeldeck/api/fleet"
	"channeldeck/api/schema"
	"channeldeck/ui/resource"
	"channeldeck/ui/text"
	"channeldeck/ui/words"
)

// CheckResource returns the resource for printing the checks before a publication.
func CheckResource(v *resource.View) *resource.Resource[*fleet.Check] {
	column := func(id string, of func(*fleet.Check) resource.Value) resource.Column[*fleet.Check] {
		return resource.Column[*fleet.Check]{ID: id, Title: v.Words.T("check.column." + id), Of: of}
	}
	return &resource.Resource[*fleet.Check]{
		Name: "check",
		Record: func(c *fleet.Check) any {
			return map[string]string{
				"verdict": string(c.Fit),
				"kind":    string(c.Kind),
				"about":   CheckSubject(v, c),
				"reason":  CheckReason(v, c),
			}
		},
		Columns: []resource.Column[*fleet.Check]{
			column("verdict", func(c *fleet.Check) resource.Value {
				return verdictValue(v, c.Fit)
			}),
			column("about", func(c *fleet.Check) resource.Value {
				return resource.TextValue(CheckSubject(v, c))
			}),
			column("reason", func(c *fleet.Check) resource.Value {
				return resource.TextValue(CheckReason(v, c))
			}),
		},
	}
}

// CheckSubject names what a check is about.
func CheckSubject(v *resource.View, c *fleet.Check) string {
	if c.Item != nil {
		return ItemName(v, &c.Item.Item, 0)
	}
	if c.Option != "" {
		return text.Clean(c.Option)
	}
	return v.Words.T("check.about." + string(c.Kind))
}

// CheckReason says what a check found.
func CheckReason(v *resource.View, c *fleet.Check) string {
	w := v.Words
	switch c.Kind {
	case fleet.CheckItem:
		return strings.Join(details(v, c.Item), w.T("post.separator"))
	case fleet.CheckPost:
		return findingText(v, c.Finding)
	case fleet.CheckPlatform:
		if c.Finding != nil {
			return findingText(v, c.Finding)
		}
	case fleet.CheckOption:
		return optionReason(w, c.Issues)
	case fleet.CheckKnown:
		return w.T("check.known", "Rule", w.T("check.rule."+c.Known), "Date", fleet.KnownRulesDate)
	}
	return w.T("check." + string(c.Kind) + "." + string(c.Fit))
}

// optionReason says what is wrong with the options.
func optionReason(w *words.Words, issues []schema.Issue) string {
	if len(issues) == 0 {
		return w.T("check.option.unknown")
	}
	var list []string
	for _, i := range IssueTexts(w, closest(issues)) {
		name := strings.TrimPrefix(strings.TrimPrefix(i.Path, "$"), ".")
		list = append(list, text.Join(" ", name, i.Text))
	}
	return strings.Join(list, w.T("post.separator"))
}

// closest replaces an issue of alternatives by what is wrong with the alternative that needs the
// fewest changes.
func closest(issues []schema.Issue) (list []schema.Issue) {
	for _, issue := range issues {
		var best []schema.Issue
		for from := 0; from < len(issue.Causes); {
			to := from + 1
			for to < len(issue.Causes) && issue.Causes[to].Alternative == issue.Causes[from].Alternative {
				to++
			}
			if best == nil || to-from < len(best) {
				best = issue.Causes[from:to]
			}
			from = to
		}
		if issue.Kind == "no_alternative" && best != nil {
			list = append(list, closest(best)...)
		} else {
			list = append(list, issue)
		}
	}
	return list
}
