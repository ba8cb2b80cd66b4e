package contract

import (
	"bytes"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"testing"
)

// Transport sends through base and fails the test for each invalid request or
// response.
func Transport(t testing.TB, base http.RoundTripper) http.RoundTripper {
	return transport{t, base}
}

type transport struct {
	t    testing.TB
	base http.RoundTripper
}

func (tr transport) RoundTrip(r *http.Request) (*http.Response, error) {
	checked := r.Clone(r.Context())
	if r.Body != nil {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			return nil, err
		}
		_ = r.Body.Close()
		r.Body = io.NopCloser(bytes.NewReader(body))
		checked.Body = io.NopCloser(bytes.NewReader(body))
	}
	if err := CheckRequest(checked); err != nil {
		tr.t.Error(err)
	}
	resp, err := tr.base.RoundTrip(r)
	if err != nil {
		return nil, err
	}
	if err := CheckResponse(checked, resp); err != nil {
		tr.t.Error(err)
	}
	return resp, nil
}

// Handler serves with next and fails the test for each invalid request or
// response. It buffers responses.
func Handler(t testing.TB, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if err := CheckRequest(r); err != nil {
			t.Error(err)
		}
		recorder := httptest.NewRecorder()
		next.ServeHTTP(recorder, r)
		resp := recorder.Result()
		resp.Request = r
		if err := CheckResponse(r, resp); err != nil {
			t.Error(err)
		}
		maps.Copy(w.Header(), recorder.Header())
		w.WriteHeader(recorder.Code)
		_, _ = w.Write(recorder.Body.Bytes()) // the client may be gone
	})
}
