package schema

import (
	"errors"
	"fmt"

	"github.com/go-json-experiment/json/jsontext"
)

// ProblemKind is the reason why a schema or a value cannot be used.
type ProblemKind uint8

// Problems of a document, schema or value.
const (
	Empty      ProblemKind = iota + 1 // no text
	NotJSON                           // Detail: the parser's message, in English
	TooBig                            // more bytes or values than are read
	TooDeep                           // nested deeper than is read
	NumberSize                        // a number with too many digits to compute with

	// Problems of a schema.

	NotASchema // not a valid schema; Path: a pointer into it, Detail: the reason, in English
	Dialect    // Detail: the unsupported $schema
	RefOutside // a $ref to another document, which is not loaded; Detail: its URL
	RefMissing // a $ref to something that does not exist; Detail: its URL
	RefCycle   // a $ref that leads back to itself at the same value

	// Problems of one use.

	TooComplex  // a check takes more steps than maxSteps
	NestedQuery // the required filter at Path is an object or null, which a query cannot carry
)

// Problem is the reason why there is no example or check.
type Problem struct {
	Kind   ProblemKind
	Path   string // JSONPath into the value; of NotASchema a JSON pointer into the schema
	Detail string
}

// Error returns a short English text for logs. Panes word it by Kind.
func (p *Problem) Error() string {
	text := map[ProblemKind]string{
		Empty:       "empty",
		NotJSON:     "not JSON",
		TooBig:      "too big",
		TooDeep:     "nested too deep",
		NumberSize:  "a number is too large",
		NotASchema:  "not a schema",
		Dialect:     "unknown schema dialect",
		RefOutside:  "refers to another document",
		RefMissing:  "broken reference",
		RefCycle:    "circular reference",
		TooComplex:  "too complex",
		NestedQuery: "does not fit into a query",
	}[p.Kind]
	if p.Path != "" {
		text += " at " + p.Path
	}
	if p.Detail != "" {
		text += ": " + p.Detail
	}
	return text
}

// problemOf returns the problem for an error of parse.
func problemOf(err error) *Problem {
	switch err {
	case errTooBig:
		return &Problem{Kind: TooBig}
	case errDeep:
		return &Problem{Kind: TooDeep}
	case errNumber:
		return &Problem{Kind: NumberSize}
	case errEmpty:
		return &Problem{Kind: Empty}
	}
	p := &Problem{Kind: NotJSON, Detail: err.Error()}
	var syntax *jsontext.SyntacticError
	if errors.As(err, &syntax) {
		// The whole error also quotes the pointer, which may be as long as the document.
		p.Detail = fmt.Sprintf("%v after byte %d", syntax.Err, syntax.ByteOffset)
	}
	return p
}
