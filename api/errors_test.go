package api

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"reflect"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
)

func answer(status int, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(status)
		io.WriteString(w, body)
	}
}

func TestBusinessError(t *testing.T) {
	c, _ := newTestClient(t, answer(200,
		`{"code":15080,"message":"不支持\u001b[31m","data":{"platform":"red","capability":"work.getDetail"},`+
			`"requestId":"req-9","timestamp":1760000000000}`))
	_, err := c.WorkDetail(context.Background(), WorkQuery{Platform: "red", WorkID: "1"})
	e, ok := errors.AsType[*Error](err)
	if !ok {
		t.Fatalf("got %v", err)
	}
	if e.Op != OpWorkDetail || e.Path != "/api/v2/channels/works/red/1" || e.Status != 200 ||
		e.Code != CodeUnsupportedCapability ||
		e.Message != "不支持\x1b[31m" || e.RequestID != "req-9" || e.Timestamp.String() != "1760000000000" {
		t.Errorf("got %+v", e)
	}
	if d := e.Details(); d.Platform != "red" || d.Capability != "work.getDetail" {
		t.Errorf("got %+v", d)
	}
	if want := "work-detail: the service answered with code 15080: 不支持 [31m (request req-9)"; e.Error() != want {
		t.Errorf("got %q", e.Error())
	}
	if !IsCode(fmt.Errorf("wrapped: %w", err), CodeUnauthorized, CodeUnsupportedCapability) ||
		IsCode(err, CodeUnauthorized) ||
		IsCode(io.EOF, CodeOK) {
		t.Error("IsCode is wrong")
	}
	if OutcomeUnknown(err) || kindOf(err) == "timeout" {
		t.Error("a business error is taken for a transport failure")
	}
}

// A transport that shares responses returns that to another caller's request.
func TestErrorNamesTheRequestThatWasSent(t *testing.T) {
	shared := roundTrip(func(r *http.Request) (*http.Response, error) {
		sent := r.Clone(r.Context())
		sent.Header.Set("X-Request-Id", "req-of-another")
		return &http.Response{
			StatusCode: 200,
			Body:       io.NopCloser(strings.NewReader(`{"code":500,"message":"down"}`)),
			Request:    sent,
		}, nil
	})
	c := mustNew(t, "https://service.example", Settings{APIKey: testKey, Transport: shared, Retries: -1})
	_, err := c.Accounts(context.Background(), AccountQuery{})
	if e, ok := errors.AsType[*Error](err); !ok || e.RequestID != "req-of-another" {
		t.Errorf("got %v", err)
	}
}

func TestErrorDetails(t *testing.T) {
	for _, tt := range []struct {
		data string
		want ErrorDetails
	}{
		{``, ErrorDetails{}},
		{`{}`, ErrorDetails{}},
		{`[1]`, ErrorDetails{}},
		{
			`{"platform":"x","category":"rate_limit","retryable":true,"accountId":"a","platformWorkId":"w",` +
				`"httpStatus":429,"platformCode":-352}`,
			ErrorDetails{
				Platform:     "x",
				Category:     "rate_limit",
				Retryable:    Some(true),
				HTTPStatus:   Int(429),
				PlatformCode: "-352",
			},
		},
		{
			`{"platform":["x"],"retryable":"no","httpStatus":"429","platformCode":"E_1"}`,
			ErrorDetails{PlatformCode: "E_1"},
		},
		{`{"retryable":false}`, ErrorDetails{Retryable: Some(false)}},
	} {
		e := &Error{Data: jsontext.Value(tt.data)}
		if got := e.Details(); !reflect.DeepEqual(got, tt.want) {
			t.Errorf("%s: %+v", tt.data, got)
		}
	}
}

func TestCodeRanges(t *testing.T) {
	for code, want := range map[Code][2]bool{
		15005: {false, false}, 15006: {true, false}, 15011: {true, false}, 15012: {false, false},
		15069: {false, false}, 15070: {false, true}, 15079: {false, true}, 15080: {false, false}, 15094: {false, true},
	} {
		if got := [2]bool{code.IsCredential(), code.IsPlatformFailure()}; got != want {
			t.Errorf("%d: %v", code, got)
		}
	}
}

