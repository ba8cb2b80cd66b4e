package api

import (
	"context"
	"net/http"
	"net/http/httptest"
	"testing"
)

func TestNoRedirectToAnotherOrigin(t *testing.T) {
	other := new(recorder)
	thief := httptest.NewServer(other.record(success(`[]`)))
	t.Cleanup(thief.Close)
	for _, status := range []int{301, 302, 303, 307, 308} {
		c, _ := newTestClient(t, func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Location", thief.URL+"/x?key=1")
			w.WriteHeader(status)
		}, Settings{Retries: 2})
		for op, err := range allCalls(context.Background(), c) {
			e := wantKind(t, err, KindRedirect, false)
			if e.Err.(*RequestError).Detail != thief.URL || e.Status != status {
				t.Errorf("%s: %+v", op, e)
			}
		}
	}
	if n := len(other.all()); n != 0 {
		t.Errorf("%d requests reached the other origin, key %q", n, other.all()[0].Header.Get("X-Api-Key"))
	}
}

func TestNoRedirectWithinTheOrigin(t *testing.T) {
	got := new(recorder)
	c, _ := newTestClient(t, got.record(func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, "/moved?token=1", http.StatusTemporaryRedirect)
	}), Settings{Retries: 2})
	calls := allCalls(context.Background(), c)
	for op, err := range calls {
		if e := wantKind(t, err, KindRedirect, false); e.Err.(*RequestError).Detail != "/moved" {
			t.Errorf("%s: %+v", op, e)
		}
	}
	if n := len(got.all()); n != len(calls) {
		t.Errorf("%d requests for %d calls", n, len(calls))
	}
}
