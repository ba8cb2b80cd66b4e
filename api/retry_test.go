package api

import (
	"cmp"
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"strings"
	"syscall"
	"testing"
	"testing/synctest"
	"time"
)

// script is a transport that answers one step after the other, and by the last
// from then on. It notes when each request came.
type script struct {
	steps []func(*http.Request) (*http.Response, error)
	at    []time.Time
	ids   []string
}

func (s *script) RoundTrip(r *http.Request) (*http.Response, error) {
	step := s.steps[min(len(s.at), len(s.steps)-1)]
	s.at = append(s.at, time.Now())
	s.ids = append(s.ids, r.Header.Get("X-Request-Id"))
	return step(r)
}

func says(status int, body string, header ...string) func(*http.Request) (*http.Response, error) {
	return func(r *http.Request) (*http.Response, error) { return response(r, status, body, header...), nil }
}

func breaks(err error) func(*http.Request) (*http.Response, error) {
	return func(*http.Request) (*http.Response, error) { return nil, err }
}

var (
	fine    = says(200, envelopeOf(`{"total":0,"list":[]}`))
	noDial  = breaks(&net.OpError{Op: "dial", Err: syscall.ECONNREFUSED})
	noReply = breaks(io.ErrUnexpectedEOF)
)

func TestWhatIsRetried(t *testing.T) {
	const page = "<!doctype html><title>Bad gateway</title>"
	const slow, internal = `{"code":429,"message":"slow down"}`, `{"code":500,"message":"oops"}`
	for _, tt := range []struct {
		name              string
		step              func(*http.Request) (*http.Response, error)
		list, work, group int // requests sent
	}{
		{"refused", noDial, 3, 3, 1},
		{"reset", noReply, 3, 1, 1},
		{"read timed out", breaks(&timeoutError{}), 3, 1, 1},
		{"dial timed out", breaks(&net.OpError{Op: "dial", Err: &timeoutError{}}), 3, 3, 1},
		{"unreachable", breaks(&net.OpError{Op: "dial", Err: syscall.EHOSTUNREACH}), 3, 3, 1},
		{"other failure", breaks(errors.New("x")), 3, 1, 1},
		{"no such host", breaks(&net.DNSError{IsNotFound: true}), 1, 1, 1},
		{"name server failed", breaks(&net.DNSError{}), 3, 3, 1},
		{"certificate", breaks(errors.New("tls: bad certificate")), 1, 1, 1},
		{"502 page", says(502, page), 3, 1, 1},
		{"429 page", says(429, page), 3, 1, 1},
		{"500, empty", says(500, ""), 3, 1, 1},
		{"200 page", says(200, page), 3, 1, 1},
		{"page by content type", says(200, "oops", "Content-Type", "text/html; charset=utf-8"), 3, 1, 1},
		{"413 page", says(413, page), 1, 1, 1},
		{"200, other JSON", says(200, `{"status":"ok"}`), 1, 1, 1},
		{"code 429", says(200, slow), 3, 1, 1},
		{"code 500", says(200, internal), 3, 1, 1},
		{"status 503 with an envelope", says(503, `{"code":9,"message":"m"}`), 3, 1, 1},
		{
			"platform behind the service",
			says(200, `{"code":15070,"message":"m","data":{"category":"timeout","retryable":true}}`),
			1,
			1,
			1,
		},
		{"code 401", says(200, `{"code":401,"message":"Unauthorized"}`), 1, 1, 1},
		{"wrong shape", says(200, envelopeOf(`[1]`)), 1, 1, 1},
	} {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				for call, want := range map[*int]func(*Client) error{
					&tt.list: accounts, &tt.group: createGroup,
					&tt.work: func(c *Client) error {
						_, err := c.WorkDetail(context.Background(), WorkQuery{Platform: "x", WorkID: "1"})
						return err
					},
				} {
					s := &script{steps: []func(*http.Request) (*http.Response, error){tt.step}}
					c := mustNew(t, "http://localhost", Settings{Transport: s})
					err := want(c)
					if err == nil || len(s.at) != *call {
						t.Errorf("sent %d times, want %d: %v", len(s.at), *call, err)
					}
				}
			})
		})
	}
}

func TestSuccessAfterRetries(t *testing.T) {
	for _, first := range []time.Duration{0, 4 * time.Millisecond} {
		synctest.Test(t, func(t *testing.T) {
			s := &script{steps: []func(*http.Request) (*http.Response, error){noDial, says(502, "<"), fine}}
			c := mustNew(t, "http://localhost", Settings{Transport: s, FirstPause: first})
			if err := accounts(c); err != nil {
				t.Fatal(err)
			}
			want := cmp.Or(first, DefaultPause)
			for i := range 2 {
				if pause := s.at[i+1].Sub(s.at[i]); pause < want/2 || pause > want*3/2+1 {
					t.Errorf("pause %d took %s, not %s", i, pause, want)
				}
				want *= 2
			}
			if s.ids[0] == "" || s.ids[0] == s.ids[1] || s.ids[1] == s.ids[2] {
				t.Errorf("the attempts have the request ids %q", s.ids)
			}
		})
	}
}

