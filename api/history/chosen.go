package history

import (
	"context"
	"slices"
	"time"
)

// kindBaseline is the baseline that the user chose last; its ID is the baseline.
const kindBaseline = "baseline"

// ChooseBaseline remembers the baseline that the user chose.
func (d *DB) ChooseBaseline(b Baseline, at time.Time) {
	d.Remember(Entry{Kind: kindBaseline, ID: string(b), At: at})
}

// ChosenBaseline returns the baseline that the user chose last, or else SinceVisit.
func (d *DB) ChosenBaseline(ctx context.Context) (Baseline, error) {
	chosen, err := d.Recent(ctx, kindBaseline, 1)
	if err != nil || len(chosen) == 0 || !slices.Contains(Baselines(), Baseline(chosen[0].ID)) {
		return SinceVisit, err
	}
	return Baseline(chosen[0].ID), nil
}

// Chosen returns the point of the baseline that the user chose last.
func (d *DB) Chosen(ctx context.Context) (Point, error) {
	b, err := d.ChosenBaseline(ctx)
	if err != nil {
		return Point{}, err
	}
	return d.Point(ctx, b)
}
