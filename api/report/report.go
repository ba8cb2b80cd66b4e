// Package report assembles the data of a report for a client from the history.
package report

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"channeldeck/api"
	"channeldeck/api/fleet"
	"channeldeck/api/history"
	"channeldeck/api/metrics"
)

// DefaultSince is the period of a report unless the user chooses one.
const DefaultSince = 30 * 24 * time.Hour

// ErrNoAccounts is that the history has no accounts yet.
var ErrNoAccounts = errors.New("the history has no accounts")

// Scope selects the accounts that a report covers. The zero Scope covers all accounts.
type Scope struct {
	Group, Platform, View string
	Chosen                map[history.AccountKey]bool // nil for the accounts of the group or platform
}

// Request asks for a report of some accounts in a period.
type Request struct {
	Scope
	Since time.Time // when the period begins, zero for DefaultSince before now
	Title string    // "" for one that names the scope
}

func (s *Scope) has(a *api.Account) bool {
	if s.Chosen != nil {
		return s.Chosen[history.KeyOf(a)]
	}
	return (s.Group == "" || a.GroupID == s.Group) && (s.Platform == "" || a.Type == s.Platform)
}

// isWhole reports whether the scope is all accounts.
func (s *Scope) isWhole() bool {
	return s.Group == "" && s.Platform == "" && s.Chosen == nil
}

// Report is a report of some accounts in a period, from the history. Unknown numbers are null.
type Report struct {
	Title    string `json:"title,omitzero"`
	Group    string `json:"group,omitzero"`
	Platform string `json:"platform,omitzero"`
	View     string `json:"view,omitzero"`
	From     string `json:"from"` // the first day
	To       string `json:"to"`
	// Begin is the time from which the report was asked for.
	Begin time.Time `json:"begin"`
	// Since is what totals, availability, works, incidents and troubles are measured from: Begin, or the first
	// recording if that is later.
	Since time.Time `json:"since"`
	// Measured is the first of the Days: the first one with a recording.
	Measured string `json:"measuredFrom"`
	// ComparedWith is the recording with which totals are compared, the last one at Since or before. If all is
	// of one recording, it is Recorded.
	ComparedWith time.Time `json:"comparedWith"`
	Recorded     time.Time `json:"recorded"` // when the newest list was recorded
	Totals       []Total   `json:"totals"`
	Added        int       `json:"added"`       // accounts that were listed first in the period
	Gone         int       `json:"gone"`        // and those that are no longer
	Days         []Day     `json:"days"`        // from Measured on
	MissingDays  []string  `json:"missingDays"` // without a complete recording
	// Availability is the share of the time from Since until the newest recording in which accounts were
	// normal, at least and at most, in percent.
	Availability [2]api.Number `json:"availability"`
	Platforms    []Platform    `json:"platforms"` // those with the most accounts first
	Accounts     Accounts      `json:"accounts"`  // those with the most followers first
	Works        []Work        `json:"works"`     // those with the most growth first
	Incidents    []Incident    `json:"incidents"`
	Troubles     []Trouble     `json:"troubles"`
	Moves        []Move        `json:"moves,omitzero"` // of accounts into and out of the group

	// the newest one, with the known names of accounts whose relay is down
	List       *fleet.List                  `json:"-"`
	GroupNames map[string]history.GroupName `json:"-"` // by ID
	Scope      Scope                        `json:"-"` // what it covers
	now        time.Time
	episodes   []*fleet.IncidentFile // of its accounts, open on any of the days
}

// Move is that an account came from another group or went to one.
type Move struct {
	Platform string           `json:"platform"`
	Account  string           `json:"account"` // ID
	Out      bool             `json:"out"`
	At       history.Interval `json:"at"`
}

