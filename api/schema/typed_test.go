package schema

import (
	"fmt"
	"testing"
)

const options = `{"type":"object","properties":{"boardId":{"type":"string"},"tid":{"type":"integer"},
	"size":{"type":"number"},"ai":{"type":"boolean"},
 "poll":{"type":"object"},"tags":{"type":"array"},"mode":{"enum":["1","2"]},"level":{"enum":[1,2]},
"either":{"type":["string","number"]},"any":{},
 "ref":{"$ref":"#/definitions/text"},"alternative":{"anyOf":[{"type":"string"},{"type":"null"}]}},
"definitions":{"text":{"type":"string"}}}`

// What a user types is a text where the schema says text, and JSON where it allows that.
func TestTyped(t *testing.T) {
	s := Read([]byte(options))
	for _, tt := range []struct{ name, typed, want string }{
		{"boardId", "549755885175", `"549755885175"`},
		{"boardId", "1", `"1"`},
		{"boardId", "true", `"true"`},
		{"boardId", "null", `"null"`},
		{"boardId", `{"a":1}`, `"{\"a\":1}"`},
		{"boardId", `"quoted"`, `"quoted"`},
		{"boardId", "plain text", `"plain text"`},
		{"tid", "17", "17"},
		{"tid", " 17 ", "17"},
		{"tid", "seventeen", `"seventeen"`},
		{"size", "1.5", "1.5"},
		{"ai", "true", "true"},
		{"ai", "yes", `"yes"`},
		{"poll", `{"options":["a"]}`, `{"options":["a"]}`},
		{"tags", `["a"]`, `["a"]`},
		{"mode", "1", `"1"`},
		{"level", "1", "1"},
		{"either", "1", "1"},
		{"either", "one", `"one"`},
		{"any", "1", "1"},
		{"ref", "1", `"1"`},
		{"alternative", "1", `"1"`},
		{"alternative", "null", "null"},
		{"unlisted", "1", "1"},
	} {
		if got := string(s.Typed(tt.name, tt.typed)); got != tt.want {
			t.Errorf("%s=%s is %s, want %s", tt.name, tt.typed, got, tt.want)
		}
	}
	alternatives := Read([]byte(
		`{"anyOf":[{"properties":{"tid":{"type":"integer"},"source":{"type":"string"}}},` +
			`{"properties":{"tid":{"type":"integer"}}}]}`,
	))
	if got := alternatives.Typed("tid", "17"); string(got) != "17" {
		t.Errorf("in an alternative: %s", got)
	}
	if got := alternatives.Typed("source", "17"); string(got) != `"17"` {
		t.Errorf("in an alternative: %s", got)
	}
}

func TestMembers(t *testing.T) {
	for doc, want := range map[string]string{
		`{"required":["b","a"],"properties":{"a":{},` +
			`"b":{},"c":{}}}`: "[a b c] [a b]",
		`{"required":["a","b"],"properties":{"a":{"default":1}` +
			`,"b":{}}}`: "[a b] [b]",
		`{"anyOf":[{"required":["a","b"],"properties":{"a":{},"b":{}}},` +
			`{"required":["a"]}]}`: "[a b] [a]",
		`{"properties":{"a":{"type":"object","properties":{"inner":{}},"required":["inner"]}}}`: "[a] []",
		`{"required":["a"],"oneOf":[{"required":["b","c"]},{"required":["c"],` +
			`"anyOf":[{"required":["b"]}]}]}`: "[] [a b c]",
		`[]`: "[] []",
	} {
		s := Read([]byte(doc))
		if got := fmt.Sprint(s.Members(), s.RequiredMembers()); got != want {
			t.Errorf("%s: %s, want %s", doc, got, want)
		}
	}
}

// A required member with a default counts as given, in alternatives and inside too.
func TestDefaultsCountAsGiven(t *testing.T) {
	for _, tt := range []struct{ doc, value, want string }{
		{`{"required":["a","b"],"properties":{"a":{"default":1},"b":{}}}`, `{}`, "[$ missing [b]]"},
		{`{"required":["a"],"properties":{"a":{"default":1}}}`, `{}`, "[]"},
		{`{"required":["a"],"properties":{"a":{"default":1,"type":"number"}}}`, `{"a":"x"}`, "[$.a type [number]]"},
		{
			`{"properties":{"list":{"type":"array","items":{"required":["x"],"properties":{"x":{"default":1}}}}}}`,
			`{"list":[{},{"x":2}]}`,
			"[]",
		},
		{`{"anyOf":[{"required":["a"],"properties":{"a":{"default":1}}},{"required":["c"]}]}`, `{}`, "[]"},
		{
			`{"anyOf":[{"required":["a","b"],"properties":{"a":{"default":1}}},{"required":["c"]}]}`,
			`{}`,
			"[$ no_alternative []]",
		},
	} {
		issues, problem := Read([]byte(tt.doc)).Check([]byte(tt.value))
		got := []string{}
		for _, i := range issues {
			got = append(got, fmt.Sprint(i.Path, " ", i.Kind, " ", i.Values))
		}
		if fmt.Sprint(got) != tt.want || problem != nil {
			t.Errorf("%s, %s: %s, want %s (%v)", tt.doc, tt.value, got, tt.want, problem)
		}
	}
}
