package works

import (
	"strings"
	"testing"
	"time"

	"channeldeck/api"
	"channeldeck/ui/testkit/panetest"
)

// ticks delivers the watch's ticks for some seconds and returns the notices.
func (d *deck) ticks(seconds int) string {
	d.t.Helper()
	var said []string
	for range seconds {
		d.clock.pass(time.Second)
		timers := d.world.Timers()
		if len(timers) == 0 {
			break
		}
		for _, msg := range panetest.Pump(d.t, d.Model, d.Update(timers[len(timers)-1].Msg)) {
			if n, ok := notice(msg); ok {
				said = append(said, n)
			}
		}
	}
	return strings.Join(said, "\n")
}

func TestWatchRefreshes(t *testing.T) {
	d := begin(t, panetest.Options{}, 100, 30)
	d.open(d.example("growing"))
	d.press("w")
	d.shows("each call uses API quota", "one call every 5m")
	for range 9 {
		d.press("up")
	}
	d.shows("one call every 1m") // and not below
	d.press("enter")
	d.shows("Watching every 1m; next call in 1:00. Press w to stop.")
	d.ticks(59)
	if d.shows("next call in 0:01"); len(d.calls()) != 1 {
		t.Fatalf("after 59 seconds: %q", d.calls())
	}
	if d.ticks(1); len(d.calls()) != 2 {
		t.Fatalf("after a minute: %q", d.calls())
	}
	d.shows("2 snapshots", "next call in 1:00")
	if d.ticks(180); len(d.calls()) != 5 {
		t.Errorf("after four minutes: %d calls", len(d.calls()))
	}
	if said := d.press("w"); said != "Stopped watching." {
		t.Errorf("notice %q", said)
	}
	if d.ticks(120); len(d.calls()) != 5 || strings.Contains(d.stack.View(), "Watching") {
		t.Errorf("it goes on: %d calls", len(d.calls()))
	}
}

func TestWatchStopsWhenLeft(t *testing.T) {
	for name, leave := range map[string]func(*deck) string{
		"pane": func(d *deck) string {
			n, _ := notice(panetest.Pump(t, d.Model, d.Leave())[0])
			return n
		},
		"work":  func(d *deck) string { return d.press("do:works.works", "down", "enter") },
		"other": func(d *deck) string { return d.open(d.example("falling")) },
	} {
		t.Run(name, func(t *testing.T) {
			d := begin(t, panetest.Options{}, 100, 30)
			d.open(d.example("steady"))
			d.open(d.example("growing"))
			d.press("w", "enter")
			if said := leave(d); !strings.Contains(said, "Stopped watching: you left the work.") {
				t.Errorf("notice %q", said)
			}
			calls := len(d.calls())
			if d.ticks(400); len(d.calls()) != calls {
				t.Errorf("it goes on: %q", d.calls())
			}
			if d.Leave() != nil {
				t.Error("leaving says something where nothing is watched")
			}
		})
	}
}

func TestWatchAndErrors(t *testing.T) {
	ok := response(taken("a", 540, "5"))
	limited := failure(15071, "Limited", `{"platform":"douyin","retryable":true}`)
	gone := failure(15079, "Gone", `{"platform":"douyin"}`)
	d := begin(t, panetest.Options{Handler: service(ok, limited, ok, gone, ok)}, 100, 30)
	openByName(d)
	d.press("w", "enter") // every five minutes
	d.ticks(300)
	d.shows("Limited", "Watching every 5m; next call in 5:00")
	d.ticks(300)
	if strings.Contains(d.stack.View(), "Limited") {
		t.Errorf("the failure stays:\n%s", d.stack.View())
	}
	if said := d.ticks(300); !strings.Contains(said, "won't resolve by retrying") {
		t.Errorf("notice %q", said)
	}
	d.shows("Gone")
	if d.ticks(900); len(d.calls()) != 4 || strings.Contains(d.stack.View(), "Watching") {
		t.Errorf("%d calls:\n%s", len(d.calls()), d.stack.View())
	}
}

// A watch waits as long as the service asks it to, if that is longer than its interval.
func TestWatchWaitsAsLongAsAsked(t *testing.T) {
	d := begin(t, panetest.Options{}, 100, 30)
	d.open(d.example("growing"))
	d.press("w", "enter")
	s := &d.watch
	for wait, want := range map[time.Duration]time.Duration{
		time.Minute:         defaultInterval,
		2 * defaultInterval: 2 * defaultInterval,
	} {
		w := s.work
		w.load.Err = &api.Error{Code: api.CodePlatformRateLimited, RetryAfter: wait}
		s.proceed(w)
		if got := s.next.Sub(d.view.Now()); got != want || s.work != w {
			t.Errorf("asked to wait for %s, it waits for %s, want %s", wait, got, want)
		}
	}
}

// A tick of a watch that was stopped neither refreshes nor ticks on beside those of
// the next watch.
func TestTickOfAnEarlierWatch(t *testing.T) {
	d := begin(t, panetest.Options{}, 100, 30)
	d.open(d.example("growing"))
	d.press("w", "enter")
	old := d.world.Timers()[0].Msg
	d.press("w", "w", "enter")
	d.clock.pass(defaultInterval)
	timers := len(d.world.Timers())
	panetest.Pump(t, d.Model, d.Update(old))
	if got := len(d.world.Timers()); got != timers || len(d.calls()) != 1 {
		t.Errorf("%d more ticks, %d calls", got-timers, len(d.calls()))
	}
	panetest.Pump(t, d.Model, d.Update(d.world.Timers()[timers-1].Msg))
	if len(d.calls()) != 2 {
		t.Errorf("%d calls after a tick of the newer watch", len(d.calls()))
	}
}

// A refresh of the watch that is due while a request is running sends nothing.
func TestWatchWaitsForTheRunningRequest(t *testing.T) {
	d := begin(t, panetest.Options{}, 100, 30)
	d.open(d.example("growing"))
	d.press("w", "enter", "r")
	running := d.Update(panetest.KeyMsg("enter")) // sent, without a response
	d.clock.pass(2 * defaultInterval)
	d.ticks(3)
	if len(d.calls()) != 1 {
		t.Fatalf("calls %q", d.calls())
	}
	panetest.Pump(t, d.Model, running)
	if d.ticks(3); len(d.calls()) != 2 {
		t.Errorf("calls %q", d.calls())
	}
	d.shows("next call in 4:57")
}

func TestCountdown(t *testing.T) {
	for in, want := range map[time.Duration]string{
		0:                          "0:00",
		time.Second / 2:            "0:01",
		59 * time.Second:           "0:59",
		65 * time.Second:           "1:05",
		time.Hour - time.Second:    "59:59",
		time.Hour:                  "1:00:00",
		time.Hour + 62*time.Second: "1:01:02",
	} {
		if got := countdown(in); got != want {
			t.Errorf("%v is %s, want %s", in, got, want)
		}
	}
}
