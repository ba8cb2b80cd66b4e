// Package schema reads the JSON Schemas of publish options (interface 2.2). It
// lists their fields, builds an example of the query or body that usage rules 2
// and 3 of 4.2 call for, and checks a value that the user typed.
//
// Schemas come from the service and are untrusted. Documents are bounded in
// size and depth, the steps of a check are counted, a pattern that takes too
// long is stopped, and no $ref is ever fetched. A check never passes over
// something it could not check: a pattern that cannot be matched is an issue.
//
// The package returns kinds and parameters; the words are the caller's.
package schema

import (
	"cmp"
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// Schema is a parsed JSON Schema, safe for concurrent use.
type Schema struct {
	root  *node          // nil if the document could not be read
	order map[string]int // the properties in the order of the document

	mu       sync.Mutex
	problem  *Problem
	compiled *jsonschema.Schema // nil before the first use
	steps    int                // left for the running check
	skipped  []*pattern         // patterns that the running validation could not match
}

// Read parses a schema; it is draft-07 unless it names another draft. It never
// fails: Problem returns why a schema cannot be used.
func Read(raw []byte) *Schema {
	s := &Schema{order: map[string]int{}}
	root, problem := parse(raw, maxObjects)
	switch {
	case problem != nil:
		s.problem = problem
	case root.kind() != '{' && root.kind() != 't' && root.kind() != 'f':
		s.problem = &Problem{Kind: NotASchema}
	default:
		s.root = root
		s.addProperties(root)
	}
	return s
}

// addProperties records the order of the properties of a schema.
func (s *Schema) addProperties(n *node) {
	for _, name := range n.get("properties").members() {
		s.order[name] = cmp.Or(s.order[name], len(s.order)+1)
	}
	for _, kid := range n.kids {
		s.addProperties(kid)
	}
}

// Problem returns why the schema cannot be used for an example or a check, or
// nil. Fields may list what could be read of such a schema.
func (s *Schema) Problem() *Problem {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.ready()
}

// ready compiles the schema once and returns its problem. The caller holds s.mu.
func (s *Schema) ready() *Problem {
	if s.problem == nil && s.compiled == nil {
		s.compiled, s.problem = s.compile()
	}
	return s.problem
}
