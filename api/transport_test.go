package api

import (
	"cmp"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

func accounts(c *Client) error {
	_, err := c.Accounts(context.Background(), AccountQuery{})
	return err
}

func createGroup(c *Client) error {
	_, err := c.CreateAccountGroup(context.Background(), NewAccountGroup{Name: "n"})
	return err
}

// wantKind checks the kind, that the error has a sentence, and whether it
// leaves the outcome open.
func wantKind(t *testing.T, err error, kind Kind, unknown bool) *TransportError {
	t.Helper()
	e, ok := errors.AsType[*TransportError](err)
	if !ok || kindOf(err) != kind {
		t.Fatalf("got %#v (%v), want %s", err, err, kind)
	}
	if OutcomeUnknown(err) != unknown || unknown != strings.Contains(e.Error(), "outcome is unknown") {
		t.Errorf("outcome unknown: %t: %v", OutcomeUnknown(err), err)
	}
	return e
}

func TestRefused(t *testing.T) {
	c, srv := newTestClient(t, nil)
	srv.Close()
	wantKind(t, accounts(c), KindRefused, false)
	e := wantKind(t, createGroup(c), KindRefused, false)
	if e.Host != c.base.Host {
		t.Errorf("got %+v", e)
	}
}

// Failures that a test cannot bring about on any machine come from a transport.
func TestKindsOfNetworkFailures(t *testing.T) {
	dial := func(err error) error { return &net.OpError{Op: "dial", Net: "tcp", Err: err} }
	for _, tt := range []struct {
		err     error
		kind    Kind
		unknown bool // for a POST
	}{
		{dial(&net.DNSError{Err: "no such host", Name: "x", IsNotFound: true}), KindDNS, false},
		{&net.DNSError{Err: "server misbehaving", Name: "x"}, KindDNS, false},
		{dial(&timeoutError{}), KindConnectTimeout, false},
		{&net.OpError{Op: "proxyconnect", Err: errors.New("no")}, KindProxy, false},
		{&timeoutError{}, KindDeadline, true},
		{&net.OpError{Op: "read", Err: io.ErrUnexpectedEOF}, KindReset, true},
		{io.EOF, KindReset, true},
		{errors.New("something else"), KindNetwork, true},
		{fmt.Errorf("it echoes %s", testKey), KindNetwork, true},
	} {
		c, _ := newTestClient(t, nil, Settings{
			Transport: roundTrip(func(*http.Request) (*http.Response, error) { return nil, tt.err }),
		})
		e := wantKind(t, accounts(c), tt.kind, false)
		if strings.Contains(e.Error(), testKey) || strings.Contains(e.Error(), "http://") {
			t.Errorf("the text holds the key or the URL: %s", e)
		}
		if tt.kind == KindConnectTimeout && (e.Err.(*RequestError).Detail != "10s" || ClassOf(e) != ClassNetwork) {
			t.Errorf("got %+v", e)
		}
		wantKind(t, createGroup(c), tt.kind, tt.unknown)
	}
}

type timeoutError struct{}

func (*timeoutError) Error() string   { return "timed out" }
func (*timeoutError) Timeout() bool   { return true }
func (*timeoutError) Temporary() bool { return true }

func TestReset(t *testing.T) {
	c, _ := newTestClient(t, func(w http.ResponseWriter, _ *http.Request) {
		conn, _, _ := w.(http.Hijacker).Hijack()
		conn.Close()
	})
	wantKind(t, accounts(c), KindReset, false)
	wantKind(t, createGroup(c), KindReset, true)
}

func TestBodyThatBreaksOff(t *testing.T) {
	c, _ := newTestClient(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Length", "1000")
		io.WriteString(w, `{"code":0,"message":"m","data":{"total":1,"list":[`)
	})
	wantKind(t, accounts(c), KindReset, false)
	wantKind(t, createGroup(c), KindReset, true)
}

func TestPostWithUnknownOutcome(t *testing.T) {
	for _, tt := range []struct {
		status  int
		body    string
		kind    Kind
		unknown bool
	}{
		{200, "<html>", "not-envelope", true},
		{502, "<html>", "not-envelope", true},
		{504, "<html>", "not-envelope", true},
		{500, "<html>", "not-envelope", true},
		{400, "<html>", "not-envelope", false},
		{413, "<html>", "not-envelope", false},
		{499, "<html>", "not-envelope", false},
		{200, `{"code":0,"message":"created","data":[]}`, "shape", true},
	} {
		got := new(recorder)
		c, _ := newTestClient(t, got.record(answer(tt.status, tt.body)), Settings{Retries: 3})
		wantKind(t, createGroup(c), tt.kind, tt.unknown)
		if n := len(got.all()); n != 1 {
			t.Errorf("%d: sent %d times", tt.status, n)
		}
	}
}

