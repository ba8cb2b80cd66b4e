package store_test

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api"
	"channeldeck/api/fleet"
	"channeldeck/ui/crash"
	"channeldeck/ui/store"
	"channeldeck/ui/testkit/panetest"
)

// deliver runs a command and everything that follows from it, and returns how
// often the store announced a change.
func deliver(cmd tea.Cmd) (changes int) {
	for cmd != nil {
		msg := cmd()
		if batch, ok := msg.(tea.BatchMsg); ok {
			for _, c := range batch {
				changes += deliver(c)
			}
			return changes
		}
		m, ok := msg.(store.Message)
		if !ok {
			return changes
		}
		var changed tea.Msg
		if changed, cmd = m.Deliver(); changed != nil {
			changes++
		}
	}
	return changes
}

func accountsOf(w *panetest.World) *store.Accounts { return &w.Site().Store.Accounts }

const twoOfThree = `{"code":0,"message":"ok","data":{"total":3,"list":[
	{"id":"a:1","userId":"u","type":"douyin","uid":"1","nickname":"one","groupId":"g","status":1},
	{"id":"a:2","userId":"u","type":"x","uid":"2","nickname":"two","groupId":"h","status":0}]}}`

func TestRequireLoadsOnce(t *testing.T) {
	w := panetest.New(t, panetest.Options{Handler: panetest.Answers(func(*http.Request) string { return twoOfThree })})
	a := accountsOf(w)
	first := a.Require()
	if a.Require() != nil {
		t.Error("a second request while the first is running")
	}
	if changes := deliver(first); changes == 0 || len(a.List().Rows) != 2 || a.List().Missing != 1 {
		t.Errorf("%d changes, %d rows", changes, len(a.List().Rows))
	}
	if a.Require() != nil || len(w.Requests()) != 1 {
		t.Errorf("requests %v", w.Requests())
	}
	if got := a.List().Rows[0].ID; got != "a:2" {
		t.Errorf("the first row is %s, not the abnormal account", got)
	}
}

// A refresh while a load is running replaces it: the outdated response is dropped.
func TestRefreshReplacesARunningLoad(t *testing.T) {
	w := panetest.New(t, panetest.Options{Handler: panetest.Answers(func(*http.Request) string { return twoOfThree })})
	a := accountsOf(w)
	first := a.Refresh()
	second := a.Refresh()
	if changes := deliver(first); changes != 0 || a.Loaded() || !a.Running() {
		t.Errorf("an outdated load caused %d changes", changes)
	}
	if deliver(second); !a.Loaded() || a.Running() || a.Err != nil {
		t.Errorf("not loaded: %v", a.Err)
	}
}

func TestFailureKeepsTheData(t *testing.T) {
	var body panetest.Body
	body.Set(twoOfThree)
	w := panetest.New(t, panetest.Options{Handler: &body})
	a := accountsOf(w)
	deliver(a.Require())
	at := a.At
	body.Set(`{"code":401,"message":"Unauthorized","data":{}}`)
	deliver(a.Refresh())
	if business, ok := errors.AsType[*api.Error](a.Err); !ok || business.Code != api.CodeUnauthorized {
		t.Errorf("error %v", a.Err)
	}
	if len(a.List().Rows) != 2 || a.At != at {
		t.Error("the old data is gone")
	}
}

// An automatic refresh that fires while a load is running does nothing.
func TestTimerDuringALoad(t *testing.T) {
	w := panetest.New(t, panetest.Options{
		Refresh: time.Minute,
		Handler: panetest.Answers(func(*http.Request) string { return twoOfThree }),
	})
	a := accountsOf(w)
	deliver(a.Require())
	timer := w.Timers()[0].Msg
	running := a.Refresh()
	if changes := deliver(func() tea.Msg { return timer }); changes != 0 || len(w.Requests()) != 1 {
		t.Errorf("%d changes, requests %v", changes, w.Requests())
	}
	deliver(running)
	if changes := deliver(func() tea.Msg { return timer }); changes != 0 || len(w.Requests()) != 2 {
		t.Errorf("the timer of an older load: %d changes, requests %v", changes, w.Requests())
	}
}

