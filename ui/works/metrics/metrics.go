// Package metrics computes what the works pane and the work command show: the
// history of a work's snapshots in one run, the changes between them, engagement
// rates, series and axes for charts, the comparison of two works, and the work id
// in a link.
//
// It knows no terminal and no language. A figure that is missing has a [Reason]; a
// number that was not sent is never 0.
package metrics

import (
	"math"
	"math/big"

	"channeldeck/api"
)

// Reason is why a figure is missing.
type Reason string

// The reasons.
const (
	Known          Reason = ""                // the figure is not missing
	NotSent        Reason = "not_sent"        // the snapshot does not include the metric
	NotSentBefore  Reason = "not_sent_before" // the previous snapshot does not include the metric
	NotANumber     Reason = "not_a_number"
	NoEarlier      Reason = "no_earlier" // there is no previous snapshot
	ZeroBase       Reason = "zero_base"  // division by 0
	NegativeBase   Reason = "negative_base"
	NoTime         Reason = "no_time"        // a snapshot has no valid time
	NoTimePassed   Reason = "no_time_passed" // both snapshots have the same time
	TooSoon        Reason = "too_soon"       // the snapshots are less than a minute apart
	NoInteractions Reason = "no_interactions"
	NotPublished   Reason = "not_published" // a publish time is missing
	TooLarge       Reason = "too_large"     // beyond the exact arithmetic of api.Number
)

// Figure is a computed value, or why it is missing.
type Figure[T any] struct {
	Value T
	Why   Reason
}

// OK reports whether the value is known.
func (f Figure[T]) OK() bool { return f.Why == Known }

// Subtract returns a − b exactly.
func Subtract(a, b api.Number) Figure[api.Number] {
	missing := func(why Reason) Figure[api.Number] { return Figure[api.Number]{Why: why} }
	if !a.IsSet() || !b.IsSet() {
		return missing(NotSent)
	}
	x, okX := a.Rat()
	y, okY := b.Rat()
	if !okX || !okY {
		return missing(TooLarge)
	}
	d := number(x.Sub(x, y))
	if _, ok := d.Rat(); !ok {
		return missing(TooLarge)
	}
	return Figure[api.Number]{Value: d}
}

// number writes r, a sum or difference of decimal numbers, in decimal.
func number(r *big.Rat) api.Number {
	if r.IsInt() && r.Num().IsInt64() {
		return api.Int(r.Num().Int64())
	}
	digits, _ := r.FloatPrec()
	n, _ := api.ParseNumber(r.FloatString(digits)) // too long a number stays unset
	return n
}

// Divide returns a/b, rounded once.
func Divide(a, b *big.Rat) Figure[float64] {
	if b.Sign() == 0 {
		return Figure[float64]{Why: ZeroBase}
	}
	f, _ := new(big.Rat).Quo(a, b).Float64()
	if math.IsInf(f, 0) {
		return Figure[float64]{Why: TooLarge}
	}
	return Figure[float64]{Value: f}
}
