// Package history stores what the service returned over time, in a SQLite file or
// a PostgreSQL database: the last lists, the changes of their rows, snapshots of
// works, and what the user opened recently.
//
// Nothing here delays the caller: [Open] returns before the database is open, and
// everything is written by one goroutine in the background. A database that fails
// never fails the program: what it should have returned is missing, and the first
// problem arrives on [DB.Problem]. A nil *DB stores and returns nothing.
package history

import (
	"cmp"
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"runtime/trace"
	"strconv"
	"sync"
	"sync/atomic"
	"time"
)

// Config is where and what to store.
type Config struct {
	Path     string                                // of the SQLite file
	Postgres string                                // URL of a database to use in place of the file, without a password
	Password func(context.Context) (string, error) // of the PostgreSQL user; nil for PGPASSWORD or .pgpass

	Visit bool             // what is loaded is on the user's screen: see [Points.LastVisit].
	Later bool             // the database is opened when [DB.Begin] is called
	Tick  <-chan time.Time // when to store that a visit lasts; nil for every few minutes

	Site string // base URL
	Key  string // API key, of which only a hash is stored; "" for none
	// Language is that of the service's texts, such as en-US, until SetLanguage. Texts are compared only with
	// texts of the same language.
	Language string
	// User separates the visits and recent items of users who share a key. Everything
	// else is shared. "" for the only user of a key.
	User string
	Now  func() time.Time
	Log  func(*Problem) // gets every problem, from any goroutine; may be nil

	// ReadWait is how long reading waits for a database that does not open, in all; 0 for as
	// long as the caller's context lasts.
	ReadWait time.Duration

	// Prepare runs in the background before the database is opened. Its context ends with
	// [DB.Close]. It may be nil.
	Prepare func(context.Context)
	Bulk    bool // the file is new and nobody else uses it: it is filled faster, and lost in a crash

	StaleAfter time.Duration // age from which statistics of accounts are old; 0: stale accounts are not counted

	KeepBytes int64 // of the whole database; 0 for 200 MB

	NoSessions bool // transcripts of sessions are not stored
	ReadOnly   bool // nothing is written, deleted or set aside

	// At is a time in the past: everything is read as it was then, and nothing is written. It
	// should be one of [Past.Recordings]. The zero value is now.
	At time.Time
}

// zone is the time zone of the user.
func (c *Config) zone() *time.Location { return c.Now().Location() }

// ProblemKind is the kind of a [Problem].
type ProblemKind string

// The kinds of problems.
const (
	Unavailable ProblemKind = "unavailable" // the database cannot be opened or read
	Newer       ProblemKind = "newer"       // a newer version of the program made the database
	Older       ProblemKind = "older"       // an older version made the database, which is set aside
	Damaged     ProblemKind = "damaged"     // the file is moved aside, and a new one created
	NotSaved    ProblemKind = "notSaved"    // something could not be written
	Lost        ProblemKind = "lost"        // something was given up: too much was waiting, or Close could not wait
	Full        ProblemKind = "full"        // something could not be written because the disk is full
	Slow        ProblemKind = "slow"        // the database did not open within Config.ReadWait
	NoRight     ProblemKind = "noRight"     // the PostgreSQL role lacks a right
	HasKey      ProblemKind = "hasKey"      // an entry contains the API key

	SessionHasKey   ProblemKind = "sessionHasKey"   // a session contains the API key
	SessionTooLarge ProblemKind = "sessionTooLarge" // a session is too large to be stored
)

// Problem is the reason why the history is incomplete.
type Problem struct {
	Kind    ProblemKind
	MovedTo string // the path of a file that was moved aside, or the prefix of renamed tables; "" if it stays
	Grant   string // the statement that grants the missing right
	Lost    int    // how many writes were given up, for the kind Lost at the end
	Err     error
}

func (p *Problem) Error() string {
	return fmt.Sprintf("history %s: %v", p.Kind, p.Err)
}

// Unwrap returns Err, the cause.
func (p *Problem) Unwrap() error { return p.Err }

// newProblem returns err as a problem, of a kind unless err has a more exact one.
func newProblem(kind ProblemKind, err error) *Problem {
	p, ok := errors.AsType[*Problem](err)
	if ok {
		return p
	}
	if isFull(err) {
		kind = Full
	}
	return &Problem{Kind: kind, Err: err}
}

// database is an open database.
type database struct {
	pool *sql.DB
	*dialect
	config *Config
	parts  scope
}

// ExecContext runs a statement.
func (db *database) ExecContext(
	ctx context.Context,
	statement string,
	args ...any,
) (sql.Result, error) {
	return db.pool.ExecContext(ctx, statement, args...)
}

