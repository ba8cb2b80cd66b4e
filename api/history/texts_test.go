package history_test

import (
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"channeldeck/api/history"
)

func TestWithoutTexts(t *testing.T) {
	for in, want := range map[string]string{
		`{"name":"x", "label":"Name","a":1.0}`:            `{"a":1.0,"name":"x"}`,
		`{"tags":["a","b"],"title":{"label":"x","b":1}}`:  `{"title":{"b":1}}`,
		`{"title":["a",{"label":"x","b":[]}]}`:            `{"title":["a",{"b":[]}]}`,
		`{"a":1} {}`:                                      `{"a":1} {}`,
		`{"tags":["a",1]}`:                                `{"tags":["a",1]}`,
		`[{"label":"x","enum":["a"]},[{"title":"y"}],{}]`: `[{"enum":["a"]},[{}],{}]`,
		`{"enum":[{"title":"a","label":"b"}],"default":{"label":"c"},"const":{"tags":"d"},` +
			`"examples":[{"label":"e"}]}`: `{"const":{"tags":"d"},"default":{"label":"c"},"enum":[{"label":"b",` +
			`"title":"a"}],"examples":[{"label":"e"}]}`,
		`{"z":{"b":1,"a":2},"a\u0062":"\/"}`: `{"ab":"/","z":{"a":2,"b":1}}`,
		`{"a":1,"a":2}`:                      `{"a":1,"a":2}`,
		"{\"a\":\"\xff\"}":                   `{"a":"` + "\ufffd" + `"}`,
		`{"b":1,"label":"x"`:                 `{"b":1,"label":"x"`,
		`"label"`:                            `"label"`,
		``:                                   ``,
	} {
		if got := history.WithoutTexts(jsontext.Value(in)); string(got) != want {
			t.Errorf("of %s: %s, want %s", in, got, want)
		}
	}
}
