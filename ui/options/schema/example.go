package schema

import (
	"bytes"
	"cmp"
	"maps"
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
		for _, v := range b.candidates(parts, depth, nth) {
			if b.accepts(schemas, v) {
				return v
			}
			if first.Kind() == 'n' {
				first = v
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

// expand follows $ref and allOf and picks one alternative of each oneOf, anyOf
// and if; choice is the number of the combination. exceeded reports that there are fewer
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
	}
	return parts, choice > 0
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
			out = append(out, b.array(parts, depth))
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
		case s.Properties != nil, s.Required != nil, s.MinProperties != nil, s.AdditionalProperties != nil, s.PatternProperties != nil:
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

// properties returns the properties of schemas in document order.
func (b *builder) properties(parts []*jsonschema.Schema) []string {
	all := map[string]bool{}
	for _, s := range parts {
		for name := range s.Properties {
			all[name] = true
		}
	}
	return slices.SortedFunc(maps.Keys(all), b.inOrder)
}

// inOrder compares names by their place in the document, those that are no
// properties last.
func (b *builder) inOrder(x, y string) int {
	last := len(b.schema.order) + 1
	return cmp.Compare(cmp.Or(b.schema.order[x], last), cmp.Or(b.schema.order[y], last))
}

// object builds the required members. To reach minProperties it adds declared ones
// and one that is not declared.
func (b *builder) object(parts []*jsonschema.Schema, depth, nth int) jsontext.Value {
	var names []string
	for _, s := range parts {
		for _, name := range s.Required {
			if !slices.Contains(names, name) && len(names) < maxExampleItems {
				names = append(names, name)
			}
		}
	}
	least := largest(parts, func(s *jsonschema.Schema) *int { return s.MinProperties })
	for _, name := range append(b.properties(parts), freeName(parts)) {
		if len(names) < least && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	slices.SortStableFunc(names, b.inOrder)
	var members []jsontext.Value
	for _, name := range names {
		members = append(members, slices.Concat(quote(name), jsontext.Value(":"), b.value(memberSchemas(parts, name), depth+1, nth)))
	}
	return join('{', members, '}')
}

func memberSchemas(parts []*jsonschema.Schema, name string) []*jsonschema.Schema {
	var out []*jsonschema.Schema
	for _, s := range parts {
		before := len(out)
		if property := s.Properties[name]; property != nil {
			out = append(out, property)
		}
		for pattern, sub := range s.PatternProperties {
			if pattern.MatchString(name) {
				out = append(out, sub)
			}
		}
		if more, ok := s.AdditionalProperties.(*jsonschema.Schema); ok && len(out) == before {
			out = append(out, more)
		}
	}
	return out
}

// array builds as many elements as minItems asks for.
func (b *builder) array(parts []*jsonschema.Schema, depth int) jsontext.Value {
	least := largest(parts, func(s *jsonschema.Schema) *int { return s.MinItems })
	if b.query {
		least = max(least, 1)
	}
	least = min(least, maxExampleItems)
	unique := slices.ContainsFunc(parts, func(s *jsonschema.Schema) bool { return s.UniqueItems })
	var items []jsontext.Value
	for nth := 0; len(items) < least && nth < 2*maxExampleItems; nth++ {
		variant := 0
		if unique {
			variant = nth
		}
		item := b.value(itemSchemas(parts, len(items)), depth+1, variant)
		if !unique || !slices.ContainsFunc(items, func(o jsontext.Value) bool { return bytes.Equal(o, item) }) {
			items = append(items, item)
		}
	}
	return join('[', items, ']')
}

// freeName returns a name for a member that no schema names.
func freeName(parts []*jsonschema.Schema) string {
	var patterns []string
	for _, s := range parts {
		for pattern := range s.PatternProperties {
			patterns = append(patterns, pattern.String())
		}
		if s.PropertyNames != nil && s.PropertyNames.Pattern != nil {
			patterns = append(patterns, s.PropertyNames.Pattern.String())
		}
	}
	if patterns == nil {
		return "name"
	}
	return sample(slices.Min(patterns), 0)
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
