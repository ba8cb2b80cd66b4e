package schema

import (
	"unicode/utf8"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// The library validates to the end, however long that takes, and a few
// subschemas that refer to each other twice take it for ever. So the steps of
// a validation are counted before it is begun: by the same walk, but each
// pair of subschema and value once.

// maxWork bounds the steps of one check or example, each some 250 ns.
const maxWork = 1_000_000

// maxInPlace bounds how many subschemas may lead to each other on one value.
const maxInPlace = 100

// budget is what is left of the work.
type budget int

// spend takes steps and reports whether there were that many left.
func (b *budget) spend(steps int) bool {
	if steps > int(*b) {
		*b = 0
		return false
	}
	*b -= budget(steps)
	return true
}

type visit struct {
	sch *jsonschema.Schema
	n   *node
}

// counter counts the steps that validating takes. It spends work itself.
type counter struct {
	done    map[visit]int // -1 while it is being counted
	left    budget
	problem ProblemKind
}

// validate checks a value where the budget suffices. Its error is the
// library's, for a value that does not fit; its problem is that there was no
// check.
func (b *budget) validate(sch *jsonschema.Schema, n *node) (*Problem, error) {
	b.spend(n.size)
	c := &counter{done: map[visit]int{}, left: *b}
	steps := c.steps(sch, n, 0)
	*b = c.left
	if c.problem == 0 && !b.spend(steps) {
		c.problem = TooCostly
	}
	if c.problem != 0 {
		return &Problem{Kind: c.problem}, nil
	}
	var invalid error
	if err := guard(func() error { invalid = sch.Validate(n.plain()); return nil }); err != nil {
		return &Problem{Kind: NotASchema, Detail: err.Error()}, nil
	}
	return nil, invalid
}

func (c *counter) fail(kind ProblemKind) int {
	if c.problem == 0 {
		c.problem = kind
	}
	return 0
}

func (c *counter) steps(sch *jsonschema.Schema, n *node, depth int) int {
	if c.problem != 0 {
		return 0
	}
	key := visit{sch, n}
	switch known := c.done[key]; {
	case known > 0:
		return known
	case known < 0:
		return c.fail(RefCycle)
	case depth > maxInPlace:
		return c.fail(TooDeep)
	case !c.left.spend(1):
		return c.fail(TooCostly)
	}
	c.done[key] = -1
	total := 1
	if sch.Bool == nil {
		total += c.own(sch, n)
		for _, sub := range inPlace(sch) {
			total = min(total+c.steps(sub, n, depth+1), maxWork+1)
		}
		switch n.kind {
		case '{':
			total += c.members(sch, n)
		case '[':
			total += c.elements(sch, n)
		}
	}
	total = min(total, maxWork+1)
	c.done[key] = total
	return total
}

// own is the cost of the keywords that look at the value alone.
func (c *counter) own(sch *jsonschema.Schema, n *node) int {
	total := 0
	if sch.Enum != nil {
		total += len(sch.Enum.Values)
		if n.kind == '{' || n.kind == '[' {
			total += len(sch.Enum.Values) * n.size
		}
	}
	if sch.Const != nil || sch.Format != nil {
		total += n.size + len(n.str)/100
	}
	if n.kind == '"' {
		total += matchSteps(sch.Pattern, n.str) + len(n.str)/100
	}
	return total
}

func matchSteps(re jsonschema.Regexp, s string) int {
	p, ok := re.(*pattern)
	if !ok {
		return 0
	}
	return 1 + p.cost*utf8.RuneCountInString(s)/20
}

func (c *counter) members(sch *jsonschema.Schema, n *node) int {
	total := 0
	for i, kid := range n.kids {
		name := n.names[i]
		evaluated := false
		down := func(sub *jsonschema.Schema, n *node) {
			if sub != nil {
				evaluated = true
				total = min(total+c.steps(sub, n, 0), maxWork+1)
			}
		}
		down(sch.Properties[name], kid)
		for re, sub := range sch.PatternProperties {
			total += matchSteps(re, name)
			if !c.left.spend(matchSteps(re, name)) {
				return c.fail(TooCostly)
			}
			if re.MatchString(name) {
				down(sub, kid)
			}
		}
		if more, ok := sch.AdditionalProperties.(*jsonschema.Schema); ok && !evaluated {
			down(more, kid)
		}
		down(sch.UnevaluatedProperties, kid)
		if sch.PropertyNames != nil {
			down(sch.PropertyNames, newString(name))
		}
	}
	return total
}

func (c *counter) elements(sch *jsonschema.Schema, n *node) int {
	total := 0
	if sch.UniqueItems {
		total += 20 * n.size
	}
	for i, kid := range n.kids {
		for _, sub := range elementSchemas(sch, i) {
			total = min(total+c.steps(sub, kid, 0), maxWork+1)
		}
	}
	return total
}

// elementSchemas are those that are applied to the element at i.
func elementSchemas(sch *jsonschema.Schema, i int) []*jsonschema.Schema {
	out := present(sch.Contains, sch.UnevaluatedItems)
	switch items := sch.Items.(type) {
	case *jsonschema.Schema:
		out = append(out, items)
	case []*jsonschema.Schema:
		if i < len(items) {
			out = append(out, items[i])
		} else if more, ok := sch.AdditionalItems.(*jsonschema.Schema); ok {
			out = append(out, more)
		}
	}
	if i < len(sch.PrefixItems) {
		out = append(out, sch.PrefixItems[i])
	} else if sch.Items2020 != nil {
		out = append(out, sch.Items2020)
	}
	return out
}
