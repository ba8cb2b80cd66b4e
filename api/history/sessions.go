package history

import (
	"cmp"
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"channeldeck/api"
)

// Session is an entry of the list of stored sessions.
type Session struct {
	ID       string    `json:"sessionId"`
	Title    string    `json:"title"`          // the first message of a user; may be empty
	First    time.Time `json:"first,omitzero"` // times of the first and the last message
	Last     time.Time `json:"last,omitzero"`
	Messages int       `json:"messages"`
	Runs     int       `json:"runs"`
	Turns    int       `json:"turns"` // of users
	Calls    int       `json:"calls"`
	Problems int       `json:"problems"`
	Running  bool      `json:"running"` // the newest run went on when the session was loaded
	At       time.Time `json:"loadedAt"`
	Bytes    int64     `json:"bytes"` // of the compressed messages

	since time.Time // it was first loaded as it is
}

// SessionEnd is the time of the last message, or when the session was loaded.
func (s *Session) SessionEnd() time.Time {
	if s.Last.IsZero() {
		return s.At
	}
	return s.Last
}

// began is the time of the first message, or when the session was loaded.
func (s *Session) began() time.Time {
	if s.First.IsZero() {
		return s.At
	}
	return s.First
}

// Transcript is a session with its messages.
type Transcript struct {
	Session
	Records []api.MessageRecord
}

// LoadedSession is a session that was loaded from the service.
type LoadedSession struct {
	ID       string
	At       time.Time
	Running  bool // as in Session
	Records  []api.MessageRecord
	Describe func() SessionContent // runs in the background, if the messages are new
}

// SessionContent is a session with the words and the calls in its messages.
type SessionContent struct {
	Session
	Words string // that a search finds, each once, separated by blanks: letters, digits and characters beyond ASCII
	Tools []ToolCalls
}

// ToolCalls are the calls of a tool in a session.
type ToolCalls struct {
	Tool          string
	Calls, Failed int
	Times         []time.Duration // of the calls whose duration is known
	Errors        []ToolError
}

// ToolError is an error of a tool.
type ToolError struct {
	Text    string // without numbers and IDs, so that it is the same each time
	Example string // as it was sent most often
	Count   int
}

// Sessions are the stored sessions.
type Sessions struct{ h *DB }

// Sessions returns the sessions in a history.
func (d *DB) Sessions() Sessions { return Sessions{d} }

// Record stores a session in place of an earlier state of it. Of several states that
// wait to be stored only the newest is. A session without messages is not stored, nor is one that contains
// the API key or is too large, which is reported once.
func (sessions Sessions) Record(s LoadedSession) {
	d := sessions.h
	if d == nil || d.config.NoSessions {
		return
	}
	if d.sessions.put(s) {
		return
	}
	taken := false
	err := d.enqueue(func(ctx context.Context, db *database) error {
		if !taken { // else an attempt failed
			s = d.sessions.take(s.ID)
			taken = true
		}
		err := db.putSession(ctx, s)
		kind := refusal(err)
		if kind == "" {
			return err
		}
		if d.sessions.refuse(s.ID) {
			d.report(kind, err)
		}
		return nil
	})
	if err != nil { // else later states of it would wait for a job that does not exist
		d.sessions.take(s.ID)
	}
}

// waitingSessions are the newest states of the sessions that wait to be stored.
type waitingSessions struct {
	mu      sync.Mutex
	byID    map[string]LoadedSession
	refused map[string]bool // by ID: they contain the API key, or are too large
}

// refuse notes that a session is not stored, and reports whether that is new.
func (w *waitingSessions) refuse(id string) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.refused[id] {
		return false
	}
	if w.refused == nil {
		w.refused = map[string]bool{}
	}
	w.refused[id] = true
	return true
}

// put adds a session, and reports whether an earlier state of it waited.
func (w *waitingSessions) put(s LoadedSession) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	_, waited := w.byID[s.ID]
	if w.byID == nil {
		w.byID = map[string]LoadedSession{}
	}
	w.byID[s.ID] = s
	return waited
}

// take removes and returns the session with an ID.
func (w *waitingSessions) take(id string) LoadedSession {
	w.mu.Lock()
	defer w.mu.Unlock()
	s := w.byID[id]
	delete(w.byID, id)
	return s
}

