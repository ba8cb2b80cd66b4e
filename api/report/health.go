package report

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"time"

	"channeldeck/api"
	"channeldeck/api/findings"
	"channeldeck/api/fleet"
	"channeldeck/api/fold"
	"channeldeck/api/history"
)

// Platform is the accounts of a platform.
type Platform struct {
	Platform  string     `json:"platform"`
	Accounts  int        `json:"accounts"` // those that are listed now
	Abnormal  int        `json:"abnormal"` // of them
	Followers api.Number `json:"followers"`
	Counted   int        `json:"counted,omitzero"` // of how many accounts the followers are known
	Change    api.Number `json:"change"`           // of the followers of the accounts that are compared
	Percent   api.Number `json:"percent"`

	Availability [2]api.Number `json:"availability"` // with the accounts that were removed in the period

	Levels []fleet.DayLevel `json:"levels"` // of each of the Days
}

// Total returns the total of the followers.
func (p *Platform) Total() api.Total {
	return api.Total{
		Sum:      p.Followers,
		Counted:  p.Counted,
		Accounts: p.Accounts,
	}
}

// Incident is an incident as the accounts of the report had it: times and numbers are theirs.
type Incident struct {
	ID       string            `json:"id"` // names it for the incidents command
	Platform string            `json:"platform,omitzero"`
	Group    string            `json:"group,omitzero"`
	Owner    string            `json:"owner,omitzero"`
	Began    history.Interval  `json:"began"`
	Ended    *history.Interval `json:"ended"` // null: not yet
	Lasted   history.Length    `json:"lasted"`
	Accounts []string          `json:"accounts"` // IDs of those that turned abnormal
	Still    int               `json:"still"`    // of them

	File *fleet.IncidentFile `json:"-"` // with the accounts of the report
}

// Trouble is a time in which accounts were abnormal together, of which a part is in the
// period.
type Trouble struct {
	Platform string            `json:"platform"`
	Accounts []string          `json:"accounts"` // IDs
	Names    []string          `json:"names"`    // of the accounts
	Began    *history.Interval `json:"began"`    // null: before the history
	Ended    *history.Interval `json:"ended"`    // null: not yet
	// until now if it has not ended; at least, if it began before the history
	Lasted history.Length `json:"lasted"`
	Gone   bool           `json:"gone,omitzero"` // it ended because the accounts are no longer listed

	Row *api.Account `json:"-"` // the only account, or the first of several
}

// addAvailability adds for which share of the time until the newest list accounts were normal: of
// each, of those of each platform, and of all. It is told before the accounts are sorted.
func (r *Report) addAvailability(f *members) {
	var all findings.Uptime
	platforms := map[string]*findings.Uptime{}
	for _, m := range f.all {
		var status api.Number // without turns the account has had it since the first recording
		now := m.at(f.seen.At)
		if now != nil {
			status = now.status
		}
		key := m.key()
		var own findings.Uptime
		for _, stay := range f.stays(m, f.seen.At) {
			own.Add(
				status,
				f.seen.Turns[key],
				f.seen.Recorded,
				stay[0],
				stay[1],
			)
		}
		if platforms[key.Platform] == nil {
			platforms[key.Platform] = &findings.Uptime{}
		}
		platforms[key.Platform].Join(own)
		all.Join(own)
		if m.row >= 0 {
			f.rows[m.row].Availability = own.Share()
		}
	}
	r.Availability = all.Share()
	for name, uptime := range platforms {
		r.Platforms = append(r.Platforms, Platform{Platform: name, Availability: uptime.Share()})
	}
}

// comparePlatforms adds to the platforms how many accounts they have, and how their followers changed
// in the period. Those with the most accounts are the first.
func (r *Report) comparePlatforms(f *members) {
	for i := range r.Platforms {
		p := &r.Platforms[i]
		compared := f.platforms[p.Platform]
		if compared == nil { // nothing is recorded of its accounts
			continue
		}
		c := compared.All[0]
		p.Accounts = c.Is
		p.Abnormal = c.IsAbnormal
		_, followers := c.Totals(api.CountFans)
		p.Followers = followers.Sum
		p.Counted = followers.Counted
		p.Change = c.Followers().By()
		p.Percent = c.Followers().Percent()
	}
	letters := fold.Collation()
	slices.SortFunc(r.Platforms, func(a, b Platform) int {
		return cmp.Or(
			cmp.Compare(b.Accounts, a.Accounts),
			cmp.Compare(letters(a.Platform), letters(b.Platform)),
			cmp.Compare(a.Platform, b.Platform),
		)
	})
}

// addIncidents adds the incidents of accounts of the scope that did not end before a time, with all
// of its accounts that turned, also those that had recovered by then. Those that ended before count for the level
// of the first day.
func (r *Report) addIncidents(
	ctx context.Context,
	h *history.DB,
	f *members,
	all []*fleet.IncidentFile,
	since time.Time,
) error {
	groups, err := f.groupsDuring(ctx, h, all)
	if err != nil {
		return err
	}
	for _, file := range all {
		e, ok := file.Among(func(t *findings.Turned) bool {
			return f.had(t, groups, r.now)
		})
		if !ok {
			continue
		}
		part := *file
		part.Episode = e
		r.episodes = append(r.episodes, &part)
		if e.Still() == 0 && !e.Ended.Before.After(since) {
			continue
		}
		i := Incident{
			ID:       file.ID(),
			Platform: e.Platform,
			Group:    e.GroupID,
			Owner:    e.Owner,
			Began:    e.Began,
			Ended:    e.Ended.OrNil(),
			Lasted:   e.Lasted(r.now),
			Still:    e.Still(),
			File:     &part,
		}
		for _, t := range e.Turned {
			i.Accounts = append(i.Accounts, t.Account.ID)
		}
		r.Incidents = append(r.Incidents, i)
	}
	return nil
}

