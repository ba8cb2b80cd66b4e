package findings

import (
	"cmp"
	"context"
	"math"
	"slices"
	"time"

	"channeldeck/api"
	"channeldeck/api/history"
)

// The followers of an account moved suddenly if their change since the baseline is larger than a
// floor, minMoved or minMovedShare of what they were, and differs from their usual change by more than
//
//   - the floor, and
//   - outliers times their usual deviation.
//
// Both come from the changes in the 30 days before the baseline or, where there are fewer than
// minChanges, from all changes that are known. The usual change is the
// median of the changes per day. The usual deviation is that of a normal distribution, and
// grows with the square root of the time: of a median, which an outlier does not change,
// or of the 80th percentile, where weekends differ from other days. With fewer than
// minChanges, only more than sudden of the followers and minSudden counts.
const (
	outliers      = 6
	minChanges    = 5
	minMoved      = 100
	minMovedShare = 0.02
	sudden        = 0.2
	minSudden     = 1000

	medianDeviation = 1.4826 // standard deviation of a normal distribution, by its median absolute deviation
	mostDeviation   = 1.2816 // 80th percentile of the absolute deviation, in standard deviations
)

// Followers are frozen if they have not changed for minFrozen, and frozenGaps times as long
// as ever in the 30 days before that, in which they changed at least minChanges times.
const (
	minFrozen  = 7 * day
	frozenGaps = 3
)

// maxSeries limits the accounts whose counts are read. Those whose followers moved most
// come first.
const maxSeries = 2000

// Followers are the followers of an account from a time on.
type Followers struct {
	At    time.Time
	Gone  bool       // the account was not listed any more
	Count api.Number // unset if it is not known
}

// Suspects finds the accounts whose followers may have moved suddenly, whatever they did since, or may have
// stopped moving, while the history is read.
type Suspects struct {
	accounts []*api.Account
	baseline time.Time
	all      []suspect // at most twice as many as are kept
}

// suspect is an account with its followers.
type suspect struct {
	index  int     // of the account
	moved  float64 // the difference of its most and its fewest followers since the baseline
	series []Followers
}

// NewSuspects returns the suspects among some accounts since a baseline, none yet.
func NewSuspects(accounts []*api.Account, baseline time.Time) *Suspects {
	return &Suspects{accounts: accounts, baseline: baseline}
}

// since is the time from which on counts tell what is usual.
func (s *Suspects) since() time.Time { return s.baseline.Add(-expected) }

// Add adds the account with an index if it is suspect, by its counts as [history.States.EachSeries] returns them
// for a time that is long before the baseline. They may change afterwards.
func (s *Suspects) Add(past Past, index int, series []history.Counts) {
	moved, ok := s.moved(past, s.accounts[index], series)
	if !ok {
		return
	}
	s.all = append(s.all, suspect{
		index:  index,
		moved:  moved,
		series: followersSince(series, s.since()),
	})
	if len(s.all) == 2*maxSeries {
		s.all = s.most()
	}
}

// followersSince returns the followers in a series since a time, beginning with those that held then.
func followersSince(series []history.Counts, since time.Time) []Followers {
	for len(series) > 1 && !series[1].At.After(since) {
		series = series[1:]
	}
	return followersIn(series)
}

// followersIn returns the followers in a series.
func followersIn(series []history.Counts) []Followers {
	all := make([]Followers, len(series))
	for i := range series {
		all[i] = Followers{
			At:    series[i].At,
			Gone:  series[i].Gone,
			Count: series[i].Followers(),
		}
	}
	return all
}

// most returns the suspects whose followers moved most, at most maxSeries.
func (s *Suspects) most() []suspect {
	slices.SortFunc(s.all, func(a, b suspect) int {
		return cmp.Or(cmp.Compare(b.moved, a.moved), cmp.Compare(a.index, b.index))
	})
	kept := min(len(s.all), maxSeries)
	clear(s.all[kept:])
	return s.all[:kept]
}

// moved returns the difference of the most and the fewest followers that an account had since the baseline.
// ok is true for a suspect account.
func (s *Suspects) moved(past Past, a *api.Account, series []history.Counts) (moved float64, ok bool) {
	n, known := a.Statistic(api.CountFans)
	is, ok := n.Float64()
	if !known || !ok || a.RelayDown() {
		return 0, false
	}
	change, _ := past.Followers(a, history.SpanBaseline).Float64()
	was := is - change
	low := min(was, is)
	high := max(was, is)
	for i := range series {
		v, ok := series[i].Followers().Float64()
		if ok && series[i].At.After(s.baseline) {
			low = min(low, v)
			high = max(high, v)
		}
	}
	moved = high - low
	if moved > floor(was) || is == 0 && moved > 0 {
		return moved, true
	}
	week := past.Followers(a, history.SpanWeek)
	month := past.Followers(a, history.SpanMonth)
	stopped := is == 0 || week.IsSet() && week.Sign() == 0
	return moved, stopped && !(month.IsSet() && month.Sign() == 0)
}

