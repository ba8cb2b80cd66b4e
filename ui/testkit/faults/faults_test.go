package faults_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"syscall"
	"testing"

	"channeldeck/api/sandbox"
	"channeldeck/ui/testkit/faults"
)

const (
	testKey       = "test-key"
	accountsPath  = "/api/v2/channels/accounts"
	platformsPath = "/api/v2/channels/platforms"
	groupsPath    = "/api/v2/channels/account-groups"
)

func TestNewRefusesMalformedFaults(t *testing.T) {
	for _, spec := range []string{
		"",
		"reset",
		"=1",
		"gremlins=1",
		"reset=",
		"reset=2",
		"reset=-0.1",
		"reset=NaN",
		"reset=half",
		"reset=-1x",
		"reset=x",
		"delete:reset=1", "reset:create=1",
	} {
		if _, err := faults.New(http.NotFoundHandler(), 0, spec); err == nil {
			t.Errorf("New takes %q", spec)
		}
	}
}

// faulty returns a sandbox of 300 accounts and a handler that puts faults before it.
func faulty(t *testing.T, specs ...string) (*sandbox.Server, http.Handler) {
	t.Helper()
	s, err := sandbox.New(sandbox.Options{APIKey: testKey, Accounts: 300})
	if err != nil {
		t.Fatal(err)
	}
	return s, faults.Before(t, specs...)(s)
}

// serve serves a sandbox with faults over real HTTP.
func serve(t *testing.T, specs ...string) (*sandbox.Server, *httptest.Server) {
	t.Helper()
	s, handler := faulty(t, specs...)
	srv := httptest.NewServer(handler)
	t.Cleanup(srv.Close)
	srv.Client().CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return s, srv
}

func newRequest(method, target, body string) *http.Request {
	r := httptest.NewRequest(method, target, strings.NewReader(body))
	r.Header.Set("X-Api-Key", testKey)
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	return r
}

// exchange sends a request and reads the response until it ends or breaks off.
func exchange(ctx context.Context, srv *httptest.Server, method, target, body string) (*http.Response, []byte, error) {
	r, err := http.NewRequestWithContext(ctx, method, srv.URL+target, strings.NewReader(body))
	if err != nil {
		return nil, nil, err
	}
	r.Header.Set("X-Api-Key", testKey)
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	resp, err := srv.Client().Do(r)
	if err != nil {
		return nil, nil, err
	}
	defer resp.Body.Close()
	answer, err := io.ReadAll(io.LimitReader(resp.Body, 8<<20))
	return resp, answer, err
}

func TestFaultResponses(t *testing.T) {
	tests := []struct {
		kind   string
		status int
		body   string // part of it
	}{
		{"http500", 500, `"code":500,`},
		{"http502", 502, "<h1>502 Bad Gateway</h1>"},
		{"http429", 429, `"code":429,`},
		{"redirect", 307, ""},
		{"business500", 200, `"code":500,"message":"Internal server error","data":{},`},
		{"ratelimit", 200, `"code":429,`},
		{"unauthorized", 200, `"code":401,"message":"Unauthorized"`},
		{"invalid", 200, `"code":10002,`},
		{"hostile", 200, `\u001b]52;c;`},
		{"notjson", 200, "<title>Sign in"},
		{"noenvelope", 200, `{"status":"ok","result":[]}`},
		{"wrongshape", 200, `"data":"none"`},
		{"duplicate", 200, `{"code":0,"code":500,`},
		{"deep", 200, strings.Repeat("[", 100_000) + "]"},
		{"endless", 200, `"data":[    `},
		{"bomb", 200, `"data":[    `},
		{"slow", 200, `"total":300,`},
	}
	covered := map[string]bool{
		"timeout-before": true,
		"timeout-after":  true,
		"reset":          true,
		"reset-after":    true,
		"truncated":      true,
	}
	for _, tt := range tests {
		covered[tt.kind] = true
		t.Run(tt.kind, func(t *testing.T) {
			_, srv := serve(t, tt.kind+"=1")
			resp, body, err := exchange(t.Context(), srv, "GET", accountsPath, "")
			if err != nil {
				t.Fatal(err)
			}
			if resp.StatusCode != tt.status || !strings.Contains(string(body), tt.body) {
				t.Errorf("got %d %.300q, want %d %.100q", resp.StatusCode, body, tt.status, tt.body)
			}
			switch tt.kind {
			case "http429":
				if after := resp.Header.Get("Retry-After"); after != "1" {
					t.Errorf("Retry-After: %q", after)
				}
			case "redirect":
				if to := resp.Header.Get("Location"); !strings.HasPrefix(to, "http://other-origin.invalid/") {
					t.Errorf("Location: %q", to)
				}
			case "endless", "bomb":
				if len(body) != 8<<20 {
					t.Errorf("%d bytes, want as many as are read", len(body))
				}
				return
			}
		})
	}
	for _, kind := range faults.Kinds() {
		if !covered[kind] {
			t.Errorf("%s has no test", kind)
		}
	}
}

