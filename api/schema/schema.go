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
	lenient  *Schema            // for checks: members with a default are not required; nil before the first use
	steps    int                // left for the running check
	skipped  []*pattern         // patterns that the running validation could not match
}

// Read parses a schema; it is draft-07 unless it names another draft. It never
// fails: Problem returns why a schema cannot be used.
func Read(raw []byte) *Schema {
	s := &Schema{order: map[string]int{}}
	root, problem := parse(raw, maxObjects)
	if problem != nil {
		s.problem = problem
	} else if root.kind() != '{' && root.kind() != 't' && root.kind() != 'f' {
		s.problem = &Problem{Kind: NotASchema}
	} else {
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

// ProblemKind is the reason why a schema or a value cannot be used.
type ProblemKind string

// Problems of a document, schema or value.
const (
	Empty      ProblemKind = "empty"       // no text
	NotJSON    ProblemKind = "not_json"    // Fault says where and why, if it is known
	TooBig     ProblemKind = "too_big"     // more bytes or values than are read
	TooDeep    ProblemKind = "too_deep"    // nested deeper than is read
	NumberSize ProblemKind = "number_size" // a number with too many digits to compute with

	// Problems of a schema.

	// not a valid schema; Path: a pointer into it, Detail: the reason, in English
	NotASchema ProblemKind = "not_a_schema"
	Dialect    ProblemKind = "dialect"     // Detail: the unsupported $schema
	RefOutside ProblemKind = "ref_outside" // a $ref to another document, which is not loaded; Detail: its URL
	RefMissing ProblemKind = "ref_missing" // a $ref to something that does not exist; Detail: its URL
	RefCycle   ProblemKind = "ref_cycle"   // a $ref that leads back to itself at the same value

	// Problems of one use.

	TooComplex ProblemKind = "too_complex" // a check takes more steps than maxSteps
	// the required filter at Path is an object or null, which a query cannot carry
	NestedQuery ProblemKind = "nested_query"
)

// Problem is the reason why an example or a check is impossible.
type Problem struct {
	Kind   ProblemKind
	Path   string // JSONPath into the value; of NotASchema a JSON pointer into the schema
	Detail string
	Fault  *Fault // of NotJSON
}

// Error returns a short English text for logs. Panes word it by Kind.
func (p *Problem) Error() string {
	return string(p.Kind) + " " + p.Path + " " + p.Detail
}
