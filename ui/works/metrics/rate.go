package metrics

import (
	"math/big"

	"channeldeck/api"
)

// Base is what an engagement rate is taken of.
type Base uint8

// The bases, in the order in which a key walks through them.
const (
	Views Base = iota
	Plays
	Reach
	Impressions
	bases
)

// Metric is the name of the base's metric.
func (b Base) Metric() string {
	return [...]string{"viewCount", "playCount", "reachCount", "impressionCount"}[b%bases]
}

// Next is the base after b, and the first after the last.
func (b Base) Next() Base { return (b + 1) % bases }

// Term is one number of a rate's formula.
type Term struct {
	Name  string
	Value api.Number
}

// Rate is an engagement rate with its formula: the sum of Terms over Base.
type Rate struct {
	Terms []Term
	Base  Term
	Of    Base
	Rate  Figure // a fraction: 0.05 is 5 %
}

// Engagement is the engagement rate of a snapshot over a base. Its numerator is
// the sum of likes, comments, shares, collects and saves as far as they were
// sent; only where none of them was, the platform's own engagementCount, which
// would count them twice.
func Engagement(s api.Snapshot, of Base) Rate {
	r := Rate{Of: of, Base: Term{Name: of.Metric()}}
	for _, name := range [...]string{"likeCount", "commentCount", "shareCount", "collectCount", "saveCount"} {
		if v, why := Value(s, name); why == Known {
			r.Terms = append(r.Terms, Term{name, v})
		}
	}
	if len(r.Terms) == 0 {
		if v, why := Value(s, "engagementCount"); why == Known {
			r.Terms = append(r.Terms, Term{"engagementCount", v})
		}
	}
	base, why := Value(s, r.Base.Name)
	r.Base.Value = base
	switch {
	case why != Known:
		r.Rate.Why = why
	case len(r.Terms) == 0:
		r.Rate.Why = NoInteractions
	default:
		r.Rate = rate(r.Terms, base)
	}
	return r
}

func rate(terms []Term, base api.Number) Figure {
	sum := new(big.Rat)
	for _, t := range terms {
		v, ok := t.Value.Rat()
		if !ok {
			return Figure{Why: TooLarge}
		}
		sum.Add(sum, v)
	}
	b, ok := base.Rat()
	switch {
	case !ok:
		return Figure{Why: TooLarge}
	case b.Sign() < 0:
		return Figure{Why: NegativeBase}
	}
	return quotient(sum, b)
}
