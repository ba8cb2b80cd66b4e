package store_test

import (
	"testing"
	"time"

	"channeldeck/api"
	"channeldeck/ui/store"
	"channeldeck/ui/testkit/panetest"
)

// A platform list that another session loaded says of which platforms the statistics are never
// fetched, though the client of this session did not receive it.
func TestSharedPlatformsAreKnownToTheClient(t *testing.T) {
	s := newSessions(t, panetest.Options{})
	deliver(s.open().Platforms.Require())
	client, err := api.New("http://unused.example", api.Settings{APIKey: panetest.Key})
	if err != nil {
		t.Fatal(err)
	}
	c := s.Context
	second := store.New(store.Config{
		Base:    c.Base,
		Client:  client,
		Now:     c.View.Now,
		After:   s.StoreAfter,
		Refresh: 10 * time.Minute,
		Shared:  &s.shared,
	})
	a := &api.Account{Type: "linkedin", Status: api.Int(1), LastStatsTime: api.SomeTime("2026-01-01T00:00:00Z")}
	client.Supply().Adopt([]*api.Account{a})
	if !a.Stale(panetest.Now, time.Hour) {
		t.Error("an account is not stale before the platform list is known")
	}
	deliver(second.Platforms.Require())
	if !second.Platforms.Loaded() || a.Stale(panetest.Now, time.Hour) {
		t.Errorf("loaded %v, stale %v", second.Platforms.Loaded(), a.Stale(panetest.Now, time.Hour))
	}
}
