package schema

import (
	"fmt"
	"testing"
)

// Of alternatives, the issues are those of the one that was chosen by a value of its own. A value that none of
// them allows has the values of all.
func TestIssuesOfAlternatives(t *testing.T) {
	const post = `{"anyOf":[` +
		`{"type":"object","properties":{"tid":{"type":"integer"},"copyright":{"default":1,"const":1}},` +
		`"required":["tid"]},` +
		`{"type":"object","properties":{"tid":{"type":"integer"},"copyright":{"const":2},"source":{"type":"string",` +
		`"minLength":1}},` +
		`"required":["tid","copyright","source"]}]}`
	const values = `{"type":"object","properties":{"a":{"anyOf":[{"const":1},{"const":2},{"enum":[2,3]}]},` +
		`"b":{"oneOf":[{"type":"string"},{"type":"integer"}]},"c":{"anyOf":[{"type":"string","minLength":1},` +
		`{"type":"null"}]}}}`
	for _, tt := range []struct{ schema, value, want string }{
		{post, `{"tid":1,"copyright":3}`, "[$.copyright enum [1 2]]"},
		{post, `{"tid":1,"copyright":2,"source":""}`, "[$.source empty []]"},
		{post, `{"tid":"x","copyright":2,"source":""}`, "[$.source empty [] $.tid type [integer]]"},
		{post, `{"copyright":2}`, "[$ missing [tid source]]"},
		{post, `{}`, "[$ missing [tid]]"},
		{values, `{"a":5}`, "[$.a enum [1 2 3]]"},
		{values, `{"b":true}`, "[$.b type [string integer]]"},
		{values, `{"c":""}`, "[$.c empty []]"},
	} {
		issues, problem := Read([]byte(tt.schema)).Check([]byte(tt.value))
		if problem != nil {
			t.Fatal(problem)
		}
		var got []string
		for _, issue := range Closest(issues) {
			got = append(got, fmt.Sprint(issue.Path, " ", issue.Kind, " ", issue.Values))
		}
		if fmt.Sprint(got) != tt.want {
			t.Errorf("%s: %s, want %s", tt.value, got, tt.want)
		}
	}
}
