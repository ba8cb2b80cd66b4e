// Package jsonobject reads JSON objects and arrays one level at a time, without copying
// them. It keeps the order of members, and members that repeat.
package jsonobject

import (
	"bytes"
	"iter"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// Member is a member of a JSON object. Both slices may be part of the object's text.
type Member struct {
	Name  []byte // unescaped
	Value jsontext.Value
}

// Object holds the members of a JSON object that were not taken yet, in order. The code
// that takes a member shows it. The rest is shown as other fields, so no member is lost.
type Object []Member

// Of returns the members of an object, or nil for another value.
func Of(v jsontext.Value) Object {
	if v.Kind() != '{' {
		return nil // the usual case, without a decoder
	}
	o, _ := new(Reader).Object(v, nil)
	return o
}

// Elements returns the elements of an array, or nil for another value.
func Elements(v jsontext.Value) []jsontext.Value {
	if v.Kind() != '[' {
		return nil // without a decoder, as in Of
	}
	elements, _ := new(Reader).Elements(v, nil)
	return elements
}

// Members yields the members of an object. It yields nothing for another value, and the
// members before the error for a malformed object.
func Members(v jsontext.Value) iter.Seq2[string, jsontext.Value] {
	return func(yield func(string, jsontext.Value) bool) {
		if v.Kind() == '{' {
			var r Reader
			r.values(v, '{', func(name, value jsontext.Value) bool {
				return yield(strings.ToValidUTF8(string(Text(name)), "\uFFFD"), value)
			})
		}
	}
}

// Kinds of values, as [Object.Find] takes them.
const (
	Any      = ""
	IsString = `"`
	IsBool   = "tf"
	IsNumber = "0"
	IsObject = "{"
	IsArray  = "["
)

func (o Object) index(kinds string, names []string) int {
	return slices.IndexFunc(o, func(m Member) bool {
		for _, name := range names {
			if string(m.Name) == name {
				return kinds == Any || strings.IndexByte(kinds, byte(m.Value.Kind())) >= 0
			}
		}
		return false
	})
}

// Find returns the value of the first member with one of the names and kinds, or nil.
func (o Object) Find(kinds string, names ...string) jsontext.Value {
	if i := o.index(kinds, names); i >= 0 {
		return o[i].Value
	}
	return nil
}

// Take is Find that also removes the member.
func (o *Object) Take(kinds string, names ...string) jsontext.Value {
	i := o.index(kinds, names)
	if i < 0 {
		return nil
	}
	v := (*o)[i].Value
	*o = slices.Delete(*o, i, i+1)
	return v
}

// TakeString takes a string member; it returns "" if it is missing.
func (o *Object) TakeString(names ...string) string {
	return String(o.Take(IsString, names...))
}

// TakeBool takes a boolean member; it returns false if it is missing.
func (o *Object) TakeBool(names ...string) bool {
	return o.Take(IsBool, names...).Kind() == 't'
}

// Add appends the members of an object in the object, with their path.
func (o *Object) Add(path string, inner Object) {
	for _, m := range inner {
		*o = append(*o, Member{append([]byte(path), m.Name...), m.Value})
	}
}

// Text returns the text of a JSON string, without a copy if it has no escapes. For a
// malformed string it returns the readable part.
func Text(v jsontext.Value) []byte {
	quoted := Quoted(v)
	if bytes.IndexByte(quoted, '\\') < 0 {
		return quoted
	}
	text, _ := jsontext.AppendUnquote(make([]byte, 0, len(v)), bytes.Trim(v, " \t\r\n")) // invalid UTF-8 is replaced
	return text
}

// String returns the text of a JSON string. Of a long one with escapes it holds one copy, not two.
func String(v jsontext.Value) string {
	if len(v) < 2*piece || bytes.IndexByte(v, '\\') < 0 {
		return string(Text(v))
	}
	var all strings.Builder
	all.Grow(len(v))
	WriteText(&all, Quoted(v))
	return all.String()
}

// piece is how much of a long string is read at once.
const piece = 64 << 10

// Quoted returns what is between the quotes of a JSON string, nil for another value.
func Quoted(v jsontext.Value) []byte {
	v = bytes.Trim(v, " \t\r\n")
	if len(v) < 2 || v[0] != '"' {
		return nil
	}
	return v[1 : len(v)-1]
}

// WriteText writes the text of what is between the quotes of a JSON string.
func WriteText(all *strings.Builder, quoted []byte) {
	if bytes.IndexByte(quoted, '\\') < 0 {
		all.Write(quoted)
		return
	}
	buffer := make([]byte, 0, min(len(quoted), piece)+2)
	text := make([]byte, 0, min(len(quoted), piece))
	for rest := quoted; len(rest) > 0; {
		end := len(rest)
		if end > piece {
			blank := bytes.LastIndexByte(rest[:piece], ' ') // is never within an escape or a character
			if blank >= 0 {
				end = blank + 1
			}
		}
		buffer = append(append(append(buffer[:0], '"'), rest[:end]...), '"')
		text, _ = jsontext.AppendUnquote(text[:0], buffer)
		all.Write(text)
		rest = rest[end:]
	}
}

// Count returns the number of elements of an array, 0 for another value.
func Count(v jsontext.Value) (n int) {
	if v.Kind() != '[' {
		return 0
	}
	complete := new(Reader).values(v, '[', func(_, _ jsontext.Value) bool {
		n++
		return true
	})
	if !complete {
		return 0
	}
	return n
}

// Reader reads JSON values as slices of their text. It is reused: a new decoder for each
// of tens of thousands of values costs more than the reading.
type Reader struct {
	dec *jsontext.Decoder
	buf bytes.Buffer
	raw []byte
}

// Reset makes the reader read raw, in which names may repeat and text may be invalid UTF-8.
func (r *Reader) Reset(raw []byte) {
	r.raw = raw
	r.buf = *bytes.NewBuffer(raw)
	if r.dec == nil {
		r.dec = new(jsontext.Decoder)
	}
	r.dec.Reset(&r.buf, jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
}

// Kind returns the kind of the next name or value, or the bracket that comes next.
func (r *Reader) Kind() jsontext.Kind { return r.dec.PeekKind() }

// Bracket reads the bracket that begins or ends an object or array.
func (r *Reader) Bracket() bool {
	_, err := r.dec.ReadToken()
	return err == nil
}

// Value reads the next name or value as a whole.
func (r *Reader) Value() (jsontext.Value, bool) {
	v, err := r.dec.ReadValue()
	if err != nil {
		return nil, false
	}
	end := r.dec.InputOffset()
	return r.raw[end-int64(len(v)) : end], true // v lasts until the next call only
}

// Offset returns how many bytes were read.
func (r *Reader) Offset() int { return int(r.dec.InputOffset()) }

// Rest returns the text that was not read yet.
func (r *Reader) Rest() []byte {
	return r.raw[r.dec.InputOffset():]
}

// values calls each for the members of an object, or for the elements of an array without a
// name. It reports false if raw is not a complete value of that kind, or each returned false.
func (r *Reader) values(
	raw []byte,
	kind jsontext.Kind,
	each func(name, value jsontext.Value) bool,
) bool {
	r.Reset(raw)
	if r.Kind() != kind || !r.Bracket() {
		return false
	}
	for r.Kind() != kind+2 { // the closing bracket: "{|}", "[\]"
		var name jsontext.Value
		ok := true
		if kind == '{' {
			name, ok = r.Value()
		}
		value, complete := r.Value()
		if !ok || !complete || !each(name, value) {
			return false
		}
	}
	return true
}

// Object appends the members of an object. It reports false for another value.
func (r *Reader) Object(raw []byte, into Object) (Object, bool) {
	n := len(into)
	ok := r.values(raw, '{', func(name, value jsontext.Value) bool {
		into = append(into, Member{Text(name), value})
		return true
	})
	if !ok {
		return into[:n], false
	}
	return into, true
}

// Elements appends the elements of an array. It reports false for another value.
func (r *Reader) Elements(raw []byte, into []jsontext.Value) ([]jsontext.Value, bool) {
	n := len(into)
	ok := r.values(raw, '[', func(_, value jsontext.Value) bool {
		into = append(into, value)
		return true
	})
	if !ok {
		return into[:n], false
	}
	return into, true
}
