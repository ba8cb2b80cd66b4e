package metrics

import (
	"testing"

	"channeldeck/api"
)

func TestEngagement(t *testing.T) {
	for name, c := range map[string]struct {
		s     api.Snapshot
		base  string
		terms int
		rate  float64
		why   Reason
	}{
		"all": {
			snap(
				"a", 0, "viewCount", 200, "likeCount", 10, "commentCount", 2, "shareCount", 3,
				"collectCount", 4, "saveCount", 1,
			),
			"viewCount",
			5,
			0.1,
			Known,
		},
		"some":           {snap("a", 0, "viewCount", 100, "likeCount", 5), "viewCount", 1, 0.05, Known},
		"0 interactions": {snap("a", 0, "viewCount", 100, "likeCount", 0), "viewCount", 1, 0, Known},
		"own total":      {snap("a", 0, "reachCount", 50, "engagementCount", 5), "reachCount", 1, 0.1, Known},
		"no double count": {
			snap("a", 0, "playCount", 50, "engagementCount", 500, "likeCount", 5),
			"playCount",
			1,
			0.1,
			Known,
		},
		"no base":       {snap("a", 0, "likeCount", 5), "viewCount", 1, 0, NotSent},
		"other base":    {snap("a", 0, "viewCount", 100, "likeCount", 5), "impressionCount", 1, 0, NotSent},
		"base 0":        {snap("a", 0, "viewCount", 0, "likeCount", 5), "viewCount", 1, 0, ZeroBase},
		"negative base": {snap("a", 0, "viewCount", -5, "likeCount", 5), "viewCount", 1, 0, Negative},
		"no interactions": {
			snap("a", 0, "viewCount", 100, "watchTimeSeconds", 5),
			"viewCount",
			0,
			0,
			NoInteractions,
		},
		"nothing":        {snap("a", 0), "viewCount", 0, 0, NotSent},
		"too large":      {snap("a", 0, "viewCount", 100, "likeCount", "1e9999"), "viewCount", 1, 0, Known},
		"base too large": {snap("a", 0, "viewCount", "1e9999", "likeCount", 1), "viewCount", 1, 0, Known},
		"above one, beyond 2^53": {
			snap("a", 0, "viewCount", "9007199254740993", "likeCount", "18014398509481986"),
			"viewCount",
			1,
			2,
			Known,
		},
	} {
		t.Run(name, func(t *testing.T) {
			r := Engagement(&c.s, c.base)
			if rate, _ := r.Rate.Value.Float64(); r.Rate.Why != c.why || rate != c.rate || len(r.Terms) != c.terms {
				t.Errorf(
					"rate %+v of %d terms, want %v, reason %q, %d terms",
					r.Rate,
					len(r.Terms),
					c.rate,
					c.why,
					c.terms,
				)
			}
			if r.Base.Name != c.base {
				t.Errorf("base %+v", r.Base)
			}
		})
	}
}
