package sandbox_test

import (
	"net/url"
	"os"
	"slices"
	"strings"
	"testing"

	"channeldeck/api"
	"channeldeck/api/jsonobject"
	"channeldeck/api/sandbox"

	"github.com/go-json-experiment/json/jsontext"
)

// The fixtures of api/testdata are the data of responses in the shape in which deployments send
// them, in our own words. The sandbox answers in the same shape, and the client reads it (see
// TestFixtures in package api), so that none of the three changes alone.

// shape are the kinds of the values at the places of a JSON document, such as /list/*/id. What
// has a shape of its own, or a shape that depends on data, is opaque.
type shape map[string]string

var opaque = []string{
	"parts",
	"metadata",
	"querySchema",
	"bodySchema",
	"dataSchema",
	"optionSchema",
	"filterSchema",
	"createSchema",
}

func shapeOf(documents ...jsontext.Value) shape {
	s := shape{}
	for _, doc := range documents {
		s.add("", doc)
	}
	return s
}

func (s shape) add(at string, v jsontext.Value) {
	kind := v.Kind()
	name := "boolean"
	if kind != 't' && kind != 'f' {
		name = api.KindName(kind)
	}
	if !strings.Contains(s[at], name) {
		s[at] = strings.TrimSpace(s[at] + " " + name)
	}
	if slices.Contains(opaque, at[strings.LastIndexByte(at, '/')+1:]) {
		return
	}
	switch kind {
	case '{':
		for member, value := range api.Members(v) {
			s.add(at+"/"+member, value)
		}
	case '[':
		for _, element := range jsonobject.Elements(v) {
			s.add(at+"/*", element)
		}
	}
}

func fixture(t *testing.T, name string) jsontext.Value {
	t.Helper()
	text, err := os.ReadFile("../testdata/" + name + ".json")
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func TestShapes(t *testing.T) {
	s := newSandbox(t, func(o *sandbox.Options) { o.Accounts = sandbox.DefaultAccounts })
	data := func(target string) jsontext.Value { return get(t, s, target).Data }
	var options, works, messages []jsontext.Value
	for _, p := range decode[[]platform](t, get(t, s, platformsPath)) {
		options = append(options, data(platformsPath+"/"+p.Platform+"/publish-options"))
	}
	for _, x := range s.Examples(false) {
		if x.Call == sandbox.CallWorks {
			works = append(works, askWork(t, s, x).Data)
		} else {
			messages = append(messages, data("/api/ai/agent/sessions/"+url.PathEscape(x.ID)+"/messages"))
		}
	}
	create := func(name string) jsontext.Value {
		body := `{"name":"` + name + `"}`
		return send(t, s, newRequest("POST", groupsPath, body, "Content-Type", "application/json")).Data
	}
	created := create("Autumn")
	tests := []struct {
		fixture  string
		sandbox  shape
		optional bool // the sandbox need not have all members of the fixture
	}{
		{"platforms", shapeOf(data(platformsPath)), false},
		{"publish-options", shapeOf(options...), false},
		{"accounts", shapeOf(data(accountsPath)), false},
		{"account-groups", shapeOf(send(t, s, without(newRequest("GET", groupsPath, ""), "X-Api-Key")).Data), false},
		{"created-group", shapeOf(created), false},
		{"work-details", shapeOf(list(works)), false},
		{"messages", shapeOf(messages...), true},
		{"video-models", shapeOf(data(modelsPath)), true},
	}
	for _, tt := range tests {
		want := shapeOf(fixture(t, tt.fixture))
		for at, kinds := range tt.sandbox {
			for kind := range strings.FieldsSeq(kinds) {
				if !strings.Contains(want[at], kind) && !(tt.fixture == "accounts" && at == "/list/*/relayAccountRef") {
					t.Errorf("%s: the sandbox sends %s at %s, the fixture has %q there", tt.fixture, kind, at, want[at])
				}
			}
		}
		for at := range want {
			if tt.sandbox[at] == "" && !tt.optional {
				t.Errorf("%s: the sandbox never sends %s", tt.fixture, at)
			}
		}
	}
}

// list is the JSON array of values.
func list(values []jsontext.Value) jsontext.Value {
	array := []byte{'['}
	for i, v := range values {
		if i > 0 {
			array = append(array, ',')
		}
		array = append(array, v...)
	}
	return append(array, ']')
}