// QueryContext runs a statement that returns rows.
func (db *database) QueryContext(
	ctx context.Context,
	statement string,
	args ...any,
) (*sql.Rows, error) {
	return db.pool.QueryContext(ctx, statement, args...)
}

// DB is a history. Its methods can be called from several goroutines.
type DB struct {
	config Config
	parts  scope
	begun  time.Time // when it was opened

	language atomic.Pointer[string] // of the service's texts

	begin   func()        // closes toBegin, once
	toBegin chan struct{} // closed when the database is to be opened
	ready   chan struct{} // closed when the database was opened or failed to
	late    chan struct{} // closed when reading no longer waits for that; nil for never
	db      *database     // nil before that, and after a failure
	openErr error         // why opening failed; nil before that, and after a success

	base    context.Context // ends running writes
	cancel  context.CancelFunc
	prepare context.Context // ends Config.Prepare
	shut    context.CancelFunc
	queue   *queue
	done    chan struct{} // closed when the last job has run
	problem chan *Problem

	sessions waitingSessions

	mu      sync.Mutex  // guards the fields below
	file    os.FileInfo // of the open SQLite file
	moveTo  string      // path to which Close renames a damaged file; "" for an intact one
	checked time.Time   // when StillOpen was stored last
}

// scope holds the values that select the rows of a user.
type scope struct {
	own, site int64  // parts: of the key, and of what a site shows without one
	user      int64  // part of visits and recent items
	visit     string // id of the entry of this visit
	now       int64  // in milliseconds
	skewed    int64  // now, and by how much the clock of another host may be ahead
}

// scope returns the scope of a query that is made now, an empty one for a nil DB.
func (d *DB) scope() scope {
	if d == nil {
		return scope{}
	}
	s := d.parts
	s.now = millis(d.config.Now())
	if s.skewed = s.now; !d.then() {
		s.skewed += maxSkew.Milliseconds()
	}
	return s
}

// visitGap is how often the time of a visit that lasts is stored. What ends the program
// may not let it store the end.
const visitGap = 5 * time.Minute

// Open starts a history and returns at once. The caller must [DB.Close] it.
func Open(c Config) *DB {
	if c.Visit && c.Tick == nil {
		c.Tick = time.Tick(visitGap)
	}
	if !c.At.IsZero() {
		c.Now = func() time.Time { return c.At }
		c.Tick = nil
	}
	begun := c.Now()
	d := &DB{
		config: c,
		parts: scope{
			own:   part(c.Site, c.Key),
			site:  part(c.Site, ""),
			visit: strconv.FormatInt(begun.UnixNano(), 36),
		},
		begun:   begun,
		toBegin: make(chan struct{}),
		ready:   make(chan struct{}),
		queue:   newQueue(),
		done:    make(chan struct{}),
		problem: make(chan *Problem, 1),
	}
	d.begin = sync.OnceFunc(func() { close(d.toBegin) })
	if !c.Later {
		d.begin()
	}
	d.SetLanguage(c.Language)
	d.parts.user = d.parts.own
	if c.User != "" {
		d.parts.user = part(c.Site, c.Key+"\x00"+c.User)
	}
	if c.ReadWait > 0 {
		d.late = make(chan struct{})
		time.AfterFunc(c.ReadWait, func() { close(d.late) })
	}
	d.base, d.cancel = context.WithCancel(context.Background())
	d.prepare, d.shut = context.WithCancel(d.base)
	if c.Visit {
		d.queue.beginPostponement()
	}
	go d.run()
	return d
}

// SetLanguage sets the language of the service's texts that are recorded and read from now on.
func (d *DB) SetLanguage(tag string) { d.language.Store(&tag) }

// part identifies a site and a key, without revealing either.
func part(site, key string) int64 {
	sum := sha256.Sum256([]byte("channeldeck history\x00" + site + "\x00" + key))
	return int64(binary.BigEndian.Uint64(sum[:]) >> 1)
}

// run opens the database and then writes what arrives.
func (d *DB) run() {
	defer close(d.done)
	d.awaitBegin()
	if err := protect(d.prepared); err != nil {
		d.report(NotSaved, err)
	}
	if err := protect(d.openDatabase); err != nil {
		d.openErr = newProblem(Unavailable, err)
		if d.base.Err() == nil { // else Close gave it up
			d.report(Unavailable, d.openErr)
		}
	}
	close(d.ready)
	if d.openErr != nil { // no job will store them
		d.sessions.clear()
	}
	if !d.readOnly() { // what the end of the program cuts off is not lost, but done later
		d.queue.awaitResume(d.base.Done())
		d.upkeep(func(ctx context.Context, db *database) error {
			return db.prune(ctx)
		})
		d.upkeep(func(ctx context.Context, db *database) error {
			return db.putVisit(ctx, d.begun)
		})
	}
	d.queue.finish()
	for {
		select {
		case j, open := <-d.queue.jobs:
			if !open {
				d.reportLost()
				return
			}
			d.queue.awaitResume(d.base.Done())
			if lost := d.write(j); lost {
				d.queue.lose()
			}
			d.queue.finish()
		case <-d.config.Tick:
			d.write(func(ctx context.Context, db *database) error {
				return db.putVisit(ctx, d.config.Now())
			})
		}
	}
}

