package store_test

import (
	"fmt"
	"io"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api"
	"channeldeck/api/history"
	"channeldeck/ui/store"
	"channeldeck/ui/testkit/panetest"
)

// With the service down, the second start has the data of the first one, with its
// age, and the error.
func TestLastKnownDataIsShown(t *testing.T) {
	path := filepath.Join(t.TempDir(), "h.db")
	first := panetest.New(t, panetest.Options{History: panetest.History(t, path, panetest.Now)})
	s := first.Site().Store
	for _, cmd := range []tea.Cmd{s.Accounts.Require(), s.Platforms.Require(), s.Catalog.Require()} {
		deliver(cmd)
	}
	rows := len(s.Accounts.List().Rows)
	models := len(s.Catalog.Value)
	first.Site().History().Close(t.Context())

	answered := false
	second := panetest.New(t, panetest.Options{
		History: panetest.History(t, path, panetest.Now.AddDate(0, 0, 1)),
		Handler: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			answered = true
			http.Error(w, "down", http.StatusNotFound)
		}),
	})
	s = second.Site().Store
	for _, cmd := range []tea.Cmd{s.Accounts.Require(), s.Platforms.Require(), s.Catalog.Require()} {
		deliver(cmd)
	}
	if !answered || rows == 0 || models == 0 {
		t.Fatalf("%d accounts and %d models; requests %v", rows, models, second.Requests())
	}
	if got := len(s.Accounts.List().Rows); got != rows || !s.Accounts.At.Equal(panetest.Now) || s.Accounts.Err == nil {
		t.Errorf("%d of %d accounts of %v, error %v", got, rows, s.Accounts.At, s.Accounts.Err)
	}
	if len(s.Catalog.Value) != models || !s.Catalog.At.Equal(panetest.Now) || s.Catalog.Err == nil ||
		len(s.Platforms.Value) == 0 {
		t.Errorf("%d of %d models of %v, error %v", len(s.Catalog.Value), models, s.Catalog.At, s.Catalog.Err)
	}
}

// With the service down, changes since the previous visit and within a week are those
// between stored lists.
func TestChangesWithoutService(t *testing.T) {
	path := filepath.Join(t.TempDir(), "h.db")
	const account = `{"id":"%s","userId":"u","type":"x","uid":"1","nickname":"%[1]s","groupId":"g","status":%d,` +
		`"fansCount":%d,"lastStatsTime":"2026-03-02T08:00:00Z"}`
	record := func(days int, visit bool, accounts ...string) {
		at := panetest.Now.AddDate(0, 0, days)
		h := history.Open(history.Config{
			Path:  path,
			Visit: visit,
			Site:  "s",
			Key:   panetest.Key,
			Now:   func() time.Time { return at },
		})
		rows, err := api.DecodeRows[api.Account]([]byte("[" + strings.Join(accounts, ",") + "]"))
		if err != nil {
			t.Fatal(err)
		}
		var list []*api.Account
		for i := range rows {
			list = append(list, &rows[i])
		}
		h.RecordAccounts(at, list, api.Int(int64(len(list))), true)
		h.Close(t.Context())
	}
	record(-8, true, fmt.Sprintf(account, "fails", 1, 100), fmt.Sprintf(account, "goes", 1, 5))
	record(-1, false, fmt.Sprintf(account, "fails", 0, 130), fmt.Sprintf(account, "comes", 1, 7))

	w := panetest.New(t, panetest.Options{
		History: panetest.History(t, path, panetest.Now),
		Handler: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			http.Error(w, "down", http.StatusNotFound)
		}),
	})
	s := w.Site().Store
	deliver(s.Accounts.Require())
	past := s.Past.Value
	rows := s.Accounts.List().Rows
	if len(rows) != 2 || rows[0].ID != "fails" || s.Accounts.Err == nil {
		t.Fatalf("%d accounts, error %v", len(rows), s.Accounts.Err)
	}
	a := past.Mark(rows[0])
	b := past.Mark(rows[1])
	if a != history.TurnedAbnormal || b != history.Appeared {
		t.Errorf("marks %q and %q", a, b)
	}
	for span, want := range map[history.Span]string{
		history.SpanBaseline: "30",
		history.SpanWeek:     "30",
		history.SpanMonth:    "30",
	} {
		if got := past.Followers(rows[0], span).String(); got != want {
			t.Errorf("span %d: %q, not %q", span, got, want)
		}
	}
	if past == nil || len(past.Gone) != 1 || past.Gone[0].ID != "goes" {
		t.Errorf("gone: %+v", past)
	}
}

