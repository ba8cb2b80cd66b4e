package api

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"reflect"
	"runtime"
	"strings"
	"testing"
	"unsafe"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"pgregory.net/rapid"

	"channeldeck/ui/testkit/race"
)

// decodeAccount decodes one row as the client does.
func decodeAccount(raw []byte) (a Account, err error) {
	v, err := jsontext.NewDecoder(bytes.NewReader(raw)).ReadValue()
	if err != nil {
		return a, err
	}
	a.malformed, err = newRowDecoder(&a, 1<<30).decode(v)
	return a, err
}

// sameAsLibrary compares what the client and the JSON library make of a row.
func sameAsLibrary(raw []byte) error {
	byClient, err := decodeAccount(raw)
	if valid := jsontext.Value(raw).IsValid(); valid && err != nil {
		return fmt.Errorf("valid JSON: %w", err)
	} else if !valid {
		return nil
	}
	var byLibrary Account
	libraryErr := json.Unmarshal(raw, &byLibrary)
	if malformed := byClient.Malformed(); malformed != nil || libraryErr != nil {
		if malformed == nil != (libraryErr == nil) && jsontext.Value(raw).Kind() != 'n' {
			return fmt.Errorf("malformed %v, library %w", malformed, libraryErr)
		}
		return nil
	}
	if !reflect.DeepEqual(byClient, byLibrary) {
		return fmt.Errorf("by the client %+v, by the library %+v", byClient, byLibrary)
	}
	return nil
}

func TestAccountDecodesLikeTheLibrary(t *testing.T) {
	for _, raw := range []string{
		`{}`,
		`null`,
		`[]`,
		`7`,
		`{"id":7}`,
		`{"id":null}`,
		`{"avatar":null,"income":null}`,
		`{"avatar":7}`,
		`{"status":"1"}`,
		`{"id":"a\u0062\n","\u0069d2":"x","\u006eickname":"n"}`,
		`{"id":"a","id":"b"}`,
		`{"id":"a","\u0069d":"b"}`,
		`{"x":1,"x":2}`,
		`{"x":{"a":[1,"}",{"b":"\"]"}]},"y":"\\","z":null,"w":true,"v":-1.5e3}`,
		`{"x":1,"id":"😀","status":1}`,
		`{"ID":"x","Id":"y"}`,
		`{"":1}`,
		`{"id":"a"`,
		`{"id":"\ud800"}`,
		"{\"id\":\"\xff\"}",
		`{"userId":"\u0041","type":"","groupId":null}`,
	} {
		if err := sameAsLibrary([]byte(raw)); err != nil {
			t.Errorf("%s: %v", raw, err)
		}
	}
}

func FuzzAccount(f *testing.F) {
	f.Add([]byte(account("a", "x", 1)))
	f.Add([]byte(`{"nickname":"\ud83d\ude00","x":[{"y":"\\\""}],"income":12.50,"rank":1e9,"relayAccountRef":null}`))
	f.Fuzz(func(t *testing.T, raw []byte) {
		if err := sameAsLibrary(raw); err != nil {
			t.Error(err)
		}
	})
}

// Every member, known or not, in any order, with any blanks, is written again.
func TestAccountsRoundTrip(t *testing.T) {
	text := rapid.StringMatching(`[a-z"\\/\n 好😀]{0,8}`)
	rapid.Check(t, func(t *rapid.T) {
		known := map[string]any{}
		fields := reflect.TypeFor[Account]()
		for i := range fields.NumField() {
			name, _, _ := strings.Cut(fields.Field(i).Tag.Get("json"), ",")
			optional := strings.Contains(fields.Field(i).Tag.Get("json"), "omitzero")
			if name == "" || optional && rapid.Bool().Draw(t, name+"?") {
				continue
			}
			switch {
			case optional && rapid.Float64().Draw(t, "null?") < 0.2:
				known[name] = nil
			case fields.Field(i).Type == reflect.TypeFor[Number]():
				known[name] = rapid.IntRange(-9, 1<<50).Draw(t, name)
			default:
				known[name] = text.Draw(t, name)
			}
		}
		for _, name := range rapid.SliceOf(text).Draw(t, "unknown") {
			known["x"+name] = []any{text.Draw(t, "value"), nil, 1.5}
		}
		raw, err := json.Marshal(known) // in the order of a map: any
		if err != nil {
			t.Fatal(err)
		}
		if err := (*jsontext.Value)(&raw).Indent(); err != nil {
			t.Fatal(err)
		}
		if err := sameAsLibrary(raw); err != nil {
			t.Fatal(err)
		}
		a, err := decodeAccount(raw)
		if err != nil {
			t.Fatal(err)
		}
		out, err := json.Marshal(a)
		if err != nil {
			t.Fatal(err)
		}
		want := jsontext.Value(raw)
		got := jsontext.Value(out)
		if want.Canonicalize() != nil || got.Canonicalize() != nil || !bytes.Equal(want, got) {
			t.Fatalf("%s became %s", want, got)
		}
	})
}

