package schema

import (
	"cmp"
	"slices"
	"strconv"
)

// members collects what some schemas say about an object together.
type members struct {
	parts    []*node
	required []string
	optional []string       // named in properties, in document order
	order    map[string]int // of all that properties name
	least    int            // minProperties
}

// membersOf returns false where more are required than an example has.
func membersOf(parts []*node) (*members, bool) {
	m := &members{parts: parts, order: map[string]int{}}
	wanted := map[string]bool{}
	want := func(names []string) {
		for _, name := range names {
			if !wanted[name] {
				wanted[name] = true
				m.required = append(m.required, name)
			}
		}
	}
	for _, n := range parts {
		m.least = max(m.least, atLeast(n, "minProperties"))
		want(n.strings("required"))
	}
	for i := 0; i < len(m.required) && len(m.required) <= maxExampleItems; i++ {
		want(dependencies(parts, m.required[i]))
	}
	for _, n := range parts {
		properties := n.get("properties")
		if properties == nil {
			continue
		}
		for _, name := range properties.names {
			if _, known := m.order[name]; known {
				continue
			}
			m.order[name] = len(m.order)
			if !wanted[name] {
				m.optional = append(m.optional, name)
			}
		}
	}
	return m, len(m.required) <= maxExampleItems && m.least <= maxExampleItems
}

// dependencies are the names that must be there where name is.
func dependencies(parts []*node, name string) []string {
	var out []string
	for _, n := range parts {
		out = append(out, n.get("dependencies").strings(name)...)
		out = append(out, n.get("dependentRequired").strings(name)...)
	}
	return out
}

// withDependencies adds the schemas that hold because of a required member.
func (b *builder) withDependencies(parts []*node, at place) []*node {
	for i := 0; i < len(parts) && len(parts) < maxConjuncts; i++ {
		for _, keyword := range []string{"dependencies", "dependentSchemas"} {
			deps := parts[i].get(keyword)
			if deps == nil {
				continue
			}
			m, _ := membersOf(parts)
			for j, name := range deps.names {
				if deps.kids[j].kind != '{' || !slices.Contains(m.required, name) {
					continue
				}
				more, problem := b.expand(deps.kids[j:j+1], &choices{}, at)
				if problem == nil {
					parts = slices.Concat(parts, more)
				}
			}
		}
	}
	return parts
}

// atLeast is a count that a keyword asks for; what no int holds is more than
// anything.
func atLeast(n *node, keyword string) int {
	r := rational(n.get(keyword))
	switch {
	case r == nil || r.Sign() <= 0:
		return 0
	case !r.IsInt() || !r.Num().IsInt64() || r.Num().Int64() > 1<<31:
		return 1 << 31
	}
	return int(r.Num().Int64())
}

// schemas are those of the member of that name.
func (b *builder) memberSchemas(m *members, name string) []*node {
	var out []*node
	for _, n := range m.parts {
		before := len(out)
		if s := n.get("properties").get(name); s != nil {
			out = append(out, s)
		}
		if patterns := n.get("patternProperties"); patterns != nil {
			for i, src := range patterns.names {
				if p := b.pattern(src); b.work.spend(matchSteps(p, name)) && p.MatchString(name) {
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

func (b *builder) object(parts []*node, at place) (*node, *Problem) {
	for _, n := range parts {
		b.work.spend(1 + len(n.get("properties").members()) + 20*len(n.get("dependencies").members()))
	}
	m, ok := membersOf(b.withDependencies(parts, at))
	if !ok {
		return nil, at.problem(TooLong, maxExampleItems)
	}
	obj := &node{kind: '{', size: 1}
	for _, name := range m.required {
		if problem := b.member(obj, m, name, at); problem != nil {
			return nil, problem
		}
	}
	var why *Problem
	everything := b.full && at.depth == 0
	for _, name := range m.optional {
		if len(obj.kids) >= m.least && !everything || len(obj.kids) >= maxExampleItems {
			break
		}
		if problem := b.member(obj, m, name, at); problem != nil {
			why = problem
		}
	}
	for i := 0; len(obj.kids) < m.least && i < 2*maxExampleItems; i++ {
		name, problem := b.freeName(m, at, i)
		if problem == nil && obj.get(name) == nil {
			problem = b.member(obj, m, name, at)
		}
		if problem != nil {
			return nil, cmp.Or(why, problem)
		}
	}
	obj.sort(m.order)
	return obj, nil
}

func (b *builder) member(obj *node, m *members, name string, at place) *Problem {
	if !b.work.spend(1 + 10*len(m.parts)) {
		return at.problem(TooCostly, 0)
	}
	kid, problem := b.value(b.memberSchemas(m, name), at.in(step(name), at.variant))
	if problem == nil {
		obj.add(name, kid)
	}
	return problem
}

// freeName is the i-th name for a member that the schemas do not name.
func (b *builder) freeName(m *members, at place, i int) (string, *Problem) {
	for _, n := range m.parts {
		if names := n.get("propertyNames"); names != nil {
			name, problem := b.value([]*node{names}, at.in("", i))
			if problem == nil && name.kind == '"' {
				return name.str, nil
			}
			return "", at.problem(Impossible, 0)
		}
	}
	for _, n := range m.parts {
		if patterns := n.get("patternProperties"); patterns != nil && len(patterns.names) > 0 {
			if s, ok := b.pattern(patterns.names[0]).matching(i, i); ok {
				return s, nil
			}
		}
	}
	return "name" + strconv.Itoa(i+1), nil
}

func (b *builder) array(parts []*node, at place) (*node, *Problem) {
	least, unique := 0, false
	var some []*node
	for _, n := range parts {
		least = max(least, atLeast(n, "minItems"))
		if u := n.get("uniqueItems"); u != nil && u.kind == 't' {
			unique = true
		}
		if c := n.get("contains"); c != nil {
			some = append(some, c)
			least = max(least, 1, atLeast(n, "minContains"))
		}
	}
	if least > maxExampleItems {
		return nil, at.problem(TooLong, maxExampleItems)
	}
	if b.full && at.depth == 1 {
		least = max(least, 1) // an empty list does not show in a query
	}
	arr := &node{kind: '[', size: 1}
	taken := map[string]bool{}
	for variant := at.variant; len(arr.kids) < least; {
		i := len(arr.kids)
		kid, problem := b.value(slices.Concat(itemSchemas(parts, i), some), at.in("["+strconv.Itoa(i)+"]", variant))
		if problem != nil {
			return nil, problem
		}
		if unique {
			if variant++; variant > at.variant+2*maxExampleItems {
				return nil, at.problem(Impossible, 0)
			}
			if key := kid.String(); taken[key] {
				continue
			} else {
				taken[key] = true
			}
		}
		arr.add("", kid)
	}
	return arr, nil
}

// itemSchemas are those of the element at i.
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
