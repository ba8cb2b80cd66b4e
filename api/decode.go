package api

import (
	"bytes"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"channeldeck/api/jsonobject"
)

// rowDecoder decodes the rows of one response, each into the same variable. It records
// a value that does not have the type of its field and decodes the rest of the row.
//
// A list can have 100,000 rows. Therefore the JSON library only checks the syntax of a
// row as a whole, and reflection finds the fields once for all rows.
type rowDecoder struct {
	row       *target
	maxBody   int64
	budget    int64 // bytes of memory left
	texts     strings.Builder
	recent    [256]string                // texts that are likely to repeat
	last      string                     // the newest text
	unknown   map[string]*jsontext.Value // of the first rows, by their JSON
	raw       jsontext.Value             // the current row
	pos       int                        // in raw
	escapes   bool                       // raw contains escape sequences
	malformed []MalformedField
}

// newRowDecoder returns a decoder of rows into the struct that row points to. It takes
// up to twice the size limit of the body in memory, far more than any real list needs.
// The size of the body alone does not limit memory: "{}" in a list of models takes 2
// bytes on the wire and 2 kB in Go.
func newRowDecoder(row any, maxBody int64) *rowDecoder {
	return &rowDecoder{
		row:     newTarget(row),
		maxBody: maxBody,
		budget:  2 * maxBody,
		unknown: map[string]*jsontext.Value{},
	}
}

// target is a variable that the decoder writes to.
type target struct {
	to      any                            // points to the variable; for an Opt, to the value in it
	opt     interface{ set(presence) any } // nil for other types
	kind    jsontext.Kind                  // of JSON, 0 for any
	size    int64                          // in bytes
	elem    *target                        // of a slice: holds one element at a time
	members []member                       // of a struct
	unknown *jsontext.Value                // of a struct: its field Unknown
	shared  **jsontext.Value               // likewise, of rows that share equal members
}

type member struct {
	name   string
	quoted []byte
	target *target
}

// newTarget returns the variable that to points to as a target.
func newTarget(to any) *target {
	t := &target{to: to}
	if opt, ok := to.(interface{ set(presence) any }); ok {
		t.opt = opt
		t.to = opt.set(missing)
	}
	v := reflect.ValueOf(t.to).Elem()
	t.kind = jsonKind(v.Type())
	t.size = int64(v.Type().Size())
	if v.Kind() == reflect.Slice && t.kind == '[' {
		t.elem = newTarget(reflect.New(v.Type().Elem()).Interface())
	} else if v.Kind() == reflect.Struct && t.kind == '{' {
		for f, v := range v.Fields() {
			if !f.IsExported() {
				continue
			}
			name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
			if name != "" && name != "-" {
				t.members = append(t.members, member{
					name,
					strconv.AppendQuote(nil, name),
					newTarget(v.Addr().Interface()),
				})
			} else if unknown, ok := v.Addr().Interface().(*jsontext.Value); ok {
				t.unknown = unknown
			} else if shared, ok := v.Addr().Interface().(**jsontext.Value); ok {
				t.shared = shared
			}
		}
	}
	return t
}

// decode decodes a row, valid JSON that changes with the next read. It returns nil for a
// well-formed row.
func (d *rowDecoder) decode(raw jsontext.Value) (*Malformed, error) {
	d.raw = raw
	d.pos = 0
	d.escapes = bytes.IndexByte(raw, '\\') >= 0
	d.malformed = nil
	if d.budget -= d.row.size; d.budget < 0 {
		return nil, &LimitError{Setting: SettingMaxBody, Size: d.maxBody}
	}
	err := d.value(d.row, false)
	if d.malformed != nil {
		return &Malformed{Raw: raw.Clone(), Fields: d.malformed}, err
	}
	return nil, err
}

