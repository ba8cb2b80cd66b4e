package schema

import (
	"slices"
	"testing"
)

func TestExample(t *testing.T) {
	for raw, want := range map[string]string{
		board: `{"accountId":"string","name":"string"}`,
		video: `{"kind":"video","place":{"id":1},"tags":["string","string"],"when":"2026-01-01T01:00:00Z",` +
			`"url":"https://example.com/1"}`,
		`{"type":"string","default":"d","examples":["e"]}`: `"d"`,
		`{"type":"string","minLength":3,"default":"d",` +
			`"examples":["long"]}`: `"long"`,
		`{"type":"string","pattern":"^[0-9]{4}-[A-Z]+$"}`: `"0000-A"`,
		`{"type":"string","pattern":"^[a-z-]+$","minLength":8,` +
			`"maxLength":9}`: `"stringst"`,
		`{"type":"string","pattern":"^(?!string)[a-z]{3,1200}$"}`:              `"aaa"`,
		`{"type":"string","pattern":"^(?=.*[a-z])(?=.*[A-Z])(?=.*\\d).{8,}$"}`: `"Aa1!string"`,
		`{"type":"string","pattern":"^\\u4e2d+$"}`:                             `"中"`,
		`{"type":"integer","minimum":1e2,"exclusiveMaximum":200,` +
			`"multipleOf":7}`: `105`,
		`{"type":"number","maximum":-0.5,"multipleOf":0.2}`: `-0.6`,
		`{"type":"array","minItems":3,"uniqueItems":true,` +
			`"items":{"enum":["a","b",3]}}`: `["a","b",3]`,
		`{"type":"object","required":["b","a"],"properties":{"a":{},` +
			`"b":{"const":[1]}}}`: `{"a":"string","b":[1]}`,
		`{"anyOf":[{"type":"null","const":1},` +
			`{"type":"boolean"}]}`: `false`,
		`{"type":"array","minItems":2,"uniqueItems":true,"items":{"type":"object","required":["n"],` +
			`"properties":{"n":{"type":"string"}}}}`: `[{"n":"string"},{"n":"1-string"}]`,
		`{"type":"object","minProperties":1,"patternProperties":{"^[a-z]+$":{"type":"integer"}},` +
			`"additionalProperties":false}`: `{"a":0}`,
		hostile()["exactly one"]: `{"a":"string"}`,
		hostile()["if"]:          `{"k":"a","x":"string"}`,
		hostile()["ids"]:         `{"p":{"e":0},"q":0}`,
		hostile()["between"]:     `0.15`,
		hostile()["draft-04"]:    `4`,
		hostile()["2020-12"]:     `["string"]`,
		// A reference through an object that is not a schema.
		`{"shapes":{"box":{"type":"object","required":["w"],"properties":{"w":{"type":"integer","minimum":3}}}},` +
			`"allOf":[{"$ref":"#/shapes/box"}]}`: `{"w":3}`,
	} {
		got, problem := Read([]byte(raw)).Example()
		if string(got.Value) != want || problem != nil || len(got.Issues) > 0 {
			t.Errorf("%s\ngives %s (%s %v), want %s", raw, got.Value, formatAll(got.Issues, nil), problem, want)
		}
	}
}

// A value that is not valid is a draft with the paths that fail.
func TestDraft(t *testing.T) {
	for raw, want := range map[string]string{
		`{"type":"string","minLength":5,"maxLength":2}`: "$ too_short 2 5",
		`{"required":["t"],"properties":{"t":{"type":"string",` +
			`"minLength":100000}}}`: "$.t too_short 4000 100000",
		`{"type":"array","minItems":1000}`: "$ few_items 100 1000",
		`{"required":["p"],"properties":{"p":{"type":"string",` +
			`"pattern":"^(?=a.b.c)[a-c]{5}$"}}}`: `$.p pattern ^(?=a.b.c)[a-c]{5}$`,
		`{"required":["p"],"properties":{"p":{"type":"string",` +
			`"pattern":"^x\\Z"}}}`: `$.p unchecked ^x\Z`,
		`{"required":["a"],"properties":{"a":{"type":"array","minItems":1,"items":false}}}`: "$.a[0] forbidden",
		`{"oneOf":[{"type":"object"},{"type":"object","properties":{}}],` +
			`"type":"object"}`: "$ many_alternatives 1,2",
		`{"type":"array","items":{"type":"boolean"},"uniqueItems":true,"minItems":3,"maxItems":10}`: "$ few_items 2 3",
		// Relations that no publishing form has are not followed.
		hostile()["needs"]:                           "$ missing d",
		hostile()["contains"]:                        "$ none_contained",
		`{"type":"string","not":{"const":"string"}}`: "$ not_allowed",
		`{"type":"object","minProperties":1,"properties":{"a":false,` +
			`"b":{"const":2}}}`: "$.a forbidden",
		`{"$schema":"https://json-schema.org/draft/2019-09/schema","type":"object","required":["a"],` +
			`"dependentSchemas":{"a":{"required":["b"]}}}`: "$ missing b",
	} {
		got, problem := Read([]byte(raw)).Example()
		if s := formatAll(got.Issues, problem); s != want || len(got.Value) == 0 {
			t.Errorf("%s\ngives %.100s, %s, want %s", raw, got.Value, s, want)
		}
	}
}

