package history

import (
	"time"

	"channeldeck/api"
)

// Spell is how long an account has had its health.
type Spell struct {
	Since    time.Time     // when it began, or the first recording if it began before that
	Recorded bool          // it began at Since
	Before   time.Duration // how long the opposite health had lasted until then; 0 if there was none
	AtLeast  bool          // Before begins with the first recording
}

// SpellOf returns the present spell of an account by its turns, the oldest first. first is
// when accounts were first recorded.
func SpellOf(turns []Turn, first time.Time) Spell {
	begun := beginning(turns)
	if begun < 0 {
		return Spell{Since: first}
	}
	turn := turns[begun]
	s := Spell{Since: turn.At, Recorded: true}
	if !turn.Before.IsSet() || healthOf(turn.Before) == api.HealthUnknown || healthOf(turn.Status) == api.HealthUnknown {
		return s
	}
	from, i := first, beginning(turns[:begun])
	if i >= 0 {
		from = turns[i].At
	}
	if !from.IsZero() && from.Before(turn.At) {
		s.Before, s.AtLeast = turn.At.Sub(from), i < 0
	}
	return s
}

// beginning returns the index of the turn with which the health after some turns began, -1
// if that was before the first recording.
func beginning(turns []Turn) int {
	for i := len(turns) - 1; i >= 0; i-- {
		if t := turns[i]; t.Before.IsSet() != t.Status.IsSet() || healthOf(t.Before) != healthOf(t.Status) {
			return i
		}
	}
	return -1
}

func healthOf(status api.Number) api.Health { return (&api.Account{Status: status}).Health() }
