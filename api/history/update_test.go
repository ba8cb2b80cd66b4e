package history_test

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"channeldeck/api/history"
	"channeldeck/ui/testkit/postgres"
)

func entry(kind, id, body string) history.Entry {
	return history.Entry{Kind: kind, ID: id, At: day0, Body: jsontext.Value(body)}
}

func entryIDs(t *testing.T, d *history.DB, kind string) (ids []string) {
	t.Helper()
	entries, err := d.Entries().Recent(t.Context(), kind, 100)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		ids = append(ids, e.ID)
	}
	slices.Sort(ids)
	return ids
}

// An update is stored when Apply returns, all of it or nothing, and what was reported as not stored is
// not stored later.
func TestApply(t *testing.T) {
	onBoth(t, func(t *testing.T, c history.Config) {
		d := open(t, at(c, day0))
		apply := func(ctx context.Context, u history.Update) history.ProblemKind {
			t.Helper()
			err := d.Entries().Apply(ctx, u)
			if err == nil {
				return ""
			}
			p, ok := errors.AsType[*history.Problem](err)
			if !ok {
				t.Fatalf("%T: %v", err, err)
			}
			return p.Kind
		}
		check := func(want ...string) {
			t.Helper()
			d.Wait(t.Context())
			if got := entryIDs(t, d, "a"); !slices.Equal(got, want) {
				t.Errorf("stored %q, want %q", got, want)
			}
		}
		if kind := apply(t.Context(), history.Update{
			Put: []history.Entry{entry("a", "1", "1"), entry("a", "2", "2")},
		}); kind != "" {
			t.Error(kind)
		}
		if got := entryIDs(t, d, "a"); !slices.Equal(got, []string{"1", "2"}) {
			t.Errorf("stored %q", got)
		}
		if kind := apply(t.Context(), history.Update{
			Put:    []history.Entry{entry("a", "3", "3")},
			Forget: []history.Entry{entry("a", "1", "")},
		}); kind != "" {
			t.Error(kind)
		}
		check("2", "3")
		if kind := apply(t.Context(), history.Update{
			Put: []history.Entry{entry("a", "4", "4"), entry("a", "5", `"`+c.Key+`"`)},
		}); kind != history.HasKey {
			t.Errorf("with the key: %q", kind)
		}
		check("2", "3")

		unlock := postgres.LockEntries(t, c.Path, c.Postgres)
		short, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
		defer cancel()
		if kind := apply(short, history.Update{Put: []history.Entry{entry("a", "6", "6")}}); kind != history.Slow {
			t.Errorf("while the database is locked: %q", kind)
		}
		unlock()
		check("2", "3")

		past := c
		past.At = day0
		if err := open(t, past).Entries().Apply(t.Context(), history.Update{
			Put: []history.Entry{entry("a", "7", "7")},
		}); err == nil {
			t.Error("the past was changed")
		}
		d.Close(t.Context())
		if kind := apply(t.Context(), history.Update{
			Put: []history.Entry{entry("a", "8", "8")},
		}); kind != history.Lost {
			t.Errorf("after Close: %q", kind)
		}
		if err := (*history.DB)(nil).Entries().Apply(t.Context(), history.Update{
			Put: []history.Entry{entry("a", "9", "9")},
		}); err != nil {
			t.Errorf("without a history: %v", err)
		}
	})
}

