package history

import (
	"context"
	"errors"
	"runtime/trace"
	"slices"
	"sync"
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

// queue holds the jobs that wait to be written, and counts those that were given up. Nothing of it is to be
// written during a postponement.
type queue struct {
	jobs chan job

	mu        sync.Mutex // guards the fields below
	closed    bool
	queued    int // jobs that were ever queued, and opening the database
	finished  int // of these, the ones that have run or were given up
	waiting   []waiter
	lost      int           // jobs that were given up
	counted   bool          // they were reported
	postponed *postponement // until it ends, nothing is written; nil for none
}

func newQueue() *queue {
	return &queue{
		jobs:   make(chan job, maxJobs),
		queued: 1,
	}
}

// add queues a job, or counts it as lost if too much is waiting. first reports whether it is the first one
// that is lost.
func (q *queue) add(j job) (first bool, err error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	err = q.push(j)
	if err == errQueueFull {
		q.lost++
		first = q.lost == 1
	}
	return first, err
}

// push queues a job, unless too much is waiting or the queue is closed. The caller holds the mutex.
func (q *queue) push(j job) error {
	if q.closed {
		return errClosed
	}
	select {
	case q.jobs <- j:
		q.queued++
		return nil
	default:
		return errQueueFull
	}
}

// finish counts a job that has run or was given up.
func (q *queue) finish() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.finished++
	q.waiting = slices.DeleteFunc(q.waiting, func(w waiter) bool {
		over := w.jobs <= q.finished
		if over {
			close(w.done)
		}
		return over
	})
}

// wait ends a postponement, and waits until the jobs that were queued before are finished.
func (q *queue) wait(ctx context.Context) {
	q.mu.Lock()
	q.endPostponement(q.postponed)
	// also the time of a visit may be stored now
	_ = q.push(func(context.Context, *database) error {
		return nil
	})
	w := waiter{q.queued, make(chan struct{})}
	if q.finished == q.queued {
		close(w.done)
	} else {
		q.waiting = append(q.waiting, w)
	}
	q.mu.Unlock()
	select {
	case <-w.done:
	case <-ctx.Done():
	}
}

// lose counts a job that was given up.
func (q *queue) lose() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.lost++
}

// countLost returns how many jobs were given up, with those that still wait. Later calls return 0.
func (q *queue) countLost() int {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.counted {
		return 0
	}
	q.counted = true
	return q.lost + q.queued - max(q.finished, 1) // opening the database loses nothing
}

// close lets nothing more be queued, and ends a postponement. It reports whether the queue was open.
func (q *queue) close() bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.closed {
		return false
	}
	q.closed = true
	q.endPostponement(q.postponed)
	close(q.jobs)
	return true
}

// Wait waits until everything that was passed on before is stored or was given up.
func (d *DB) Wait(ctx context.Context) {
	if d != nil && !d.readOnly() {
		d.queue.wait(ctx)
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

// reportLost reports once what was given up, with what still waits, if that is anything.
func (d *DB) reportLost() {
	n := d.queue.countLost()
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
	first, err := d.queue.add(j)
	if first {
		d.announce(newProblem(Lost, err))
	}
	return err
}
