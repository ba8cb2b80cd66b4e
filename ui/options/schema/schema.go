// Package schema reads the JSON Schemas of publish options (interface 2.2):
// as a list of fields for people, as an example of a body or a query for the
// request that follows (4.2, usage rules 2 and 3), and as a check of a value
// that a person typed.
//
// Schemas come from the service and are not trusted. Whatever is in one, a
// call ends soon: documents, depths, searches and the work of the validating
// library are bounded, and nothing is ever fetched for a $ref. What a bound
// cut is said, either by a [Cut] on a field or by a [Problem]. Patterns are
// matched in linear time; one that only a JavaScript engine understands is
// marked and not checked.
//
// The package knows no words of a language: it returns kinds and parameters.
package schema

import (
	"bytes"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

// Schema is one JSON Schema as it was read. It does not change any more and
// may be used from several goroutines.
type Schema struct {
	root     *node
	top      *jsonschema.Schema
	compiled map[string]*jsonschema.Schema // by location, of every subschema in use
	nodes    map[string]*node              // by the same location
	problem  *Problem
}

// Read reads a schema; draft-07 where it names no other. It never fails: what
// keeps a schema from being used is in Problem.
func Read(raw []byte) *Schema {
	s := &Schema{}
	root, err := parse(raw, schemaLimits)
	if err != nil {
		s.problem = problemOf(err)
		return s
	}
	if root.kind != '{' && root.kind != 't' && root.kind != 'f' {
		s.problem = &Problem{Kind: NotASchema}
		return s
	}
	s.root = root
	s.compile()
	return s
}

// Problem is why the schema cannot be used for an example or a check; nil
// where it can. Fields may still list what could be read of it.
func (s *Schema) Problem() *Problem { return s.problem }

// Pretty is a JSON value indented for reading, members in the order in which
// they were sent. What is no JSON comes back as it is.
func Pretty(raw []byte) string {
	v := jsontext.Value(bytes.Clone(raw))
	err := v.Indent(jsontext.WithIndent("  "), jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
	if err != nil {
		return string(raw)
	}
	return string(v)
}
