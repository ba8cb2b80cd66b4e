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
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.closed {
		return func() {}
	}
	if d.postponed == nil {
		d.beginPostponement()
	}
	p := d.postponed
	p.holders++
	return sync.OnceFunc(func() {
		d.mu.Lock()
		defer d.mu.Unlock()
		p.holders--
		if p.holders == 0 {
			d.endPostponement(p)
		}
	})
}

// beginPostponement begins a postponement. The caller holds the mutex.
func (d *DB) beginPostponement() {
	p := &postponement{over: make(chan struct{})}
	d.postponed = p
	time.AfterFunc(maxPause, func() {
		d.mu.Lock()
		defer d.mu.Unlock()
		d.endPostponement(p)
	})
}

// endPostponement ends a postponement unless it is over. The caller holds the mutex.
func (d *DB) endPostponement(p *postponement) {
	if p != nil && d.postponed == p {
		close(p.over)
		d.postponed = nil
	}
}

// awaitEnd waits for the end of a postponement.
func (d *DB) awaitEnd() {
	d.mu.Lock()
	p := d.postponed
	d.mu.Unlock()
	if p == nil {
		return
	}
	select {
	case <-p.over:
	case <-d.base.Done():
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