// value decodes the next value into t, or records it as malformed. Members may be null.
func (d *rowDecoder) value(t *target, isMember bool) error {
	kind := d.next()
	if !isKind(kind, t.kind) && !(isMember && kind == 'n') {
		d.malformed = append(d.malformed, MalformedField{
			Value: d.skip().Clone(),
			Want:  KindName(t.kind),
		})
		return nil
	}
	if t.opt != nil {
		t.opt.set(presenceOf(kind))
	}
	switch to := t.to.(type) {
	case *string:
		*to = d.text(kind)
	case *bool:
		d.skip()
		*to = kind == 't'
	case *Number:
		text := d.skip()
		if kind == 'n' {
			*to = Number{form: nullForm}
		} else if n, ok := parseDigits([]byte(text)); ok {
			*to = n
		} else {
			*to = textual(d.put(text))
		}
	case *Text:
		if kind == 'n' {
			d.skip()
			*to = Text{text: nullText}
		} else {
			*to = SomeText(d.text(kind))
		}
	case *Time:
		if text := d.skip(); kind == 'n' {
			*to = Time{ms: nullTime}
		} else if d.escapes {
			*to = timeOf(jsonobject.Text(text))
		} else {
			*to = timeOf([]byte(text[1 : len(text)-1]))
		}
	case *jsontext.Value:
		*to = d.skip().Clone()
	case *Metrics:
		to.set(d.skip())
	default:
		switch kind {
		case '{':
			return d.object(t)
		case '[':
			return d.array(t)
		}
		d.skip() // null
	}
	return nil
}

// child decodes the next value, a member or element of the current one, into t.
func (d *rowDecoder) child(name string, t *target, isMember bool) error {
	n := len(d.malformed)
	err := d.value(t, isMember)
	for i := n; i < len(d.malformed); i++ {
		f := &d.malformed[i]
		f.Path = jsontext.Pointer("").AppendToken(name) + f.Path
	}
	return err
}

// object decodes an object into a struct. Members that the struct lacks go to its
// field Unknown.
func (d *rowDecoder) object(t *target) error {
	var unknown jsontext.Value
	next := 0
	for d.pos++; d.next() != '}'; next++ {
		at := t.find(d.raw[d.pos:], next)
		if at >= 0 {
			d.pos += len(t.members[at].quoted)
		} else {
			name := d.skip()
			text := string(jsonobject.Text(name))
			at = slices.IndexFunc(t.members, func(m member) bool {
				return m.name == text
			})
			if at < 0 {
				d.next()
				unknown = appendMember(unknown, name, d.skip())
				continue
			}
		}
		next = at
		m := &t.members[at]
		if err := d.child(m.name, m.target, true); err != nil {
			return err
		}
	}
	d.pos++
	if unknown != nil && t.shared != nil {
		*t.shared = d.share(append(unknown, '}'))
	} else if unknown != nil {
		*t.unknown = append(unknown, '}')
	}
	return nil
}

// share returns the unknown members of a row. Rows with equal ones share their bytes, as long as there are few
// kinds of them.
func (d *rowDecoder) share(members jsontext.Value) *jsontext.Value {
	const most = 64
	if shared := d.unknown[string(members)]; shared != nil {
		return shared
	}
	own := slices.Clip(members)
	if len(d.unknown) < most {
		d.unknown[string(own)] = &own
	}
	return &own
}

// find returns the index of the member whose quoted name raw begins with, -1 if it has none.
// Members mostly follow each other in the order of the interface, so it begins at an index.
func (t *target) find(raw []byte, from int) int {
	n := len(t.members)
	for i := range n {
		at := (from + i) % n
		if bytes.HasPrefix(raw, t.members[at].quoted) {
			return at
		}
	}
	return -1
}

// array decodes an array into a slice and leaves out malformed elements.
func (d *rowDecoder) array(t *target) error {
	v := reflect.ValueOf(t.to).Elem()
	elem := reflect.ValueOf(t.elem.to).Elem()
	v.Set(reflect.MakeSlice(v.Type(), 0, 0))
	i := 0
	for d.pos++; d.next() != ']'; i++ {
		if d.budget -= t.elem.size; d.budget < 0 {
			return &LimitError{Setting: SettingMaxBody, Size: d.maxBody}
		}
		elem.SetZero()
		wellFormed := isKind(d.next(), t.elem.kind)
		if err := d.child(strconv.Itoa(i), t.elem, false); err != nil {
			return err
		}
		if n := v.Len(); wellFormed {
			v.Grow(1)
			v.SetLen(n + 1)
			v.Index(n).Set(elem)
		}
	}
	d.pos++
	return nil
}

