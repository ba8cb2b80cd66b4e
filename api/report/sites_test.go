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
	known := Total{After: api.Int(100), Change: api.Int(7)}
	other := Total{After: api.Int(20), Change: api.Int(-9)}
	first := Total{After: api.Int(20)}
	for name, tt := range map[string]struct {
		second            SiteReport
		followers, change api.Number
	}{
		"the same time":     {site(9, 3, 2, other), api.Int(120), api.Int(-2)},
		"another time":      {site(10, 3, 2, other), api.Int(120), api.Number{}},
		"unknown change":    {site(9, 3, 2, first), api.Int(120), api.Number{}},
		"unknown followers": {site(9, 3, 2, Total{}), api.Int(100), api.Int(7)},
	} {
		sum := SumOf([]SiteReport{site(9, 4, 1, known), tt.second})
		if sum.Accounts != 7 || sum.Abnormal != 3 ||
			sum.Followers.String() != tt.followers.String() || sum.Change.String() != tt.change.String() {
			t.Errorf("%s: %+v", name, sum)
		}
	}
}