// Another interval takes the place of the scheduled refresh, and 0 ends it.
func TestSetRefresh(t *testing.T) {
	w := panetest.New(t, panetest.Options{
		Refresh: time.Minute,
		Handler: panetest.Answers(func(*http.Request) string { return twoOfThree }),
	})
	deliver(w.Site().Store.Accounts.Require())
	old := w.Timers()[0].Msg
	deliver(w.Site().Store.SetRefresh(time.Hour))
	timers := w.Timers()
	if deliver(func() tea.Msg {
		return old
	}); len(w.Requests()) != 1 || len(timers) != 2 || timers[1].After != time.Hour {
		t.Fatalf("requests %v, timers %v", w.Requests(), timers)
	}
	deliver(w.Site().Store.SetRefresh(0))
	if deliver(func() tea.Msg { return timers[1].Msg }); len(w.Requests()) != 1 || len(w.Timers()) != 2 {
		t.Errorf("requests %v, timers %v after the refresh was turned off", w.Requests(), w.Timers())
	}
	deliver(w.Site().Store.SetRefresh(time.Minute))
	if deliver(func() tea.Msg { return w.Timers()[2].Msg }); len(w.Requests()) != 2 {
		t.Errorf("requests %v after it was turned on again", w.Requests())
	}
}

func TestLoaderDropsOutdatedMessages(t *testing.T) {
	var l store.Loader[int]
	now := func() time.Time { return panetest.Now }
	load := func(v int) tea.Cmd {
		return l.Start(context.Background(), now, func(context.Context, func(any)) (int, error) { return v, nil })
	}
	old := load(1)
	newest := load(2)
	if mine, _ := l.Take(old()); mine {
		t.Error("an outdated message was accepted")
	}
	if mine, _ := l.Take(newest()); !mine || l.Value != 2 || l.Running() {
		t.Errorf("value %d", l.Value)
	}
	cancelled := load(3)
	l.Cancel()
	if mine, _ := l.Take(cancelled()); mine || l.Value != 2 {
		t.Error("a cancelled load changed the value")
	}
}

func TestLoaderReportsProgress(t *testing.T) {
	var l store.Loader[string]
	step := make(chan struct{})
	cmd := l.Start(context.Background(), func() time.Time {
		return panetest.Now
	}, func(_ context.Context, report func(any)) (string, error) {
		report(1)
		<-step
		return "done", nil
	})
	mine, next := l.Take(cmd())
	if !mine || l.Report != 1 || !l.Running() || next == nil {
		t.Fatalf("report %v", l.Report)
	}
	close(step)
	if mine, next = l.Take(next()); !mine || next != nil || l.Value != "done" || l.Report != nil {
		t.Errorf("value %q, report %v", l.Value, l.Report)
	}
}

func TestLoaderPassesPanicsOn(t *testing.T) {
	var l store.Loader[int]
	cmd := l.Start(t.Context(), time.Now, func(context.Context, func(any)) (int, error) { panic("broken") })
	defer crash.Recover(func(p *crash.Panic) {
		if p.Value != "broken" {
			t.Errorf("got %v", p)
		}
	})
	cmd()
	t.Error("no panic")
}

// Stop ends the first load as cancelled and keeps what had arrived; a refresh of
// loaded data is not stopped.
func TestStopCancelsTheFirstLoad(t *testing.T) {
	w := panetest.New(t, panetest.Options{Handler: panetest.Answers(func(*http.Request) string { return twoOfThree })})
	a := accountsOf(w)
	if a.State().Stop() {
		t.Error("stopped before a load began")
	}
	load := a.Require()
	if since := a.State().Since; !since.Equal(panetest.Now) {
		t.Errorf("the load runs since %v", since)
	}
	list := fleet.NewList([]*api.Account{{ID: "a:1"}}, api.Number{})
	a.Report = list
	if !a.State().Stop() || a.Running() || !errors.Is(a.Err, context.Canceled) || a.List() != list ||
		!a.State().Since.IsZero() {
		t.Errorf("stopped, but %+v with %d rows", a.State(), len(a.List().Rows))
	}
	if deliver(load); a.Loaded() {
		t.Error("a stopped load delivers its data")
	}
	deliver(a.Require())
	if a.Refresh(); a.State().Stop() || !a.Running() || a.Err != nil {
		t.Error("a refresh was stopped")
	}
}

