package api

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
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
			if e.RedirectTo != thief.URL || e.Status != status {
				t.Errorf("%s: %+v", op, e)
			}
		}
	}
	if n := len(other.all()); n != 0 {
		t.Errorf("%d requests reached the other origin, key %q", n, other.all()[0].Header.Get("X-Api-Key"))
	}
}

func TestRedirectsWithinTheOrigin(t *testing.T) {
	got := new(recorder)
	c, _ := newTestClient(t, got.record(func(w http.ResponseWriter, r *http.Request) {
		if !strings.HasPrefix(r.URL.Path, "/moved") {
			http.Redirect(w, r, "/moved"+r.URL.Path, http.StatusTemporaryRedirect)
			return
		}
		success(`{"total":0,"list":[]}`)(w, r)
	}))
	if err := accounts(c); err != nil {
		t.Fatal(err)
	}
	if r := got.all(); len(r) != 2 || r[1].Header.Get("X-Api-Key") != testKey {
		t.Errorf("%d requests", len(r))
	}
	wantKind(t, createGroup(c), KindRedirect, false)
	_, err := c.WorkDetail(context.Background(), WorkQuery{Platform: "x", WorkID: "1"})
	wantKind(t, err, KindRedirect, false)
	if n := len(got.all()); n != 4 {
		t.Errorf("a call with effects followed a redirect: %d requests", n)
	}
}

func TestRedirectsEnd(t *testing.T) {
	got := new(recorder)
	c, _ := newTestClient(t, got.record(func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, fmt.Sprintf("/%d", len(got.all())), http.StatusFound)
	}))
	wantKind(t, accounts(c), KindRedirect, false)
	if n := len(got.all()); n != 6 {
		t.Errorf("%d requests", n)
	}
}
