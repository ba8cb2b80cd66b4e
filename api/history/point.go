package history

import (
	"context"
	"slices"
	"strconv"
	"time"

	"github.com/go-json-experiment/json"
)

// Baseline selects the time with which the present is compared.
type Baseline string

// The baselines.
const (
	SinceVisit Baseline = "visit" // the end of the previous visit
	SinceDay   Baseline = "24h"
	SinceWeek  Baseline = "7d"
	SinceMonth Baseline = "30d"
)

// Baselines returns all baselines, the latest first.
func Baselines() []Baseline {
	return []Baseline{SinceVisit, SinceDay, SinceWeek, SinceMonth}
}

// Point is a point in the stored history.
type Point struct {
	Baseline Baseline  // "" for a time that the user gave
	Asked    time.Time // zero: there was no earlier visit
	// Accounts is the time with which accounts are compared: Asked, or the first time of which all
	// states are kept if that is later; zero if nothing was recorded before this visit.
	Accounts time.Time
	Models   time.Time // the same of the catalog

	pruned time.Time // of earlier states only the newest of each item are kept; zero if nothing was pruned
}

// Late reports whether the history was begun after the time that was asked for, or whether no visit was before
// this one.
func (p Point) Late() bool {
	return p.isLater() && p.begins().After(p.pruned)
}

// Pruned reports whether states of the time that was asked for were kept no longer.
func (p Point) Pruned() bool {
	return p.isLater() && !p.begins().After(p.pruned)
}

// isLater reports whether p is later than the time that was asked for, as it is without one.
func (p Point) isLater() bool {
	return p.begins().After(p.Asked)
}

// begins is the time with which accounts or, without any, models are compared.
func (p Point) begins() time.Time {
	if p.Accounts.IsZero() {
		return p.Models
	}
	return p.Accounts
}

// NotBefore returns p moved to where whole is if that is later: what [Points.At] returns of the zero
// time once more was pruned.
func (p Point) NotBefore(whole Point) Point {
	if !p.Accounts.IsZero() && p.Accounts.Before(whole.Accounts) {
		p.Accounts = whole.Accounts
		p.pruned = whole.pruned
	}
	if !p.Models.IsZero() && p.Models.Before(whole.Models) {
		p.Models = whole.Models
		p.pruned = whole.pruned
	}
	return p
}

// Points finds points in a history.
type Points struct{ h *DB }

// Points returns what finds the points in a history.
func (d *DB) Points() Points { return Points{d} }

// Of returns the point of a baseline. Without an earlier visit it is the oldest recorded
// state. The error is a [*Problem], or that of ctx.
func (points Points) Of(ctx context.Context, b Baseline) (p Point, err error) {
	if points.h == nil {
		return Point{Baseline: b}, nil
	}
	day := 24 * time.Hour
	asked := points.h.config.Now()
	switch b {
	case SinceDay:
		asked = asked.Add(-day)
	case SinceWeek:
		asked = asked.Add(-7 * day)
	case SinceMonth:
		asked = asked.Add(-30 * day)
	default:
		if asked, err = points.LastVisit(ctx); err != nil {
			return Point{Baseline: b}, err
		}
	}
	p, err = points.At(ctx, asked)
	p.Baseline = b
	return p, err
}

// At returns the point of a time. The error is a [*Problem], or that of ctx.
func (points Points) At(ctx context.Context, asked time.Time) (p Point, err error) {
	p.Asked = asked
	if p.pruned, err = points.pruned(ctx); err != nil {
		return p, err
	}
	if p.Accounts, err = points.comparable(
		ctx,
		points.h.scope().own,
		kindAccount,
		&p,
	); err == nil {
		p.Models, err = points.comparable(ctx, points.h.scope().site, kindModel, &p)
	}
	return p, err
}

// comparable returns the time that was asked for, or the first one of which all states of a list are
// kept if that is later. It is zero for a list that was not recorded before this history was opened.
func (points Points) comparable(
	ctx context.Context,
	part int64,
	kind string,
	p *Point,
) (time.Time, error) {
	at, err := points.begins(ctx, part, kind)
	if err != nil || at.IsZero() {
		return time.Time{}, err
	}
	for _, later := range []time.Time{p.pruned, p.Asked} {
		if !at.After(later) {
			at = later
		}
	}
	return at, nil
}

// Kept returns the time before which only the newest state of each account is kept, zero if nothing was
// pruned. The error is a [*Problem], or that of ctx.
func (points Points) Kept(ctx context.Context) (time.Time, error) { return points.pruned(ctx) }

