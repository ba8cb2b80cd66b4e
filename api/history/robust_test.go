package history_test

import (
	"bytes"
	"context"
	"database/sql"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/pressly/goose/v3"

	"channeldeck/api"
	"channeldeck/api/history"
)

func file(t *testing.T) history.Config {
	return history.Config{Path: filepath.Join(t.TempDir(), "state", "h.db"), Site: "s", Key: "k", Now: func() time.Time { return day0 }}
}

// problem closes a history and returns the problem that it had.
func problem(d *history.DB) *history.Problem {
	d.Close(context.Background())
	return d.Problem(context.Background())
}

// recordOne records an account and reports whether it was stored.
func recordOne(t *testing.T, d *history.DB, id string) bool {
	t.Helper()
	d.RecordAccounts(day0, accounts(t, account(id, 1, 1)), api.Int(1), false)
	d.Flush()
	rows, _, _, err := d.Accounts(t.Context(), 0)
	return err == nil && strings.Contains(" "+ids(rows)+" ", " "+id+" ")
}

func TestModes(t *testing.T) {
	c := file(t)
	if err := os.MkdirAll(filepath.Dir(c.Path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(c.Path, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	d := open(t, c)
	recordOne(t, d, "a")
	for _, suffix := range []string{"", "-wal", "-shm"} {
		if info, err := os.Stat(c.Path + suffix); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%s: mode %v, error %v", c.Path+suffix, info.Mode(), err)
		}
	}
	c = file(t)
	open(t, c).Flush()
	if info, err := os.Stat(filepath.Dir(c.Path)); err != nil || info.Mode().Perm() != 0o700 {
		t.Errorf("directory: mode %v, error %v", info.Mode(), err)
	}
}

// Open moves a damaged file aside and creates a new one.
func TestDamagedFileIsMovedAside(t *testing.T) {
	c := file(t)
	garbage := bytes.Repeat([]byte("no database "), 1000)
	if err := os.MkdirAll(filepath.Dir(c.Path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(c.Path, garbage, 0o600); err != nil {
		t.Fatal(err)
	}
	d := history.Open(c)
	if !recordOne(t, d, "a") {
		t.Error("the new file does not work")
	}
	p := problem(d)
	if p == nil || p.Kind != history.Damaged {
		t.Fatalf("problem %v", p)
	}
	if kept, err := os.ReadFile(p.MovedTo); err != nil || !bytes.Equal(kept, garbage) {
		t.Errorf("the damaged file was not kept: %v", err)
	}
	if !recordOne(t, open(t, c), "b") {
		t.Error("the next start failed")
	}
}

// Damage that shows only while the history is read is moved aside at the end.
func TestDamageFoundLaterIsMovedAside(t *testing.T) {
	c := file(t)
	d := open(t, c)
	for _, id := range []string{"a", "b"} {
		d.RecordAccounts(day0, accounts(t, account(id+strings.Repeat("x", 9000), 1, 1)), api.Int(1), false)
	}
	d.Close(t.Context())
	data, err := os.ReadFile(c.Path)
	if err != nil {
		t.Fatal(err)
	}
	for i := len(data) / 2; i < len(data); i++ { // the tables of the first pages stay readable
		data[i] = 0xee
	}
	if err := os.WriteFile(c.Path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	d = history.Open(c)
	if _, _, _, err := d.Accounts(t.Context(), 0); err == nil {
		t.Fatal("the damage was not noticed")
	}
	p := problem(d)
	if p == nil || p.Kind != history.Damaged {
		t.Fatalf("problem %v", p)
	}
	if _, err := os.Stat(p.MovedTo); err != nil {
		t.Error(err)
	}
	if !recordOne(t, open(t, c), "c") {
		t.Error("the next start failed")
	}
}

// A file of a newer version stays as it is.
func TestNewerFile(t *testing.T) {
	c := file(t)
	d := open(t, c)
	recordOne(t, d, "a")
	db, err := d.SQL(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.Exec(`INSERT INTO history_version (version_id, is_applied) VALUES (99999, 1)`); err != nil {
		t.Fatal(err)
	}
	d.Close(t.Context())
	before, err := os.ReadFile(c.Path)
	if err != nil {
		t.Fatal(err)
	}
	d = history.Open(c)
	if recordOne(t, d, "b") {
		t.Error("a newer database was written")
	}
	if p := problem(d); p == nil || p.Kind != history.Newer {
		t.Errorf("problem %v", p)
	}
	if after, err := os.ReadFile(c.Path); err != nil || !bytes.Equal(before, after) {
		t.Errorf("the file changed, error %v", err)
	}
}

func TestUnusableDirectory(t *testing.T) {
	c := file(t)
	if err := os.WriteFile(filepath.Dir(c.Path), nil, 0o600); err != nil { // as for a home that cannot be written
		t.Fatal(err)
	}
	d := history.Open(c)
	if recordOne(t, d, "a") {
		t.Error("stored without a directory")
	}
	if p := problem(d); p == nil || p.Kind != history.Unavailable {
		t.Errorf("problem %v", p)
	}
}

func TestUnreachableServer(t *testing.T) {
	d := history.Open(history.Config{Postgres: "postgres://u@/x?host=" + t.TempDir(), Now: time.Now})
	if recordOne(t, d, "a") {
		t.Error("stored without a server")
	}
	if p := problem(d); p == nil || p.Kind != history.Unavailable {
		t.Errorf("problem %v", p)
	}
}

// A URL without sslmode prefers TLS, and does without it if the server has none.
func TestServerWithoutTLS(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	asked := make(chan string, 16) // the first packets of the connections, more than there are attempts
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			packet := make([]byte, 64)
			n, _ := conn.Read(packet)
			asked <- string(packet[:n])
			_, _ = conn.Write([]byte("N")) // no TLS
			_ = conn.Close()
		}
	}()
	history.Open(history.Config{Postgres: "postgres://anna@" + l.Addr().String() + "/x", Now: time.Now}).Close(t.Context())
	if first := <-asked; !strings.HasSuffix(first, "\x04\xd2\x16\x2f") {
		t.Errorf("the first packet %q does not ask for TLS", first)
	}
	if second := <-asked; !strings.Contains(second, "user\x00anna\x00") {
		t.Errorf("the second packet %q does not log in", second)
	}
}

// Connections that the server closed are opened again.
func TestLostConnection(t *testing.T) {
	d := open(t, history.Config{Postgres: postgres(t), Now: time.Now})
	if !recordOne(t, d, "a") {
		t.Fatal("not stored")
	}
	admin, err := sql.Open("postgres", clusterURL("postgres"))
	if err != nil {
		t.Fatal(err)
	}
	defer admin.Close()
	if _, err := admin.Exec(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND datname IS NOT NULL`); err != nil {
		t.Fatal(err)
	}
	if !recordOne(t, d, "b") {
		t.Error("not stored after the connection was lost")
	}
}

// The password comes from the function, PGPASSWORD or the password file. A wrong one
// is tried once: more would lock the user out.
func TestPasswordSources(t *testing.T) {
	at := postgres(t)
	admin, err := sql.Open("postgres", at)
	if err != nil {
		t.Fatal(err)
	}
	defer admin.Close()
	if _, err := admin.Exec(`CREATE ROLE ` + withPassword + ` SUPERUSER LOGIN PASSWORD 'hunter2'`); err != nil {
		t.Fatal(err)
	}
	at = strings.Replace(at, "tester@", withPassword+"@", 1)
	asked := 0
	from := func(password string) func(context.Context) (string, error) {
		return func(context.Context) (string, error) { asked++; return password, nil }
	}
	if !recordOne(t, open(t, history.Config{Postgres: at, Now: time.Now, Password: from("hunter2")}), "function") {
		t.Error("not stored with the password of the function")
	}
	asked = 0
	d := history.Open(history.Config{Postgres: at, Now: time.Now, Password: from("wrong")})
	if recordOne(t, d, "wrong") || asked > 2 { // with and without TLS
		t.Errorf("stored with a wrong password, which was requested %d times", asked)
	}
	if p := problem(d); p == nil || p.Kind != history.Unavailable || strings.Contains(p.Error(), "wrong\"") {
		t.Errorf("problem %v", p)
	}
	file := filepath.Join(t.TempDir(), "pgpass")
	if err := os.WriteFile(file, []byte("*:*:*:"+withPassword+":hunter2\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, value := range map[string]string{"PGPASSFILE": file, "PGPASSWORD": "hunter2"} {
		t.Run(name, func(t *testing.T) {
			t.Setenv(name, value)
			if !recordOne(t, open(t, history.Config{Postgres: at, Now: time.Now}), name) {
				t.Error("not stored")
			}
		})
	}
}

// Every version of the tables is migrated to the newest one, with its data.
func TestMigrations(t *testing.T) {
	onBoth(t, func(t *testing.T, c history.Config) {
		d := open(t, c)
		db, err := d.SQL(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		dialect := goose.DialectSQLite3
		if c.Postgres != "" {
			dialect = goose.DialectPostgres
		}
		p, err := history.NewProvider(dialect, db)
		if err != nil {
			t.Fatal(err)
		}
		_, newest, err := p.GetVersions(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		d.Close(t.Context())
		for version := range newest {
			c := c
			if c.Postgres != "" {
				c.Postgres = postgres(t)
			} else {
				c.Path = filepath.Join(t.TempDir(), "h.db")
			}
			migrateTo(t, c, dialect, version+1)
			d := open(t, c)
			rows, total, when, err := d.Accounts(t.Context(), 0)
			if err != nil || ids(rows) != "old" || total.String() != "1" || !when.Equal(day0) {
				t.Errorf("from version %d: accounts %q of %s at %v, error %v", version+1, ids(rows), total, when, err)
			}
			if trend, err := d.Past().Trend(t.Context(), douyin("old"), day0); len(trend) != 1 || err != nil {
				t.Errorf("from version %d: %d states, error %v", version+1, len(trend), err)
			}
			if !recordOne(t, d, "new") {
				t.Errorf("from version %d: nothing can be recorded", version+1)
			}
		}
	})
}

// migrateTo makes a database of an earlier version, with an account in it. It returns the
// database, open until the end of the test.
func migrateTo(t *testing.T, c history.Config, dialect goose.Dialect, version int64) *sql.DB {
	t.Helper()
	driver, source := "sqlite", c.Path
	if c.Postgres != "" {
		driver, source = "postgres", c.Postgres
	}
	db, err := sql.Open(driver, source)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	p, err := history.NewProvider(dialect, db)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := p.UpTo(t.Context(), version); err != nil {
		t.Fatal(err)
	}
	fill(t, db, version)
	return db
}

// fill writes an account as that version of the program did.
func fill(t *testing.T, db *sql.DB, version int64) {
	t.Helper()
	part := history.Part("https://a.example", secretKey)
	id := "old"
	if version > 2 {
		id = "douyin/old"
	}
	item := `(part, kind, id, sort, hash, body) VALUES ($1, 'account', '` + id + `', $2, 1, $3)`
	if version == 1 {
		item = `(part, kind, id, sort, hash, body, state) VALUES ($1, 'account', '` + id + `', $2, 1, $3, $4)`
	}
	values := []any{part, []byte("2old"), []byte(account("old", 1, 7)), []byte("[1,7]")}
	for _, s := range []struct {
		statement string
		args      []any
	}{
		{`INSERT INTO history_items ` + item, values[:strings.Count(item, "$")]},
		{`INSERT INTO history_changes (part, kind, id, at, state) VALUES ($1, 'account', '` + id + `', $2, $3)`, []any{part, day0.UnixMilli(), []byte("[1,7]")}},
		{`INSERT INTO history_entries (part, kind, id, at, body) VALUES ($1, 'load', 'account', $2, $3)`, []any{part, day0.UnixMilli(), []byte("1")}},
	} {
		if _, err := db.Exec(s.statement, s.args...); err != nil {
			t.Fatalf("rows of version %d: %v", version, err)
		}
	}
}

// A role that lacks a right learns the statement that grants it, and can work after it.
func TestMissingRights(t *testing.T) {
	at := postgres(t)
	admin, err := sql.Open("postgres", at)
	if err != nil {
		t.Fatal(err)
	}
	defer admin.Close()
	for _, role := range []string{"first", "second"} {
		if _, err := admin.Exec(`REVOKE CREATE ON SCHEMA public FROM PUBLIC; CREATE ROLE "` + role + ` role" LOGIN`); err != nil {
			t.Fatal(err)
		}
		c := history.Config{Postgres: strings.Replace(at, "tester@", role+"%20role@", 1), Now: time.Now}
		d := history.Open(c)
		if recordOne(t, d, role) {
			t.Errorf("%s: stored without a right", role)
		}
		p := problem(d)
		if p == nil || p.Kind != history.NoRight {
			t.Fatalf("%s: problem %v", role, p)
		}
		if _, err := admin.Exec(p.Grant); err != nil {
			t.Fatalf("%s: %s: %v", role, p.Grant, err)
		}
		if !recordOne(t, open(t, c), role) {
			t.Errorf("%s: not stored after %s", role, p.Grant)
		}
	}
}
