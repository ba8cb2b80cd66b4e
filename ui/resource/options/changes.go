package options

import (
	"slices"

	"channeldeck/api/diff"
	"channeldeck/api/fleet"
	"channeldeck/ui/resource"
	"channeldeck/ui/text"
)

// Changes are the differences between the options of a platform at two times, in words.
type Changes fleet.OptionChanges

// Lines words the changes of a platform, below a title; without changes it returns nil.
func (c Changes) Lines(v *resource.View, platform string) []string {
	if len(c.List) == 0 {
		return nil
	}
	lines := []string{c.Title(v)}
	for i := range c.List {
		change := &c.List[i]
		lines = append(lines, v.Words.T(
			"options.change.line",
			"Option", OptionLabel(v.Words, platform, change.Field, ""),
			"Field", text.Clean(change.Field),
			"Change", LabelledChange(v, platform, change),
		))
	}
	return lines
}

// Of returns the changes of the option with a field.
func (c Changes) Of(field string) Changes {
	return Changes{
		c.Since,
		slices.DeleteFunc(slices.Clone(c.List), func(it diff.Change) bool {
			return it.Field != field
		}),
	}
}

// ChangeText words a change. It is clean.
func ChangeText(v *resource.View, c *diff.Change) string {
	kind := "options.change." + c.Kind
	if c.Member == "" && v.Words.Has(kind+"_root") {
		kind += "_root"
	}
	s := v.Words.T(
		kind,
		"Field", text.Clean(c.Field),
		"Member", Inline(c.Member),
		"Value", Inline(c.Value),
	)
	if c.Filter {
		s = v.Words.T("options.change.in_filters", "Text", s)
	}
	return s
}

// Title says since when the options have changed.
func (c Changes) Title(v *resource.View) string {
	return v.Words.T("options.changed_since", "Time", v.DayTime(c.Since))
}
