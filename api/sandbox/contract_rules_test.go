package sandbox_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strings"
	"testing"
)

const origin = "http://service.example"

func request(t *testing.T, method, target, body string, header ...string) *http.Request {
	t.Helper()
	r := httptest.NewRequest(method, origin+target, strings.NewReader(body))
	if body == "" {
		r.Body = http.NoBody
	}
	for i := 0; i < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	return r
}

// text returns the document.
func text(t *testing.T) string {
	t.Helper()
	src, err := os.ReadFile("../openapi.yaml")
	if err != nil {
		t.Fatal(err)
	}
	return string(src)
}

// What the document requires, allows to be null, or says of queries beyond the
// interface is marked as seen.
func TestDocumentFollowsTheInterface(t *testing.T) {
	doc, err := contract()
	if err != nil {
		t.Fatal(err)
	}
	required := []string{ // as parts 1, 2.1, 4 and 7 of the interface say
		"code message",
		"data",
		"data timestamp",
		"total list",
		"platform capability",
		"id sessionId message createdAt",
		"id role parts",
	}
	checked := 0
	var check func(at string, v any, seen bool)
	check = func(at string, v any, seen bool) {
		switch v := v.(type) {
		case []any:
			for i, element := range v {
				check(fmt.Sprintf("%s/%d", at, i), element, seen)
			}
		case map[string]any:
			seen = seen || v["x-seen"] == true
			if _, ok := v["allowReserved"]; ok {
				t.Errorf("%s has allowReserved", at)
			}
			if v["in"] == "query" && !seen {
				t.Errorf("%s: the interface does not show names of query parameters", at)
			}
			if names, ok := v["required"].([]any); ok {
				checked++
				if list := strings.Trim(fmt.Sprint(names), "[]"); !seen && !slices.Contains(required, list) {
					t.Errorf("%s requires %s", at, list)
				}
			}
			if types, ok := v["type"].([]any); ok && slices.Contains(types, any("null")) && !seen &&
				!strings.HasSuffix(at, "/relayAccountRef") {
				t.Errorf("%s may be null", at)
			}
			for name, member := range v {
				check(at+"/"+name, member, seen)
			}
		}
	}
	check("", doc.raw, false)
	if checked < 10 {
		t.Errorf("found %d lists of required members", checked)
	}
}