// clear forgets all sessions.
func (w *waitingSessions) clear() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.byID = nil
}

// allParts is the part of transactions that write sessions, which are numbered across all parts.
const allParts = 0

// putSession stores a session that may be stored and is new.
func (db *database) putSession(ctx context.Context, loaded LoadedSession) error {
	if len(loaded.Records) == 0 {
		return nil
	}
	part := db.parts.own
	same := false
	sum, hasKey, err := inspect(loaded.Records, db.config.Key)
	if err != nil {
		return err
	}
	if hasKey {
		return errHasKey
	}
	err = query(
		ctx,
		db,
		func(scan scanner) error { return scan(&same) },
		`SELECT hash = $3 FROM history_sessions WHERE part = $1 AND id = $2`,
		part,
		key(loaded.ID),
		sum,
	)
	if err != nil {
		return err
	}
	if same {
		return db.confirmSession(ctx, part, loaded)
	}
	s := loaded.Describe()
	return db.transact(ctx, allParts, func(tx *sql.Tx) error {
		return db.replaceSession(ctx, tx, part, s, loaded.Records, sum)
	})
}

// confirmSession records that a session was loaded again with the transcript that is stored.
func (db *database) confirmSession(ctx context.Context, part int64, loaded LoadedSession) error {
	if err := db.keepSince(ctx, part, loaded.ID); err != nil {
		return err
	}
	_, err := db.ExecContext(
		ctx,
		`UPDATE history_sessions SET at = $1, running = $2 WHERE part = $3 AND id = $4`,
		millis(loaded.At),
		bit(loaded.Running),
		part,
		key(loaded.ID),
	)
	return err
}

// replaceSession stores a session and its transcript, whose hash is sum, in place of what was stored of it.
func (db *database) replaceSession(
	ctx context.Context,
	tx *sql.Tx,
	part int64,
	s SessionContent,
	records []api.MessageRecord,
	sum int64,
) error {
	num, err := sessionNumber(ctx, tx, part, s.ID)
	if err != nil {
		return err
	}
	if err := db.deleteNumbered(ctx, tx, `= $1`, num); err != nil {
		return err
	}
	size, err := db.putTranscript(ctx, tx, num, records)
	if err != nil {
		return err
	}
	err = db.insert(
		ctx,
		tx,
		`INSERT INTO history_sessions (part, id, whole_id, num, at, first, last, title,
		messages, runs, turns, calls, problems, running, bytes, hash) VALUES `,
		16,
		[]any{
			part, key(s.ID), wholeID(s.ID), num, millis(s.At), unixMilli(s.First),
			unixMilli(s.Last),
			text(s.Title),
			s.Messages,
			s.Runs,
			s.Turns,
			s.Calls,
			s.Problems,
			bit(s.Running), size, sum,
		},
		` ON CONFLICT (part, id) DO UPDATE SET at = excluded.at, first = excluded.first,
		last = excluded.last, title = excluded.title, messages = excluded.messages,
		runs = excluded.runs, turns = excluded.turns, calls = excluded.calls,
		problems = excluded.problems, running = excluded.running, bytes = excluded.bytes,
		hash = excluded.hash`,
	)
	if err != nil {
		return err
	}
	if err := forget(ctx, tx, part, Entry{Kind: kindUnchanged, ID: s.ID}); err != nil {
		return err
	}
	return db.putContent(ctx, tx, num, s)
}

// keepSince notes when a session was first loaded as it is, before that is loaded again.
func (db *database) keepSince(ctx context.Context, part int64, id string) error {
	_, err := db.ExecContext(
		ctx,
		`INSERT INTO history_entries (part, kind, id, whole_id, at, body)
			SELECT part, '`+kindUnchanged+`', id, whole_id, at, $3 FROM history_sessions
			WHERE part = $1 AND id = $2 ON CONFLICT (part, kind, id) DO NOTHING`,
		part,
		key(id),
		[]byte("null"),
	)
	return err
}

// sessionNumber returns the number of a stored session, or an unused number for a new session.
func sessionNumber(
	ctx context.Context,
	tx *sql.Tx,
	part int64,
	id string,
) (num int64, err error) {
	err = query(ctx, tx, func(scan scanner) error {
		return scan(&num)
	}, `SELECT COALESCE(
		(SELECT num FROM history_sessions WHERE part = $1 AND id = $2),
		(SELECT max(num) + 1 FROM history_sessions),
		1)`, part, key(id))
	return num, err
}

