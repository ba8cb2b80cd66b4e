package history

import (
	"slices"
	"time"

	"channeldeck/api"
)

// Mark is a change of an account between two recordings, "" for none.
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

// Days is the number of days of a span; 0 for the baseline.
func (s Span) Days() int {
	switch s {
	case SpanWeek:
		return 7
	case SpanMonth:
		return 30
	default:
		return 0
	}
}

// Tolerance is how far a recording may be from the beginning of a span to count as there: a tenth of it.
func (s Span) Tolerance() time.Duration {
	const day = 24 * time.Hour
	return time.Duration(s.Days()) * day / 10
}

// MarkOf returns what happened to a listed account since a baseline, by its turns until now: the
// turn with which its present health began, or that it was not listed then. One that was listed
// again did not turn.
func MarkOf(turns []Turn, baseline time.Time) Mark {
	first := slices.IndexFunc(turns, func(t Turn) bool {
		return t.At.After(baseline)
	})
	if first < 0 {
		return ""
	}
	begun := Beginning(turns)
	turn := turns[max(begun, 0)]
	was := api.HealthOf(turn.Before)
	is := api.HealthOf(turn.Status)
	turned := begun >= first && turn.Before.IsSet()
	if turned && is == api.HealthAbnormal {
		return TurnedAbnormal
	}
	if !turns[first].Before.IsSet() {
		return Appeared
	}
	recovered := is == api.HealthNormal && was == api.HealthAbnormal
	if turned && recovered {
		return Recovered
	}
	return ""
}

// IsNewlyAbnormal reports whether a listed account is abnormal since a time after a baseline, by its turns until now:
// it turned abnormal, or was listed as abnormal for the first time or again.
func IsNewlyAbnormal(turns []Turn, baseline time.Time) bool {
	begun := Beginning(turns)
	return begun >= 0 && turns[begun].At.After(baseline) &&
		api.HealthOf(turns[begun].Status) == api.HealthAbnormal
}

// TurnsUntil adds the turn to the present status of an account to its stored turns, unless it
// is stored already: a list may be newer than the history. at is when the list was loaded, and
// mark what happened to the account, whatever made it abnormal. The parts say when it was seen before.
func TurnsUntil(a *api.Account, stored []Turn, at time.Time, mark Mark, parts Parts) []Turn {
	now := Turn{Account: KeyOf(a), At: at, Status: StatusOf(a)}
	if n := len(stored); n > 0 {
		now.Before = stored[n-1].Status
		if now.SameHealth() {
			return stored
		}
		return withTurn(stored, parts.Seen(now))
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
	return []Turn{parts.Seen(now)}
}
