package schema

import (
	"bytes"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"

	"channeldeck/api"
	"channeldeck/api/jsonobject"
)

// Bounds of a document. One that exceeds them is not read.
const (
	maxSize   = 2 << 20
	maxDepth  = 64
	maxValues = 100_000
	// maxObjects bounds the objects of a schema: the validator compares each
	// subschema with all others when it compiles.
	maxObjects = 8_000
)

// node is a JSON value that keeps the order of object members, which a Go map
// would lose.
type node struct {
	raw   jsontext.Value // as received
	text  string         // of a string
	names []string       // of an object, one per kid
	kids  []*node        // of an object or array
}

// parser reads a document level by level.
type parser struct {
	reader          jsonobject.Reader
	values, objects int // how many more are allowed
}

// parse reads exactly one JSON value with at most the given number of objects.
func parse(doc []byte, objects int) (*node, *Problem) {
	if len(doc) > maxSize {
		return nil, &Problem{Kind: TooBig}
	}
	if len(bytes.TrimSpace(doc)) == 0 {
		return nil, &Problem{Kind: Empty}
	}
	if fault := FaultOf(doc); fault != nil {
		return nil, &Problem{Kind: NotJSON, Fault: fault}
	}
	p := &parser{values: maxValues, objects: objects}
	return p.value(bytes.TrimSpace(doc), 0)
}

// value reads a value that is valid JSON.
func (p *parser) value(raw jsontext.Value, depth int) (*node, *Problem) {
	if p.values--; p.values < 0 {
		return nil, &Problem{Kind: TooBig}
	}
	if depth > maxDepth {
		return nil, &Problem{Kind: TooDeep}
	}
	n := &node{raw: raw}
	var kids []jsontext.Value
	switch n.kind() {
	case '{':
		if p.objects--; p.objects < 0 {
			return nil, &Problem{Kind: TooBig}
		}
		members, _ := p.reader.Object(raw, nil)
		for _, m := range members {
			n.names = append(n.names, string(m.Name))
			kids = append(kids, m.Value)
		}
	case '[':
		kids, _ = p.reader.Elements(raw, nil)
	case '"':
		n.text = string(jsonobject.Text(raw))
	case '0':
		if !computable(string(raw)) {
			return nil, &Problem{Kind: NumberSize}
		}
	}
	for _, raw := range kids {
		kid, problem := p.value(raw, depth+1)
		if problem != nil {
			return nil, problem
		}
		n.kids = append(n.kids, kid)
	}
	return n, nil
}

// computable reports whether a number is small enough to compute with exactly, as the
// validator does: 1e999999 has a million digits.
func computable(literal string) bool {
	n, err := api.ParseNumber(literal)
	_, ok := n.Rat()
	return err == nil && ok
}

func (n *node) kind() jsontext.Kind { return n.raw.Kind() }

// at returns the value at a JSON pointer, or nil.
func (n *node) at(pointer string) *node {
	if pointer != "" && pointer[0] != '/' {
		return nil
	}
	for token := range jsontext.Pointer(pointer).Tokens() {
		i, err := strconv.Atoi(token)
		switch {
		case n == nil:
			return nil
		case n.kind() != '[':
			n = n.get(token)
		case err == nil && 0 <= i && i < len(n.kids):
			n = n.kids[i]
		default:
			return nil
		}
	}
	return n
}

func (n *node) get(name string) *node {
	for i, have := range n.members() {
		if have == name {
			return n.kids[i]
		}
	}
	return nil
}

func (n *node) str(name string) string {
	if m := n.get(name); m != nil {
		return m.text
	}
	return ""
}

func (n *node) members() []string {
	if n == nil {
		return nil
	}
	return n.names
}

// strings returns a string as a list of one, and the strings of an array.
func (n *node) strings() []string {
	if n == nil {
		return nil
	}
	if n.kind() == '"' {
		return []string{n.text}
	}
	var out []string
	for _, item := range n.kids {
		if item.kind() == '"' {
			out = append(out, item.text)
		}
	}
	return out
}

// String returns the value as JSON without white space.
func (n *node) String() string {
	v := n.raw.Clone()
	_ = v.Compact() // n was parsed
	return string(v)
}