// Any body at all: no panic, a typed error or a result, and no more memory than
// some times the body.
func FuzzAnswer(f *testing.F) {
	for _, s := range []string{
		"",
		"{}",
		envelopeOf(`[]`),
		envelopeOf(`{"total":9e18,"list":[` + account("a", "x", 1) + `]}`),
		`{"code":15080,"message":"m","data":{"platform":"x"}}`,
		`<html>`,
		`{"data":{"snapshots":[{"metrics":{"a":1,"b":null}}]},"code":0,"message":""}`,
		strings.Repeat("[", 600),
		`{"code":0,"message":"\ud800","data":"\xff"}`,
	} {
		f.Add([]byte(s), false)
		f.Add([]byte(s), true)
	}
	f.Fuzz(func(t *testing.T, raw []byte, asError bool) {
		c := mustNew(t, "http://localhost", Settings{
			Retries: -1,
			MaxBody: 1 << 20,
			APIKey:  testKey,
			Transport: roundTrip(func(r *http.Request) (*http.Response, error) {
				status := 200
				if asError {
					status = 502
				}
				return response(r, status, string(raw)), nil
			}),
		})
		for op, err := range allCalls(context.Background(), c) {
			_, business := errors.AsType[*Error](err)
			_, transport := errors.AsType[*TransportError](err)
			if err != nil && !business && !transport {
				t.Errorf("%s: %#v", op, err)
			}
			if err != nil && strings.ContainsFunc(err.Error(), func(r rune) bool { return r < ' ' || r == 0x7f }) {
				t.Errorf("%s: control characters in %q", op, err)
			}
		}
		list, err := c.Accounts(context.Background(), AccountQuery{})
		if room := max(512, len(raw)); err == nil && cap(list.List) > room {
			t.Errorf("room for %d accounts from %d bytes", cap(list.List), len(raw))
		}
		if err == nil {
			if _, err := json.Marshal(list); err != nil {
				t.Errorf("what was read cannot be written: %v", err)
			}
		}
	})
}

// What a list allocates in all, whenever it is collected, is an upper limit of
// the memory that decoding takes: at most one and a half times the body.
func TestDecodingMemory(t *testing.T) {
	race.Sweep(t)
	const rows = 20_000
	raw := accountsBody(rows)
	data := raw[bytes.Index(raw, []byte(`{"total"`)):bytes.Index(raw, []byte(`,"requestId"`))]
	for name, body := range map[string][]byte{
		"code first": raw,
		"code last":  fmt.Appendf(nil, `{"data":%s,"code":0,"message":"m"}`, data),
	} {
		c := mustNew(t, "http://localhost", Settings{Transport: answerWith(body)})
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		list, err := c.Accounts(context.Background(), AccountQuery{})
		runtime.ReadMemStats(&after)
		if err != nil || len(list.List) != rows {
			t.Fatal(err)
		}
		times := 1.5
		if name == "code last" { // which the service does not send
			times = 7
		}
		if bytes := after.TotalAlloc - before.TotalAlloc; float64(bytes) > times*float64(len(body)) {
			t.Errorf("%s: %d bytes for a body of %d", name, bytes, len(body))
		}
		if allocs := after.Mallocs - before.Mallocs; allocs > rows*3/2 {
			t.Errorf("%s: %d allocations for %d rows", name, allocs, rows)
		}
	}
}

