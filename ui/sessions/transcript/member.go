package transcript

import (
	"bytes"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"
)

// Member is a member of a JSON object that is shown as it is.
type Member struct {
	Name  string
	Value jsontext.Value
}

// member is a member of an object. Both slices may be part of the object's text.
type member struct {
	name  []byte // unescaped
	value jsontext.Value
}

func (m member) kind() jsontext.Kind { return m.value.Kind() }
func (m member) isString() bool      { return m.kind() == '"' }
func (m member) string() string      { return string(unquote(m.value)) }

// set stores a string member and reports whether it was one.
func (m member) set(s *string) bool {
	if !m.isString() {
		return false
	}
	*s = m.string()
	return true
}

// setBool stores a boolean member and reports whether it was one.
func (m member) setBool(b *bool) bool {
	*b = m.kind() == 't'
	return *b || m.kind() == 'f'
}

// int is the value of a small whole number, else -1.
func (m member) int() int {
	n, err := strconv.Atoi(string(m.value))
	if err != nil {
		return -1
	}
	return n
}

// unquote returns the text of a JSON string, without a copy if it has no escapes. Of a
// malformed string it returns what is readable.
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
	dec *jsontext.Decoder
	buf bytes.Buffer
	raw []byte
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

// next reads a value as a slice of the text: what the decoder returns is valid only
// until its next call.
func (r *reader) next() (jsontext.Value, bool) {
	v, err := r.dec.ReadValue()
	if err != nil {
		return nil, false
	}
	end := r.dec.InputOffset()
	return r.raw[end-int64(len(v)) : end], true
}

// open reads the bracket of an object or array; false for another value.
func (r *reader) open(raw []byte, bracket jsontext.Kind) bool {
	if r.reset(raw).PeekKind() != bracket {
		return false
	}
	_, err := r.dec.ReadToken()
	return err == nil
}

// object appends the members of the object raw. It reports false, and leaves into as
// it was, if raw is not a complete object.
func (r *reader) object(raw []byte, into []member) ([]member, bool) {
	if !r.open(raw, '{') {
		return into, false
	}
	n := len(into)
	for r.dec.PeekKind() != '}' {
		name, ok := r.next()
		if !ok {
			return into[:n], false
		}
		value, ok := r.next()
		if !ok {
			return into[:n], false
		}
		into = append(into, member{unquote(name), value})
	}
	return into, true
}

// array appends the elements of the array raw, as object does.
func (r *reader) array(raw []byte, into []jsontext.Value) ([]jsontext.Value, bool) {
	if !r.open(raw, '[') {
		return into, false
	}
	n := len(into)
	for r.dec.PeekKind() != ']' {
		v, ok := r.next()
		if !ok {
			return into[:n], false
		}
		into = append(into, v)
	}
	return into, true
}
