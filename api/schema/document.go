package schema

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"

	"channeldeck/api"
)

// Bounds of a document. One that exceeds them is not read.
const (
	maxBytes  = 2 << 20
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

type parser struct {
	doc             []byte
	dec             *jsontext.Decoder
	values, objects int // how many more are allowed
}

// parse reads exactly one JSON value with at most the given number of objects.
func parse(doc []byte, objects int) (*node, *Problem) {
	switch {
	case len(doc) > maxBytes:
		return nil, &Problem{Kind: TooBig}
	case len(bytes.TrimSpace(doc)) == 0:
		return nil, &Problem{Kind: Empty}
	}
	p := &parser{doc: doc, dec: jsontext.NewDecoder(bytes.NewBuffer(doc)), values: maxValues, objects: objects}
	n, err := p.value()
	if err == nil {
		if _, err = p.dec.ReadToken(); err == io.EOF {
			return n, nil
		} else if err == nil {
			err = errors.New("unexpected data after the first value")
		}
	}
	if problem, ok := errors.AsType[*Problem](err); ok {
		return nil, problem
	}
	if syntax, ok := errors.AsType[*jsontext.SyntacticError](err); ok {
		// The whole error also quotes the pointer, which may be as long as the document.
		err = fmt.Errorf("%w after byte %d", syntax.Err, syntax.ByteOffset)
	}
	return nil, &Problem{Kind: NotJSON, Detail: err.Error()}
}

func (p *parser) value() (*node, error) {
	if p.values--; p.values < 0 {
		return nil, &Problem{Kind: TooBig}
	}
	if p.dec.StackDepth() > maxDepth {
		return nil, &Problem{Kind: TooDeep}
	}
	start := p.dec.InputOffset()
	tok, err := p.dec.ReadToken()
	if err != nil {
		return nil, err
	}
	n := &node{}
	switch tok.Kind() {
	case '{':
		if p.objects--; p.objects < 0 {
			return nil, &Problem{Kind: TooBig}
		}
		err = p.members(n, true)
	case '[':
		err = p.members(n, false)
	case '"':
		n.text = tok.String()
	case '0':
		if !computable(tok.String()) {
			err = &Problem{Kind: NumberSize}
		}
	}
	n.raw = bytes.TrimLeft(p.doc[start:p.dec.InputOffset()], ",: \t\r\n")
	return n, err
}

// members reads the rest of an object or array.
func (p *parser) members(n *node, named bool) error {
	for p.dec.PeekKind() != '}' && p.dec.PeekKind() != ']' {
		if named {
			tok, err := p.dec.ReadToken()
			if err != nil {
				return err
			}
			n.names = append(n.names, tok.String())
		}
		kid, err := p.value()
		if err != nil {
			return err
		}
		n.kids = append(n.kids, kid)
	}
	_, err := p.dec.ReadToken()
	return err
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
	switch {
	case n == nil:
		return nil
	case n.kind() == '"':
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
