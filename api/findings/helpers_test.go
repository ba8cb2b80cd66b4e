package findings_test

import (
	"io"
	"testing"
	"time"

	"github.com/muesli/termenv"

	"channeldeck/api"
	"channeldeck/api/findings"
	"channeldeck/api/history"
	"channeldeck/theme"
	"channeldeck/ui/resource"
	"channeldeck/ui/words"
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
}

func (p past) Mark(a *api.Account) history.Mark { return p.marks[a.ID] }

func (p past) Name(a *api.Account) string { return a.Nickname }

func (p past) Followers(a *api.Account, s history.Span) api.Number { return p.moved[a.ID][s] }

// names are display names of platforms.
type names map[string]string

func (n names) PlatformName(id, _ string) string                             { return n[id] }
func (names) SharesNickname(*api.Account) bool                               { return false }
func (names) RelayDown() bool                                                { return true }
func (names) Covers(history.Span) int                                        { return 0 }
func (names) GroupName(string) history.GroupName                             { return history.GroupName{} }
func (names) Mark(*api.Account) history.Mark                                 { return "" }
func (names) Nickname(a *api.Account) string                                 { return a.Nickname }
func (names) Forecast(*api.Account) (*findings.Forecast, bool)               { return nil, false }
func (names) Spell(*api.Account) history.Spell                               { return history.Spell{} }
func (names) FollowersSince(*api.Account, history.Span) (unknown api.Number) { return unknown }

func view(t testing.TB, lang words.Lang) *resource.View {
	t.Helper()
	w, err := words.New(lang)
	if err != nil {
		t.Fatal(err)
	}
	p := names{"KWAI": "Kuaishou", "douyin": "Douyin"}
	if lang == words.Chinese {
		p = names{"KWAI": "快手", "douyin": "抖音"}
	}
	look := theme.New(theme.NewRenderer(io.Discard, termenv.Ascii, true), theme.Palette{}, theme.Unicode())
	return resource.NewView(w, look, func() time.Time { return today }, 7*24*time.Hour, p)
}

// account is an account with followers and statistics of today.
func account(platform, id string, status, followers int64) *api.Account {
	return &api.Account{
		ID: id, Type: platform, Nickname: "N " + id, GroupID: "g-" + id, UserID: "u-" + id, Status: api.Int(status), FansCount: api.Int(followers),
		LastStatsTime: api.SomeTime(today.Add(-time.Hour).Format(time.RFC3339)), CreatedAt: api.SomeTime(first.Format(time.RFC3339)),
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
func series(followers ...int64) []history.Counts {
	var all []history.Counts
	for i, n := range followers {
		c := history.Counts{At: today.AddDate(0, 0, i-len(followers)).Add(-time.Hour), Status: api.Int(1)}
		if n >= 0 {
			c.Values[0] = api.Int(n)
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
