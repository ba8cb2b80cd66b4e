package schema

import (
	"net/url"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"channeldeck/api"
)

// Parameter is one query parameter, not escaped. A list has one per value, with
// [] after the name (4.2, wire notes).
type Parameter struct{ Name, Value string }

// Filter is an optional filter.
type Filter struct {
	Name       string
	Types      []string
	Parameters []Parameter // from const, default, examples or enum; nil if the schema names no value
	Nested     bool        // an object, which a query cannot carry
}

// Query is an example of the query of usage rule 2 in 4.2: the required filters.
type Query struct {
	Parameters []Parameter
	Issues     []Issue  // why it is not valid
	Optional   []Filter // in document order
}

// String returns the required parameters, escaped, without a question mark.
func (q Query) String() string { return Encode(q.Parameters) }

// Encode escapes query parameters and keeps their order.
func Encode(list []Parameter) string {
	parts := make([]string, len(list))
	for i, p := range list {
		parts[i] = url.QueryEscape(p.Name) + "=" + url.QueryEscape(p.Value)
	}
	return strings.Join(parts, "&")
}

// Query builds an example of the filters. Required filters that a query cannot
// carry are a problem. Known values are used as in [Schema.Example].
func (s *Schema) Query(known ...Parameter) (Query, *Problem) {
	b := &builder{schema: s, known: known, query: true}
	example, problem := b.example()
	if problem != nil {
		return Query{}, problem
	}
	if example.Value.Kind() != '{' {
		return Query{}, &Problem{Kind: NestedQuery, Path: "$"}
	}
	q := Query{Issues: example.Issues}
	sent := map[string]bool{}
	for name, v := range api.Members(example.Value) {
		values, ok := parameters(name, v)
		if !ok {
			return Query{}, &Problem{Kind: NestedQuery, Path: "$" + step(name)}
		}
		q.Parameters = append(q.Parameters, values...)
		sent[name] = true
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.steps = maxSteps
	parts, _ := b.expand([]*jsonschema.Schema{s.compiled}, 0)
	for _, name := range b.properties(parts) {
		if !sent[name] {
			q.Optional = append(q.Optional, b.filter(name, memberSchemas(parts, name)))
		}
	}
	return q, nil
}

// filter describes an optional filter. Its value is only one that the schema
// names, for a list also one that the schema names for an element.
func (b *builder) filter(name string, schemas []*jsonschema.Schema) Filter {
	parts, _ := b.expand(schemas, 0)
	f := Filter{Name: name, Types: declaredTypes(parts)}
	values := slices.Concat(listed(parts), suggested(parts))
	items, _ := b.expand(itemSchemas(parts, 0), 0)
	for _, v := range slices.Concat(listed(items), suggested(items)) {
		values = append(values, join('[', []jsontext.Value{v}, ']'))
	}
	for _, v := range values {
		list, ok := parameters(name, v)
		if ok && b.accepts(schemas, v) {
			f.Parameters = list
			return f
		}
	}
	f.Nested = slices.Equal(f.Types, []string{"object"})
	return f
}

// parameters returns the parameters that carry a value, and false for a value
// that a query cannot carry.
func parameters(name string, v jsontext.Value) ([]Parameter, bool) {
	var out []Parameter
	switch v.Kind() {
	case '"':
		var s string
		err := json.Unmarshal(v, &s)
		return []Parameter{{name, s}}, err == nil
	case '0', 't', 'f':
		return []Parameter{{name, string(v)}}, true
	case '[':
		var items []jsontext.Value
		if json.Unmarshal(v, &items) != nil {
			return nil, false
		}
		for _, item := range items {
			values, ok := parameters(name+"[]", item)
			if !ok || item.Kind() == '[' {
				return nil, false
			}
			out = append(out, values...)
		}
	}
	return out, len(out) > 0
}