// Where no answer comes, only the groups tell whether the call had its effect.
func TestResets(t *testing.T) {
	for kind, created := range map[string]int{"reset": 0, "reset-after": 1} {
		t.Run(kind, func(t *testing.T) {
			s, srv := serve(t, "create:"+kind+"=1")
			if _, _, err := exchange(
				t.Context(),
				srv,
				"POST",
				groupsPath,
				`{"name":"a"}`,
			); !errors.Is(err, syscall.ECONNRESET) {
				t.Errorf("got %v, want a reset", err)
			}
			if n := len(s.Groups()); n != created {
				t.Errorf("%d groups were created, want %d", n, created)
			}
			if resp, _, err := exchange(
				t.Context(),
				srv,
				"GET",
				platformsPath,
				"",
			); err != nil || resp.StatusCode != 200 {
				t.Errorf("another call: %v, %v", resp, err)
			}
		})
	}
}

// The client has given up before it asks, so that the test need not wait.
func TestTimeouts(t *testing.T) {
	for kind, created := range map[string]int{"timeout-before": 0, "timeout-after": 1} {
		t.Run(kind, func(t *testing.T) {
			s, handler := faulty(t, kind+"=1")
			ctx, cancel := context.WithCancel(t.Context())
			cancel()
			w := httptest.NewRecorder()
			defer func() {
				if r := recover(); r != http.ErrAbortHandler || w.Body.Len() > 0 {
					t.Errorf("recovered %v after the answer %q, want no answer", r, w.Body)
				}
				if n := len(s.Groups()); n != created {
					t.Errorf("%d groups were created, want %d", n, created)
				}
			}()
			handler.ServeHTTP(w, newRequest("POST", groupsPath, `{"name":"a"}`).WithContext(ctx))
		})
	}
}

func TestTruncated(t *testing.T) {
	_, srv := serve(t, "truncated=1")
	for _, target := range []string{accountsPath, accountsPath + "?ids[]=nobody"} {
		_, body, err := exchange(t.Context(), srv, "GET", target, "")
		if !errors.Is(err, io.ErrUnexpectedEOF) || len(body) < 20 || len(body) > 4<<10 {
			t.Errorf("%s: %d bytes, %v", target, len(body), err)
		}
	}
}

// A connection that cannot be reset is closed.
func TestResetWithoutConnection(t *testing.T) {
	_, handler := faulty(t, "reset=1")
	defer func() {
		if r := recover(); r != http.ErrAbortHandler {
			t.Errorf("recovered %v, want ErrAbortHandler", r)
		}
	}()
	handler.ServeHTTP(httptest.NewRecorder(), newRequest("GET", accountsPath, ""))
}

func TestRates(t *testing.T) {
	pattern := func(seed uint64, fault string) string {
		s, _ := faulty(t)
		handler, err := faults.New(s, seed, fault)
		if err != nil {
			t.Fatal(err)
		}
		var b strings.Builder
		for range 400 {
			w := httptest.NewRecorder()
			handler.ServeHTTP(w, newRequest("GET", accountsPath+"?ids[]=a", ""))
			if strings.Contains(w.Body.String(), `"code":0`) {
				b.WriteByte('.')
			} else {
				b.WriteByte('x')
			}
		}
		return b.String()
	}
	some := pattern(1, "ratelimit=0.25")
	if n := strings.Count(some, "x"); n < 70 || n > 130 {
		t.Errorf("%d of 400 calls failed, want some 100", n)
	}
	if some != pattern(1, "ratelimit=0.25") || some == pattern(2, "ratelimit=0.25") {
		t.Error("what fails depends on something else than the seed")
	}
	if first := pattern(1, "ratelimit=2x"); first != "xx"+strings.Repeat(".", 398) {
		t.Errorf("of the first two: %.20s", first)
	}
	for fault, strikes := range map[string]bool{
		"create:ratelimit=1":   false,
		"accounts:ratelimit=1": true,
		"slow=0":               false,
	} {
		if struck := strings.Contains(pattern(1, fault), "x"); struck != strikes {
			t.Errorf("%s strikes a list of accounts: %t", fault, struck)
		}
	}
}

// The first fault of a list that strikes a request applies.
func TestFirstFaultApplies(t *testing.T) {
	_, handler := faulty(t, "models:ratelimit=1", "unauthorized=1x", "business500=1")
	var got []string
	for range 2 {
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, newRequest("GET", accountsPath, ""))
		got = append(got, w.Body.String()[:11])
	}
	if want := []string{`{"code":401`, `{"code":500`}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