// Lists of values that are tiny on the wire and large in Go reach the memory
// limit before the size limit.
func TestDecodingStopsAtTheMemoryLimit(t *testing.T) {
	race.Sweep(t)
	const limit = 1 << 20
	list := func(element string) string {
		return "[" + strings.Repeat(element+",", limit/2/(len(element)+1)) + element + "]"
	}
	for op, data := range map[Op]string{
		OpMessages:       list(`{}`),
		OpPlatforms:      list(`{}`),
		OpPublishOptions: list(`null`),
		OpVideoModels:    list(`{"pricing":[{},{},{},{},{}]}`),
		OpAccounts:       `{"list":` + list(`{}`) + `}`, OpWorkDetail: `{"snapshots":` + list(`{"work":{}}`) + `}`,
	} {
		body := envelopeOf(data)
		c := mustNew(t, "http://localhost", Settings{
			MaxBody: limit,
			Retries: -1,
			Transport: roundTrip(func(r *http.Request) (*http.Response, error) {
				return response(r, 200, body), nil
			}),
		})
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		err := allCalls(context.Background(), c)[op]
		runtime.ReadMemStats(&after)
		if kindOf(err) != "max_body" {
			t.Errorf("%s: %v", op, err)
		}
		calls := uint64(len(allCalls(context.Background(), c)))
		if bytes := (after.TotalAlloc - before.TotalAlloc) / calls; bytes > 12*limit {
			t.Errorf("%s: %d bytes for a limit of %d", op, bytes, limit)
		}
	}
}

// Twice the body takes twice the memory, whatever it holds.
func TestDecodingMemoryIsLinear(t *testing.T) {
	race.Sweep(t)
	models := func(c *Client) error { _, err := c.VideoModels(context.Background()); return err }
	for name, tt := range map[string]struct {
		begin, element, end string
		call                func(*Client) error
	}{
		"same name":       {`[`, `{"name":"same","modes":["text2video"],"pricing":[{"price":1}]}`, `]`, models},
		"tags":            {`[{"tags":[`, `"tag"`, `]}]`, models},
		"unknown members": {`[{"x":{`, `"%d":0`, `}}]`, models},
		"accounts":        {`{"list":[`, `{"id":"%d","\u006eew":[1,2]}`, `]}`, accounts},
	} {
		spent := func(n int) uint64 {
			var b strings.Builder
			b.WriteString(tt.begin)
			for i := range n {
				if i > 0 {
					b.WriteByte(',')
				}
				b.WriteString(strings.Replace(tt.element, "%d", fmt.Sprint(i), 1))
			}
			b.WriteString(tt.end)
			c := mustNew(t, "http://localhost", Settings{Transport: answerWith([]byte(envelopeOf(b.String())))})
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			if err := tt.call(c); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			runtime.ReadMemStats(&after)
			return after.TotalAlloc - before.TotalAlloc
		}
		const n = 3000
		once := spent(n)
		twice := spent(2 * n)
		if twice > 3*once {
			t.Errorf("%s: %d bytes for %d elements, %d for twice as many", name, once, n, twice)
		}
	}
}

func TestRepeatedTextsShareMemory(t *testing.T) {
	rows, err := DecodeRows[Account]([]byte(
		`[{"id":"1","groupId":"g1"},{"id":"2","groupId":"g2"},{"id":"3","groupId":"g1"}]`,
	))
	if err != nil || rows[0].GroupID != "g1" || rows[1].GroupID != "g2" || rows[2].GroupID != "g1" {
		t.Fatal(rows, err)
	}
	if unsafe.StringData(rows[0].GroupID) != unsafe.StringData(rows[2].GroupID) {
		t.Error("the same group is stored twice")
	}
	rows, err = DecodeRows[Account]([]byte(
		`[{"userId":"u","type":"douyin"},{"id":"douyin_MS4wLjABAAAA","userId":"u","type":"douyin",` +
			`"uid":"MS4wLjABAAAA"}]`,
	))
	if err != nil || rows[1].UID != "MS4wLjABAAAA" ||
		unsafe.StringData(rows[1].UID) != unsafe.StringData(rows[1].ID[len("douyin_"):]) {
		t.Error("the uid of an account takes memory beside the id:", rows, err)
	}
}

// The decoder uses the same variable for all rows, and for all elements of a slice.
func TestRowsAreIndependent(t *testing.T) {
	first := `{"name":"a","label":"b","tags":["c","d"],"maxInputImages":1,"defaults":{"resolution":"e"},` +
		`"pricing":[{"mode":"f","price":2,"x":1},{}],"y":{}}`
	rows, err := DecodeRows[VideoModel]([]byte(`[` + first + `,{},{"tags":["g"],"pricing":[{}]},7]`))
	if err != nil {
		t.Fatal(err)
	}
	got, err := Marshal(rows)
	var empty VideoModel
	if want, _ := json.Marshal(empty); err != nil ||
		string(got) != "["+first+","+string(want)+`,{"name":"","tags":["g"],"pricing":[{}]},7]` {
		t.Errorf("%s, %v", got, err)
	}
}
