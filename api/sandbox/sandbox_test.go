package sandbox_test

import (
	"bytes"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"channeldeck/api/sandbox"
	_ "channeldeck/ui/testkit/garbage"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

const testKey = "test-key"

// clock is a time that a test moves.
type clock struct{ passed atomic.Int64 }

func (c *clock) Now() time.Time {
	return time.Date(2026, 11, 20, 9, 30, 0, 0, time.UTC).Add(time.Duration(c.passed.Load()))
}

func (c *clock) forward(d time.Duration) { c.passed.Add(int64(d)) }

// newSandbox is a sandbox of 300 accounts that takes testKey and stands still in time.
func newSandbox(t testing.TB, change ...func(*sandbox.Options)) *sandbox.Server {
	t.Helper()
	opts := sandbox.Options{APIKey: testKey, Accounts: 300, Now: new(clock).Now}
	for _, c := range change {
		c(&opts)
	}
	s, err := sandbox.New(opts)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

type envelope struct {
	Code      int            `json:"code"`
	Message   string         `json:"message"`
	Data      jsontext.Value `json:"data"`
	RequestID *string        `json:"requestId"`
	Timestamp int64          `json:"timestamp"`
}

func newRequest(method, target, body string, header ...string) *http.Request {
	r := httptest.NewRequest(method, target, strings.NewReader(body))
	if body == "" {
		r.Body = http.NoBody
	}
	if !strings.Contains(target, "/models/") {
		r.Header.Set("X-Api-Key", testKey)
	}
	for i := 0; i < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	return r
}

// send gives a request to the sandbox and opens the envelope. The answer has
// to keep the contract, and so has the request where the sandbox takes it.
func send(t testing.TB, s http.Handler, r *http.Request) envelope {
	t.Helper()
	seen := r.Clone(t.Context())
	body, err := io.ReadAll(r.Body)
	if err != nil {
		t.Fatal(err)
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	seen.Body = io.NopCloser(bytes.NewReader(body))
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	if w.Code != http.StatusOK {
		t.Fatalf("%s %s: status %d", r.Method, r.URL, w.Code)
	}
	answer := w.Body.Bytes()
	var e envelope
	if err := json.Unmarshal(answer, &e); err != nil {
		t.Fatalf("%s %s: %v", r.Method, r.URL, err)
	}
	if e.Code == 404 {
		return e // not in the contract
	}
	resp := w.Result()
	resp.Body = io.NopCloser(bytes.NewReader(answer))
	if err := checkResponse(seen, resp); err != nil {
		t.Error(err)
	}
	if e.Code == 0 {
		if err := checkRequest(seen); err != nil {
			t.Error(err)
		}
	}
	return e
}

func get(t testing.TB, s http.Handler, target string, header ...string) envelope {
	t.Helper()
	return send(t, s, newRequest("GET", target, "", header...))
}

// decode opens the data of a success.
func decode[T any](t testing.TB, e envelope) T {
	t.Helper()
	var v T
	if e.Code != 0 {
		t.Fatalf("code %d: %s", e.Code, e.Message)
	}
	if err := json.Unmarshal(e.Data, &v); err != nil {
		t.Fatal(err)
	}
	return v
}

const (
	accountsPath  = "/api/v2/channels/accounts"
	platformsPath = "/api/v2/channels/platforms"
	groupsPath    = "/api/v2/channels/account-groups"
	modelsPath    = "/api/ai/models/video/generation"
)

func TestNewRefuses(t *testing.T) {
	for name, opts := range map[string]sandbox.Options{
		"a key with a blank":     {APIKey: "test key"},
		"a key with a line feed": {APIKey: "test\nkey"},
		"too many accounts":      {Accounts: sandbox.MaxAccounts + 1},
	} {
		if _, err := sandbox.New(opts); err == nil {
			t.Errorf("New takes %s", name)
		}
	}
}

func TestErrors(t *testing.T) {
	s := newSandbox(t)
	long := strings.Repeat("a", 129)
	tests := []struct {
		name    string
		request *http.Request
		code    int
		message string
	}{
		{"no key", without(newRequest("GET", accountsPath, ""), "X-Api-Key"), 401, "Unauthorized"},
		{"wrong key", newRequest("GET", accountsPath, "", "X-Api-Key", "other"), 401, "Unauthorized"},
		{"empty key", newRequest("GET", accountsPath, "", "X-Api-Key", ""), 401, "Unauthorized"},
		{
			"wrong key in Chinese",
			newRequest("GET", accountsPath, "", "X-Api-Key", "other", "Accept-Language", "zh-CN"),
			401,
			"Unauthorized",
		},
		{"wrong key on the catalog", newRequest("GET", modelsPath, "", "X-Api-Key", "other"), 401, "Unauthorized"},
		{"no key on the platforms", without(newRequest("GET", platformsPath, ""), "X-Api-Key"), 401, "Unauthorized"},
		{"unknown route", newRequest("GET", "/api/v2/channels/account-groups-of-mine", ""), 404, "Not found"},
		{
			"unknown route in Chinese",
			newRequest("GET", "/", "", "Accept-Language", "zh-Hans-CN,zh;q=0.9,en;q=0.8"),
			404,
			"请求的资源不存在",
		},
		{"wrong method", newRequest("DELETE", accountsPath, ""), 404, "Not found"},
		{"one segment too many", newRequest("GET", accountsPath+"/x", ""), 404, "Not found"},
		{
			"validation in Chinese",
			newRequest("GET", accountsPath+"?status=7", "", "Accept-Language", "zh-CN"),
			10002,
			"Parameter validation failed",
		},
		{
			"malformed session",
			newRequest("GET", "/api/ai/agent/sessions/nonsense/messages", ""),
			10002,
			"Parameter validation failed",
		},
		{
			"unknown session",
			newRequest("GET", "/api/ai/agent/sessions/000000000000000000000000/messages", ""),
			18104,
			"Agent session not found",
		},
		{
			"unknown session in Chinese",
			newRequest(
				"GET", "/api/ai/agent/sessions/000000000000000000000000/messages", "",
				"Accept-Language", "fr, zh;q=0.7, en;q=0.3",
			),
			18104,
			"智能体会话不存在",
		},
		{"neither language", newRequest("GET", "/", "", "Accept-Language", "fr"), 404, "Not found"},
		{
			"odd language",
			newRequest("GET", "/api/ai/agent/sessions/000000000000000000000000/messages", "", "Accept-Language", ";;;"),
			18104,
			"Agent session not found",
		},
		{
			"odd request id",
			newRequest("GET", accountsPath+"?status=7", "", "X-Request-Id", long),
			10002,
			"Parameter validation failed",
		},
		{
			"options of an unknown platform",
			newRequest("GET", platformsPath+"/myspace/publish-options", ""),
			10002,
			"Parameter validation failed",
		},
		{
			"options in another case",
			newRequest("GET", platformsPath+"/YouTube/publish-options", ""),
			10002,
			"Parameter validation failed",
		},
		{
			"options of an unlisted platform",
			newRequest("GET", platformsPath+"/toutiao/publish-options", ""),
			10002,
			"Parameter validation failed",
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			e := send(t, s, tt.request)
			if e.Code != tt.code || e.Message != tt.message || string(e.Data) != "{}" {
				t.Errorf("got code %d, %q, data %s; want %d, %q, {}", e.Code, e.Message, e.Data, tt.code, tt.message)
			}
			if e.Timestamp != new(clock).Now().UnixMilli() {
				t.Errorf("timestamp %d", e.Timestamp)
			}
			if (e.RequestID == nil) != (tt.code == 404) || e.RequestID != nil && *e.RequestID == long {
				t.Errorf("request id %v", e.RequestID)
			}
		})
	}
}

func without(r *http.Request, header string) *http.Request {
	r.Header.Del(header)
	return r
}

func TestRequestID(t *testing.T) {
	s := newSandbox(t)
	if e := get(t, s, platformsPath, "X-Request-Id", "trace-42"); e.RequestID == nil || *e.RequestID != "trace-42" {
		t.Errorf("the request id is %v, want the one sent", e.RequestID)
	}
	first := get(t, s, platformsPath)
	second := get(t, s, platformsPath)
	if *first.RequestID == "" || *first.RequestID == *second.RequestID {
		t.Errorf("request ids %q and %q", *first.RequestID, *second.RequestID)
	}
}

// A dotted path leads to where it resolves to, as at a deployment.
func TestDotSegments(t *testing.T) {
	s := newSandbox(t)
	r := newRequest("GET", "/", "")
	r.URL.Path = "/api/v2/channels/works/douyin/../../platforms"
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	if !strings.Contains(w.Body.String(), `"platform":"douyin"`) {
		t.Errorf("got %.80s, want the platforms", w.Body)
	}
	if e := send(t, s, newRequest("GET", "/api/v2/channels/works/douyin/a%2Fb", "")); e.Code != 404 {
		t.Errorf("an escaped slash gives code %d, want 404", e.Code)
	}
}

func TestBodyLimit(t *testing.T) {
	s := newSandbox(t)
	body := `{"name":"` + strings.Repeat("a", 2<<20) + `"}`
	if e := send(t, s, newRequest("POST", groupsPath, body, "Content-Type", "application/json")); e.Code != 10002 {
		t.Errorf("code %d, want 10002", e.Code)
	}
	if n := len(s.Groups()); n != 0 {
		t.Errorf("there are %d groups, want none", n)
	}
}

func TestLog(t *testing.T) {
	var log bytes.Buffer
	s := newSandbox(t, func(o *sandbox.Options) {
		o.Logger = slog.New(slog.NewTextHandler(&log, nil))
	})
	get(t, s, platformsPath+"?key="+testKey, "X-Request-Id", "trace-7")
	get(t, s, modelsPath)
	get(t, s, "/nowhere")
	for _, want := range []string{
		"path=" + platformsPath + " code=10002 requestId=trace-7",
		"path=" + modelsPath + " code=0",
		"code=404",
	} {
		if !strings.Contains(log.String(), want) {
			t.Errorf("no %q in the log:\n%s", want, &log)
		}
	}
	if strings.Contains(log.String(), testKey) {
		t.Errorf("the key is in the log:\n%s", &log)
	}
}

// gone is the connection of a client that went away.
type gone struct{ http.ResponseWriter }

func (gone) Write([]byte) (int, error) { panic(http.ErrAbortHandler) }

func TestAbortedCallIsLogged(t *testing.T) {
	var log bytes.Buffer
	s := newSandbox(t, func(o *sandbox.Options) { o.Logger = slog.New(slog.NewTextHandler(&log, nil)) })
	defer func() {
		if r := recover(); r != http.ErrAbortHandler || !strings.Contains(log.String(), "code=aborted") {
			t.Errorf("recovered %v, want ErrAbortHandler; logged %s", r, &log)
		}
	}()
	s.ServeHTTP(gone{httptest.NewRecorder()}, newRequest("GET", accountsPath, ""))
}

// recorder is the body of an answer.
func recorder(s http.Handler, r *http.Request) []byte {
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	return w.Body.Bytes()
}
