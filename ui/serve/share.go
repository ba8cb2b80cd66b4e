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
	shareTime  = time.Second     // for how long a response serves later requests
	shareLimit = 256 << 20       // bytes of a response
	sharedWait = 5 * time.Minute // for the response to a request that several wait for
)

var errTooLarge = errors.New("the response is larger than 256 MiB")

// Transport shares the responses to equal GET requests: those that sessions make at the
// same time, or within a second after the response, cause one request. Requests
// are equal if their URLs and headers are, so that two keys never share.
type Transport struct {
	Next    http.RoundTripper
	Observe func(method string, status int, err error, took time.Duration) // of requests that were sent; nil for none

	group  singleflight.Group
	mu     sync.Mutex
	recent map[string]*answer
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
	a := t.recent[id]
	t.mu.Unlock()
	if a != nil {
		return a.copy(req), nil
	}
	done := t.group.DoChan(id, func() (any, error) { return t.fetch(id, req) })
	select {
	case r := <-done:
		if r.Err != nil {
			return nil, r.Err
		}
		return r.Val.(*answer).copy(req), nil
	case <-req.Context().Done():
		return nil, req.Context().Err()
	}
}

// fetch reads a whole response. It does not end with the session that requested it first.
func (t *Transport) fetch(id string, req *http.Request) (*answer, error) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(req.Context()), sharedWait)
	defer cancel()
	response, err := t.send(req.Clone(ctx))
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
	if t.recent == nil {
		t.recent = map[string]*answer{}
	}
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

func (a *answer) copy(req *http.Request) *http.Response {
	r := a.response
	r.Header, r.Trailer, r.Request = a.response.Header.Clone(), nil, req
	r.Body, r.ContentLength = io.NopCloser(bytes.NewReader(a.body)), int64(len(a.body))
	return &r
}

// identity returns a hash of everything that makes requests equal, including the key.
func identity(req *http.Request) string {
	h := sha256.New()
	_, _ = io.WriteString(h, req.URL.String()+"\n") // a hash takes everything
	_ = req.Header.Write(h)
	return string(h.Sum(nil))
}
