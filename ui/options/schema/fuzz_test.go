package schema

import (
	"net/url"
	"reflect"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
)

// FuzzSchema: any JSON as schema gives a view, and an example that validates
// or a word that none could be made; never a panic or a hang.
func FuzzSchema(f *testing.F) {
	for _, s := range hostile() {
		if len(s) < 3_000 { // larger ones are slow to vary, and TestHostile has them
			f.Add(s, `{"a":[1,"x",null]}`)
		}
	}
	f.Add(board, `{"name":"x"}`)
	f.Add(video, `[]`)
	f.Fuzz(func(t *testing.T, schema, value string) {
		s := Read([]byte(schema))
		holds(t, s)
		if _, problem := s.Check([]byte(value)); problem == nil && !jsontext.Value(value).IsValid() {
			t.Errorf("checked what is no JSON: %q", value)
		}
	})
}

// holds checks what is true of every schema.
func holds(t *testing.T, s *Schema) {
	t.Helper()
	fields := s.Fields()
	if len(fields) > maxFields {
		t.Errorf("%d fields", len(fields))
	}
	for i, f := range fields {
		if f.Depth > maxFieldDepth || (f.Depth == 0) != (i == 0) {
			t.Errorf("field %d at depth %d", i, f.Depth)
		}
	}
	if len(fields) < 2_000 && !reflect.DeepEqual(fields, s.Fields()) {
		t.Error("fields change")
	}
	if len(fields) == 0 && s.Problem() == nil {
		t.Error("neither fields nor a problem")
	}
	example, problem := s.Example()
	switch {
	case problem != nil:
		if problem.Kind == 0 || problem.Error() == "" {
			t.Errorf("no reason: %+v", problem)
		}
	case s.Problem() != nil:
		t.Error("an example of a schema that cannot be used")
	default:
		if issues, problem := s.Check(example); len(issues) > 0 || problem != nil {
			t.Errorf("example %s: %+v %v", example, issues, problem)
		}
	}
	query, problem := s.Query()
	if problem != nil {
		return
	}
	back, err := url.ParseQuery(query.String())
	if err != nil {
		t.Errorf("query %q: %v", query, err)
	}
	for _, p := range query.Parameters {
		if !back.Has(p.Name) {
			t.Errorf("query %q lost %q", query, p.Name)
		}
	}
}