// The first rows are shown before the others are read, and a response that arrives
// in between is not replaced.
func TestResponseWinsOverHistory(t *testing.T) {
	path := filepath.Join(t.TempDir(), "h.db")
	d := panetest.History(t, path, panetest.Now)
	old := panetest.New(t, panetest.Options{History: d})
	deliver(old.Site().Store.Accounts.Require())
	d.Close(t.Context())

	w := panetest.New(t, panetest.Options{
		History: panetest.History(t, path, panetest.Now),
		Handler: panetest.Answers(func(*http.Request) string { return twoOfThree }),
	})
	a := accountsOf(w)
	batch := a.Require()().(tea.BatchMsg)
	restored := batch[0]
	request := batch[1]
	msg := restored().(store.Message)
	changed, rest := msg.Deliver()
	if rows := a.List().Rows; changed == nil || rest == nil || a.Loaded() || len(rows) == 0 ||
		strings.HasPrefix(rows[0].ID, "a:") {
		t.Fatalf("%d rows at first, loaded %v", len(rows), a.Loaded())
	}
	deliver(request)
	if deliver(rest); len(a.List().Rows) != 2 {
		t.Errorf("the response was replaced by %d rows", len(a.List().Rows))
	}
}

// arrivals returns the accounts of a new session, whose history has 200, while a response arrives of which some bytes
// are written to the pipe. rest is the command that takes what comes after the first rows.
func arrivals(t *testing.T, response io.Reader) (w *panetest.World, a *store.Accounts, rest tea.Cmd) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "h.db")
	d := panetest.History(t, path, panetest.Now)
	old := panetest.New(t, panetest.Options{
		History: d,
		Handler: panetest.Answers(func(*http.Request) string { return listOf(200, "old", numbered(200)...) }),
	})
	deliver(old.Site().Store.Accounts.Require())
	d.Close(t.Context())

	w = panetest.New(t, panetest.Options{History: panetest.History(t, path, panetest.Now), API: api.Settings{
		Transport: roundTripper(func(r *http.Request) (*http.Response, error) {
			return &http.Response{
				StatusCode: http.StatusOK,
				Header:     http.Header{"Content-Type": {"application/json"}},
				Body:       io.NopCloser(response),
				Request:    r,
			}, nil
		}),
	}})
	a = accountsOf(w)
	batch := a.Require()().(tea.BatchMsg)
	_, whole := batch[0]().(store.Message).Deliver()
	_, next := batch[1]().(store.Message).Deliver()
	both := next().(tea.BatchMsg) // the rest of the response, and a timer
	if both[1](); deliver(whole) != 0 || a.Loaded() || len(w.Timers()) != 1 {
		t.Fatalf("%d rows are loaded, %d timers", len(a.List().Rows), len(w.Timers()))
	}
	return w, a, both[0]
}

// numbered returns IDs from 0.
func numbered(n int) []string {
	all := make([]string, n)
	for i := range all {
		all[i] = fmt.Sprint(i)
	}
	return all
}

// When rows of a response arrive, the history is no longer read: only if the response takes long.
func TestHistoryWaitsForArrivingRows(t *testing.T) {
	body, response := io.Pipe()
	list := listOf(100, "new", numbered(100)...)
	some := strings.Index(list, `{"id":"90"`)
	go io.WriteString(response, list[:some])
	w, a, rest := arrivals(t, body)
	_, late := w.Timers()[0].Msg.(store.Message).Deliver()
	if deliver(late); !a.Loaded() || len(a.List().Rows) != 200 || a.List().Rows[0].Nickname != "old" {
		t.Errorf("while the response takes long: %d rows", len(a.List().Rows))
	}
	go func() {
		_, _ = io.WriteString(response, list[some:])
		_ = response.Close()
	}()
	if deliver(rest); len(a.List().Rows) != 100 || a.Err != nil {
		t.Errorf("at the end: %d rows, error %v", len(a.List().Rows), a.Err)
	}
}

// Of a large response that arrives, the history waits longer for the end: two large lists take twice the memory.
func TestHistoryWaitsLongerForManyRows(t *testing.T) {
	body, response := io.Pipe()
	list := listOf(9_000, "new", numbered(9_000)...)
	go io.WriteString(response, list[:strings.Index(list, `{"id":"8000"`)])
	w, a, rest := arrivals(t, body)
	rest().(store.Message).Deliver()
	many := len(a.List().Rows)
	if a.Loaded() || many < 4_000 {
		t.Fatalf("%d rows have arrived", many)
	}
	_, wait := w.Timers()[0].Msg.(store.Message).Deliver()
	if deliver(wait); len(a.List().Rows) != many || len(w.Timers()) != 2 {
		t.Fatalf("%d rows are shown, %d timers", len(a.List().Rows), len(w.Timers()))
	}
	timers := w.Timers()
	if timers[1].After <= timers[0].After {
		t.Errorf("waits for %v, then for %v", timers[0].After, timers[1].After)
	}
	_, late := timers[1].Msg.(store.Message).Deliver()
	if deliver(late); !a.Loaded() || len(a.List().Rows) != 200 || a.List().Rows[0].Nickname != "old" {
		t.Errorf("while the response takes long: %d rows", len(a.List().Rows))
	}
}

