package report

import (
	"testing"
	"time"

	"channeldeck/api"
)

// Numbers of sites are added up where they are known, and changes where they are since the same time.
func TestSumOfSites(t *testing.T) {
	t.Parallel()
	site := func(hour int, accounts, abnormal int, fans Total) SiteReport {
		fans.Name = api.CountFans.String()
		r := &Report{
			Since:    time.Date(2026, 3, 1, hour, 0, 0, 0, time.UTC),
			Accounts: make(Accounts, accounts),
			Totals:   []Total{fans},
		}
		r.Totals = append(r.Totals, Total{Name: "abnormal", After: api.Int(int64(abnormal))})
		return SiteReport{Report: r}
	}
	known := Total{After: api.Int(100), Change: api.Int(7), Counted: 4}
	other := Total{After: api.Int(20), Change: api.Int(-9), Counted: 2}
	first := Total{After: api.Int(20), Counted: 3}
	for name, tt := range map[string]struct {
		second            SiteReport
		followers, change api.Number
		counted           int
	}{
		"the same time":     {site(9, 3, 2, other), api.Int(120), api.Int(-2), 6},
		"another time":      {site(10, 3, 2, other), api.Int(120), api.Number{}, 6},
		"unknown change":    {site(9, 3, 2, first), api.Int(120), api.Number{}, 7},
		"unknown followers": {site(9, 3, 2, Total{}), api.Int(100), api.Int(7), 4},
	} {
		sum := SumOf([]SiteReport{site(9, 4, 1, known), tt.second})
		if sum.Accounts != 7 || sum.Abnormal != 3 ||
			sum.Followers.Sum.String() != tt.followers.String() || sum.Followers.Accounts != 7 ||
			sum.Followers.Counted != tt.counted || sum.Change.String() != tt.change.String() {
			t.Errorf("%s: %+v", name, sum)
		}
	}
}