// Pruned returns the time before which states were deleted so that the history does not exceed its limit, zero if
// none were, or none that are not older than the history keeps them. The error is a [*Problem], or that of ctx.
func (points Points) Pruned(ctx context.Context) (at time.Time, err error) {
	err = points.h.read(ctx, readTime(&at), `SELECT at FROM history_entries
		WHERE part = 0 AND kind = $1 AND body = $2 AND at > $3`,
		kindKept, []byte(forSpace), points.h.scope().now-keepFor.Milliseconds())
	return at, err
}

// Limit returns the bytes that a history keeps at most.
func (d *DB) Limit() int64 {
	if d == nil {
		return 0
	}
	return d.config.keepBytes()
}

// pruned returns the time before which states were pruned, zero if none were.
func (points Points) pruned(ctx context.Context) (at time.Time, err error) {
	err = points.h.read(ctx, readTime(&at), `SELECT at FROM history_entries WHERE part = 0 AND kind = $1`, kindKept)
	return at, err
}

// begins returns when a list was first recorded, zero for one that was not recorded before this
// history was opened.
func (points Points) begins(ctx context.Context, part int64, kind string) (time.Time, error) {
	first, found, err := points.first(ctx, part, kind)
	if err != nil || !found || first >= millis(points.h.begun) {
		return time.Time{}, err
	}
	return time.UnixMilli(first), nil
}

// First returns when accounts were first recorded, zero if that was not before this history was
// opened. Of states that are as old only the newest of each account may be kept: see [Points.At]. The
// error is a [*Problem], or that of ctx.
func (points Points) First(ctx context.Context) (time.Time, error) {
	if points.h == nil {
		return time.Time{}, nil
	}
	return points.begins(ctx, points.h.scope().own, kindAccount)
}

// first is when a list was first recorded, in milliseconds.
func (points Points) first(
	ctx context.Context,
	part int64,
	kind string,
) (at int64, found bool, err error) {
	err = points.h.read(ctx, func(scan scanner) error {
		found = true
		return scan(&at)
	}, `SELECT at FROM history_entries WHERE part = $1 AND kind = $2 AND id = $3`, part, kindFirst, kind)
	return at, found, err
}

// LastVisit is when the previous visit ended, give or take a few minutes if the program was
// killed; zero for the first one. A visit that began before this one and still lasts counts as one that ended
// when this one began, and one that began later does not count. Of a moment in the past, neither does a visit
// that may have lasted until then. The error is a [*Problem], or that of ctx.
func (points Points) LastVisit(ctx context.Context) (at time.Time, err error) {
	h := points.h
	latest := h.scope().now
	if h.then() {
		latest -= visitGap.Milliseconds()
	}
	err = h.read(ctx, func(scan scanner) error {
		var id string
		var ms int64
		err := scan(&id, &ms)
		nanoseconds, _ := strconv.ParseInt(id, 36, 64) // of its beginning: see Open
		isEarlier := time.Unix(0, nanoseconds).Before(h.begun)
		if at.IsZero() && isEarlier {
			at = time.UnixMilli(min(ms, millis(h.begun)))
		}
		return err
	}, `SELECT id, at FROM history_entries
		WHERE part = $1 AND kind = $2 AND id <> $3 AND at <= $4 ORDER BY at DESC`,
		h.scope().user, kindVisit, h.scope().visit, latest)
	return at, err
}

// kindBaseline is the one entry about the baseline that the user chose last, a JSON string.
const kindBaseline = "baseline"

// Choose remembers the baseline that the user chose.
func (points Points) Choose(b Baseline, at time.Time) {
	body, _ := json.Marshal(b) // cannot fail
	points.h.Entries().Remember(Entry{Kind: kindBaseline, At: at, Body: body})
}

// ChosenBaseline returns the baseline that the user chose last, or else SinceVisit. The error is a
// [*Problem], or that of ctx.
func (points Points) ChosenBaseline(ctx context.Context) (Baseline, error) {
	chosen, err := points.h.Entries().Recent(ctx, kindBaseline, 1)
	var b Baseline
	if err != nil || len(chosen) == 0 || json.Unmarshal(chosen[0].Body, &b) != nil ||
		!slices.Contains(Baselines(), b) {
		return SinceVisit, err
	}
	return b, nil
}

// Chosen returns the point of the baseline that the user chose last. The error is a [*Problem], or
// that of ctx.
func (points Points) Chosen(ctx context.Context) (Point, error) {
	b, err := points.ChosenBaseline(ctx)
	if err != nil {
		return Point{}, err
	}
	return points.Of(ctx, b)
}