// readSeries reads the followers of suspects, and of accounts whose followers are unknown now.
func (in *Input) readSeries(ctx context.Context, h *history.DB) error {
	suspects := in.Suspects
	if suspects == nil {
		var err error
		if suspects, err = in.readSuspects(ctx, h); err != nil {
			return err
		}
	}
	in.Series = map[history.AccountKey][]Followers{}
	for _, one := range suspects.most() {
		in.Series[history.KeyOf(suspects.accounts[one.index])] = one.series
	}
	var unknown []history.AccountKey
	for _, a := range in.Accounts {
		_, known := a.Statistic(api.CountFans)
		if !known && !a.RelayDown() &&
			len(unknown) < maxSeries {
			unknown = append(unknown, history.KeyOf(a))
		}
	}
	all, err := h.States().Series(ctx, unknown, time.Time{})
	for key, series := range all {
		in.Series[key] = followersIn(series)
	}
	return err
}

// readSuspects finds the suspects in the history.
func (in *Input) readSuspects(ctx context.Context, h *history.DB) (*Suspects, error) {
	s := NewSuspects(in.Accounts, in.Point.Accounts)
	index := make(map[history.AccountKey]int, len(in.Accounts))
	for i, a := range in.Accounts {
		index[history.KeyOf(a)] = i
	}
	err := h.States().EachSeries(ctx, s.since(), func(k history.AccountKey, series []history.Counts) {
		i, listed := index[k]
		if listed {
			s.Add(in.Past, i, series)
		}
	})
	return s, err
}

// floor is the largest change of followers that never counts.
func floor(was float64) float64 {
	return max(minMoved, minMovedShare*math.Abs(was))
}

// followers returns the findings about the followers of the accounts with a series.
func (in *Input) followers() []*Finding {
	if len(in.Series) == 0 || in.Past == nil || in.Point.Accounts.IsZero() {
		return nil
	}
	var all []*Finding
	for _, a := range in.Accounts {
		s, ok := in.Series[history.KeyOf(a)]
		if !ok || in.zeroed[a] {
			continue
		}
		f := in.followersOf(a, known(s))
		if f != nil {
			all = append(all, f)
		}
	}
	return all
}

// hasFollowers reports whether the followers of an account are known.
func (in *Input) hasFollowers(a *api.Account) bool {
	_, known := a.Statistic(api.CountFans)
	return known && !a.RelayDown()
}

// count is a number of followers from a time on.
type count struct {
	at     time.Time
	value  float64
	number api.Number
}

// known returns the known counts of a series.
func known(series []Followers) []count {
	var all []count
	for _, f := range series {
		v, ok := f.Count.Float64()
		if ok && !math.IsInf(v, 0) {
			all = append(all, count{f.At, v, f.Count})
		}
	}
	return all
}

// followersOf returns the finding about the followers of an account, or nil.
func (in *Input) followersOf(a *api.Account, s []count) *Finding {
	n, _ := a.Statistic(api.CountFans)
	is, ok := n.Float64()
	if !ok || math.IsInf(is, 0) || a.RelayDown() {
		return nil
	}
	f := in.jump(a, n, is, s)
	if f != nil {
		return f
	}
	if !in.isRenewed(a) {
		return nil
	}
	return in.stopped(a, n, s)
}

// isRenewed reports whether the statistics of an account are renewed from time to time.
func (in *Input) isRenewed(a *api.Account) bool {
	_, dated := a.StatsTime()
	abnormal := api.HealthOf(a.Status) == api.HealthAbnormal
	return dated && !abnormal && !a.StatisticsUnsupported() && !a.Stale(in.Now, in.StaleAfter)
}