func TestRequests(t *testing.T) {
	key := []string{"X-Api-Key", "test-key"}
	post := append([]string{"Content-Type", "application/json"}, key...)
	tests := []struct {
		name, method, target, body string
		header                     []string
		wrong                      string // part of the report, "" where the request keeps the contract
	}{
		{"all accounts", "GET", "/api/v2/channels/accounts", "", key, ""},
		{"filters", "GET", "/api/v2/channels/accounts?types[]=douyin&types[]=youtube&status=0", "", key, ""},
		{"twenty ids", "GET", "/api/v2/channels/accounts?" + strings.Repeat("ids[]=a&", 20), "", key, ""},
		{"numbers as ids", "GET", "/api/v2/channels/accounts?ids[]=7&ids[]=null", "", key, ""},
		{
			"two statuses",
			"GET",
			"/api/v2/channels/accounts?status=0&status=1",
			"",
			key,
			`query parameter "status": 2 values`,
		},
		{"status in quotes", "GET", "/api/v2/channels/accounts?status=%220%22", "", key, "status"},
		{"invalid escape", "GET", "/api/v2/channels/accounts?status=%zz", "", key, "escape"},
		{"semicolon", "GET", "/api/v2/channels/accounts?status=0;types[]=twitter", "", key, "semicolon"},
		{"escaped filters", "GET", "/api/v2/channels/accounts?types%5B%5D=douyin&ids%5B%5D=a%3Ab%2Fc", "", key, ""},
		{"lone filter", "GET", "/api/v2/channels/accounts?types=douyin", "", key, "types"},
		{"unknown filter", "GET", "/api/v2/channels/accounts?page=2", "", key, "page"},
		{"empty status", "GET", "/api/v2/channels/accounts?status=", "", key, "status"},
		{"wrong status", "GET", "/api/v2/channels/accounts?status=2", "", key, "status"},
		{"blank id", "GET", "/api/v2/channels/accounts?ids[]=", "", key, "ids"},
		{"21 ids", "GET", "/api/v2/channels/accounts?" + strings.Repeat("ids[]=a&", 21), "", key, "ids"},
		{"no key", "GET", "/api/v2/channels/accounts", "", nil, "X-Api-Key"},
		{"empty key", "GET", "/api/v2/channels/accounts", "", []string{"X-Api-Key", ""}, "X-Api-Key"},
		{
			"headers",
			"GET",
			"/api/v2/channels/accounts",
			"",
			append([]string{"X-Request-Id", "a", "Accept-Language", "zh-CN"}, key...),
			"",
		},
		{
			"empty request id",
			"GET",
			"/api/v2/channels/accounts",
			"",
			append([]string{"X-Request-Id", ""}, key...),
			"X-Request-Id",
		},
		{"body of a GET", "GET", "/api/v2/channels/accounts", "{}", post, "body"},
		{"catalog", "GET", "/api/ai/models/video/generation", "", nil, ""},
		{"catalog with a key", "GET", "/api/ai/models/video/generation", "", key, "public"},
		{"work", "GET", "/api/v2/channels/works/KWAI/3x:a_b?accountId=KWAI_1", "", key, ""},
		{"work with an escaped id", "GET", "/api/v2/channels/works/twitter/a%2Fb%3Fc", "", key, ""},
		{"work without a platform", "GET", "/api/v2/channels/works//1", "", key, `path parameter "platform"`},
		{"work without an id", "GET", "/api/v2/channels/works/twitter/", "", key, `path parameter "platformWorkId"`},
		{"work with an empty account", "GET", "/api/v2/channels/works/twitter/1?accountId=", "", key, "accountId"},
		{"filter of another call", "GET", "/api/v2/channels/works/twitter/1?status=1", "", key, `"status"`},
		{"unknown path", "GET", "/api/v2/channels/groups", "", key, "not found"},
		{"longer path", "GET", "/api/v2/channels/accounts/1", "", key, "not found"},
		{"path that ends in a slash", "GET", "/api/v2/channels/accounts/", "", key, "not found"},
		{"path in capitals", "GET", "/api/v2/channels/Accounts", "", key, "not found"},
		{"wrong method", "DELETE", "/api/v2/channels/accounts", "", key, "DELETE"},
		{"POST of a GET", "POST", "/api/v2/channels/accounts", "{}", post, "not found"},
		{"group", "POST", "/api/v2/channels/account-groups", `{"name":" "}`, post, ""},
		{"group without name", "POST", "/api/v2/channels/account-groups", `{}`, post, "name"},
		{"group with an empty name", "POST", "/api/v2/channels/account-groups", `{"name":""}`, post, "minLength"},
		{"group without a body", "POST", "/api/v2/channels/account-groups", "", post, "body"},
		{"group with a number as name", "POST", "/api/v2/channels/account-groups", `{"name":1}`, post, "/name"},
		{"group with more members", "POST", "/api/v2/channels/account-groups", `{"name":"a","rank":1}`, post, "rank"},
		{"group in two parts", "POST", "/api/v2/channels/account-groups", `{"name":"a"}{}`, post, "body"},
		{"group that is no JSON", "POST", "/api/v2/channels/account-groups", `name=a`, post, "body"},
		{
			"group as form",
			"POST",
			"/api/v2/channels/account-groups",
			`{"name":"a"}`,
			append([]string{"Content-Type", "text/plain"}, key...),
			"content type",
		},
		{"group of another type", "POST", "/api/v2/channels/account-groups", `{"name":"a"}`, key, "content type"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := request(t, tt.method, tt.target, tt.body, tt.header...)
			err := checkRequest(r)
			if (err == nil) != (tt.wrong == "") || err != nil && !strings.Contains(err.Error(), tt.wrong) {
				t.Errorf("got %v, want %q", err, tt.wrong)
			}
			body, err := io.ReadAll(r.Body)
			if err != nil || string(body) != tt.body {
				t.Errorf("the body is %q after the check, %v", body, err)
			}
		})
	}
}

// The document itself requires only parameters of paths.
func TestRequiredParameter(t *testing.T) {
	d, err := parse([]byte(strings.Replace(
		text(t),
		"- name: accountId",
		"- name: accountId\n          required: true",
		1,
	)))
	if err != nil {
		t.Fatal(err)
	}
	for query, valid := range map[string]bool{"": false, "?accountId=a": true} {
		err := d.checkRequest(request(t, "GET", "/api/v2/channels/works/twitter/1"+query, "", "X-Api-Key", "a"))
		if (err == nil) != valid || err != nil && !strings.Contains(err.Error(), `"accountId": missing`) {
			t.Errorf("%q: %v", query, err)
		}
	}
}

