package schema

import (
	"bytes"
	"fmt"
	"math/big"
	"regexp"
	"regexp/syntax"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

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
		all := b.candidates(parts, depth, nth)
		i := slices.IndexFunc(all, func(v jsontext.Value) bool {
			return b.accepts(schemas, v)
		})
		if i >= 0 {
			return all[i]
		}
		if first.Kind() == 'n' && len(all) > 0 {
			first = all[0]
		}
	}
	return first
}

// accepts reports whether a value is valid for all of some schemas.
func (b *builder) accepts(schemas []*jsonschema.Schema, v jsontext.Value) bool {
	_, ok := parameters("", v)
	if b.query && !ok && v.Kind() != '{' {
		return false
	}
	decoded, err := jsonschema.UnmarshalJSON(bytes.NewReader(v))
	if err != nil {
		return false
	}
	return !slices.ContainsFunc(schemas, func(part *jsonschema.Schema) bool {
		problem, invalid := b.schema.validate(part, decoded)
		return problem != nil || invalid != nil || len(b.schema.skipped) > 0
	})
}

// expand follows $ref and allOf and picks one alternative of each oneOf, anyOf and
// if; choice is the number of the combination. exceeded reports that there are fewer
// combinations.
func (b *builder) expand(
	schemas []*jsonschema.Schema,
	choice int,
) (parts []*jsonschema.Schema, exceeded bool) {
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
			if pick(2) == 0 {
				todo = append(todo, s.Else)
			} else {
				todo = append(todo, s.If, s.Then)
			}
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
			out = append(out, texts(parts, nth)...)
		case "number", "integer":
			out = append(out, numbers(parts, t == "integer", nth)...)
		case "boolean":
			out = append(
				out,
				jsontext.Value(strconv.FormatBool(nth%2 != 0)),
				jsontext.Value(strconv.FormatBool(nth%2 == 0)),
			)
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
		case s.Properties != nil, s.Required != nil, s.MinProperties != nil,
			s.PatternProperties != nil, s.PropertyNames != nil, s.Dependencies != nil:
			out = append(out, "object")
		case s.Items != nil, s.PrefixItems != nil, s.MinItems != nil, s.Contains != nil, s.UniqueItems:
			out = append(out, "array")
		case s.MinLength != nil, s.Pattern != nil, s.Format != nil:
			out = append(out, "string")
		case s.Minimum != nil, s.Maximum != nil, s.ExclusiveMinimum != nil,
			s.ExclusiveMaximum != nil, s.MultipleOf != nil:
			out = append(out, "number")
		}
	}
	if out == nil {
		return []string{"string", "object", "array", "number", "boolean", "null"}
	}
	return out
}

