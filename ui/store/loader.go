package store

import (
	"context"
	"errors"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/ui/crash"
)

// Loader loads one value and keeps the newest. Its rules:
//
//   - Start cancels the running load and begins a new one. Messages of older loads
//     are dropped.
//   - The old value stays while a load runs and after it failed; Err then holds
//     the error and At the time of the value.
//   - A load that Cancel ended is not a failure. One that the end of the session
//     ended keeps running: its outcome is not known.
//   - Success and failure arrive in one message, progress in others. The owner
//     passes every message to Take, which reports whether it was for this loader.
type Loader[T any] struct {
	Value T
	progress
}

// progress is the part of a loader that does not depend on the type of its value: it is compiled
// once and not for each type.
type progress struct {
	At     time.Time // when Value arrived; zero before the first success
	Err    error     // of the last load
	Report any       // the newest progress of the running or failed load; nil for none
	Name   string    // of what is loaded, for State; may be empty

	since      time.Time // when the running load began
	generation int
	running    bool
	cancel     context.CancelFunc
}

// loading is a message of a load: its progress, or its end.
type loading struct {
	of         *progress
	generation int
	report     any
	next       tea.Cmd // waits for the next message; nil at the end
	value      any
	err        error
	at         time.Time
	over       bool // the session ended before the load
}

// Named returns a loader of what has a name, for State.
func Named[T any](name string) (l Loader[T]) {
	l.Name = name
	return l
}

// Start begins a load. fetch runs outside Update: it must not use anything that
// Update changes. Its context ends with base, with the next Start and with
// Cancel. It may report progress, which Take stores in Report; a report that was
// not delivered in time is replaced by the next one.
func (l *Loader[T]) Start(
	base context.Context,
	now func() time.Time,
	fetch func(ctx context.Context, report func(any)) (T, error),
) tea.Cmd {
	return l.start(base, now, func(ctx context.Context, report func(any)) (any, error) {
		return fetch(ctx, report)
	})
}

func (l *progress) start(
	base context.Context,
	now func() time.Time,
	fetch func(ctx context.Context, report func(any)) (any, error),
) tea.Cmd {
	l.Cancel()
	l.generation++
	l.running = true
	l.since = now()
	ctx, cancel := context.WithCancel(base)
	l.cancel = cancel
	msg := loading{of: l, generation: l.generation}
	reports := make(chan any, 1)
	done := make(chan loading, 1)
	panicked := make(chan *crash.Panic, 1)
	var next tea.Cmd
	next = func() tea.Msg {
		select {
		case p := <-panicked:
			panic(p)
		case end := <-done:
			return end
		case r := <-reports:
			return loading{
				of:         l,
				generation: msg.generation,
				report:     r,
				next:       next,
			}
		}
	}
	return func() tea.Msg {
		go func() {
			defer cancel()
			defer crash.Recover(func(p *crash.Panic) { panicked <- p })
			end := msg
			end.value, end.err = fetch(ctx, func(r any) {
				end.report = r
				select {
				case <-reports: // was not delivered in time
				default:
				}
				reports <- r
			})
			end.at, end.over = now(), errors.Is(end.err, context.Canceled) && base.Err() != nil
			done <- end
		}()
		return next()
	}
}

// Take handles a message. mine reports whether it belongs to this loader's newest
// load; cmd waits for the next message of a load that continues.
func (l *Loader[T]) Take(msg tea.Msg) (mine bool, cmd tea.Cmd) {
	end, mine := l.take(msg)
	if end.next == nil && mine && end.err == nil {
		l.Value, _ = end.value.(T) // it may be a nil interface
	}
	return mine, end.next
}

func (l *progress) take(msg tea.Msg) (m loading, mine bool) {
	m, ok := msg.(loading)
	if !ok || m.of != l || m.generation != l.generation || !l.running || m.over {
		return loading{}, false
	}
	l.Report = m.report
	if m.next != nil {
		return m, true
	}
	l.running = false
	l.Err = m.err
	if m.err == nil {
		l.At = m.at
		l.Report = nil
	}
	return m, true
}

// Cancel ends the running load; its messages are dropped.
func (l *progress) Cancel() {
	if l.cancel != nil {
		l.cancel()
	}
	l.running = false
	l.Report = nil
}

// Stop cancels the first load for the user: it then counts as failed, with
// context.Canceled, and what arrived before stays in Report. It reports whether the
// first load was running.
func (l *progress) Stop() bool {
	if !l.running || l.Loaded() {
		return false
	}
	report := l.Report
	l.Cancel()
	l.Report = report
	l.Err = context.Canceled
	return true
}

// Running reports whether a load is running.
func (l *progress) Running() bool { return l.running }

// Started reports whether a load was ever begun.
func (l *progress) Started() bool { return l.generation > 0 }

// Loaded reports whether there is a value, of whatever age.
func (l *progress) Loaded() bool { return !l.At.IsZero() }

// State returns the state of the value.
func (l *progress) State() State {
	s := State{
		Name: l.Name,
		At:   l.At,
		Err:  l.Err,
		load: l,
	}
	if l.running {
		s.InFlight = 1
		s.Since = l.since
	}
	return s
}

// State is the state of the data on a screen.
type State struct {
	Name     string    // of the data; may be empty
	Site     string    // the sites of the data; "" for all that are shown
	At       time.Time // when the data arrived; zero for never
	InFlight int       // running requests
	Since    time.Time // when the running load began
	Err      error     // of the last load: the data is older

	load interface{ Stop() bool } // nil for no load
}

// Loading reports whether the first load is running.
func (s State) Loading() bool {
	return s.At.IsZero() && !s.Since.IsZero()
}

// Stop stops the first load, as [Loader.Stop] does.
func (s State) Stop() bool {
	return s.load != nil && s.load.Stop()
}
