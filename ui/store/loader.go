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
//   - Start cancels the load that is running and begins a new one. Messages of
//     any but the newest load are dropped.
//   - The old value stays while a load runs and after it failed; Err then holds
//     the error and At the time of the value.
//   - A load that Cancel ended is not a failure.
//   - Success and failure arrive in one message, progress in others. The owner
//     passes every message to Take, which reports whether it was for this loader.
type Loader[T any] struct {
	Value  T
	At     time.Time // when Value arrived; zero before the first success
	Err    error     // of the last load
	Report any       // the newest progress of the load that is running or failed; nil for none

	generation int
	running    bool
	cancel     context.CancelFunc
}

// loaded ends a load.
type loaded[T any] struct {
	loader     *Loader[T]
	generation int
	value      T
	err        error
	report     any // the last progress, which may not have been delivered
	at         time.Time
	panicked   *crash.Panic // by fetch
}

// progress is a report of a load that continues.
type progress[T any] struct {
	loader     *Loader[T]
	generation int
	report     any
	next       tea.Cmd
}

// Start begins a load. fetch runs outside Update: it must not use anything that
// Update changes. Its context ends with base, with the next Start and with
// Cancel. It may report progress, which Take stores in Report; a report that was
// not delivered in time is replaced by the next one.
func (l *Loader[T]) Start(base context.Context, now func() time.Time, fetch func(ctx context.Context, report func(any)) (T, error)) tea.Cmd {
	l.Cancel()
	l.generation++
	l.running = true
	ctx, cancel := context.WithCancel(base)
	l.cancel = cancel
	generation := l.generation
	reports, done := make(chan any, 1), make(chan loaded[T], 1)
	var next tea.Cmd
	next = func() tea.Msg {
		select {
		case msg := <-done:
			if msg.panicked != nil {
				panic(msg.panicked)
			}
			return msg
		case r := <-reports:
			return progress[T]{l, generation, r, next}
		}
	}
	return func() tea.Msg {
		go func() {
			defer cancel()
			msg := loaded[T]{loader: l, generation: generation}
			defer crash.Recover(func(p *crash.Panic) { msg.panicked = p; done <- msg })
			msg.value, msg.err = fetch(ctx, func(r any) { msg.report = r; replace(reports, r) })
			msg.at = now()
			done <- msg
		}()
		return next()
	}
}

// replace puts r into a channel of capacity 1, in place of what is there.
func replace(reports chan any, r any) {
	for {
		select {
		case reports <- r:
			return
		default:
		}
		select {
		case <-reports:
		default:
		}
	}
}

// Take handles a message. mine reports whether it belongs to this loader's newest
// load; cmd waits for the next message of a load that continues.
func (l *Loader[T]) Take(msg tea.Msg) (mine bool, cmd tea.Cmd) {
	switch msg := msg.(type) {
	case progress[T]:
		if msg.loader != l || msg.generation != l.generation || !l.running {
			return false, nil
		}
		l.Report = msg.report
		return true, msg.next
	case loaded[T]:
		if msg.loader != l || msg.generation != l.generation || !l.running {
			return false, nil
		}
		l.running, l.Report, l.Err = false, msg.report, msg.err
		switch {
		case msg.err == nil:
			l.Value, l.At, l.Report = msg.value, msg.at, nil
		case errors.Is(msg.err, context.Canceled):
			l.Err = nil
		}
		return true, nil
	}
	return false, nil
}

// Cancel ends the running load; its messages are dropped.
func (l *Loader[T]) Cancel() {
	if l.cancel != nil {
		l.cancel()
	}
	l.running, l.Report = false, nil
}

// Running reports whether a load is running.
func (l *Loader[T]) Running() bool { return l.running }

// Loaded reports whether there is a value, of whatever age.
func (l *Loader[T]) Loaded() bool { return !l.At.IsZero() }

// State summarises the loader for a header and for the body of a screen.
func (l *Loader[T]) State() State {
	s := State{At: l.At, Err: l.Err}
	if l.running {
		s.InFlight = 1
	}
	return s
}

// State is the state of the data on a screen.
type State struct {
	At       time.Time // when the data arrived; zero for never
	InFlight int       // running requests
	Err      error     // of the last load: the data is older
}
