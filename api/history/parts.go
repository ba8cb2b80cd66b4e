package history

import (
	"context"
	"slices"
	"strconv"
	"time"

	"github.com/go-json-experiment/json"

	"channeldeck/api"
)

// kindPart are the recorded lists that lack accounts, with which of them they have. Their IDs are as those of
// kindRecorded.
const kindPart = "part"

// storedPart is the body of an entry of kindPart: the items of a list or, if these are fewer, those that were listed
// and that it lacks.
type storedPart struct {
	Has   []string `json:"has,omitzero"`
	Lacks []string `json:"lacks,omitzero"`
}

// maxPart limits the accounts that are stored of one list: half a megabyte.
const maxPart = 10_000

// putPart stores which accounts a list has that lacks some. Missing are the stored ones that are not in it. Nothing is
// stored of lists that were requested with a filter, which may come each minute, and of very long ones.
func (db *database) putPart(ctx context.Context, l *list, missing []string) error {
	isPart := l.kind == kindAccount && !l.complete && !l.chosen && l.rows > 0
	if !isPart || min(l.rows, len(missing)) > maxPart {
		return nil
	}
	stored := storedPart{Lacks: missing}
	if l.rows < len(missing) {
		stored.Lacks = nil
		for i := range l.rows {
			stored.Has = append(stored.Has, l.id(i))
		}
	}
	body, err := api.Marshal(stored)
	if err != nil {
		return err
	}
	return put(ctx, db, l.part, Entry{
		Kind: kindPart,
		ID:   l.kind + " " + strconv.FormatInt(millis(l.at), 36),
		At:   l.at,
		Body: body,
	})
}

// Parts are the recorded lists that lack accounts. The zero Parts are none.
type Parts struct {
	has  map[AccountKey][]time.Time // the lists that have an account, in order; but for those of most
	most []partOfMost
	at   map[int64]bool // their times, in milliseconds
}

// partOfMost is a list of which is known what it lacks.
type partOfMost struct {
	at    time.Time
	lacks map[AccountKey]bool
}

// Are reports whether the list of a time lacks accounts.
func (p Parts) Are(at time.Time) bool { return p.at[at.UnixMilli()] }

// Have reports whether the list of a time, which lacks accounts, has an account that was listed before.
func (p Parts) Have(at time.Time, key AccountKey) bool {
	for _, m := range p.most {
		if m.at.Equal(at) {
			return !m.lacks[key]
		}
	}
	return slices.ContainsFunc(p.has[key], at.Equal)
}

// last returns the last list until a time that has an account which was listed; zero if none has.
func (p Parts) last(key AccountKey, until time.Time) (last time.Time) {
	for _, at := range slices.Backward(p.has[key]) {
		if !at.After(until) {
			last = at
			break
		}
	}
	for _, m := range slices.Backward(p.most) {
		if !m.at.After(last) {
			break
		}
		if !m.at.After(until) && !m.lacks[key] {
			return m.at
		}
	}
	return last
}

// Seen returns a turn with the last of the lists that still shows the account as it was before.
func (p Parts) Seen(t Turn) Turn {
	if t.Before.IsSet() { // an account that was not listed is in none of them
		t.Seen = p.last(t.Account, t.At.Add(-maxSkew))
	}
	return t
}

// With returns the parts with a list that has some accounts, which may not be stored yet.
func (p Parts) With(at time.Time, rows []*api.Account) Parts {
	if p.Are(at) {
		return p
	}
	at = time.UnixMilli(at.UnixMilli())
	isIn := map[AccountKey]bool{}
	for _, a := range rows {
		isIn[KeyOf(a)] = true
	}
	with := Parts{has: map[AccountKey][]time.Time{}, most: p.most, at: map[int64]bool{at.UnixMilli(): true}}
	for key, times := range p.has {
		with.has[key] = times
	}
	for key := range isIn {
		with.has[key] = append(slices.Clip(with.has[key]), at)
	}
	for other := range p.at {
		with.at[other] = true
	}
	return with
}

// add adds a stored list.
func (p *Parts) add(at time.Time, stored *storedPart) {
	if p.at == nil {
		p.at = map[int64]bool{}
		p.has = map[AccountKey][]time.Time{}
	}
	p.at[at.UnixMilli()] = true
	for _, id := range stored.Has {
		key := keyOf(id)
		p.has[key] = append(p.has[key], at)
	}
	if len(stored.Has) > 0 {
		return
	}
	m := partOfMost{at: at, lacks: map[AccountKey]bool{}}
	for _, id := range stored.Lacks {
		m.lacks[keyOf(id)] = true
	}
	p.most = append(p.most, m)
}

// Parts returns the recorded lists that lack accounts, though all were requested. The error is a [*Problem], or that
// of ctx.
func (p States) Parts(ctx context.Context) (all Parts, err error) {
	s := p.h.scope()
	err = p.h.read(ctx, func(scan scanner) error {
		var ms int64
		var body []byte
		if err := scan(&ms, &body); err != nil {
			return err
		}
		var stored storedPart
		err := json.Unmarshal(body, &stored)
		all.add(time.UnixMilli(ms), &stored)
		return err
	}, `SELECT at, body FROM history_entries WHERE part = $1 AND kind = $2 AND at <= $3 ORDER BY at`,
		s.own, kindPart, s.skewed)
	return all, err
}
