package notify_test

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"sync"
	"testing"
	"time"

	"channeldeck/api/findings"
	"channeldeck/api/fleet"
	"channeldeck/api/history"
	"channeldeck/ui/notify"
	"channeldeck/ui/testkit/panetest"
	"channeldeck/ui/testkit/postgres"
)

func TestMain(m *testing.M) {
	m.Run()
	postgres.Stop()
}

// program is a program that announces findings, with a connection to the history of its own.
type program struct {
	*testing.T
	w      *panetest.World
	config history.Config
	h      *history.DB
	told   *tally
}

// tally counts how often each finding was told.
type tally struct {
	mu    sync.Mutex
	times map[string]int
}

func (c *tally) add(input []byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, id := range regexp.MustCompile(`"id":"(\w+)"`).FindAllSubmatch(input, -1) {
		c.times[string(id[1])]++
	}
}

// start starts the program, or starts it again.
func (p *program) start() {
	p.h = history.Open(p.config)
	if err := p.h.Check(p.Context()); err != nil {
		p.Fatal(err)
	}
}

// check announces to a hook the findings up to a number: the last two as new, since the baseline is
// older than the last check, and those before as open.
func (p *program) check(ctx context.Context, newest int, hook func(ctx context.Context, input []byte) error) error {
	var all []*findings.Finding
	for i := range newest + 1 {
		f := &findings.Finding{Kind: findings.Abnormal, Section: findings.Open, ID: fmt.Sprint("f", i), Platform: "x"}
		if i >= newest-1 {
			f.Section = findings.New
		}
		all = append(all, f)
	}
	a := &notify.Announcer{How: notify.None, Words: p.w.Context.Words, Hook: hook}
	return a.Findings(ctx, &fleet.Fleet{History: p.h, Now: p.config.Now}, p.w.Context.View, all)
}

// works is a hook that tells what it gets.
func (p *program) works(_ context.Context, input []byte) error {
	p.told.add(input)
	return nil
}

// Each finding is told at least once, and at most twice, whatever happens while it is announced: a finding
// counts as told when the hook ended well.
func TestFindingsAreToldAtLeastOnce(t *testing.T) {
	postgres.Both(t, func(t *testing.T, file, url string) {
		w := panetest.New(t, panetest.Options{})
		var clock panetest.Clock // the histories read it in the background
		told := &tally{times: map[string]int{}}
		config := history.Config{
			Path:     file,
			Postgres: url,
			Site:     "s",
			Key:      "secret-key",
			Now:      clock.Now,
		}
		var programs [3]*program
		for i := range programs {
			programs[i] = &program{T: t, w: w, config: config, told: told}
			programs[i].start()
			defer func() { programs[i].h.Close(context.Background()) }()
		}
		one := programs[0]
		broken := errors.New("exit status 7")
		faults := []struct {
			name string
			meet func(newest int)
		}{
			{"none", func(newest int) {
				if err := one.check(t.Context(), newest, one.works); err != nil {
					t.Error(err)
				}
			}},
			{"the hook fails", func(newest int) {
				if err := one.check(t.Context(), newest, func(context.Context, []byte) error {
					return broken
				}); !errors.Is(err, broken) {
					t.Errorf("the failure is %v", err)
				}
			}},
			{"the hook hangs until the program is interrupted", func(newest int) {
				ctx, interrupt := context.WithCancel(t.Context())
				_ = one.check(ctx, newest, func(ctx context.Context, _ []byte) error {
					interrupt()
					<-ctx.Done()
					return ctx.Err()
				})
			}},
			{"the program is killed before the hook ends", func(newest int) {
				_ = one.check(t.Context(), newest, func(context.Context, []byte) error {
					one.h.Close(t.Context())
					return broken
				})
				one.start()
			}},
			{"the program is killed after the hook ended", func(newest int) {
				_ = one.check(t.Context(), newest, func(ctx context.Context, input []byte) error {
					one.h.Close(t.Context())
					return one.works(ctx, input)
				})
				one.start()
			}},
			{"the database is locked", func(newest int) {
				unlock := postgres.LockEntries(t, file, url)
				short, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
				defer cancel()
				_ = one.check(short, newest, one.works)
				unlock()
			}},
			{"the database is locked after the hook ended", func(newest int) {
				var unlock func()
				_ = one.check(t.Context(), newest, func(ctx context.Context, input []byte) error {
					unlock = postgres.LockEntries(t, file, url)
					return one.works(ctx, input)
				})
				unlock()
				one.h.Wait(t.Context())
			}},
			{"programs announce at the same time", func(newest int) {
				var group sync.WaitGroup
				for _, p := range programs {
					group.Go(func() {
						if err := p.check(t.Context(), newest, p.works); err != nil {
							t.Error(err)
						}
					})
				}
				group.Wait()
			}},
		}
		newest := 0
		for range 3 {
			for _, fault := range faults {
				fault.meet(newest)
				clock.Forward(10 * time.Minute) // the next check
				newest++
			}
		}
		for range 2 {
			for _, p := range programs {
				if err := p.check(t.Context(), newest-1, p.works); err != nil {
					t.Error(err)
				}
				p.h.Wait(t.Context())
			}
			clock.Forward(time.Hour)
		}
		for i := range newest {
			id := fmt.Sprint("f", i)
			if n := told.times[id]; n < 1 || n > 2 {
				t.Errorf("%s, of the fault that %s, was told %d times", id, faults[i%len(faults)].name, n)
			}
		}
		if t.Failed() {
			t.Logf("%v", told.times)
		}
	})
}