// jump returns the finding about the largest sudden change of followers since the baseline:
// all of it or, if that is larger, a part of it.
func (in *Input) jump(a *api.Account, n api.Number, is float64, s []count) *Finding {
	next := slices.IndexFunc(s, func(c count) bool {
		return c.at.After(in.Point.Accounts)
	})
	if next < 0 {
		next = len(s)
	}
	before := s[:next]
	since := in.Point.Accounts
	if next > 0 { // nothing may have been recorded for a long time before the baseline
		since = before[next-1].at
	}
	if len(s) == 0 || s[len(s)-1].value != is {
		s = append(slices.Clip(s), count{in.loaded(), is, n}) // may not be stored yet
	}
	if len(stepsOf(before)) < minChanges { // too few to know what is usual: those after the baseline count too
		before = s
	}
	var f *Finding
	largest := 0.0
	found := func(change float64, was, is api.Number, at time.Time) {
		kind := FollowersRose
		if change < 0 {
			kind = FollowersFell
		}
		f = in.accountFinding(kind, a, New)
		largest = math.Abs(change)
		f.Was = was
		f.Is = is
		f.At = in.Recorded.Accounts.Interval(at)
	}
	difference := in.Past.Followers(a, history.SpanBaseline)
	if change, ok := difference.Float64(); ok &&
		isSudden(change, is-change, in.loaded().Sub(since), before) {
		found(change, n.Sub(difference), n, in.largestStep(s, change))
	}
	for i := max(next, 1); i < len(s); i++ {
		was := s[i-1]
		to := s[i]
		step := to.value - was.value
		passed := largest
		if f != nil {
			passed += floor(was.value)
		}
		if math.Abs(step) > passed && isSudden(step, was.value, to.at.Sub(was.at), before) {
			found(step, was.number, to.number, to.at)
			if to.number.Cmp(n) != 0 {
				f.Now = n
			}
		}
	}
	return f
}

// isSudden reports whether a change of followers in some time is far from usual, according
// to the counts before it.
func isSudden(change, was float64, took time.Duration, before []count) bool {
	size := math.Abs(change)
	days := took.Hours() / 24
	if size <= floor(was) || days <= 0 {
		return false
	}
	if was+change == 0 {
		return true // all are gone
	}
	steps := stepsOf(before)
	if len(steps) < minChanges {
		return size > minSudden && size > sudden*math.Abs(was)
	}
	usual := quantile(0.5, steps, func(s step) float64 {
		return s.change / s.days
	})
	off := func(s step) float64 {
		return math.Abs(s.change-usual*s.days) / math.Sqrt(s.days)
	}
	deviation := max(
		medianDeviation*quantile(0.5, steps, off),
		quantile(0.8, steps, off)/mostDeviation,
	)
	excess := math.Abs(change - usual*days)
	return excess > floor(was) && excess > outliers*deviation*math.Sqrt(days)
}

// step is a change between two stored counts.
type step struct{ change, days float64 }

func stepsOf(s []count) []step {
	var steps []step
	for i := 1; i < len(s); i++ {
		days := s[i].at.Sub(s[i-1].at).Hours() / 24
		if days > 0 {
			steps = append(steps, step{s[i].value - s[i-1].value, days})
		}
	}
	return steps
}

// quantile is a quantile of the values of steps, of which there is at least one.
func quantile(q float64, steps []step, value func(step) float64) float64 {
	values := make([]float64, len(steps))
	for i, s := range steps {
		values[i] = value(s)
	}
	slices.Sort(values)
	n := len(values)
	if q == 0.5 && n%2 == 0 {
		return values[n/2-1]/2 + values[n/2]/2
	}
	return values[max(0, int(math.Ceil(q*float64(n)))-1)]
}

// largestStep returns the time of the largest change in the direction of a change since the
// baseline.
func (in *Input) largestStep(s []count, change float64) time.Time {
	at := in.loaded()
	largest := 0.0
	for i := 1; i < len(s); i++ {
		by := (s[i].value - s[i-1].value) * math.Copysign(1, change)
		if by > largest &&
			s[i].at.After(in.Point.Accounts) {
			at = s[i].at
			largest = by
		}
	}
	return at
}

// stopped returns the finding about followers that no longer change, or are all gone; nil
// for others. Their statistics are renewed.
func (in *Input) stopped(a *api.Account, n api.Number, s []count) *Finding {
	is, _ := n.Float64()
	var changes []count // with the count that held first
	for _, c := range s {
		if len(changes) == 0 || c.value != changes[len(changes)-1].value {
			changes = append(changes, c)
		}
	}
	last := len(changes) - 1
	if last < 1 || changes[last].value != is {
		return nil
	}
	f := in.accountFinding(Frozen, a, "")
	began := changes[last].at
	f.Was = changes[last-1].number
	f.Is = n
	f.At = in.Recorded.Accounts.Interval(began)
	f.Section = in.section(began)
	if is == 0 && changes[last-1].value >= minMoved {
		f.Kind = StuckAtZero
		return f
	}
	if is == 0 || last < minChanges {
		return nil
	}
	longest := minFrozen / frozenGaps
	for i := 1; i < last; i++ { // how long the first count had held is unknown
		longest = max(longest, changes[i+1].at.Sub(changes[i].at))
	}
	if in.loaded().Sub(began) <= frozenGaps*longest {
		return nil
	}
	return f
}
