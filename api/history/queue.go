package history

import (
	"context"
	"errors"
	"runtime/trace"
	"slices"
)

// job is something to write.
type job func(context.Context, *database) error

// waiter waits until a number of jobs are finished.
type waiter struct {
	jobs int
	done chan struct{}
}

// maxJobs is how much can wait to be written; more is dropped.
const maxJobs = 64

// finishJob counts a job that has run or was given up.
func (d *DB) finishJob() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.finished++
	d.waiting = slices.DeleteFunc(d.waiting, func(w waiter) bool {
		over := w.jobs <= d.finished
		if over {
			close(w.done)
		}
		return over
	})
}

// Wait waits until everything that was passed on before is stored or was given up.
func (d *DB) Wait(ctx context.Context) {
	if d == nil || d.readOnly() {
		return
	}
	d.mu.Lock()
	d.endPostponement(d.postponed)
	// also the time of a visit may be stored now
	_ = d.push(func(context.Context, *database) error {
		return nil
	})
	w := waiter{d.queued, make(chan struct{})}
	if d.finished == d.queued {
		close(w.done)
	} else {
		d.waiting = append(d.waiting, w)
	}
	d.mu.Unlock()
	select {
	case <-w.done:
	case <-ctx.Done():
	}
}

// write runs a job, and reports why it failed. It returns whether the job was given up because
// the history is closed.
func (d *DB) write(j job) (lost bool) {
	err := d.attempt(j)
	if err == nil {
		return false
	}
	if isLost(err) {
		return true
	}
	d.report(NotSaved, err)
	return false
}

// upkeep is write for what need not be done now: what the end of the program cuts off is not lost, but done
// later, and in a database that may only be read nothing is missing.
func (d *DB) upkeep(j job) {
	err := d.attempt(j)
	if err != nil && !isLost(err) && CauseOf(err) != WriteProtected {
		d.report(NotSaved, err)
	}
}

// attempt runs a job. A transaction that failed because of another process, or because a
// connection was lost, is tried again; one that was refused would be so again. A job that the
// end of the history cuts off is a [Problem] of kind Lost.
func (d *DB) attempt(j job) (err error) {
	if d.db == nil {
		if errors.Is(d.openErr, context.Canceled) {
			return &Problem{Kind: Lost, Err: d.openErr}
		}
		return nil
	}
	defer trace.StartRegion(d.base, "write the history").End()
	for range 3 {
		err = protect(func() error { return j(d.base, d.db) })
		if err == nil {
			return nil
		}
		if d.base.Err() != nil {
			return &Problem{Kind: Lost, Err: d.base.Err()}
		}
		if isRefused(err) {
			return err
		}
	}
	return err
}

// isLost reports whether a job was given up.
func isLost(err error) bool {
	p, ok := errors.AsType[*Problem](err)
	return ok && p.Kind == Lost
}

// countLost counts a job that was given up.
func (d *DB) countLost() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.lost++
}

// reportLost reports once what was given up, with what still waits, if that is anything.
func (d *DB) reportLost() {
	d.mu.Lock()
	n := d.lost + d.queued - max(d.finished, 1) // opening the database loses nothing
	if d.counted {
		n = 0
	}
	d.counted = true
	d.mu.Unlock()
	if n > 0 {
		d.report(Lost, &Problem{Kind: Lost, Lost: n, Err: errUnwritten})
	}
}

// Why a job was dropped.
var (
	errQueueFull = errors.New("too much is waiting to be written")
	errUnwritten = errors.New("the history was closed before all was written")
)

// enqueue leaves a job to the background, or returns why it did not. The first one that it drops
// because too much is waiting is a problem at once; all that are lost are counted at the end.
func (d *DB) enqueue(j job) error {
	if d == nil || d.readOnly() {
		return errReadOnly
	}
	if d.failed() {
		return d.openErr
	}
	d.mu.Lock()
	err := d.push(j)
	first := false
	if err == errQueueFull {
		d.lost++
		first = d.lost == 1
	}
	d.mu.Unlock()
	if first {
		d.announce(newProblem(Lost, err))
	}
	return err
}

// push queues a job, unless too much is waiting or the history is closed. The caller holds the mutex.
func (d *DB) push(j job) error {
	if d.closed {
		return errClosed
	}
	select {
	case d.jobs <- j:
		d.queued++
		return nil
	default:
		return errQueueFull
	}
}
