package fleet

import (
	"context"
	"time"

	"channeldeck/api/findings"
	"channeldeck/api/history"
)

// Seen has the statuses of accounts in the history.
type Seen struct {
	List     *List     // the newest one
	At       time.Time // when it was recorded; zero if there is none
	Turns    map[history.AccountKey][]history.Turn
	Recorded history.Recordings // of whole lists

	history *history.DB
	now     time.Time
}

// Forecasts returns how long logins last: see [findings.Forecasts].
func (s *Seen) Forecasts() []*findings.Forecast {
	return findings.Forecasts(s.List.Rows, s.Turns, s.Recorded, s.At, s.now)
}

// Seen reads the history of the status of accounts. It requests nothing. The error is that of the history.
func (f *Fleet) Seen(ctx context.Context) (*Seen, error) {
	list, at, err := f.Recorded(ctx, 0)
	s := &Seen{
		List:    list,
		At:      at,
		history: f.History,
		now:     f.Now(),
	}
	if err == nil && !at.IsZero() {
		_, s.Turns, s.Recorded, err = readTurns(ctx, f.History)
	}
	return s, err
}
