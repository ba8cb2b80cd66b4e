package history

import (
	"bytes"
	"io"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"channeldeck/api/jsonobject"
)

// WithoutTexts returns a row or a schema without the members whose values depend on the
// language of the request, with the others in the order of their names.
func WithoutTexts(v jsontext.Value) jsontext.Value {
	dec := jsontext.NewDecoder(bytes.NewReader(v), asSent)
	b, err := appendFacts(make([]byte, 0, len(v)), dec)
	if err != nil {
		return v
	}
	facts := jsontext.Value(b)
	if _, err = dec.ReadToken(); err != io.EOF {
		return v
	}
	if facts.Format(asSent, jsontext.ReorderRawObjects(true)) != nil {
		return v
	}
	return facts
}

// asSent are options for JSON of the service, in which names may repeat and texts be invalid UTF-8.
var asSent = json.JoinOptions(jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))

// appendFacts appends the next value without texts. It reads each byte once: the schemas of a platform are
// nested ten deep.
func appendFacts(to []byte, dec *jsontext.Decoder) ([]byte, error) {
	switch dec.PeekKind() {
	case '{':
		return appendObject(to, dec)
	case '[':
		return appendArray(to, dec)
	}
	v, err := dec.ReadValue()
	return append(to, v...), err
}

// appendObject is appendFacts for an object.
func appendObject(to []byte, dec *jsontext.Decoder) ([]byte, error) {
	if _, err := dec.ReadToken(); err != nil {
		return to, err
	}
	to = append(to, '{')
	begin := len(to)
	for dec.PeekKind() == '"' {
		before := len(to)
		if before > begin {
			to = append(to, ',')
		}
		quoted, err := dec.ReadValue()
		if err != nil {
			return to, err
		}
		name := string(jsonobject.Text(quoted))
		to = append(append(to, quoted...), ':')
		switch name {
		case "enum", "const", "default", "examples": // values
			var v jsontext.Value
			v, err = dec.ReadValue()
			to = append(to, v...)
		default:
			kind := dec.PeekKind()
			if isTextName(name) && (kind == '"' || kind == '[') {
				var v jsontext.Value
				v, err = dec.ReadValue()
				if isText(v) {
					to = to[:before]
				} else if err == nil { // an array with other values
					inner := jsontext.NewDecoder(bytes.NewReader(v.Clone()), asSent)
					to, err = appendFacts(to, inner)
				}
			} else {
				to, err = appendFacts(to, dec)
			}
		}
		if err != nil {
			return to, err
		}
	}
	_, err := dec.ReadToken()
	return append(to, '}'), err
}

// isTextName reports whether the members with a name are texts where they are strings.
func isTextName(name string) bool {
	switch name {
	case "label", "title", "description", "tags", "enumNames":
		return true
	default:
		return false
	}
}

// appendArray is appendFacts for an array.
func appendArray(to []byte, dec *jsontext.Decoder) ([]byte, error) {
	if _, err := dec.ReadToken(); err != nil {
		return to, err
	}
	to = append(to, '[')
	begin := len(to)
	for kind := dec.PeekKind(); kind != ']' && kind != 0; kind = dec.PeekKind() {
		if len(to) > begin {
			to = append(to, ',')
		}
		var err error
		if to, err = appendFacts(to, dec); err != nil {
			return to, err
		}
	}
	_, err := dec.ReadToken()
	return append(to, ']'), err
}

// isText reports whether a value is a string or an array of strings.
func isText(v jsontext.Value) bool {
	var all []string
	return v.Kind() == '"' || v.Kind() == '[' &&
		json.Unmarshal(v, &all, jsontext.AllowInvalidUTF8(true)) == nil
}
