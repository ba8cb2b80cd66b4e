package history

import (
	"bytes"
	"cmp"
	"context"
	"database/sql"
	"slices"
	"strconv"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"channeldeck/api"
)

// States provides access to the data that the service returned at earlier times.
type States struct{ h *DB }

// States returns the earlier states in a history.
func (d *DB) States() States { return States{d} }

// Trend returns the counts of an account since a time, oldest first, beginning with
// those that held at that time. Counts dated in the future, by a clock that was wrong,
// are left out. The error is a [*Problem], or that of ctx.
func (p States) Trend(ctx context.Context, account AccountKey, since time.Time) ([]Counts, error) {
	all, err := p.Series(ctx, []AccountKey{account}, since)
	return all[account], err
}

// Series returns the counts of some accounts since a time, as Trend does for one. The error is a
// [*Problem], or that of ctx.
func (p States) Series(
	ctx context.Context,
	keys []AccountKey,
	since time.Time,
) (map[AccountKey][]Counts, error) {
	all := map[AccountKey][]Counts{}
	for some := range slices.Chunk(keys, maxKeys) {
		if err := p.addSeries(ctx, all, some, since); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// addSeries adds the counts of accounts since a time to all.
func (p States) addSeries(
	ctx context.Context,
	all map[AccountKey][]Counts,
	keys []AccountKey,
	since time.Time,
) error {
	byID := map[string]AccountKey{} // of a long ID, the item has the beginning
	for _, k := range keys {
		byID[k.itemID()] = k
	}
	return p.eachChanges(ctx, since, keys, func(key AccountKey, changes []change) error {
		series := make([]Counts, len(changes))
		for i, c := range changes {
			if err := series[i].read(c.at, c.state); err != nil {
				return err
			}
		}
		all[byID[key.itemID()]] = series
		return nil
	})
}

// AccountsAt calls each with the key of every account that was ever listed, and its
// counts at some times, in the same order. The counts change after the call. The error is a
// [*Problem], or that of ctx.
func (p States) AccountsAt(
	ctx context.Context,
	times []time.Time,
	each func(key AccountKey, then []Counts),
) error {
	var id string
	states := make([]sql.RawBytes, len(times))
	then := make([]Counts, len(times))
	statement := `SELECT i.id`
	args := []any{p.h.scope().own, kindAccount}
	to := []any{&id}
	for i, at := range times {
		args = append(args, millis(at))
		to = append(to, &states[i])
		statement += `, ` + stateAt(len(args))
	}
	return p.h.read(ctx, func(scan scanner) error {
		if err := scan(to...); err != nil {
			return err
		}
		for i, at := range times {
			if i > 0 && bytes.Equal(states[i], states[i-1]) &&
				(states[i] == nil) == (states[i-1] == nil) {
				then[i] = then[i-1]
				then[i].At = time.UnixMilli(millis(at))
			} else if err := then[i].read(millis(at), states[i]); err != nil {
				return err
			}
		}
		each(keyOf(id), then)
		return nil
	}, statement+items, args...)
}

// AccountsByKey returns the accounts with some keys as they were last listed, for a time in the past
// with their names of then. The error is a
// [*Problem], or that of ctx.
func (p States) AccountsByKey(
	ctx context.Context,
	keys []AccountKey,
) (rows []*api.Account, err error) {
	if len(keys) == 0 {
		return nil, nil
	}
	args := []any{p.h.scope().own, kindAccount}
	for _, k := range keys {
		args = append(args, k.itemID())
	}
	err = readRows(ctx, p.h, pointers(&rows), `SELECT body FROM history_items
		WHERE part = $1 AND kind = $2 AND id IN `+placeholders(3, 1, len(keys))+` ORDER BY sort`, args...)
	if err != nil || !p.h.then() {
		return rows, err
	}
	names, err := p.namesThen(ctx)
	for _, a := range rows {
		a.Nickname = cmp.Or(names[KeyOf(a)], a.Nickname)
	}
	return rows, err
}

// items are the items of a part ($1) and kind ($2).
const items = ` FROM history_items i WHERE i.part = $1 AND i.kind = $2`

// stateAt is the state of an item at the time of a parameter, NULL for one that was not
// listed then. As a join, SQLite would read every change of every item.
func stateAt(parameter int) string {
	return `(SELECT c.state FROM history_changes c
		WHERE c.part = i.part AND c.kind = i.kind AND c.id = i.id AND c.at <= $` + strconv.Itoa(parameter) + `
		ORDER BY c.at DESC LIMIT 1)`
}

// CatalogAt returns the models of the catalog at a time, in the order of the newest
// catalog. Where the texts in the language of the history are not known, they are unset. The error is
// a [*Problem], or that of ctx.
func (p States) CatalogAt(ctx context.Context, at time.Time) ([]api.VideoModel, error) {
	return rowsAt[api.VideoModel](ctx, p.h, p.h.scope().site, kindModel, at)
}

// OptionsAt returns the publish options of a platform at a time, with texts as in
// [States.CatalogAt]. The error is a [*Problem], or that of ctx.
func (p States) OptionsAt(
	ctx context.Context,
	platform string,
	at time.Time,
) ([]api.PublishOption, error) {
	return rowsAt[api.PublishOption](
		ctx,
		p.h,
		p.h.scope().own,
		optionsOf(platform),
		at,
	)
}

// rowsAt returns the rows at a time: those in the language of the history if the facts
// are still the same, else the facts alone.
func rowsAt[T any, R api.RowOf[T]](
	ctx context.Context,
	d *DB,
	part int64,
	kind string,
	at time.Time,
) (rows []T, err error) {
	if d == nil {
		return nil, nil
	}
	batches := api.NewRowBatches[T, R](values(&rows))
	var facts, worded sql.RawBytes
	err = d.read(ctx, func(scan scanner) error {
		err := scan(&facts, &worded)
		if err != nil || facts == nil {
			return err
		}
		row := WithoutTexts(jsontext.Value(facts))
		if worded != nil && bytes.Equal(row, WithoutTexts(jsontext.Value(worded))) {
			row = jsontext.Value(worded)
		}
		return batches.Add(row)
	}, `SELECT `+stateAt(3)+`, (SELECT c.state FROM history_changes c
		WHERE c.part = i.part AND c.kind = $4 AND c.id = i.id AND c.at <= $3
		ORDER BY c.at DESC LIMIT 1)`+items+` ORDER BY i.sort`,
		part, kind, millis(at), d.worded(kind))
	if err != nil {
		return nil, err
	}
	return rows, batches.Flush()
}

// ModelVersion is a model from a time on.
type ModelVersion struct {
	At    time.Time
	Since Interval        // between which recordings it came
	Model *api.VideoModel // nil for a model that was not in the catalog
}

// ModelVersions returns the versions of a model, oldest first. The error is a [*Problem], or that of
// ctx.
func (p States) ModelVersions(
	ctx context.Context,
	name string,
) (versions []ModelVersion, err error) {
	err = p.h.read(ctx, eachState(func(at int64, state []byte) error {
		v := ModelVersion{At: time.UnixMilli(at)}
		if state != nil {
			rows, err := api.DecodeRows[api.VideoModel]([]byte("[" + string(state) + "]"))
			if err != nil {
				return err
			}
			v.Model = &rows[0]
		}
		versions = append(versions, v)
		return nil
	}), `SELECT at, state FROM history_changes WHERE part = $1 AND kind = $2 AND id = $3 AND at <= $4 ORDER BY at`,
		p.h.scope().site, kindModel, key(name), p.h.scope().now)
	if err != nil || len(versions) == 0 {
		return nil, err
	}
	recorded, err := p.Recorded(ctx)
	for i := range versions {
		versions[i].Since = recorded.Models.Interval(versions[i].At)
	}
	return versions, err
}
