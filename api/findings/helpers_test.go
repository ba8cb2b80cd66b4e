package findings_test

import (
	"cmp"
	"slices"
	"time"

	"channeldeck/api"
	"channeldeck/api/findings"
	"channeldeck/api/history"
)

// today is a Saturday. The baseline of the tests is the end of a visit on the day before.
var (
	today    = time.Date(2026, 11, 21, 8, 31, 0, 0, time.UTC)
	baseline = today.AddDate(0, 0, -1)
	first    = today.AddDate(0, 0, -60)
)

// past is the change of followers in the spans, by ID, and the marks.
type past struct {
	marks map[string]history.Mark
	moved map[string][3]api.Number
	works map[string]history.Interval // when the number of works grew last
}

func (p past) LastWork(a *api.Account) history.Interval { return p.works[a.ID] }

func (p past) Silence(a *api.Account) time.Duration {
	fetched, _ := a.LastStatsTime.At()
	last, known := p.works[a.ID]
	if !known {
		return 0
	}
	return fetched.Sub(last.Before)
}

func (p past) Mark(a *api.Account) history.Mark { return p.marks[a.ID] }

func (p past) Name(a *api.Account) string { return a.Nickname }

func (p past) Followers(a *api.Account, s history.Span) api.Number { return p.moved[a.ID][s] }

// Kinds that a test is about. Others that may be found in its data are not its concern.
var (
	ofHealth = []findings.Kind{
		findings.TurnedAbnormal, findings.Abnormal, findings.RelayDown, findings.RelayMissing, findings.Disappeared,
		findings.Recovered, findings.Appeared,
	}
	ofNumbers = []findings.Kind{
		findings.FollowersFell, findings.FollowersRose, findings.StatisticsLost, findings.StuckAtZero, findings.Frozen,
		findings.NeverFetched, findings.Stale, findings.Silent, findings.AllZero,
	}
	ofCatalog = []findings.Kind{
		findings.PriceChanged, findings.ModelGone, findings.ModelNew, findings.OptionsChanged,
	}
	ofWorks = []findings.Kind{findings.WorkMoved}
	ofAll   = slices.Concat(ofHealth, ofNumbers, ofCatalog, ofWorks)
)

// find returns the findings of some kinds, and the incidents of which they are.
func find(in *findings.Input, kinds ...findings.Kind) []*findings.Finding {
	return slices.DeleteFunc(in.Find(), func(f *findings.Finding) bool {
		return !slices.Contains(kinds, cmp.Or(f.What, f.Kind))
	})
}

// account is an account with followers and statistics of today.
func account(platform, id string, status, followers int64) *api.Account {
	return &api.Account{
		ID:            id,
		Type:          platform,
		Nickname:      "N " + id,
		GroupID:       "g-" + id,
		UserID:        "u-" + id,
		Status:        api.Int(status),
		FansCount:     api.Int(followers),
		LastStatsTime: api.SomeTime(today.Add(-time.Hour).Format(time.RFC3339)),
		CreatedAt:     api.SomeTime(first.Format(time.RFC3339)),
	}
}

// turn is a change of the status of an account; -1 stands for an account that is not listed.
// Where the account has a relay, 0 is an outage of it.
func turn(a *api.Account, at time.Time, before, status int64) history.Turn {
	number := func(n int64) api.Number {
		if n < 0 {
			return api.Number{}
		}
		if n == 0 && a.RelayDown() {
			n = api.StatusOutage
		}
		return api.Int(n)
	}
	return history.Turn{Account: history.KeyOf(a), At: at, Before: number(before), Status: number(status)}
}

func input(accounts ...*api.Account) *findings.Input {
	return &findings.Input{
		Now: today, StaleAfter: 7 * 24 * time.Hour, Accounts: accounts, First: first,
		Point: history.Point{Asked: baseline, Accounts: baseline, Models: baseline}, Recorded: recorded(),
	}
}

// series are counts with a number of followers a day, until the last day before today, when
// it is the last one; unset for -1.
func series(followers ...int64) []findings.Followers {
	var all []findings.Followers
	for i, n := range followers {
		c := findings.Followers{At: today.AddDate(0, 0, i-len(followers)).Add(-time.Hour)}
		if n >= 0 {
			c.Count = api.Int(n)
		}
		all = append(all, c)
	}
	return all
}

// recorded are lists that were recorded every ten minutes, from the first recording to now.
func recorded() history.Recorded {
	var all history.Recordings
	for at := first; at.Before(today); at = at.Add(10 * time.Minute) {
		all = append(all, at)
	}
	return history.Recorded{Accounts: all, Models: all, Options: map[string]history.Recordings{"KWAI": all}}
}