// TestExampleOfRelations has keywords that relate members, elements or characters to
// each other.
func TestExampleOfRelations(t *testing.T) {
	const draft2019 = `"$schema":"https://json-schema.org/draft/2019-09/schema",`
	for raw, want := range map[string]string{
		// dependencies, dependentRequired, dependentSchemas
		`{"type":"object","required":["card"],"dependencies":{"card":["street"],` +
			`"street":["city"]}}`: `{"card":"string","street":"string","city":"string"}`,
		`{` + draft2019 + `"type":"object","required":["card"],` +
			`"dependentRequired":{"card":["street"]}}`: `{"card":"string","street":"string"}`,
		`{"type":"object","minProperties":1,"properties":{"a":{"const":1},"b":{"const":2}},` +
			`"dependencies":{"a":["b"]}}`: `{"a":1,"b":2}`,
		// patternProperties and propertyNames
		`{"type":"object","minProperties":3,"patternProperties":{"^[a-z]+$":{"type":"integer"}},` +
			`"additionalProperties":false}`: `{"a":0,"b":0,"c":0}`,
		`{"type":"object","minProperties":2,"patternProperties":{"^x-":{"type":"boolean"}},` +
			`"additionalProperties":false,"properties":{"id":{"const":7}}}`: `{"id":7,"x-":false}`,
		`{"type":"object","minProperties":2,` +
			`"propertyNames":{"pattern":"^[A-Z]{3}$"}}`: `{"AAA":"string","BBB":"string"}`,
		`{"type":"object","minProperties":2}`: `{"name":"string","name2":"string"}`,
		hostile()["names"]: `{"x0":"string","x1":"string","x2":"string","x3":"string",` +
			`"x4":"string","x5":"string","x6":"string","x7":"string","x8":"string"}`,
		// uniqueItems
		`{"type":"array","minItems":3,"uniqueItems":true,"items":{"type":"string",` +
			`"pattern":"^[A-Z]{3}$"}}`: `["AAA","BBB","CCC"]`,
	} {
		s := Read([]byte(raw))
		got, problem := s.Example()
		if string(got.Value) != want || problem != nil || len(got.Issues) > 0 {
			t.Errorf("%s\ngives %s (%s %v), want %s", raw, got.Value, formatAll(got.Issues, nil), problem, want)
		}
		if issues, problem := s.Check([]byte(want)); problem != nil || len(issues) > 0 {
			t.Errorf("%s is not valid for %s: %s", want, raw, formatAll(issues, problem))
		}
	}
}

// TestRelationsWithoutExample has relations that no value can have, or that are not
// simple: the example says that it is a draft.
func TestRelationsWithoutExample(t *testing.T) {
	for raw, want := range map[string]string{
		`{"type":"object","required":["a"],` +
			`"dependencies":{"a":false}}`: "$ forbidden",
		`{"type":"object","minProperties":1,"patternProperties":{"^x":{}},"propertyNames":{"pattern":"^y"},` +
			`"additionalProperties":false}`: "$ name x [0: $ pattern ^y]",
		`{"type":"string","not":{}}`:                                   "$ not_allowed",
		`{"type":"string","format":"uri","not":{"pattern":"^https:"}}`: "$ not_allowed",
		`{"type":"string","pattern":"^(?=(a+))\\1b$"}`:                 `$ pattern ^(?=(a+))\1b$`,
	} {
		got, problem := Read([]byte(raw)).Example()
		if s := formatAll(got.Issues, problem); s != want || len(got.Value) == 0 {
			t.Errorf("%s\ngives %.100s, %s, want %s", raw, got.Value, s, want)
		}
	}
}

