package transcript

import (
	"bytes"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"channeldeck/api/jsonobject"
)

// writer collects text in lines, two blanks for each level of indentation.
type writer struct {
	strings.Builder
	quoted []byte // is reused
	start  int    // where the value begins that is laid out
}

// maxIndent bounds the indentation: of deeply nested JSON with short lines, the blanks
// would otherwise take hundreds of times the space of the text.
const maxIndent = 64

func (w *writer) line(indent int) {
	w.WriteByte('\n')
	for range min(indent, maxIndent) {
		w.WriteString("  ")
	}
}

func (w *writer) text(s string) { w.WriteString(s) }

func (w *writer) members(ms []jsonobject.Member, indent int) {
	for _, m := range ms {
		if w.Len() > 0 {
			w.line(indent)
		}
		w.text(string(m.Name) + ": ")
		switch m.Value.Kind() {
		case '{', '[':
			w.value(m.Value, indent)
		case '"':
			w.string(
				m.Value,
				m.Name[bytes.LastIndexByte(m.Name, '.')+1:],
				indent,
			)
		default:
			w.text(string(m.Value))
		}
	}
}

// value lays out a JSON value: a member or an element per line, JSON in strings opened,
// strings broken after line ends, inline data elided.
func (w *writer) value(v jsontext.Value, indent int) {
	var r jsonobject.Reader
	outer := w.start
	w.start = w.Len()
	if r.Reset(v); !w.next(&r, nil, indent) { // this is not JSON
		w.Write(r.Rest())
	}
	w.start = outer
}

// makeRoom makes room for the rest of a long value, by how much of it was read and written so far: a text that
// grows again and again takes twice its size.
func (w *writer) makeRoom(r *jsonobject.Reader) {
	const room = 16 << 10
	if w.Cap()-w.Len() > room || r.Offset() < room {
		return
	}
	perByte := float64(w.Len()-w.start) / float64(r.Offset())
	rest := int(perByte * float64(len(r.Rest())))
	w.Grow(rest + rest/32 + room)
}

// next lays out the next value of a reader, or of the member with a name. It reports false
// before what is not JSON.
func (w *writer) next(r *jsonobject.Reader, name []byte, indent int) bool {
	kind := r.Kind()
	if kind != '{' && kind != '[' {
		scalar, ok := r.Value()
		if kind == '"' && ok {
			w.string(scalar, name, indent)
		} else {
			w.Write(scalar)
		}
		return ok
	}
	closing := kind + 2 // "{|}", "[\]"
	if !r.Bracket() {
		return false
	}
	w.text(string(kind))
	n := 0
	for ; r.Kind() != closing; n++ {
		if n > 0 {
			w.text(",")
		}
		w.line(indent + 1)
		w.makeRoom(r)
		if kind == '{' {
			quoted, ok := r.Value()
			if !ok {
				return false
			}
			name = jsonobject.Text(quoted)
			w.quoted, _ = jsontext.AppendQuote(w.quoted[:0], name)
			w.Write(w.quoted)
			w.text(": ")
		}
		if !w.next(r, name, indent+1) {
			return false
		}
	}
	if n > 0 {
		w.line(indent)
	}
	ok := r.Bracket()
	w.text(string(closing))
	return ok
}

func (w *writer) string(v jsontext.Value, name []byte, indent int) {
	if inner := openString(v); inner.Kind() != '"' {
		w.text(`"`)
		w.value(inner, indent)
		w.text(`"`)
		return
	}
	text := jsonobject.Text(v)
	if short, ok := inlinePlaceholder(text, name); ok {
		w.text(short)
		return
	}
	if bytes.IndexByte(v, '\\') < 0 && !bytes.Contains(v, []byte(";base64,")) { // the usual case, without a copy
		w.Write(v)
		return
	}
	w.text(`"`)
	first := true
	for line := range strings.SplitAfterSeq(Elide(string(text)), "\n") {
		if !first {
			w.line(indent + 1)
		}
		first = false
		w.quoted, _ = jsontext.AppendQuote(w.quoted[:0], line) // invalid UTF-8 is replaced
		w.Write(w.quoted[1 : len(w.quoted)-1])
	}
	w.text(`"`)
}

// inlinePlaceholder replaces a string of inline data, but not short text in a data URL.
func inlinePlaceholder(s, name []byte) (string, bool) {
	if len(s) < 16 && string(name) != "blob" {
		return "", false
	}
	f, ok := inlineFile(s, string(name))
	if !ok {
		return "", false
	}
	isData := f.Size > 64 || f.MediaType == "" || bytes.Contains(s[:min(len(s), 256)], []byte(";base64,"))
	return f.placeholder(), isData
}

// Placeholder returns the type and size of the data that a text holds, such as data:image/png;12.3kB,
// and reports whether it holds any: a data URL, or base64 in a member whose name stands for data.
func Placeholder(text, member string) (string, bool) {
	return inlinePlaceholder([]byte(text), []byte(member))
}

// openString returns the object or array that a string holds as text, or the value itself.
func openString(v jsontext.Value) jsontext.Value {
	inner := v
	for {
		// most are text
		start := bytes.TrimLeft(inner, `" `)
		if !bytes.HasPrefix(inner, []byte(`"`)) ||
			len(start) < 2 ||
			strings.IndexByte(`{[\`, start[0]) < 0 {
			return v
		}
		inner = bytes.Trim(jsonobject.Text(inner), " \t\r\n")
		k := inner.Kind()
		if !valid(inner) {
			return v
		}
		if k == '{' || k == '[' {
			return inner
		}
	}
}

func valid(v jsontext.Value) bool {
	return v.IsValid(jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
}
