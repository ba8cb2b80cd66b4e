package contract

import (
	"bytes"
	"io"
	"net/http"
	"testing"
)

// Transport sends through base and fails the test for each request or answer
// that breaks the contract.
func Transport(t testing.TB, base http.RoundTripper) http.RoundTripper {
	return transport{t, base}
}

type transport struct {
	t    testing.TB
	base http.RoundTripper
}

func (tr transport) RoundTrip(r *http.Request) (*http.Response, error) {
	seen := r.Clone(r.Context())
	if r.Body != nil {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			return nil, err
		}
		_ = r.Body.Close()
		r.Body = io.NopCloser(bytes.NewReader(body))
		seen.Body = io.NopCloser(bytes.NewReader(body))
	}
	if err := CheckRequest(seen); err != nil {
		tr.t.Error(err)
	}
	resp, err := tr.base.RoundTrip(r)
	if err != nil {
		return nil, err
	}
	if err := CheckResponse(seen, resp); err != nil {
		tr.t.Error(err)
	}
	return resp, nil
}

// Handler serves with next and fails the test for each request or answer that
// breaks the contract. It holds a whole answer before it sends it.
func Handler(t testing.TB, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if err := CheckRequest(r); err != nil {
			t.Error(err)
		}
		held := &held{header: w.Header(), status: http.StatusOK}
		next.ServeHTTP(held, r)
		resp := &http.Response{
			StatusCode: held.status,
			Header:     held.header,
			Body:       io.NopCloser(bytes.NewReader(held.body.Bytes())),
			Request:    r,
		}
		if err := CheckResponse(r, resp); err != nil {
			t.Error(err)
		}
		w.WriteHeader(held.status)
		_, _ = w.Write(held.body.Bytes()) // the client may be gone
	})
}

// held is a ResponseWriter that keeps what is written.
type held struct {
	header http.Header
	status int
	body   bytes.Buffer
}

func (h *held) Header() http.Header         { return h.header }
func (h *held) WriteHeader(status int)      { h.status = status }
func (h *held) Write(p []byte) (int, error) { return h.body.Write(p) }
