package history

import (
	"sync"
	"time"
)

// maxPause is how long writes, and opening a database later, are postponed at most.
const maxPause = 2 * time.Second

// postponement is a time during which nothing is written.
type postponement struct {
	holders int
	over    chan struct{}
}

// Postpone postpones what is to be written until resume is called: what the user waits for needs the processor
// and the database first. Writes of a visit are postponed from its beginning on. They wait for a few seconds at
// most, and not where somebody waits for them: in [Entries.Apply], [DB.Wait] and [DB.Close].
func (d *DB) Postpone() (resume func()) {
	if d == nil || d.readOnly() {
		return func() {}
	}
	return d.queue.postpone()
}

// postpone begins a postponement, or holds the one that lasts, until resume is called.
func (q *queue) postpone() (resume func()) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.closed {
		return func() {}
	}
	if q.postponed == nil {
		q.beginPostponement()
	}
	p := q.postponed
	p.holders++
	return sync.OnceFunc(func() {
		q.mu.Lock()
		defer q.mu.Unlock()
		p.holders--
		if p.holders == 0 {
			q.endPostponement(p)
		}
	})
}

// beginPostponement begins a postponement. The caller holds the mutex.
func (q *queue) beginPostponement() {
	p := &postponement{over: make(chan struct{})}
	q.postponed = p
	time.AfterFunc(maxPause, func() {
		q.mu.Lock()
		defer q.mu.Unlock()
		q.endPostponement(p)
	})
}

// endPostponement ends a postponement unless it is over. The caller holds the mutex.
func (q *queue) endPostponement(p *postponement) {
	if p != nil && q.postponed == p {
		close(p.over)
		q.postponed = nil
	}
}

// resume ends a postponement, whoever holds it.
func (q *queue) resume() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.endPostponement(q.postponed)
}

// awaitResume waits for the end of a postponement, or until stop is closed.
func (q *queue) awaitResume(stop <-chan struct{}) {
	q.mu.Lock()
	p := q.postponed
	q.mu.Unlock()
	if p == nil {
		return
	}
	select {
	case <-p.over:
	case <-stop:
	}
}

// Begin opens the database of a history that was to be opened later: see [Config.Later]. What reads it waits
// until then. It is opened by itself after a few seconds, and by [DB.Close].
func (d *DB) Begin() {
	if d != nil {
		d.begin()
	}
}

// awaitBegin waits until the database is to be opened.
func (d *DB) awaitBegin() {
	select {
	case <-d.toBegin:
		return
	default:
	}
	select {
	case <-d.toBegin:
	case <-time.After(maxPause):
	case <-d.prepare.Done():
	}
}
