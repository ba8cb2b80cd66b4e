package history

import (
	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"channeldeck/api"
	"channeldeck/api/jsonobject"
)

// WithoutTexts returns a row or a schema without the members whose values depend on the
// language of the request, with the others in the order of their names.
func WithoutTexts(v jsontext.Value) jsontext.Value {
	facts := jsontext.Value(appendFacts(nil, v))
	if !v.IsValid(asSent) || facts.Format(asSent, jsontext.ReorderRawObjects(true)) != nil {
		return v
	}
	return facts
}

// asSent are options for JSON of the service, in which names may repeat and texts be invalid UTF-8.
var asSent = json.JoinOptions(jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))

// appendFacts appends a value without texts.
func appendFacts(to []byte, v jsontext.Value) []byte {
	switch v.Kind() {
	case '{':
		to = append(to, '{')
		for name, value := range api.Members(v) {
			facts := appendFacts
			switch name {
			case "label", "title", "description", "tags", "enumNames":
				if isText(value) {
					continue
				}
			case "enum", "const", "default", "examples": // values
				facts = func(to []byte, v jsontext.Value) []byte {
					return append(to, v...)
				}
			}
			if to[len(to)-1] != '{' {
				to = append(to, ',')
			}
			to, _ = jsontext.AppendQuote(to, name) // it is valid
			to = facts(append(to, ':'), value)
		}
		return append(to, '}')
	case '[':
		to = append(to, '[')
		for i, element := range jsonobject.Elements(v) {
			if i > 0 {
				to = append(to, ',')
			}
			to = appendFacts(to, element)
		}
		return append(to, ']')
	}
	return append(to, v...)
}

// isText reports whether a value is a string or an array of strings.
func isText(v jsontext.Value) bool {
	var all []string
	return v.Kind() == '"' || v.Kind() == '[' &&
		json.Unmarshal(v, &all, jsontext.AllowInvalidUTF8(true)) == nil
}
