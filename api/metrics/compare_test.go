package metrics

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"channeldeck/api"

	"pgregory.net/rapid"
)

// moments writes the moments after a time, each with the values of both series.
func moments(m []AlignedPoints, zero time.Time) string {
	value := func(p *Point) string {
		if p == nil {
			return "none"
		}
		return p.Value.String()
	}
	var out []string
	for _, x := range m {
		out = append(out, fmt.Sprintf("%v:%s,%s", x.At.Sub(zero), value(x.Points[0]), value(x.Points[1])))
	}
	return strings.Join(out, " ")
}

func series(snapshots ...api.Snapshot) Series {
	return NewSeries(history(snapshots).Entries(), views)
}

func TestCompare(t *testing.T) {
	a := series(snap("a", 0, "viewCount", 1), snap("b", 60, "viewCount", 2), snap("c", 60, "viewCount", 3))
	b := series(snap("x", 30, "viewCount", 7), snap("y", 60, "viewCount", 8), snap("z", 90, "viewCount", 9))
	got := moments(Compare(a, b), time.Unix(1_700_000_000, 0))
	if want := "0s:1,none 30s:1,7 1m0s:3,8 1m30s:3,9"; got != want {
		t.Errorf("moments %s, want %s", got, want)
	}
	if m := Compare(a, nil); len(m) != 2 || m[0].Points[1] != nil {
		t.Errorf("against nothing: %v", m)
	}
}

func TestCompareByAge(t *testing.T) {
	a := series(snap("early", -10, "viewCount", 0), snap("a", 0, "viewCount", 1), snap("b", 60, "viewCount", 2))
	b := series(snap("x", 1030, "viewCount", 7), snap("y", 1090, "viewCount", 8))
	m := Compare(a.ByAge(time.Unix(1_700_000_000, 0)), b.ByAge(time.Unix(1_700_001_000, 0)))
	if want := "0s:1,none 30s:1,7 1m0s:2,7 1m30s:2,8"; moments(m, Birth()) != want {
		t.Errorf("moments %s, want %s", moments(m, Birth()), want)
	}
}

func TestMomentsUseTheNewestSnapshot(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		draw := func(name string) Series {
			h := new(History)
			for i, s := range rapid.SliceOfN(rapid.Int64Range(0, 50), 0, 20).Draw(t, name) {
				h.Add(api.WorkDetail{Snapshots: []api.Snapshot{snap(fmt.Sprint(i), s, "viewCount", i)}}, time.Time{})
			}
			return NewSeries(h.Entries(), views)
		}
		a := draw("a")
		b := draw("b")
		check := func(s Series, at time.Time, got *Point) {
			var want *Point
			for i := range s {
				if !s[i].At.After(at) {
					want = &s[i]
				}
			}
			if got != want {
				t.Fatalf("at %v point %v, want %v", at, got, want)
			}
		}
		last := time.Time{}
		seen := map[time.Time]bool{}
		for _, m := range Compare(a, b) {
			if !m.At.After(last) {
				t.Fatalf("moments out of order: %v after %v", m.At, last)
			}
			last = m.At
			seen[m.At] = true
			check(a, m.At, m.Points[0])
			check(b, m.At, m.Points[1])
		}
		for _, p := range slices.Concat(a, b) {
			if !seen[p.At] {
				t.Fatalf("no moment at %v", p.At)
			}
		}
	})
}
