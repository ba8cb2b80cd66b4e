package doctor

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"reflect"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"channeldeck/api"
)

func TestCheckShape(t *testing.T) {
	const row = `"id":"a","userId":"u","type":"x","uid":"1","nickname":"n","groupId":"g"`
	for name, tt := range map[string]struct {
		rows string
		want []Fault
	}{
		"well-formed":        {`{` + row + `,"status":1,"fansCount":1e3,"relayAccountRef":null,"lastStatsTime":"x"}`, nil},
		"missing, in 2 rows": {`{` + row + `,"status":1},{` + row + `},{` + row + `}`, []Fault{{Kind: Missing, Path: "data.list[].status", Count: 2, Row: 2}}},
		"null":               {`{` + row + `,"status":null}`, []Fault{{Kind: WrongType, Path: "data.list[].status", Got: "null", Want: "number", Count: 1, Row: 1}}},
		"optional null":      {`{` + row + `,"status":1,"income":null}`, nil},
		"type":               {`{` + row + `,"status":"1"}`, []Fault{{Kind: WrongType, Path: "data.list[].status", Got: "string", Want: "number", Count: 1, Row: 1}}},
		"types of optional members": {`{` + row + `,"status":1,"avatar":[],"rank":true}`, []Fault{
			{Kind: WrongType, Path: "data.list[].avatar", Got: "array", Want: "string", Count: 1, Row: 1},
			{Kind: WrongType, Path: "data.list[].rank", Got: "boolean", Want: "number", Count: 1, Row: 1}}},
		"undocumented members":   {`{` + row + `,"status":1,"z":1,"more":{}}`, nil},
		"a row that is a number": {`{` + row + `,"status":1},5`, []Fault{{Kind: WrongType, Path: "data.list[]", Got: "number", Want: "object", Count: 1, Row: 2}}},
	} {
		data := jsontext.Value(`{"total":1,"list":[` + tt.rows + `]}`)
		if got := CheckShape(data, reflect.TypeFor[api.AccountList]()); !reflect.DeepEqual(got, tt.want) {
			t.Errorf("%s: %+v", name, got)
		}
	}
	total := []Fault{{Kind: WrongType, Path: "data.total", Got: "string", Want: "number", Count: 1}}
	if got := CheckShape(jsontext.Value(`{"total":"1","list":[]}`), reflect.TypeFor[api.AccountList]()); !reflect.DeepEqual(got, total) {
		t.Errorf("total: %+v", got)
	}
}

// The check finds a wrong type where the client finds a malformed field, and
// nowhere else.
func FuzzCheckShape(f *testing.F) {
	for _, seed := range []string{
		`[{"name":"m","modes":["x",1],"pricing":[{"price":1},{"price":"1"},null]}]`, `[{"inputConstraints":{"videos":{"formats":[{}],"maxCount":"1"}},"defaults":[]},7]`,
		`[{"name":null,"label":3,"tags":"x","durations":[true]}]`, `[]`, `[[]]`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		client, err := api.New("http://localhost", api.Settings{Transport: respond(`{"code":0,"message":"","data":` + string(data) + `}`), Retries: -1})
		if err != nil {
			t.Fatal(err)
		}
		models, err := client.VideoModels(context.Background())
		if err != nil || !jsontext.Value(data).IsValid() {
			return
		}
		want := map[string]int{}
		for i := range models {
			if m := models[i].Malformed(); m != nil {
				for _, field := range m.Fields {
					path := "data[]"
					for token := range field.Path.Tokens() {
						if token != "" && strings.Trim(token, "0123456789") == "" {
							path += "[]"
						} else {
							path += "." + token
						}
					}
					want[path]++
				}
			}
		}
		got := map[string]int{}
		for _, fault := range CheckShape(data, reflect.TypeFor[[]api.VideoModel]()) {
			if fault.Kind == WrongType && (fault.Got != "null" || strings.HasSuffix(fault.Path, "]")) {
				got[fault.Path] += fault.Count
			}
		}
		if fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("%s: the check finds %v, the client %v", data, got, want)
		}
	})
}

// respond is a transport that always answers with a body.
type respond string

func (r respond) RoundTrip(req *http.Request) (*http.Response, error) {
	return &http.Response{StatusCode: http.StatusOK, Header: http.Header{}, Body: io.NopCloser(strings.NewReader(string(r))), Request: req}, nil
}
