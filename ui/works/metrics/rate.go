package metrics

import (
	"math/big"

	"channeldeck/api"
)

// Bases are the metrics that an engagement rate can be based on, the standard one
// first.
func Bases() []string {
	return []string{"viewCount", "playCount", "reachCount", "impressionCount"}
}

// Term is one number of a rate's formula.
type Term struct {
	Name  string
	Value api.Number
}

// Rate is an engagement rate with its formula: the sum of Terms over Base.
type Rate struct {
	Terms []Term
	Base  Term
	Rate  Figure[float64] // a fraction: 0.05 is 5 %
}

// Engagement is the engagement rate of a snapshot over one of [Bases]. The
// numerator is the sum of likes, comments, shares, bookmarks and saves, as far as
// they were sent, or else the platform's own engagementCount, which includes them.
func Engagement(s api.Snapshot, base string) Rate {
	over := Read(s, base)
	r := Rate{Base: Term{base, over.Value}}
	for _, name := range []string{"likeCount", "commentCount", "shareCount", "collectCount", "saveCount", "engagementCount"} {
		if m := Read(s, name); m.Why == Known && (name != "engagementCount" || len(r.Terms) == 0) {
			r.Terms = append(r.Terms, Term{name, m.Value})
		}
	}
	switch {
	case over.Why != Known:
		r.Rate.Why = over.Why
	case len(r.Terms) == 0:
		r.Rate.Why = NoInteractions
	default:
		r.Rate = rate(r.Terms, over.Value)
	}
	return r
}

func rate(terms []Term, base api.Number) Figure[float64] {
	b, ok := base.Rat()
	sum := new(big.Rat)
	for _, t := range terms {
		v, exact := t.Value.Rat()
		if ok = ok && exact; ok {
			sum.Add(sum, v)
		}
	}
	switch {
	case !ok:
		return Figure[float64]{Why: TooLarge}
	case b.Sign() < 0:
		return Figure[float64]{Why: NegativeBase}
	}
	return Divide(sum, b)
}
