package api

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http"
	"reflect"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/go-json-experiment/json/jsontext"
	"pgregory.net/rapid"
)

func TestTextIsRepaired(t *testing.T) {
	for in, want := range map[string]string{
		`"plain"`:                            `"plain"`,
		`"\n\\\"\/\u0041"`:                   `"\n\\\"\/\u0041"`,
		`"\ud83d\ude00"`:                     `"\ud83d\ude00"`,
		`"\uD83D\uDE00x"`:                    `"\uD83D\uDE00x"`,
		`"\ud83d"`:                           `"\ufffd"`,
		`"\ud83dx"`:                          `"\ufffdx"`,
		`"\ud83d\n\ude00"`:                   `"\ufffd\n\ufffd"`,
		`"\ude00"`:                           `"\ufffd"`,
		`"\ud83d\ud83d\ude00"`:               `"\ufffd\ud83d\ude00"`,
		`"\ud83d\u0041"`:                     `"\ufffd\u0041"`,
		`"\\ud83d"`:                          `"\\ud83d"`,
		`["\ud83d","\\",{"\udfff":"\""}]`:    `["\ufffd","\\",{"\ufffd":"\""}]`,
		"\"caf\xe9\"":                        "\"caf\uFFFD\"",
		"\"\xf0\x9f\x98\"":                   "\"\uFFFD\"",
		"\"\xff\\ud83d\"":                    "\"\uFFFD\\ufffd\"",
		"[\"\xe7\x8c\",\"\xe7.\",\"\xe7…\"]": "[\"\uFFFD\",\"\uFFFD.\",\"\uFFFD…\"]",
		"\"😀é\"":                             "\"😀é\"",
	} {
		for name, r := range map[string]io.Reader{
			"whole":    strings.NewReader(in),
			"bytes":    iotest.OneByteReader(strings.NewReader(in)),
			"with EOF": iotest.DataErrReader(strings.NewReader(in)),
		} {
			got, err := io.ReadAll(newBody(r, 1000))
			if err != nil || string(got) != want {
				t.Errorf("%s, %s: %s, %v; want %s", in, name, got, err, want)
			}
		}
	}
	for _, in := range []string{`"\ud83`, `"\`, `"\ud83d\u`, `"\ud83d\ude0`, `"\u12g4"`, `\ud83d`} {
		got, err := io.ReadAll(newBody(iotest.OneByteReader(strings.NewReader(in)), 1000))
		if err != nil || len(got) != len(in) {
			t.Errorf("%s, which is not JSON, became %s, %v", in, got, err)
		}
	}
}

// Text of which more than one character is invalid, and not cut at its end, is in another charset.
func TestTextInAnotherCharset(t *testing.T) {
	for in, want := range map[string]string{
		"\"\xc4\xe3\xba\xc3\"":                               "GBK", // 你好
		"{\"nickname\":\"\xd5\xc5\xc8\xfd\",\"name\":\"x\"}": "GBK",
		"[\"M\xfcller\",\"Garc\xeda\"]":                      "Windows-1252",
		"\"\xffx\xffy\"":                                     "Windows-1252",
	} {
		for name, r := range map[string]io.Reader{
			"whole":    strings.NewReader(in),
			"with EOF": iotest.DataErrReader(strings.NewReader(in)),
		} {
			_, err := io.ReadAll(newBody(r, 1000))
			bad, ok := errors.AsType[*BodyError](err)
			if !ok || bad.Cause != CauseNotUTF8 || bad.Title != want {
				t.Errorf("%q, %s: %v, %+v; want %s", in, name, err, bad, want)
			}
		}
		_, err := io.ReadAll(newBody(iotest.OneByteReader(strings.NewReader(in)), 1000))
		bad, ok := errors.AsType[*BodyError](err)
		if !ok || bad.Cause != CauseNotUTF8 {
			t.Errorf("%q, byte by byte: %v", in, err)
		}
	}
}

// Whatever the text and however it comes in pieces: what comes out is strictly
// valid, and is what the JSON library makes of the same when it is lenient. Whether it is in another
// charset does not depend on the pieces.
func TestRepairedTextEqualsLenientDecoding(t *testing.T) {
	piece := rapid.SampledFrom([]string{
		`\ud83d`,
		`\ude00`,
		`\uD800`,
		`\uDfFf`,
		`\u0041`,
		`\n`,
		`\\`,
		`\"`,
		`\/`,
		"x",
		"u",
		"d83d",
		"é",
		"😀",
		"\xff",
		"\xc3",
		"\x9f",
		"{",
		"[",
		"]",
	})
	rapid.Check(t, func(t *rapid.T) {
		text := strings.Join(rapid.SliceOf(piece).Draw(t, "text"), "")
		in := `{"a":["` + text + `"]}`
		lenient := jsontext.Value(in)
		if err := lenient.Format(jsontext.AllowInvalidUTF8(true)); err != nil {
			t.Fatal(err)
		}
		sizes := rapid.SliceOf(rapid.IntRange(1, 9)).Draw(t, "sizes")
		out, err := io.ReadAll(newBody(&pieces{in, sizes}, 1<<20))
		_, errOfWhole := io.ReadAll(newBody(strings.NewReader(in), 1<<20))
		if (err == nil) != (errOfWhole == nil) {
			t.Fatalf("%q in pieces: %v, whole: %v", in, err, errOfWhole)
		}
		foreign, ok := errors.AsType[*BodyError](err)
		if ok && foreign.Cause == CauseNotUTF8 {
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		repaired := jsontext.Value(out)
		if err := repaired.Format(); err != nil {
			t.Fatalf("%s became %s: %v", in, out, err)
		}
		// A run of bad bytes is one U+FFFD here and may be several there.
		once := func(v jsontext.Value) string {
			s := string(v)
			for strings.Contains(s, "\uFFFD\uFFFD") {
				s = strings.ReplaceAll(s, "\uFFFD\uFFFD", "\uFFFD")
			}
			return s
		}
		if once(repaired) != once(lenient) {
			t.Fatalf("%q became %s, want %s", in, repaired, lenient)
		}
	})
}

