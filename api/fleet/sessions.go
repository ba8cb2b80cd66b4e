package fleet

import (
	"context"
	"time"

	"channeldeck/api"
	"channeldeck/api/archive"
	"channeldeck/api/history"
	"channeldeck/api/transcript"
)

// Session is the transcript of an agent session.
type Session struct {
	ID         string
	At         time.Time // when it was loaded
	Stored     bool      // it is from the history
	Transcript *transcript.Transcript
	Turns      []transcript.Turn
	Summary    history.Session // what the list of sessions shows of it
}

// NewSession returns a session whose transcript was loaded at a time.
func NewSession(id string, at time.Time, t *transcript.Transcript) *Session {
	turns := t.Turns()
	return &Session{
		ID:         id,
		At:         at,
		Transcript: t,
		Turns:      turns,
		Summary:    archive.Summary(id, at, t, turns),
	}
}

// Session requests the messages of a session and stores them. goesOn says that its newest run goes
// on, whatever the times of its messages say. The error is that of [api.Client.Messages].
func (f *Fleet) Session(ctx context.Context, id string, goesOn bool) (*Session, error) {
	records, err := f.Client.Messages(ctx, id)
	if err != nil {
		return nil, err
	}
	at := f.Now()
	s := NewSession(id, at, transcript.New(records, goesOn || transcript.IsRecent(records, at)))
	f.History.Sessions().Record(archive.Loaded(s.Summary, s.Transcript))
	return s, nil
}

// StoredSession returns a session as it was last stored, nil if it is not. A run that went on then
// goes on: how it ended is not known, so what is unfinished in it is no problem. It requests nothing.
// The error is a [*history.Problem].
func (f *Fleet) StoredSession(ctx context.Context, id string) (*Session, error) {
	stored, found, err := f.History.Sessions().Transcript(ctx, id)
	if err != nil || !found {
		return nil, err
	}
	s := NewSession(id, stored.At, transcript.New(stored.Records, stored.Running))
	s.Stored = true
	return s, nil
}

// OpenSession returns a session that the user opens: the stored one at once, so that it can be shown
// until [Fleet.Session] returns the newest, or else what the service returns. A history that is not
// open yet delays nothing, and is only read if the service fails. The error is that of [Fleet.Session].
func (f *Fleet) OpenSession(ctx context.Context, id string) (*Session, error) {
	if f.History.Ready() {
		s, _ := f.StoredSession(ctx, id)
		if s != nil { // the history reports its errors itself
			return s, nil
		}
	}
	s, err := f.Session(ctx, id, false)
	if err == nil || ctx.Err() != nil {
		return s, err
	}
	stored, _ := f.StoredSession(ctx, id)
	if stored != nil {
		return stored, nil
	}
	return nil, err
}

// StoredSessions are the sessions in the history; the service has no list of sessions.
type StoredSessions struct{ history *history.DB }

// StoredSessions returns the sessions in the history.
func (f *Fleet) StoredSessions() StoredSessions { return StoredSessions{f.History} }

// List returns the stored sessions, the newest first. The error is a [*history.Problem], or that of ctx.
func (s StoredSessions) List(ctx context.Context) ([]history.Session, error) {
	return s.history.Sessions().List(ctx)
}

// Search returns where the stored sessions have a text. The error is that of [archive.Search].
func (s StoredSessions) Search(ctx context.Context, text string) ([]*archive.Hit, error) {
	s.history.Wait(ctx) // for the session that was just opened
	return archive.Search(ctx, s.history, text)
}

// Tools returns the tools that the stored sessions call. The error is a [*history.Problem], or that of ctx.
func (s StoredSessions) Tools(ctx context.Context) ([]*history.Tool, error) {
	s.history.Wait(ctx) // for the session that was just opened
	return s.history.Sessions().Tools(ctx)
}

// WithFailures returns the stored sessions in which calls of a tool failed. The error is a [*history.Problem],
// or that of ctx.
func (s StoredSessions) WithFailures(
	ctx context.Context,
	tool string,
) ([]history.Session, error) {
	s.history.Wait(ctx) // for the session that was just opened
	return s.history.Sessions().FailedIn(ctx, tool)
}

// LastFailure returns the last failed call in the stored sessions that names an account. The error is that of
// [archive.LastFailure].
func (s StoredSessions) LastFailure(
	ctx context.Context,
	a *api.Account,
) (archive.Failure, error) {
	return archive.LastFailure(ctx, s.history, a)
}

// ErrorsElsewhere returns in how many other stored sessions each error of a session occurs. The error is a
// [*history.Problem], or that of ctx.
func (s StoredSessions) ErrorsElsewhere(
	ctx context.Context,
	id string,
) (map[history.ErrorID]history.Elsewhere, error) {
	return s.history.Sessions().Elsewhere(ctx, id)
}
