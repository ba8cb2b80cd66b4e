package serve

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"io"
	"net/http"
	"sync"
	"time"

	"channeldeck/ui/crash"
)

const (
	shareTime  = time.Second // for how long a response serves later requests
	shareLimit = 256 << 20   // bytes of a response
)

var errTooLarge = errors.New("the response is larger than 256 MiB")

// Transport shares the responses to equal GET requests: those that sessions make at the
// same time, or within a second after the response, cause one request. Requests
// are equal if their URLs and headers are, except for the X-Request-Id, so that two
// keys never share. The Request of a response is the one that was sent.
type Transport struct {
	Next http.RoundTripper
	// of requests that were sent, 0 without a response; nil for none
	Observe func(method string, status int, took time.Duration)

	mu      sync.Mutex
	flights map[string]*flight // by identity
}

// flight is a request that sessions wait for, and then its response. It ends when the
// last of its users leaves: the sessions and, for a while, a successful response.
type flight struct {
	users  int
	cancel context.CancelFunc

	done     chan struct{} // closed when the rest is set
	response http.Response // without a body
	body     []byte
	err      error
}

// RoundTrip implements http.RoundTripper.
func (t *Transport) RoundTrip(req *http.Request) (*http.Response, error) {
	if req.Method != http.MethodGet {
		return t.send(req)
	}
	id := identity(req)
	f := t.join(id, req)
	defer t.leave(id, f)
	select {
	case <-f.done:
		if f.err != nil {
			return nil, f.err
		}
		r := f.response
		r.Header = r.Header.Clone()
		r.Trailer = nil
		r.Body = io.NopCloser(bytes.NewReader(f.body))
		r.ContentLength = int64(len(f.body))
		return &r, nil
	case <-req.Context().Done():
		return nil, req.Context().Err()
	}
}

// join returns the flight of a request, and starts it for the first session.
func (t *Transport) join(id string, req *http.Request) *flight {
	t.mu.Lock()
	defer t.mu.Unlock()
	f := t.flights[id]
	if f == nil {
		ctx, cancel := context.WithCancel(context.WithoutCancel(req.Context()))
		f = &flight{cancel: cancel, done: make(chan struct{})}
		if t.flights == nil {
			t.flights = map[string]*flight{}
		}
		t.flights[id] = f
		go t.fetch(id, f, req.Clone(ctx))
	}
	f.users++
	return f
}

func (t *Transport) leave(id string, f *flight) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if f.users--; f.users > 0 {
		return
	}
	f.cancel()
	if t.flights[id] == f {
		delete(t.flights, id)
	}
}

func (t *Transport) fetch(id string, f *flight, req *http.Request) {
	defer close(f.done)
	// which would end the server
	defer crash.Recover(func(p *crash.Panic) {
		f.err = p
	})
	response, err := t.send(req)
	if err != nil {
		f.err = err
		return
	}
	defer response.Body.Close()
	f.response = *response
	f.body, f.err = io.ReadAll(io.LimitReader(response.Body, shareLimit+1))
	if len(f.body) > shareLimit {
		f.err = errTooLarge
	}
	if f.err == nil && response.StatusCode == http.StatusOK {
		t.mu.Lock()
		defer t.mu.Unlock()
		f.users++
		time.AfterFunc(shareTime, func() { t.leave(id, f) })
	}
}

func (t *Transport) send(req *http.Request) (*http.Response, error) {
	began := time.Now()
	response, err := t.Next.RoundTrip(req)
	if t.Observe != nil {
		status := 0
		if err == nil {
			status = response.StatusCode
		}
		t.Observe(req.Method, status, time.Since(began))
	}
	return response, err
}

// identity returns a hash of everything that makes requests equal, including the key.
func identity(req *http.Request) string {
	h := sha256.New()
	_, _ = io.WriteString(h, req.URL.String()+"\n") // a hash takes everything
	_ = req.Header.WriteSubset(h, map[string]bool{"X-Request-Id": true})
	return string(h.Sum(nil))
}
