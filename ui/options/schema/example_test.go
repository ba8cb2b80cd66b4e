package schema

import "testing"

func TestExample(t *testing.T) {
	for raw, want := range map[string]string{
		board: `{"accountId":"string","name":"string"}`,
		video: `{"kind":"video","place":{"id":1},"tags":["string","string"],"when":"2026-01-01T01:00:00Z","url":"https://example.com/1"}`,
		`{"type":"string","default":"d","examples":["e"]}`:                               `"d"`,
		`{"type":"string","minLength":3,"default":"d","examples":["long"]}`:              `"long"`,
		`{"type":"string","pattern":"^[0-9]{4}-[A-Z]+$","minLength":8}`:                  `"0000-AAA"`,
		`{"type":"string","pattern":"^\\u4e2d+$"}`:                                       `"中"`,
		`{"type":"integer","minimum":1e2,"exclusiveMaximum":200,"multipleOf":7}`:         `105`,
		`{"type":"number","maximum":-0.5,"multipleOf":0.2}`:                              `-0.6`,
		`{"type":"array","minItems":3,"uniqueItems":true,"items":{"enum":["a","b",3]}}`:  `["a","b",3]`,
		`{"type":"object","required":["b","a"],"properties":{"a":{},"b":{"const":[1]}}}`: `{"a":"string","b":[1]}`,
		`{"anyOf":[{"type":"null","const":1},{"type":"boolean"}]}`:                       `false`,
		hostile()["exactly one"]: `{"a":"string"}`,
		hostile()["if"]:          `{"k":"a","x":"string"}`,
		hostile()["ids"]:         `{"p":{"e":0},"q":0}`,
		hostile()["contains"]:    `[3]`,
		hostile()["between"]:     `0.15`,
		hostile()["two steps"]:   `0.12`,
		hostile()["draft-04"]:    `4`,
		hostile()["2020-12"]:     `["string"]`,
	} {
		got, problem := Read([]byte(raw)).Example()
		if string(got) != want || problem != nil {
			t.Errorf("%s\ngives %s (%v), want %s", raw, got, problem, want)
		}
	}
}

func TestNoExample(t *testing.T) {
	for raw, want := range map[string]Problem{
		`{"type":"object","required":["a"],"properties":{"a":{"type":"array","minItems":1,"items":false}}}`: {Kind: Impossible, Path: "$.a[0]"},
		`{"type":"string","minLength":5,"maxLength":2}`:                                                     {Kind: Impossible, Path: "$"},
		`{"required":["t"],"properties":{"t":{"type":"string","minLength":100000}}}`:                        {Kind: TooLong, Path: "$.t", Limit: maxExampleText},
		`{"type":"array","minItems":1000}`:                                                                  {Kind: TooLong, Path: "$", Limit: maxExampleItems},
		hostile()["ref to the draft"]:                                                                       {Kind: RefOutside, Path: "$", Detail: "http://json-schema.org/draft-07/schema#"},
		hostile()["ref to itself"]:                                                                          {Kind: RefCycle},
		hostile()["doubling anyOf"]:                                                                         {Kind: TooCostly, Path: "$"},
		hostile()["wide and deep"]:                                                                          {Kind: TooCostly, Path: "$"},
		hostile()["tiny step"]:                                                                              {Kind: NumberSize, Path: "$", Limit: maxNumber},
	} {
		got, problem := Read([]byte(raw)).Example()
		if problem == nil || *problem != want {
			t.Errorf("%s\ngives %s, %+v, want %+v", raw, got, problem, want)
		}
	}
}

func TestQuery(t *testing.T) {
	const filters = `{"type":"object","properties":{
		"keyword":{"type":"string","minLength":1,"default":"咖啡 & more"},
		"ids":{"type":"array","items":{"type":"string","minLength":1},"minItems":2,"uniqueItems":true},
		"kinds":{"type":"array","items":{"enum":["a","b"]}},
		"near":{"type":"object","properties":{"lat":{"type":"number"}}},
		"none":{"type":"null"},
		"limit":{"type":"integer","minimum":1,"maximum":50},
		"mine":{"type":"boolean"}},"required":["limit"]}`
	q, problem := Read([]byte(filters)).Query()
	if problem != nil {
		t.Fatal(problem)
	}
	const want = "keyword=%E5%92%96%E5%95%A1+%26+more&ids%5B%5D=string&ids%5B%5D=1-string&kinds%5B%5D=a&limit=1&mine=false"
	if q.String() != want {
		t.Errorf("got %s\nwant %s", q, want)
	}
	if len(q.Omitted) != 2 || q.Omitted[0] != "near" || q.Omitted[1] != "none" {
		t.Errorf("omitted %q", q.Omitted)
	}
}

func TestQueryLimits(t *testing.T) {
	q, problem := Read([]byte(`{"properties":{"a":{"type":"string"},"b":{"type":"string"}},"required":["b"],"maxProperties":1}`)).Query()
	if problem != nil || q.String() != "b=string" || len(q.Omitted) != 1 {
		t.Errorf("filters that do not go together: %s %q %v", q, q.Omitted, problem)
	}
	for raw, path := range map[string]string{
		`{"type":"object","properties":{"at":{"type":"object"}},"required":["at"]}`: "$.at",
		`{"type":"string"}`: "$",
	} {
		if q, problem := Read([]byte(raw)).Query(); problem == nil || problem.Kind != NestedQuery || problem.Path != path {
			t.Errorf("%s gives %q, %v", raw, q, problem)
		}
	}
	if q, problem := Read([]byte(`{"type":"object"}`)).Query(); problem != nil || q.String() != "" {
		t.Errorf("no filters give %q, %v", q, problem)
	}
}