func TestPausesAreRandom(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		pauses := map[time.Duration]bool{}
		for range 20 {
			s := &script{steps: []func(*http.Request) (*http.Response, error){noDial, fine}}
			if err := accounts(mustNew(t, "http://localhost", Settings{Transport: s})); err != nil {
				t.Fatal(err)
			}
			pauses[s.at[1].Sub(s.at[0])] = true
		}
		if len(pauses) < 2 {
			t.Error("20 clients would all come back at the same moment")
		}
	})
}

func TestRetryAfter(t *testing.T) {
	for _, tt := range []struct {
		name  string
		after func() string
		pause time.Duration // 0: no retry
	}{
		{"seconds", func() string { return "7" }, 7 * time.Second},
		{
			"date",
			func() string { return time.Now().Add(9 * time.Second).UTC().Format(http.TimeFormat) },
			9 * time.Second,
		},
		{"above the overall limit", func() string { return "50" }, 0},
		{"above what is waited for", func() string { return "86400" }, 0},
		{"above any clock", func() string { return "99999999999999999999" }, DefaultPause},
		{"negative", func() string { return "-5" }, DefaultPause},
		{"in the past", func() string { return "Fri, 01 Jan 1999 00:00:00 GMT" }, DefaultPause},
		{"nonsense", func() string { return "soon" }, DefaultPause},
	} {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				for _, body := range []string{"<html>", `{"code":429,"message":"slow down"}`} {
					s := &script{
						steps: []func(*http.Request) (*http.Response, error){
							says(429, body, "Retry-After", tt.after()),
							fine,
						},
					}
					err := accounts(mustNew(t, "http://localhost", Settings{Transport: s, Timeout: 30 * time.Second}))
					if tt.pause == 0 {
						after := time.Duration(0)
						if e, ok := errors.AsType[*Error](err); ok {
							after = e.RetryAfter
						} else if e, ok := errors.AsType[*TransportError](err); ok {
							after = e.RetryAfter
						}
						if len(s.at) != 1 || after < 50*time.Second {
							t.Errorf("%d requests: %#v", len(s.at), err)
						}
						continue
					}
					if err != nil || len(s.at) != 2 {
						t.Fatalf("%d requests: %v", len(s.at), err)
					}
					pause := s.at[1].Sub(s.at[0])
					slack := time.Duration(0)
					if tt.pause == DefaultPause {
						slack = DefaultPause/2 + 1
					}
					if pause < tt.pause-slack || pause > tt.pause+slack {
						t.Errorf("paused %s", pause)
					}
				}
			})
		})
	}
}

func TestRetriesEndWithTheOverallLimit(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &script{steps: []func(*http.Request) (*http.Response, error){noDial}}
		c := mustNew(t, "http://localhost", Settings{Transport: s, Retries: 1000, Timeout: 20 * time.Second})
		start := time.Now()
		wantKind(t, accounts(c), KindRefused, false)
		if took := time.Since(start); took > 20*time.Second || len(s.at) < 3 {
			t.Errorf("%d requests in %s", len(s.at), took)
		}
	})
}

func TestPauseCanBeCancelled(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &script{steps: []func(*http.Request) (*http.Response, error){says(503, "", "Retry-After", "20")}}
		c := mustNew(t, "http://localhost", Settings{Transport: s})
		ctx, cancel := context.WithCancel(context.Background())
		time.AfterFunc(time.Second, cancel)
		start := time.Now()
		_, err := c.Accounts(ctx, AccountQuery{})
		wantKind(t, err, KindCancelled, false)
		if time.Since(start) != time.Second || !errors.Is(err, context.Canceled) {
			t.Errorf("after %s: %v", time.Since(start), err)
		}
	})
}

func TestSecondAttemptDiscardsRows(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		cut := envelopeOf(`{"total":2,"list":[` + account("a", "x", 1))
		cut = cut[:strings.LastIndex(cut, `,"requestId"`)]
		broken := func(r *http.Request) (*http.Response, error) {
			resp := response(r, 200, "")
			resp.Body = io.NopCloser(io.MultiReader(strings.NewReader(cut), &failing{syscall.ECONNRESET}))
			return resp, nil
		}
		whole := says(200, envelopeOf(`{"list":[`+account("b", "x", 1)+`]}`))
		s := &script{steps: []func(*http.Request) (*http.Response, error){broken, whole}}
		list, err := mustNew(t, "http://localhost", Settings{Transport: s}).Accounts(
			context.Background(),
			AccountQuery{},
		)
		if err != nil || len(list.List) != 1 || list.List[0].ID != "b" || list.Total.IsSet() {
			t.Errorf("got %v, %v", list, err)
		}
	})
}

// failing is a reader that fails.
type failing struct{ err error }

func (f *failing) Read([]byte) (int, error) { return 0, f.err }

// A call is not retried after a longer wait than a minute, even without a time limit.
func TestLongRetryAfterIsNotWaitedFor(t *testing.T) {
	for after, want := range map[string]int{"60": 2, "61": 1} {
		synctest.Test(t, func(t *testing.T) {
			s := &script{
				steps: []func(*http.Request) (*http.Response, error){says(503, "", "Retry-After", after), fine},
			}
			_ = accounts(mustNew(t, "http://localhost", Settings{Transport: s, Timeout: -1}))
			if len(s.at) != want {
				t.Errorf("after %s seconds: %d requests, want %d", after, len(s.at), want)
			}
		})
	}
}