// next skips white space and separators, and returns the kind of the next name or
// value, or '}' or ']' at the end.
func (d *rowDecoder) next() jsontext.Kind {
	for {
		switch c := d.raw[d.pos]; c {
		case ' ', '\n', '\r', '\t', ',', ':':
			d.pos++
		case '-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9':
			return jsontext.KindNumber
		default:
			return jsontext.Kind(c)
		}
	}
}

// skip returns the next name or value, without decoding it.
func (d *rowDecoder) skip() jsontext.Value {
	start := d.pos
	d.pos = skipValue(d.raw, start)
	return d.raw[start:d.pos]
}

// text decodes a string, or null as "". Texts share larger allocations, and short ones
// that repeat, such as those of platforms and groups, share their bytes.
func (d *rowDecoder) text(kind jsontext.Kind) string {
	const short = 32
	var b []byte
	if kind == 'n' {
		d.skip()
	} else if d.escapes {
		b = jsonobject.Text(d.skip())
	} else {
		b = d.raw[d.pos+1:]
		b = b[:bytes.IndexByte(b, '"')]
		d.pos += len(b) + len(`""`)
	}
	if len(b) == 0 || len(b) > short {
		return d.add(b)
	}
	recent := &d.recent[(len(b)+int(b[0])+31*int(b[len(b)/2])+17*int(b[len(b)-1]))%len(d.recent)]
	if *recent != string(b) {
		*recent = d.add(b)
	}
	return *recent
}

// add returns the text of b. The uid of an account shares the end of its id.
func (d *rowDecoder) add(b []byte) string {
	i := len(d.last) - len(b)
	if i >= 0 && d.last[i:] == string(b) {
		return d.last[i:]
	}
	d.last = d.put(b)
	return d.last
}

// put returns the text of b, in the current block if it fits.
func (d *rowDecoder) put(b []byte) string {
	const block = 4 << 10
	if d.texts.Cap()-d.texts.Len() < len(b) {
		d.texts = strings.Builder{}
		d.texts.Grow(max(block, len(b)))
	}
	start := d.texts.Len()
	d.texts.Write(b)
	return d.texts.String()[start:]
}

// isKind reports whether a value of the kind got has the kind want, 0 for any.
func isKind(got, want jsontext.Kind) bool {
	return want == 0 || got == want || got == 'f' && want == 't'
}

// appendMember appends a member to an object, without the closing brace.
func appendMember(object, name, v jsontext.Value) jsontext.Value {
	if object == nil {
		size := len(name) + len(v) + len("{:}")
		object = append(make(jsontext.Value, 0, size), '{')
	} else {
		object = append(object, ',')
	}
	object = append(append(object, name...), ':')
	return append(object, v...)
}

// skipValue returns the index after the value that begins at i.
func skipValue(v []byte, i int) int {
	// Most values without quotes are numbers, which need no more than this loop.
	for i < len(v) && (v[i] == '.' || '0' <= v[i] && v[i] <= '9') {
		i++
	}
	for depth := 0; i < len(v); i++ {
		switch v[i] {
		case '"':
			i = endOfString(v, i)
			if depth == 0 {
				return i + 1
			}
		case '{', '[':
			depth++
		case '}', ']':
			if depth--; depth < 0 {
				return i
			} else if depth == 0 {
				return i + 1
			}
		case ' ', '\n', '\r', '\t', ',':
			if depth == 0 {
				return i
			}
		}
	}
	return i
}

// endOfString returns the index of the quote that ends the string which begins at i.
func endOfString(v []byte, i int) int {
	for {
		start := i + 1
		i = start + bytes.IndexByte(v[start:], '"')
		escapes := 0
		for v[i-1-escapes] == '\\' {
			escapes++
		}
		if escapes%2 == 0 {
			return i
		}
	}
}

// expect returns an error unless the next value is of the kind want. at is the position
// of the value in the body.
func expect(dec *jsontext.Decoder, at string, want jsontext.Kind) error {
	switch got := dec.PeekKind(); got {
	case want:
		return nil
	case jsontext.KindInvalid:
		_, err := dec.ReadToken()
		return err
	case jsontext.KindNull:
		return &ShapeError{At: at}
	default:
		return &ShapeError{at, KindName(got), KindName(want)}
	}
}
