package report

import (
	"channeldeck/api"
)

// SiteReport is the report of one of several sites.
type SiteReport struct {
	Site string
	*Report
}

// Sum has the totals of the reports of several sites.
type Sum struct {
	Accounts int
	Abnormal int
	// Followers are unknown if no site knows them.
	Followers api.Total
	// Change is that of the followers. It is unknown unless all sites are measured from the same time, and unless
	// it is known of each site whose followers are.
	Change api.Number
}

// SumOf adds up the newest numbers of reports. An account of two sites is two accounts.
func SumOf(reports []SiteReport) (sum Sum) {
	comparable := true
	for _, r := range reports {
		of := r.Sum()
		hasChange := of.Change.IsSet() || !of.Followers.Sum.IsSet()
		comparable = comparable && hasChange && r.Since.Equal(reports[0].Since)
		sum.Accounts += of.Accounts
		sum.Abnormal += of.Abnormal
		sum.Followers = sum.Followers.Plus(of.Followers)
		sum.Change = added(sum.Change, of.Change)
	}
	if !comparable {
		sum.Change = api.Number{}
	}
	return sum
}

// Sum returns the newest numbers of a report.
func (r *Report) Sum() (sum Sum) {
	sum.Accounts = len(r.Accounts)
	sum.Followers.Accounts = sum.Accounts // of which none may have followers
	for i := range r.Totals {
		t := &r.Totals[i]
		switch t.Name {
		case "abnormal":
			after, _ := t.After.Float64()
			sum.Abnormal = int(after)
		case api.CountFans.String():
			_, sum.Followers = r.Ends(t)
			sum.Change = t.Change
		}
	}
	return sum
}

// added is the sum of two numbers, of which one may be unknown.
func added(a, b api.Number) api.Number {
	if !a.IsSet() {
		return b
	}
	if !b.IsSet() {
		return a
	}
	return a.Add(b)
}