// Total is a number of all accounts, before and after the period. The change of a field of 2.4
// is that of the accounts that have it at both ends; what the others brought and took is apart.
// Before and Change are unset where all is of one recording.
type Total struct {
	Name   string     `json:"name"` // accounts, abnormal, or a field of 2.4
	Before api.Number `json:"before"`
	After  api.Number `json:"after"`
	// Counted is of how many accounts After is: those with a known number. It is 0 for accounts and abnormal.
	Counted int `json:"counted,omitzero"`
	// CountedBefore is of how many accounts Before is.
	CountedBefore int        `json:"countedBefore,omitzero"`
	Change        api.Number `json:"change"`
	// Percent is the change in percent of the same accounts before; unknown for accounts and abnormal.
	Percent api.Number `json:"percent,omitzero"`
	// Compared is of how many accounts the change is: those with a known number at both ends.
	Compared int `json:"compared,omitzero"`

	Joined fleet.Part `json:"joined,omitzero"`
	Left   fleet.Part `json:"left,omitzero"`
	First  fleet.Part `json:"first,omitzero"` // counted for the first time
	Lost   fleet.Part `json:"lost,omitzero"`  // no longer known

	MovedIn  fleet.Part `json:"movedIn,omitzero"` // from another group
	MovedOut fleet.Part `json:"movedOut,omitzero"`
}

// Day is the totals at the end of a day. Without a recording they are those of the
// recording before.
type Day struct {
	Date      string     `json:"date"`
	Recorded  bool       `json:"recorded"`
	Accounts  int        `json:"accounts"`
	Abnormal  int        `json:"abnormal"`
	Followers api.Number `json:"followers"`
	Works     api.Number `json:"works"`
	Reads     api.Number `json:"reads"`
	Likes     api.Number `json:"likes"`
	Comments  api.Number `json:"comments"`
	Counted   Counted    `json:"counted"`
	Joined    int        `json:"joined,omitzero"` // accounts that were not in it the day before, or at Since
	Left      int        `json:"left,omitzero"`   // accounts that were
}

// Counted is of how many accounts the numbers of a day are: those whose number is known.
type Counted struct {
	Followers int `json:"followers,omitzero"`
	Works     int `json:"works,omitzero"`
	Reads     int `json:"reads,omitzero"`
	Likes     int `json:"likes,omitzero"`
	Comments  int `json:"comments,omitzero"`
}

// Account is an account after the period. There are 100,000 of them: what the row has is not repeated.
type Account struct {
	Row       *api.Account // as last listed
	Health    api.Health   // HealthOutage if the relay did not return it
	Followers api.Number
	Change    api.Number // of the followers
	Works     api.Number
	Reads     api.Number
	Likes     api.Number
	Comments  api.Number

	Availability [2]api.Number
}

// Accounts are the accounts of a report, as its JSON has them. They are pointers: a slice of 100,000 accounts would
// take 14 MB at once, while what the history left behind is not collected yet.
type Accounts []*Account

// AccountRecord is the JSON of an account of a report.
type AccountRecord struct {
	Platform  string     `json:"platform"`
	ID        string     `json:"id"`
	Nickname  string     `json:"nickname"`
	Status    api.Number `json:"status"`
	Outage    bool       `json:"outage,omitzero"` // the relay did not return it
	Followers api.Number `json:"followers"`
	Change    api.Number `json:"change"`
	Works     api.Number `json:"works"`
	Reads     api.Number `json:"reads"`
	Likes     api.Number `json:"likes"`
	Comments  api.Number `json:"comments"`

	Availability [2]api.Number `json:"availability"`
}

// MarshalJSONTo writes the accounts, one after the other. The error is that of the encoder.
func (all Accounts) MarshalJSONTo(enc *jsontext.Encoder) error {
	if err := enc.WriteToken(jsontext.BeginArray); err != nil {
		return err
	}
	var record AccountRecord
	for _, a := range all {
		record = AccountRecord{
			Platform:     a.Row.Type,
			ID:           a.Row.ID,
			Nickname:     a.Row.Nickname,
			Status:       a.Row.Status,
			Outage:       a.Health == api.HealthOutage,
			Followers:    a.Followers,
			Change:       a.Change,
			Works:        a.Works,
			Reads:        a.Reads,
			Likes:        a.Likes,
			Comments:     a.Comments,
			Availability: a.Availability,
		}
		if err := json.MarshalEncode(enc, &record); err != nil {
			return err
		}
	}
	return enc.WriteToken(jsontext.EndArray)
}

