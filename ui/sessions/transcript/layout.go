package transcript

import (
	"bytes"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// writer collects text in lines, two blanks for each level of indentation.
type writer struct{ out []byte }

// maxIndent bounds the indentation: of deeply nested JSON with short lines, the blanks
// would otherwise take hundreds of times the space of the text.
const maxIndent = 64

func (w *writer) line(indent int) {
	w.out = append(w.out, '\n')
	for range min(indent, maxIndent) {
		w.out = append(w.out, ' ', ' ')
	}
}

func (w *writer) text(s string) { w.out = append(w.out, s...) }

func (w *writer) members(ms []Member, indent int) {
	for _, m := range ms {
		if len(w.out) > 0 {
			w.line(indent)
		}
		w.text(string(m.Name) + ": ")
		w.value(m.Value, indent, 0)
	}
}

// value lays out a JSON value: a member or an element per line, JSON in strings opened (at most
// maxOpened times, by recursion), strings broken after line ends, inline data elided.
func (w *writer) value(v jsontext.Value, indent, opened int) {
	var r reader
	dec := r.reset(v)
	var name []byte // of the member whose value comes next
	for first := true; ; first = false {
		depth := dec.StackDepth()
		parent, n := dec.StackIndex(depth)
		kind := dec.PeekKind()
		if depth == 0 && !first {
			return
		}
		isName := parent == '{' && n%2 == 0
		switch closes := kind == '}' || kind == ']'; {
		case closes && n > 0:
			w.line(indent + depth - 1)
		case !closes && (isName || parent == '['):
			if n > 0 {
				w.text(",")
			}
			w.line(indent + depth)
		}
		switch kind {
		case '{', '[', '}', ']':
			if _, err := dec.ReadToken(); err != nil {
				w.out = append(w.out, r.raw[dec.InputOffset():]...)
				return
			}
			w.text(string(kind))
			continue
		}
		scalar, ok := r.next()
		switch {
		case !ok: // this is not JSON
			w.out = append(w.out, r.raw[dec.InputOffset():]...)
			return
		case isName:
			name = unquote(scalar)
			w.out, _ = jsontext.AppendQuote(w.out, name)
			w.text(": ")
		case kind == '"':
			w.string(scalar, name, indent+depth, opened)
		default:
			w.out = append(w.out, scalar...)
		}
	}
}

func (w *writer) string(v jsontext.Value, name []byte, indent, opened int) {
	if opened < maxOpened {
		if inner := openString(v); inner.Kind() != '"' {
			w.text(`"`)
			w.value(inner, indent, opened+1)
			w.text(`"`)
			return
		}
	}
	text := unquote(v)
	if short, ok := inlinePlaceholder(text, name); ok {
		w.text(short)
		return
	}
	if bytes.IndexByte(v, '\\') < 0 && !bytes.Contains(v, []byte(";base64,")) { // the usual case, without a copy
		w.out = append(w.out, v...)
		return
	}
	w.text(`"`)
	first := true
	for line := range strings.SplitAfterSeq(Elide(string(text)), "\n") {
		if !first {
			w.line(indent + 1)
		}
		first = false
		quoted, _ := jsontext.AppendQuote(nil, line) // invalid UTF-8 is replaced
		w.out = append(w.out, quoted[1:len(quoted)-1]...)
	}
	w.text(`"`)
}

// inlinePlaceholder replaces a string of inline data, but not short text in a data URL.
func inlinePlaceholder(s, name []byte) (string, bool) {
	if len(s) < 16 {
		return "", false
	}
	f, ok := inlineFile(s, string(name))
	return f.placeholder(), ok && (f.Size > 64 || f.MediaType == "" || bytes.Contains(s[:min(len(s), 256)], []byte(";base64,")))
}

// maxOpened bounds how many levels of JSON in strings are opened.
const maxOpened = 8

// openString returns the object or array that a string holds as text, or the value itself.
func openString(v jsontext.Value) jsontext.Value {
	inner := v
	for range maxOpened {
		if start := bytes.TrimLeft(inner, `" `); !bytes.HasPrefix(inner, []byte(`"`)) || len(start) < 2 || strings.IndexByte(`{[\`, start[0]) < 0 { // most are text
			return v
		}
		inner = trim(unquote(inner))
		switch k := inner.Kind(); {
		case !valid(inner):
			return v
		case k == '{' || k == '[':
			return inner
		}
	}
	return v
}

func valid(v jsontext.Value) bool {
	return v.IsValid(jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
}
