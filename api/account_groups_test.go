package api_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"slices"
	"testing"

	"channeldeck/api"
)

// groupsOf returns what a client gets from a service that answers each request with a handler.
func groupsOf(t *testing.T, ctx context.Context, answer http.HandlerFunc) ([]api.AccountGroup, error) {
	t.Helper()
	s := httptest.NewServer(answer)
	defer s.Close()
	c, err := api.New(s.URL, api.Settings{APIKey: "k", Retries: -1})
	if err != nil {
		t.Fatal(err)
	}
	return c.AccountGroups(ctx)
}

func says(body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte(body)) }
}

// Groups come in the order of their ranks, each with what the service sent. Those without an ID
// are left out.
func TestAccountGroups(t *testing.T) {
	const body = `{"code":0,"message":"ok","data":[
		{"id":"b","name":"Own brand","rank":2,"proxyIp":"198.51.100.7","isDefault":false,"hasBrowserConfig":true,
		"createdAt":"2026-05-01T08:00:00.000Z","updatedAt":"2026-05-02T08:00:00.000Z","later":1},
		{"name":"nobody's","rank":0},
		{"id":"a","name":"Client: Harbor","rank":1,"isDefault":true}]}`
	var path, key string
	list, err := groupsOf(t, t.Context(), func(w http.ResponseWriter, r *http.Request) {
		path, key = r.Method+" "+r.URL.RequestURI(), r.Header.Get("X-Api-Key")
		says(body)(w, r)
	})
	if err != nil || path != "GET /api/v2/channels/account-groups" || key != "k" {
		t.Fatalf("%s with key %q: %v", path, key, err)
	}
	ids := slices.Collect(func(yield func(string) bool) {
		for i := range list {
			yield(list[i].ID)
		}
	})
	if !slices.Equal(ids, []string{"a", "b"}) {
		t.Fatalf("groups %q", ids)
	}
	if g := list[0]; g.Name != "Client: Harbor" || !g.IsDefault.Or(false) || g.ProxyIP.Or("none") != "none" {
		t.Errorf("first: %+v", g)
	}
	if g := list[1]; g.Rank.String() != "2" || g.ProxyIP.Or("") != "198.51.100.7" || !g.HasBrowserConfig.Or(false) ||
		g.IsDefault.Or(true) ||
		string(g.Unknown) != `{"later":1}` {
		t.Errorf("second: %+v", g)
	}
}

// A deployment without the call, in any form, is an error and no list.
func TestNoAccountGroups(t *testing.T) {
	ended, cancel := context.WithCancel(t.Context())
	for name, answer := range map[string]http.HandlerFunc{
		"status 404":   http.NotFound,
		"code 404":     says(`{"code":404,"message":"Cannot GET /api/v2/channels/account-groups","data":{}}`),
		"a page":       says("<!doctype html><title>Console</title>"),
		"an object":    says(`{"code":0,"message":"ok","data":{"list":[]}}`),
		"null":         says(`{"code":0,"message":"ok","data":null}`),
		"no answer":    func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) },
		"unauthorized": says(`{"code":401,"message":"Unauthorized","data":{}}`),
	} {
		if list, err := groupsOf(t, t.Context(), answer); err == nil || list != nil {
			t.Errorf("%s: %v, %v", name, list, err)
		}
	}
	slow := func(_ http.ResponseWriter, r *http.Request) {
		cancel()
		<-r.Context().Done()
	}
	if list, err := groupsOf(t, ended, slow); err == nil || list != nil {
		t.Errorf("slow: %v, %v", list, err)
	}
}
