package api

import (
	"context"
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

func TestOptDistinguishesMissingNullAndValue(t *testing.T) {
	var row struct {
		A Opt[string] `json:"a,omitzero"`
		B Opt[string] `json:"b,omitzero"`
		C Opt[string] `json:"c,omitzero"`
		D Opt[bool]   `json:"d,omitzero"`
	}
	in := `{"b":null,"c":"","d":false}`
	if err := json.Unmarshal([]byte(in), &row); err != nil {
		t.Fatal(err)
	}
	if out, err := json.Marshal(row); err != nil || string(out) != in {
		t.Errorf("%s, %v", out, err)
	}
	if row.A != (Opt[string]{}) || !row.B.IsNull() || row.C == (Opt[string]{}) || row.C.IsNull() {
		t.Error("missing, null and a value are not told apart")
	}
	if v, ok := row.C.Get(); v != "" || !ok || row.C.Or("x") != "" || row.B.Or("x") != "x" {
		t.Error("Get or Or is wrong")
	}
	if Some("v") == Null[string]() || row.B != Null[string]() {
		t.Error("Some or Null is wrong")
	}
	var n Opt[int]
	if err := json.Unmarshal([]byte(`"x"`), &n); err == nil {
		t.Error("a string was read as an int")
	}
}

// Each payload, with members that the interface lacks at every level, comes out
// as it came in: same members, same digits.
func TestPayloadsAreUnchanged(t *testing.T) {
	for _, tt := range []struct {
		in string
		v  any
	}{
		{
			`{"id":"m","sessionId":"s","runId":null,"stepNumber":0,"message":{"id":"u","role":"assistant",` +
				`"parts":[{"type":"x","n":1.0}],"metadata":{"b":1,"a":2}},"createdAt":"t","x":1}`,
			new(MessageRecord),
		},
		{
			`{"platform":"youtube","displayName":{"zh-CN":"油管","en-US":"YouTube"},` +
				`"mediaRules":{"maxVideoSize":90000000000,"z":1},"capabilities":{"work":{"getDetail":true}},` +
				`"status":"available"}`,
			new(Platform),
		},
		{
			`{"field":"tid","label":"","valueType":"tree","requiresAccount":false,"filterSchema":{"type":"object",` +
				`"properties":{"z":{},"a":{}}},"createSchema":null,"x":[]}`,
			new(PublishOption),
		},
		{
			`{"id":"g","name":"n","hasBrowserConfig":true,"rank":1.50,"ip":null,"isDefault":false,"x":"y"}`,
			new(AccountGroup),
		},
		{
			`{"platform":"x","work":{"id":"1","title":null,"x":1},"snapshots":[{"id":"s","work":{"url":"u"},` +
				`"metrics":{"viewCount":10,"z":null,"likeCount":1.0,"odd":"7"},"extra":{"pending":true},"y":2}],` +
				`"extra":{"pending":false,"a":{}},"snapshotId":"s","message":"m","z":3}`,
			new(WorkDetail),
		},
		{
			`{"name":"m","tags":["a"],"creditsScope":"general","durations":[5,10.0],"maxInputImages":0,` +
				`"inputConstraints":{"images":{"maxCount":3,"x":1},"y":2},"defaults":{"duration":5,"x":1},` +
				`"pricing":[{"mode":"text2video","price":12.50,"originPrice":null,"discount":0.8,"x":1}],` +
				`"new":{"b":1,"a":2}}`,
			new(VideoModel),
		},
	} {
		if err := json.Unmarshal([]byte(tt.in), tt.v); err != nil {
			t.Errorf("%T: %v", tt.v, err)
			continue
		}
		if out, err := json.Marshal(tt.v); err != nil || string(out) != tt.in {
			t.Errorf("%T:\n in %s\nout %s (%v)", tt.v, tt.in, out, err)
		}
	}
}

func TestMetricsKeepTheirOrder(t *testing.T) {
	var m Metrics
	if err := json.Unmarshal([]byte(`{"z":1,"a":null,"m":{"x":1},"b":12.50}`), &m); err != nil {
		t.Fatal(err)
	}
	want := []struct{ name, value, raw string }{
		{"z", "1", ""},
		{"a", "", "null"},
		{"m", "", `{"x":1}`},
		{"b", "12.50", ""},
	}
	for i, w := range want {
		if m[i].Name != w.name || m[i].Value.String() != w.value || string(m[i].Raw) != w.raw {
			t.Errorf("%d: %+v", i, m[i])
		}
	}
	for in, want := range map[string]string{`{}`: `{}`, `null`: `null`} {
		m = Metrics{{Name: "old"}}
		if err := json.Unmarshal([]byte(in), &m); err != nil || len(m) != 0 {
			t.Errorf("%s: %v, %v", in, m, err)
		}
		if out, err := json.Marshal(m); err != nil || string(out) != want {
			t.Errorf("%s became %s, %v", in, out, err)
		}
	}
	for _, in := range []string{`[]`, `{"a":1,"a":2}`, `{"a":`, `{"a"`, ``} {
		if err := json.Unmarshal([]byte(in), &m); err == nil {
			t.Errorf("%s was read", in)
		}
	}
	for _, m := range []Metrics{{{Name: "a", Raw: jsontext.Value("x")}}, {{Name: "a"}, {Name: "a"}}} {
		if out, err := json.Marshal(m); err == nil {
			t.Errorf("%v was written: %s", m, out)
		}
	}
}

func TestPending(t *testing.T) {
	for extra, want := range map[string]Opt[bool]{
		``:                        {},
		`{}`:                      {},
		`{"pending":true}`:        Some(true),
		`{"x":1,"pending":false}`: Some(false),
		`{"pending":null}`:        Null[bool](),
		`{"pending":"yes"}`:       {},
		`7`:                       {},
	} {
		d := WorkDetail{Extra: jsontext.Value(extra)}
		s := Snapshot{Extra: jsontext.Value(extra)}
		if d.Pending() != want || s.Pending() != want {
			t.Errorf("%s: %v", extra, d.Pending())
		}
	}
}

func TestWorkDetailCapability(t *testing.T) {
	for capabilities, want := range map[string]Support{
		`{}`:                           SupportNotStated,
		`null`:                         SupportNotStated,
		`[]`:                           SupportNotStated,
		`{"work":{}}`:                  SupportNotStated,
		`{"work":null}`:                SupportNotStated,
		`{"work":7}`:                   SupportNotStated,
		`{"work":{"getDetail":true}}`:  Supported,
		`{"work":{"getDetail":false}}`: Unsupported,
		`{"work":{"getDetail":null}}`:  SupportNotStated,
		`{"work":{"getDetail":{"supported":true}}}`:                SupportNotStated,
		`{"work":{"getDetail":"maybe"}}`:                           SupportNotStated,
		`{"browse":{"getDetail":true}}`:                            SupportNotStated,
		`{"browse":{"getDetail":true},"work":{"getDetail":false}}`: Unsupported,
	} {
		list, err := DecodeRows[Platform]([]byte(`[{"platform":"a","capabilities":` + capabilities + `}]`))
		if err != nil || len(list) != 1 || list[0].WorkDetail() != want {
			t.Errorf("%s: %v, %v; want %d", capabilities, list, err, want)
		}
	}
}

func TestMembers(t *testing.T) {
	for object, want := range map[string]string{
		`{"b":1e400,"a":[2, {}],"b":"\u0041","":null}`: `b=1e400 a=[2, {}] b="\u0041" =null `,
		" {} ":                "",
		`{"a":1,"b":{"c":`:    "a=1 ",
		`{"a":1,"b`:           "a=1 ",
		"{\"\xff\":\"\xff\"}": "\ufffd=\"\xff\" ",
		`["a"]`:               "",
		"null":                "",
		"":                    "",
	} {
		got := ""
		for name, v := range Members(jsontext.Value(object)) {
			got += name + "=" + string(v) + " "
		}
		if got != want {
			t.Errorf("%s: %q, want %q", object, got, want)
		}
	}
	for name := range Members(jsontext.Value(`{"a":1,"b":2}`)) {
		if name != "a" {
			t.Error("a loop that is left goes on")
		}
		break
	}
}

func TestPlatformName(t *testing.T) {
	both := `{"zh-CN":"油管","en-US":"YouTube"}`
	for _, tt := range []struct{ names, language, want string }{
		{both, "en-US", "YouTube"}, {both, "EN-us", "YouTube"}, {both, "en", "YouTube"}, {both, "zh-CN", "油管"},
		{both, "zh-Hans-CN", "油管"}, {both, "fr", "YouTube"},
		{`{"ja":"ユーチューブ"}`, "fr", "ユーチューブ"},
		{`{"en-US":"","zh-CN":"油管"}`, "en-US", "油管"},
		{`{"en-US":7}`, "en-US", "yt"},
		{`"You Tube"`, "zh-CN", "You Tube"},
		{`""`, "en-US", "yt"},
		{``, "en-US", "yt"},
		{`null`, "en-US", "yt"},
		{`[]`, "en-US", "yt"},
		{`{`, "en-US", "yt"},
		{`{"en":`, "en", "yt"},
	} {
		p := Platform{Platform: "yt", DisplayName: jsontext.Value(tt.names)}
		if got := p.Name(tt.language); got != tt.want {
			t.Errorf("%s in %q: %s", tt.names, tt.language, got)
		}
	}
}

func TestBadTextDoesNotFailAList(t *testing.T) {
	cut := `{"id":"a","nickname":"cut \ud83d","x":"` + "\xff" + `","y":["\ude00"]}`
	c, _ := newTestClient(t, answer(200, envelopeOf(`{"total":1,"list":[`+cut+`]}`)))
	list, err := c.Accounts(context.Background(), AccountQuery{})
	if err != nil || list.List[0].Nickname != "cut \uFFFD" {
		t.Fatalf("got %v, %v", list, err)
	}
	if out, err := json.Marshal(list.List[0].Unknown); err != nil ||
		string(out) != `{"x":"`+"\uFFFD"+`","y":["`+"\uFFFD"+`"]}` {
		t.Errorf("%s, %v", out, err)
	}
}
