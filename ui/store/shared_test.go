package store_test

import (
	"context"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api/sandbox"
	"channeldeck/ui/store"
	"channeldeck/ui/testkit/awkward"
	"channeldeck/ui/testkit/panetest"
)

// sessions are stores that share their lists, with a clock.
type sessions struct {
	*panetest.World
	now    time.Time
	shared store.Shared
}

func newSessions(t *testing.T, o panetest.Options) *sessions {
	s := &sessions{now: panetest.Now}
	o.Sandbox.Now = func() time.Time { return s.now }
	s.World = panetest.New(t, o)
	return s
}

func (s *sessions) open() *store.Store {
	c := s.Context
	return store.New(store.Config{
		Base:    c.Base,
		Client:  s.Site().Store.Fleet.Client,
		Now:     c.View.Now,
		After:   s.StoreAfter,
		Refresh: 10 * time.Minute,
		Shared:  &s.shared,
	})
}

// fire delivers the newest timer when it is due.
func (s *sessions) fire(t *testing.T) {
	t.Helper()
	timers := s.Timers()
	last := timers[len(timers)-1]
	s.now = s.now.Add(last.After)
	deliver(func() tea.Msg { return last.Msg })
}

// Two sessions need one request for each list and interval; r sends its own.
func TestSessionsShareTheRefresh(t *testing.T) {
	s := newSessions(t, panetest.Options{})
	first := s.open()
	second := s.open()
	load := func(of *store.Store) {
		for _, cmd := range []tea.Cmd{of.Accounts.Require(), of.Platforms.Require(), of.Catalog.Require()} {
			deliver(cmd)
		}
	}
	requests := func(want int, when string) {
		t.Helper()
		if got := s.Requests(); len(got) != want {
			t.Errorf("%s: %d requests, want %d: %v", when, len(got), want, got)
		}
	}
	load(first)
	requests(3, "the first session")
	s.now = s.now.Add(4 * time.Minute)
	load(second)
	requests(3, "another session")
	if a := &second.Accounts; !a.At.Equal(panetest.Now) || a.Value != first.Accounts.Value || a.Require() != nil {
		t.Errorf("its accounts are of %v", a.At)
	}
	if timers := s.Timers(); timers[len(timers)-1].After != 6*time.Minute {
		t.Errorf("they are refreshed after %v", timers[len(timers)-1].After)
	}
	deliver(second.Accounts.Refresh())
	requests(4, "r")
	deliver(first.Accounts.Refresh())
	requests(5, "r in the other session")
	s.fire(t)
	requests(6, "the interval after that")
	if got, want := first.Accounts.At, panetest.Now.Add(14*time.Minute); !got.Equal(want) {
		t.Errorf("the accounts are of %v, want %v", got, want)
	}
}

// A timer that fires after another session loaded the list shows that list.
func TestTimerShowsTheListOfAnotherSession(t *testing.T) {
	s := newSessions(t, panetest.Options{})
	first := s.open()
	second := s.open()
	deliver(first.Catalog.Require())
	timer := s.Timers()[0]
	s.now = s.now.Add(7 * time.Minute)
	deliver(second.Catalog.Refresh())
	s.now = panetest.Now.Add(timer.After)
	if changes := deliver(func() tea.Msg {
		return timer.Msg
	}); changes != 1 || len(s.Requests()) != 2 || !first.Catalog.At.Equal(second.Catalog.At) {
		t.Errorf("%d changes, requests %v", changes, s.Requests())
	}
	if timers := s.Timers(); timers[len(timers)-1].After != 7*time.Minute {
		t.Errorf("the next refresh is after %v", timers[len(timers)-1].After)
	}
}

// A list that was completed by one request per platform and status is not replaced by a
// part of another session.
func TestCompletedListKeepsItsRows(t *testing.T) {
	s := newSessions(t, panetest.Options{Sandbox: sandbox.Options{Accounts: 1100}, Before: awkward.Cut})
	first := s.open()
	second := s.open()
	deliver(first.Accounts.LoadAll())
	timer := s.Timers()[0]
	rows := len(first.Accounts.Value.Rows)
	s.now = s.now.Add(time.Minute)
	deliver(second.Accounts.Refresh())
	if n := len(second.Accounts.Value.Rows); n >= rows {
		t.Fatalf("the part has %d of %d rows", n, rows)
	}
	s.now = panetest.Now.Add(timer.After)
	deliver(func() tea.Msg { return timer.Msg })
	if a := first.Accounts.Value; len(a.Rows) != rows || !a.Attempted {
		t.Errorf("%d of %d rows are left", len(a.Rows), rows)
	}
}

// By default nothing is requested at intervals that has effects on the platform.
func TestRefreshRequestsListsOnly(t *testing.T) {
	s := newSessions(t, panetest.Options{})
	of := s.open()
	for _, cmd := range []tea.Cmd{of.Accounts.Require(), of.Platforms.Require(), of.Catalog.Require()} {
		deliver(cmd)
	}
	s.now = s.now.Add(10 * time.Minute)
	for _, timer := range s.Timers() {
		deliver(func() tea.Msg { return timer.Msg })
	}
	for _, r := range s.Requests() {
		if strings.Contains(r, "/works/") || strings.Contains(r, "/sessions/") {
			t.Errorf("requested %s", r)
		}
	}
	if n := len(s.Requests()); n != 6 {
		t.Errorf("%d requests", n)
	}
}

// The timer of a refresh ends when the next one is scheduled.
func TestOneTimer(t *testing.T) {
	w := panetest.New(t, panetest.Options{})
	var timers []context.Context
	s := store.New(store.Config{
		Base:    t.Context(),
		Client:  w.Site().Store.Fleet.Client,
		Now:     w.Context.View.Now,
		Refresh: time.Minute,
		After: func(ctx context.Context, _ time.Duration, _ tea.Msg) tea.Cmd {
			timers = append(timers, ctx)
			return nil
		},
	})
	deliver(s.Catalog.Require())
	for range 2 {
		deliver(s.Catalog.Refresh())
	}
	if len(timers) != 3 || timers[0].Err() == nil || timers[1].Err() == nil || timers[2].Err() != nil {
		t.Errorf("timers: %v", timers)
	}
}