func TestResponses(t *testing.T) {
	tests := []struct {
		name, target string
		status       int
		body         string
		wrong        string
	}{
		{
			"success",
			"/api/v2/channels/platforms/douyin/publish-options",
			200,
			`{"code":0,"message":"ok","data":[]}`,
			"",
		},
		{"no code", "/api/v2/channels/accounts", 200, `{"message":"ok","data":{"total":0,"list":[]}}`, "code"},
		{"no data", "/api/v2/channels/accounts", 200, `{"code":0,"message":"ok"}`, "data"},
		{"error", "/api/v2/channels/accounts", 200, `{"code":429,"message":"slow","data":{},"timestamp":1}`, ""},
		{
			"error without a time",
			"/api/v2/channels/accounts",
			200,
			`{"code":429,"message":"slow","data":{}}`,
			"timestamp",
		},
		{
			"other text of 401",
			"/api/v2/channels/accounts",
			200,
			`{"code":401,"message":"no","data":{},"timestamp":1}`,
			"message",
		},
		{
			"bare 15080",
			"/api/v2/channels/works/bilibili/1",
			200,
			`{"code":15080,"message":"no","data":{},"timestamp":1}`,
			"capability",
		},
		{
			"open account",
			"/api/v2/channels/accounts",
			200,
			`{"code":0,"message":"ok","data":{"total":1,"list":[{"id":"a","userId":"0123456789abcdef01234567",
			"type":"twitter","uid":"1","nickname":"","groupId":"0123456789abcdef01234567","status":1,
			"relayAccountRef":null,"more":[1]}]}}`,
			"",
		},
		{
			"closed record",
			"/api/ai/agent/sessions/s/messages",
			200,
			`{"code":0,"message":"ok","data":[{"id":"1","sessionId":"s",
			"message":{"id":"1","role":"user","parts":[]},"createdAt":"2026-01-01T00:00:00Z","more":1}]}`,
			"more",
		},
		{
			"time of a record",
			"/api/ai/agent/sessions/s/messages",
			200,
			`{"code":0,"message":"ok","data":[{"id":"1","sessionId":"s",
			"message":{"id":"1","role":"user","parts":[]},"createdAt":"yesterday"}]}`,
			"createdAt",
		},
		{
			"nullable reference",
			"/api/v2/channels/accounts",
			200,
			`{"code":0,"message":"ok","data":{"total":1,"list":[{"id":"a","userId":"0123456789abcdef01234567",
			"type":"twitter","uid":"1","nickname":"","groupId":"0123456789abcdef01234567","status":1,"fansCount":null,
			"lastStatsTime":null}]}}`,
			"",
		},
		{
			"status of an account",
			"/api/v2/channels/accounts",
			200,
			`{"code":0,"message":"ok","data":{"total":1,"list":[{"id":"a","userId":"0123456789abcdef01234567",
			"type":"twitter","uid":"1","nickname":"","groupId":"0123456789abcdef01234567","status":2}]}}`,
			"/data/list/0/status",
		},
		{
			"id of a user",
			"/api/v2/channels/accounts",
			200,
			`{"code":0,"message":"ok","data":{"total":1,"list":[{"id":"a","userId":"0123456789ABCDEF01234567",
			"type":"twitter","uid":"1","nickname":"","groupId":"0123456789abcdef01234567","status":1}]}}`,
			"/data/list/0/userId",
		},
		{
			"time of an account",
			"/api/v2/channels/accounts",
			200,
			`{"code":0,"message":"ok","data":{"total":1,"list":[{"id":"a","userId":"0123456789abcdef01234567",
			"type":"twitter","uid":"1","nickname":"","groupId":"0123456789abcdef01234567","status":1,
			"createdAt":"2026-01-32T00:00:00Z"}]}}`,
			"/data/list/0/createdAt",
		},
		{
			"price as text",
			"/api/ai/models/video/generation",
			200,
			`{"code":0,"message":"ok","data":[{"name":"a","pricing":[{"price":"1"}]}]}`,
			"/data/0/pricing/0/price",
		},
		{
			"data of another call",
			"/api/v2/channels/platforms",
			200,
			`{"code":0,"message":"ok","data":{"total":0,"list":[]}}`,
			"/data",
		},
		{"code as text", "/api/v2/channels/platforms", 200, `{"code":"0","message":"ok","data":[]}`, "/code"},
		{"two values", "/api/v2/channels/platforms", 200, `{"code":0,"message":"ok","data":[]}{}`, "invalid character"},
		{"no body", "/api/v2/channels/platforms", 200, ``, "EOF"},
		{"no JSON", "/api/v2/channels/platforms", 200, `<html>`, "invalid character"},
		{"unknown call", "/api/v2/channels/groups", 200, `{"code":0,"message":"ok","data":[]}`, "not found"},
		{"unknown status", "/api/v2/channels/platforms", 204, ``, "204"},
		{"redirect", "/api/v2/channels/platforms", 302, ``, "302"},
		{"proxy", "/api/v2/channels/accounts", 502, `<html>`, ""},
		{"refused by a proxy", "/api/v2/channels/accounts", 413, ``, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			resp := &http.Response{
				StatusCode: tt.status,
				Header:     http.Header{"Content-Type": {"application/json; charset=utf-8"}},
				Body:       io.NopCloser(strings.NewReader(tt.body)),
			}
			err := checkResponse(request(t, "GET", tt.target, ""), resp)
			if (err == nil) != (tt.wrong == "") || err != nil && !strings.Contains(err.Error(), tt.wrong) {
				t.Errorf("got %v, want %q", err, tt.wrong)
			}
			if body, err := io.ReadAll(resp.Body); err != nil || string(body) != tt.body {
				t.Errorf("the body is %q after the check, %v", body, err)
			}
		})
	}
}

