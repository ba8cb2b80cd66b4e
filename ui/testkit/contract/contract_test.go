package contract

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/pb33f/libopenapi"
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

// What the document requires, allows to be null, or says of queries beyond the
// interface is marked as seen.
func TestDocumentFollowsTheInterface(t *testing.T) {
	path, err := find()
	if err != nil {
		t.Fatal(err)
	}
	src, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	doc, err := libopenapi.NewDocument(src)
	if err != nil {
		t.Fatal(err)
	}
	required := []string{ // as parts 1, 2.1, 4 and 7 of the interface say
		"code message", "data", "data timestamp", "total list", "platform capability", "id sessionId message createdAt", "id role parts",
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
			if types, ok := v["type"].([]any); ok && slices.Contains(types, any("null")) && !seen && !strings.HasSuffix(at, "/relayAccountRef") {
				t.Errorf("%s may be null", at)
			}
			for name, member := range v {
				check(at+"/"+name, member, seen)
			}
		}
	}
	check("", *doc.GetSpecInfo().SpecJSON, false)
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
		{"filters", "GET", "/api/v2/channels/accounts?types[]=douyin&types[]=YouTube&status=0", "", key, ""},
		{"escaped filters", "GET", "/api/v2/channels/accounts?types%5B%5D=douyin&ids%5B%5D=a%3Ab%2Fc", "", key, ""},
		{"lone filter", "GET", "/api/v2/channels/accounts?types=douyin", "", key, "types"},
		{"unknown filter", "GET", "/api/v2/channels/accounts?page=2", "", key, "page"},
		{"empty status", "GET", "/api/v2/channels/accounts?status=", "", key, "status"},
		{"wrong status", "GET", "/api/v2/channels/accounts?status=2", "", key, "status"},
		{"blank id", "GET", "/api/v2/channels/accounts?ids[]=", "", key, "ids"},
		{"21 ids", "GET", "/api/v2/channels/accounts?" + strings.Repeat("ids[]=a&", 21), "", key, "ids"},
		{"no key", "GET", "/api/v2/channels/accounts", "", nil, "X-Api-Key"},
		{"catalog", "GET", "/api/ai/models/video/generation", "", nil, ""},
		{"catalog with a key", "GET", "/api/ai/models/video/generation", "", key, "public"},
		{"work", "GET", "/api/v2/channels/works/kuaishou/3x:a_b?accountId=kuaishou_1", "", key, ""},
		{"unknown path", "GET", "/api/v2/channels/groups", "", key, "not found"},
		{"wrong method", "DELETE", "/api/v2/channels/accounts", "", key, "DELETE"},
		{"group", "POST", "/api/v2/channels/account-groups", `{"name":" "}`, post, ""},
		{"group without name", "POST", "/api/v2/channels/account-groups", `{}`, post, "name"},
		{"group with an empty name", "POST", "/api/v2/channels/account-groups", `{"name":""}`, post, "minLength"},
		{"group of another type", "POST", "/api/v2/channels/account-groups", `{"name":"a"}`, key, "content type"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := request(t, tt.method, tt.target, tt.body, tt.header...)
			err := CheckRequest(r)
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

func TestResponses(t *testing.T) {
	tests := []struct {
		name, target string
		status       int
		body         string
		wrong        string
	}{
		{"success", "/api/v2/channels/platforms/douyin/publish-options", 200, `{"code":0,"message":"ok","data":[]}`, ""},
		{"no code", "/api/v2/channels/accounts", 200, `{"message":"ok","data":{"total":0,"list":[]}}`, "code"},
		{"no data", "/api/v2/channels/accounts", 200, `{"code":0,"message":"ok"}`, "data"},
		{"error", "/api/v2/channels/accounts", 200, `{"code":429,"message":"slow","data":{},"timestamp":1}`, ""},
		{"error without a time", "/api/v2/channels/accounts", 200, `{"code":429,"message":"slow","data":{}}`, "timestamp"},
		{"other text of 401", "/api/v2/channels/accounts", 200, `{"code":401,"message":"no","data":{},"timestamp":1}`, "message"},
		{"bare 15080", "/api/v2/channels/works/weibo/1", 200, `{"code":15080,"message":"no","data":{},"timestamp":1}`, "capability"},
		{"open account", "/api/v2/channels/accounts", 200, `{"code":0,"message":"ok","data":{"total":1,"list":[{"id":"a","userId":"0123456789abcdef01234567",
			"type":"X","uid":"1","nickname":"","groupId":"0123456789abcdef01234567","status":1,"relayAccountRef":null,"more":[1]}]}}`, ""},
		{"closed record", "/api/ai/agent/sessions/s/messages", 200, `{"code":0,"message":"ok","data":[{"id":"1","sessionId":"s",
			"message":{"id":"1","role":"user","parts":[]},"createdAt":"2026-01-01T00:00:00Z","more":1}]}`, "more"},
		{"time of a record", "/api/ai/agent/sessions/s/messages", 200, `{"code":0,"message":"ok","data":[{"id":"1","sessionId":"s",
			"message":{"id":"1","role":"user","parts":[]},"createdAt":"yesterday"}]}`, "createdAt"},
		{"proxy", "/api/v2/channels/accounts", 502, `<html>`, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			resp := &http.Response{
				StatusCode: tt.status,
				Header:     http.Header{"Content-Type": {"application/json; charset=utf-8"}},
				Body:       io.NopCloser(strings.NewReader(tt.body)),
			}
			err := CheckResponse(request(t, "GET", tt.target, ""), resp)
			if (err == nil) != (tt.wrong == "") || err != nil && !strings.Contains(err.Error(), tt.wrong) {
				t.Errorf("got %v, want %q", err, tt.wrong)
			}
			if body, err := io.ReadAll(resp.Body); err != nil || string(body) != tt.body {
				t.Errorf("the body is %q after the check, %v", body, err)
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
		r, err := http.NewRequestWithContext(t.Context(), "POST", url+"/api/v2/channels/account-groups", strings.NewReader(`{"name":"a"}`))
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
	send(t, &http.Client{Transport: Transport(&f, srv.Client().Transport)}, srv.URL)
	if len(f.reports) != 2 {
		t.Errorf("reported %v, want the request and the response", f.reports)
	}
}
