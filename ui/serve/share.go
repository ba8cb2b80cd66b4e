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

	"golang.org/x/sync/singleflight"
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
	Next    http.RoundTripper
	Observe func(method string, status int, err error, took time.Duration) // of requests that were sent; nil for none

	group   singleflight.Group
	mu      sync.Mutex
	waiting map[string]*flight
	recent  map[string]*answer
}

// flight is a request that sessions wait for. It ends when all of them have left.
type flight struct {
	ctx      context.Context
	cancel   context.CancelFunc
	sessions int
}

type answer struct {
	response http.Response // without a body
	body     []byte
}

// RoundTrip implements http.RoundTripper.
func (t *Transport) RoundTrip(req *http.Request) (*http.Response, error) {
	if req.Method != http.MethodGet {
		return t.send(req)
	}
	id := identity(req)
	t.mu.Lock()
	if a := t.recent[id]; a != nil {
		t.mu.Unlock()
		return a.copy(), nil
	}
	if t.waiting == nil {
		t.waiting, t.recent = map[string]*flight{}, map[string]*answer{}
	}
	f := t.waiting[id]
	if f == nil {
		f = &flight{}
		f.ctx, f.cancel = context.WithCancel(context.WithoutCancel(req.Context()))
		t.waiting[id] = f
	}
	f.sessions++
	t.mu.Unlock()
	defer t.leave(id, f)
	done := t.group.DoChan(id, func() (any, error) { return t.fetch(id, req.Clone(f.ctx)) })
	select {
	case r := <-done:
		if r.Err != nil {
			return nil, r.Err
		}
		return r.Val.(*answer).copy(), nil
	case <-req.Context().Done():
		return nil, req.Context().Err()
	}
}

// leave ends the request of a session; the last one ends the shared request.
func (t *Transport) leave(id string, f *flight) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if f.sessions--; f.sessions == 0 {
		f.cancel()
		delete(t.waiting, id)
		t.group.Forget(id)
	}
}

// fetch reads a whole response.
func (t *Transport) fetch(id string, req *http.Request) (*answer, error) {
	response, err := t.send(req)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	a := &answer{response: *response}
	a.body, err = io.ReadAll(io.LimitReader(response.Body, shareLimit+1))
	switch {
	case err != nil:
		return nil, err
	case len(a.body) > shareLimit:
		return nil, errTooLarge
	case response.StatusCode != http.StatusOK:
		return a, nil
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.recent[id] = a
	time.AfterFunc(shareTime, func() {
		t.mu.Lock()
		defer t.mu.Unlock()
		delete(t.recent, id)
	})
	return a, nil
}

func (t *Transport) send(req *http.Request) (*http.Response, error) {
	began := time.Now()
	response, err := t.Next.RoundTrip(req)
	if t.Observe != nil {
		status := 0
		if err == nil {
			status = response.StatusCode
		}
		t.Observe(req.Method, status, err, time.Since(began))
	}
	return response, err
}

func (a *answer) copy() *http.Response {
	r := a.response
	r.Header, r.Trailer = a.response.Header.Clone(), nil
	r.Body, r.ContentLength = io.NopCloser(bytes.NewReader(a.body)), int64(len(a.body))
	return &r
}

// identity returns a hash of everything that makes requests equal, including the key.
func identity(req *http.Request) string {
	h := sha256.New()
	_, _ = io.WriteString(h, req.URL.String()+"\n") // a hash takes everything
	_ = req.Header.WriteSubset(h, map[string]bool{"X-Request-Id": true})
	return string(h.Sum(nil))
}
