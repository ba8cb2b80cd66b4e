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

// rats returns the exact values of two numbers, or why that is not possible.
func rats(a, b api.Number) (x, y *big.Rat, why Reason) {
	x, okX := a.Rat()
	y, okY := b.Rat()
	switch {
	case !a.IsSet() || !b.IsSet():
		return nil, nil, NotSent
	case !okX || !okY:
		return nil, nil, TooLarge
	}
	return x, y, Known
}

// Subtract returns a - b exactly.
func Subtract(a, b api.Number) Figure[api.Number] {
	x, y, why := rats(a, b)
	if why != Known {
		return Figure[api.Number]{Why: why}
	}
	return Figure[api.Number]{Value: api.FromRat(x.Sub(x, y))}
}

// Divide returns factor * a/b, rounded once.
func Divide(a, b api.Number, factor int) Figure[float64] {
	x, y, why := rats(a, b)
	if why == Known && y.Sign() == 0 {
		why = ZeroBase
	}
	if why != Known {
		return Figure[float64]{Why: why}
	}
	f, _ := x.Mul(x, big.NewRat(int64(factor), 1)).Quo(x, y).Float64()
	return finite(f)
}

func finite(f float64) Figure[float64] {
	if math.IsInf(f, 0) {
		return Figure[float64]{Why: TooLarge}
	}
	return Figure[float64]{Value: f}
}
