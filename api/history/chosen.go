package history

import (
	"context"
	"slices"
	"time"

	"github.com/go-json-experiment/json"
)

// kindBaseline is the one entry about the baseline that the user chose last, a JSON string.
const kindBaseline = "baseline"

// ChooseBaseline remembers the baseline that the user chose.
func (d *DB) ChooseBaseline(b Baseline, at time.Time) {
	body, _ := json.Marshal(b) // cannot fail
	d.Remember(Entry{Kind: kindBaseline, At: at, Body: body})
}

// ChosenBaseline returns the baseline that the user chose last, or else SinceVisit.
func (d *DB) ChosenBaseline(ctx context.Context) (Baseline, error) {
	chosen, err := d.Recent(ctx, kindBaseline, 1)
	var b Baseline
	if err != nil || len(chosen) == 0 || json.Unmarshal(chosen[0].Body, &b) != nil || !slices.Contains(Baselines(), b) {
		return SinceVisit, err
	}
	return b, nil
}

// Chosen returns the point of the baseline that the user chose last.
func (d *DB) Chosen(ctx context.Context) (Point, error) {
	b, err := d.ChosenBaseline(ctx)
	if err != nil {
		return Point{}, err
	}
	return d.Point(ctx, b)
}
