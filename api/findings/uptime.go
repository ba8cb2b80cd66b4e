package findings

import (
	"time"

	"channeldeck/api"
	"channeldeck/api/history"
)

// Uptime adds up the time in which accounts were normal. An account whose state differs in two
// recordings changed at some moment between them. Only the time counts in which an account was
// listed and its status known.
type Uptime struct{ least, most, whole time.Duration }

// Share returns the least and the greatest share of the time in which the accounts can have been
// normal, in percent; unset if nothing is known.
func (u Uptime) Share() (share [2]api.Number) {
	if u.whole == 0 {
		return share
	}
	for i, d := range []time.Duration{u.least, u.most} {
		share[i] = api.Share(int64(d), int64(u.whole), 1)
	}
	return share
}

// Add adds an account from one time until another, by its turns. Without turns it had a status all
// the time.
func (u *Uptime) Add(
	status api.Number,
	turns []history.Turn,
	recorded history.Recordings,
	from, until time.Time,
) {
	is := stateAt(status, turns, from)
	since := from
	for _, t := range turns {
		if !t.At.After(from) || since.After(until) {
			continue
		}
		after := recorded.IntervalOf(t).After
		if after.Before(since) {
			after = since
		}
		end := t.At
		if end.After(until) {
			end = until
		}
		if after.After(end) {
			after = end
		}
		u.add(is, is, after.Sub(since))
		u.add(is, stateOf(t.Status), end.Sub(after))
		is = stateOf(t.Status)
		since = t.At
	}
	u.add(is, is, until.Sub(since))
}

// Join adds the time of other accounts.
func (u *Uptime) Join(other Uptime) {
	u.least += other.least
	u.most += other.most
	u.whole += other.whole
}

// add adds the time between two moments at which the states of an account are known.
func (u *Uptime) add(before, after state, d time.Duration) {
	known := func(s state) bool { return s == normal || s == abnormal }
	if d <= 0 || !known(before) || !known(after) {
		return
	} else if before == normal && after == normal {
		u.least += d
		u.most += d
	} else if before == normal || after == normal {
		u.most += d
	}
	u.whole += d
}

// stateAt is the state after the recording at a time of an account with some turns or, without
// any, a status.
func stateAt(status api.Number, turns []history.Turn, t time.Time) state {
	i := len(turns)
	for i > 0 && turns[i-1].At.After(t) {
		i--
	}
	if i > 0 {
		return stateOf(turns[i-1].Status)
	}
	if len(turns) > 0 {
		return stateOf(turns[0].Before)
	}
	return stateOf(status)
}
