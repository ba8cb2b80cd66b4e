package schema

// ProblemKind is the reason why a schema or a value cannot be used.
type ProblemKind string

// Problems of a document, schema or value.
const (
	Empty      ProblemKind = "empty"       // no text
	NotJSON    ProblemKind = "not_json"    // Detail: the parser's message, in English
	TooBig     ProblemKind = "too_big"     // more bytes or values than are read
	TooDeep    ProblemKind = "too_deep"    // nested deeper than is read
	NumberSize ProblemKind = "number_size" // a number with too many digits to compute with

	// Problems of a schema.

	NotASchema ProblemKind = "not_a_schema" // not a valid schema; Path: a pointer into it, Detail: the reason, in English
	Dialect    ProblemKind = "dialect"      // Detail: the unsupported $schema
	RefOutside ProblemKind = "ref_outside"  // a $ref to another document, which is not loaded; Detail: its URL
	RefMissing ProblemKind = "ref_missing"  // a $ref to something that does not exist; Detail: its URL
	RefCycle   ProblemKind = "ref_cycle"    // a $ref that leads back to itself at the same value

	// Problems of one use.

	TooComplex  ProblemKind = "too_complex"  // a check takes more steps than maxSteps
	NestedQuery ProblemKind = "nested_query" // the required filter at Path is an object or null, which a query cannot carry
)

// Problem is the reason why an example or a check is impossible.
type Problem struct {
	Kind   ProblemKind
	Path   string // JSONPath into the value; of NotASchema a JSON pointer into the schema
	Detail string
}

// Error returns a short English text for logs. Panes word it by Kind.
func (p *Problem) Error() string { return string(p.Kind) + " " + p.Path + " " + p.Detail }
