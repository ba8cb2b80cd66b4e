package schema

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// node is a JSON value in document order, which a Go map would lose.
type node struct {
	kind  jsontext.Kind
	raw   jsontext.Value // of a number, true, false, null: as it was sent
	str   string         // of a string
	names []string       // of an object, one a kid
	kids  []*node        // of an object or array
	size  int            // values in it, itself included
	ptr   string         // JSON pointer, only in a schema
}

// limits bound a document; where one is exceeded it is not read at all.
type limits struct {
	bytes, depth, values int
	objects              int // 0 is no bound of its own
	pointers             int // bytes of all pointers; 0 builds none
}

// The library compares each subschema with all before it and keeps a pointer
// of each, so a schema is held to tighter limits than a value.
var (
	schemaLimits = limits{bytes: 512 << 10, depth: 64, values: 20_000, objects: 3_000, pointers: 2 << 20}
	valueLimits  = limits{bytes: 1 << 20, depth: 64, values: 100_000}
)

// maxNumber bounds the digits and the exponent of a number: the library
// computes with exact fractions, which 1e999999 would make a million digits of.
const maxNumber = 400

var (
	errTooBig = errors.New("too big")
	errDeep   = errors.New("too deep")
	errNumber = errors.New("number too large")
	errEmpty  = errors.New("empty")
)

type parser struct {
	dec *jsontext.Decoder
	limits
}

// parse reads exactly one JSON value within the limits. Its error is one of
// the above or the decoder's.
func parse(raw []byte, l limits) (*node, error) {
	if len(raw) > l.bytes {
		return nil, errTooBig
	}
	if len(bytes.TrimSpace(raw)) == 0 {
		return nil, errEmpty
	}
	p := &parser{dec: jsontext.NewDecoder(bytes.NewBuffer(raw)), limits: l}
	n, err := p.value("", 0)
	if err != nil {
		return nil, err
	}
	switch _, err := p.dec.ReadToken(); {
	case err == nil:
		return nil, errors.New("more follows after the first value")
	case err != io.EOF:
		return nil, err
	}
	return n, nil
}

func (p *parser) value(ptr string, depth int) (*node, error) {
	if depth > p.depth {
		return nil, errDeep
	}
	if p.values--; p.values < 0 {
		return nil, errTooBig
	}
	if p.pointers > 0 {
		if p.pointers -= len(ptr); p.pointers <= 0 {
			return nil, errTooBig
		}
	}
	tok, err := p.dec.ReadToken()
	if err != nil {
		return nil, err
	}
	n := &node{kind: tok.Kind(), size: 1, ptr: ptr}
	switch n.kind {
	case '{', '[':
		if err := p.members(n, depth); err != nil {
			return nil, err
		}
	case '"':
		n.str = tok.String()
	case '0':
		n.raw = jsontext.Value(tok.String())
		if !exact(n.raw) {
			return nil, errNumber
		}
	default:
		n.raw = jsontext.Value(tok.String())
	}
	return n, nil
}

func (p *parser) members(n *node, depth int) error {
	if n.kind == '{' && p.objects > 0 {
		if p.objects--; p.objects == 0 {
			return errTooBig
		}
	}
	for p.dec.PeekKind() != '}' && p.dec.PeekKind() != ']' {
		name := strconv.Itoa(len(n.kids))
		if n.kind == '{' {
			tok, err := p.dec.ReadToken()
			if err != nil {
				return err
			}
			name = tok.String()
			n.names = append(n.names, name)
		}
		ptr := ""
		if p.pointers > 0 {
			if p.pointers <= len(n.ptr)+len(name) {
				return errTooBig
			}
			ptr = n.ptr + "/" + escapeToken(name)
		}
		kid, err := p.value(ptr, depth+1)
		if err != nil {
			return err
		}
		n.kids = append(n.kids, kid)
		n.size += kid.size
	}
	_, err := p.dec.ReadToken()
	return err
}

// exact reports whether a number can be computed with exactly.
func exact(literal []byte) bool {
	if len(literal) > maxNumber {
		return false
	}
	i := bytes.IndexAny(literal, "eE")
	if i < 0 {
		return true
	}
	e, err := strconv.Atoi(string(literal[i+1:]))
	return err == nil && -maxNumber <= e && e <= maxNumber
}

func escapeToken(s string) string {
	return strings.ReplaceAll(strings.ReplaceAll(s, "~", "~0"), "/", "~1")
}

// get returns the member of that name, nil where there is none.
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

// text returns the string at a member, "" where it holds none.
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

// items returns the elements of the array at a member.
func (n *node) items(name string) []*node {
	if m := n.get(name); m != nil && m.kind == '[' {
		return m.kids
	}
	return nil
}

// strings returns the strings of the array at a member.
func (n *node) strings(name string) []string {
	var out []string
	for _, item := range n.items(name) {
		if item.kind == '"' {
			out = append(out, item.str)
		}
	}
	return out
}

// plain is the value in the shapes that the library validates.
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

// append writes the value as JSON without blanks.
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

// String is the value as JSON without blanks.
func (n *node) String() string { return string(n.append(nil)) }

// The following make values for examples.

func newString(s string) *node { return &node{kind: '"', str: s, size: 1} }

func newNumber(literal string) *node {
	return &node{kind: '0', raw: jsontext.Value(literal), size: 1}
}

func newWord(word string) *node {
	return &node{kind: jsontext.Kind(word[0]), raw: jsontext.Value(word), size: 1}
}

// sort brings the members that are named in order into it, before all others.
func (n *node) sort(order map[string]int) {
	index := make([]int, len(n.names))
	at := func(name string) int {
		if i, ok := order[name]; ok {
			return i
		}
		return len(order)
	}
	for i := range index {
		index[i] = i
	}
	slices.SortStableFunc(index, func(i, j int) int { return at(n.names[i]) - at(n.names[j]) })
	names, kids := n.names, n.kids
	n.names, n.kids = nil, nil
	for _, i := range index {
		n.names, n.kids = append(n.names, names[i]), append(n.kids, kids[i])
	}
}

func (n *node) add(name string, kid *node) {
	if n.kind == '{' {
		n.names = append(n.names, name)
	}
	n.kids = append(n.kids, kid)
	n.size += kid.size
}

// child returns the member or element of that name or index, nil where there
// is none.
func (n *node) child(token string) *node {
	if n == nil || n.kind != '[' {
		return n.get(token)
	}
	if i, err := strconv.Atoi(token); err == nil && 0 <= i && i < len(n.kids) {
		return n.kids[i]
	}
	return nil
}

// fromPlain is the way back from plain; members come by name.
func fromPlain(v any) *node {
	switch v := v.(type) {
	case map[string]any:
		n := &node{kind: '{', size: 1}
		for _, name := range slices.Sorted(maps.Keys(v)) {
			n.add(name, fromPlain(v[name]))
		}
		return n
	case []any:
		n := &node{kind: '[', size: 1}
		for _, item := range v {
			n.add("", fromPlain(item))
		}
		return n
	case string:
		return newString(v)
	case bool:
		return newWord(strconv.FormatBool(v))
	case json.Number:
		return newNumber(string(v))
	}
	return newWord("null")
}
