package history

import (
	"time"

	"channeldeck/api"
)

// Spell is how long an account has had its health.
type Spell struct {
	Since    time.Time     // when a recording first showed it, or the first recording if it began before that
	Recorded bool          // it began at Since
	Before   time.Duration // how long the opposite health had lasted until then; 0 if there was none
	AtLeast  bool          // Before begins with the first recording
	After    time.Time     // the last recording before it began; zero if unknown
}

// SpellOf returns the present spell of an account by its turns, the oldest first. first is
// when accounts were first recorded.
func SpellOf(turns []Turn, first time.Time) Spell {
	begun := Beginning(turns)
	if begun < 0 {
		return Spell{Since: first}
	}
	turn := turns[begun]
	s := Spell{Since: turn.At, Recorded: true}
	if !turn.Before.IsSet() || healthOf(turn.Before) == api.HealthUnknown || healthOf(turn.Status) == api.HealthUnknown {
		return s
	}
	from, i := first, Beginning(turns[:begun])
	if i >= 0 {
		from = turns[i].At
	}
	if !from.IsZero() && from.Before(turn.At) {
		s.Before, s.AtLeast = turn.At.Sub(from), i < 0
	}
	return s
}

// Beginning returns the index of the turn with which the health after some turns began, -1
// if that was before the first recording.
func Beginning(turns []Turn) int {
	for i := len(turns) - 1; i >= 0; i-- {
		if !turns[i].SameHealth() {
			return i
		}
	}
	return -1
}

// SameHealth reports whether the status changed to one of the same meaning.
func (t Turn) SameHealth() bool {
	return t.Before.IsSet() == t.Status.IsSet() && healthOf(t.Before) == healthOf(t.Status)
}

// TurnsByAccount divides turns that are ordered by account.
func TurnsByAccount(turns []Turn) map[AccountKey][]Turn {
	by := map[AccountKey][]Turn{}
	for i := 0; i < len(turns); {
		from := i
		for i < len(turns) && turns[i].Account == turns[from].Account {
			i++
		}
		by[turns[from].Account] = turns[from:i:i]
	}
	return by
}

func healthOf(status api.Number) api.Health { return (&api.Account{Status: status}).Health() }
