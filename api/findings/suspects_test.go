package findings

import (
	"strconv"
	"testing"
	"time"

	"channeldeck/api"
	"channeldeck/api/history"
)

// moves is the change of followers by ID, in all spans.
type moves map[string]int64

func (moves) Mark(*api.Account) history.Mark { return "" }

func (moves) LastWork(*api.Account) (unknown history.Interval) { return unknown }

func (moves) Silence(*api.Account) time.Duration { return 0 }

func (moves) Name(a *api.Account) string { return a.Nickname }

func (m moves) Followers(a *api.Account, s history.Span) api.Number {
	if s == history.SpanBaseline {
		return api.Int(m[a.ID])
	}
	return api.Int(1)
}

// suspectsOf returns the suspects of an input, of which nothing was recorded since the baseline.
func suspectsOf(in *Input) (keys []history.AccountKey) {
	s := NewSuspects(in.Accounts, in.Point.Accounts)
	for i := range in.Accounts {
		s.Add(in.Past, i, nil)
	}
	for _, one := range s.most() {
		keys = append(keys, history.KeyOf(in.Accounts[one.index]))
	}
	return keys
}

// The counts of accounts whose followers moved most are read, and of no more than maxSeries.
func TestSuspects(t *testing.T) {
	m := moves{}
	in := &Input{Now: time.Unix(1e9, 0), Past: m}
	for i := range 2 * maxSeries {
		id := strconv.Itoa(i)
		m[id] = int64(-i)
		in.Accounts = append(in.Accounts, &api.Account{
			ID:            id,
			FansCount:     api.Int(900),
			LastStatsTime: api.SomeTime("2026-01-01T00:00:00Z"),
		})
	}
	in.Accounts[2*maxSeries-1].LastStatsTime = api.Time{}
	in.Accounts[2*maxSeries-1].FansCount = api.Int(0) // never fetched
	keys := suspectsOf(in)
	if n := len(keys); n != maxSeries || keys[0].ID != strconv.Itoa(2*maxSeries-2) ||
		keys[n-1].ID != strconv.Itoa(maxSeries-1) {
		t.Errorf("%d keys from %v to %v", n, keys[0], keys[n-1])
	}
	in.Accounts = in.Accounts[:101]
	if keys := suspectsOf(in); len(keys) != 0 {
		t.Errorf("within the floor: %v", keys)
	}
}

// still is a history of two weeks in which followers did not change for one.
type still struct{ moves }

func (still) Followers(_ *api.Account, s history.Span) api.Number {
	if s == history.SpanMonth {
		return api.Number{}
	}
	return api.Int(0)
}

// Followers may be stuck before the history covers thirty days.
func TestSuspectsOfAYoungHistory(t *testing.T) {
	in := &Input{Now: time.Unix(1e9, 0), Past: still{}, Accounts: []*api.Account{{ID: "a", FansCount: api.Int(900)}}}
	if keys := suspectsOf(in); len(keys) != 1 {
		t.Errorf("got %v", keys)
	}
}
