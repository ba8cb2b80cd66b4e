package pane

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/ui/text"
)

// Loader gets one piece of data for a pane and keeps the newest. Its rules:
//
//   - Start cancels the load before it and begins a new one; the answer of any
//     but the newest is dropped.
//   - What was loaded stays while a load runs and when it fails; Err then says
//     why, and At how old the data is.
//   - A load that was cancelled by its own pane is no failure.
//   - Success and failure arrive in one message, Loaded; progress in Progress.
//     The pane hands every message to Take, which tells whether it was its own.
type Loader[T any] struct {
	Value  T
	At     time.Time // when Value came; zero for never
	Err    error     // of the last load
	Report any       // the newest progress of the load that runs or that failed, nil for none

	generation int
	running    bool
	cancel     context.CancelFunc
}

// Loaded is the answer of a load.
type Loaded[T any] struct {
	loader     *Loader[T]
	generation int
	value      T
	err        error
	last       any // the last report, which may not have come through yet
	at         time.Time
}

// Progress is a report of a load that goes on.
type Progress[T any] struct {
	loader     *Loader[T]
	generation int
	report     any
	next       <-chan any
}

// Start begins a load. fetch runs outside of Update: it must use nothing that
// Update changes. It may report progress, which Take then puts into Report.
func (l *Loader[T]) Start(c *Context, fetch func(ctx context.Context, report func(any)) (T, error)) tea.Cmd {
	l.Cancel()
	l.generation++
	l.running = true
	ctx, cancel := context.WithCancel(c.Base)
	l.cancel = cancel
	generation, now := l.generation, c.Now
	reports := make(chan any, 1)
	run := func() tea.Msg {
		defer cancel()
		defer close(reports)
		var last any
		value, err := fetch(ctx, func(r any) { last = r; latest(reports, r) })
		return Loaded[T]{loader: l, generation: generation, value: value, err: err, last: last, at: now()}
	}
	return tea.Batch(run, l.listen(generation, reports))
}

// latest puts r where the reader finds it next; a report that was not read by
// then gives way.
func latest(reports chan any, r any) {
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

func (l *Loader[T]) listen(generation int, reports <-chan any) tea.Cmd {
	return func() tea.Msg {
		r, ok := <-reports
		if !ok {
			return nil
		}
		return Progress[T]{loader: l, generation: generation, report: r, next: reports}
	}
}

// Take looks at a message. mine tells whether it belongs to this loader's newest
// load: a result or a report; cmd, where there is one, must be run.
func (l *Loader[T]) Take(msg tea.Msg) (mine bool, cmd tea.Cmd) {
	switch msg := msg.(type) {
	case Progress[T]:
		if msg.loader != l || msg.generation != l.generation || !l.running {
			return false, nil
		}
		l.Report = msg.report
		return true, l.listen(msg.generation, msg.next)
	case Loaded[T]:
		if msg.loader != l || msg.generation != l.generation || !l.running {
			return false, nil
		}
		l.running, l.Report = false, msg.last
		l.Err = msg.err
		if msg.err == nil {
			l.Value, l.At, l.Report = msg.value, msg.at, nil
		} else if errors.Is(msg.err, context.Canceled) {
			l.Err = nil
		}
		return true, nil
	}
	return false, nil
}

// Cancel ends the load that runs; its answer is dropped.
func (l *Loader[T]) Cancel() {
	if l.cancel != nil {
		l.cancel()
	}
	l.running, l.Report = false, nil
}

// Running reports whether a load is under way.
func (l *Loader[T]) Running() bool { return l.running }

// Have reports whether there is data, of whatever age.
func (l *Loader[T]) Have() bool { return !l.At.IsZero() }

// ViewMissing fills a body while there is no data: it loads, or it could not be
// loaded and retry tries again. Lines above it, such as a field into which one
// types already, take of the height. missing is false where there is data.
func (l *Loader[T]) ViewMissing(c *Context, retry key.Binding, width, height int, above ...string) (view string, missing bool) {
	if len(above) > 0 && !l.Have() {
		view, missing = l.ViewMissing(c, retry, width, height-len(above))
		return text.Fit(strings.Join(append(above, view), "\n"), width, height), missing
	}
	switch {
	case l.Have():
		return "", false
	case l.running:
		return c.ViewLoading(width, height), true
	case l.Err != nil:
		return c.ViewFailed(l.Err, retry, width, height), true
	}
	return "", true
}

// State is what the header says of this data.
func (l *Loader[T]) State() State {
	s := State{At: l.At, Err: l.Err}
	if l.running {
		s.InFlight = 1
	}
	return s
}