// putContent stores what is found in the messages of a session.
func (db *database) putContent(
	ctx context.Context,
	tx *sql.Tx,
	num int64,
	s SessionContent,
) error {
	if err := db.putWords(ctx, tx, num, s.Words); err != nil {
		return err
	}
	for tools := range slices.Chunk(s.Tools, maxBatch) {
		var calls []any
		for _, c := range tools {
			var times []byte
			for _, took := range c.Times {
				times = append(strconv.AppendInt(times, took.Milliseconds(), 10), ' ')
			}
			calls = append(
				calls,
				db.parts.own,
				num,
				key(c.Tool),
				c.Calls,
				c.Failed,
				string(times),
			)
			if err := db.putFailures(ctx, tx, num, c, s.began()); err != nil {
				return err
			}
		}
		if err := db.insert(
			ctx,
			tx,
			`INSERT INTO history_calls (part, num, tool, calls, failed, times) VALUES `,
			6,
			calls,
			``,
		); err != nil {
			return err
		}
	}
	return nil
}

// putFailures stores the errors of the calls of a tool.
func (db *database) putFailures(
	ctx context.Context,
	tx *sql.Tx,
	num int64,
	c ToolCalls,
	began time.Time,
) error {
	var failures []any
	for _, e := range c.Errors[:min(len(c.Errors), maxBatch)] {
		failures = append(
			failures,
			db.parts.own,
			num,
			key(c.Tool),
			shorten(e.Text, maxError),
			e.Count,
			millis(began),
			text(e.Example),
		)
	}
	return db.insert(
		ctx,
		tx,
		`INSERT INTO history_failures (part, num, tool, error, count, since, example) VALUES `,
		7,
		failures,
		``,
	)
}

// deleteNumbered deletes what the other tables have of the sessions whose number
// satisfies a condition.
func (db *database) deleteNumbered(
	ctx context.Context,
	tx *sql.Tx,
	condition string,
	args ...any,
) error {
	for _, from := range []string{
		"history_transcripts WHERE num",
		"history_calls WHERE num",
		"history_failures WHERE num",
		"history_words WHERE " + db.wordsNumber,
	} {
		if _, err := tx.ExecContext(ctx, `DELETE FROM `+from+` `+condition, args...); err != nil {
			return err
		}
	}
	return nil
}

// deleteSessions deletes the sessions that a condition on history_sessions selects, and
// returns their number.
func (db *database) deleteSessions(
	ctx context.Context,
	condition string,
	args ...any,
) (n int64, err error) {
	err = db.transact(ctx, allParts, func(tx *sql.Tx) error {
		if err := db.deleteNumbered(
			ctx,
			tx,
			`IN (SELECT num FROM history_sessions WHERE `+condition+`)`,
			args...,
		); err != nil {
			return err
		}
		result, err := tx.ExecContext(
			ctx,
			`DELETE FROM history_sessions WHERE `+condition,
			args...,
		)
		if err == nil {
			n, err = result.RowsAffected()
		}
		return err
	})
	return n, err
}

// limitSessions deletes the sessions loaded longest ago, so that the rest takes at most
// half of the limit of the database.
func (db *database) limitSessions(ctx context.Context) error {
	_, err := db.deleteSessions(ctx, `num IN (SELECT num FROM (
		SELECT num, sum(bytes) OVER (ORDER BY at DESC, num DESC) AS total FROM history_sessions
		) sizes WHERE total > $1)`, cmp.Or(db.config.KeepBytes, keepBytes)/2)
	return err
}

// sessionColumns are those that scanSession reads, of history_sessions s.
const sessionColumns = `COALESCE(s.whole_id, s.id), s.title, s.first, s.last, s.messages, s.runs,
	s.turns, s.calls, s.problems, s.running, s.at, s.bytes, ` + sinceOfSession

// sinceOfSession is when history_sessions s was first loaded as it is.
const sinceOfSession = `COALESCE((SELECT e.at FROM history_entries e
	WHERE e.part = s.part AND e.kind = '` + kindUnchanged + `' AND e.id = s.id), s.at)`

