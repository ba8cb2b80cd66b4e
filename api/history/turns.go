package history

import (
	"context"
	"fmt"
	"time"

	"github.com/go-json-experiment/json"

	"channeldeck/api"
)

// kindHealth is the kind of the changes of an account's status. The state of such a
// change is [status, before], each null where the account was not listed.
const kindHealth = "health"

// Turn is a change of the status of an account, or of whether it is listed.
type Turn struct {
	Account        AccountKey
	At             time.Time
	Status, Before api.Number // unset where the account was not listed
	Hidden         time.Time  // when an outage of the relay began in which it may have turned; zero for none
	Seen           time.Time  // when a list that lacks accounts last had it as it was Before; zero for none
}

// Turns returns the turns of all accounts after the first recording, by account and time.
// Turns dated in the future, by a clock that was wrong, are left out. The error is a [*Problem], or
// that of ctx.
func (p States) Turns(ctx context.Context) ([]Turn, error) {
	turns, _, err := p.TurnsMerged(ctx)
	return turns, err
}

// TurnsMerged returns the turns of [States.Turns], and whether an outage of a relay that is over is missing among
// them: otherwise they are those of [States.EachTurns]. The error is a [*Problem], or that of ctx.
func (p States) TurnsMerged(ctx context.Context) (all []Turn, isMerged bool, err error) {
	read := 0
	err = p.eachTurn(ctx, func(t Turn) {
		read++
		all = withTurn(all, t)
	}, allTurns)
	return all, len(all) < read, err
}

// NewlyAbnormal returns how many accounts of the last list are newly abnormal since a baseline, as
// [IsNewlyAbnormal] tells. It reads few of their turns. The error is a [*Problem], or that of ctx.
func (p States) NewlyAbnormal(ctx context.Context, baseline time.Time) (n int, err error) {
	// The list has abnormal accounts first. One of the future may show another status than the turns.
	abnormal := []byte{urgency(api.HealthAbnormal) + 1}
	_, at, err := p.h.lastLoad(ctx, p.h.scope().own, kindAccount)
	if err != nil {
		return 0, err
	}
	if p.h.isAhead(at) {
		abnormal = []byte{urgency(api.HealthNormal) + 1}
	}
	const earlier = `(SELECT b.at FROM history_changes b
		WHERE b.part = i.part AND b.kind = '` + kindHealth + `' AND b.id = i.id`
	// Turns before one that ended no outage are not needed: see withTurn.
	turns, err := p.turns(ctx, `history_items i JOIN history_changes c ON c.id = i.id
		WHERE i.part = $1 AND i.kind = '`+kindAccount+`' AND (i.gone_at IS NULL OR i.gone_at > $3)
		AND i.sort < $4
		AND `+earlier+` AND b.at <= $3 ORDER BY b.at DESC LIMIT 1) > $5
		AND c.at >= COALESCE(`+earlier+` AND b.at <= $5
			AND substr(b.state, length(b.state) - 3) <> $6 ORDER BY b.at DESC LIMIT 1), 0) AND`,
		abnormal, millis(baseline), endOfOutage)
	for _, list := range TurnsByAccount(turns) {
		if IsNewlyAbnormal(list, baseline) {
			n++
		}
	}
	return n, err
}

// A turn with which an outage of a relay began has a state with the one beginning, and one with which
// it ended a state with the other end.
var (
	beginOfOutage = fmt.Appendf(nil, "[%d,", api.StatusOutage)
	endOfOutage   = fmt.Appendf(nil, ",%d]", api.StatusOutage)
)

// allTurns is the part of a statement that selects all turns.
const allTurns = `history_changes c WHERE`

// turns returns the turns c that a part of a statement selects, whose arguments are $4 and
// further ones.
func (p States) turns(ctx context.Context, from string, args ...any) (all []Turn, err error) {
	err = p.eachTurn(ctx, func(t Turn) {
		all = withTurn(all, t)
	}, from, args...)
	return all, err
}

