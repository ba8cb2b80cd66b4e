package sandbox_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"syscall"
	"testing"

	"channeldeck/api/sandbox"
	"channeldeck/ui/testkit/contract"
)

func TestParseFault(t *testing.T) {
	for in, want := range map[string]sandbox.Fault{
		"http502=0.25":           {Kind: "http502", Rate: 0.25},
		"create:timeout-after=1": {Kind: "timeout-after", Call: sandbox.CallCreate, Rate: 1},
		"accounts:http429=2x":    {Kind: "http429", Call: sandbox.CallAccounts, First: 2},
		"slow=0":                 {Kind: "slow"},
	} {
		if got, err := sandbox.ParseFault(in); err != nil || got != want {
			t.Errorf("%s: %+v, %v; want %+v", in, got, err, want)
		}
	}
	for _, in := range []string{
		"", "reset", "=1", "gremlins=1", "reset=", "reset=2", "reset=-0.1", "reset=NaN", "reset=half", "reset=-1x", "reset=x",
		"delete:reset=1", "reset:create=1",
	} {
		if got, err := sandbox.ParseFault(in); err == nil {
			t.Errorf("%q is taken as %+v", in, got)
		}
	}
}

// faulty serves a sandbox with faults over real HTTP.
func faulty(t *testing.T, faults ...string) (*sandbox.Server, *httptest.Server) {
	t.Helper()
	s := newSandbox(t, func(o *sandbox.Options) {
		for _, in := range faults {
			f, err := sandbox.ParseFault(in)
			if err != nil {
				t.Fatal(err)
			}
			o.Faults = append(o.Faults, f)
		}
	})
	srv := httptest.NewServer(s)
	t.Cleanup(srv.Close)
	srv.Client().CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return s, srv
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
		keeps  bool   // the contract
	}{
		{"http500", 500, `"code":500,`, true},
		{"http502", 502, "<h1>502 Bad Gateway</h1>", true},
		{"http429", 429, `"code":429,`, true},
		{"redirect", 307, "", false},
		{"business500", 200, `"code":500,"message":"Internal server error","data":{},`, true},
		{"ratelimit", 200, `"code":429,`, true},
		{"unauthorized", 200, `"code":401,"message":"Unauthorized"`, true},
		{"invalid", 200, `"code":10002,`, true},
		{"hostile", 200, `\u001b]52;c;`, true},
		{"notjson", 200, "<title>Sign in", false},
		{"noenvelope", 200, `{"status":"ok","result":[]}`, false},
		{"wrongshape", 200, `"data":"none"`, false},
		{"duplicate", 200, `{"code":0,"code":500,`, false},
		{"deep", 200, strings.Repeat("[", 100_000) + "]", false},
		{"endless", 200, `"data":[    `, false},
		{"bomb", 200, `"data":[    `, false},
		{"slow", 200, `"total":300,`, true},
	}
	covered := map[string]bool{"timeout-before": true, "timeout-after": true, "reset": true, "reset-after": true, "truncated": true}
	for _, tt := range tests {
		covered[tt.kind] = true
		t.Run(tt.kind, func(t *testing.T) {
			_, srv := faulty(t, tt.kind+"=1")
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
			resp.Body = io.NopCloser(strings.NewReader(string(body)))
			if err := contract.CheckResponse(newRequest("GET", accountsPath, ""), resp); (err == nil) != tt.keeps {
				t.Errorf("keeps the contract: %t, want %t: %v", err == nil, tt.keeps, err)
			}
		})
	}
	for _, kind := range sandbox.FaultKinds() {
		if !covered[kind.Name] || kind.Help == "" {
			t.Errorf("%s has no test or no help", kind.Name)
		}
	}
}

// Where no answer comes, only the groups tell whether the call had its effect.
func TestResets(t *testing.T) {
	for kind, created := range map[string]int{"reset": 0, "reset-after": 1} {
		t.Run(kind, func(t *testing.T) {
			s, srv := faulty(t, "create:"+kind+"=1")
			if _, _, err := exchange(t.Context(), srv, "POST", groupsPath, `{"name":"a"}`); !errors.Is(err, syscall.ECONNRESET) {
				t.Errorf("got %v, want a reset", err)
			}
			if n := len(s.Groups()); n != created {
				t.Errorf("%d groups were created, want %d", n, created)
			}
			if resp, _, err := exchange(t.Context(), srv, "GET", platformsPath, ""); err != nil || resp.StatusCode != 200 {
				t.Errorf("another call: %v, %v", resp, err)
			}
		})
	}
}

// The client has given up before it asks, so that the test need not wait.
func TestTimeouts(t *testing.T) {
	for kind, created := range map[string]int{"timeout-before": 0, "timeout-after": 1} {
		t.Run(kind, func(t *testing.T) {
			s := newSandbox(t, func(o *sandbox.Options) { o.Faults = []sandbox.Fault{{Kind: kind, Rate: 1}} })
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
			s.ServeHTTP(w, newRequest("POST", groupsPath, `{"name":"a"}`, "Content-Type", "application/json").WithContext(ctx))
		})
	}
}

func TestTruncated(t *testing.T) {
	_, srv := faulty(t, "truncated=1")
	for _, target := range []string{accountsPath, accountsPath + "?ids[]=nobody"} {
		_, body, err := exchange(t.Context(), srv, "GET", target, "")
		if !errors.Is(err, io.ErrUnexpectedEOF) || len(body) < 20 || len(body) > 4<<10 {
			t.Errorf("%s: %d bytes, %v", target, len(body), err)
		}
	}
}

// A connection that cannot be reset is closed, and this is logged.
func TestResetWithoutConnection(t *testing.T) {
	var log bytes.Buffer
	s := newSandbox(t, func(o *sandbox.Options) {
		o.Faults = []sandbox.Fault{{Kind: "reset", Rate: 1}}
		o.Logger = slog.New(slog.NewTextHandler(&log, nil))
	})
	defer func() {
		if r := recover(); r != http.ErrAbortHandler || !strings.Contains(log.String(), "code=aborted") {
			t.Errorf("recovered %v, want ErrAbortHandler; logged %s", r, &log)
		}
	}()
	recorder(s, newRequest("GET", accountsPath, ""))
}

func TestFaultRates(t *testing.T) {
	pattern := func(seed uint64, fault string) string {
		f, err := sandbox.ParseFault(fault)
		if err != nil {
			t.Fatal(err)
		}
		s := newSandbox(t, func(o *sandbox.Options) { o.Seed, o.Faults = seed, []sandbox.Fault{f} })
		var b strings.Builder
		for range 400 {
			if strings.Contains(string(recorder(s, newRequest("GET", accountsPath+"?ids[]=a", ""))), `"code":0`) {
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
	if other := pattern(1, "create:ratelimit=1"); strings.Contains(other, "x") {
		t.Errorf("a fault of another call strikes: %.20s", other)
	}
}
