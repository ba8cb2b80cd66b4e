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
	Rate  Figure // a fraction: 0.05 is 5 %
}

// Engagement is the engagement rate of a snapshot over one of [Bases]. The
// numerator is the sum of likes, comments, shares, bookmarks and saves, as far as
// they were sent, or else the platform's own engagementCount, which includes them.
func Engagement(s api.Snapshot, base string) Rate {
	r := Rate{Base: Term{Name: base}}
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
	of, why := Value(s, base)
	r.Base.Value = of
	switch {
	case why != Known:
		r.Rate.Why = why
	case len(r.Terms) == 0:
		r.Rate.Why = NoInteractions
	default:
		r.Rate = rate(r.Terms, of)
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
