package schema

import (
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// Bounds of an example.
const (
	maxExampleDepth = 24
	maxExampleItems = 100   // elements of an array, members of an object
	maxExampleText  = 4_000 // characters of a string
	maxChoices      = 32    // combinations of alternatives tried for one value
	maxValues       = 3_000 // values built in all
)

// Example is a value built from a schema. It is valid if it has no issues, else
// a draft.
type Example struct {
	Value  jsontext.Value
	Issues []Issue
}

// Example builds a small value, such as the body of usage rule 3 in 4.2: the
// required members in document order, taken from const, enum, default, examples
// or made from the type, bounds, format and pattern.
func (s *Schema) Example() (Example, *Problem) {
	n, issues, problem := s.example(false)
	if problem != nil {
		return Example{}, problem
	}
	return Example{n.append(nil), issues}, nil
}

func (s *Schema) example(query bool) (*node, []Issue, *Problem) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if problem := s.ready(); problem != nil {
		return nil, nil, problem
	}
	s.steps = maxSteps
	b := &builder{schema: s, query: query}
	n := b.value([]*node{s.root}, 0, 0)
	s.steps = maxSteps
	issues, problem := s.check(n)
	return n, issues, problem
}

// builder builds an example from the top down. Where a schema leaves a choice,
// it takes the first one that is valid at its place, else the first one.
type builder struct {
	schema *Schema
	query  bool // no null and no empty array: a query cannot carry them
	values int  // built so far
}

// value builds a value for schemas that apply to the same place. A higher nth
// asks for a different value, for arrays of unique elements.
func (b *builder) value(schemas []*node, depth, nth int) *node {
	first := newWord("null")
	if b.values++; depth > maxExampleDepth || b.values > maxValues {
		return first
	}
	found := false
	for choice := range maxChoices {
		parts, more := b.expand(schemas, choice)
		if more {
			break
		}
		for _, n := range b.candidates(parts, depth, nth) {
			if b.accepts(schemas, n) {
				return n
			}
			if !found || first.kind == 'n' {
				first, found = n, true
			}
		}
	}
	return first
}

// accepts reports whether a value is valid for all of some schemas.
func (b *builder) accepts(schemas []*node, n *node) bool {
	if _, ok := parameters("", n); b.query && !ok && n.kind != '{' {
		return false
	}
	for _, part := range schemas {
		if problem, invalid := b.schema.validate(part, n); problem != nil || invalid != nil || len(b.schema.skipped) > 0 {
			return false
		}
	}
	return true
}

// expand follows $ref and allOf and picks one alternative of each oneOf, anyOf
// and if; choice numbers the combinations. It reports true if there are fewer.
func (b *builder) expand(schemas []*node, choice int) (parts []*node, exceeded bool) {
	pick := func(n int) int {
		i := choice % n
		choice /= n
		return i
	}
	todo := slices.Clone(schemas)
	for i := 0; i < len(todo) && i < maxRefs*maxRefs; i++ {
		n := todo[i]
		if n.kind != '{' || slices.Contains(todo[:i], n) {
			continue
		}
		if target, _ := b.schema.resolve(n); target != nil {
			todo = append(todo, target)
		}
		parts = append(parts, n)
		todo = append(todo, n.items("allOf")...)
		for _, keyword := range []string{"oneOf", "anyOf"} {
			if all := n.items(keyword); len(all) > 0 {
				todo = append(todo, all[pick(len(all))])
			}
		}
		if n.get("if") != nil {
			for _, keyword := range [][]string{{"else"}, {"if", "then"}}[pick(2)] {
				if sub := n.get(keyword); sub != nil {
					todo = append(todo, sub)
				}
			}
		}
	}
	return parts, choice > 0
}

// candidates returns the values to try, the most telling first.
func (b *builder) candidates(parts []*node, depth, nth int) []*node {
	if fixed := listed(parts); fixed != nil {
		i := nth % len(fixed)
		all := slices.Concat(fixed[i:], fixed[:i])
		return all[:min(len(all), maxExampleItems)]
	}
	var out []*node
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
				out = append(out, newString(s))
			}
		case "number", "integer":
			out = append(out, number(parts, t == "integer", nth))
		case "boolean":
			out = append(out, newWord([]string{"false", "true"}[nth%2]), newWord([]string{"true", "false"}[nth%2]))
		case "null":
			out = append(out, newWord("null"))
		}
	}
	return out
}

// listed returns the values of a const or an enum, or nil.
func listed(parts []*node) []*node {
	for _, n := range parts {
		if c := n.get("const"); c != nil {
			return []*node{c}
		}
	}
	for _, n := range parts {
		if values := n.items("enum"); len(values) > 0 {
			return values
		}
	}
	return nil
}

// suggested returns the default and the examples.
func suggested(parts []*node) []*node {
	var out []*node
	for _, n := range parts {
		if d := n.get("default"); d != nil {
			out = append(out, d)
		}
	}
	for _, n := range parts {
		out = append(out, n.items("examples")...)
	}
	return out[:min(len(out), maxExampleItems)]
}

// declaredTypes returns the types that all schemas allow, or nil if none names
// any.
func declaredTypes(parts []*node) []string {
	var out []string
	for _, n := range parts {
		allowed := n.strings("type")
		if t := n.text("type"); t != "" {
			allowed = []string{t}
		}
		switch {
		case allowed == nil:
		case out == nil:
			out = allowed
		default:
			out = slices.DeleteFunc(slices.Clone(out), func(t string) bool {
				return !slices.Contains(allowed, t) && !(t == "integer" && slices.Contains(allowed, "number"))
			})
			if len(out) == 0 && slices.Contains(allowed, "integer") {
				out = []string{"integer"}
			}
		}
	}
	return out
}