type roundTripper func(*http.Request) (*http.Response, error)

func (f roundTripper) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

// A response is recorded as it is: a partial list does not say that accounts are gone,
// and a failure says nothing. Only the accounts are refreshed by a timer, not the
// comparison with the past.
func TestWhatIsRecorded(t *testing.T) {
	path := filepath.Join(t.TempDir(), "h.db")
	d := panetest.History(t, path, panetest.Now)
	const failure = `{"code":401,"message":"Unauthorized","data":{}}`
	var body panetest.Body
	body.Set(failure)
	w := panetest.New(t, panetest.Options{History: d, Refresh: time.Minute, Handler: &body})
	a := accountsOf(w)
	deliver(a.Require())
	for i, response := range []string{listOf(2, "a", "1", "2"), listOf(2, "a", "1"), failure} {
		body.Set(response)
		deliver(a.Refresh())
		if n := len(w.Timers()); n != i+2 {
			t.Errorf("%d timers after %d loads", n, i+2)
		}
	}
	d.Close(t.Context())

	d = panetest.History(t, path, panetest.Now)
	if rows, _, at, err := d.Accounts(t.Context(), 0); ids(rows) != "1 2" || !at.Equal(panetest.Now) || err != nil {
		t.Errorf("accounts %s of %v, error %v", ids(rows), at, err)
	}
}

func ids(rows []*api.Account) string {
	var all []string
	for _, a := range rows {
		all = append(all, a.ID)
	}
	return strings.Join(all, " ")
}

// A list is recorded after it is shown and compared with the history.
func TestListIsRecordedAfterItsComparison(t *testing.T) {
	path := filepath.Join(t.TempDir(), "h.db")
	w := panetest.New(t, panetest.Options{History: panetest.History(t, path, panetest.Now)})
	s := w.Site().Store
	cmd := s.Accounts.Require()
	var compare []tea.Cmd
	for queue := []tea.Cmd{cmd}; len(queue) > 0; queue = queue[1:] {
		if queue[0] == nil {
			continue
		}
		switch msg := queue[0]().(type) {
		case tea.BatchMsg:
			queue = append(queue, msg...)
		case store.Message:
			loading := s.Accounts.Running()
			changed, next := msg.Deliver()
			if changed == (store.Changed{Kind: store.KindAccounts}) && loading && s.Accounts.Loaded() {
				compare = append(compare, next)
			} else {
				queue = append(queue, next)
			}
		}
	}
	for range 50 { // as long as a recording takes many times over
		if n := recordedIn(t, path); n != 0 || len(compare) != 1 {
			t.Fatalf("%d accounts were recorded before the comparison; %d comparisons", n, len(compare))
		}
	}
	deliver(compare[0])
	w.Site().History().Wait(t.Context())
	if n := recordedIn(t, path); n != len(s.Accounts.Value.Rows) || !s.Past.Loaded() {
		t.Errorf("%d of %d accounts were recorded, compared %t", n, len(s.Accounts.Value.Rows), s.Past.Loaded())
	}
}

// A load that fails may have postponed nothing: that of all platforms, and one after a shared list.
func TestFailedLoadThatPostponedNothing(t *testing.T) {
	w := panetest.New(t, panetest.Options{
		History: panetest.History(t, filepath.Join(t.TempDir(), "h.db"), panetest.Now),
		Handler: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			http.Error(w, "down", http.StatusNotFound)
		}),
	})
	s := w.Site().Store
	deliver(s.Accounts.LoadAll())
	if s.Accounts.Err == nil {
		t.Error("the load did not fail")
	}
}

// recordedIn returns how many accounts the history in a file has.
func recordedIn(t *testing.T, path string) int {
	h := history.Open(history.Config{
		Path:     path,
		Site:     "s",
		Key:      panetest.Key,
		Now:      func() time.Time { return panetest.Now },
		ReadOnly: true,
	})
	defer h.Close(t.Context())
	rows, _, _, err := h.Accounts(t.Context(), 0)
	if err != nil {
		t.Error(err)
	}
	return len(rows)
}