// groupsDuring reads the counts of the accounts of incidents from the first of these on, which tell in
// which groups they were. It reads nothing unless the scope is a group.
func (f *members) groupsDuring(
	ctx context.Context,
	h *history.DB,
	all []*fleet.IncidentFile,
) (map[history.AccountKey][]history.Counts, error) {
	if f.scope.Group == "" || len(all) == 0 {
		return nil, nil
	}
	first := all[0].Began.Before
	turned := map[history.AccountKey]bool{}
	for _, file := range all {
		if file.Began.Before.Before(first) {
			first = file.Began.Before
		}
		for _, t := range file.Turned {
			turned[history.KeyOf(t.Account)] = true
		}
	}
	return h.States().Series(ctx, slices.Collect(maps.Keys(turned)), first)
}

// had reports whether an account of an incident was in the scope. Of a group, one that was in another
// group at the end of the incident had it there.
func (f *members) had(
	t *findings.Turned,
	groups map[history.AccountKey][]history.Counts,
	now time.Time,
) bool {
	if f.scope.Group == "" {
		return f.scope.has(t.Account)
	}
	until := now
	if !t.Ended.Before.IsZero() {
		until = t.Ended.Before.Add(-time.Millisecond)
	}
	c := fleet.CountsAt(groups[history.KeyOf(t.Account)], until)
	return c != nil && cmp.Or(
		c.Group,
		t.Account.GroupID,
	) == f.scope.Group // earlier versions recorded no groups
}

// addTroubles adds what is open, or ended in the period, whenever it began. Accounts of a
// platform for which it began and ended together are one.
func (r *Report) addTroubles(f *members) {
	all := troubles{
		report:  r,
		members: f,
		index:   map[troubleKey]int{},
	}
	for _, m := range f.all {
		all.addMember(m)
	}
	slices.SortStableFunc(r.Troubles, func(a, b Trouble) int {
		return b.last().Compare(a.last())
	})
}

// troubles collects the troubles of a report. Those of several accounts that began and ended together are one.
type troubles struct {
	report  *Report
	members *members
	index   map[troubleKey]int // of the troubles of the report
}

// troubleKey is what accounts of one trouble share: their platform, and when they were abnormal.
type troubleKey struct {
	platform     string
	began, ended history.Interval // zero if it did not
}

// addMember adds the times in which an account was abnormal.
func (t *troubles) addMember(m *member) {
	seen := t.members.seen
	turns := seen.Turns[m.key()]
	open := false
	began := history.Interval{}
	now := m.at(t.report.now)
	if len(turns) == 0 && now != nil {
		open = now.health() == api.HealthAbnormal
	}
	for i, turn := range turns {
		open = open || i == 0 && isAbnormal(turn.Before) // it began before the history
		is := isAbnormal(turn.Status)
		isUnknown := api.HealthOf(turn.Status) == api.HealthOutage // it may still be abnormal
		if is && !open {
			began = seen.Recorded.IntervalOf(turn)
			open = true
		} else if open && !is && !isUnknown {
			t.add(m, began, seen.Recorded.IntervalOf(turn), !turn.Status.IsSet())
			open = false
			began = history.Interval{}
		}
	}
	if open {
		t.add(m, began, history.Interval{}, false)
	}
}

func isAbnormal(status api.Number) bool {
	return status.IsSet() && api.HealthOf(status) == api.HealthAbnormal
}

// add adds the time in which an account was abnormal; ended is zero if it still is.
func (t *troubles) add(m *member, began, ended history.Interval, gone bool) {
	open := ended.Before.IsZero()
	// of a group, the account was in another one then
	if !open && !ended.Before.After(t.members.from) || t.members.before(m, ended) == nil {
		return
	}
	account := m.key()
	key := troubleKey{account.Platform, began, ended}
	i, isKnown := t.index[key]
	if !isKnown {
		i = len(t.report.Troubles)
		t.index[key] = i
		t.report.Troubles = append(t.report.Troubles, t.trouble(key, m, gone))
	}
	of := &t.report.Troubles[i]
	of.Accounts = append(of.Accounts, account.ID)
	of.Names = append(of.Names, m.account.Nickname)
}

// trouble returns the trouble of accounts of which m is the first.
func (t *troubles) trouble(of troubleKey, m *member, gone bool) Trouble {
	found := Trouble{
		Platform: of.platform,
		Began:    of.began.OrNil(),
		Ended:    of.ended.OrNil(),
		Gone:     gone,
		Row:      m.account,
	}
	recorded := t.members.seen.Recorded
	if found.Began == nil && len(recorded) > 0 {
		of.began.Before = recorded[0]
	}
	if of.ended.Before.IsZero() {
		of.ended = history.Interval{After: t.report.now, Before: t.report.now}
	}
	found.Lasted = history.Lasted(of.began, of.ended)
	return found
}

// last is when a trouble ended or, if it has not, when it began; zero if neither is known.
func (t *Trouble) last() time.Time {
	for _, i := range []*history.Interval{t.Ended, t.Began} {
		if i != nil {
			return i.Before
		}
	}
	return time.Time{}
}
