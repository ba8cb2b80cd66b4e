package schema

import (
	"bytes"
	"slices"
	"strconv"
	"strings"

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
// or made from the type, bounds, format and pattern. Members with the name of a known value have
// that value where it is valid.
func (s *Schema) Example(known ...Parameter) (Example, *Problem) {
	return (&builder{schema: s, known: known}).example()
}

// builder builds an example from the top down. Of alternatives, it takes the first one
// that is valid at its place or, if none is, the first one.
type builder struct {
	schema *Schema
	known  []Parameter
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

// expand follows $ref and allOf and picks one alternative of each oneOf, anyOf and
// if; choice is the number of the combination. exceeded reports that there are fewer
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

// types returns the declared types, or else those that other keywords are for, or else all.
func types(parts []*jsonschema.Schema) []string {
	out := declaredTypes(parts)
	if out != nil {
		return out
	}
	for _, s := range parts {
		switch {
		case s.Properties != nil, s.Required != nil, s.MinProperties != nil, s.PatternProperties != nil, s.PropertyNames != nil, s.Dependencies != nil:
			out = append(out, "object")
		case s.Items != nil, s.PrefixItems != nil, s.MinItems != nil, s.Contains != nil, s.UniqueItems:
			out = append(out, "array")
		case s.MinLength != nil, s.Pattern != nil, s.Format != nil:
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

// array builds as many elements as minItems and contains ask for.
func (b *builder) array(parts []*jsonschema.Schema, depth int) jsontext.Value {
	var wanted []*jsonschema.Schema
	for _, s := range parts {
		count := 1
		if s.MinContains != nil {
			count = min(*s.MinContains, maxExampleItems)
		}
		if s.Contains != nil {
			wanted = append(wanted, slices.Repeat([]*jsonschema.Schema{s.Contains}, count)...)
		}
	}
	least := largest(parts, func(s *jsonschema.Schema) *int { return s.MinItems })
	if b.query {
		least = max(least, 1)
	}
	least = min(max(least, len(wanted)), maxExampleItems)
	unique := slices.ContainsFunc(parts, func(s *jsonschema.Schema) bool { return s.UniqueItems })
	var items []jsontext.Value
	for nth := 0; len(items) < least && nth < 2*maxExampleItems; nth++ {
		variant := 0
		if unique {
			variant = nth
		}
		i := len(items)
		schemas := append(itemSchemas(parts, i), wanted[min(i, len(wanted)):min(i+1, len(wanted))]...)
		item := b.value(schemas, depth+1, variant)
		if !unique || !slices.ContainsFunc(items, func(o jsontext.Value) bool { return bytes.Equal(o, item) }) {
			items = append(items, item)
		}
	}
	return join('[', items, ']')
}

// object builds the required members. To reach minProperties it adds declared ones
// and then others.
func (b *builder) object(parts []*jsonschema.Schema, depth, nth int) jsontext.Value {
	names, parts := b.require(nil, parts)
	least := min(largest(parts, func(s *jsonschema.Schema) *int { return s.MinProperties }), maxExampleItems)
	for i := 0; len(names) < least && i < 2*maxExampleItems; i++ {
		for _, name := range b.optional(parts, i) {
			if name != "" && len(names) < least && !slices.Contains(names, name) && b.allows(parts, name) {
				names, parts = b.require(append(names, name), parts)
			}
		}
	}
	slices.SortStableFunc(names, b.inOrder)
	var members []jsontext.Value
	for _, name := range names {
		schemas := memberSchemas(parts, name)
		value := b.value(schemas, depth+1, nth)
		for _, k := range b.known {
			if v := quote(k.Value); k.Name == name && b.accepts(schemas, v) {
				value = v
			}
		}
		members = append(members, slices.Concat(quote(name), jsontext.Value(":"), value))
	}
	return join('{', members, '}')
}

// require adds the required members to names, and those that depend on them. It adds
// the schemas that apply because of a member to parts.
func (b *builder) require(names []string, parts []*jsonschema.Schema) ([]string, []*jsonschema.Schema) {
	names, parts = slices.Clone(names), slices.Clone(parts)
	add := func(list []string) {
		for _, name := range list {
			if !slices.Contains(names, name) && len(names) < maxExampleItems {
				names = append(names, name)
			}
		}
	}
	for before := -1; before < len(names)+len(parts) && len(parts) < maxRefs*maxRefs; {
		before = len(names) + len(parts)
		for _, s := range parts {
			add(s.Required)
			for _, name := range names {
				add(s.DependentRequired[name])
				schema := s.DependentSchemas[name]
				switch dependency := s.Dependencies[name].(type) {
				case []string:
					add(dependency)
				case *jsonschema.Schema:
					schema = dependency
				}
				if schema != nil && !slices.Contains(parts, schema) {
					more, _ := b.expand([]*jsonschema.Schema{schema}, 0)
					parts = append(parts, more...)
				}
			}
		}
	}
	return names, parts
}

// optional returns names for more members: the declared ones first, then others. They need
// not be allowed.
func (b *builder) optional(parts []*jsonschema.Schema, nth int) (names []string) {
	if nth == 0 {
		names = b.properties(parts)
	}
	var patterns []string
	for _, s := range parts {
		for pattern := range s.PatternProperties {
			patterns = append(patterns, pattern.String())
		}
		if s.PropertyNames != nil && s.PropertyNames.Pattern != nil {
			patterns = append(patterns, s.PropertyNames.Pattern.String())
		}
	}
	slices.Sort(patterns)
	for _, pattern := range patterns {
		names = append(names, sample(pattern, 0, nth), sample(pattern, nth, 0))
	}
	return append(names, strings.TrimSuffix("name"+strconv.Itoa(nth+1), "1"))
}

// allows reports whether an object may have a member of a name.
func (b *builder) allows(parts []*jsonschema.Schema, name string) bool {
	for _, s := range parts {
		members := memberSchemas([]*jsonschema.Schema{s}, name)
		forbidden := slices.ContainsFunc(members, func(m *jsonschema.Schema) bool { return m.Bool != nil && !*m.Bool })
		if forbidden || len(members) == 0 && s.AdditionalProperties == false {
			return false
		}
		if s.PropertyNames != nil && !b.accepts([]*jsonschema.Schema{s.PropertyNames}, quote(name)) {
			return false
		}
	}
	return true
}
