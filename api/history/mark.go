package history

import (
	"time"

	"channeldeck/api"
)

// Mark is what happened to an account between two recordings, "" for nothing.
type Mark string

// The marks.
const (
	Appeared       Mark = "appeared"
	TurnedAbnormal Mark = "turnedAbnormal"
	Recovered      Mark = "recovered"
	Disappeared    Mark = "disappeared"
)

// Span is a time over which the followers of an account are compared.
type Span uint8

// The spans.
const (
	SpanBaseline Span = iota // since the baseline
	SpanWeek
	SpanMonth
)

// TurnsUntil adds the turn to the present status of an account to its stored turns, unless it
// is stored already: a list may be newer than the history. at is when the list was loaded, and
// mark what happened to the account, whatever made it abnormal.
func TurnsUntil(a *api.Account, stored []Turn, at time.Time, mark Mark) []Turn {
	now := Turn{Account: KeyOf(a), At: at, Status: a.Status}
	if n := len(stored); n > 0 {
		now.Before = stored[n-1].Status
		if now.SameHealth() {
			return stored
		}
		return append(stored, now)
	}
	switch mark {
	case Appeared:
	case TurnedAbnormal:
		now.Before = api.Int(1)
	case Recovered:
		now.Before = api.Int(0)
	default:
		return nil
	}
	return []Turn{now}
}
