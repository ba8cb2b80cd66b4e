package resource

import (
	"time"

	"channeldeck/api"
	"channeldeck/api/history"
)

// Turns adds the turn to the present status of an account to its stored turns, unless it is
// stored already: a list may be newer than the history. at is when the list was loaded, and
// mark what happened to the account, whatever made it abnormal.
func Turns(a *api.Account, stored []history.Turn, at time.Time, mark Mark) []history.Turn {
	now := history.Turn{Account: history.KeyOf(a), At: at, Status: a.Status}
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
	return []history.Turn{now}
}
