package history

import (
	"context"
	"database/sql"
	_ "embed"
	"errors"
	"strconv"
	"strings"
)

// schema creates the tables, except history_words; see [dialect]. Behind tables that are read in the order
// of their primary key it has clustered.
//
//go:embed schema.sql
var schema string

// schemaVersion is the version of the tables. Tables of an older version are set aside.
const schemaVersion = 6

// clustered stands in the schema behind tables whose rows are read in the order of their primary key.
const clustered = "/* clustered */"

// older is the version of tables without history_schema, as development versions made them.
const older = 1

// dialect holds the SQL that differs between SQLite and PostgreSQL.
type dialect struct {
	unnumbered bool   // parameters are "?": SQLite searches the list of all for each with a number
	prepares   bool   // a statement that is run again is prepared: see statements
	clustered  string // makes the primary key of a table the order of its rows

	relations string // returns the names of the history's tables
	lock      string // makes writers of the same part wait for each other; "" for a database with one writer
	used      string // returns the bytes of the data, without the room that deleted rows left
	release   string // returns the space of deleted rows to the system; "" for a database that does so by itself
	vacuum    string // writes the database anew, without deleted rows

	health, healthy string // asks whether the database can be used, and is answered so

	// An index of the words of sessions: see putWords. Words are made by the caller: neither
	// database separates the words of a Chinese text.
	words, insertWords, wordsNumber, matchWord string
	maxWords                                   int    // bytes of the words of a row, 0 for no limit
	quote, prefix                              string // of a word in a query of that index
}

var sqliteDialect = dialect{
	unnumbered: true,
	prepares:   true,
	clustered:  "WITHOUT ROWID",
	relations:  `SELECT name FROM sqlite_schema WHERE type = 'table' AND name LIKE 'history\_%' ESCAPE '\'`,
	// Deleted rows leave room in many pages, and free few of them.
	used:    `SELECT COALESCE(sum(pgsize - unused), 0) FROM dbstat WHERE aggregate = TRUE`,
	release: `PRAGMA incremental_vacuum`,
	vacuum:  `VACUUM`,
	health:  `PRAGMA quick_check(1)`,
	healthy: `ok`,
	words: `CREATE VIRTUAL TABLE history_words USING fts5(` +
		`words, content='', contentless_delete=1, detail=none, tokenize='ascii');
		INSERT INTO history_words (history_words, rank) VALUES ('hashsize', 65536)`, // it would hold 1 MB of words
	insertWords: `INSERT INTO history_words (rowid, words) VALUES ($1, $2)`,
	wordsNumber: `rowid & 4294967295`,
	matchWord:   `history_words MATCH %s`,
	maxWords:    16 << 10,
	quote:       `"`,
	prefix:      `*`,
}

var postgresDialect = dialect{
	relations: `SELECT relname FROM pg_class WHERE relkind = 'r' AND relname LIKE 'history\_%'
		AND relnamespace = current_schema()::regnamespace`,
	lock:    `SELECT pg_advisory_xact_lock($1)`,
	health:  `SELECT current_setting('transaction_read_only')`,
	healthy: `off`,
	// The files hardly shrink, so this counts rows, without indexes.
	used: `SELECT COALESCE(sum(n), 0)::bigint FROM (
		SELECT sum(pg_column_size(t)) FROM history_items t
		UNION ALL SELECT sum(pg_column_size(t)) FROM history_changes t
		UNION ALL SELECT sum(pg_column_size(t)) FROM history_sessions t
		UNION ALL SELECT sum(pg_column_size(t)) FROM history_transcripts t
		UNION ALL SELECT sum(pg_column_size(t)) FROM history_words t
		UNION ALL SELECT sum(pg_column_size(t)) FROM history_calls t
		UNION ALL SELECT sum(pg_column_size(t)) FROM history_failures t
		UNION ALL SELECT sum(pg_column_size(t)) FROM history_days t
		UNION ALL SELECT sum(pg_column_size(t)) FROM history_snapshots t
		UNION ALL SELECT sum(pg_column_size(t)) FROM history_entries t
		) sizes (n)`,
	words: `CREATE TABLE history_words (num BIGINT PRIMARY KEY, words TSVECTOR NOT NULL);
		CREATE INDEX history_words_words ON history_words USING GIN (words)`,
	insertWords: `INSERT INTO history_words (num, words) VALUES ($1, array_to_tsvector(string_to_array($2, ' ')))`,
	wordsNumber: `num`,
	matchWord:   `words @@ %s::tsquery`,
	quote:       `'`,
	prefix:      `:*`,
}

// prepare creates the tables in an empty database. It returns a [*Problem] for tables of
// another version.
func (db *database) prepare(ctx context.Context) error {
	version, err := db.version(ctx, db)
	if err == nil && version == 0 {
		err = db.transact(ctx, allParts, func(tx *sql.Tx) error {
			version, err = db.version(ctx, tx)
			if err != nil ||
				version != 0 { // another process was faster
				return err
			}
			version = schemaVersion
			_, err := tx.ExecContext(
				ctx,
				strings.ReplaceAll(schema, clustered, db.clustered)+db.words+
					`; INSERT INTO history_schema VALUES (`+
					strconv.Itoa(schemaVersion)+`)`,
			)
			return err
		})
	}
	if err != nil {
		return err
	}
	if version > schemaVersion {
		return &Problem{Kind: Newer, Err: errors.New("made by a newer version")}
	}
	if version < schemaVersion {
		return &Problem{Kind: Older, Err: errors.New("made by an older version")}
	}
	return nil
}

// version returns the version of the tables, 0 for an empty database.
func (db *database) version(ctx context.Context, q querier) (version int, err error) {
	names := map[string]bool{}
	err = query(ctx, q, func(scan scanner) error {
		var name string
		err := scan(&name)
		names[name] = true
		version = older
		return err
	}, db.relations)
	if err == nil && names["history_schema"] {
		err = query(
			ctx,
			q,
			func(scan scanner) error { return scan(&version) },
			`SELECT version FROM history_schema`,
		)
	}
	if err == nil && version == schemaVersion && lacksTable(names) {
		err = errIncomplete
	}
	return version, err
}

// errIncomplete is that a table is missing, as in a copy that was cut.
var errIncomplete = errors.New("a table of the history is missing")

// lacksTable reports whether a table of the history is not among some names.
func lacksTable(names map[string]bool) bool {
	for _, statement := range strings.Split(schema, "CREATE TABLE ")[1:] {
		name, _, _ := strings.Cut(statement, " ")
		if !names[name] {
			return true
		}
	}
	return false
}

// renameTables renames the tables and indexes of an older version in PostgreSQL, and returns
// what their names begin with now.
func (db *database) renameTables(ctx context.Context) (prefix string, err error) {
	prefix = "old_" + db.config.Now().Format("20060102_150405") + "_"
	var statements []string
	err = query(ctx, db, func(scan scanner) error {
		var s string
		err := scan(&s)
		statements = append(statements, s)
		return err
	}, `SELECT format('ALTER TABLE %I RENAME TO %I', relname, $1 || relname) FROM pg_class
		WHERE relkind IN ('r', 'i') AND relname LIKE 'history\_%'
		AND relnamespace = current_schema()::regnamespace`, prefix)
	if err == nil {
		_, err = db.ExecContext(ctx, strings.Join(statements, ";"))
	}
	return prefix, err
}
