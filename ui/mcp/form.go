package mcp

import (
	"fmt"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/google/jsonschema-go/jsonschema"

	"channeldeck/api"
	"channeldeck/api/jsonobject"
)

// form holds the schemas that a tool allows for its rows.
type form struct {
	kinds []*jsonschema.Resolved // of arrays of rows: all rows of an answer have the same
}

// formOf reads the schema of the answer of a tool.
func formOf(output jsontext.Value) *form {
	rows := api.Member(api.Member(output, "properties"), "rows")
	kinds := jsonobject.Elements(api.Member(rows, "anyOf"))
	if len(kinds) == 0 {
		kinds = []jsontext.Value{rows}
	}
	definitions := api.Member(output, "$defs")
	if definitions == nil {
		definitions = jsontext.Value("{}")
	}
	f := &form{}
	for _, kind := range kinds {
		f.kinds = append(
			f.kinds,
			resolved(fmt.Sprintf(`{"allOf":[%s],"$defs":%s}`, kind, definitions)),
		)
	}
	return f
}

// resolved compiles a schema that is part of the program.
func resolved(text string) *jsonschema.Resolved {
	var schema jsonschema.Schema
	err := schema.UnmarshalJSON([]byte(text))
	if err == nil {
		var r *jsonschema.Resolved
		if r, err = schema.Resolve(nil); err == nil {
			return r
		}
	}
	panic(err)
}

// allows reports which rows have the form that most of them have.
func (f *form) allows(rows []jsontext.Value) (best []bool) {
	most := -1
	for _, kind := range f.kinds {
		allowed := make([]bool, len(rows))
		n := 0
		for i, row := range rows {
			allowed[i] = isOf(kind, row)
			if allowed[i] {
				n++
			}
		}
		if n > most {
			most = n
			best = allowed
		}
	}
	return best
}

// isOf reports whether a list with one row matches a schema.
func isOf(kind *jsonschema.Resolved, row jsontext.Value) bool {
	var v any
	err := json.Unmarshal(row, &v, jsontext.AllowDuplicateNames(true))
	return err == nil && kind.Validate([]any{v}) == nil
}
