package serve

import (
	"context"
	"crypto/rand"
	"errors"
	"io"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"channeldeck/ui/crash"
)

// service answers after a second with the number of the request.
type service struct {
	requests atomic.Int32
	ended    atomic.Int32 // by their contexts
	fail     bool
	hang     bool
}

func (s *service) RoundTrip(req *http.Request) (*http.Response, error) {
	n := s.requests.Add(1)
	late := time.After(time.Second)
	if s.hang {
		late = nil
	}
	select {
	case <-late:
	case <-req.Context().Done():
		s.ended.Add(1)
		return nil, req.Context().Err()
	}
	if s.fail {
		return nil, errors.New("down")
	}
	return &http.Response{
		StatusCode: http.StatusOK,
		Header:     http.Header{},
		Body:       io.NopCloser(strings.NewReader(strings.Repeat("x", int(n)))),
	}, nil
}

func get(ctx context.Context, t *testing.T, rt http.RoundTripper, method, url, key string) (string, error) {
	t.Helper()
	req, err := http.NewRequestWithContext(ctx, method, url, nil)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("X-API-Key", key)
	req.Header.Set("X-Request-Id", rand.Text())
	response, err := rt.RoundTrip(req)
	if err != nil {
		return "", err
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	return string(body), err
}

func TestSessionsShareRequests(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		upstream := &service{}
		shared := &Transport{Next: upstream}
		var sessions sync.WaitGroup
		for range 2 { // at the same time, and right after the answer
			for i := range 5 {
				sessions.Go(func() {
					if body, err := get(
						t.Context(),
						t,
						shared,
						"GET",
						"https://service.example/a",
						"one",
					); body != "x" || err != nil {
						t.Errorf("session %d got %q, %v", i, body, err)
					}
				})
			}
			sessions.Wait()
		}
		if n := upstream.requests.Load(); n != 1 {
			t.Errorf("%d requests for ten sessions", n)
		}
		// Each of these takes a second, so that the first answer gets old.
		for _, other := range [][3]string{
			{"GET", "https://service.example/a", "two"},
			{"GET", "https://service.example/b", "one"},
			{"POST", "https://service.example/a", "one"},
		} {
			before := upstream.requests.Load()
			if _, err := get(
				t.Context(),
				t,
				shared,
				other[0],
				other[1],
				other[2],
			); err != nil || upstream.requests.Load() != before+1 {
				t.Errorf("%v was shared: %v", other, err)
			}
		}
		before := upstream.requests.Load()
		if _, err := get(
			t.Context(),
			t,
			shared,
			"GET",
			"https://service.example/a",
			"one",
		); err != nil || upstream.requests.Load() != before+1 {
			t.Errorf("an old answer was used: %v", err)
		}
		for _, path := range []string{"c", "d"} {
			if _, err := get(t.Context(), t, shared, "POST", "https://service.example/"+path, "one"); err != nil {
				t.Error(err)
			}
		}
		shared.mu.Lock()
		defer shared.mu.Unlock()
		if len(shared.flights) != 0 {
			t.Errorf("%d answers are kept", len(shared.flights))
		}
	})
}

// A session that leaves does not take the answer from the others.
func TestSharedRequestOutlivesTheFirstSession(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		shared := &Transport{Next: &service{}}
		ctx, leave := context.WithCancel(t.Context())
		var sessions sync.WaitGroup
		sessions.Go(func() {
			if _, err := get(
				ctx,
				t,
				shared,
				"GET",
				"https://service.example/a",
				"one",
			); !errors.Is(err, context.Canceled) {
				t.Errorf("the one that left got %v", err)
			}
		})
		synctest.Wait()
		sessions.Go(func() {
			if body, err := get(
				t.Context(),
				t,
				shared,
				"GET",
				"https://service.example/a",
				"one",
			); body != "x" || err != nil {
				t.Errorf("the other got %q, %v", body, err)
			}
		})
		synctest.Wait()
		leave()
		sessions.Wait()
	})
}

// A request that nobody waits for any more ends, so that the next one does not wait
// for a service that hangs.
func TestSharedRequestEndsWithTheLastSession(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		upstream := &service{hang: true}
		shared := &Transport{Next: upstream}
		for n := range 2 {
			ctx, stop := context.WithTimeout(t.Context(), time.Minute)
			var sessions sync.WaitGroup
			for range 2 {
				sessions.Go(func() {
					if _, err := get(
						ctx,
						t,
						shared,
						"GET",
						"https://service.example/a",
						"one",
					); !errors.Is(err, context.DeadlineExceeded) {
						t.Errorf("got %v", err)
					}
				})
			}
			sessions.Wait()
			stop()
			synctest.Wait()
			requests := upstream.requests.Load()
			ended := upstream.ended.Load()
			if int(requests) != n+1 || ended != requests {
				t.Errorf("%d requests, %d ended, want %d", requests, ended, n+1)
			}
		}
	})
}

func TestFailuresAreNotKept(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		upstream := &service{fail: true}
		shared := &Transport{Next: upstream}
		for range 2 {
			if _, err := get(t.Context(), t, shared, "GET", "https://service.example/a", "one"); err == nil {
				t.Error("no error")
			}
		}
		if n := upstream.requests.Load(); n != 2 {
			t.Errorf("%d requests", n)
		}
	})
}

// roundTripper is a function as a transport.
type roundTripper func(*http.Request) (*http.Response, error)

func (f roundTripper) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

// A panic of a request is the error of those that wait for it: it would end all sessions.
func TestPanicOfASharedRequest(t *testing.T) {
	shared := &Transport{Next: roundTripper(func(*http.Request) (*http.Response, error) { panic("broken") })}
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://example.test/", nil)
	if err != nil {
		t.Fatal(err)
	}
	response, err := shared.RoundTrip(req)
	if err == nil {
		response.Body.Close()
	}
	if _, panicked := errors.AsType[*crash.Panic](err); !panicked {
		t.Errorf("error %v", err)
	}
}
