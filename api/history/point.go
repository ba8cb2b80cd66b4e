package history

import (
	"context"
	"time"
)

// Baseline is what the present is compared with.
type Baseline string

// The baselines.
const (
	SinceVisit Baseline = "visit" // the end of the previous visit
	SinceDay   Baseline = "24h"
	SinceWeek  Baseline = "7d"
	SinceMonth Baseline = "30d"
)

// Baselines returns all baselines, the latest first.
func Baselines() []Baseline { return []Baseline{SinceVisit, SinceDay, SinceWeek, SinceMonth} }

// Point is a point in the stored history.
type Point struct {
	Baseline Baseline  // "" for a time that the user gave
	Asked    time.Time // zero: there was no earlier visit
	Accounts time.Time // the time with which accounts are compared: Asked, or when they were first recorded if that is later; zero if nothing was recorded before this visit
	Models   time.Time // the same of the catalog
}

// Late reports whether the history begins after the time that was asked for.
func (p Point) Late() bool {
	begins := p.Accounts
	if begins.IsZero() {
		begins = p.Models
	}
	return !p.Asked.IsZero() && begins.After(p.Asked)
}

// Point returns the point of a baseline. Without an earlier visit it is the oldest recorded
// state.
func (d *DB) Point(ctx context.Context, b Baseline) (p Point, err error) {
	if d == nil {
		return Point{Baseline: b}, nil
	}
	day, asked := 24*time.Hour, d.config.Now()
	switch b {
	case SinceDay:
		asked = asked.Add(-day)
	case SinceWeek:
		asked = asked.Add(-7 * day)
	case SinceMonth:
		asked = asked.Add(-30 * day)
	default:
		if asked, err = d.LastVisit(ctx); err != nil {
			return Point{Baseline: b}, err
		}
	}
	p, err = d.PointAt(ctx, asked)
	p.Baseline = b
	return p, err
}

// PointAt returns the point of a time.
func (d *DB) PointAt(ctx context.Context, asked time.Time) (p Point, err error) {
	p.Asked = asked
	if p.Accounts, err = d.comparable(ctx, d.scope().own, kindAccount, asked); err == nil {
		p.Models, err = d.comparable(ctx, d.scope().site, kindModel, asked)
	}
	return p, err
}

// comparable returns a time, or when a list was first recorded if that is later. It is zero
// for a list that was not recorded before this history was opened.
func (d *DB) comparable(ctx context.Context, part int64, kind string, asked time.Time) (time.Time, error) {
	first, found, err := d.first(ctx, part, kind)
	switch at := time.UnixMilli(first); {
	case err != nil || !found || first >= millis(d.begun):
		return time.Time{}, err
	case at.After(asked):
		return at, nil
	}
	return asked, nil
}
