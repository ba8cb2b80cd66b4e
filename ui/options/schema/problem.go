package schema

import (
	"errors"
	"fmt"

	"github.com/go-json-experiment/json/jsontext"
)

// ProblemKind tells why something could not be done with a schema.
type ProblemKind uint8

// Problems of a document, be it a schema or a value.
const (
	Empty      ProblemKind = iota + 1 // there is nothing
	NotJSON                           // Detail: what the reader said, in English
	TooBig                            // more than is read
	TooDeep                           // nested deeper than is followed
	NumberSize                        // a number of more digits than can be computed with

	// Problems of a schema.

	NotASchema // JSON, but no schema; Path: where in it, Detail: why, in English
	Dialect    // Detail: the $schema that is not known
	RefOutside // a $ref to another document, which is not fetched; Detail: its URL
	RefMissing // a $ref to something that is not there; Detail: its URL
	RefCycle   // a $ref that leads to itself without going deeper into the value

	// Problems of one use.

	TooCostly   // would take more steps than are spent on it
	Impossible  // no value was found for Path
	TooLong     // Path needs more characters, items or members than are made; Limit: how many are
	NestedQuery // Path must be given and is no text, number, truth value or list of these
)

// Problem is a reason in words' stead.
type Problem struct {
	Kind   ProblemKind
	Path   string // JSONPath into the value, or of NotASchema a pointer into the schema
	Detail string
	Limit  int
}

// Error is a short English text, for logs; panes say it from Kind.
func (p *Problem) Error() string {
	text, ok := map[ProblemKind]string{
		Empty:       "nothing there",
		NotJSON:     "not JSON",
		TooBig:      "too big",
		TooDeep:     "nested too deep",
		NumberSize:  "a number is too large",
		NotASchema:  "not a schema",
		Dialect:     "unknown schema dialect",
		RefOutside:  "refers to another document",
		RefMissing:  "refers to something that is not there",
		RefCycle:    "refers to itself",
		TooCostly:   "takes too long",
		Impossible:  "no value found",
		TooLong:     "needs too long a value",
		NestedQuery: "does not fit into a query",
	}[p.Kind]
	if !ok {
		text = "unknown problem"
	}
	if p.Path != "" {
		text += " at " + p.Path
	}
	if p.Limit > 0 {
		text += fmt.Sprintf(" (limit %d)", p.Limit)
	}
	if p.Detail != "" {
		text += ": " + p.Detail
	}
	return text
}

// problemOf tells apart why a document could not be read.
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
		// A syntactic error also quotes the pointer, which may be as long as the document.
		p.Detail = fmt.Sprintf("%v after byte %d", syntax.Err, syntax.ByteOffset)
	}
	return p
}
