// Package diff compares the publish options of a platform at two times, without a
// terminal.
package diff

import (
	"bytes"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"channeldeck/api"
	"channeldeck/api/history"
	"channeldeck/api/schema"
)

// Change is one difference. The message options.change.KIND words it.
type Change struct {
	// newOption, goneOption, newMember, goneMember, newRequired, required, optional, newValue,
	// goneValue, other
	Kind   string
	Field  string // of the option
	Filter bool   // of the filterSchema, not of the createSchema
	Member string // of the schema, such as board.name or tags[*]; "" for its root
	Value  string // JSON
}

// Options lists the differences: what is new, then what is gone, then others. In the
// schemas it compares the members, whether they are required, and their allowed values;
// any other difference is "other".
func Options(before, now []api.PublishOption) []Change {
	was := factsOf(before)
	is := factsOf(now)
	all := added(is, was)
	for i := range all {
		c := &all[i]
		required := *c
		required.Kind = "required"
		if c.Kind == "newMember" && slices.Contains(is, required) {
			c.Kind = "newRequired"
		}
	}
	opposite := map[string]string{
		"newOption": "goneOption",
		"newMember": "goneMember",
		"required":  "optional",
		"newValue":  "goneValue",
	}
	for _, c := range added(was, is) {
		c.Kind = opposite[c.Kind]
		all = append(all, c)
	}
	for i := range now {
		o := &now[i]
		old := slices.IndexFunc(before, func(b api.PublishOption) bool {
			return b.Field == o.Field
		})
		if old < 0 || slices.ContainsFunc(all, func(c Change) bool { return c.Field == o.Field }) {
			continue
		}
		was := canonical(&before[old])
		is := canonical(o)
		facts := history.WithoutTexts(was)
		if bytes.Equal(was, facts) { // its texts in this language are not known
			is = history.WithoutTexts(is)
		}
		if !bytes.Equal(was, is) {
			all = append(all, Change{Kind: "other", Field: o.Field})
		}
	}
	return all
}

// canonical returns an option as JSON with its members in order and the digits of its
// numbers.
func canonical(o *api.PublishOption) jsontext.Value {
	content, _ := api.Marshal(o)
	v := jsontext.Value(content)
	// malformed JSON stays as it is
	_ = v.Canonicalize(jsontext.CanonicalizeRawInts(false), jsontext.CanonicalizeRawFloats(false))
	return v
}

// factsOf returns what options and their schemas state, as the changes to nothing: each
// option, and the members of its schemas with their values.
func factsOf(options []api.PublishOption) []Change {
	var facts []Change
	for i := range options {
		o := &options[i]
		facts = append(facts, Change{Kind: "newOption", Field: o.Field})
		facts = append(
			facts,
			schemaFacts(o.FilterSchema, Change{Field: o.Field, Filter: true})...,
		)
		facts = append(facts, schemaFacts(o.CreateSchema, Change{Field: o.Field})...)
	}
	return facts
}

// schemaFacts returns what a schema states, each like c.
func schemaFacts(raw jsontext.Value, c Change) (facts []Change) {
	if len(raw) == 0 || raw.Kind() == 'n' {
		return nil
	}
	add := func(kind, value string) {
		c.Kind = kind
		c.Value = value
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
				var values []jsontext.Value
				// malformed ones are left out
				_ = json.Unmarshal(
					[]byte("["+b.Value+"]"),
					&values,
					jsontext.AllowDuplicateNames(true),
					jsontext.AllowInvalidUTF8(true),
				)
				for _, v := range values {
					add("newValue", string(v))
				}
			}
		}
	}
	return facts
}

// added returns the facts that others lacks, but not those inside an added option or
// member. Each fact follows those around it.
func added(facts, others []Change) []Change {
	known := map[Change]bool{}
	news := map[Change]bool{}
	for _, c := range others {
		known[c] = true
	}
	return slices.DeleteFunc(slices.Clone(facts), func(c Change) bool {
		if known[c] || news[c] || c.inside(news) {
			return true
		}
		news[c] = true
		return false
	})
}

// inside reports whether c concerns an option or a member of a set, or something in it.
func (c Change) inside(set map[Change]bool) bool {
	outer := Change{Kind: "newMember", Field: c.Field, Filter: c.Filter}
	for i, r := range c.Member + "." {
		if i == 0 || r == '.' || r == '[' {
			outer.Member = c.Member[:i]
			if set[outer] {
				return true
			}
		}
	}
	return set[Change{Kind: "newOption", Field: c.Field}]
}
