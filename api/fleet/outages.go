package fleet

import (
	"context"
	"slices"

	"channeldeck/api"
	"channeldeck/api/history"
)

// outages returns, by account, the times in which its relay could not be reached and so returned no account at all.
// An account that is missing alone was deleted at the other site, see [api.RelayOutage].
func (s *Seen) outages(
	ctx context.Context,
	gone []*api.Account,
) (map[history.AccountKey][]history.Outage, error) {
	missing := map[history.AccountKey][]history.Outage{}
	err := s.eachTurns(ctx, func(turns []history.Turn) {
		if own := s.Recorded.Outages(turns); len(own) > 0 {
			missing[turns[0].Account] = own
		}
	})
	if err != nil {
		return nil, err
	}
	for _, a := range s.List.Rows {
		key := history.KeyOf(a)
		if a.RelayDown() && len(missing[key]) == 0 { // in all recordings
			missing[key] = []history.Outage{{}}
		}
	}
	down := []history.Outage{{}}
	for _, accounts := range [][]*api.Account{s.List.Rows, gone} {
		for _, a := range accounts {
			if a.RelayAccountRef.Or("") == "" {
				continue
			}
			key := history.KeyOf(a)
			own := slices.Concat(missing[key], s.unlisted(key))
			down = history.OutagesOfBoth(down, history.MergedOutages(own))
		}
	}
	for key, own := range missing {
		missing[key] = history.OutagesOfBoth(own, down)
	}
	return missing, nil
}

// unlisted returns when an account was not listed.
func (s *Seen) unlisted(key history.AccountKey) (all []history.Outage) {
	for _, t := range s.Turns[key] {
		if !t.Status.IsSet() {
			all = append(all, history.Outage{First: t.At})
			continue
		}
		if t.Before.IsSet() {
			continue
		}
		if len(all) == 0 {
			all = append(all, history.Outage{})
		}
		last := &all[len(all)-1]
		last.Last = s.Recorded.Interval(t.At).After
	}
	return all
}