// loadedThen is a condition that the session with a number was loaded, as it is, until [Config.At]; "" where the
// history is not read as it was then. $1 is the part.
func (sessions Sessions) loadedThen(number string) string {
	if !sessions.h.then() {
		return ""
	}
	return ` AND ` + number + ` IN (SELECT s.num FROM history_sessions s WHERE s.part = $1 AND ` +
		sinceOfSession + ` <= ` + strconv.FormatInt(sessions.h.scope().now, 10) + `)`
}

// then returns which of some sessions were loaded until [Config.At]. Of those that were loaded again since, only
// the first time is known.
func (sessions Sessions) then(all []Session) []Session {
	if !sessions.h.then() {
		return all
	}
	all = until(sessions.h, all, func(s Session) time.Time { return s.since })
	for i := range all {
		if all[i].At.After(sessions.h.config.At) {
			all[i].At = all[i].since
		}
	}
	return all
}

func scanSession(scan scanner, more ...any) (s Session, err error) {
	var first, last, running, at, since int64
	err = scan(append(
		[]any{
			&s.ID, &s.Title, &first, &last, &s.Messages, &s.Runs, &s.Turns, &s.Calls, &s.Problems,
			&running, &at, &s.Bytes, &since,
		},
		more...,
	)...)
	s.First = fromMilli(first)
	s.Last = fromMilli(last)
	s.Running = running != 0
	s.At = fromMilli(at)
	s.since = fromMilli(since)
	return s, err
}

// List returns the stored sessions, the one with the newest messages first. It does
// not read their messages. The error is a [*Problem], or that of ctx.
func (sessions Sessions) List(ctx context.Context) ([]Session, error) {
	return sessions.list(ctx, `WHERE s.part = $1`)
}

// list returns the sessions s that a query selects, the one with the newest messages first.
// Its first argument is the part.
func (sessions Sessions) list(
	ctx context.Context,
	where string,
	args ...any,
) (all []Session, err error) {
	err = sessions.h.read(ctx, func(scan scanner) error {
		s, err := scanSession(scan)
		all = append(all, s)
		return err
	}, `SELECT `+sessionColumns+` FROM history_sessions s `+where+
		` ORDER BY CASE WHEN s.last > 0 THEN s.last ELSE s.at END DESC, s.id`, append(
		[]any{sessions.h.scope().own},
		args...,
	)...)
	return sessions.then(all), err
}

// records returns the stored sessions for an export, without their messages.
func (sessions Sessions) records(ctx context.Context) ([]Record, error) {
	stored, err := sessions.List(ctx)
	records := make([]Record, len(stored))
	for i, s := range stored {
		value, _ := json.Marshal(s, jsontext.AllowInvalidUTF8(true)) // cannot fail
		records[i] = Record{
			Kind:  kindTranscript,
			ID:    s.ID,
			At:    s.At.UTC(),
			Value: value,
		}
	}
	return records, err
}

// kindTranscript is the kind of stored sessions in summaries and exports.
const kindTranscript = "transcript"

func bit(b bool) int {
	if b {
		return 1
	}
	return 0
}

// unixMilli is a time in milliseconds, 0 for the zero time.
func unixMilli(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return millis(t)
}

func fromMilli(ms int64) time.Time {
	if ms == 0 {
		return time.Time{}
	}
	return time.UnixMilli(ms)
}

// Word is a word of a search, or with Prefix the beginning of one.
type Word struct {
	Text   string
	Prefix bool
}

// Search returns the stored sessions that have all words, in any place, the one
// with the newest messages first. Words are as in SessionContent. The error is a [*Problem], or that
// of ctx.
func (sessions Sessions) Search(ctx context.Context, words []Word) ([]Session, error) {
	if sessions.h == nil || len(words) == 0 {
		return nil, nil
	}
	db, err := sessions.h.opened(ctx)
	if err != nil {
		return nil, err
	}
	where := `WHERE s.part = $1`
	terms := make([]any, len(words))
	for i, w := range words {
		term := db.quote + w.Text + db.quote
		if w.Prefix {
			term += db.prefix
		}
		terms[i] = term
		where += ` AND s.num IN (SELECT ` + db.wordsNumber + ` FROM history_words WHERE ` +
			fmt.Sprintf(db.matchWord, "$"+strconv.Itoa(i+2)) + `)`
	}
	return sessions.list(ctx, where, terms...)
}
