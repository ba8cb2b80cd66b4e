package archive

import (
	"context"
	"slices"
	"time"

	"channeldeck/api/history"
	"channeldeck/api/transcript"
)

// Failure is a call of a stored session that failed.
type Failure struct {
	SessionID string
	CallID    string
	Tool      string // its label
	Why       string // in one line, "" if unknown
	Time      time.Time
}

// LastFailure returns the last call in the stored sessions that names an account by one of its
// IDs, in its input, and failed. It reads the newest sessions that have the IDs.
func LastFailure(ctx context.Context, h *history.DB, ids ...string) (last Failure, err error) {
	const most = 5 // sessions that are read
	ids = slices.DeleteFunc(slices.Clone(ids), func(id string) bool { return id == "" })
	read := map[string]bool{}
	for _, id := range ids {
		_, words := newQuery(id)
		found, err := h.Sessions().Search(ctx, words)
		if err != nil || len(words) == 0 {
			return last, err
		}
		for _, s := range found {
			if s.Problems == 0 || read[s.ID] || len(read) == most {
				continue
			}
			read[s.ID] = true
			stored, _, err := h.Sessions().Transcript(ctx, s.ID)
			if err != nil {
				return last, err
			}
			if f := failureOf(transcript.New(stored.Records, s.Running), ids); f.SessionID != "" && f.Time.After(last.Time) {
				last = f
			}
		}
	}
	return last, nil
}

// failureOf returns the last failed call of a transcript that names one of some IDs.
func failureOf(t *transcript.Transcript, ids []string) (last Failure) {
	for i := range t.Messages {
		for j := range t.Messages[i].Parts {
			if p := &t.Messages[i].Parts[j]; p.Tool != nil && !p.Repeated() && Failed(p.Tool) && p.Tool.Mentions(ids) {
				last = Failure{t.SessionID, p.Tool.CallID, p.Tool.Label(), line(transcript.Excerpt(p.Tool.Why())), t.Messages[i].Time}
			}
		}
	}
	return last
}