// pieces returns a text in pieces of given sizes, then the rest.
type pieces struct {
	rest  string
	sizes []int
}

func (p *pieces) Read(b []byte) (int, error) {
	if p.rest == "" {
		return 0, io.EOF
	}
	n := len(p.rest)
	if len(p.sizes) > 0 {
		n = min(n, p.sizes[0])
		p.sizes = p.sizes[1:]
	}
	n = copy(b, p.rest[:n])
	p.rest = p.rest[n:]
	return n, nil
}

func TestBodyLimits(t *testing.T) {
	nested := `{"a":"[[[\"[[","b":[[1],[2]],"c\\":[]}`
	deepest := strings.Repeat("[", maxDepth-1) + `"[[[\"[[",[1],"c\\",[2]`
	for _, tt := range []struct {
		in      string
		bytes   int64
		want    error  // the limit that is exceeded
		through string // what may come before the error
	}{
		{nested, int64(len(nested)), nil, nested},
		{
			nested,
			int64(len(nested)) - 1,
			&LimitError{Setting: SettingMaxBody, Size: int64(len(nested)) - 1},
			nested[:len(nested)-1],
		},
		{deepest, 1000, nil, deepest},
		{deepest + `,[[1]]`, 1000, &BodyError{Cause: CauseDepth}, deepest + `,[`},
		{"", 1, nil, ""},
	} {
		for _, r := range []io.Reader{strings.NewReader(tt.in), iotest.OneByteReader(strings.NewReader(tt.in))} {
			got, err := io.ReadAll(newBody(r, tt.bytes))
			if !reflect.DeepEqual(err, tt.want) || string(got) != tt.through {
				t.Errorf("%s: %s, %v; want %s, %v", tt.in, got, err, tt.through, tt.want)
			}
		}
	}
}

func TestBodyReturnsReadErrors(t *testing.T) {
	broken := errors.New("broken")
	got, err := io.ReadAll(newBody(io.MultiReader(strings.NewReader(`{"a":"é`), &failing{broken}), 1000))
	if err != broken || string(got) != `{"a":"é` {
		t.Errorf("%s, %v", got, err)
	}
}

