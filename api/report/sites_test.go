package report

import (
	"testing"

	"channeldeck/api"
)

// Numbers of sites are added up where they are known, and changes where they are of the same days.
func TestSumOfSites(t *testing.T) {
	t.Parallel()
	site := func(measured string, accounts, abnormal int, fans Total) SiteReport {
		fans.Name = api.CountFans.String()
		r := &Report{Measured: measured, Accounts: make(Accounts, accounts), Totals: []Total{fans}}
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
		"the same day":      {site("2026-03-01", 3, 2, other), api.Int(120), api.Int(-2)},
		"another day":       {site("2026-03-02", 3, 2, other), api.Int(120), api.Number{}},
		"unknown change":    {site("2026-03-01", 3, 2, first), api.Int(120), api.Number{}},
		"unknown followers": {site("2026-03-01", 3, 2, Total{}), api.Int(100), api.Int(7)},
	} {
		sum := SumOf([]SiteReport{site("2026-03-01", 4, 1, known), tt.second})
		if sum.Accounts != 7 || sum.Abnormal != 3 ||
			sum.Followers.String() != tt.followers.String() || sum.Change.String() != tt.change.String() {
			t.Errorf("%s: %+v", name, sum)
		}
	}
}
