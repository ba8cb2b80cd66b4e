package transcript

import (
	"bytes"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// Member is a member of a JSON object. Both slices may be part of the object's text.
type Member struct {
	Name  []byte // unescaped
	Value jsontext.Value
}

// object holds the members of a JSON object that were not taken yet, in order. The code
// that takes a member shows it. The rest is shown as other fields, so no member is lost.
type object []Member

// objectOf returns the members of an object, or nil for another value.
func objectOf(v jsontext.Value) object {
	if v.Kind() != '{' {
		return nil // the usual case, without a decoder
	}
	o, _ := new(reader).object(v, nil)
	return o
}

// arrayOf returns the elements of an array, or nil for another value.
func arrayOf(v jsontext.Value) []jsontext.Value {
	if v.Kind() != '[' {
		return nil // without a decoder, as in objectOf
	}
	r := new(reader)
	if !r.read(v, '[') {
		return nil
	}
	return r.values
}

// kinds of values, as [object.find] takes them.
const (
	anyKind  = ""
	isString = `"`
	isBool   = "tf"
	isNumber = "0"
	isObject = "{"
	isArray  = "["
)

func (o object) index(kinds string, names []string) int {
	return slices.IndexFunc(o, func(m Member) bool {
		for _, name := range names {
			if string(m.Name) == name {
				return kinds == anyKind || strings.IndexByte(kinds, byte(m.Value.Kind())) >= 0
			}
		}
		return false
	})
}

// find returns the value of the first member with one of the names and kinds, or nil.
func (o object) find(kinds string, names ...string) jsontext.Value {
	if i := o.index(kinds, names); i >= 0 {
		return o[i].Value
	}
	return nil
}

// take is find that also removes the member.
func (o *object) take(kinds string, names ...string) jsontext.Value {
	i := o.index(kinds, names)
	if i < 0 {
		return nil
	}
	v := (*o)[i].Value
	*o = slices.Delete(*o, i, i+1)
	return v
}

// string takes a string member; it returns "" if it is missing.
func (o *object) string(names ...string) string {
	return string(unquote(o.take(isString, names...)))
}

// bool takes a boolean member; it returns false if it is missing.
func (o *object) bool(names ...string) bool { return o.take(isBool, names...).Kind() == 't' }

// add appends the members of an object in the object, with their path.
func (o *object) add(path string, inner object) {
	for _, m := range inner {
		*o = append(*o, Member{append([]byte(path), m.Name...), m.Value})
	}
}

// unquote returns the text of a JSON string, without a copy if it has no escapes. For a
// malformed string it returns the readable part.
func unquote(v jsontext.Value) []byte {
	v = trim(v)
	if len(v) < 2 || v[0] != '"' {
		return nil
	}
	if bytes.IndexByte(v, '\\') < 0 {
		return v[1 : len(v)-1]
	}
	text, _ := jsontext.AppendUnquote(nil, v) // invalid UTF-8 is replaced
	return text
}

func trim(v []byte) []byte { return bytes.Trim(v, " \t\r\n") }

// reader reads JSON values without copying them. It is reused: a new decoder for each
// of tens of thousands of parts costs more than the reading.
type reader struct {
	dec    *jsontext.Decoder
	buf    bytes.Buffer
	raw    []byte
	values []jsontext.Value
}

func (r *reader) reset(raw []byte) *jsontext.Decoder {
	r.raw = raw
	r.buf = *bytes.NewBuffer(raw)
	if r.dec == nil {
		r.dec = new(jsontext.Decoder)
	}
	// Stored transcripts may contain both.
	r.dec.Reset(&r.buf, jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
	return r.dec
}

// next reads a value as a slice of the text, which outlasts the decoder's next call.
func (r *reader) next() (jsontext.Value, bool) {
	v, err := r.dec.ReadValue()
	if err != nil {
		return nil, false
	}
	end := r.dec.InputOffset()
	return r.raw[end-int64(len(v)) : end], true
}

// read reads the elements of an array, or the names and values of an object, into
// values. It reports false if raw is not a complete value of that kind.
func (r *reader) read(raw []byte, kind jsontext.Kind) bool {
	r.values = r.values[:0]
	if r.reset(raw).PeekKind() != kind {
		return false
	}
	if _, err := r.dec.ReadToken(); err != nil {
		return false
	}
	for r.dec.PeekKind() != kind+2 { // the closing bracket: "{|}", "[\]"
		v, ok := r.next()
		if !ok {
			return false
		}
		r.values = append(r.values, v)
	}
	return true
}

// object appends the members of an object. It reports false for another value.
func (r *reader) object(raw []byte, into object) (object, bool) {
	if !r.read(raw, '{') || len(r.values)%2 != 0 {
		return into, false
	}
	for i := 0; i < len(r.values); i += 2 {
		into = append(into, Member{unquote(r.values[i]), r.values[i+1]})
	}
	return into, true
}
