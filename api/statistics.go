package api

import "time"

// Count is one of the counts of an account (2.4), of which the income is one too.
type Count uint8

// The counts, in the order in which histories store them.
const (
	CountFans Count = iota
	CountFollowing
	CountReads
	CountLikes
	CountCollects
	CountForwards
	CountComments
	CountWorks
	CountIncome

	NumCounts // the number of counts
)

// NumSums is the number of counts that are summed over accounts.
const NumSums = 5

// SummedCounts returns the counts that are summed over accounts, in the order in which they are shown
// and histories store them.
func SummedCounts() [NumSums]Count {
	return [NumSums]Count{CountFans, CountWorks, CountReads, CountLikes, CountComments}
}

// countFields are the members and the fields of the counts.
var countFields = [NumCounts]struct {
	member string
	of     func(*Account) *Number
}{
	CountFans: {"fansCount", func(a *Account) *Number {
		return &a.FansCount
	}},
	CountFollowing: {"followingCount", func(a *Account) *Number {
		return &a.FollowingCount
	}},
	CountReads: {"readCount", func(a *Account) *Number {
		return &a.ReadCount
	}},
	CountLikes: {"likeCount", func(a *Account) *Number {
		return &a.LikeCount
	}},
	CountCollects: {"collectCount", func(a *Account) *Number {
		return &a.CollectCount
	}},
	CountForwards: {"forwardCount", func(a *Account) *Number {
		return &a.ForwardCount
	}},
	CountComments: {"commentCount", func(a *Account) *Number {
		return &a.CommentCount
	}},
	CountWorks: {"workCount", func(a *Account) *Number {
		return &a.WorkCount
	}},
	CountIncome: {"income", func(a *Account) *Number { return &a.Income }},
}

// String returns the name of the member, such as fansCount.
func (c Count) String() string { return countFields[c].member }

// CountNamed returns the count with the name of a member.
func CountNamed(member string) (c Count, ok bool) {
	for c := range NumCounts {
		if countFields[c].member == member {
			return c, true
		}
	}
	return 0, false
}

// Sent returns a count as the service sent it, whatever it means.
func (a *Account) Sent(c Count) Number { return *countFields[c].of(a) }

// SetCount sets a count.
func (a *Account) SetCount(c Count, n Number) {
	*countFields[c].of(a) = n
}

// Statistic returns a count of the account, and whether it is known:
//
//   - A count that is missing or negative is not.
//   - A count of 0, and a count of works of 1, are also sent where nothing was counted. They
//     are known if the statistics were fetched and the platform supplies the count, and
//     always where Counted is set.
//   - Any other count is known, also without a time of the statistics.
func (a *Account) Statistic(c Count) (n Number, known bool) {
	n = a.Sent(c)
	if !n.IsSet() || n.Sign() < 0 {
		return Number{}, false
	}
	if a.Counted || !n.isPlaceholder(c) {
		return n, true
	}
	if a.Fetched() && a.Supplies(c) {
		return n, true
	}
	return Number{}, false
}

// StatsTime returns when the statistics of the account were fetched last, false if that is not known. The
// first moment of 1970, or a day that is earlier still, is what systems send for no time.
func (a *Account) StatsTime() (at time.Time, known bool) {
	at, known = a.LastStatsTime.At()
	if !known || at.Unix() <= 24*60*60 {
		return time.Time{}, false
	}
	return at, true
}

// Fetched reports whether the statistics of the account were fetched: their time is known, or a text that
// is no time.
func (a *Account) Fetched() bool {
	_, known := a.StatsTime()
	_, isTime := a.LastStatsTime.At()
	return known || !isTime && a.LastStatsTime.IsSet()
}

// isPlaceholder reports whether n is a number that deployments send where nothing was counted. They
// send 1 as the works of some accounts whose statistics were never fetched.
func (n Number) isPlaceholder(c Count) bool {
	return n.Sign() == 0 || c == CountWorks && n == Int(1)
}

// Known returns a copy of the account without the counts that are not known. A count that is malformed
// stays as it was received.
func (a *Account) Known() *Account {
	known := *a
	var unknown []string
	for c := range NumCounts {
		if _, ok := a.Statistic(c); ok {
			continue
		}
		known.SetCount(c, Number{})
		_, malformed := a.malformed.Field(c.String())
		if !malformed {
			unknown = append(unknown, c.String())
		}
	}
	if a.malformed != nil { // its JSON is what was received
		known.malformed = a.malformed.without(unknown)
	}
	return &known
}

// Supplies reports whether the platform of the account supplies a count, as far as that is known.
func (a *Account) Supplies(c Count) bool {
	if a.supply != nil {
		return a.supply.counts().Has(c)
	}
	return suppliedBy(a.Type).Has(c)
}

// StatisticsUnsupported reports whether the platform list states that the service never fetches
// the statistics of the platform's accounts: see [Platform.AccountStatistics].
func (a *Account) StatisticsUnsupported() bool {
	return a.supply != nil && a.supply.unsupported.Load()
}

// Stale reports whether the statistics of an account are older than age at a time. An abnormal
// account is never stale, nor is one whose statistics are never fetched, and with an age of 0
// none is.
func (a *Account) Stale(now time.Time, age time.Duration) bool {
	at, known := a.StatsTime()
	return known && age > 0 && now.Sub(at) > age && HealthOf(a.Status) != HealthAbnormal &&
		!a.StatisticsUnsupported()
}