func TestMediaTypeOfResponse(t *testing.T) {
	for mediaType, valid := range map[string]bool{
		"application/json":               true,
		"application/json;charset=utf-8": true,
		"text/html":                      false,
		"":                               false,
	} {
		resp := &http.Response{
			StatusCode: 200,
			Header:     http.Header{},
			Body:       io.NopCloser(strings.NewReader(`{"code":0,"message":"ok","data":[]}`)),
		}
		resp.Header.Set("Content-Type", mediaType)
		err := checkResponse(request(t, "GET", "/api/v2/channels/platforms", ""), resp)
		if (err == nil) != valid || err != nil && !strings.Contains(err.Error(), "content type") {
			t.Errorf("%q: %v", mediaType, err)
		}
	}
}

// A rule that would not be checked is an error of the document.
func TestInvalidDocument(t *testing.T) {
	src := text(t)
	tests := []struct{ name, old, new, wrong string }{
		{"unknown member", "operationId: accounts\n", "operationId: accounts\n      deprecated: true\n", "deprecated"},
		{
			"duplicate member",
			"operationId: accounts\n",
			"operationId: accounts\n      operationId: b\n",
			"already defined",
		},
		{"no security", "      security: []\n", "", "security is missing"},
		{"unknown key", "security: [{apiKey: []}]", "security: [{other: []}]", "other"},
		{"unknown parameter", "parameters/acceptLanguage'", "parameters/language'", "language"},
		{"unknown placeholder", "/works/{platform}/{platformWorkId}:", "/works/{platform}/{work}:", `"work"`},
		{"unknown response", "responses/Transport'", "responses/Proxy'", "Proxy"},
		{"unknown schema", "$ref: '#/components/schemas/Work'", "$ref: '#/components/schemas/Video'", "Video"},
		{"invalid keyword", "name: {minLength: 1}", "name: {minLength: one}", "minLength"},
		{"invalid pattern", "pattern: '^[0-9a-f]{24}$'", "pattern: '['", "pattern"},
		{"invalid schema that nothing uses", "    Envelope:\n", "    Unused: {type: txt}\n    Envelope:\n", "Unused"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			broken := strings.ReplaceAll(src, tt.old, tt.new)
			if broken == src {
				t.Fatalf("the document has no %q", tt.old)
			}
			if _, err := parse([]byte(broken)); err == nil || !strings.Contains(err.Error(), tt.wrong) {
				t.Errorf("got %v, want %q", err, tt.wrong)
			}
		})
	}
}

// failures is a TB that counts instead of failing.
type failures struct {
	testing.TB
	reports []any
}

func (f *failures) Error(args ...any) { f.reports = append(f.reports, args...) }

func TestTransport(t *testing.T) {
	answer := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		body, err := io.ReadAll(r.Body)
		if err != nil || string(body) != `{"name":"a"}` {
			t.Errorf("the server got %q, %v", body, err)
		}
		w.WriteHeader(http.StatusOK)
		_, _ = io.WriteString(w, `{"code":0}`)
	})
	send := func(t *testing.T, c *http.Client, url string) {
		t.Helper()
		r, err := http.NewRequestWithContext(
			t.Context(),
			"POST",
			url+"/api/v2/channels/account-groups",
			strings.NewReader(`{"name":"a"}`),
		)
		if err != nil {
			t.Fatal(err)
		}
		resp, err := c.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		defer resp.Body.Close()
		if body, err := io.ReadAll(resp.Body); err != nil || string(body) != `{"code":0}` {
			t.Errorf("the client got %q, %v", body, err)
		}
	}
	srv := httptest.NewServer(answer)
	defer srv.Close()
	var f failures
	send(t, &http.Client{Transport: transport{&f, srv.Client().Transport}}, srv.URL)
	if len(f.reports) != 2 {
		t.Errorf("reported %v, want the request and the response", f.reports)
	}
}
