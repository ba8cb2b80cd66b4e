package options

import (
	"strings"

	"channeldeck/api/fleet"
	"channeldeck/ui/resource"
	"channeldeck/ui/text"
)

// CheckResource is what is printed of the checks before something is published.
func CheckResource(v *resource.View) *resource.Resource[*fleet.Check] {
	column := func(id string, of func(*fleet.Check) string) resource.Column[*fleet.Check] {
		return resource.Column[*fleet.Check]{ID: id, Title: v.Words.T("check.column." + id), Value: of}
	}
	verdict := column("verdict", func(c *fleet.Check) string { return string(c.Fit) })
	verdict.Show = func(c *fleet.Check) string { return verdictText(v, c.Fit) }
	return &resource.Resource[*fleet.Check]{
		Name: "check",
		Record: func(c *fleet.Check) any {
			return map[string]string{"verdict": string(c.Fit), "kind": string(c.Kind), "about": about(v, c), "reason": reason(v, c)}
		},
		Columns: []resource.Column[*fleet.Check]{
			verdict, column("about", func(c *fleet.Check) string { return about(v, c) }), column("reason", func(c *fleet.Check) string { return reason(v, c) }),
		},
	}
}

// about names what a check is about.
func about(v *resource.View, c *fleet.Check) string {
	switch {
	case c.Item != nil:
		return itemName(v, c.Item.Item, 0)
	case c.Option != "":
		return text.Clean(c.Option)
	}
	return v.Words.T("check.about." + string(c.Kind))
}

// reason says what a check found.
func reason(v *resource.View, c *fleet.Check) string {
	w := v.Words
	switch c.Kind {
	case fleet.CheckItem:
		list := details(v, c.Item)
		if names := unstatedNames(v, c.Item); names != "" {
			list = append(list, w.T("options.unstated", "What", names))
		}
		return strings.Join(list, "; ")
	case fleet.CheckOption:
		var list []string
		for _, i := range IssueTexts(w, c.Issues) {
			list = append(list, i.Path+" "+i.Text)
		}
		if len(list) > 0 {
			return strings.Join(list, "; ")
		}
		return w.T("check.option.unknown")
	case fleet.CheckKnown:
		return w.T("check.known", "Rule", w.T("check.rule."+c.Known), "Date", fleet.KnownRulesDate)
	case fleet.CheckStatistics:
		if c.At.IsZero() {
			return w.T("check.statistics.never")
		}
		return w.T("check.statistics.at", "Age", w.Ago(c.At, v.Now()))
	}
	return w.T("check." + string(c.Kind) + "." + string(c.Fit))
}
