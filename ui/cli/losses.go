package cli

import (
	"log/slog"
	"sync"
	"time"
)

// losses adds up what the histories of sessions lost: a busy database loses writes of many sessions
// at the same time, which is one line of the log.
type losses struct {
	mu               sync.Mutex
	writes, sessions int
	timer            *time.Timer // until it is logged; nil if nothing was lost
}

// lossesGap is how long losses are added up.
const lossesGap = time.Minute

// add counts the lost writes of a session, which are logged later.
func (l *losses) add(to *slog.Logger, writes int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.writes += writes
	l.sessions++
	if l.timer == nil {
		l.timer = time.AfterFunc(lossesGap, func() { l.log(to) })
	}
}

// log logs what was lost since the last line.
func (l *losses) log(to *slog.Logger) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.timer == nil {
		return
	}
	l.timer.Stop()
	to.Warn("history lost: the database is too slow", "writes", l.writes, "sessions", l.sessions)
	l.writes = 0
	l.sessions = 0
	l.timer = nil
}