// array builds as many elements as minItems asks for.
func (b *builder) array(parts []*jsonschema.Schema, depth int) jsontext.Value {
	least := min(
		largest(parts, func(s *jsonschema.Schema) *int { return s.MinItems }),
		maxExampleItems,
	)
	if b.query {
		least = max(least, 1)
	}
	unique := slices.ContainsFunc(parts, func(s *jsonschema.Schema) bool {
		return s.UniqueItems
	})
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

// object builds the required members. To reach minProperties it adds declared ones
// and then others.
func (b *builder) object(parts []*jsonschema.Schema, depth, nth int) jsontext.Value {
	least := min(
		largest(parts, func(s *jsonschema.Schema) *int {
			return s.MinProperties
		}),
		maxExampleItems,
	)
	var names []string
	var add func(list []string)
	add = func(list []string) {
		for _, name := range list {
			if len(names) < maxExampleItems && !slices.Contains(names, name) {
				names = append(names, name)
				for _, s := range parts {
					needed, _ := s.Dependencies[name].([]string)
					add(slices.Concat(needed, s.DependentRequired[name]))
				}
			}
		}
	}
	for _, s := range parts {
		add(s.Required)
	}
	for _, name := range b.optional(parts, least) {
		if len(names) < least && name != "" {
			add([]string{name})
		}
	}
	slices.SortStableFunc(names, b.inOrder)
	var members []jsontext.Value
	for _, name := range names {
		schemas := memberSchemas(parts, name)
		value := b.value(schemas, depth+1, nth)
		for _, k := range b.known {
			v := quote(k.Value)
			if k.Name == name && b.accepts(schemas, v) {
				value = v
			}
		}
		members = append(members, slices.Concat(quote(name), jsontext.Value(":"), value))
	}
	return join('{', members, '}')
}

// optional returns names for n more members: the declared ones, then those of a pattern, or
// any. They need not be allowed.
func (b *builder) optional(parts []*jsonschema.Schema, n int) []string {
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
	names := b.properties(parts)
	for nth := range n {
		for _, pattern := range patterns {
			names = append(names, sample(pattern, 0, nth), sample(pattern, nth, 0))
		}
		if patterns == nil {
			names = append(names, strings.TrimSuffix("name"+strconv.Itoa(nth+1), "1"))
		}
	}
	return names
}

// texts returns strings to try: a value of the format, a plain word, and the
// shortest match of the pattern, each fitted into the bounds of its length.
func texts(parts []*jsonschema.Schema, nth int) (out []jsontext.Value) {
	least := largest(parts, func(s *jsonschema.Schema) *int {
		return s.MinLength
	})
	most := maxExampleText
	least = min(least, maxExampleText)
	all := []string{strings.TrimPrefix(fmt.Sprint(nth, "-string"), "0-")}
	for _, s := range parts {
		if s.MaxLength != nil {
			most = min(most, *s.MaxLength)
		}
		if v := formatted(formatOf(s)); v != "" {
			all = append([]string{v}, all...)
		}
		if s.Pattern != nil {
			src := s.Pattern.String()
			// the last for passwords
			all = append(
				all,
				sample(src, 0, nth),
				sample(src, 1, nth),
				sample(src, least, nth),
				sample(src, least+nth, 0),
				"Aa1!string",
			)
		}
	}
	for _, s := range all {
		if n := utf8.RuneCountInString(s); n < least {
			s += string([]rune(strings.Repeat("string", least))[:least-n])
		}
		if utf8.RuneCountInString(s) > most {
			s = string([]rune(s)[:most])
		}
		out = append(out, quote(s))
	}
	return out
}

// numbers returns numbers to try: the multiples of the step next to 0 and next to each
// bound, all of them nth steps higher, and what lies between two bounds.
func numbers(parts []*jsonschema.Schema, integer bool, nth int) (out []jsontext.Value) {
	step := big.NewRat(1, 1)
	starts := []*big.Rat{new(big.Rat)}
	for _, s := range parts {
		for _, r := range []*big.Rat{
			s.Minimum,
			s.ExclusiveMinimum,
			s.Maximum,
			s.ExclusiveMaximum,
		} {
			if r != nil {
				starts = append(starts, r)
			}
		}
		if s.MultipleOf != nil && (!integer || s.MultipleOf.IsInt()) {
			step = s.MultipleOf
		}
	}
	add := func(r *big.Rat) {
		literal := jsontext.Value(decimal(r))
		if computable(string(literal)) {
			out = append(out, literal)
		}
	}
	for _, start := range starts {
		steps := new(big.Rat).Quo(start, step)
		floor := new(big.Int).Div(steps.Num(), steps.Denom())
		for _, n := range []int64{0, 1, -1} {
			multiple := new(big.Int).Add(floor, big.NewInt(n+int64(nth)))
			add(new(big.Rat).Mul(new(big.Rat).SetInt(multiple), step))
		}
	}
	if len(starts) == 3 {
		middle := new(big.Rat).Add(starts[1], starts[2])
		add(middle.Quo(middle, big.NewRat(2, 1)))
	}
	return out
}

// sample returns a short string for a simple pattern: one that Go's parser reads
// once its lookaheads are left out. Open repetitions are repeated at least repeat
// times, and a higher nth asks for other characters. The caller checks the result,
// which need not match.
func sample(src string, repeat, nth int) string {
	for _, rule := range [][2]string{
		{`\(\?[=!][^()]*\)`, ``},
		{`\\u([0-9a-fA-F]{4})`, `\x{$1}`},
		{`\{(\d+),\d{4,}\}`, `{$1,}`}, // Go repeats at most 1000 times
		{`\\_`, `_`},
	} {
		src = regexp.MustCompile(rule[0]).ReplaceAllString(src, rule[1])
	}
	re, err := syntax.Parse(src, syntax.Perl)
	if err != nil {
		return ""
	}
	var b strings.Builder
	writeSample(&b, re, repeat, nth)
	return b.String()
}

func writeSample(b *strings.Builder, re *syntax.Regexp, repeat, nth int) {
	subs := re.Sub
	times := 1
	switch re.Op {
	case syntax.OpLiteral:
		b.WriteString(string(re.Rune))
	case syntax.OpCharClass:
		b.WriteString(oneOf(re, nth))
	case syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		b.WriteByte("abcdefghijklmnopqrstuvwxyz"[nth%26])
	case syntax.OpAlternate:
		subs = subs[nth%len(subs):][:1]
	case syntax.OpStar:
		times = repeat
	case syntax.OpPlus:
		times = max(repeat, 1)
	case syntax.OpQuest:
		times = 0
	case syntax.OpRepeat:
		times = max(re.Min, repeat)
		if re.Max >= 0 {
			times = min(times, re.Max)
		}
	}
	for range times {
		for _, sub := range subs {
			if b.Len() < maxExampleText {
				writeSample(b, sub, repeat, nth)
			}
		}
	}
}

// oneOf returns a character of a class; a higher nth asks for another one.
func oneOf(class *syntax.Regexp, nth int) string {
	re := regexp.MustCompile(class.String())
	all := re.FindAllString(
		"a0Abcdefghijklmnopqrstuvwxyz123456789BCDEFGHIJKLMNOPQRSTUVWXYZ-_. ",
		-1,
	)
	if all == nil {
		return string(class.Rune[0])
	}
	return all[nth%len(all)]
}
