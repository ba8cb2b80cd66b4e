package archive

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"channeldeck/api"
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

// IDs returns what inputs of calls name an account by: its ID, its uid and, in links, its handle.
func IDs(a *api.Account) []string {
	ids := []string{a.ID, a.UID}
	handle := strings.TrimPrefix(a.Account.Or(""), "@")
	if handle != "" {
		ids = append(ids, "@"+handle)
	}
	return slices.DeleteFunc(ids, func(id string) bool { return id == "" })
}

// LastFailure returns the last call in the stored sessions that names an account in its input,
// and failed. It reads the sessions that have an ID from the newest on, until
// the others ended before the failure. The error is a [*history.Problem], or that of ctx.
func LastFailure(ctx context.Context, h *history.DB, a *api.Account) (last Failure, err error) {
	ids := IDs(a)
	var candidates []history.Session
	for _, id := range ids {
		_, words := newQuery(id)
		found, err := h.Sessions().Search(ctx, words)
		if err != nil {
			return last, err
		}
		candidates = append(candidates, found...)
	}
	slices.SortFunc(candidates, func(a, b history.Session) int {
		newest := b.SessionEnd().Compare(a.SessionEnd())
		return cmp.Or(newest, cmp.Compare(a.ID, b.ID))
	})
	candidates = slices.CompactFunc(candidates, func(a, b history.Session) bool {
		return a.ID == b.ID
	})
	for _, s := range candidates {
		if s.Problems == 0 {
			continue
		}
		if !s.SessionEnd().After(last.Time) {
			break
		}
		stored, _, err := h.Sessions().Transcript(ctx, s.ID)
		if err != nil {
			return last, err
		}
		if f := failureOf(
			transcript.New(stored.Records, s.Running),
			ids,
			s.SessionEnd(),
		); f.Time.After(last.Time) {
			last = f
		}
	}
	return last, nil
}

// failureOf returns the last failed call of a transcript that names one of some IDs. Where its
// message has no time, it has the time of the end of the session.
func failureOf(t *transcript.Transcript, ids []string, end time.Time) (last Failure) {
	for r, p := range t.Parts() {
		if p.Tool == nil || p.Repeated() || !Failed(p.Tool) {
			continue
		}
		at := t.Messages[r.Message].Time
		if at.IsZero() {
			at = end
		}
		if !at.Before(last.Time) && p.Tool.Mentions(ids) {
			last = Failure{
				SessionID: t.SessionID,
				CallID:    p.Tool.CallID,
				Tool:      p.Tool.Label(),
				Why:       line(transcript.Excerpt(p.Tool.Why())),
				Time:      at,
			}
		}
	}
	return last
}
