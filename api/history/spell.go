package history

import (
	"cmp"
	"slices"
	"time"

	"channeldeck/api"
)

// Spell is how long an account has had its health.
type Spell struct {
	At     Interval // when it began; what began before the first recording has that as Before and no After
	Turned bool     // it began when the account turned from the opposite health
	Before Length   // how long that had lasted
}

// SpellOf returns the present spell of an account by its turns, the oldest first. first is
// when accounts were first recorded, and recorded are all such times.
func SpellOf(turns []Turn, first time.Time, recorded Recordings) Spell {
	begun := Beginning(turns)
	if begun < 0 {
		return Spell{At: Interval{Before: first}}
	}
	turn := turns[begun]
	s := Spell{At: recorded.IntervalOf(turn)}
	if !turn.Before.IsSet() || !isRated(turn.Before) ||
		api.HealthOf(turn.Status) == api.HealthUnknown {
		return s
	}
	from := Interval{Before: first}
	if i := Beginning(turns[:begun]); i >= 0 {
		from = recorded.IntervalOf(turns[i])
	}
	s.Before = Lasted(from, s.At)
	s.Turned = true
	return s
}

// isRated reports whether a status is normal or abnormal.
func isRated(status api.Number) bool {
	h := api.HealthOf(status)
	return h == api.HealthNormal || h == api.HealthAbnormal
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
	return t.Before.IsSet() == t.Status.IsSet() &&
		api.HealthOf(t.Before) == api.HealthOf(t.Status)
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

// withTurn appends a turn. As far as is known, an account was during an outage of its relay what
// it had been before, so that an outage that is over is no turn.
func withTurn(turns []Turn, t Turn) []Turn {
	n := len(turns)
	if n > 0 && turns[n-1].Account == t.Account && turns[n-1].Before.IsSet() &&
		api.HealthOf(turns[n-1].Status) == api.HealthOutage {
		t.Before = turns[n-1].Before
		t.Hidden = cmp.Or(turns[n-1].Hidden, turns[n-1].At)
		t.Seen = turns[n-1].Seen
		turns = slices.Clip(turns[:n-1])
		if t.SameHealth() {
			return turns
		}
	}
	return append(turns, t)
}
