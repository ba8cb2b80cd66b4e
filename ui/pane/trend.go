package pane

import (
	"context"
	"slices"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api"
	"channeldeck/api/fleet"
	"channeldeck/api/history"
)

// TrendTime is how far back the trend of an account goes.
const TrendTime = 30 * 24 * time.Hour

// Trend is the stored counts of the account that an inspector shows.
type Trend struct {
	InspectorData[trendOf, []history.Counts]
}

// trendOf identifies a trend: the account at its site, and when the list was loaded.
type trendOf struct {
	site string
	key  history.AccountKey
	at   time.Time
}

func (s *Site) trendOf(a *api.Account) trendOf {
	return trendOf{a.Site, history.KeyOf(a), s.Store.Accounts.At}
}

// Show reads the trend of an account, as [InspectorData.Show].
func (t *Trend) Show(site *Site, msg tea.Msg, a *api.Account) tea.Cmd {
	of := site.trendOf(a)
	now := site.View.Now
	return t.InspectorData.Show(site, msg, of, func(ctx context.Context, f *fleet.Fleet) ([]history.Counts, error) {
		return f.Trend(ctx, of.key, now().Add(-TrendTime))
	})
}

// Of returns the trend of an account, nil until it is read.
func (t *Trend) Of(site *Site, a *api.Account) []history.Counts {
	return t.InspectorData.Of(site.trendOf(a))
}

// FollowersSince returns the states from the first one with followers on, and when their
// curve up to end begins. It returns none if they do not cover an hour.
func FollowersSince(states []history.Counts, end time.Time) ([]history.Counts, time.Time) {
	first := slices.IndexFunc(states, func(s history.Counts) bool {
		return s.Followers().IsSet()
	})
	if first < 0 {
		return nil, time.Time{}
	}
	from := states[first].At
	if from.Before(end.Add(-TrendTime)) {
		from = end.Add(-TrendTime)
	}
	if end.Sub(from) < time.Hour {
		return nil, time.Time{}
	}
	return states[first:], from
}

// FollowersAt returns n times between from and end, when the list was loaded, and the followers at each: NaN
// while the account was not listed, or its followers were not known.
func FollowersAt(
	states []history.Counts,
	a *api.Account,
	from, end time.Time,
	n int,
) (times []time.Time, values []float64) {
	times, values = Steps(
		states,
		from,
		end,
		n,
		func(s history.Counts) (time.Time, api.Number) {
			return s.At, s.Followers()
		},
	)
	now, known := a.Statistic(api.CountFans)
	if known && now.IsSet() {
		values[n-1], _ = now.Float64()
	}
	return times, values
}
