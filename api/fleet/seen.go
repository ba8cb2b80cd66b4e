package fleet

import (
	"context"
	"time"

	"channeldeck/api"
	"channeldeck/api/findings"
	"channeldeck/api/history"
)

// Seen has the statuses of accounts in the history.
type Seen struct {
	List     *List     // the newest one
	At       time.Time // when it was recorded; zero if there is none
	Turns    map[history.AccountKey][]history.Turn
	Recorded history.Recordings // of whole lists
	Parts    history.Parts      // the other lists

	kept     time.Time
	isMerged bool // Turns lack outages of relays that are over
	history  *history.DB
	now      time.Time
	found    *incidents // nil before they are looked for
}

// incidents are all incidents that the history tells, and the accounts with turns that are gone.
type incidents struct {
	all  []*findings.Episode
	gone []*api.Account
}

// Forecasts returns how long logins last, and who is likely to turn abnormal within a time, or within
// findings.ForecastSpan if it is 0.
func (s *Seen) Forecasts(within time.Duration) []*findings.Forecast {
	logins := findings.Logins{
		Accounts: s.List.Rows,
		Turns:    s.Turns,
		Recorded: s.Recorded,
		Kept:     s.kept,
		At:       s.At,
		Now:      s.now,
		Within:   within,
	}
	return logins.Forecasts()
}

// Seen reads the history of the status of accounts. It requests nothing. The error is a
// [*history.Problem], or that of ctx.
func (f *Fleet) Seen(ctx context.Context) (*Seen, error) {
	list, at, err := f.Recorded(ctx, 0)
	s := &Seen{
		List:    list,
		At:      at,
		history: f.History,
		now:     f.Now(),
	}
	if err == nil && !at.IsZero() {
		err = s.readTurns(ctx)
	}
	if err == nil && f.History != nil {
		s.kept, err = f.History.Points().Kept(ctx)
	}
	return s, err
}

// readTurns reads the turns of all accounts, and when these were recorded.
func (s *Seen) readTurns(ctx context.Context) error {
	turns, isMerged, err := s.history.States().TurnsMerged(ctx)
	if err != nil {
		return err
	}
	recorded, err := s.history.States().Recorded(ctx)
	s.Turns = history.TurnsByAccount(turns)
	s.isMerged = isMerged
	s.Recorded = recorded.Accounts
	s.Parts = recorded.Parts
	return err
}