// types returns the declared types, or else guesses them from other keywords.
func types(parts []*node) []string {
	out := declaredTypes(parts)
	if out != nil {
		return out
	}
	for _, hint := range []string{
		"object properties required minProperties additionalProperties patternProperties",
		"array items minItems contains uniqueItems prefixItems",
		"string minLength maxLength pattern format",
		"number minimum maximum exclusiveMinimum exclusiveMaximum multipleOf",
	} {
		t, keywords, _ := strings.Cut(hint, " ")
		if slices.ContainsFunc(parts, func(n *node) bool {
			return slices.ContainsFunc(strings.Fields(keywords), func(k string) bool { return n.get(k) != nil })
		}) {
			out = append(out, t)
		}
	}
	if out == nil {
		return strings.Fields("string object array number boolean null")
	}
	return out
}

// object builds the required members, and as many others as minProperties asks
// for.
func (b *builder) object(parts []*node, depth, nth int) *node {
	obj := &node{kind: '{'}
	required := requiredNames(parts)
	least := min(count(parts, "minProperties"), maxExampleItems)
	var named []string
	for _, n := range parts {
		named = append(named, n.get("properties").members()...)
	}
	add := func(name string) {
		if obj.get(name) == nil && len(obj.kids) < maxExampleItems {
			obj.add(name, b.value(memberSchemas(parts, name), depth+1, nth))
		}
	}
	extra := least - len(required)
	for _, name := range named {
		switch wanted := slices.Contains(required, name); {
		case wanted:
			add(name)
		case extra > 0 && obj.get(name) == nil:
			extra--
			add(name)
		}
	}
	for _, name := range required {
		add(name)
	}
	for i := 0; len(obj.kids) < least && i < 2*maxExampleItems; i++ {
		add(b.freeName(parts, depth, i))
	}
	return obj
}

// requiredNames returns the required names and those that depend on them.
func requiredNames(parts []*node) []string {
	var names []string
	add := func(more []string) {
		for _, name := range more {
			if !slices.Contains(names, name) && len(names) < maxExampleItems {
				names = append(names, name)
			}
		}
	}
	for _, n := range parts {
		add(n.strings("required"))
	}
	for i := 0; i < len(names); i++ {
		for _, n := range parts {
			add(n.get("dependencies").strings(names[i]))
			add(n.get("dependentRequired").strings(names[i]))
		}
	}
	return names
}

// memberSchemas returns the schemas that apply to a member.
func memberSchemas(parts []*node, name string) []*node {
	var out []*node
	for _, n := range parts {
		before := len(out)
		if s := n.get("properties").get(name); s != nil {
			out = append(out, s)
		}
		if patterns := n.get("patternProperties"); patterns != nil {
			for i, src := range patterns.names {
				re, err := compilePattern(src)
				if err != nil {
					continue
				}
				if ok, err := re.MatchString(name); ok && err == nil {
					out = append(out, patterns.kids[i])
				}
			}
		}
		if more := n.get("additionalProperties"); more != nil && len(out) == before {
			out = append(out, more)
		}
	}
	return out
}

// freeName returns a name for a member that no schema names.
func (b *builder) freeName(parts []*node, depth, nth int) string {
	for _, n := range parts {
		if names := n.get("propertyNames"); names != nil {
			return b.value([]*node{names}, depth+1, nth).str
		}
	}
	for _, n := range parts {
		if patterns := n.get("patternProperties").members(); len(patterns) > 0 {
			return sample(patterns[0], 0, nth)
		}
	}
	return "name" + strconv.Itoa(nth+1)
}

// array builds as many elements as minItems and contains ask for.
func (b *builder) array(parts []*node, depth int) *node {
	arr := &node{kind: '['}
	least := count(parts, "minItems")
	var contained []*node
	unique := false
	for _, n := range parts {
		unique = unique || n.get("uniqueItems").isTrue()
		if c := n.get("contains"); c != nil {
			contained = append(contained, c)
		}
	}
	if len(contained) > 0 || b.query {
		least = max(least, 1, count(parts, "minContains"))
	}
	least = min(least, maxExampleItems)
	seen := map[string]bool{}
	for nth := 0; len(arr.kids) < least && nth < 2*maxExampleItems; nth++ {
		variant := 0
		if unique {
			variant = nth
		}
		kid := b.value(slices.Concat(itemSchemas(parts, len(arr.kids)), contained), depth+1, variant)
		if unique {
			key := kid.String()
			if seen[key] {
				continue
			}
			seen[key] = true
		}
		arr.add("", kid)
	}
	return arr
}

// itemSchemas returns the schemas that apply to the element at index i.
func itemSchemas(parts []*node, i int) []*node {
	var out []*node
	for _, n := range parts {
		items, rest := n.get("items"), n.get("additionalItems")
		if prefix := n.get("prefixItems"); prefix != nil {
			items, rest = prefix, items
		}
		switch {
		case items == nil:
		case items.kind != '[':
			out = append(out, items)
		case i < len(items.kids):
			out = append(out, items.kids[i])
		case rest != nil:
			out = append(out, rest)
		}
	}
	return out
}