// Work is the growth of a work: of its views, or of the first other number that is known
// before and after.
type Work struct {
	Platform string     `json:"platform"`
	ID       string     `json:"id"`
	Title    string     `json:"title"`
	Metric   string     `json:"metric"`
	Before   api.Number `json:"before"`
	After    api.Number `json:"after"`
	Change   api.Number `json:"change"`
}

// Read makes a report from the history. It requests nothing. The error is a [*history.Problem], or that of
// ctx.
func Read(ctx context.Context, of *fleet.Fleet, req Request) (*Report, error) {
	h := of.History
	scope := &req.Scope
	seen, err := of.Seen(ctx)
	if err != nil {
		return nil, err
	}
	now := of.Now()
	if seen.At.After(now) { // the clock of the host that recorded it is ahead
		now = seen.At.In(now.Location())
	}
	begin := req.Since
	if begin.IsZero() {
		begin = now.Add(-DefaultSince)
	}
	p := periodOf(begin, now)
	r := &Report{
		Title:       req.Title,
		Group:       scope.Group,
		Platform:    scope.Platform,
		View:        scope.View,
		From:        p.dates[0],
		To:          p.dates[len(p.dates)-1],
		MissingDays: []string{},
		Platforms:   []Platform{},
		Works:       []Work{},
		Incidents:   []Incident{},
		Troubles:    []Trouble{},
		now:         now,
		Scope:       *scope,
	}
	if r.GroupNames, err = h.GroupNames(ctx); err != nil {
		return nil, err
	}
	if seen.At.IsZero() {
		return nil, ErrNoAccounts
	}
	r.setPeriod(p, seen)
	// What looks at all accounts comes before the members, which take much memory.
	incidents, err := seen.Incidents(ctx, p.shownBegin())
	if err != nil {
		return nil, err
	}
	days := seen.CountDays(now, len(r.Days))
	levels, err := scope.levels(ctx, seen, days)
	if err != nil {
		return nil, err
	}
	f, err := readMembers(ctx, h, scope, seen, p, now)
	if err != nil {
		return nil, err
	}
	r.Recorded = seen.At
	r.List = f.list
	total := f.totals.All[0]
	r.addTotals(total)
	r.addMoves(total, f)
	r.addDays(f.days.All)
	r.addAvailability(f)
	r.addAccounts(f)
	r.comparePlatforms(f)
	if err := r.addIncidents(ctx, h, f, incidents, p.from); err != nil {
		return nil, err
	}
	if err := r.addLevels(ctx, h, f, days, levels); err != nil {
		return nil, err
	}
	r.addTroubles(f)
	return r, r.addWorks(ctx, h, f, p.from)
}

// setPeriod sets the days of the report, those without a recording, and what they are compared with.
func (r *Report) setPeriod(p *period, seen *fleet.Seen) {
	p.measure(seen.Recorded)
	r.Begin = p.asked
	r.Since = p.from
	r.Measured = p.dates[p.first]
	r.ComparedWith = seen.Recorded.Last(p.from)
	if r.ComparedWith.IsZero() {
		r.ComparedWith = seen.At
	}
	for i, date := range p.dates {
		if i >= p.first {
			r.Days = append(r.Days, Day{Date: date, Recorded: p.recorded[i]})
		}
		if !p.recorded[i] {
			r.MissingDays = append(r.MissingDays, date)
		}
	}
}

// values are the counts of Total and Account: followers, works, reads, likes and comments.
func values(c *history.Counts) (all [api.NumSums]api.Number) {
	if c == nil {
		return all
	}
	for i, count := range api.SummedCounts() {
		all[i] = c.Values[count]
	}
	return all
}

