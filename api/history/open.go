package history

import (
	"cmp"
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"syscall"
	"time"

	"github.com/lib/pq"
	"modernc.org/sqlite"
)

// connectTimeout limits a connection to PostgreSQL whose URL has no limit.
const connectTimeout = 10 * time.Second

// open opens the database of d, with its tables. A damaged database and one of an older
// version is set aside once, unless d only reads.
func open(ctx context.Context, d *DB) (*database, error) {
	begin := time.Now()
	before, _ := os.Stat(d.config.Path) // a missing file is created
	db, err := openPrepared(ctx, d)
	for isBusy(err) && time.Since(begin) < busyTime {
		select {
		case <-ctx.Done():
			return nil, err
		case <-time.After(busyPause):
		}
		db, err = openPrepared(ctx, d)
	}
	kind := asideKind(err)
	if kind != "" && (before != nil || d.config.Postgres != "") {
		if d.readOnly() {
			return nil, &Problem{Kind: kind, Err: err}
		}
		moved, failed := setAside(ctx, d, kind, before)
		if failed != nil {
			return nil, failed
		}
		d.report(kind, &Problem{Kind: kind, MovedTo: moved, Err: err})
		return openPrepared(ctx, d)
	}
	return db, err
}

// While another process creates the file, or closes it as the last one, SQLite may refuse to
// open it at once, whatever its busy timeout. It is then opened again after a pause.
const (
	busyTime  = time.Second // for which it is tried
	busyPause = 20 * time.Millisecond
)

// isBusy reports whether err says that another connection has locked the file.
func isBusy(err error) bool {
	const busy = 5
	return sqliteCode(err) == busy
}

// asideKind returns the kind of a problem because of which a database is set aside, or "".
func asideKind(err error) ProblemKind {
	p, ok := errors.AsType[*Problem](err)
	if ok && p.Kind == Older {
		return Older
	}
	if isDamaged(err) {
		return Damaged
	}
	return ""
}

// setAside renames the file, or the tables of PostgreSQL. It returns the new name.
func setAside(ctx context.Context, d *DB, kind ProblemKind, file fs.FileInfo) (string, error) {
	if d.config.Postgres == "" {
		moved := asidePath(&d.config, kind)
		return moved, moveAside(d.config.Path, moved, file)
	}
	db, err := connect(ctx, &d.config)
	if err != nil {
		return "", err
	}
	prefix, err := (&database{
		pool:    db,
		dialect: &postgresDialect,
		config:  &d.config,
		parts:   d.parts,
	}).renameTables(ctx)
	return prefix, errors.Join(err, db.Close())
}

func asidePath(c *Config, kind ProblemKind) string {
	return c.Path + "." + string(kind) + "-" + c.Now().Format("20060102-150405")
}

// openPrepared opens the database and creates tables that are missing.
func openPrepared(ctx context.Context, d *DB) (*database, error) {
	connection := openFile
	speaks := &sqliteDialect
	if d.config.Postgres != "" {
		connection = connect
		speaks = &postgresDialect
	}
	conn, err := connection(ctx, &d.config)
	if err != nil {
		return nil, err
	}
	db := &database{
		pool:    conn,
		dialect: speaks,
		config:  &d.config,
		parts:   d.parts,
	}
	if err := db.prepare(ctx); err != nil {
		return nil, errors.Join(err, conn.Close())
	}
	if d.config.Postgres == "" {
		if d.file, err = os.Stat(d.config.Path); err != nil {
			return nil, errors.Join(err, conn.Close())
		}
	}
	return db, nil
}

// moveAside renames a file of SQLite with those that belong to it, unless another
// process has replaced it.
func moveAside(path, to string, file fs.FileInfo) error {
	if now, err := os.Stat(path); err != nil || !os.SameFile(file, now) {
		return nil
	}
	for _, suffix := range []string{"-wal", "-shm"} {
		err := os.Rename(path+suffix, to+suffix)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return os.Rename(path, to)
}

// isDamaged reports whether err says that the file is corrupt or not a SQLite database, or that a table is missing.
func isDamaged(err error) bool {
	const corrupt, notADatabase = 11, 26
	code := sqliteCode(err)
	return code == corrupt || code == notADatabase || errors.Is(err, errIncomplete)
}

// isFull reports whether err says that the disk is full. When SQLite cannot extend the
// index file of its log, it returns an I/O error instead.
func isFull(err error) bool {
	const full, shmSize = 13, 4874
	e, ok := errors.AsType[*sqlite.Error](err)
	return ok && (e.Code() == shmSize || sqliteCode(err) == full) ||
		errors.Is(err, syscall.ENOSPC)
}

// sqliteCode returns the primary result code of an error of SQLite, 0 for other errors.
func sqliteCode(err error) int {
	e, ok := errors.AsType[*sqlite.Error](err)
	if ok {
		return e.Code() & 0xff
	}
	return 0
}

// incremental is the pragma that lets a file return free pages; VACUUM makes it so.
const incremental = "auto_vacuum(INCREMENTAL)"

// openFile opens a file of SQLite that only its owner can read.
func openFile(_ context.Context, config *Config) (*sql.DB, error) {
	path := config.Path
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return nil, err
	}
	// SQLite gives its other files the same mode
	f, err := os.OpenFile(
		path,
		os.O_CREATE|os.O_RDWR,
		0o600,
	)
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err := errors.Join(err, f.Chmod(0o600), f.Close()); err != nil {
		return nil, err
	}
	pragmas := []string{
		"busy_timeout(10000)",
		"journal_mode(WAL)",
		"synchronous(NORMAL)",
		"cache_size(-256)",
	}
	if config.Bulk {
		pragmas = []string{
			"journal_mode(MEMORY)",
			"synchronous(OFF)",
			"locking_mode(EXCLUSIVE)",
			"cache_size(-8000)",
		}
	}
	if info.Size() == 0 { // in another file it would be written at every start
		pragmas = slices.Insert(pragmas, 1, incremental)
	}
	q := url.Values{"_pragma": pragmas, "_txlock": {"immediate"}}
	db, err := sql.Open("sqlite", (&url.URL{
		Scheme:   "file",
		OmitHost: true,
		Path:     filepath.ToSlash(path),
		RawQuery: q.Encode(),
	}).String())
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(3) // each has a cache: 256 KiB are as fast as 2 MB, also with 20,000 accounts
	if config.Bulk {
		db.SetMaxOpenConns(1)
	}
	return db, nil
}

