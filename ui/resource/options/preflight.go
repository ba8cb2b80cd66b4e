package options

import (
	"slices"
	"strconv"
	"strings"

	"channeldeck/api/fleet"
	"channeldeck/api/media"
	"channeldeck/api/schema"
	"channeldeck/ui/resource"
	"channeldeck/ui/text"
	"channeldeck/ui/words"
)

// CheckResource returns the resource for printing the checks before a publication.
func CheckResource(v *resource.View) *resource.Resource[*fleet.Check] {
	column := func(id string, of func(*fleet.Check) resource.Value) resource.Column[*fleet.Check] {
		return resource.Column[*fleet.Check]{
			ID:    id,
			Title: v.Words.T("check.column." + id),
			Of:    of,
		}
	}
	return &resource.Resource[*fleet.Check]{
		Name: "check",
		Fields: slices.Concat(
			resource.OfColumns[string](resource.OrEmpty, "about"),
			resource.Nested(resource.Always, "kind", func(c *fleet.Check) fleet.CheckKind {
				return c.Kind
			}),
			resource.Nested(resource.OrMissing, "option", checkedOption),
			resource.OfColumns[string](resource.OrEmpty, "reason"),
			resource.OfColumns[media.Answer](resource.Always, "verdict"),
		),
		Columns: []resource.Column[*fleet.Check]{
			column("verdict", func(c *fleet.Check) resource.Value {
				return verdictOrNeed(v, c.Fit, c.Kind == fleet.CheckNeed)
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

// checkedOption is the name of the option that is checked, "" for something else.
func checkedOption(c *fleet.Check) string {
	if c.Option == "" && c.Line != nil && len(c.Line.Options) > 0 {
		return c.Line.Options[0]
	}
	return c.Option
}

// CheckSubject names what a check is about.
func CheckSubject(v *resource.View, c *fleet.Check) string {
	if c.Item != nil {
		return ItemName(v, &c.Item.Item, c.Nth)
	}
	if c.Line != nil {
		return LineLabel(v, c.Line)
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
	case fleet.CheckNeed:
		return needReason(v, c)
	case fleet.CheckOption:
		return optionReason(w, c.Issues)
	case fleet.CheckKnown:
		return w.T(
			"check.need.origin",
			"Reason", brokenRule(w, c.Known),
			"Origin", LineOrigin(w, c.Line),
		)
	}
	return w.T("check." + string(c.Kind) + "." + string(c.Fit))
}

// brokenRule says what a rule of the web client asks for that a post breaks.
func brokenRule(w *words.Words, rule string) string {
	return w.T("check.broken_rule", "Rule", w.T("check.rule."+rule))
}

// needReason says whether what a line asks for is there, and what may stand there.
func needReason(v *resource.View, c *fleet.Check) string {
	w := v.Words
	if c.Fit == media.Yes {
		return w.T("check.need.fits")
	}
	if len(c.Issues) > 0 {
		return optionReason(w, c.Issues)
	}
	if c.Line == nil {
		return w.T("check.need.unknown")
	}
	rule := LineRule(v, c.Line)
	if c.Line.Kind == fleet.LineOption {
		rule = optionRule(v, c.Line)
	}
	reason := w.T("check.need.unknown_rule", "Rule", rule)
	switch rule {
	case "", v.Theme.Glyphs.Ellipsis, w.T("options.type.string"): // nothing is known, not yet, or any text
		reason = w.T("check.need.unknown")
	}
	origin := LineOrigin(w, c.Line)
	if origin == "" {
		return reason
	}
	return w.T("check.need.origin", "Reason", reason, "Origin", origin)
}

// optionReason says what is wrong with the value of an option: the members inside it are named.
func optionReason(w *words.Words, issues []schema.Issue) string {
	if len(issues) == 0 {
		return w.T("check.option.unknown")
	}
	var list []string
	for i := range issues {
		reason := optionIssue(w, &issues[i])
		inner := insideOption(w, &issues[i])
		if inner != "" {
			reason = w.T("prices.finding.of", "Which", inner, "Detail", reason)
		}
		if !slices.Contains(list, reason) {
			list = append(list, reason)
		}
	}
	return strings.Join(list, w.T("post.separator"))
}

// optionIssue words an issue of an option for those who do not read schemas: options and values have their
// labels, and what cannot be said without the schema is only said to be there.
func optionIssue(w *words.Words, issue *schema.Issue) string {
	label := func(name string) string {
		return inside(OptionLabel(w, "", name, ""))
	}
	worded := *issue
	worded.Causes = nil
	worded.Values = slices.Clone(issue.Values)
	switch issue.Kind {
	case schema.Missing, "unexpected":
		for i, name := range issue.Values {
			worded.Values[i] = label(name)
		}
	case "needs_with":
		worded.Limit = label(issue.Limit)
		for i, name := range issue.Values {
			worded.Values[i] = label(name)
		}
	case "enum", "const":
		for i, value := range issue.Values {
			worded.Values[i] = Choice(w, issue.Root(), value)
		}
	case schema.WrongType:
		return w.T(
			"check.option.type",
			"Values", TypeWords(w, issue.Values),
			"Got", TypeWords(w, []string{issue.Got}),
		)
	case "format":
		name := w.Optional("options.format." + issue.Limit)
		if name == "" {
			return w.T("check.option.form")
		}
		return w.T("options.issue.const", "Values", name)
	case schema.Unchecked:
		return w.T("check.option.unchecked")
	case schema.Other, "pattern", "name", "none_contained",
		"no_alternative", "many_alternatives", "not_allowed":
		return w.T("check.option.form")
	}
	return issueText(w, worded)
}

// insideOption names the member inside an option that an issue is about, "" for the option itself.
func insideOption(w *words.Words, issue *schema.Issue) string {
	steps := strings.FieldsFunc(issue.Path, func(r rune) bool {
		return strings.ContainsRune("$.[]'", r)
	})
	var names []string
	for _, step := range steps[min(len(steps), 1):] {
		index, err := strconv.Atoi(step)
		if err == nil {
			names = append(names, w.Int(index+1))
		} else {
			names = append(names, OptionLabel(w, "", step, ""))
		}
	}
	return text.Join(" ", names...)
}