// addTotals adds the totals, and how many accounts joined and left. It leaves out counts that no
// account ever had.
func (r *Report) addTotals(c *fleet.Comparison) {
	r.Added = len(c.Joined)
	r.Gone = len(c.Left)
	hasChange := r.ComparedWith.Before(r.Recorded) // else a recording would be compared with itself
	counted := func(name string, was, is int) {
		t := Total{Name: name, After: api.Int(int64(is))}
		if hasChange {
			t.Before = api.Int(int64(was))
			t.Change = t.After.Sub(t.Before)
		}
		r.Totals = append(r.Totals, t)
	}
	counted("accounts", c.Was, c.Is)
	counted("abnormal", c.WasAbnormal, c.IsAbnormal)
	for _, count := range api.SummedCounts() {
		of := &c.Of[count]
		if !of.Known() {
			continue
		}
		t := Total{
			Name:     count.String(),
			Change:   of.By(),
			Percent:  of.Percent(),
			Compared: of.Accounts,
			Joined:   of.Joined,
			Left:     of.Left,
			First:    of.First,
			Lost:     of.Lost,
			MovedIn:  of.MovedIn,
			MovedOut: of.MovedOut,
		}
		before, after := c.Totals(count)
		t.After = after.Sum
		t.Counted = after.Counted
		t.Before = before.Sum
		t.CountedBefore = before.Counted
		if !hasChange {
			t.Before = api.Number{}
			t.CountedBefore = 0
			t.Change = api.Number{}
			t.Percent = api.Number{}
			t.Compared = 0
		}
		r.Totals = append(r.Totals, t)
	}
}

// addMoves adds when accounts came from another group or went to one, the last time.
func (r *Report) addMoves(c *fleet.Comparison, f *members) {
	for i, keys := range [][]history.AccountKey{c.MovedIn, c.MovedOut} {
		for _, k := range keys {
			m := Move{
				Platform: k.Platform,
				Account:  k.ID,
				Out:      i == 1,
			}
			states := f.of(k).states
			for j, s := range states {
				if j > 0 && s.inGroup != m.Out && states[j-1].inGroup == m.Out {
					m.At = f.seen.Recorded.Interval(s.at)
				}
			}
			r.Moves = append(r.Moves, m)
		}
	}
	slices.SortFunc(r.Moves, func(a, b Move) int {
		return cmp.Or(
			a.At.Before.Compare(b.At.Before),
			cmp.Compare(a.Platform, b.Platform),
			cmp.Compare(a.Account, b.Account),
		)
	})
}

// addDays adds the numbers of the days, of which each is compared with the one before, and the first one with what
// the period is measured from.
func (r *Report) addDays(compared []*fleet.Comparison) {
	for i, c := range compared {
		d := &r.Days[i]
		d.Accounts = c.Is
		d.Abnormal = c.IsAbnormal
		for j, count := range api.SummedCounts() {
			_, after := c.Totals(count)
			*d.sums()[j] = after.Sum
			*d.counted()[j] = after.Counted
		}
		d.Joined = len(c.Joined) + len(c.MovedIn)
		d.Left = len(c.Left) + len(c.MovedOut)
	}
}

// sums are the sums of a day, by the order of [api.SummedCounts].
func (d *Day) sums() [api.NumSums]*api.Number {
	return [api.NumSums]*api.Number{&d.Followers, &d.Works, &d.Reads, &d.Likes, &d.Comments}
}

// counted are of how many accounts the sums are, in the same order.
func (d *Day) counted() [api.NumSums]*int {
	c := &d.Counted
	return [api.NumSums]*int{&c.Followers, &c.Works, &c.Reads, &c.Likes, &c.Comments}
}

// Total returns a total of a report at the end of a day.
func (d *Day) Total(name string) api.Total {
	switch name {
	case "accounts":
		return api.Total{Sum: api.Int(int64(d.Accounts))}
	case "abnormal":
		return api.Total{Sum: api.Int(int64(d.Abnormal))}
	}
	for i, count := range api.SummedCounts() {
		if count.String() == name {
			return api.Total{
				Sum:      *d.sums()[i],
				Counted:  *d.counted()[i],
				Accounts: d.Accounts,
			}
		}
	}
	return api.Total{}
}

