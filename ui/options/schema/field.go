package schema

// Role is the place of a field in the value, or the way its schema applies.
type Role uint8

// Roles. From AllOf on, a field describes its parent's value once more, not a
// part of it.
const (
	Root       Role = iota
	Property        // the member Name
	Patterned       // members whose names match the pattern in Name
	Additional      // members without a field
	Item            // every element
	Tuple           // the element at Index, from 0
	Rest            // elements after the tuple
	AllOf           // Index, from 0, of Count: each must be valid
	AnyOf           // at least one must be valid
	OneOf           // exactly one must be valid
	Not             // must not be valid
	If              // chooses Then or Else
	Then
	Else
	Contains  // an element must be valid
	Names     // each member's name
	Dependent // applies if the member Name exists
)

// Branch reports whether the field describes its parent's value once more.
func (r Role) Branch() bool { return r >= AllOf }

// Cut is the reason why the fields inside a field are not listed.
type Cut uint8

// Cuts.
const (
	Whole   Cut = iota
	Recurse     // its $ref refers to a field around it
	Deep        // nested too deep
	Many        // too many fields
	Away        // its $ref is outside the document or broken
)

// Openness tells whether an object may have members without a field.
type Openness uint8

// Kinds of openness.
const (
	Unstated Openness = iota // allowed by default
	Open                     // allowed explicitly
	Closed                   // not allowed
	Shaped                   // allowed if the Additional field is valid
)

// Bound is a keyword that limits or marks a value, such as minimum, pattern or
// readOnly. Value is JSON, but the plain text of a pattern, and of required only
// the names without a field.
type Bound struct {
	Keyword   string
	Value     string
	Unchecked bool // a pattern that cannot be matched
}

// Field is one line of the list of fields.
type Field struct {
	Path        string // JSONPath (RFC 9535), such as $.boards[*].name
	Depth       int    // 0 is the root
	Role        Role
	Name        string
	Index       int
	Count       int
	Title       string
	Description string
	Types       []string // none: any type
	Never       bool     // the schema false: no value is valid
	Required    bool
	Enum        []string // JSON
	Const       string   // JSON; "" if missing, like Default
	Default     string
	Examples    []string // JSON
	Format      string
	Bounds      []Bound // in document order
	Members     Openness
	Ref         string // its $ref; the field shows the target
	Cut         Cut
}
