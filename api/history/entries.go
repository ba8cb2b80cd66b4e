package history

import (
	"cmp"
	"context"
	"database/sql"
	"strconv"
	"strings"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"channeldeck/api"
)

// Kinds of entries that are not for [Entries.Recent].
const (
	kindLoad  = "load"  // of a list; its id is the kind of the items
	kindVisit = "visit" // at its end
	kindPrune = "prune"
	kindKept  = "kept"  // of earlier times only the newest state of each item is kept
	kindFirst = "first" // when a list was first recorded; its id is as that of kindLoad
	// kindLatest is the latest time of a list of which anything was stored; its id is as that of kindLoad.
	kindLatest = "latest"
	// kindUnchanged is when a session was first loaded as it is; its id is that of the session. There is none for
	// a session that was loaded once.
	kindUnchanged = "unchanged"
)

// hidden are the kinds of entries that are neither counted nor exported.
const hidden = `'` + kindLoad + `', '` + kindVisit + `', '` + kindFirst + `', '` + kindLatest + `', '` +
	KindSeen + `', '` + KindAnnounced + `', '` + KindShown + `', '` + kindBaseline + `', '` +
	kindUnchanged + `', '` + kindName + `', '` + kindRecorded + `', '` + kindPart + `', '` + KindReport + `', '` +
	kindSupplied + `'`

// Kinds of entries for [Entries.Recent].
const (
	KindWork    = "work"
	KindWatch   = "watch" // works that record --works requests
	KindSession = "session"
	KindGroup   = "group" // created here; the service lists none
	KindSearch  = "search"
	// KindCreating are groups whose creation was requested and has no known outcome.
	KindCreating = "creating"
	KindReport   = "report" // what was chosen for a report; its ID is the pane and what it was about
	KindKnown    = "known"  // findings that the user marked as known
	KindSeen     = "seen"   // findings that were reported
	// KindShown are findings that were announced in the terminal, KindAnnounced those that the
	// program of the configuration got: one for all users.
	KindShown     = "shown"
	KindAnnounced = "announced"
)

// Entry is a recent item, such as a session that the user opened.
type Entry struct {
	Kind string
	ID   string
	At   time.Time
	Body jsontext.Value // what else belongs to it, as JSON
}

// entryBody is the body of an entry about a work, a session or a group.
type entryBody struct {
	Platform  string `json:"platform,omitzero"`
	WorkID    string `json:"platformWorkId,omitzero"`
	AccountID string `json:"accountId,omitzero"`
	Title     string `json:"title,omitzero"`
	Name      string `json:"name,omitzero"` // of a group, whose body is as the service sent it
}

// Entries provides access to the entries of a history: the actions and choices of users, and the
// findings that were reported to them.
type Entries struct{ h *DB }

// Entries returns the entries of a history.
func (d *DB) Entries() Entries { return Entries{d} }

// storeTime is how long RememberNow may delay a request.
const storeTime = 2 * time.Second

// Remember stores a recent item, in place of an earlier one of the same kind and
// id. It drops an item that contains the API key, such as a query into which the key
// was pasted.
func (entries Entries) Remember(e Entry) { entries.RememberAll([]Entry{e}) }

// RememberAll is [Entries.Remember] for several items, which are stored together.
func (entries Entries) RememberAll(list []Entry) {
	if entries.h == nil {
		return
	}
	var kept []Entry
	for _, e := range list {
		if !entries.hasKey(e) {
			kept = append(kept, e)
		}
	}
	if len(kept) == 0 {
		return
	}
	entries.h.enqueue(func(ctx context.Context, db *database) error {
		return storeRows(kept, func(some []Entry) error {
			return entries.applyTo(ctx, db, Update{Put: some})
		})
	})
}

// update is [Entries.Apply] in the background.
func (entries Entries) update(u Update) {
	entries.h.enqueue(func(ctx context.Context, db *database) error {
		return entries.applyTo(ctx, db, u)
	})
}

// applyTo stores an update in a transaction.
func (entries Entries) applyTo(ctx context.Context, db *database, u Update) error {
	return db.transact(ctx, db.parts.user, func(tx *sql.Tx) error {
		return entries.apply(ctx, tx, u)
	})
}

// RememberNow is [Entries.Remember] for what must be stored before the caller goes on. It does
// not wait long for a slow database.
func (entries Entries) RememberNow(ctx context.Context, e Entry) {
	ctx, cancel := context.WithTimeout(ctx, storeTime)
	defer cancel()
	if entries.h == nil {
		return
	}
	if _, err := entries.h.opened(ctx); err != nil {
		return
	}
	entries.Remember(e)
	entries.h.Wait(ctx)
}