func connect(ctx context.Context, config *Config) (*sql.DB, error) {
	c, err := pq.NewConfig(config.Postgres)
	if err != nil {
		return nil, err
	}
	c.ConnectTimeout = cmp.Or(c.ConnectTimeout, connectTimeout)
	c.SSLMode = cmp.Or(c.SSLMode, pq.SSLModePrefer) // as for psql
	c.BinaryParameters = true                       // one round trip for a statement, not two
	db := sql.OpenDB(connector{c, config.Password})
	db.SetMaxOpenConns(3)
	if err := db.PingContext(ctx); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	if err := checkRights(ctx, db); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return db, nil
}

// checkRights returns a problem with the statement that grants the role of a PostgreSQL
// database what it lacks: to create the tables, or to use those of another role.
func checkRights(ctx context.Context, db *sql.DB) error {
	var role, schema string
	var create, exist, use bool
	err := query(ctx, db, func(scan scanner) error {
		return scan(&role, &schema, &create, &exist, &use)
	},
		`SELECT quote_ident(current_user), quote_ident(COALESCE(current_schema(), 'public')),
		COALESCE(has_schema_privilege(current_schema(), 'CREATE'), false),
		count(*) > 0,
		COALESCE(bool_and(
			has_table_privilege(oid, 'SELECT') AND has_table_privilege(oid, 'INSERT')
			AND has_table_privilege(oid, 'UPDATE') AND has_table_privilege(oid, 'DELETE')
		), false)
		FROM pg_class WHERE relkind = 'r' AND relname LIKE 'history\_%'
		AND relnamespace = current_schema()::regnamespace`)
	grant := ""
	switch {
	case err != nil:
		return err
	case !exist && !create:
		grant = "GRANT USAGE, CREATE ON SCHEMA " + schema + " TO " + role + ";"
	case exist && !use:
		grant = "GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA " + schema +
			" TO " + role + ";"
	default:
		return nil
	}
	return &Problem{
		Kind:  NoRight,
		Grant: grant,
		Err:   errors.New("the role " + role + " lacks a right on the schema " + schema),
	}
}

// check returns why an open database cannot be read or written. A damaged file is a [*Problem].
func (db *database) check(ctx context.Context) error {
	var answer string
	err := query(ctx, db, func(scan scanner) error {
		return scan(&answer)
	}, db.health)
	if isDamaged(err) {
		return &Problem{Kind: Damaged, Err: err}
	}
	if err != nil || answer == db.healthy {
		return err
	}
	if db.config.Postgres != "" {
		return &Problem{Kind: NotSaved, Err: errWriteProtected}
	}

	return &Problem{Kind: Damaged, Err: errors.New(answer)}
}

// connector fetches the password for each connection, if there is a function for it.
type connector struct {
	config   pq.Config
	password func(context.Context) (string, error)
}

// Connect implements driver.Connector.
func (c connector) Connect(ctx context.Context) (driver.Conn, error) {
	if c.password != nil {
		password, err := c.password(ctx)
		if err != nil {
			return nil, err
		}
		c.config.Password = password
	}
	server, err := pq.NewConnectorConfig(c.config)
	if err != nil {
		return nil, err
	}
	type result struct {
		conn driver.Conn
		err  error
	}
	done := make(chan result, 1)
	go func() {
		conn, err := server.Connect(ctx)
		done <- result{conn, err}
	}()
	select {
	case r := <-done:
		return r.conn, r.err
	case <-ctx.Done(): // which lib/pq ignores while it waits for a server that is silent
		go func() {
			if r := <-done; r.err == nil {
				_ = r.conn.Close()
			}
		}()
		return nil, ctx.Err()
	}
}

// Driver implements driver.Connector.
func (connector) Driver() driver.Driver { return &pq.Driver{} }
