package options

import (
	"bytes"
	"context"
	"slices"
	"strings"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"channeldeck/api"
	"channeldeck/api/history"
	"channeldeck/theme"
	"channeldeck/ui/options/schema"
	"channeldeck/ui/resource"
	"channeldeck/ui/text"
)

// listed are the options of a platform and how they differ from those at the
// previous visit.
type listed struct {
	options []api.PublishOption
	changes Changes
}

// Changes are the differences between the options of a platform at two times.
type Changes struct {
	Since time.Time
	List  []change // in the order of the newer options, removed ones at the end
}

// change is one difference. The message options.change.KIND words it.
type change struct {
	Kind   string // newOption, goneOption, newMember, goneMember, newRequired, required, optional, newValue, goneValue, other
	Field  string // of the option
	Filter bool   // of the filterSchema, not of the createSchema
	Member string // of the schema, such as board.name or tags[*]; "" for its root
	Value  string // JSON
}

// Changed stores the options of a platform and returns how they differ from those at
// the previous visit.
func Changed(ctx context.Context, h *history.DB, at time.Time, platform string, options []api.PublishOption) Changes {
	c := changesSince(ctx, h, platform, options)
	h.RecordOptions(at, platform, options)
	return c
}

// changesSince returns the differences between the options of a platform and those
// stored at the previous visit. There are none if no options were stored then, or if
// the history fails, which reports its errors itself.
func changesSince(ctx context.Context, h *history.DB, platform string, options []api.PublishOption) Changes {
	since, err := h.LastVisit(ctx)
	if err != nil || since.IsZero() {
		return Changes{}
	}
	before, err := h.OptionsAt(ctx, platform, since)
	if err != nil || len(before) == 0 {
		return Changes{}
	}
	return Changes{since, compare(before, options)}
}

// Lines words the changes, below a title; without changes it returns nil.
func (c Changes) Lines(v *resource.View) []string {
	if len(c.List) == 0 {
		return nil
	}
	lines := []string{c.title(v)}
	for i := range c.List {
		lines = append(lines, "  "+text.Clean(c.List[i].Field)+"  "+c.List[i].text(v))
	}
	return lines
}

// compare lists the differences. In the schemas it compares the members, whether they
// are required, and their allowed values; any other difference is "other".
func compare(before, now []api.PublishOption) []change {
	find := func(list []api.PublishOption, field string) *api.PublishOption {
		if i := slices.IndexFunc(list, func(o api.PublishOption) bool { return o.Field == field }); i >= 0 {
			return &list[i]
		}
		return nil
	}
	var all []change
	for i := range now {
		o := &now[i]
		old := find(before, o.Field)
		if old == nil {
			all = append(all, change{Kind: "newOption", Field: o.Field})
			continue
		}
		start := len(all)
		all = compareMembers(all, change{Field: o.Field, Filter: true}, old.FilterSchema, o.FilterSchema)
		all = compareMembers(all, change{Field: o.Field}, old.CreateSchema, o.CreateSchema)
		if len(all) == start && !bytes.Equal(canonical(old), canonical(o)) {
			all = append(all, change{Kind: "other", Field: o.Field})
		}
	}
	for i := range before {
		if field := before[i].Field; find(now, field) == nil {
			all = append(all, change{Kind: "goneOption", Field: field})
		}
	}
	return all
}

// canonical returns an option as JSON with its members in order and the digits of its
// numbers.
func canonical(o *api.PublishOption) jsontext.Value {
	content, _ := api.Marshal(o)
	v := jsontext.Value(content)
	_ = v.Canonicalize(jsontext.CanonicalizeRawInts(false), jsontext.CanonicalizeRawFloats(false)) // malformed JSON stays as it is
	return v
}

// compared is the part of a schema member that compare looks at, merged over all
// branches.
type compared struct {
	required bool
	values   []string // JSON
}

// comparedMembers returns the members of a schema by their paths, and the paths in document
// order.
func comparedMembers(raw jsontext.Value) (paths []string, all map[string]*compared) {
	all = map[string]*compared{}
	if !IsSchema(raw) {
		return nil, all
	}
	for _, f := range schema.Read(raw).Fields() {
		path := strings.TrimPrefix(strings.TrimPrefix(f.Path, "$"), ".")
		m := all[path]
		if m == nil {
			m = &compared{}
			all[path], paths = m, append(paths, path)
		}
		m.required = m.required || f.Required
		for _, b := range f.Bounds {
			if b.Keyword != "enum" && b.Keyword != "const" {
				continue
			}
			for _, v := range elements(jsontext.Value("[" + b.Value + "]")) {
				if !slices.Contains(m.values, string(v)) {
					m.values = append(m.values, string(v))
				}
			}
		}
	}
	return paths, all
}

// compareMembers appends the differences between two schemas, each like c.
func compareMembers(all []change, c change, before, now jsontext.Value) []change {
	oldPaths, old := comparedMembers(before)
	newPaths, current := comparedMembers(now)
	add := func(kind, path, value string) {
		c.Kind, c.Member, c.Value = kind, path, value
		all = append(all, c)
	}
	addValues := func(kind, path string, values, others []string) {
		for _, v := range values {
			if !slices.Contains(others, v) {
				add(kind, path, v)
			}
		}
	}
	for _, path := range newPaths {
		was, is := old[path], current[path]
		switch {
		case was == nil && inside(path, func(outer string) bool { return old[outer] == nil && current[outer] != nil }):
		case was == nil && is.required:
			add("newRequired", path, "")
		case was == nil:
			add("newMember", path, "")
		default:
			if is.required && !was.required {
				add("required", path, "")
			}
			if was.required && !is.required {
				add("optional", path, "")
			}
			addValues("newValue", path, is.values, was.values)
			addValues("goneValue", path, was.values, is.values)
		}
	}
	for _, path := range oldPaths {
		if current[path] == nil && !inside(path, func(outer string) bool { return old[outer] != nil && current[outer] == nil }) {
			add("goneMember", path, "")
		}
	}
	return all
}

// inside reports whether a member around path, or the root, satisfies f.
func inside(path string, f func(outer string) bool) bool {
	for i, r := range path {
		if (i == 0 || r == '.' || r == '[') && f(path[:i]) {
			return true
		}
	}
	return false
}

func (c Changes) of(field string) Changes {
	return Changes{c.Since, slices.DeleteFunc(slices.Clone(c.List), func(it change) bool { return it.Field != field })}
}

// text words a change. It is clean.
func (c *change) text(v *resource.View) string {
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
	return v.Words.T("options.changed_since", "Time", v.Time(c.Since))
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