// prepared runs Config.Prepare.
func (d *DB) prepared() error {
	if d.config.Prepare != nil {
		d.config.Prepare(d.prepare)
	}
	return nil
}

// openDatabase opens the database.
func (d *DB) openDatabase() error {
	defer trace.StartRegion(d.base, "open the history").End()
	db, err := open(d.base, d)
	if err == nil {
		d.db = db
	}
	return err
}

// protect turns a panic of the database into an error: history must not end the
// program.
func protect(f func() error) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("panic: %v", v)
		}
	}()
	return f()
}

// readOnly reports whether nothing is written.
func (d *DB) readOnly() bool {
	return d.config.ReadOnly || d.then()
}

// report logs a problem and passes it on. A file that turned out to be damaged is moved
// aside at the end.
func (d *DB) report(kind ProblemKind, err error) {
	p := newProblem(kind, err)
	if p.Kind != Damaged && isDamaged(err) && d.file != nil && !d.readOnly() {
		d.mu.Lock()
		d.moveTo = asidePath(&d.config, Damaged)
		p.Kind = Damaged
		p.MovedTo = d.moveTo
		d.mu.Unlock()
	}
	if d.config.Log != nil {
		d.config.Log(p)
	}
	d.announce(p)
}

// announce passes a problem on unless another one waits.
func (d *DB) announce(p *Problem) {
	select {
	case d.problem <- p:
	default:
	}
}

// Problem waits for the next problem. It returns nil when the history is closed
// or ctx ends.
func (d *DB) Problem(ctx context.Context) *Problem {
	if d == nil {
		return nil
	}
	select {
	case p := <-d.problem:
		return p
	default:
	}
	select {
	case p := <-d.problem:
		return p
	case <-d.done:
	case <-ctx.Done():
	}
	return nil
}

// cancelWait is how long Close waits for a write that was cancelled.
const cancelWait = 100 * time.Millisecond

// Close writes what is waiting, until ctx ends, and closes the database. What it had to
// give up is a problem. Later calls of any method do nothing.
func (d *DB) Close(ctx context.Context) {
	if d == nil || !d.queue.close() {
		return
	}
	d.shut()
	select {
	case <-d.done:
	case <-ctx.Done():
		d.cancel()
		select {
		case <-d.done:
		case <-time.After(cancelWait): // SQLite waits for a lock, lib/pq for a server that has stopped answering
			d.reportLost()
			go func() {
				<-d.done
				d.closeDatabase()
			}()
			return
		}
	}
	d.closeDatabase()
}

// closeDatabase closes the database after the last write.
func (d *DB) closeDatabase() {
	d.cancel()
	if d.db != nil {
		_ = d.db.pool.Close() // everything is committed
	}
	if d.moveTo != "" {
		_ = moveAside(d.config.Path, d.moveTo, d.file) // the next start tries again
	}
}

// Check waits for the database, reads all of a SQLite file, and returns why it cannot be used. The
// error is a [*Problem], or that of ctx.
func (d *DB) Check(ctx context.Context) error {
	db, err := d.opened(ctx)
	if err == nil {
		err = db.check(ctx)
	}
	if err == nil || ctx.Err() != nil {
		return cmp.Or(ctx.Err(), err)
	}
	return newProblem(Unavailable, err)
}

// OnServer reports whether the history is in PostgreSQL.
func (d *DB) OnServer() bool {
	return d != nil && d.config.Postgres != ""
}

// Ready reports whether the database is open, so that reading does not wait.
func (d *DB) Ready() bool {
	if d == nil {
		return false
	}
	select {
	case <-d.ready:
		return d.openErr == nil
	default:
		return false
	}
}

// failed reports whether the database could not be opened.
func (d *DB) failed() bool {
	select {
	case <-d.ready:
		return d.openErr != nil
	default:
		return false
	}
}

// opened waits for the database.
func (d *DB) opened(ctx context.Context) (*database, error) {
	select {
	case <-d.ready:
		return d.db, d.openErr
	default:
	}
	select {
	case <-d.ready:
		return d.db, d.openErr
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-d.late:
		p := &Problem{Kind: Slow, Err: context.DeadlineExceeded}
		d.report(Slow, p)
		return nil, p
	}
}

func millis(t time.Time) int64 { return t.UnixMilli() }