func TestEnvelope(t *testing.T) {
	for _, tt := range []struct {
		name, body string
		status     int
		want       string // "" is a success
	}{
		{"plain", envelopeOf(`[]`), 200, ""},
		{"any status", envelopeOf(`[]`), 503, ""},
		{"data before code", `{"data":[],"message":"m","code":0}`, 200, ""},
		{
			"unknown members",
			`{"x":{"code":7},"code":0,"y":[{}],"message":"","data":[],"requestId":7,"timestamp":"now"}`,
			200,
			"",
		},
		{"escaped names", `{"\u0063ode":0,"message":"m","data":[]}`, 200, ""},
		{"blanks", " \n{ \"code\" : 0 , \"message\" : \"m\" , \"data\" : [ ] }\r\n", 200, ""},
		{"business error", `{"code":401,"message":"Unauthorized"}`, 200, "code 401"},
		{"business error, status too", `{"message":"Unauthorized","code":401,"data":{}}`, 401, "code 401"},
		{
			"data of an error that comes first",
			`{"data":{"platform":"x"},"message":"m","code":15080}`,
			200,
			"code 15080",
		},
		{"negative code", `{"code":-1,"message":"m"}`, 200, "code -1"},
		{"code as 0.0", `{"code":0.0,"message":"m","data":[]}`, 200, ""},
		{"empty", ``, 200, "not-envelope"},
		{"no content", ``, 204, "not-envelope"},
		{"page", `<html>502</html>`, 502, "not-envelope"},
		{"array", `[]`, 200, "not-envelope"},
		{"no code", `{"message":"m","data":[]}`, 200, "not-envelope"},
		{"code as text", `{"code":"0","message":"m","data":[]}`, 200, "not-envelope"},
		{"code as fraction", `{"code":0.5,"message":"m","data":[]}`, 200, "not-envelope"},
		{"code is null", `{"code":null,"message":"m","data":[]}`, 200, "not-envelope"},
		{"huge code", `{"code":1e30,"message":"m","data":[]}`, 200, "not-envelope"},
		{"no message", `{"code":0,"data":[]}`, 200, "not-envelope"},
		{"message is null", `{"code":0,"message":null,"data":[]}`, 200, "not-envelope"},
		{"code twice", `{"code":0,"code":401,"message":"m","data":[]}`, 200, "not-envelope"},
		{"cut", `{"code":0,"message":"m","data":[`, 200, "not-envelope"},
		{"cut after data", `{"code":0,"message":"m","data":[]`, 200, "not-envelope"},
		{"cut in the first token", `{"co`, 200, "not-envelope"},
		{"trailing", envelopeOf(`[]`) + `{}`, 200, "not-envelope"},
		{"trailing garbage", envelopeOf(`[]`) + `<`, 200, "not-envelope"},
		{"member twice in data", envelopeOf(`[{"name":"a","name":"b"}]`), 200, "not-envelope"},
		{"no data", `{"code":0,"message":"m"}`, 200, "shape"},
		{"data is null", envelopeOf(`null`), 200, "shape"},
		{"null before code", `{"data":null,"code":0,"message":"m"}`, 200, "shape"},
		{"data of another type", envelopeOf(`{}`), 200, "shape"},
		{"the same before code", `{"data":{},"code":0,"message":"m"}`, 200, "shape"},
		{"a malformed row before code", `{"data":[{"name":"x","tags":[1]}],"code":0,"message":"m"}`, 200, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c, _ := newTestClient(t, nil, Settings{Transport: roundTrip(func(r *http.Request) (*http.Response, error) {
				return response(r, tt.status, tt.body), nil
			})})
			models, err := c.VideoModels(context.Background())
			switch {
			case tt.want == "" && err != nil:
				t.Errorf("got %v", err)
			case tt.want == "":
			case err == nil:
				t.Error("no error")
			case strings.HasPrefix(tt.want, "code"):
				if !strings.Contains(err.Error(), tt.want) {
					t.Errorf("got %v", err)
				}
			default:
				if kindOf(err) != Kind(tt.want) || models != nil {
					t.Errorf("got %#v and %v", err, models)
				}
			}
		})
	}
}

func TestShapeErrorsNameThePlace(t *testing.T) {
	models := func(c *Client) error { _, err := c.VideoModels(context.Background()); return err }
	for _, tt := range []struct {
		data, at, got, want string
		call                func(*Client) error
	}{
		{`{"total":1,"list":{}}`, "/data/list", "object", "array", accounts},
		{`[]`, "/data", "array", "object", accounts},
		{`7`, "/data", "number", "object", accounts},
		{`{}`, "/data", "object", "array", models},
		{`[]`, "/data", "array", "object", createGroup},
	} {
		for _, body := range []string{envelopeOf(tt.data), `{"data":` + tt.data + `,"code":0,"message":"m"}`} {
			c, _ := newTestClient(t, answer(200, body))
			err := tt.call(c)
			if e, ok := errors.AsType[*ShapeError](err); !ok || *e != (ShapeError{tt.at, tt.got, tt.want}) {
				t.Errorf("%s: %v", body, err)
			}
		}
	}
}

func TestExcerpt(t *testing.T) {
	long := "<html>" + strings.Repeat("é", 300) + strings.Repeat("x", 3000)
	c, _ := newTestClient(t, answer(502, long))
	_, err := c.Platforms(context.Background())
	e, _ := errors.AsType[*TransportError](err)
	body, _ := errors.AsType[*BodyError](err)
	if body == nil || e.Status != 502 || !strings.HasPrefix(body.Excerpt, "<html>é") ||
		len(body.Excerpt) > excerptSize {
		t.Fatalf("got %#v", e)
	}
	if !strings.Contains(e.Error(), "HTTP 502") || strings.Contains(e.Error(), "--") {
		t.Errorf("got %s", e)
	}
}
