package api

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"
)

// fieldsOf writes what is malformed as path=value want, without the slash in front.
func fieldsOf(m *Malformed) string {
	if m == nil {
		return ""
	}
	var fields []string
	for _, f := range m.Fields {
		fields = append(fields, fmt.Sprintf("%s=%s %s", strings.TrimPrefix(string(f.Path), "/"), f.Value, f.Want))
	}
	return strings.Join(fields, "; ")
}

// listCalls returns for each call with a list what is malformed in each row, and
// the rows as JSON.
func listCalls(ctx context.Context, c *Client) map[Op]func() (malformed []string, rows any, err error) {
	return map[Op]func() ([]string, any, error){
		OpAccounts: func() (bad []string, _ any, err error) {
			list, err := c.Accounts(ctx, AccountQuery{})
			for i := range list.List {
				bad = append(bad, fieldsOf(list.List[i].Malformed()))
			}
			return bad, list.List, err
		},
		OpMessages: func() (bad []string, _ any, err error) {
			list, err := c.Messages(ctx, "s")
			for i := range list {
				bad = append(bad, fieldsOf(list[i].Malformed()))
			}
			return bad, list, err
		},
		OpPlatforms: func() (bad []string, _ any, err error) {
			list, err := c.Platforms(ctx)
			for i := range list {
				bad = append(bad, fieldsOf(list[i].Malformed()))
			}
			return bad, list, err
		},
		OpPublishOptions: func() (bad []string, _ any, err error) {
			list, err := c.PublishOptions(ctx, "x")
			for i := range list {
				bad = append(bad, fieldsOf(list[i].Malformed()))
			}
			return bad, list, err
		},
		OpVideoModels: func() (bad []string, _ any, err error) {
			list, err := c.VideoModels(ctx)
			for i := range list {
				bad = append(bad, fieldsOf(list[i].Malformed()))
			}
			return bad, list, err
		},
	}
}

// One malformed row, or one field of another type, hides nothing else, and rows
// are written as they were received.
func TestMalformedRowsHideNothing(t *testing.T) {
	for op, tt := range map[Op]struct {
		row  string // well-formed
		bad  string // the same with a malformed field
		want string
	}{
		OpAccounts: {
			`{"id":"a","userId":"u","type":"x","uid":"1","nickname":"n","groupId":"g","status":1,"new":[2]}`,
			`{"id":"a","userId":"u","type":"x","uid":["1"],"nickname":"n","avatar":{},"groupId":"g","status":"1",` +
				`"new":[2]}`,
			`uid=["1"] string; avatar={} string; status="1" number`,
		},
		OpMessages: {
			`{"id":"m","sessionId":"s","message":{"id":"u","role":"user","parts":[{"type":"text"},7]},"createdAt":"t"}`,
			`{"id":"m","sessionId":"s","stepNumber":"2","message":{"id":"u","role":5,"parts":[{"type":"text"},7]},` +
				`"createdAt":"t"}`,
			`stepNumber="2" number; message/role=5 string`,
		},
		OpPlatforms: {
			`{"platform":"x","status":"available"}`,
			`{"platform":"x","status":false}`,
			`status=false string`,
		},
		OpPublishOptions: {
			`{"field":"f","valueType":"list","requiresAccount":true}`,
			`{"field":"f","valueType":"list","requiresAccount":"yes"}`,
			`requiresAccount="yes" boolean`,
		},
		OpVideoModels: {
			`{"name":"m","tags":["a"],"durations":[5,10],"inputConstraints":{"images":{"maxCount":3}},` +
				`"pricing":[{"price":1}]}`,
			`{"name":"m","tags":["a",{},"b",null],"durations":[5,"ten",10],"defaults":"none",` +
				`"inputConstraints":{"images":{"maxCount":"3"},"videos":[]},"pricing":[{"price":true},{"price":1},3],` +
				`"modes":"text2video"}`,
			`tags/1={} string; tags/3=null string; durations/1="ten" number; defaults="none" object; ` +
				`inputConstraints/images/maxCount="3" number; ` +
				`inputConstraints/videos=[] object; pricing/0/price=true number; pricing/2=3 object; ` +
				`modes="text2video" array`,
		},
	} {
		rows := "[" + strings.Join([]string{tt.row, tt.bad, `7`, `"x"`, `[]`, `null`, `{}`, tt.row}, ",") + "]"
		data := rows
		if op == OpAccounts {
			data = `{"total":"many","list":` + rows + `}`
		}
		c, _ := newTestClient(t, answer(200, envelopeOf(data)))
		malformed, list, err := listCalls(context.Background(), c)[op]()
		want := []string{"", tt.want, "=7 object", `="x" object`, "=[] object", "=null object", "", ""}
		if err != nil || fmt.Sprint(malformed) != fmt.Sprint(want) {
			t.Errorf("%s: %v\n got %q\nwant %q", op, err, malformed, want)
		}
		out, err := Marshal(list)
		if err != nil || !strings.HasPrefix(string(out), "["+tt.row+","+tt.bad+`,7,"x",[],null,{`) ||
			!strings.HasSuffix(string(out), ","+tt.row+"]") {
			t.Errorf("%s: written as %s, %v", op, out, err)
		}
	}
}