func TestLargeBodyPassesUnchanged(t *testing.T) {
	var in bytes.Buffer
	for in.Len() < 5*bufferSize {
		in.WriteString(`{"text":"好 😀 \"quoted\" \\ \ud83d\ude00","n":[1,2]}` + "\n")
	}
	got, err := io.ReadAll(newBody(bytes.NewReader(in.Bytes()), 1<<30))
	if err != nil || !bytes.Equal(got, in.Bytes()) {
		t.Errorf("%d bytes became %d, %v", in.Len(), len(got), err)
	}
}

// The members of an envelope may come in any order. Data that precedes the code is decoded as
// it arrives, without a copy of it.
func TestDataBeforeCode(t *testing.T) {
	var rows strings.Builder
	for i := range 20_000 {
		fmt.Fprintf(
			&rows,
			`,{"id":"%d","userId":"u","type":"x","uid":"%d","nickname":"name %d","groupId":"g","status":1,`+
				`"fansCount":%d}`,
			i,
			i,
			i,
			i,
		)
	}
	data := `{"total":20000,"list":[` + rows.String()[1:] + `]}`
	load := func(envelope string, emit func([]Account) error) (AccountList, error) {
		c, _ := newTestClient(t, func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, envelope) })
		if emit != nil {
			_, err := c.StreamAccounts(t.Context(), emit)
			return AccountList{}, err
		}
		return c.Accounts(t.Context(), AccountQuery{})
	}
	allocated := func(envelope string) (bytes uint64) {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		if list, err := load(envelope, nil); err != nil || len(list.List) != 20_000 {
			t.Fatalf("%d accounts, error %v", len(list.List), err)
		}
		runtime.ReadMemStats(&after)
		return after.TotalAlloc - before.TotalAlloc
	}
	first := allocated(`{"code":0,"message":"m","data":` + data + `}`)
	last := allocated(`{"data":` + data + `,"code":0,"message":"m"}`)
	if last > first+first/10 {
		t.Errorf("%d bytes are allocated, %d with the code first, for %d", last, first, len(data))
	}
	n := 0
	_, err := load(`{"data":`+data+`,"message":"m","code":15070}`, func(batch []Account) error {
		n += len(batch)
		return nil
	})
	if !IsCode(err, 15070) || n > 0 {
		t.Errorf("%d accounts of a failed call were passed on, error %v", n, err)
	}
	_, err = load(`{"data":`+data+`,"message":"m","code":0}`, func(batch []Account) error {
		n += len(batch)
		return nil
	})
	if err != nil || n != 20_000 {
		t.Errorf("%d accounts, error %v", n, err)
	}
	for envelope, want := range map[string]string{
		`{"data": {"platform" : "x", "category":"quota", "list":[{"a":{}}]} ,"code":15070,` +
			`"message":"m"}`: `{"platform":"x","category":"quota","list":[{"a":{}}]}`,
		`{"data":[1,[2]],"message":"m","code":400}`: `[1,[2]]`,
		`{"data":{},"message":"m","code":400}`:      `{}`,
		`{"data":null,"message":"m","code":400}`:    `null`,
	} {
		_, err := load(envelope, nil)
		e, ok := errors.AsType[*Error](err)
		if !ok || string(e.Data) != want {
			t.Errorf("%s: error %v, data %s", envelope, err, e.Data)
		}
	}
	for envelope, kind := range map[string]Kind{
		`{"data":[1],"message":"m","code":0}`:            "shape",
		`{"data":{"list":{}},"message":"m","code":0}`:    "shape",
		`{"data":{"list":[]},"message":"m"}`:             "not-envelope",
		`{"data":{"list":[{"a":1}`:                       "not-envelope",
		`{"data":{"list":[{"id":"a"} "b"]},"code":0}`:    "not-envelope",
		`{"data":{"list":[]},"message":"m","code":0} {}`: "not-envelope",
	} {
		if _, err := load(envelope, nil); kindOf(err) != kind {
			t.Errorf("%s: error %v, want %s", envelope, err, kind)
		}
	}
}