// A failed load keeps the value and its time, and the newest progress.
func TestLoaderKeepsValueAfterFailure(t *testing.T) {
	var l store.Loader[int]
	broken := errors.New("broken")
	run := func(fetch func(context.Context, func(any)) (int, error)) {
		for cmd := l.Start(t.Context(), func() time.Time { return panetest.Now }, fetch); cmd != nil; {
			_, cmd = l.Take(cmd())
		}
	}
	if l.Started() || l.Loaded() {
		t.Error("started without a load")
	}
	run(func(context.Context, func(any)) (int, error) { return 5, nil })
	run(func(_ context.Context, report func(any)) (int, error) {
		for i := range 100 { // faster than they are taken
			report(i)
		}
		return 0, broken
	})
	if l.Value != 5 || !l.At.Equal(panetest.Now) || l.Err != broken || l.Report != 99 {
		t.Errorf("value %d of %v, error %v, report %v", l.Value, l.At, l.Err, l.Report)
	}
	if !l.Started() {
		t.Error("not started after two loads")
	}
	l.Cancel()
	if l.Report != nil {
		t.Errorf("report %v after Cancel", l.Report)
	}
}

// Reports that nobody takes do not delay a load.
func TestLoaderReplacesReports(t *testing.T) {
	var l store.Loader[int]
	reported := make(chan struct{})
	cmd := l.Start(t.Context(), func() time.Time {
		return panetest.Now
	}, func(_ context.Context, report func(any)) (int, error) {
		for i := range 3 {
			report(i)
		}
		close(reported)
		return 7, nil
	})
	_, cmd = l.Take(cmd())
	for <-reported; cmd != nil; {
		_, cmd = l.Take(cmd())
	}
	if l.Value != 7 {
		t.Errorf("value %d", l.Value)
	}
}

// The outcome of a load that the end of the session cancelled is unknown.
func TestLoaderOutlivesItsSession(t *testing.T) {
	var l store.Loader[int]
	session, end := context.WithCancel(t.Context())
	cmd := l.Start(session, func() time.Time {
		return panetest.Now
	}, func(ctx context.Context, _ func(any)) (int, error) {
		<-ctx.Done()
		return 0, ctx.Err()
	})
	end()
	if mine, _ := l.Take(cmd()); mine || !l.Running() || l.Err != nil {
		t.Errorf("running %v, error %v", l.Running(), l.Err)
	}
}

func TestLoaderIgnoresMessagesOfOthers(t *testing.T) {
	var one, other store.Loader[int]
	start := func(l *store.Loader[int], v int) tea.Cmd {
		return l.Start(
			t.Context(),
			func() time.Time { return panetest.Now },
			func(context.Context, func(any)) (int, error) { return v, nil },
		)
	}
	first := start(&one, 1)
	second := start(&other, 2)
	if mine, _ := one.Take(second()); mine || one.Loaded() {
		t.Errorf("took the message of another loader: %d", one.Value)
	}
	if one.Take(first()); one.Value != 1 {
		t.Errorf("value %d", one.Value)
	}
}

// Data that is on the screen is not loading, also while it is refreshed.
func TestStateLoads(t *testing.T) {
	w := panetest.New(t, panetest.Options{Handler: panetest.Answers(func(*http.Request) string { return twoOfThree })})
	a := accountsOf(w)
	cmd := a.Require()
	if !a.State().Loading() {
		t.Error("the first load is not loading")
	}
	deliver(cmd)
	if a.Refresh(); a.State().Loading() || a.State().InFlight != 1 {
		t.Errorf("a refresh: %+v", a.State())
	}
}

func TestPlatformName(t *testing.T) {
	platforms := func(names ...string) []api.Platform {
		list, err := api.DecodeRows[api.Platform]([]byte(`[` + strings.Join(names, ",") + `]`))
		if err != nil {
			t.Fatal(err)
		}
		return list
	}
	s := store.New(store.Config{})
	s.Platforms.Value = platforms(
		`{"platform":"x","displayName":{"en-US":"Ex\u001b[1m","zh-CN":"某"}}`,
		`{"platform":"x","displayName":{"en-US":"Another"}}`,
	)
	for _, tt := range []struct{ id, language, want string }{
		{"x", "en-US", "Ex"},
		{"x", "zh-CN", "某"},
		{"x", "en-US", "Ex"},
		{"y", "en-US", ""},
	} {
		if got := s.PlatformName(tt.id, tt.language); got != tt.want {
			t.Errorf("%s in %s: %q, want %q", tt.id, tt.language, got, tt.want)
		}
	}
	s.Platforms.Value = platforms(
		`{"platform":"x","displayName":{"en-US":"Renamed"}}`,
		`{"platform":"y","displayName":{"en-US":"Why"}}`,
	)
	if got := s.PlatformName("x", "en-US"); got != "Renamed" {
		t.Errorf("after a refresh: %q", got)
	}
}