func TestMalformedFieldsLeaveTheRest(t *testing.T) {
	c, _ := newTestClient(
		t,
		answer(
			200,
			envelopeOf(
				`[{"name":"m","tags":["a",7,"b"],"durations":[5,"x",10],"defaults":[],"pricing":[{"price":1,`+
					`"mode":2},null,{"price":3}]}]`,
			),
		),
	)
	models, err := c.VideoModels(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	m := &models[0]
	if m.Name != "m" || fmt.Sprint(m.Tags) != "[a b]" || len(m.Durations) != 2 || m.Durations[1].String() != "10" ||
		len(m.Pricing) != 2 ||
		m.Pricing[0].Price.String() != "1" || m.Pricing[0].Mode != (Opt[string]{}) ||
		m.Pricing[1].Price.String() != "3" {
		t.Errorf("%+v", m)
	}
	for name, want := range map[string]string{"tags": "7", "pricing": "2", "defaults": "[]", "name": "", "new": ""} {
		if v, ok := m.Malformed().Field(name); string(v) != want || ok != (want != "") {
			t.Errorf("%s: %s, %t", name, v, ok)
		}
	}
	if _, ok := (*Malformed)(nil).Field("name"); ok {
		t.Error("a well-formed row has a malformed field")
	}
}

func TestMalformedSingleObjects(t *testing.T) {
	const work = `{"platform":"x","work":{"title":7,"id":"1"},"snapshots":[{"id":"s","metrics":[1]},9,{"id":"t",` +
		`"metrics":{"a":"b"}}],"fetchedAt":"t"}`
	c, _ := newTestClient(t, answer(200, envelopeOf(work)))
	d, err := c.WorkDetail(context.Background(), WorkQuery{Platform: "x", WorkID: "1"})
	const malformed = "work/title=7 string; snapshots/0/metrics=[1] object; snapshots/1=9 object"
	if err != nil || fieldsOf(d.Malformed()) != malformed || len(d.Snapshots) != 2 {
		t.Errorf("%v, %+v", err, d)
	}
	if w, ok := d.Work.Get(); !ok || w.ID.Or("") != "1" || w.Title != (Opt[string]{}) {
		t.Errorf("%+v", w)
	}
	if out, err := Marshal(d); err != nil || string(out) != work {
		t.Errorf("%s, %v", out, err)
	}
	c, _ = newTestClient(t, answer(200, envelopeOf(`{"id":5,"name":"n"}`)))
	g, err := c.CreateAccountGroup(context.Background(), NewAccountGroup{Name: "n"})
	if err != nil || g.Name != "n" || fieldsOf(g.Malformed()) != "id=5 string" {
		t.Errorf("%v, %+v", err, g)
	}
}

// Rows without a readable id are not merged into one account.
func TestMergedListsKeepRowsWithoutID(t *testing.T) {
	c, _ := newTestClient(t, func(w http.ResponseWriter, r *http.Request) {
		data := `{"total":4,"list":[{"id":1},{"id":2},7,` + account("a", "x", 1) + `]}`
		fmt.Fprint(w, envelopeOf(data))
	})
	list, err := c.Accounts(context.Background(), AccountQuery{Types: strings.Split(strings.Repeat("x", 21), "")})
	if err != nil || len(list.List) != 4 {
		t.Errorf("%d rows, %v", len(list.List), err)
	}
	var ids []string
	for i := range 21 {
		ids = append(ids, fmt.Sprint(i))
	}
	list, err = c.Accounts(context.Background(), AccountQuery{IDs: ids}) // two requests
	if err != nil || len(list.List) != 4 {
		t.Errorf("%d rows, %v", len(list.List), err)
	}
}

// A session of 5,000 messages, 3 MB.
func BenchmarkMessages(b *testing.B) {
	record := `{"id":"m%d","sessionId":"s","runId":"r","stepNumber":3,"message":{"id":"u","role":"assistant",` +
		`"parts":[{"type":"text","text":"` +
		strings.Repeat("A line of text. ", 25) + `"},{"type":"step-start"}]},"createdAt":"2026-01-01T00:00:00Z"}`
	rows := make([]string, 5000)
	for i := range rows {
		rows[i] = fmt.Sprintf(record, i)
	}
	body := []byte(envelopeOf("[" + strings.Join(rows, ",") + "]"))
	c := mustNew(b, "http://localhost", Settings{Transport: answerWith(body)})
	b.SetBytes(int64(len(body)))
	b.ReportAllocs()
	for b.Loop() {
		if list, err := c.Messages(context.Background(), "s"); err != nil || len(list) != len(rows) {
			b.Fatal(err)
		}
	}
}

func TestMembersOfMapsAreSorted(t *testing.T) {
	counts := map[string]int{"views": 3, "likes": 2, "comments": 1, "shares": 0}
	for range 20 {
		if got, err := Marshal(counts); err != nil || string(got) != `{"comments":1,"likes":2,"shares":0,"views":3}` {
			t.Fatalf("%s, %v", got, err)
		}
	}
}
