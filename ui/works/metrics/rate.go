package metrics

import "channeldeck/api"

// Bases returns the metrics that an engagement rate can be based on, the default first.
func Bases() []string {
	return []string{"viewCount", "playCount", "reachCount", "impressionCount"}
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
	for _, name := range []string{"likeCount", "commentCount", "shareCount", "collectCount", "saveCount", "engagementCount"} {
		if m := Read(s, name); m.Why == Known && (name != "engagementCount" || len(r.Terms) == 0) {
			r.Terms = append(r.Terms, m)
			sum = sum.Add(m.Value)
		}
	}
	switch {
	case r.Base.Why != Known:
		r.Rate.Why = r.Base.Why
	case len(r.Terms) == 0:
		r.Rate.Why = NoInteractions
	case r.Base.Value.Sign() < 0:
		r.Rate.Why = NegativeBase
	case r.Base.Value.Sign() == 0:
		r.Rate.Why = ZeroBase
	default:
		r.Rate = exact(sum.Quo(r.Base.Value))
	}
	return r
}
