package api

// Tally counts accounts by their health and sums their statistics.
type Tally struct {
	Accounts int
	Normal   int
	Abnormal int
	Unknown  int          // accounts of another status
	Outage   int          // accounts that their relay does not return
	Sums     [NumSums]Sum // of the counts that are known, in the order of SummedCounts
}

// Count adds an account.
func (t *Tally) Count(a *Account) {
	t.CountHealth(a)
	for i, c := range SummedCounts() {
		if v, known := a.Statistic(c); known {
			t.Sums[i].Add(v)
		}
	}
}

// CountHealth is Count without the sums.
func (t *Tally) CountHealth(a *Account) {
	t.Accounts++
	switch a.Health() {
	case HealthNormal:
		t.Normal++
	case HealthAbnormal:
		t.Abnormal++
	case HealthOutage:
		t.Outage++
	default:
		t.Unknown++
	}
}
