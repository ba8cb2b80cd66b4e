package schema

import (
	"cmp"
	"maps"
	"slices"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

// listed returns the values of const or of the first enum.
func listed(parts []*jsonschema.Schema) []jsontext.Value {
	var enum []jsontext.Value
	for _, s := range parts {
		if s.Const != nil {
			return jsonOf(*s.Const)
		}
		if s.Enum != nil && enum == nil {
			enum = jsonOf(s.Enum.Values...)
		}
	}
	return enum
}

// suggested returns defaults, then examples.
func suggested(parts []*jsonschema.Schema) []jsontext.Value {
	var defaults, examples []jsontext.Value
	for _, s := range parts {
		if s.Default != nil {
			defaults = append(defaults, jsonOf(*s.Default)...)
		}
		examples = append(
			examples,
			jsonOf(s.Examples[:min(len(s.Examples), maxExampleItems)]...)...,
		)
	}
	return append(defaults, examples...)
}

// declaredTypes returns the types that all schemas allow, null last, or nil if
// none names any.
func declaredTypes(parts []*jsonschema.Schema) []string {
	var out []string
	for _, s := range parts {
		if s.Types == nil {
			continue
		}
		if out == nil {
			out = []string{"object", "array", "string", "number", "integer", "boolean", "null"}
		}
		allowed := s.Types.ToStrings()
		out = slices.DeleteFunc(out, func(t string) bool {
			return !slices.Contains(allowed, t) &&
				(t != "integer" || !slices.Contains(allowed, "number"))
		})
	}
	if slices.Contains(out, "number") { // which includes the integers
		out = slices.DeleteFunc(out, func(t string) bool {
			return t == "integer"
		})
	}
	return out
}

// itemSchemas returns the schemas of an element of an array.
func itemSchemas(parts []*jsonschema.Schema, i int) []*jsonschema.Schema {
	var out []*jsonschema.Schema
	for _, s := range parts {
		tuple := s.PrefixItems
		rest := s.Items2020
		switch items := s.Items.(type) {
		case *jsonschema.Schema:
			rest = items
		case []*jsonschema.Schema:
			tuple = items
			rest, _ = s.AdditionalItems.(*jsonschema.Schema)
		}
		if i < len(tuple) {
			out = append(out, tuple[i])
		} else if rest != nil {
			out = append(out, rest)
		}
	}
	return out
}

// memberSchemas returns the schemas of a member of an object.
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
		more, ok := s.AdditionalProperties.(*jsonschema.Schema)
		if ok && len(out) == before {
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

// largest returns the largest value of a keyword that counts, such as minLength.
func largest(parts []*jsonschema.Schema, keyword func(*jsonschema.Schema) *int) int {
	most := 0
	for _, s := range parts {
		if n := keyword(s); n != nil {
			most = max(most, *n)
		}
	}
	return most
}

// quote returns a text as JSON.
func quote(s string) jsontext.Value {
	v, _ := jsontext.AppendQuote(nil, s) // invalid UTF-8 is replaced
	return v
}

// join returns an array or an object of its elements or members.
func join(begin byte, items []jsontext.Value, end byte) jsontext.Value {
	out := jsontext.Value{begin}
	for i, item := range items {
		if i > 0 {
			out = append(out, ',')
		}
		out = append(out, item...)
	}
	return append(out, end)
}
