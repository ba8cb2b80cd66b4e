package api

import (
	"bytes"
	"iter"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// rowDecoder decodes the rows of one response. It records a value that does not have
// the type of its field and decodes the rest of the row.
//
// A list can have 100,000 rows, and this takes a third of the time of the JSON
// library's hooks: the library checks the syntax of a row as a whole.
type rowDecoder struct {
	budget    int64 // bytes of memory left
	types     map[reflect.Type]*typeInfo
	texts     strings.Builder
	recent    [256]string // texts that are likely to repeat
	path      []string    // of the current value, within its row
	malformed []MalformedField
}

// newRowDecoder returns a decoder that takes up to twice the size limit of the
// body in memory, far more than any real list needs. The size of the body alone does
// not limit memory: "{}" in a list of models takes 2 bytes on the wire and 2 kB in Go.
func newRowDecoder(maxBody int64) *rowDecoder {
	return &rowDecoder{budget: 2 * maxBody, types: map[reflect.Type]*typeInfo{}}
}

// typeInfo describes a type to the decoder.
type typeInfo struct {
	size    int64
	kind    jsontext.Kind // of JSON, 0 for any
	elem    *typeInfo     // of a slice, or an Opt
	members []member      // of a struct
	unknown int           // the index of its field Unknown
}

type member struct {
	name  string
	index int // of the field
	info  *typeInfo
}

func (d *rowDecoder) info(t reflect.Type) *typeInfo {
	if info := d.types[t]; info != nil {
		return info
	}
	info := &typeInfo{size: int64(t.Size()), kind: JSONKind(t)}
	d.types[t] = info
	switch {
	case MemberType(t) != t:
		info.elem = d.info(MemberType(t))
	case t.Kind() == reflect.Slice && info.kind == '[':
		info.elem = d.info(t.Elem())
	case t.Kind() == reflect.Struct && info.kind == '{':
		for f := range t.Fields() {
			if name, _, _ := strings.Cut(f.Tag.Get("json"), ","); name != "" && name != "-" {
				info.members = append(info.members, member{name, f.Index[0], d.info(f.Type)})
			} else if f.Name == "Unknown" {
				info.unknown = f.Index[0]
			}
		}
	}
	return info
}

// decode decodes a row, valid JSON that changes with the next read, into v, a
// pointer to a struct that embeds row.
func (d *rowDecoder) decode(raw jsontext.Value, v any, row *Row) error {
	d.malformed = nil
	to := reflect.ValueOf(v).Elem()
	info := d.info(to.Type())
	if d.budget -= info.size; d.budget < 0 {
		return errTooLarge
	}
	err := d.value(raw, to, info, false)
	if d.malformed != nil {
		row.malformed = &Malformed{Raw: raw.Clone(), Fields: d.malformed}
	}
	return err
}

// value decodes raw into v, or records it as malformed. Members may be null.
func (d *rowDecoder) value(raw jsontext.Value, v reflect.Value, info *typeInfo, isMember bool) error {
	kind := raw.Kind()
	if !isKind(kind, info.kind) && !(isMember && kind == 'n') {
		path := jsontext.Pointer("")
		for _, token := range d.path {
			path = path.AppendToken(token)
		}
		d.malformed = append(d.malformed, MalformedField{Path: path, Value: raw.Clone(), Want: KindName(info.kind)})
		return nil
	}
	switch to := v.Addr().Interface().(type) {
	case *string:
		*to = d.text(raw)
	case *bool:
		*to = kind == 't'
	case *Number:
		to.set(raw)
	case *jsontext.Value:
		*to = raw.Clone()
	case *Metrics:
		to.set(raw)
	case *Opt[string]:
		*to = Opt[string]{d.text(raw), presenceOf(kind)}
	case interface{ set(presence) reflect.Value }:
		return d.value(raw, to.set(presenceOf(kind)), info.elem, true)
	default:
		switch {
		case kind == '{':
			return d.object(raw, v, info)
		case kind == '[':
			return d.array(raw, v, info.elem)
		}
	}
	return nil
}

// object decodes an object into a struct. Members that the struct lacks go to its
// field Unknown.
func (d *rowDecoder) object(raw jsontext.Value, v reflect.Value, info *typeInfo) error {
	var unknown jsontext.Value
	next := 0 // members mostly come in the order of the interface
	for name, value := range split(raw) {
		text := unquoted(name)
		if next >= len(info.members) || info.members[next].name != string(text) {
			next = slices.IndexFunc(info.members, func(m member) bool { return m.name == string(text) })
		}
		if next < 0 {
			unknown = appendMember(unknown, name, value)
			next = 0
			continue
		}
		m := &info.members[next]
		next++
		d.path = append(d.path, m.name)
		err := d.value(value, v.Field(m.index), m.info, true)
		d.path = d.path[:len(d.path)-1]
		if err != nil {
			return err
		}
	}
	if unknown != nil {
		v.Field(info.unknown).SetBytes(append(unknown, '}'))
	}
	return nil
}

// array decodes an array into a slice and leaves out malformed elements.
func (d *rowDecoder) array(raw jsontext.Value, v reflect.Value, info *typeInfo) error {
	v.Set(reflect.MakeSlice(v.Type(), 0, 0))
	i := 0
	for _, element := range split(raw) {
		if d.budget -= info.size; d.budget < 0 {
			return errTooLarge
		}
		n := v.Len()
		v.Grow(1)
		v.SetLen(n + 1)
		d.path = append(d.path, strconv.Itoa(i))
		i++
		err := d.value(element, v.Index(n), info, false)
		d.path = d.path[:len(d.path)-1]
		if err != nil {
			return err
		}
		if !isKind(element.Kind(), info.kind) {
			v.SetLen(n)
		}
	}
	return nil
}

// text returns the text of a string, "" for null. Texts share larger allocations, and
// short ones that repeat, such as those of platforms and groups, share their bytes.
func (d *rowDecoder) text(raw jsontext.Value) string {
	const short = 32
	if raw.Kind() == 'n' {
		return ""
	}
	b := unquoted(raw)
	if len(b) == 0 || len(b) > short {
		return d.add(b)
	}
	recent := &d.recent[(len(b)+int(b[0])+31*int(b[len(b)/2])+17*int(b[len(b)-1]))%len(d.recent)]
	if *recent != string(b) {
		*recent = d.add(b)
	}
	return *recent
}

// add returns the text of b, in the current block if it fits.
func (d *rowDecoder) add(b []byte) string {
	const block = 4 << 10
	if d.texts.Cap()-d.texts.Len() < len(b) {
		d.texts = strings.Builder{}
		d.texts.Grow(max(block, len(b)))
	}
	start := d.texts.Len()
	d.texts.Write(b)
	return d.texts.String()[start:]
}

// unquoted returns the text of a JSON string. It shares the bytes of v if nothing in it
// is escaped.
func unquoted(v jsontext.Value) []byte {
	if bytes.IndexByte(v, '\\') < 0 {
		return v[1 : len(v)-1]
	}
	b, _ := jsontext.AppendUnquote(nil, v) // fails only for invalid text, which it repairs
	return b
}

// isKind reports whether a value of the kind got has the kind want, 0 for any.
func isKind(got, want jsontext.Kind) bool {
	return want == 0 || got == want || got == 'f' && want == 't'
}

// appendMember appends a member to an object, without the closing brace.
func appendMember(object, name, v jsontext.Value) jsontext.Value {
	if object == nil {
		object = append(make(jsontext.Value, 0, len(name)+len(v)+len("{:}")), '{')
	} else {
		object = append(object, ',')
	}
	object = append(append(object, name...), ':')
	return append(object, v...)
}

// split yields the members of an object, with quoted names, or the elements of an
// array. v is valid JSON without white space around it.
func split(v jsontext.Value) iter.Seq2[jsontext.Value, jsontext.Value] {
	return func(yield func(name, value jsontext.Value) bool) {
		var name jsontext.Value
		for i := 1; ; {
			switch v[i] {
			case ' ', '\n', '\r', '\t', ',', ':':
				i++
				continue
			case '}', ']':
				return
			}
			end := skipValue(v, i)
			if v[0] == '{' && name == nil {
				name = v[i:end]
			} else if !yield(name, v[i:end]) {
				return
			} else {
				name = nil
			}
			i = end
		}
	}
}

// skipValue returns the index after the value that begins at i.
func skipValue(v []byte, i int) int {
	for depth := 0; ; i++ {
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
		return &bodyError{shape: true, cause: CauseMissing, at: at}
	default:
		return &bodyError{shape: true, cause: CauseType, at: at, got: got, want: want}
	}
}