func TestNoExample(t *testing.T) {
	for name, want := range map[string]ProblemKind{
		"ref outside": RefOutside, "ref to itself": RefCycle, "doubling allOf": TooComplex, "not JSON": NotJSON,
	} {
		got, problem := Read([]byte(hostile()[name])).Example()
		if problem == nil || problem.Kind != want || got.Value != nil {
			t.Errorf("%s gives %s, %v", name, got.Value, problem)
		}
	}
}

func TestQuery(t *testing.T) {
	const filters = `{"type":"object","properties":{
		"keyword":{"type":"string","minLength":1,"default":"咖啡 & more"},
		"ids":{"type":"array","items":{"type":"string","minLength":1},"minItems":2,"uniqueItems":true},
		"kinds":{"type":"array","items":{"enum":["a","b"]}},
		"near":{"type":"object","properties":{"lat":{"type":"number"}}},
		"bookmark":{"type":"string"},
		"mine":{"type":"boolean"},
		"region":{"type":["null","string"],"enum":[null,"CN"]},
		"limit":{"type":"integer","minimum":1,"maximum":50}},"required":["limit","ids"]}`
	q, problem := Read([]byte(filters)).Query()
	if problem != nil || len(q.Issues) > 0 {
		t.Fatal(problem, q.Issues)
	}
	if want := "ids%5B%5D=string&ids%5B%5D=1-string&limit=1"; q.String() != want {
		t.Errorf("got %s\nwant %s", q, want)
	}
	var got []string
	for _, f := range q.Optional {
		s := f.Name + " " + Encode(f.Parameters)
		if f.Nested {
			s += "nested"
		}
		got = append(got, s)
	}
	want := []string{
		"keyword keyword=%E5%92%96%E5%95%A1+%26+more",
		"kinds kinds%5B%5D=a",
		"near nested",
		"bookmark ",
		"mine ",
		"region region=CN",
	}
	if !slices.Equal(got, want) {
		t.Errorf("optional: %q", got)
	}
}

// A required filter takes the first value that a query can carry.
func TestQueryAvoidsNull(t *testing.T) {
	for raw, want := range map[string]string{
		`{"required":["a"],"properties":{"a":{"type":["null",` +
			`"string"]}}}`: "a=string",
		`{"required":["a"],"properties":{"a":{"enum":[null,"x"]}}}`: "a=x",
		`{"required":["a"],"properties":{"a":{"anyOf":[{"type":"null"},` +
			`{"type":"integer"}]}}}`: "a=0",
		`{"required":["a"],"properties":{"a":{"type":["string","null"],"default":null,` +
			`"examples":[null,"e"]}}}`: "a=e",
		`{"required":["a"],"properties":{"a":{"type":"array",` +
			`"items":{"enum":[null,"x"]}}}}`: "a%5B%5D=x",
		`{"required":["a"],"properties":{"a":{"type":"array","items":{"oneOf":[{"type":"null"},` +
			`{"const":7}]}}}}`: "a%5B%5D=7",
		`{"required":["a"],"properties":{"a":{"type":"array","items":[{"type":["null","boolean"]}],` +
			`"minItems":1}}}`: "a%5B%5D=false",
		`{"required":["a"],"properties":{"a":{"default":[],"type":["null","array"],` +
			`"items":{"type":"string"}}}}`: "a%5B%5D=string",
		`{"required":["a"],"properties":{"a":{"default":[null],"type":"array","items":{"type":["null",` +
			`"string"]}}}}`: "a%5B%5D=string",
		`{"required":["a"],"properties":{"a":{"$ref":"#/definitions/n"}},"definitions":{"n":{"type":["null",` +
			`"integer"]}}}`: "a=0",
	} {
		q, problem := Read([]byte(raw)).Query()
		if q.String() != want || problem != nil || len(q.Issues) > 0 {
			t.Errorf("%s\ngives %q (%v %v), want %q", raw, q, q.Issues, problem, want)
		}
	}
}

func TestNoQuery(t *testing.T) {
	for raw, path := range map[string]string{
		`{"type":"object","properties":{"at":{"type":"object"}},"required":["at"]}`: "$.at",
		`{"type":"object","properties":{"at":{"type":"null"}},"required":["at"]}`:   "$.at",
		`{"type":"string"}`: "$",
	} {
		if q, problem := Read([]byte(raw)).Query(); problem == nil || problem.Kind != NestedQuery ||
			problem.Path != path {
			t.Errorf("%s gives %q, %v", raw, q, problem)
		}
	}
	if q, problem := Read([]byte(`{"type":"object"}`)).Query(); problem != nil || q.String() != "" {
		t.Errorf("no filters give %q, %v", q, problem)
	}
}