// An entry is taken by one program until it is handled: again at once after the first failures, later
// after pauses and not for ever, and by another program when the one that took it has died.
func TestTake(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, c history.Config) {
		var clock clock
		c.Now = clock.now
		first := open(t, c)
		second := open(t, c)
		e := entry(history.KindAnnounced, "x", `{"state":"1"}`)
		take := func(d *history.DB, fresh, again []history.Entry) []*history.Taken {
			t.Helper()
			d.Wait(t.Context())
			taken, err := d.Entries().Take(t.Context(), fresh, again)
			if err != nil {
				t.Fatal(err)
			}
			return taken
		}
		fresh := []history.Entry{e}
		taken := take(first, fresh, nil)
		if len(taken) != 1 || len(take(second, fresh, nil)) != 0 {
			t.Fatalf("the first program took %d, and then the second did too", len(taken))
		}
		clock.forward(2 * time.Minute) // the first one died
		later := take(second, fresh, nil)
		if len(later) != 1 {
			t.Fatal("an entry of a program that died is not taken again")
		}
		first.Entries().Finish(taken, false) // or was slow: it no longer has the entry
		if first.Wait(t.Context()); len(take(first, fresh, nil)) != 0 {
			t.Error("an entry was taken twice")
		}
		second.Entries().Finish(later, true)
		if second.Wait(t.Context()); len(take(first, fresh, fresh)) != 0 {
			t.Error("an entry that was handled is taken again")
		}

		e.Body = jsontext.Value(`{"state":"2"}`)
		fresh = []history.Entry{e}
		if len(take(first, nil, fresh)) != 0 {
			t.Error("an entry that nobody tried is tried again")
		}
		tries := 0
		gaps := 0
		for range 1000 { // minutes
			for {
				again := take(first, nil, fresh)
				if tries == 0 {
					again = take(first, fresh, nil)
				}
				if len(again) == 0 {
					gaps++
					break
				}
				tries++
				first.Entries().Finish(again, false)
				first.Wait(t.Context())
			}
			clock.forward(time.Minute)
		}
		if tries != 10 || gaps != 1000 {
			t.Errorf("tried %d times with %d pauses", tries, gaps)
		}
	})
}

// Two programs that take the same entries at the same time get each once, and a claim that gave up on a
// locked database is not carried out later.
func TestTakeTogether(t *testing.T) {
	onBoth(t, func(t *testing.T, c history.Config) {
		d := history.Open(at(c, day0))
		defer d.Close(t.Context())
		d.Wait(t.Context())
		unlock := postgres.LockEntries(t, c.Path, c.Postgres)
		short, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
		defer cancel()
		if taken, err := d.Entries().Take(
			short,
			[]history.Entry{entry(history.KindShown, "a", "1")},
			nil,
		); err == nil || taken != nil {
			t.Errorf("took %v from a locked database", taken)
		}
		if p := d.Problem(t.Context()); p == nil || p.Kind != history.Slow {
			t.Errorf("the problem is %v", p)
		}
		unlock()
		results := make(chan int)
		for range 4 {
			one := open(t, at(c, day0))
			go func() {
				taken, err := one.Entries().Take(
					t.Context(),
					[]history.Entry{entry(history.KindShown, "a", "1"), entry(history.KindShown, "b", "1")},
					nil,
				)
				if err != nil {
					t.Error(err)
				}
				results <- len(taken)
			}()
		}
		all := 0
		for range 4 {
			all += <-results
		}
		if all != 2 {
			t.Errorf("2 entries were taken %d times", all)
		}
	})
}

// ended is a context that ends the transaction of a caller before the caller notices.
type ended struct{ context.Context }

func (ended) Err() error                       { return context.Canceled }
func (ended) Done() <-chan struct{}            { return make(chan struct{}) }
func (ended) AfterFunc(end func()) func() bool { go end(); return func() bool { return false } }

// A transaction that ends because its caller no longer waits is slow, whoever notices first, and the history has
// no problem. In SQLite this takes as long as it waits for a lock, ten seconds.
func TestApplyEndsBeforeItsCaller(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, c history.Config) {
		d := open(t, at(c, day0))
		d.Wait(t.Context())
		unlock := postgres.LockEntries(t, c.Path, c.Postgres)
		err := d.Entries().Apply(ended{t.Context()}, history.Update{Put: []history.Entry{entry("a", "1", "1")}})
		p, ok := errors.AsType[*history.Problem](err)
		if !ok || p.Kind != history.Slow {
			t.Errorf("error %v", err)
		}
		unlock()
		if got := entryIDs(t, d, "a"); len(got) > 0 {
			t.Errorf("stored %q", got)
		}
	})
}
