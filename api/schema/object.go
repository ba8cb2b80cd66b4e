package schema

import (
	"cmp"
	"iter"
	"maps"
	"slices"
	"strconv"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

// object builds the required members. To reach minProperties it adds declared ones
// and then others.
func (b *builder) object(parts []*jsonschema.Schema, depth, nth int) jsontext.Value {
	names, parts := b.require(nil, parts)
	least := min(largest(parts, func(s *jsonschema.Schema) *int { return s.MinProperties }), maxExampleItems)
	if len(names) < least {
		for name := range b.optional(parts, depth) {
			if !slices.Contains(names, name) && b.allows(parts, name) {
				names, parts = b.require(append(names, name), parts)
			}
			if len(names) >= least {
				break
			}
		}
	}
	slices.SortStableFunc(names, b.inOrder)
	var members []jsontext.Value
	for _, name := range names {
		members = append(members, slices.Concat(quote(name), jsontext.Value(":"), b.value(memberSchemas(parts, name), depth+1, nth)))
	}
	return join('{', members, '}')
}

// require adds the required members to names, and those that depend on them. It adds
// the schemas that apply because of a member to parts.
func (b *builder) require(names []string, parts []*jsonschema.Schema) ([]string, []*jsonschema.Schema) {
	names, parts = slices.Clone(names), slices.Clone(parts)
	add := func(list []string) {
		for _, name := range list {
			if !slices.Contains(names, name) && len(names) < maxExampleItems {
				names = append(names, name)
			}
		}
	}
	for before := -1; before < len(names)+len(parts) && len(parts) < maxRefs*maxRefs; {
		before = len(names) + len(parts)
		for _, s := range parts {
			add(s.Required)
			for _, name := range names {
				add(s.DependentRequired[name])
				schema := s.DependentSchemas[name]
				switch dependency := s.Dependencies[name].(type) {
				case []string:
					add(dependency)
				case *jsonschema.Schema:
					schema = dependency
				}
				if schema != nil && !slices.Contains(parts, schema) {
					more, _ := b.expand([]*jsonschema.Schema{schema}, 0)
					parts = append(parts, more...)
				}
			}
		}
	}
	return names, parts
}

// optional yields names for more members: the declared ones, and others that the schemas
// for names ask for. They need not be allowed.
func (b *builder) optional(parts []*jsonschema.Schema, depth int) iter.Seq[string] {
	var patterns []string
	var nameSchemas []*jsonschema.Schema
	for _, s := range parts {
		for pattern := range s.PatternProperties {
			patterns = append(patterns, pattern.String())
		}
		if s.PropertyNames != nil {
			nameSchemas = append(nameSchemas, s.PropertyNames)
		}
	}
	slices.Sort(patterns)
	return func(yield func(string) bool) {
		names := b.properties(parts)
		for nth := range maxExampleItems {
			for _, pattern := range patterns {
				names = append(names, sample(pattern, 0, nth), sample(pattern, nth, 0))
			}
			name := "name"
			if nameSchemas != nil {
				_ = json.Unmarshal(b.value(nameSchemas, depth+1, nth), &name) // any other value is not allowed
			} else if nth > 0 {
				name += strconv.Itoa(nth + 1)
			}
			for _, name := range append(names, name) {
				if !yield(name) {
					return
				}
			}
			names = nil
		}
	}
}

// allows reports whether an object may have a member of a name.
func (b *builder) allows(parts []*jsonschema.Schema, name string) bool {
	for _, s := range parts {
		members := memberSchemas([]*jsonschema.Schema{s}, name)
		forbidden := slices.ContainsFunc(members, func(m *jsonschema.Schema) bool { return m.Bool != nil && !*m.Bool })
		if forbidden || len(members) == 0 && s.AdditionalProperties == false {
			return false
		}
		if s.PropertyNames != nil && !b.accepts([]*jsonschema.Schema{s.PropertyNames}, quote(name)) {
			return false
		}
	}
	return true
}

func memberSchemas(parts []*jsonschema.Schema, name string) []*jsonschema.Schema {
	var out []*jsonschema.Schema
	for _, s := range parts {
		before := len(out)
		if property := s.Properties[name]; property != nil {
			out = append(out, property)
		}
		for pattern, sub := range s.PatternProperties {
			if pattern.MatchString(name) {
				out = append(out, sub)
			}
		}
		if more, ok := s.AdditionalProperties.(*jsonschema.Schema); ok && len(out) == before {
			out = append(out, more)
		}
	}
	return out
}

// properties returns the properties of schemas in document order.
func (b *builder) properties(parts []*jsonschema.Schema) []string {
	all := map[string]bool{}
	for _, s := range parts {
		for name := range s.Properties {
			all[name] = true
		}
	}
	return slices.SortedFunc(maps.Keys(all), b.inOrder)
}

// inOrder compares names by their place in the document, those that are no
// properties last.
func (b *builder) inOrder(x, y string) int {
	last := len(b.schema.order) + 1
	return cmp.Compare(cmp.Or(b.schema.order[x], last), cmp.Or(b.schema.order[y], last))
}