// Ends returns a total of the report before and after the period.
func (r *Report) Ends(t *Total) (before, after api.Total) {
	before.Sum = t.Before
	after.Sum = t.After
	if t.Name == "accounts" || t.Name == "abnormal" {
		return before, after
	}
	was, _ := r.Totals[0].Before.Int64() // of accounts
	before.Counted = t.CountedBefore
	before.Accounts = int(was)
	after.Counted = t.Counted
	after.Accounts = len(r.Accounts)
	return before, after
}

// accountOf returns a member of the scope with its counts now, and what they were at the beginning of the period.
func accountOf(m *member, series []history.Counts, from, now time.Time) *Account {
	counts := fleet.CountsAt(series, now)
	is := values(counts)
	was := values(fleet.CountsAt(series, from))
	return &Account{
		Row:       m.account,
		Health:    counts.Health(),
		Followers: is[0],
		Change:    is[0].Sub(was[0]),
		Works:     is[1],
		Reads:     is[2],
		Likes:     is[3],
		Comments:  is[4],
	}
}

// addAccounts adds the accounts that are in the scope now.
func (r *Report) addAccounts(f *members) {
	r.Accounts = f.rows
	slices.SortFunc(r.Accounts, func(a, b *Account) int {
		return cmp.Or(
			compareSet(b.Followers, a.Followers),
			cmp.Compare(a.Row.Type, b.Row.Type),
			cmp.Compare(a.Row.ID, b.Row.ID),
		)
	})
}

// compareSet orders numbers by value; one that is not known is the smallest.
func compareSet(a, b api.Number) int {
	if a.IsSet() && b.IsSet() {
		return a.Cmp(b)
	}
	if a.IsSet() {
		return 1
	}
	if b.IsSet() {
		return -1
	}
	return 0
}

// workMetrics are the numbers whose growth counts, the first that is known before and after and is
// above 0. Platforms differ in what they have.
func workMetrics() []string {
	return append(metrics.Bases(), "likeCount", "commentCount", "engagementCount")
}

// addWorks adds the works of the accounts that grew after a time, or since the first snapshot
// after it. Where the account of a
// work is not known, its platform decides.
func (r *Report) addWorks(ctx context.Context, h *history.DB, f *members, since time.Time) error {
	const most = 1000
	changes, err := h.Works().ChangedSince(ctx, since, most)
	if err != nil {
		return err
	}
	earlier := map[api.WorkQuery]*api.Snapshot{}
	for i := range changes {
		earlier[changes[i].Query] = &changes[i].Before
	}
	works, err := h.Works().SnapshotsSince(ctx, since, most)
	if err != nil {
		return err
	}
	for i := range works {
		w := &works[i]
		first := earlier[w.Query]
		last := &w.Snapshots[len(w.Snapshots)-1]
		if first == nil {
			first = &w.Snapshots[0]
		}
		account := history.AccountKey{Platform: w.Query.Platform, ID: w.Query.AccountID}
		isKnown := f.of(account) != nil
		all := f.scope.Chosen == nil && f.scope.Group == "" &&
			(f.scope.Platform == "" || f.scope.Platform == w.Query.Platform)
		if !isKnown && !all {
			continue
		}
		for _, name := range workMetrics() {
			before := metrics.Read(first, name).Value
			after := metrics.Read(last, name).Value
			if before.IsSet() && after.IsSet() && (before.Sign() > 0 || after.Sign() > 0) {
				if after.Cmp(before) > 0 {
					r.Works = append(r.Works, Work{
						Platform: w.Query.Platform,
						ID:       w.Query.WorkID,
						Title:    cmp.Or(w.Title, last.Work.Or(api.Work{}).Title.Or("")),
						Metric:   name,
						Before:   before,
						After:    after,
						Change:   after.Sub(before),
					})
				}
				break
			}
		}
	}
	slices.SortStableFunc(r.Works, func(a, b Work) int {
		return cmp.Or(
			slices.Index(workMetrics(), a.Metric)-slices.Index(workMetrics(), b.Metric),
			b.Change.Cmp(a.Change),
		)
	})
	return nil
}
