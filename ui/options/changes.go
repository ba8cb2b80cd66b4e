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
	List  []change // what is new, then what is gone, then other differences
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
// stored at the point with which the user compares. There are none if no options were stored then, or if
// the history fails, which reports its errors itself.
func changesSince(ctx context.Context, h *history.DB, platform string, options []api.PublishOption) Changes {
	point, err := h.Chosen(ctx)
	since := point.Asked
	if since.IsZero() {
		since = point.Accounts
	}
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
	was, is := factsOf(before), factsOf(now)
	all := added(is, was)
	for i := range all {
		c := &all[i]
		required := *c
		required.Kind = "required"
		if c.Kind == "newMember" && slices.Contains(is, required) {
			c.Kind = "newRequired"
		}
	}
	opposite := map[string]string{"newOption": "goneOption", "newMember": "goneMember", "required": "optional", "newValue": "goneValue"}
	for _, c := range added(was, is) {
		c.Kind = opposite[c.Kind]
		all = append(all, c)
	}
	for i := range now {
		o := &now[i]
		old := slices.IndexFunc(before, func(b api.PublishOption) bool { return b.Field == o.Field })
		if old < 0 || slices.ContainsFunc(all, func(c change) bool { return c.Field == o.Field }) {
			continue
		}
		was, is := canonical(&before[old]), canonical(o)
		if facts := history.WithoutTexts(was); bytes.Equal(was, facts) { // its texts in this language are not known
			is = history.WithoutTexts(is)
		}
		if !bytes.Equal(was, is) {
			all = append(all, change{Kind: "other", Field: o.Field})
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

// factsOf returns what options and their schemas state, as the changes to nothing: each
// option, and the members of its schemas with their values.
func factsOf(options []api.PublishOption) []change {
	var facts []change
	for i := range options {
		o := &options[i]
		facts = append(facts, change{Kind: "newOption", Field: o.Field})
		facts = append(facts, schemaFacts(o.FilterSchema, change{Field: o.Field, Filter: true})...)
		facts = append(facts, schemaFacts(o.CreateSchema, change{Field: o.Field})...)
	}
	return facts
}

// schemaFacts returns what a schema states, each like c.
func schemaFacts(raw jsontext.Value, c change) (facts []change) {
	if !IsSchema(raw) {
		return nil
	}
	add := func(kind, value string) {
		c.Kind, c.Value = kind, value
		facts = append(facts, c)
	}
	for _, f := range schema.Read(raw).Fields() {
		c.Member = strings.TrimPrefix(strings.TrimPrefix(f.Path, "$"), ".")
		add("newMember", "")
		if f.Required {
			add("required", "")
		}
		for _, b := range f.Bounds {
			if b.Keyword == "enum" || b.Keyword == "const" {
				for _, v := range elements(jsontext.Value("[" + b.Value + "]")) {
					add("newValue", string(v))
				}
			}
		}
	}
	return facts
}

// added returns the facts that others lacks, but not those inside an added option or
// member. Each fact follows those around it.
func added(facts, others []change) []change {
	known, news := map[change]bool{}, map[change]bool{}
	for _, c := range others {
		known[c] = true
	}
	return slices.DeleteFunc(slices.Clone(facts), func(c change) bool {
		if known[c] || news[c] || c.inside(news) {
			return true
		}
		news[c] = true
		return false
	})
}

// inside reports whether c concerns an option or a member of a set, or something in it.
func (c change) inside(set map[change]bool) bool {
	outer := change{Kind: "newMember", Field: c.Field, Filter: c.Filter}
	for i, r := range c.Member + "." {
		if i == 0 || r == '.' || r == '[' {
			if outer.Member = c.Member[:i]; set[outer] {
				return true
			}
		}
	}
	return set[change{Kind: "newOption", Field: c.Field}]
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