// Recent returns up to most recent items of a kind, the newest first, and those dated
// in the future, by a clock that was wrong, at the end. The error is a [*Problem], or that of ctx.
func (entries Entries) Recent(
	ctx context.Context,
	kind string,
	most int,
) (all []Entry, err error) {
	err = entries.h.read(ctx, func(scan scanner) error {
		e := Entry{Kind: kind}
		var at int64
		var body []byte
		err := scan(&e.ID, &at, &body)
		e.At = time.UnixMilli(at)
		e.Body = jsontext.Value(body)
		all = append(all, e)
		return err
	}, `SELECT COALESCE(whole_id, id), at, body FROM history_entries WHERE part = $1 AND kind = $2
		ORDER BY at > $4, at DESC, id LIMIT $3`,
		entries.h.scope().user, kind, most, entries.h.scope().now)
	return until(entries.h, all, func(e Entry) time.Time { return e.At }), err
}

// ForgetAll deletes recent items.
func (entries Entries) ForgetAll(list []Entry) {
	if entries.h != nil && len(list) > 0 {
		entries.update(Update{Forget: list})
	}
}

// Forget deletes a recent item.
func (entries Entries) Forget(kind, id string) {
	entries.ForgetAll([]Entry{{Kind: kind, ID: id}})
}

func forget(ctx context.Context, db execer, part int64, e Entry) error {
	_, err := db.ExecContext(
		ctx,
		`DELETE FROM history_entries WHERE part = $1 AND kind = $2 AND id = $3`,
		part,
		e.Kind,
		key(e.ID),
	)
	return err
}

// execer is a database or a transaction.
type execer interface {
	ExecContext(context.Context, string, ...any) (sql.Result, error)
}

func put(ctx context.Context, db execer, part int64, e Entry) error {
	body := []byte(e.Body)
	if body == nil {
		body = []byte("null")
	}
	_, err := db.ExecContext(
		ctx,
		putEntry,
		part,
		e.Kind,
		key(e.ID),
		wholeID(e.ID),
		millis(e.At),
		body,
	)
	return err
}

// putEntry stores an entry in place of one of its kind and ID.
const putEntry = `INSERT INTO history_entries (part, kind, id, whole_id, at, body) VALUES ($1, $2, $3, $4, $5, $6)
	ON CONFLICT (part, kind, id) DO UPDATE SET at = excluded.at, body = excluded.body`

// SearchEntry returns an entry about a query that was typed into a search field.
func SearchEntry(field, query string, at time.Time) Entry {
	return Entry{Kind: KindSearch, ID: field + "/" + query, At: at}
}

// Search returns the field and the query of an entry about a search.
func (e *Entry) Search() (field, query string) {
	field, query, _ = strings.Cut(e.ID, "/")
	return field, query
}

// SessionEntry returns an entry about a session.
func SessionEntry(id, title string, at time.Time) Entry {
	return Entry{
		Kind: KindSession,
		ID:   id,
		At:   at,
		Body: entryBody{Title: title}.json(),
	}
}

// CreatingEntry returns an entry about a group whose creation is requested at a time.
func CreatingEntry(name string, at time.Time) Entry {
	return Entry{
		Kind: KindCreating,
		ID:   strconv.FormatInt(at.UnixNano(), 36),
		At:   at,
		Body: entryBody{Name: name}.json(),
	}
}

// WorkEntry returns an entry about a work.
func WorkEntry(kind string, q api.WorkQuery, title string, at time.Time) Entry {
	body := entryBody{
		Platform:  q.Platform,
		WorkID:    q.WorkID,
		AccountID: q.AccountID,
		Title:     title,
	}
	return Entry{
		Kind: kind,
		ID:   workID(q),
		At:   at,
		Body: body.json(),
	}
}

func (b entryBody) json() jsontext.Value {
	body, _ := json.Marshal(b, jsontext.AllowInvalidUTF8(true)) // cannot fail
	return body
}

// Work returns the query and the title of an entry about a work.
func (e *Entry) Work() (q api.WorkQuery, title string) {
	b := e.body()
	return api.WorkQuery{
		Platform:  b.Platform,
		WorkID:    b.WorkID,
		AccountID: b.AccountID,
	}, b.Title
}

// Title returns the title of a work or a session, or the name of a group; "" where
// it has none.
func (e *Entry) Title() string {
	b := e.body()
	return cmp.Or(b.Title, b.Name)
}

func (e *Entry) body() (b entryBody) {
	_ = json.Unmarshal(e.Body, &b) // an unreadable body is empty
	return b
}
