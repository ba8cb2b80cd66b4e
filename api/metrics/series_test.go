package metrics

import (
	"cmp"
	"slices"
	"strings"
	"testing"
	"time"

	"channeldeck/api"
)

func TestSeries(t *testing.T) {
	h := history([]api.Snapshot{
		snap("a", 0, "viewCount", 5), snap("b", 10, "likeCount", 1), snap("c", 20, "viewCount", 3),
	})
	s := NewSeries(h.Entries(), views)
	if got := values(s); got != "5 - 3" {
		t.Errorf("values %s", got)
	}
	from, to, low, high := s.Extent()
	if to.Sub(from) != 20*time.Second || low != 3 || high != 5 {
		t.Errorf("from %v to %v, %v to %v", from, to, low, high)
	}
	if _, _, low, high := NewSeries(nil, views).Extent(); low <= high {
		t.Errorf("an empty series has values from %v to %v", low, high)
	}
}

// values returns the values of a series, "-" for a gap.
func values(s Series) string {
	var out []string
	for _, p := range s {
		out = append(out, cmp.Or(p.Value.String(), "-"))
	}
	return strings.Join(out, " ")
}

func TestByAge(t *testing.T) {
	s := NewSeries(history([]api.Snapshot{
		snap("early", 0, "viewCount", 100),
		snap("born", 60, "viewCount", 1),
		snap("gap", 90),
		snap("old", 3660, "viewCount", 7),
	}).Entries(), views)
	aged := s.ByAge(time.Unix(1_700_000_060, 0))
	if got := values(aged); got != "1 - 7" {
		t.Fatalf("values %s", got)
	}
	for i, want := range []time.Duration{0, 30 * time.Second, time.Hour} {
		if got := aged[i].At.Sub(Birth()); got != want {
			t.Errorf("point %d at age %v, want %v", i, got, want)
		}
	}
}

func TestExtentOfTwoSeries(t *testing.T) {
	a := NewSeries(history([]api.Snapshot{snap("a", 10, "viewCount", 3), snap("b", 20)}).Entries(), views)
	b := NewSeries(history([]api.Snapshot{snap("a", 5), snap("b", 15, "viewCount", 9)}).Entries(), views)
	from, to, low, high := slices.Concat(a, Series{}, b).Extent()
	if from.Unix() != 1_700_000_005 || to.Unix() != 1_700_000_020 || low != 3 || high != 9 {
		t.Errorf("from %v to %v, %v to %v", from, to, low, high)
	}
}
