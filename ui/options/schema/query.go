package schema

import (
	"net/url"
	"slices"
	"strings"
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
	var b strings.Builder
	for i, p := range list {
		if i > 0 {
			b.WriteByte('&')
		}
		b.WriteString(url.QueryEscape(p.Name) + "=" + url.QueryEscape(p.Value))
	}
	return b.String()
}

// Query builds an example of the filters. Required filters that a query cannot
// carry are a problem.
func (s *Schema) Query() (Query, *Problem) {
	n, issues, problem := s.example(true)
	if problem != nil {
		return Query{}, problem
	}
	if n.kind != '{' {
		return Query{}, &Problem{Kind: NestedQuery, Path: "$"}
	}
	q := Query{Issues: issues}
	for i, name := range n.names {
		values, ok := parameters(name, n.kids[i])
		if !ok {
			return Query{}, &Problem{Kind: NestedQuery, Path: "$" + step(name)}
		}
		q.Parameters = append(q.Parameters, values...)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.steps = maxSteps
	b := &builder{schema: s, query: true}
	parts, _ := b.expand([]*node{s.root}, 0)
	for _, part := range parts {
		for _, name := range part.get("properties").members() {
			if n.get(name) == nil && !slices.ContainsFunc(q.Optional, func(f Filter) bool { return f.Name == name }) {
				q.Optional = append(q.Optional, b.filter(name, memberSchemas(parts, name)))
			}
		}
	}
	return q, nil
}

// filter describes an optional filter. Its value is only one that the schema
// names, for a list also one that the schema names for an element.
func (b *builder) filter(name string, schemas []*node) Filter {
	parts, _ := b.expand(schemas, 0)
	f := Filter{Name: name, Types: declaredTypes(parts)}
	named := func(parts []*node) []*node { return slices.Concat(listed(parts), suggested(parts)) }
	values := named(parts)
	if items, _ := b.expand(itemSchemas(parts, 0), 0); len(items) > 0 {
		for _, item := range named(items) {
			values = append(values, &node{kind: '[', kids: []*node{item}})
		}
	}
	for _, n := range values {
		if !b.accepts(schemas, n) {
			continue
		}
		if list, ok := parameters(name, n); ok {
			f.Parameters = list
			return f
		}
	}
	f.Nested = slices.Equal(f.Types, []string{"object"})
	return f
}

// parameters returns the parameters that carry a value, and false for a value
// that a query cannot carry.
func parameters(name string, n *node) ([]Parameter, bool) {
	switch n.kind {
	case '"':
		return []Parameter{{name, n.str}}, true
	case '0', 't', 'f':
		return []Parameter{{name, n.raw}}, true
	case '[':
		var out []Parameter
		for _, item := range n.kids {
			values, ok := parameters(name+"[]", item)
			if !ok || item.kind == '[' {
				return nil, false
			}
			out = append(out, values...)
		}
		return out, len(out) > 0
	}
	return nil, false
}
