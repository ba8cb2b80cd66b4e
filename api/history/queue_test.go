package history_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"channeldeck/api/history"
	"channeldeck/ui/testkit/postgres"
)

// maxQueued is more than can wait to be written.
const maxQueued = 65

// fullQueue opens a history in which as much waits as can. release lets it open.
func fullQueue(t *testing.T, c history.Config) (d *history.DB, release func()) {
	hold := make(chan struct{})
	c.Prepare = func(context.Context) { <-hold }
	d = history.Open(c)
	t.Cleanup(func() { d.Close(context.Background()) })
	for range maxQueued {
		d.Entries().Remember(history.Entry{Kind: history.KindSearch, ID: "accounts/x", At: day0})
	}
	return d, func() { close(hold) }
}

// A session whose transcript was dropped, since too much was waiting, is stored when it is loaded
// again.
func TestSessionIsStoredAfterItWasDropped(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, c history.Config) {
		d, release := fullQueue(t, c)
		d.Sessions().Record(transcriptOf(t, "s", "dropped", day0))
		release()
		d.Flush()
		if ids := sessionIDs(t, d); len(ids) > 0 {
			t.Fatalf("sessions %v were stored although too much was waiting", ids)
		}
		recordSession(d, transcriptOf(t, "s", "again", day0))
		all, err := d.Sessions().List(t.Context())
		if err != nil || len(all) != 1 || all[0].Title != "again" {
			t.Errorf("sessions %v, error %v", all, err)
		}
		if p := d.Problem(t.Context()); p == nil || p.Kind != history.Lost {
			t.Errorf("problem %v", p)
		}
	})
}

// Wait returns once what was passed on is stored or given up, also if more is waiting than can,
// and where nothing is ever stored.
func TestWaitEnds(t *testing.T) {
	within := func(t *testing.T, d *history.DB) {
		t.Helper()
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		if d.Wait(ctx); ctx.Err() != nil {
			t.Error("it waited until its context ended")
		}
	}
	t.Run("full queue", func(t *testing.T) {
		d, release := fullQueue(t, file(t))
		ended, cancel := context.WithCancel(t.Context())
		cancel()
		d.Wait(ended)
		release()
		within(t, d)
		if all, err := d.Entries().Recent(t.Context(), history.KindSearch, 10); err != nil || len(all) != 1 {
			t.Errorf("entries %v, error %v", all, err)
		}
	})
	t.Run("nothing waits", func(t *testing.T) { within(t, open(t, file(t))) })
	t.Run("unusable database", func(t *testing.T) {
		c := file(t)
		if err := os.WriteFile(filepath.Dir(c.Path), nil, 0o600); err != nil {
			t.Fatal(err)
		}
		d := history.Open(c)
		d.Entries().Remember(history.Entry{Kind: history.KindSearch, ID: "accounts/x", At: day0})
		within(t, d)
		d.Entries().RememberNow(t.Context(), history.Entry{Kind: history.KindSearch, ID: "accounts/x", At: day0})
		d.Close(t.Context())
	})
	t.Run("only read", func(t *testing.T) {
		c := file(t)
		c.ReadOnly = true
		within(t, open(t, c))
	})
	t.Run("closed", func(t *testing.T) {
		d := open(t, file(t))
		d.Close(t.Context())
		within(t, d)
	})
}

// Taking an entry ends at once where it is dropped, since too much is waiting, and after Close.
func TestDroppedTake(t *testing.T) {
	take := func(t *testing.T, d *history.DB) {
		t.Helper()
		taken, err := d.Entries().Take(t.Context(), []history.Entry{entry(history.KindShown, "a", "1")}, nil)
		p, ok := errors.AsType[*history.Problem](err)
		if !ok || p.Kind != history.Lost || errors.Is(err, context.DeadlineExceeded) || taken != nil {
			t.Errorf("took %v, error %v", taken, err)
		}
	}
	t.Run("full queue", func(t *testing.T) {
		c := file(t)
		d := history.Open(c)
		defer d.Close(t.Context())
		d.Wait(t.Context())
		unlock := postgres.LockEntries(t, c.Path, c.Postgres)
		for range maxQueued + 1 { // one is being written
			d.Entries().Remember(entry(history.KindSearch, "accounts/x", "1"))
		}
		take(t, d)
		unlock()
	})
	t.Run("closed", func(t *testing.T) {
		d := open(t, file(t))
		d.Wait(t.Context())
		d.Close(t.Context())
		take(t, d)
	})
}

// A panic of the preparation is told, and the history works: it would end the program.
func TestPanicOfPreparation(t *testing.T) {
	c := file(t)
	c.Prepare = func(context.Context) { panic("broken") }
	d := history.Open(c)
	if !recordOne(t, d, "a") {
		t.Error("nothing is recorded")
	}
	if p := problem(d); p == nil || p.Kind != history.NotSaved {
		t.Errorf("problem %v", p)
	}
}
