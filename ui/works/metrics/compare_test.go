package metrics

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"channeldeck/api"

	"pgregory.net/rapid"
)

func published(h *History, second int64) *History {
	h.Add(api.WorkDetail{Work: api.Some(api.Work{PublishedAt: api.Some(time.Unix(1_700_000_000+second, 0).UTC().Format(time.RFC3339))})}, time.Time{})
	return h
}

func moments(m []Moment, zero time.Time) string {
	var out []string
	for _, x := range m {
		out = append(out, fmt.Sprintf("%v:%d+%v,%d+%v", x.At.Sub(zero), x.A, x.LagA, x.B, x.LagB))
	}
	return strings.Join(out, " ")
}

func TestSameTime(t *testing.T) {
	a := history([]api.Snapshot{snap("a", 0), snap("b", 60), snap("c", 60), {ID: "untimed"}})
	b := history([]api.Snapshot{snap("x", 30), snap("y", 60), snap("z", 90)})
	got := moments(SameTime(a, b), time.Unix(1_700_000_000, 0))
	want := "0s:0+0s,-1+0s 30s:0+30s,0+0s 1m0s:2+0s,1+0s 1m30s:2+30s,2+0s"
	if got != want {
		t.Errorf("moments %s, want %s", got, want)
	}
	if m := SameTime(a, new(History)); len(m) != 2 || m[0].B != -1 {
		t.Errorf("against nothing: %v", m)
	}
}

func TestSameAge(t *testing.T) {
	a := published(history([]api.Snapshot{snap("early", -10), snap("a", 0), snap("b", 60)}), 0)
	b := published(history([]api.Snapshot{snap("x", 1030), snap("y", 1090)}), 1000)
	m, why := SameAge(a, b)
	if want := "0s:1+0s,-1+0s 30s:1+30s,0+0s 1m0s:2+0s,0+30s 1m30s:2+30s,1+0s"; why != Known || moments(m, Birth()) != want {
		t.Errorf("moments %s, reason %q, want %s", moments(m, Birth()), why, want)
	}
	if _, why := SameAge(a, history([]api.Snapshot{snap("x", 0)})); why != NotPublished {
		t.Errorf("without a publish time: reason %q", why)
	}
}

func TestMomentsUseTheNewestSnapshot(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		draw := func(name string) *History {
			h := new(History)
			for i, s := range rapid.SliceOfN(rapid.Int64Range(0, 50), 0, 20).Draw(t, name) {
				h.Add(api.WorkDetail{Snapshots: []api.Snapshot{snap(fmt.Sprint(i), s)}}, time.Time{})
			}
			return h
		}
		a, b := draw("a"), draw("b")
		check := func(h *History, at time.Time, got int, lag time.Duration) {
			want := -1
			for i, e := range h.Timed() {
				if !e.At.After(at) {
					want = i
				}
			}
			if got != want || want >= 0 && lag != at.Sub(h.Timed()[want].At) {
				t.Fatalf("at %v entry %d with lag %v, want %d", at, got, lag, want)
			}
		}
		last := time.Time{}
		seen := map[time.Time]bool{}
		for _, m := range SameTime(a, b) {
			if !m.At.After(last) {
				t.Fatalf("moments out of order: %v after %v", m.At, last)
			}
			last, seen[m.At] = m.At, true
			check(a, m.At, m.A, m.LagA)
			check(b, m.At, m.B, m.LagB)
		}
		for _, e := range append(a.Timed()[:len(a.Timed()):len(a.Timed())], b.Timed()...) {
			if !seen[e.At] {
				t.Fatalf("no moment at %v", e.At)
			}
		}
	})
}
