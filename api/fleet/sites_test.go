package fleet_test

import (
	"context"
	"errors"
	"slices"
	"sync"
	"testing"

	"channeldeck/api/fleet"
)

// All sites are asked at the same time, and their replies are in the order of the sites.
func TestAskAsksAllSitesAtOnce(t *testing.T) {
	down := errors.New("down")
	var asked sync.WaitGroup
	asked.Add(3)
	replies := fleet.Ask(t.Context(), []string{"c", "a", "b"}, func(_ context.Context, site string) (string, error) {
		asked.Done()
		asked.Wait() // which ends only once all are asked
		if site == "a" {
			return "", down
		}
		return "row of " + site, nil
	})
	want := []fleet.Reply[string, string]{
		{Site: "c", Value: "row of c"},
		{Site: "a", Err: down},
		{Site: "b", Value: "row of b"},
	}
	if !slices.Equal(replies, want) {
		t.Errorf("%+v", replies)
	}
}

// A panic of a question does not end the program: it is one of Ask, which who asks can recover.
func TestAskPanicsWithAQuestion(t *testing.T) {
	defer func() {
		if p := recover(); p != "broken" {
			t.Errorf("%v", p)
		}
	}()
	fleet.Ask(t.Context(), []int{1, 2}, func(_ context.Context, n int) (int, error) {
		if n == 2 {
			panic("broken")
		}
		return n, nil
	})
	t.Error("no panic")
}

// Rows are those of the sites that answer, each with its site. If none answers there is the first error.
func TestRowsOfTheSitesThatAnswer(t *testing.T) {
	type row struct{ site, id string }
	errs := map[string]error{"b": errors.New("b is down"), "d": errors.New("d is down")}
	ask := func(names ...string) ([]*row, error) {
		var sites []fleet.Site
		for _, name := range names {
			sites = append(sites, fleet.Site{Name: name, Fleet: &fleet.Fleet{}})
		}
		return fleet.Rows(t.Context(), sites, func(_ context.Context, s fleet.Site) ([]*row, error) {
			return []*row{{id: "1"}, {id: s.Name}}, errs[s.Name]
		}, func(r *row, site string) { r.site = site })
	}
	rows, err := ask("c", "b", "a")
	var got []row
	for _, r := range rows {
		got = append(got, *r)
	}
	if want := []row{{"c", "1"}, {"c", "c"}, {"a", "1"}, {"a", "a"}}; err != nil || !slices.Equal(got, want) {
		t.Errorf("%v, %v", got, err)
	}
	if rows, err := ask("d", "b"); len(rows) > 0 || err != errs["d"] {
		t.Errorf("of none: %v, %v", rows, err)
	}
}
