package schema

import (
	"bytes"
	"slices"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

// Bounds of an example.
const (
	maxExampleDepth = 24
	maxExampleItems = 100   // elements of an array, required members of an object
	maxExampleText  = 4_000 // characters of a string
	maxChoices      = 32    // combinations of alternatives tried for one value
	maxExampleSize  = 3_000 // values built in all
)

// Example is a value built from a schema. It is valid if it has no issues, otherwise it
// is a draft.
type Example struct {
	Value  jsontext.Value
	Issues []Issue
}

// Example builds a small value, such as the body of usage rule 3 in 4.2: the
// required members in document order, taken from const, enum, default, examples
// or made from the type, bounds, format and pattern.
func (s *Schema) Example() (Example, *Problem) { return (&builder{schema: s}).example() }

// builder builds an example from the top down. Of alternatives, it takes the first one
// that is valid at its place or, if none is, the first one.
type builder struct {
	schema *Schema
	query  bool // no null and no empty array: a query cannot carry them
	values int  // built so far
}

func (b *builder) example() (Example, *Problem) {
	s := b.schema
	s.mu.Lock()
	defer s.mu.Unlock()
	if problem := s.ready(); problem != nil {
		return Example{}, problem
	}
	s.steps = maxSteps
	v := b.value([]*jsonschema.Schema{s.compiled}, 0, 0)
	issues, problem := s.check(v)
	if problem != nil {
		return Example{}, problem
	}
	return Example{v, issues}, nil
}

// value builds a value for schemas that apply to the same place. A higher nth
// asks for a different value, for arrays of unique elements.
func (b *builder) value(schemas []*jsonschema.Schema, depth, nth int) jsontext.Value {
	first := jsontext.Value("null")
	if b.values++; depth > maxExampleDepth || b.values > maxExampleSize {
		return first
	}
	for choice := range maxChoices {
		parts, exceeded := b.expand(schemas, choice)
		if exceeded {
			break
		}
		tries := 1
		if slices.ContainsFunc(parts, func(s *jsonschema.Schema) bool { return s.Not != nil }) {
			tries = 3
		}
		for other := range tries {
			for _, v := range b.candidates(parts, depth, nth+other) {
				if b.accepts(schemas, v) {
					return v
				}
				if first.Kind() == 'n' {
					first = v
				}
			}
		}
	}
	return first
}

// accepts reports whether a value is valid for all of some schemas.
func (b *builder) accepts(schemas []*jsonschema.Schema, v jsontext.Value) bool {
	if _, ok := parameters("", v); b.query && !ok && v.Kind() != '{' {
		return false
	}
	decoded, err := jsonschema.UnmarshalJSON(bytes.NewReader(v))
	if err != nil {
		return false
	}
	for _, part := range schemas {
		if problem, invalid := b.schema.validate(part, decoded); problem != nil || invalid != nil || len(b.schema.skipped) > 0 {
			return false
		}
	}
	return true
}

// expand follows $ref and allOf and picks one alternative of each oneOf, anyOf,
// if and not; choice is the number of the combination. exceeded reports that there are fewer
// combinations.
func (b *builder) expand(schemas []*jsonschema.Schema, choice int) (parts []*jsonschema.Schema, exceeded bool) {
	pick := func(n int) int {
		i := choice % n
		choice /= n
		return i
	}
	todo := slices.Clone(schemas)
	for i := 0; i < len(todo) && i < maxRefs*maxRefs; i++ {
		s := todo[i]
		if s == nil || slices.Contains(parts, s) {
			continue
		}
		parts = append(parts, s)
		todo = append(append(todo, s.Ref), s.AllOf...)
		for _, alternatives := range [][]*jsonschema.Schema{s.OneOf, s.AnyOf} {
			if len(alternatives) > 0 {
				todo = append(todo, alternatives[pick(len(alternatives))])
			}
		}
		if s.If != nil {
			todo = append(todo, [][]*jsonschema.Schema{{s.Else}, {s.If, s.Then}}[pick(2)]...)
		}
		if o := opposite(s.Not); o != nil {
			todo = append(todo, [][]*jsonschema.Schema{{}, {o}}[pick(2)]...)
		}
	}
	return parts, choice > 0
}

// opposite returns a schema whose values are not valid for s, which may be nil. It
// returns nil if s has no bound to turn round.
func opposite(s *jsonschema.Schema) *jsonschema.Schema {
	next := func(bound *int, by int) *int {
		if bound == nil {
			return nil
		}
		n := max(*bound+by, 0)
		return &n
	}
	switch {
	case s == nil:
	case s.Not != nil:
		return s.Not
	case s.MinLength != nil, s.MaxLength != nil, s.MaxItems != nil, s.MaxProperties != nil:
		return &jsonschema.Schema{MinLength: next(s.MaxLength, 1), MaxLength: next(s.MinLength, -1), MinItems: next(s.MaxItems, 1), MinProperties: next(s.MaxProperties, 1)}
	case s.Minimum != nil, s.Maximum != nil, s.ExclusiveMinimum != nil, s.ExclusiveMaximum != nil:
		return &jsonschema.Schema{ExclusiveMaximum: s.Minimum, ExclusiveMinimum: s.Maximum, Maximum: s.ExclusiveMinimum, Minimum: s.ExclusiveMaximum}
	}
	return nil
}

// candidates returns the values to try, the most specific first.
func (b *builder) candidates(parts []*jsonschema.Schema, depth, nth int) []jsontext.Value {
	if fixed := listed(parts); fixed != nil {
		i := nth % len(fixed)
		all := slices.Concat(fixed[i:], fixed[:i])
		return all[:min(len(all), maxExampleItems)]
	}
	var out []jsontext.Value
	if nth == 0 {
		out = suggested(parts)
	}
	for _, t := range types(parts) {
		switch t {
		case "object":
			out = append(out, b.object(parts, depth, nth))
		case "array":
			out = append(out, b.array(parts, depth, 0))
			if tuple := tupleLength(parts); tuple > 0 && len(contained(parts)) > 0 {
				out = append(out, b.array(parts, depth, tuple))
			}
		case "string":
			for _, s := range texts(parts, nth) {
				out = append(out, quote(s))
			}
		case "number", "integer":
			out = append(out, numbers(parts, t == "integer", nth)...)
		case "boolean":
			out = append(out, jsontext.Value(strconv.FormatBool(nth%2 != 0)), jsontext.Value(strconv.FormatBool(nth%2 == 0)))
		case "null":
			out = append(out, jsontext.Value("null"))
		}
	}
	return out
}

func quote(s string) jsontext.Value {
	v, _ := jsontext.AppendQuote(nil, s) // invalid UTF-8 is replaced
	return v
}

func join(begin byte, items []jsontext.Value, end byte) jsontext.Value {
	out := jsontext.Value{begin}
	for i, item := range items {
		if i > 0 {
			out = append(out, ',')
		}
		out = append(out, item...)
	}
	return append(out, end)
}

func listed(parts []*jsonschema.Schema) []jsontext.Value {
	var enum []jsontext.Value
	for _, s := range parts {
		if s.Const != nil {
			return jsonOf(*s.Const)
		}
		if s.Enum != nil && enum == nil {
			enum = jsonOf(s.Enum.Values...)
		}
	}
	return enum
}

func suggested(parts []*jsonschema.Schema) []jsontext.Value {
	var defaults, examples []jsontext.Value
	for _, s := range parts {
		if s.Default != nil {
			defaults = append(defaults, jsonOf(*s.Default)...)
		}
		examples = append(examples, jsonOf(s.Examples[:min(len(s.Examples), maxExampleItems)]...)...)
	}
	return append(defaults, examples...)
}

// declaredTypes returns the types that all schemas allow, null last, or nil if
// none names any.
func declaredTypes(parts []*jsonschema.Schema) []string {
	var out []string
	for _, s := range parts {
		if s.Types == nil {
			continue
		}
		if out == nil {
			out = []string{"object", "array", "string", "number", "integer", "boolean", "null"}
		}
		allowed := s.Types.ToStrings()
		out = slices.DeleteFunc(out, func(t string) bool {
			return !slices.Contains(allowed, t) && (t != "integer" || !slices.Contains(allowed, "number"))
		})
	}
	if slices.Contains(out, "number") { // which includes the integers
		out = slices.DeleteFunc(out, func(t string) bool { return t == "integer" })
	}
	return out
}

// types returns the declared types, or else guesses them from other keywords.
func types(parts []*jsonschema.Schema) []string {
	out := declaredTypes(parts)
	if out != nil {
		return out
	}
	for _, s := range parts {
		switch {
		case s.Properties != nil, s.Required != nil, s.MinProperties != nil, s.AdditionalProperties != nil, s.PatternProperties != nil,
			s.PropertyNames != nil, len(s.Dependencies) > 0, s.DependentRequired != nil, s.DependentSchemas != nil:
			out = append(out, "object")
		case s.Items != nil, s.Items2020 != nil, s.PrefixItems != nil, s.MinItems != nil, s.Contains != nil, s.UniqueItems:
			out = append(out, "array")
		case s.MinLength != nil, s.MaxLength != nil, s.Pattern != nil, formatOf(s) != "":
			out = append(out, "string")
		case s.Minimum != nil, s.Maximum != nil, s.ExclusiveMinimum != nil, s.ExclusiveMaximum != nil, s.MultipleOf != nil:
			out = append(out, "number")
		}
	}
	if out == nil {
		return []string{"string", "object", "array", "number", "boolean", "null"}
	}
	return out
}

// array builds as many elements as minItems asks for. The elements that contains asks for
// begin at an index.
func (b *builder) array(parts []*jsonschema.Schema, depth, at int) jsontext.Value {
	wanted := contained(parts)
	least := largest(parts, func(s *jsonschema.Schema) *int { return s.MinItems })
	if b.query {
		least = max(least, 1)
	}
	if len(wanted) > 0 {
		least = max(least, at+len(wanted))
	}
	least = min(least, maxExampleItems)
	unique := slices.ContainsFunc(parts, func(s *jsonschema.Schema) bool { return s.UniqueItems })
	var items []jsontext.Value
	for nth := 0; len(items) < least && nth < 2*maxExampleItems; nth++ {
		variant := 0
		if unique {
			variant = nth
		}
		schemas := itemSchemas(parts, len(items))
		if i := len(items) - at; i >= 0 && i < len(wanted) {
			schemas = append(schemas, wanted[i])
		}
		item := b.value(schemas, depth+1, variant)
		if !unique || !slices.ContainsFunc(items, func(o jsontext.Value) bool { return bytes.Equal(o, item) }) {
			items = append(items, item)
		}
	}
	return join('[', items, ']')
}

// contained returns the schemas that elements must be valid for, each as often as
// minContains asks for.
func contained(parts []*jsonschema.Schema) (schemas []*jsonschema.Schema) {
	for _, s := range parts {
		count := 1
		if s.MinContains != nil {
			count = min(*s.MinContains, maxExampleItems)
		}
		if s.Contains != nil {
			schemas = append(schemas, slices.Repeat([]*jsonschema.Schema{s.Contains}, count)...)
		}
	}
	return schemas
}

// tupleLength returns the number of leading elements that have a schema of their own.
func tupleLength(parts []*jsonschema.Schema) (n int) {
	for _, s := range parts {
		items, _ := s.Items.([]*jsonschema.Schema)
		n = max(n, len(items), len(s.PrefixItems))
	}
	return n
}

func itemSchemas(parts []*jsonschema.Schema, i int) []*jsonschema.Schema {
	var out []*jsonschema.Schema
	for _, s := range parts {
		tuple, rest := s.PrefixItems, s.Items2020
		switch items := s.Items.(type) {
		case *jsonschema.Schema:
			rest = items
		case []*jsonschema.Schema:
			tuple = items
			rest, _ = s.AdditionalItems.(*jsonschema.Schema)
		}
		if i < len(tuple) {
			out = append(out, tuple[i])
		} else if rest != nil {
			out = append(out, rest)
		}
	}
	return out
}
