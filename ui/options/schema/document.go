package schema

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// node is a JSON value that keeps the order of object members, which a Go map
// would lose.
type node struct {
	kind  jsontext.Kind
	raw   string   // the literal of a number, true, false or null
	str   string   // the text of a string
	names []string // of an object, one per kid
	kids  []*node  // of an object or array

	parent *node // nil for the root and for values built here
	token  string
}

// limits bound a document. A document that exceeds them is not read.
type limits struct{ bytes, depth, values, objects int }

// The validator compares each subschema with all others when it compiles, so
// schemas have a tighter limit on objects than values.
var (
	schemaLimits = limits{bytes: 2 << 20, depth: 64, values: 100_000, objects: 8_000}
	valueLimits  = limits{bytes: 1 << 20, depth: 64, values: 100_000, objects: 100_000}
)

// maxNumber bounds the digits and the exponent of a number. The validator
// computes with exact fractions, and 1e999999 has a million digits.
const maxNumber = 400

var (
	errTooBig = errors.New("too big")
	errDeep   = errors.New("too deep")
	errNumber = errors.New("number too large")
	errEmpty  = errors.New("empty")
)

type parser struct {
	dec  *jsontext.Decoder
	left limits
}

// parse reads exactly one JSON value. Its error is one of the above or the
// decoder's.
func parse(raw []byte, l limits) (*node, error) {
	if len(raw) > l.bytes {
		return nil, errTooBig
	}
	if len(bytes.TrimSpace(raw)) == 0 {
		return nil, errEmpty
	}
	p := &parser{dec: jsontext.NewDecoder(bytes.NewBuffer(raw)), left: l}
	n, err := p.value(nil, "")
	if err != nil {
		return nil, err
	}
	switch _, err := p.dec.ReadToken(); {
	case err == nil:
		return nil, errors.New("unexpected data after the first value")
	case err != io.EOF:
		return nil, err
	}
	return n, nil
}

func (p *parser) value(parent *node, token string) (*node, error) {
	if p.dec.StackDepth() > p.left.depth {
		return nil, errDeep
	}
	if p.left.values--; p.left.values < 0 {
		return nil, errTooBig
	}
	tok, err := p.dec.ReadToken()
	if err != nil {
		return nil, err
	}
	n := &node{kind: tok.Kind(), parent: parent, token: token}
	switch n.kind {
	case '{', '[':
		return n, p.members(n)
	case '"':
		n.str = tok.String()
	default:
		if n.raw = tok.String(); n.kind == '0' && !exact(n.raw) {
			return nil, errNumber
		}
	}
	return n, nil
}

func (p *parser) members(n *node) error {
	if n.kind == '{' {
		if p.left.objects--; p.left.objects < 0 {
			return errTooBig
		}
	}
	for p.dec.PeekKind() != '}' && p.dec.PeekKind() != ']' {
		token := strconv.Itoa(len(n.kids))
		if n.kind == '{' {
			tok, err := p.dec.ReadToken()
			if err != nil {
				return err
			}
			token = tok.String()
			n.names = append(n.names, token)
		}
		kid, err := p.value(n, token)
		if err != nil {
			return err
		}
		n.kids = append(n.kids, kid)
	}
	_, err := p.dec.ReadToken()
	return err
}

// exact reports whether a number can be computed with exactly.
func exact(literal string) bool {
	if len(literal) > maxNumber {
		return false
	}
	i := strings.IndexAny(literal, "eE")
	if i < 0 {
		return true
	}
	e, err := strconv.Atoi(literal[i+1:])
	return err == nil && -maxNumber <= e && e <= maxNumber
}

// pointer returns the JSON pointer (RFC 6901) of a parsed value.
func (n *node) pointer() string {
	if n.parent == nil {
		return ""
	}
	return n.parent.pointer() + "/" + strings.NewReplacer("~", "~0", "/", "~1").Replace(n.token)
}

// at returns the value at a JSON pointer, or nil.
func (n *node) at(pointer string) *node {
	if pointer == "" {
		return n
	}
	rest, ok := strings.CutPrefix(pointer, "/")
	if !ok {
		return nil
	}
	for token := range strings.SplitSeq(rest, "/") {
		n = n.child(strings.NewReplacer("~1", "/", "~0", "~").Replace(token))
	}
	return n
}

// child returns the member or element with that name or index, or nil.
func (n *node) child(token string) *node {
	if n == nil || n.kind != '[' {
		return n.get(token)
	}
	if i, err := strconv.Atoi(token); err == nil && 0 <= i && i < len(n.kids) {
		return n.kids[i]
	}
	return nil
}

// get returns a member of an object, or nil.
func (n *node) get(name string) *node {
	if n == nil || n.kind != '{' {
		return nil
	}
	for i, have := range n.names {
		if have == name {
			return n.kids[i]
		}
	}
	return nil
}

// text returns the string in a member, or "".
func (n *node) text(name string) string {
	if m := n.get(name); m != nil && m.kind == '"' {
		return m.str
	}
	return ""
}

// members returns the names in an object.
func (n *node) members() []string {
	if n == nil {
		return nil
	}
	return n.names
}

// items returns the elements of the array in a member.
func (n *node) items(name string) []*node {
	if m := n.get(name); m != nil && m.kind == '[' {
		return m.kids
	}
	return nil
}

// strings returns the strings of the array in a member.
func (n *node) strings(name string) []string {
	var out []string
	for _, item := range n.items(name) {
		if item.kind == '"' {
			out = append(out, item.str)
		}
	}
	return out
}

// isTrue reports whether n is the literal true.
func (n *node) isTrue() bool { return n != nil && n.kind == 't' }

// plain returns the value in the types that the validator takes.
func (n *node) plain() any {
	switch n.kind {
	case '{':
		m := make(map[string]any, len(n.kids))
		for i, kid := range n.kids {
			m[n.names[i]] = kid.plain()
		}
		return m
	case '[':
		a := make([]any, len(n.kids))
		for i, kid := range n.kids {
			a[i] = kid.plain()
		}
		return a
	case '"':
		return n.str
	case '0':
		return json.Number(n.raw)
	case 't', 'f':
		return n.kind == 't'
	}
	return nil
}

// append appends the value as JSON without white space.
func (n *node) append(b []byte) []byte {
	switch n.kind {
	case '{':
		b = append(b, '{')
		for i, kid := range n.kids {
			if i > 0 {
				b = append(b, ',')
			}
			b, _ = jsontext.AppendQuote(b, n.names[i])
			b = kid.append(append(b, ':'))
		}
		return append(b, '}')
	case '[':
		b = append(b, '[')
		for i, kid := range n.kids {
			if i > 0 {
				b = append(b, ',')
			}
			b = kid.append(b)
		}
		return append(b, ']')
	case '"':
		b, _ = jsontext.AppendQuote(b, n.str)
		return b
	}
	return append(b, n.raw...)
}

// String returns the value as JSON without white space.
func (n *node) String() string { return string(n.append(nil)) }

func newString(s string) *node { return &node{kind: '"', str: s} }

func newNumber(literal string) *node { return &node{kind: '0', raw: literal} }

func newWord(word string) *node { return &node{kind: jsontext.Kind(word[0]), raw: word} }

// add appends a member to an object, or an element to an array.
func (n *node) add(name string, kid *node) {
	if n.kind == '{' {
		n.names = append(n.names, name)
	}
	n.kids = append(n.kids, kid)
}
