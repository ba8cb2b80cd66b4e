package doctor

import (
	"reflect"
	"testing"

	"channeldeck/api"
)

func TestHold(t *testing.T) {
	const row = `"id":"a","userId":"u","type":"x","uid":"1","nickname":"n","groupId":"g"`
	list := func(rows string) string {
		return `{"code":0,"message":"ok","data":{"total":1,"list":[` + rows + `]}}`
	}
	for name, tt := range map[string]struct {
		body string
		want []Fault
	}{
		"as it should be":     {list(`{` + row + `,"status":1,"fansCount":1e3,"relayAccountRef":null,"lastStatsTime":"x"}`), nil},
		"missing, many times": {list(`{` + row + `},{` + row + `}`), []Fault{{Kind: Missing, Path: "data.list[].status", Count: 2}}},
		"null":                {list(`{` + row + `,"status":null}`), []Fault{{Kind: Null, Path: "data.list[].status", Count: 1}}},
		"null that may be":    {list(`{` + row + `,"status":1,"income":null}`), nil},
		"type":                {list(`{` + row + `,"status":"1"}`), []Fault{{Kind: WrongType, Path: "data.list[].status", Got: "string", Want: "number", Count: 1}}},
		"type that may be missing": {list(`{` + row + `,"status":1,"avatar":[],"rank":true}`), []Fault{
			{Kind: WrongType, Path: "data.list[].avatar", Got: "array", Want: "string", Count: 1},
			{Kind: WrongType, Path: "data.list[].rank", Got: "boolean", Want: "number", Count: 1}}},
		"value":               {list(`{` + row + `,"status":7}`), []Fault{{Kind: UnknownValue, Path: "data.list[].status", Got: "7", Count: 1}}},
		"member":              {list(`{` + row + `,"status":1,"z":1,"more":{}}`), []Fault{{Kind: UnknownMember, Path: "data.list[].more", Count: 1}, {Kind: UnknownMember, Path: "data.list[].z", Count: 1}}},
		"twice":               {list(`{` + row + `,"status":1,"status":1}`), []Fault{{Kind: Twice, Path: "data.list[].status", Count: 1}}},
		"no object in a list": {list(`5`), []Fault{{Kind: WrongType, Path: "data.list[]", Got: "number", Want: "object", Count: 1}}},
		"a list that is none": {`{"code":0,"message":"ok","data":{"total":1,"list":{}}}`, []Fault{{Kind: WrongType, Path: "data.list", Got: "object", Want: "array", Count: 1}}},
		"data that is null":   {`{"code":0,"message":"ok","data":null}`, []Fault{{Kind: Null, Path: "data", Count: 1}}},
		"no data":             {`{"code":0,"message":"ok"}`, []Fault{{Kind: Missing, Path: "data", Count: 1}}},
		"no envelope":         {`[]`, []Fault{{Kind: NotJSON, Count: 1}}},
		"half":                {`{"code":0,"message":`, []Fault{{Kind: NotJSON, Path: "message", Count: 1}}},
		"nothing":             {``, []Fault{{Kind: NotJSON, Count: 1}}},
		"an open envelope":    {`{"code":0,"message":"ok","data":{"total":0,"list":[]},"requestId":"r","timestamp":1,"trace":1}`, []Fault{{Kind: UnknownMember, Path: "trace", Count: 1}}},
		"types in an envelope": {`{"code":"0","message":5,"data":{"total":0,"list":[]},"requestId":1}`, []Fault{
			{Kind: WrongType, Path: "code", Got: "string", Want: "number", Count: 1}, {Kind: WrongType, Path: "message", Got: "number", Want: "string", Count: 1},
			{Kind: WrongType, Path: "requestId", Got: "number", Want: "string", Count: 1}}},
	} {
		if got := Hold([]byte(tt.body), reflect.TypeFor[api.AccountList](), Values{"list[].status": {"0", "1"}}); !reflect.DeepEqual(got, tt.want) {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

// A record may have no other members; the message within it may.
func TestHoldClosedRecords(t *testing.T) {
	body := `{"code":0,"message":"ok","data":[{"id":"1","sessionId":"s","message":{"id":"m","role":"tool","parts":[{"type":"x"}],"free":1},"createdAt":"c","extra":1}]}`
	want := []Fault{
		{Kind: UnknownValue, Path: "data[].message.role", Got: "tool", Count: 1},
		{Kind: UnknownMember, Path: "data[].message.free", Count: 1},
		{Kind: NotAllowed, Path: "data[].extra", Count: 1},
	}
	got := Hold([]byte(body), reflect.TypeFor[[]api.MessageRecord](), Values{"[].message.role": {"user"}}, "[]")
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%+v", got)
	}
}

func TestHoldError(t *testing.T) {
	for body, want := range map[string][]Fault{
		`{"code":18104,"message":"no","data":{},"requestId":"r","timestamp":1}`: nil,
		`{"code":18104,"message":"no","data":[]}`:                               {{Kind: WrongType, Path: "data", Got: "array", Want: "object", Count: 1}, {Kind: Missing, Path: "timestamp", Count: 1}},
		`"no"`: {{Kind: NotJSON, Count: 1}},
	} {
		if got := HoldError([]byte(body)); !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %+v", body, got)
		}
	}
}

func FuzzHold(f *testing.F) {
	for _, seed := range []string{`{"code":0,"message":"ok","data":[{"name":"m","modes":["x"],"pricing":[{"price":1}]}]}`, `{"a":1,"a":`, `{"data":[[[`, "{\"\xff\":1}"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		for _, fault := range Hold(body, reflect.TypeFor[[]api.VideoModel](), nil) {
			if fault.Kind == "" || fault.Count < 1 {
				t.Errorf("%+v", fault)
			}
		}
	})
}
