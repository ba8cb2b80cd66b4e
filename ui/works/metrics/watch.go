package metrics

import "time"

// MinInterval is the least time between two calls of a watch: each call asks
// the platform live and uses its quota.
const MinInterval = time.Minute

// Watch is when a work that is watched is asked for again. The zero Watch is off.
type Watch struct {
	Every time.Duration
	Next  time.Time
}

// StartWatch watches from now on, every so often and never below [MinInterval].
func StartWatch(every time.Duration, now time.Time) Watch {
	w := Watch{Every: max(every, MinInterval)}
	return w.Again(now, 0)
}

// On reports whether the watch runs.
func (w Watch) On() bool { return w.Every > 0 }

// Again is the watch after an answer that came now. The service or the platform
// may ask for more time (see [api.Retryable]); it can ask for no less.
func (w Watch) Again(now time.Time, pause time.Duration) Watch {
	if w.On() {
		w.Next = now.Add(max(w.Every, MinInterval, pause))
	}
	return w
}

// Left is the time until the next call, 0 when it is due.
func (w Watch) Left(now time.Time) time.Duration {
	if !w.On() {
		return 0
	}
	return max(0, w.Next.Sub(now))
}

// Due reports whether the next call is to be made.
func (w Watch) Due(now time.Time) bool { return w.On() && !now.Before(w.Next) }
