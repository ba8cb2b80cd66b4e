package schema

import (
	"net/url"
	"reflect"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
)

// FuzzSchema checks that any schema has fields or a problem, and that examples
// are valid, drafts or a problem; it never panics or hangs.
func FuzzSchema(f *testing.F) {
	for _, s := range hostile() {
		if len(s) < 3_000 { // TestHostile has the others, which are slow to mutate
			f.Add(s, `{"a":[1,"x",null]}`)
		}
	}
	f.Add(board, `{"name":"x"}`)
	f.Add(video, `[]`)
	f.Fuzz(func(t *testing.T, schema, value string) {
		s := Read([]byte(schema))
		checkInvariants(t, s)
		if _, problem := s.Check([]byte(value)); problem == nil && !jsontext.Value(value).IsValid() {
			t.Errorf("checked malformed JSON: %q", value)
		}
	})
}

// checkInvariants checks what must be true of every schema.
func checkInvariants(t *testing.T, s *Schema) {
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
		t.Error("Fields returns something else the second time")
	}
	if len(fields) == 0 && s.Problem() == nil {
		t.Error("neither fields nor a problem")
	}
	example, problem := s.Example()
	switch {
	case problem != nil:
		if problem.Kind == "" || problem.Error() == "" {
			t.Errorf("problem without a reason: %+v", problem)
		}
	case s.Problem() != nil:
		t.Error("an example of a schema that cannot be used")
	default:
		issues, problem := s.Check(example.Value)
		if problem == nil && len(issues) != len(example.Issues) {
			t.Errorf("example %s: %+v, and the check %+v", example.Value, example.Issues, issues)
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
	for _, f := range query.Optional {
		if f.Nested && f.Parameters != nil {
			t.Errorf("nested filter %q has parameters", f.Name)
		}
	}
	for _, p := range query.Parameters {
		if !back.Has(p.Name) {
			t.Errorf("query %q lost %q", query, p.Name)
		}
	}
}
