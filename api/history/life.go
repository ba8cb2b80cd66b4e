package history

import (
	"context"
	"time"

	"channeldeck/api"
)

// Life holds the recorded states and turns of an account, the oldest first.
type Life struct {
	Account *api.Account // as it was last listed
	States  []Counts
	Turns   []Turn // of its status, each by itself: see [TurnsOf]
	Renames []Rename
	Relayed string // the last known name of an account with a relay
}

// RenamesUntil returns how often an account was renamed until a time, beginning to count at fewer.
func (l *Life) RenamesUntil(fewer int, at time.Time) int {
	for fewer < len(l.Renames) && !l.Renames[fewer].At.After(at) {
		fewer++
	}
	return fewer
}

// Name returns the name after some renames, "" if it is that of the Account.
func (l *Life) Name(renames int) string {
	if renames < len(l.Renames) {
		return l.Renames[renames].Before
	}
	return l.Relayed
}

// State returns the index of the state that an account had at a time, -1 if it had none yet. It
// begins to look at an earlier one.
func (l *Life) State(earlier int, at time.Time) int {
	for earlier+1 < len(l.States) && !l.States[earlier+1].At.After(at) {
		earlier++
	}
	return earlier
}

// TurnsUntil returns how many turns an account had until a time, beginning to count at fewer.
func (l *Life) TurnsUntil(fewer int, at time.Time) int {
	for fewer < len(l.Turns) && !l.Turns[fewer].At.After(at) {
		fewer++
	}
	return fewer
}

// TurnsOf returns the turns of an account as [States.Turns] returns them when they are the last ones.
func TurnsOf(each []Turn) (turns []Turn) {
	for _, t := range each {
		turns = withTurn(turns, t)
	}
	return turns
}

// Lives calls each for every account that was ever listed, by platform and ID. What was recorded
// in the future, by a clock that was wrong, is left out. Later calls change the Life. The error is a
// [*Problem], or that of ctx.
func (p States) Lives(ctx context.Context, each func(*Life)) error {
	var rows []*api.Account
	err := readRows(
		ctx,
		p.h,
		pointers(&rows),
		`SELECT body`+items,
		p.h.scope().own,
		kindAccount,
	)
	if err != nil {
		return err
	}
	accounts := make(map[AccountKey]*api.Account, len(rows))
	turns := map[AccountKey][]Turn{}
	for _, a := range rows {
		accounts[KeyOf(a)] = a
	}
	if err := p.eachTurn(
		ctx,
		func(t Turn) { turns[t.Account] = append(turns[t.Account], t) },
		allTurns,
	); err != nil {
		return err
	}
	renames := map[AccountKey][]Rename{}
	err = p.renames(ctx, time.Time{}, func(k AccountKey, r Rename) {
		renames[k] = append(renames[k], r)
	})
	if err != nil {
		return err
	}
	relayed, err := p.relayNames(ctx)
	if err != nil {
		return err
	}
	var l Life
	return p.EachSeries(ctx, time.Time{}, func(key AccountKey, series []Counts) {
		l.Account = accounts[key]
		if l.Account == nil {
			return
		}
		l.States = series
		l.Turns = turns[key]
		l.Renames = renames[key]
		l.Relayed = relayed[key]
		each(&l)
	})
}
