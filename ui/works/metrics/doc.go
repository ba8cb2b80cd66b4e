// Package metrics is what the works pane and the work command think: the
// history of a work's snapshots over the calls of one run, the change between
// them, engagement rates, series and scales for charts, the comparison of two
// works, and what a typed or pasted work id can be.
//
// It knows no terminal and no language. Where a figure cannot be had it says so
// with a [Reason]; a number that was not sent is never 0.
package metrics

// Reason tells why a figure cannot be had. The zero Reason is [Known]: it can.
type Reason uint8

// The reasons, each for the one figure it stands beside.
const (
	Known          Reason = iota // the figure is there
	NotSent                      // the snapshot does not carry the metric
	NotSentBefore                // the snapshot before does not carry the metric
	NotANumber                   // something was sent that is no number
	NoEarlier                    // there is no snapshot before this one
	ZeroBase                     // it would be a division by 0
	NegativeBase                 // a rate over a negative count means nothing
	NoTime                       // a snapshot has no time, or one that cannot be read
	NoTimePassed                 // both snapshots have the same time
	TooSoon                      // the snapshots are less than a minute apart
	NoInteractions               // none of the metrics of the numerator was sent
	NotPublished                 // publishedAt is missing or cannot be read
	TooLarge                     // beyond what is computed exactly (see api.Number)
)

// Figure is a computed number, or why there is none.
type Figure struct {
	Value float64
	Why   Reason
}

// OK reports whether the figure is there.
func (f Figure) OK() bool { return f.Why == Known }
