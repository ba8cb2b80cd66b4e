package transcript

import (
	"bytes"

	"github.com/go-json-experiment/json/jsontext"

	"channeldeck/api/jsonobject"
)

// AppendFlat appends the text of a field, as [Transcript.FieldText] returns it but for white space, to b. It is for a
// search, which reads tens of thousands of fields. It reports false for a field that it does not read so: it reads
// only other fields, and objects and arrays that are shown as JSON, without escapes.
func (t *Transcript) AppendFlat(b []byte, r Ref, f Field) (text []byte, ok bool) {
	p := t.Part(r)
	if p == nil {
		return t.appendOfMessage(b, r, f)
	}
	if f == FieldExtra {
		return appendMembers(b, p.Extra)
	}
	_, value := p.content(f)
	hasShape := f == FieldInput || f == FieldOutput
	isValue := f == FieldValue && p.Kind != KindFile
	if !hasShape && !isValue || hasShape && bytes.Contains(value, []byte(`"type"`)) {
		return b, false
	}
	return appendFlat(b, value, hasShape)
}

// appendOfMessage appends the members of a message that support asks for, and its other fields.
func (t *Transcript) appendOfMessage(b []byte, r Ref, f Field) (text []byte, ok bool) {
	if f != FieldExtra {
		return b, false
	}
	for name, id := range t.idsOf(r.Message) {
		b = append(append(b, name...), ": "...)
		start := len(b)
		b, _ = jsontext.AppendQuote(b, id)
		if !isLiteral(b[start:]) {
			return b, false
		}
		b = append(b, ' ')
	}
	return appendMembers(b, t.Messages[r.Message].Extra)
}

// appendMembers appends other fields.
func appendMembers(b []byte, members jsonobject.Object) (text []byte, ok bool) {
	for _, m := range members {
		const blob = "blob"
		if len(m.Name) >= len(blob) && bytes.EqualFold(m.Name[len(m.Name)-len(blob):], []byte(blob)) {
			return b, false // inline data
		}
		b = append(append(b, m.Name...), ": "...)
		switch m.Value.Kind() {
		case '{', '[':
			b, ok = appendFlat(b, m.Value, false)
		default:
			b = append(b, m.Value...)
			ok = isLiteral(m.Value)
		}
		if !ok {
			return b, false
		}
		b = append(b, ' ')
	}
	return b, true
}

// appendFlat appends an object or an array with a blank in place of each line end of its layout. It reports false for
// another value, for escapes and inline data, and with hasShape also for an object that can have another form.
func appendFlat(b []byte, v jsontext.Value, hasShape bool) (text []byte, ok bool) {
	if kind := v.Kind(); kind != '{' && kind != '[' {
		return b, false
	}
	depth := 0
	for i := 0; i < len(v); i++ {
		switch c := v[i]; c {
		case ' ', '\t', '\r', '\n':
		case '{', '[':
			depth++
			b = append(b, c)
			if next := skipBlanks(v, i+1); next < len(v) && v[next] != c+2 { // the closing bracket
				b = append(b, ' ')
			}
		case '}', ']':
			depth--
			if b[len(b)-1] != c-2 {
				b = append(b, ' ')
			}
			b = append(b, c)
		case ',', ':':
			b = append(b, c, ' ')
		case '"':
			end := i + 1 + bytes.IndexByte(v[i+1:], '"')
			if end == i {
				return b, false
			}
			quoted := v[i : end+1]
			next := skipBlanks(v, end+1)
			simple := false
			if next < len(v) && v[next] == ':' {
				simple = isSimpleName(quoted, hasShape && depth == 1)
			} else {
				simple = isLiteral(quoted)
			}
			if !simple {
				return b, false
			}
			b = append(b, quoted...)
			i = end
		default:
			b = append(b, c)
		}
	}
	return b, depth == 0
}

// skipBlanks returns the index of the first byte from i on that is no white space.
func skipBlanks(v []byte, i int) int {
	for ; i < len(v); i++ {
		switch v[i] {
		case ' ', '\t', '\r', '\n':
		default:
			return i
		}
	}
	return i
}

// isLiteral reports whether a JSON string is shown as it is: it has no escapes, and holds neither JSON nor, whatever
// the name of the member, inline data.
func isLiteral(quoted []byte) bool {
	inner := quoted
	for len(inner) > 0 && (inner[0] == '"' || inner[0] == ' ') {
		inner = inner[1:]
	}
	isNested := len(inner) > 1 && (inner[0] == '{' || inner[0] == '[')
	if isNested || bytes.IndexByte(quoted, '\\') >= 0 {
		return false
	}
	const dataURL = "data:"
	if len(quoted) <= len(dataURL)+len(`""`) {
		return true
	}
	text := quoted[1 : len(quoted)-1]
	isURL := len(text) > len(dataURL) && bytes.EqualFold(text[:len(dataURL)], []byte(dataURL))
	return !isURL && !isBase64(text) && !bytes.Contains(text, []byte(";base64,"))
}

// isSimpleName reports whether the name of a member changes nothing: short texts in a blob are inline data, and with
// hasShape a name can belong to another form than JSON: see shapeOf.
func isSimpleName(quoted []byte, hasShape bool) bool {
	if bytes.IndexByte(quoted, '\\') >= 0 || bytes.EqualFold(quoted, []byte(`"blob"`)) {
		return false
	}
	return !hasShape || !isOfShape(string(quoted[1:len(quoted)-1]))
}

// isOfShape reports whether an object in which a member has a name can have another form than JSON.
func isOfShape(name string) bool {
	switch name {
	case "path", "file_path", "filePath", "filename", "file", "edits", "patch", "diff", "input",
		"old_string", "oldText", "oldString", "old_str", "command", "stdout", "stderr", "output",
		"todos", "newTodos", "plan":
		return true
	}
	return false
}
