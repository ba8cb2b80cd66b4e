package metrics

import "channeldeck/api"

// Bases are the metrics that an engagement rate can be based on, the standard one
// first.
func Bases() []string {
	return []string{"viewCount", "playCount", "reachCount", "impressionCount"}
}

// Rate is an engagement rate with its formula: the sum of Terms over Base.
type Rate struct {
	Terms []Reading
	Base  Reading
	Rate  Figure[float64] // a fraction: 0.05 is 5 %
}

// Engagement is the engagement rate of a snapshot over one of [Bases]. The
// numerator is the sum of likes, comments, shares, bookmarks and saves, as far as
// they were sent, or else the platform's own engagementCount, which includes them.
func Engagement(s *api.Snapshot, base string) Rate {
	r := Rate{Base: Read(s, base)}
	var sum api.Sum
	for _, name := range []string{"likeCount", "commentCount", "shareCount", "collectCount", "saveCount", "engagementCount"} {
		if m := Read(s, name); m.Why == Known && (name != "engagementCount" || len(r.Terms) == 0) {
			r.Terms = append(r.Terms, m)
			sum.Add(m.Value)
		}
	}
	switch {
	case r.Base.Why != Known:
		r.Rate.Why = r.Base.Why
	case len(r.Terms) == 0:
		r.Rate.Why = NoInteractions
	case sum.Of() < len(r.Terms):
		r.Rate.Why = TooLarge
	case r.Base.Value.Cmp(api.Int(0)) < 0:
		r.Rate.Why = NegativeBase
	default:
		r.Rate = Divide(sum.Number(), r.Base.Value, 1)
	}
	return r
}
