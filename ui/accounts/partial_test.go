package accounts

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"channeldeck/api/sandbox"
	"channeldeck/ui/pane"
	"channeldeck/ui/testkit/awkward"
	"channeldeck/ui/testkit/panetest"
)

// cutList is a service that sends a part of 3,000 accounts, and the id of one that
// it omits.
func cutList(t *testing.T) (w *panetest.World, hidden string) {
	t.Helper()
	w = panetest.New(t, panetest.Options{Sandbox: sandbox.Options{Accounts: 3000}, Before: awkward.Cut})
	m := panetest.Begin(t, New, w, 100, 20)
	sent := map[string]bool{}
	for _, a := range loaded(m).Rows {
		sent[a.ID] = true
	}
	panetest.Press(t, m, "L")
	for _, a := range loaded(m).Rows {
		if !sent[a.ID] {
			return w, a.ID
		}
	}
	t.Fatal("the service holds nothing back")
	return nil, ""
}

// A filter can be set before the list turns out to be partial. Its rows are then
// requested once.
func TestFilterSetWhileLoadingIsFetchedOnce(t *testing.T) {
	w, hidden := cutList(t)
	for _, test := range []struct {
		target   pane.Target
		requests string // "" for what the service does not filter by
	}{
		{pane.Target{Pane: Name, AccountID: hidden}, "ids%5B%5D="},
		{pane.Target{Pane: Name, Platform: "YouTube"}, "types%5B%5D=YouTube"},
		{pane.Target{Pane: Name, GroupID: "0123456789abcdef01234567"}, ""},
	} {
		w.ResetStore()
		m := New(w.Context)
		m.SetSize(100, 20)
		begun, before := m.Init(), len(w.Requests())
		open := m.Open(test.target)
		panetest.Pump(t, m, begun)
		panetest.Pump(t, m, open)
		requests := slices.DeleteFunc(w.Requests()[before:], func(r string) bool { return strings.HasSuffix(r, "/platforms") })
		if test.requests == "" {
			if len(requests) != 1 {
				t.Errorf("%+v: requests %v", test.target, requests)
			}
			continue
		}
		if len(requests) != 2 || !strings.Contains(requests[1], test.requests) {
			t.Errorf("%+v: requests %v", test.target, requests)
		}
		if a, ok := rowsOf(m).Current(); !ok || test.target.AccountID != "" && a.ID != hidden {
			t.Errorf("%+v: not shown:\n%s", test.target, m.View())
		}
	}
}

// While the rows of a filter are being fetched, the list is not called empty.
func TestNoMatchIsShownOnlyAfterTheFetch(t *testing.T) {
	_, hidden := cutList(t)
	refused := false
	service, err := sandbox.New(sandbox.Options{Accounts: 3000, APIKey: panetest.Key})
	if err != nil {
		t.Fatal(err)
	}
	cut := awkward.Cut(service)
	w := panetest.New(t, panetest.Options{Handler: http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		if refused && r.URL.Query().Has("ids[]") {
			answer(`{"code":10002,"message":"not now","data":{},"requestId":"r-1"}`).ServeHTTP(rw, r)
			return
		}
		cut.ServeHTTP(rw, r)
	})})
	m := panetest.Begin(t, New, w, 100, 20)
	const loading, nothing = "Loading", "No account matches"
	shows := func(when string, want ...string) {
		t.Helper()
		panetest.Fits(t, m)
		m.SetSize(100, 20)
		view := m.View()
		for _, s := range []string{loading, nothing, "10002", "1 ID"} {
			if strings.Contains(view, s) != slices.Contains(want, s) {
				t.Errorf("%s: %q on the screen is %v:\n%s", when, s, strings.Contains(view, s), view)
			}
		}
	}
	asks := m.Open(pane.Target{Pane: Name, AccountID: hidden})
	shows("while it is requests", loading, "1 ID")
	refused = true
	panetest.Pump(t, m, asks)
	shows("refused", "10002", "1 ID")
	asks = m.Update(panetest.KeyMsg("r"))
	shows("requests again", loading, "10002", "1 ID") // above, what failed last
	refused = false
	if panetest.Pump(t, m, asks); rowsOf(m).Position() != 1 {
		t.Errorf("not shown:\n%s", m.View())
	}
	panetest.Pump(t, m, m.Open(pane.Target{Pane: Name, AccountID: "no such account"}))
	shows("answered", nothing, "1 ID")
	m.Update(panetest.KeyMsg("r"))
	shows("requests the same again", nothing, "1 ID")
	panetest.Press(t, m, "X")
	shows("cleared")
}

// A complete list is filtered without a request.
func TestNoMatchInACompleteListNeedsNoFetch(t *testing.T) {
	m := panetest.Begin(t, New, panetest.New(t, panetest.Options{}), 100, 20)
	m.Update(panetest.KeyMsg("r"))
	m.Open(pane.Target{Pane: Name, AccountID: "no such account"})
	if view := m.View(); !strings.Contains(view, "No account matches") {
		t.Errorf("nothing says that it is not there:\n%s", view)
	}
}
