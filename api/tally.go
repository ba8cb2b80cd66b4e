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

// Total is a number summed up over accounts. Where some of them do not have it, it is a lower bound.
type Total struct {
	Sum      Number // of the known numbers; unset if none is known
	Counted  int    // accounts whose number is known
	Accounts int    // all accounts
}

// IsLeast reports whether the sum is a lower bound: the number of some accounts is not known.
func (t Total) IsLeast() bool { return t.Counted < t.Accounts }

// Plus returns the total of these and of other accounts.
func (t Total) Plus(o Total) Total {
	var sum Sum
	sum.Add(t.Sum)
	sum.Add(o.Sum)
	return Total{
		Sum:      sum.Number(),
		Counted:  t.Counted + o.Counted,
		Accounts: t.Accounts + o.Accounts,
	}
}

// Total returns the total of a count of the accounts, by its place in SummedCounts.
func (t *Tally) Total(place int) Total { return t.Sums[place].Total(t.Accounts) }

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