func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	c, _ := newTestClient(t, func(_ http.ResponseWriter, r *http.Request) {
		cancel()
		<-r.Context().Done()
	})
	_, err := c.Accounts(ctx, AccountQuery{})
	wantKind(t, err, KindCancelled, false)
	if !errors.Is(err, context.Canceled) {
		t.Error("the context's error is lost")
	}
	_, err = c.CreateAccountGroup(ctx, NewAccountGroup{Name: "n"}) // was cancelled before
	wantKind(t, err, KindCancelled, false)
}

func TestCancelledDuringAPost(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	c, _ := newTestClient(t, func(_ http.ResponseWriter, r *http.Request) {
		io.Copy(io.Discard, r.Body)
		cancel()
		<-r.Context().Done()
	})
	_, err := c.CreateAccountGroup(ctx, NewAccountGroup{Name: "n"})
	wantKind(t, err, KindCancelled, true)
}

// silent never answers.
func silent(r *http.Request) (*http.Response, error) {
	<-r.Context().Done()
	return nil, r.Context().Err()
}

func TestTimeouts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := mustNew(t, "http://localhost", Settings{Transport: roundTrip(silent), Timeout: 7 * time.Second})
		start := time.Now()
		e := wantKind(t, accounts(c), "timeout", false)
		if took := time.Since(start); took != 7*time.Second ||
			*e.Err.(*LimitError) != (LimitError{Setting: SettingTimeout, Timeout: took}) {
			t.Errorf("after %s: %+v", took, e)
		}
		for _, want := range []string{"7s", "--timeout", "CHANNELDECK_TIMEOUT"} {
			if !strings.Contains(e.Error(), want) {
				t.Errorf("the text lacks %s: %s", want, e)
			}
		}
		wantKind(t, createGroup(c), "timeout", true)

		ctx, cancel := context.WithTimeout(context.Background(), time.Second)
		defer cancel()
		_, err := c.Accounts(ctx, AccountQuery{})
		if wantKind(
			t,
			err,
			KindDeadline,
			false,
		); !IsKind(err, KindDeadline) || !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("the caller's deadline is told as ours: %v", err)
		}
	})
}

func TestNoTimeout(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := mustNew(t, "http://localhost", Settings{
			Timeout: -1,
			Transport: roundTrip(func(r *http.Request) (*http.Response, error) {
				if _, ok := r.Context().Deadline(); ok {
					t.Error("there is a deadline")
				}
				return response(r, 200, envelopeOf(`{"total":0,"list":[]}`)), nil
			}),
		})
		if err := accounts(c); err != nil {
			t.Error(err)
		}
	})
}

func TestTooLarge(t *testing.T) {
	body := envelopeOf(`[{"name":"` + strings.Repeat("x", 5000) + `"}]`)
	for _, zip := range []bool{false, true} {
		c, _ := newTestClient(t, func(w http.ResponseWriter, r *http.Request) {
			if !zip {
				io.WriteString(w, body)
				return
			}
			if r.Header.Get("Accept-Encoding") != "gzip" {
				t.Error("gzip is not asked for")
			}
			w.Header().Set("Content-Encoding", "gzip")
			z := gzip.NewWriter(w)
			io.WriteString(z, body)
			z.Close()
		}, Settings{MaxBody: 4000})
		_, err := c.VideoModels(context.Background())
		e := wantKind(t, err, "max_body", false)
		if *e.Err.(*LimitError) != (LimitError{Setting: SettingMaxBody, Size: 4000}) ||
			!strings.Contains(e.Error(), "CHANNELDECK_MAX_BODY") {
			t.Errorf("got %v", e)
		}
		exact := mustNew(t, c.BaseURL(), Settings{MaxBody: int64(len(body))})
		if _, err := exact.VideoModels(context.Background()); err != nil {
			t.Errorf("a body of just the limit: %v", err)
		}
	}
}

func TestTooDeep(t *testing.T) {
	nested := func(levels int) string {
		return envelopeOf(`[{"name":"{[{[","x":` + strings.Repeat("[", levels) + strings.Repeat("]", levels) + `}]`)
	}
	body := nested(maxDepth - 3)
	c, _ := newTestClient(t, func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, body) })
	if _, err := c.VideoModels(context.Background()); err != nil {
		t.Errorf("a body of just the limit: %v", err)
	}
	body = nested(maxDepth - 2)
	_, err := c.VideoModels(context.Background())
	e := wantKind(t, err, "not-envelope", false)
	if e.Err.(*BodyError).Cause != CauseDepth {
		t.Errorf("got %v", e)
	}
}

