package options

import (
	"context"
	"slices"
	"time"

	"channeldeck/api"
	"channeldeck/api/diff"
	"channeldeck/api/history"
	"channeldeck/theme"
	"channeldeck/ui/resource"
	"channeldeck/ui/text"
)

// listed are the options of a platform and how they differ from those at the
// baseline.
type listed struct {
	options []api.PublishOption
	changes Changes
}

// Changes are the differences between the options of a platform at two times.
type Changes struct {
	Since time.Time
	List  []diff.Change // what is new, then what is gone, then other differences
}

// Changed stores the options of a platform and returns how they differ from those at
// the baseline.
func Changed(ctx context.Context, h *history.DB, at time.Time, platform string, options []api.PublishOption) Changes {
	c := changesSince(ctx, h, platform, options)
	h.RecordOptions(at, platform, options)
	return c
}

// changesSince returns the differences between the options of a platform and those
// stored at the point with which the user compares. There are none if no options were stored then, or if
// the history fails, which reports its errors itself.
func changesSince(ctx context.Context, h *history.DB, platform string, options []api.PublishOption) Changes {
	point, err := h.Points().Chosen(ctx)
	since := point.Asked
	if since.IsZero() {
		since = point.Accounts
	}
	if err != nil || since.IsZero() {
		return Changes{}
	}
	before, err := h.Past().OptionsAt(ctx, platform, since)
	if err != nil || len(before) == 0 {
		return Changes{}
	}
	return Changes{since, diff.Options(before, options)}
}

// Lines words the changes, below a title; without changes it returns nil.
func (c Changes) Lines(v *resource.View) []string {
	if len(c.List) == 0 {
		return nil
	}
	lines := []string{c.title(v)}
	for i := range c.List {
		lines = append(lines, "  "+text.Clean(c.List[i].Field)+"  "+changeText(v, &c.List[i]))
	}
	return lines
}

func (c Changes) of(field string) Changes {
	return Changes{c.Since, slices.DeleteFunc(slices.Clone(c.List), func(it diff.Change) bool { return it.Field != field })}
}

// changeText words a change. It is clean.
func changeText(v *resource.View, c *diff.Change) string {
	kind := "options.change." + c.Kind
	if c.Member == "" && v.Words.Has(kind+"_root") {
		kind += "_root"
	}
	s := v.Words.T(kind, "Field", text.Clean(c.Field), "Member", shown(c.Member), "Value", shown(c.Value))
	if c.Filter {
		s = v.Words.T("options.change.in_filters", "Text", s)
	}
	return s
}

func (c Changes) title(v *resource.View) string {
	return v.Words.T("options.changed_since", "Time", v.DayTime(c.Since))
}

// markedOptions are the options of a platform with signs at those that changed.
func (m *Model) markedOptions(platform string) *resource.Resource[offer] {
	r := OptionResource(m.Context.View)
	field := &r.Columns[0]
	field.Exact = func(o offer) string { return o.Field }
	field.Cell = func(o offer) resource.Cell {
		switch list := m.load(platform).Value.changes.of(o.Field).List; {
		case len(list) == 0:
			return resource.Cell{Text: o.Field}
		case list[0].Kind == "newOption":
			return resource.Cell{Text: m.Theme.Glyphs.New + " " + o.Field, Tone: theme.Good}
		}
		return resource.Cell{Text: m.Theme.Glyphs.Stale + " " + o.Field, Tone: theme.Warn}
	}
	return r
}
