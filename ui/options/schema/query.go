package schema

import (
	"net/url"
	"slices"
	"strings"
)

// Parameter is one query parameter of an example, not yet escaped. Of a list
// there is one a value, with [] behind the name as the service reads lists.
type Parameter struct {
	Name  string
	Value string
}

// Query is an example of the filters that a filterSchema allows, as the
// request of usage rule 2 carries them.
type Query struct {
	Parameters []Parameter
	Omitted    []string // filters that do not fit into a query, or have no value
}

// String is the query escaped, without a question mark.
func (q Query) String() string {
	var b strings.Builder
	for i, p := range q.Parameters {
		if i > 0 {
			b.WriteByte('&')
		}
		b.WriteString(url.QueryEscape(p.Name) + "=" + url.QueryEscape(p.Value))
	}
	return b.String()
}

// Query is an example with every filter that the schema names, or where these
// do not go together with those that it requires. The values have been
// validated. Objects have no form in a query: an optional one is in Omitted, a
// required one is a problem.
func (s *Schema) Query() (Query, *Problem) {
	n, problem := s.example(true)
	if problem != nil && problem.Kind != TooCostly {
		n, problem = s.example(false)
	}
	if problem != nil {
		return Query{}, problem
	}
	if n.kind != '{' {
		return Query{}, &Problem{Kind: NestedQuery, Path: "$"}
	}
	var q Query
	parts, _ := newBuilder(s, false).expand([]*node{s.root}, &choices{}, place{})
	m, _ := membersOf(parts)
	for i, name := range n.names {
		values, ok := parameters(name, n.kids[i])
		switch {
		case ok:
			q.Parameters = append(q.Parameters, values...)
		case slices.Contains(m.required, name):
			return Query{}, &Problem{Kind: NestedQuery, Path: "$" + step(name)}
		default:
			q.Omitted = append(q.Omitted, name)
		}
	}
	for _, name := range m.optional {
		if n.get(name) == nil {
			q.Omitted = append(q.Omitted, name)
		}
	}
	return q, nil
}

// parameters are those that carry a value: false where a query cannot.
func parameters(name string, n *node) ([]Parameter, bool) {
	switch n.kind {
	case '"':
		return []Parameter{{name, n.str}}, true
	case '0', 't', 'f':
		return []Parameter{{name, n.String()}}, true
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
