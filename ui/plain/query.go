package plain

import (
	"bytes"
	"maps"
	"reflect"
	"slices"

	"github.com/itchyny/gojq"
)

// Query is a compiled jq query.
type Query struct {
	code  *gojq.Code
	reads []string // the names of members that it reads and does not make itself, sorted
}

// ParseQuery compiles a jq query.
func ParseQuery(text string) (*Query, error) {
	parsed, err := gojq.Parse(text)
	if err != nil {
		return nil, err
	}
	code, err := gojq.Compile(parsed)
	if err != nil {
		return nil, err
	}
	names := queryNames{read: map[string]bool{}, made: map[string]bool{}}
	names.walk(reflect.ValueOf(parsed))
	delete(names.read, "") // of what has no constant name
	for name := range names.made {
		delete(names.read, name)
	}
	return &Query{code: code, reads: slices.Sorted(maps.Keys(names.read))}, nil
}

// queryNames are the names of members in a query.
type queryNames struct {
	read map[string]bool // .name, .["name"], {name} and patterns
	made map[string]bool // {name: value}
}

// walk collects the names in a part of a query.
func (n *queryNames) walk(v reflect.Value) {
	switch v.Kind() {
	case reflect.Pointer:
		if v.IsNil() {
			return
		}
		n.add(v.Interface())
		n.walk(v.Elem())
	case reflect.Slice:
		for i := range v.Len() {
			n.walk(v.Index(i))
		}
	case reflect.Struct:
		for _, field := range v.Fields() {
			n.walk(field)
		}
	}
}

// add collects the name of an index, of a member of an object, or of a pattern.
func (n *queryNames) add(part any) {
	switch part := part.(type) {
	case *gojq.Index:
		n.read[part.Name] = true
		n.read[constant(part.Str)] = true
		if part.Start != nil && part.Start.Term != nil {
			n.read[constant(part.Start.Term.Str)] = true
		}
	case *gojq.ObjectKeyVal:
		if part.Val == nil {
			n.read[part.Key] = true
			n.read[constant(part.KeyString)] = true
		} else {
			n.made[part.Key] = true
			n.made[constant(part.KeyString)] = true
		}
	case *gojq.PatternObject:
		n.read[part.Key] = true
		n.read[constant(part.KeyString)] = true
	}
}

// constant is a string of a query that always is the same, "" for others.
func constant(s *gojq.String) string {
	if s == nil || s.Queries != nil {
		return ""
	}
	return s.Str
}

// OmittedError reports that a query reads a column that the rows do not have.
type OmittedError struct{ Column string }

func (e *OmittedError) Error() string { return "the rows have no " + e.Column }

// omitted returns the first column that a query reads and no row in the JSON has, "" if there is none.
func (s *Sheet) omitted(query *Query, rows []byte) string {
	if len(s.Rows) == 0 {
		return ""
	}
	for _, name := range query.reads {
		if slices.Contains(s.Omitted, name) && !bytes.Contains(rows, []byte(`"`+name+`":`)) {
			return name
		}
	}
	return ""
}
