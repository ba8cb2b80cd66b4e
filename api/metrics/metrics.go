// Package metrics computes what the works pane and the work command show: the
// history of a work's snapshots in one run, the changes between them, engagement
// rates, series and axes for charts, the comparison of two works, and the work id
// in a link.
//
// It does not depend on a terminal or a language. A missing figure has a [Reason]; a
// number that was not sent is never 0.
package metrics

import (
	"slices"

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
	Negative       Reason = "negative"   // a count below 0 says nothing
	NoEarlier      Reason = "no_earlier" // this is the first snapshot
	ZeroBase       Reason = "zero_base"  // division by 0
	TooSoon        Reason = "too_soon"   // the snapshots are less than a minute apart
	NoInteractions Reason = "no_interactions"
	NotPublished   Reason = "not_published" // a publish time is missing
)

// Figure is a computed value, or why it is missing.
type Figure struct {
	Value api.Number // unset where Why is not Known, and beyond the arithmetic of api.Number
	Why   Reason
}

// Bases returns the metrics that tell how many saw a work, on which an engagement rate can be
// based: the preferred ones first.
func Bases() []string {
	return []string{"viewCount", "playCount", "impressionCount", "reachCount"}
}

// Basis returns the first of [Bases] that a work has: one that is above 0 in an entry or, if none
// is, one that is known. Without any it returns "".
func Basis(entries []*Entry) string {
	for _, least := range []int{1, 0} {
		for _, name := range Bases() {
			if slices.ContainsFunc(entries, func(e *Entry) bool {
				r := Read(&e.Snapshot, name)
				return r.Why == Known && r.Value.Sign() >= least
			}) {
				return name
			}
		}
	}
	return ""
}

// Rate is an engagement rate with its formula: the sum of Terms over Base.
type Rate struct {
	Terms []Reading
	Base  Reading
	Rate  Figure // a fraction: 0.05 is 5 %
}

// Engagement returns the engagement rate of a snapshot over one of [Bases]. The
// numerator is the sum of the likes, comments, shares, bookmarks and saves that were
// sent or, if none was, the platform's engagementCount, which includes them.
func Engagement(s *api.Snapshot, base string) Rate {
	r := Rate{Base: Read(s, base)}
	sum := api.Int(0)
	for _, name := range []string{
		"likeCount",
		"commentCount",
		"shareCount",
		"collectCount",
		"saveCount",
		"engagementCount",
	} {
		m := Read(s, name)
		if m.Why == Known && (name != "engagementCount" || len(r.Terms) == 0) {
			r.Terms = append(r.Terms, m)
			sum = sum.Add(m.Value)
		}
	}
	switch {
	case r.Base.Why != Known:
		r.Rate.Why = r.Base.Why
	case len(r.Terms) == 0:
		r.Rate.Why = NoInteractions
	case r.Base.Value.Sign() == 0:
		r.Rate.Why = ZeroBase
	default:
		r.Rate.Value = sum.Quo(r.Base.Value)
	}
	return r
}