func TestKeyOverPlainHTTP(t *testing.T) {
	sent := 0
	transport := roundTrip(func(r *http.Request) (*http.Response, error) {
		sent++
		return response(r, 200, envelopeOf(`[]`)), nil
	})
	c := mustNew(t, "http://api.example.com", Settings{APIKey: testKey, Transport: transport})
	_, err := c.Platforms(context.Background())
	wantKind(t, err, KindInsecureKey, false)
	if sent != 0 {
		t.Error("the request was sent")
	}
	if _, err := c.VideoModels(context.Background()); err != nil {
		t.Errorf("the catalog carries no key: %v", err)
	}
	for _, c := range []*Client{
		mustNew(t, "http://api.example.com", Settings{APIKey: testKey, Transport: transport, InsecureKey: true}),
		mustNew(t, "http://api.example.com", Settings{Transport: transport}),
		mustNew(t, "https://api.example.com", Settings{APIKey: testKey, Transport: transport}),
		mustNew(t, "http://localhost:1", Settings{APIKey: testKey, Transport: transport}),
		mustNew(t, "http://127.8.0.1", Settings{APIKey: testKey, Transport: transport}),
		mustNew(t, "http://[::1]:9", Settings{APIKey: testKey, Transport: transport}),
	} {
		if _, err := c.Platforms(context.Background()); err != nil {
			t.Errorf("%s: %v", c, err)
		}
	}
}

// Only this machine is loopback: the key goes there over plain http.
func TestLoopback(t *testing.T) {
	for host, want := range map[string]bool{
		"localhost":             true,
		"127.0.0.1":             true,
		"127.255.0.9:8080":      true,
		"[::1]":                 true,
		"[::1]:1":               true,
		"LOCALHOST":             true,
		"box.localhost":         false,
		"localhost.":            false,
		"localhost.example.com": false,
		"127.0.0.1.example.com": false,
		"128.0.0.1":             false,
		"127.1":                 false,
		"2130706433":            false,
		"0x7f.0.0.1":            false,
		"[::ffff:127.0.0.1]":    false,
		"[::2]":                 false,
		"0.0.0.0":               false,
		"10.0.0.1":              false,
	} {
		sent := false
		c := mustNew(t, "http://"+host, Settings{
			APIKey: testKey,
			Transport: roundTrip(func(r *http.Request) (*http.Response, error) {
				sent = true
				return response(r, 200, envelopeOf(`[]`)), nil
			}),
		})
		if _, err := c.Platforms(context.Background()); (err == nil) != want || sent != want {
			t.Errorf("%s: sent %t, %v", host, sent, err)
		}
	}
}

func TestCallsWithEffectsUseNewConnections(t *testing.T) {
	got := new(recorder)
	c, _ := newTestClient(t, got.record(success(`{"total":0,"list":[]}`)))
	for range 2 {
		if err := accounts(c); err != nil {
			t.Fatal(err)
		}
	}
	for range 2 {
		if _, err := c.WorkDetail(context.Background(), WorkQuery{Platform: "x", WorkID: "1"}); err != nil {
			t.Fatal(err)
		}
	}
	r := got.all()
	if r[0].RemoteAddr != r[1].RemoteAddr {
		t.Error("lists do not share a connection")
	}
	if r[2].RemoteAddr == r[1].RemoteAddr || r[3].RemoteAddr == r[2].RemoteAddr {
		t.Error("work details went over a kept connection, on which net/http may send them twice")
	}
}

// endless sends blanks without end and counts them.
type endless struct{ sent int64 }

func (e *endless) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = ' '
	}
	e.sent += int64(len(p))
	return len(p), nil
}

func TestEachCallHasItsOwnSizeLimit(t *testing.T) {
	for op, byDefault := range map[Op]int64{
		OpVideoModels:        8 << 20,
		OpPlatforms:          8 << 20,
		OpPublishOptions:     8 << 20,
		OpWorkDetail:         8 << 20,
		OpCreateAccountGroup: 8 << 20,
		OpMessages:           64 << 20, OpAccounts: DefaultMaxBody,
	} {
		if got := mustNew(t, "http://localhost").maxBody(op); got != byDefault {
			t.Errorf("%s: limit %d, want %d", op, got, byDefault)
		}
		for _, set := range []int64{0, 1 << 20} {
			want := cmp.Or(set, byDefault)
			if want > 8<<20 {
				continue
			}
			body := new(endless)
			c := mustNew(t, "http://localhost", Settings{
				MaxBody: set,
				Transport: roundTrip(func(r *http.Request) (*http.Response, error) {
					resp := response(r, 200, "")
					if strings.HasSuffix(r.URL.Path, callPaths[op]) {
						resp.Body = io.NopCloser(io.MultiReader(strings.NewReader(`{`), body))
					}
					return resp, nil
				}),
			})
			e := wantKind(t, allCalls(context.Background(), c)[op], "max_body", op == OpCreateAccountGroup)
			if limit := e.Err.(*LimitError).Size; limit != want || body.sent < want-bufferSize ||
				body.sent > want+bufferSize {
				t.Errorf("%s: limit %d after %d bytes, want %d", op, limit, body.sent, want)
			}
		}
	}
}

// callPaths are the ends of the paths that [allCalls] requests.
var callPaths = map[Op]string{
	OpVideoModels:        "/generation",
	OpPlatforms:          "/platforms",
	OpPublishOptions:     "/publish-options",
	OpWorkDetail:         "/work-1",
	OpCreateAccountGroup: "/account-groups", OpMessages: "/messages", OpAccounts: "/accounts",
}
