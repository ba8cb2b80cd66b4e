// Package metrics computes what the works pane and the work command show: the
// history of a work's snapshots in one run, the changes between them, engagement
// rates, series and axes for charts, the comparison of two works, and the work id
// in a link.
//
// It does not depend on a terminal or a language. A missing figure has a [Reason]; a
// number that was not sent is never 0.
package metrics

import "channeldeck/api"

// Reason is why a figure is missing.
type Reason string

// The reasons.
const (
	Known          Reason = ""                // the figure is not missing
	NotSent        Reason = "not_sent"        // the snapshot does not include the metric
	NotSentBefore  Reason = "not_sent_before" // the previous snapshot does not include the metric
	NotANumber     Reason = "not_a_number"
	NoEarlier      Reason = "no_earlier" // this is the first snapshot
	ZeroBase       Reason = "zero_base"  // division by 0
	NegativeBase   Reason = "negative_base"
	NoTimePassed   Reason = "no_time_passed" // both snapshots have the same time
	TooSoon        Reason = "too_soon"       // the snapshots are less than a minute apart
	NoInteractions Reason = "no_interactions"
	NotPublished   Reason = "not_published" // a publish time is missing
	TooLarge       Reason = "too_large"     // beyond the exact arithmetic of api.Number
)

// Figure is a computed value, or why it is missing.
type Figure struct {
	Value api.Number // unset where Why is not Known
	Why   Reason
}

// exact returns the figure of a result, which is unset if it is too large.
func exact(result api.Number) Figure {
	if !result.IsSet() {
		return Figure{Why: TooLarge}
	}
	return Figure{Value: result}
}
