package schema

import (
	"iter"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// Bounds of an example.
const (
	maxExampleDepth = 24
	maxExampleItems = 200   // elements of an array, members of an object
	maxExampleText  = 4_000 // characters of a text
	maxShapes       = 48    // ways through oneOf, anyOf and if that are tried on one value
	maxConjuncts    = 500   // subschemas that hold for one value together
)

// Example is a small value that the schema accepts, such as a body for the
// request of usage rule 3: required members only, in document order, taken
// from const, enum, default and examples where these are there. It has been
// validated. Where none was found the problem says why.
func (s *Schema) Example() (jsontext.Value, *Problem) {
	n, problem := s.example(false)
	if problem != nil {
		return nil, problem
	}
	return n.append(nil), nil
}

// example finds a value; full adds the optional members of the root.
func (s *Schema) example(full bool) (*node, *Problem) {
	if s.problem != nil {
		return nil, s.problem
	}
	return newBuilder(s, full).value([]*node{s.root}, place{path: "$"})
}

// builder finds values by trying: each value that it makes is validated by
// the library against the subschemas of its own place before it goes on.
type builder struct {
	schema   *Schema
	work     budget
	full     bool
	patterns map[string]*pattern
}

func newBuilder(s *Schema, full bool) *builder {
	return &builder{schema: s, work: maxWork, full: full, patterns: map[string]*pattern{}}
}

func (b *builder) pattern(src string) *pattern {
	p := b.patterns[src]
	if p == nil {
		p = newPattern(src)
		b.patterns[src] = p
		b.work.spend(1_000)
	}
	return p
}

// place is where in the example a value goes. A variant above 0 asks for
// another value than the variants before.
type place struct {
	path    string
	depth   int
	variant int
}

func (p place) in(step string, variant int) place {
	return place{path: p.path + step, depth: p.depth + 1, variant: variant}
}

func (p place) problem(kind ProblemKind, limit int) *Problem {
	return &Problem{Kind: kind, Path: p.path, Limit: limit}
}

// value finds a value that all of these schemas accept.
func (b *builder) value(all []*node, at place) (*node, *Problem) {
	if at.depth > maxExampleDepth {
		return nil, at.problem(TooDeep, maxExampleDepth)
	}
	var why *Problem
	blame := func(p *Problem) {
		if why == nil || p.Kind == TooCostly {
			why = p
		}
	}
	b.work.spend(1)
	var c choices
	for range maxShapes {
		parts, problem := b.expand(all, &c, at)
		for n, problem := range b.candidates(parts, problem, at) {
			if problem == nil {
				var fits bool
				if fits, problem = b.fits(n, all); fits {
					return n, nil
				}
			}
			if problem != nil {
				blame(problem)
			}
			if b.work == 0 {
				return nil, at.problem(TooCostly, 0)
			}
		}
		if !c.next() {
			break
		}
	}
	if b.work == 0 {
		return nil, at.problem(TooCostly, 0)
	}
	if why == nil {
		why = at.problem(Impossible, 0)
	}
	return nil, why
}

// fits validates a value by the library.
func (b *builder) fits(n *node, all []*node) (bool, *Problem) {
	for _, part := range all {
		problem, invalid := b.work.validate(b.schema.compiled[location(part)], n)
		if invalid != nil || problem != nil {
			return false, problem
		}
	}
	return true, nil
}

// choices counts through the ways past alternatives like an odometer.
type choices struct {
	picked, of []int
	pos        int
}

func (c *choices) pick(n int) int {
	if c.pos == len(c.picked) {
		c.picked, c.of = append(c.picked, 0), append(c.of, n)
	}
	c.pos++
	return c.picked[c.pos-1]
}

// next turns to the next way and reports whether there is one.
func (c *choices) next() bool {
	c.picked, c.of = c.picked[:c.pos], c.of[:c.pos]
	c.pos = 0
	for i := len(c.picked) - 1; i >= 0; i-- {
		if c.picked[i]++; c.picked[i] < c.of[i] {
			c.picked, c.of = c.picked[:i+1], c.of[:i+1]
			return true
		}
	}
	return false
}

// expand follows $ref, allOf and the picked alternatives, so that what is left
// of each schema are the keywords of its own. Its problem is that nothing can
// fit, or that one leads outside.
func (b *builder) expand(all []*node, c *choices, at place) ([]*node, *Problem) {
	var parts []*node
	seen := map[*node]bool{}
	todo := slices.Clone(all)
	for len(todo) > 0 {
		n := todo[0]
		todo = todo[1:]
		switch {
		case n.kind == 'f':
			return nil, at.problem(Impossible, 0)
		case len(seen) > maxConjuncts || !b.work.spend(1+len(n.names)):
			return nil, at.problem(TooCostly, 0)
		}
		if seen[n] || n.kind != '{' {
			continue
		}
		seen[n] = true
		if target, ok := b.schema.resolve(n); ok {
			if target == nil {
				return nil, &Problem{Kind: RefOutside, Path: at.path, Detail: n.text("$ref")}
			}
			todo = append(todo, target)
			if sch := b.schema.compiled[location(n)]; sch == nil || sch.DraftVersion < 2019 {
				continue // what stands beside a $ref does not count
			}
		}
		parts = append(parts, n)
		todo = append(todo, n.items("allOf")...)
		for _, keyword := range []string{"oneOf", "anyOf"} {
			if forms := n.items(keyword); len(forms) > 0 {
				todo = append(todo, forms[c.pick(len(forms))])
			}
		}
		if n.get("if") != nil {
			then, other := n.get("then"), n.get("else")
			switch c.pick(2) {
			case 0:
				if other != nil {
					todo = append(todo, other)
				}
			case 1:
				todo = append(todo, n.get("if"))
				if then != nil {
					todo = append(todo, then)
				}
			}
		}
	}
	return parts, nil
}

// candidates are the values to try, the likeliest first.
func (b *builder) candidates(parts []*node, none *Problem, at place) iter.Seq2[*node, *Problem] {
	return func(yield func(*node, *Problem) bool) {
		if none != nil {
			yield(nil, none)
			return
		}
		if fixed := listed(parts); fixed != nil {
			for i := range min(len(fixed), maxExampleItems) {
				if !yield(fixed[(i+at.variant)%len(fixed)], nil) {
					return
				}
			}
			return
		}
		if at.variant == 0 && !(b.full && at.depth == 0) {
			for _, n := range suggested(parts) {
				if !yield(n, nil) {
					return
				}
			}
		}
		for _, t := range types(parts) {
			for n, problem := range b.typed(t, parts, at) {
				if !yield(n, problem) {
					return
				}
			}
		}
	}
}

// listed are the values of a const or an enum, nil where there is none.
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

// suggested are the default and the examples.
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

// types are those that all of the schemas allow, or where none names any those
// that their keywords speak of.
func types(parts []*node) []string {
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
			out = common(out, allowed)
		}
	}
	if out != nil {
		return out
	}
	hinted := func(t string, keywords ...string) {
		for _, n := range parts {
			if slices.ContainsFunc(keywords, func(k string) bool { return n.get(k) != nil }) {
				out = append(out, t)
				return
			}
		}
	}
	hinted("object", "properties", "required", "minProperties", "additionalProperties", "patternProperties")
	hinted("array", "items", "minItems", "contains", "uniqueItems", "prefixItems")
	hinted("string", "minLength", "maxLength", "pattern", "format")
	hinted("number", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf")
	if out == nil {
		return strings.Fields("string object array number boolean null")
	}
	return out
}

// common are the types of a that b allows too; integer is the narrower number.
func common(a, b []string) []string {
	out := []string{}
	for _, t := range a {
		switch {
		case slices.Contains(b, t):
			out = append(out, t)
		case t == "number" && slices.Contains(b, "integer"):
			out = append(out, "integer")
		case t == "integer" && slices.Contains(b, "number"):
			out = append(out, t)
		}
	}
	return out
}

// typed are the values to try of one type.
func (b *builder) typed(t string, parts []*node, at place) iter.Seq2[*node, *Problem] {
	return func(yield func(*node, *Problem) bool) {
		switch t {
		case "object":
			yield(b.object(parts, at))
		case "array":
			yield(b.array(parts, at))
		case "string":
			for s, problem := range b.texts(parts, at) {
				if !yield(newString(s), problem) {
					return
				}
			}
		case "number", "integer":
			yield(number(parts, t == "integer", at))
		case "boolean":
			for i := range 2 {
				if !yield(newWord([]string{"false", "true"}[(i+at.variant)%2]), nil) {
					return
				}
			}
		case "null":
			yield(newWord("null"), nil)
		}
	}
}
