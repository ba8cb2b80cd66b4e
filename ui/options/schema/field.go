package schema

// Role is what a field is in the value, or how its schema applies.
type Role uint8

// Roles. From AllOf on a field is another form, or part of a form, of the
// value that its parent describes, not a part of that value.
const (
	Root       Role = iota
	Property        // Name: its name
	Patterned       // members whose names match the pattern in Name
	Additional      // members that no other field names
	Item            // every element
	Tuple           // the element at Index, from 0
	Rest            // elements after the tuple's
	AllOf           // Index from 0, of Count: each holds
	AnyOf           // one or more hold
	OneOf           // exactly one holds
	Not             // does not hold
	If              // decides between Then and Else
	Then
	Else
	Contains  // holds for some element
	Names     // holds for each member's name
	Dependent // holds where the member in Name is there
)

// Branch reports whether the field is a form of its parent's value.
func (r Role) Branch() bool { return r >= AllOf }

// Cut is why a field's inner fields are not listed.
type Cut uint8

// Cuts.
const (
	Whole   Cut = iota
	Recurse     // its $ref leads back to a field around it
	Deep        // nested deeper than is listed
	Many        // more fields follow than are listed
	Away        // its $ref leads to another document or to nothing
)

// Openness tells about members that no field names.
type Openness uint8

// Opennesses of an object.
const (
	Unstated Openness = iota // nothing is said: they are allowed
	Open                     // allowed in words
	Closed                   // refused
	Shaped                   // allowed as the Additional field says
)

// Bound is a keyword that limits or marks a value: minimum, maxLength,
// pattern, uniqueItems, readOnly and their like, by the name that JSON Schema
// gives it. Value is JSON, but of a pattern its text, and of required the
// names that no field in this one has.
type Bound struct {
	Keyword   string
	Value     string
	Unchecked bool // a pattern that values are not checked against here
}

// Field is a line of the list of fields.
type Field struct {
	Path        string // JSONPath of the values that it describes, such as $.boards[*].name
	Depth       int    // 0 is the root
	Role        Role
	Name        string
	Index       int
	Count       int
	Title       string
	Description string
	Types       []string // none: any type
	Never       bool     // the schema false: no value fits
	Required    bool
	Enum        []string // JSON, whole
	Const       string   // JSON; "" where there is none, as of Default
	Default     string
	Examples    []string // JSON
	Format      string
	Bounds      []Bound // in document order
	Members     Openness
	Ref         string // what its $ref says; the field shows what that leads to
	Cut         Cut
}