// eachTurn calls each for the turns that a part of a statement selects, also for those that the
// end of an outage of a relay makes none.
func (p States) eachTurn(ctx context.Context, each func(Turn), from string, args ...any) error {
	s := p.h.scope()
	first, found, err := p.h.Points().first(ctx, s.own, kindAccount)
	if err != nil || !found {
		return err
	}
	parts, err := p.Parts(ctx)
	if err != nil {
		return err
	}
	if first > s.skewed { // recorded while the clock was ahead
		first = 0
	}
	return p.h.read(ctx, eachChange(func(id string, at int64, state []byte) error {
		t := Turn{Account: keyOf(id), At: time.UnixMilli(at)}
		var numbers [2]api.Number
		err := json.Unmarshal(state, &numbers)
		for i, n := range []*api.Number{&t.Status, &t.Before} {
			if numbers[i].IsSet() {
				*n = numbers[i]
			}
		}
		if t.Before.IsSet() || at > first+maxSkew.Milliseconds() { // the first list may have been recorded in parts
			each(parts.Seen(t))
		}
		return err
	}), `SELECT c.id, c.at, c.state FROM `+from+` c.part = $1 AND c.kind = '`+kindHealth+
		`' AND c.at > $2 AND c.at <= $3 ORDER BY c.id, c.at`,
		append([]any{s.own, first, s.skewed}, args...)...)
}

// EachTurns calls each for every account that turned, with its turns in order. Other than among those of
// [States.Turns], an outage of a relay that is over is two of them. Later calls change them. The error is a
// [*Problem], or that of ctx.
func (p States) EachTurns(ctx context.Context, each func([]Turn)) error {
	var turns []Turn
	err := p.eachTurn(ctx, func(t Turn) {
		isOfAnother := len(turns) > 0 && turns[0].Account != t.Account
		if isOfAnother {
			each(turns)
			turns = turns[:0]
		}
		turns = append(turns, t)
	}, allTurns)
	if err == nil && len(turns) > 0 {
		each(turns)
	}
	return err
}

// turnRows collects the turns of accounts from their changes, which are added by account
// and time.
type turnRows struct {
	part  int64
	from  int64  // earlier turns are not collected
	id    string // of the last account
	state []byte // its last one
	args  []any  // of the statement that inserts the turns
}

func (t *turnRows) add(id string, at int64, state []byte) {
	if id != t.id {
		t.id = id
		t.state = nil
	}
	if at >= t.from && turned(state, t.state) {
		t.args = append(
			t.args,
			t.part,
			kindHealth,
			id,
			at,
			turnState(state, t.state),
		)
	}
	t.state = state
}

// renewTurns computes the turns of accounts from the time of a list on anew: a change that
// is dated before others alters the status from which they turned.
func (s *statements) renewTurns(ctx context.Context, l list, ids []any) error {
	args := append([]any{l.part, kindHealth, millis(l.at)}, ids...)
	in := placeholders(4, 1, len(ids))
	if _, err := s.ExecContext(
		ctx,
		`DELETE FROM history_changes WHERE part = $1 AND kind = $2 AND at >= $3 AND id IN `+in,
		args...,
	); err != nil {
		return err
	}
	args[1] = kindAccount
	turns := turnRows{part: l.part, from: millis(l.at)}
	err := query(ctx, s, eachChange(func(id string, at int64, state []byte) error {
		turns.add(id, at, state)
		return nil
	}), `SELECT c.id, c.at, c.state FROM history_changes c
		WHERE c.part = $1 AND c.kind = $2 AND c.id IN `+in+` AND c.at >= COALESCE(
			(SELECT max(b.at) FROM history_changes b
			WHERE b.part = c.part AND b.kind = c.kind AND b.id = c.id AND b.at < $3), $3)
		ORDER BY c.id, c.at`, args...)
	if err != nil {
		return err
	}
	return s.insertAll(ctx, insertChanges, 5, turns.args, replaceChanges)
}

// eachChange returns a function for [query] that calls each for the rows: the ID of an item,
// a time and the state from then on, nil where the item was gone.
func eachChange(each func(id string, at int64, state []byte) error) func(scan scanner) error {
	return func(scan scanner) error {
		var id string
		var at int64
		var state []byte
		if err := scan(&id, &at, &state); err != nil {
			return err
		}
		return each(id, at, state)
	}
}

// putFirst stores when a list was first recorded.
func (db *database) putFirst(ctx context.Context, l list) error {
	_, err := db.ExecContext(ctx, `INSERT INTO history_entries (part, kind, id, at, body)
		VALUES ($1, $2, $3, $4, $5) ON CONFLICT (part, kind, id) DO NOTHING`,
		l.part, kindFirst, l.kind, millis(l.at), []byte("null"))
	return err
}
