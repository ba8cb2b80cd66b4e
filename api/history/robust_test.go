package history_test

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"channeldeck/api"
	"channeldeck/api/history"
	"channeldeck/ui/testkit/postgres"
)

func file(t *testing.T) history.Config {
	return history.Config{
		Path: filepath.Join(t.TempDir(), "state", "h.db"),
		Site: "s",
		Key:  "k",
		Now:  func() time.Time { return day0 },
	}
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

// A database without one of its tables, as of a copy that was cut, is moved aside like a damaged one.
func TestMissingTableIsMovedAside(t *testing.T) {
	onBoth(t, func(t *testing.T, c history.Config) {
		d := history.Open(c)
		recordOne(t, d, "a")
		d.Close(t.Context())
		driver := "sqlite"
		place := c.Path
		if c.Postgres != "" {
			driver = "postgres"
			place = c.Postgres
		}
		db, err := sql.Open(driver, place)
		if err != nil {
			t.Fatal(err)
		}
		defer db.Close()
		if _, err := db.Exec("DROP TABLE history_changes"); err != nil {
			t.Fatal(err)
		}
		d = history.Open(c)
		defer d.Close(t.Context())
		if !recordOne(t, d, "b") {
			t.Error("the new database does not work")
		}
		if p := problem(d); p == nil || p.Kind != history.Damaged || p.MovedTo == "" {
			t.Errorf("problem %v", p)
		}
	})
}

// Damage that shows only while the history is read is moved aside at the end.
func TestDamageFoundLaterIsMovedAside(t *testing.T) {
	c := file(t)
	d := open(t, c)
	for _, id := range strings.Split("abcdefghij", "") {
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
	if _, err := db.Exec(`UPDATE history_schema SET version = 99999`); err != nil {
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
	history.Open(history.Config{
		Postgres: "postgres://anna@" + l.Addr().String() + "/x",
		Now:      time.Now,
	}).Close(t.Context())
	if first := <-asked; !strings.HasSuffix(first, "\x04\xd2\x16\x2f") {
		t.Errorf("the first packet %q does not ask for TLS", first)
	}
	if second := <-asked; !strings.Contains(second, "user\x00anna\x00") {
		t.Errorf("the second packet %q does not log in", second)
	}
}

// Connections that the server closed are opened again.
func TestLostConnection(t *testing.T) {
	d := open(t, history.Config{Postgres: postgres.New(t), Now: time.Now})
	if !recordOne(t, d, "a") {
		t.Fatal("not stored")
	}
	admin, err := sql.Open("postgres", postgres.URL("postgres"))
	if err != nil {
		t.Fatal(err)
	}
	defer admin.Close()
	if _, err := admin.Exec(
		`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND datname IS NOT NULL`,
	); err != nil {
		t.Fatal(err)
	}
	if !recordOne(t, d, "b") {
		t.Error("not stored after the connection was lost")
	}
}

// The password comes from the function, PGPASSWORD or the password file. A wrong one
// is tried once: more would lock the user out.
func TestPasswordSources(t *testing.T) {
	at := postgres.New(t)
	admin, err := sql.Open("postgres", at)
	if err != nil {
		t.Fatal(err)
	}
	defer admin.Close()
	if _, err := admin.Exec(`CREATE ROLE ` + postgres.WithPassword +
		` SUPERUSER LOGIN PASSWORD 'hunter2'`); err != nil && !strings.Contains(err.Error(), "already exists") {
		t.Fatal(err)
	}
	at = strings.Replace(at, "tester@", postgres.WithPassword+"@", 1)
	var asked atomic.Int32
	from := func(password string) func(context.Context) (string, error) {
		return func(context.Context) (string, error) { asked.Add(1); return password, nil }
	}
	if !recordOne(t, open(t, history.Config{Postgres: at, Now: time.Now, Password: from("hunter2")}), "function") {
		t.Error("not stored with the password of the function")
	}
	asked.Store(0)
	d := history.Open(history.Config{Postgres: at, Now: time.Now, Password: from("wrong")})
	if recordOne(t, d, "wrong") || asked.Load() > 2 { // with and without TLS
		t.Errorf("stored with a wrong password, which was requested %d times", asked.Load())
	}
	if p := problem(d); p == nil || p.Kind != history.Unavailable || strings.Contains(p.Error(), "wrong\"") {
		t.Errorf("problem %v", p)
	}
	file := filepath.Join(t.TempDir(), "pgpass")
	if err := os.WriteFile(file, []byte("*:*:*:"+postgres.WithPassword+":hunter2\n"), 0o600); err != nil {
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

// A database of an older version is set aside, with its data, and a new one is made.
func TestOlderDatabaseIsSetAside(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, c history.Config) {
		driver := "postgres"
		source := c.Postgres
		if c.Postgres == "" {
			c = file(t)
			driver = "sqlite"
			source = c.Path
			if err := os.MkdirAll(filepath.Dir(c.Path), 0o700); err != nil {
				t.Fatal(err)
			}
		}
		old, err := sql.Open(driver, source)
		if err != nil {
			t.Fatal(err)
		}
		defer old.Close()
		if _, err := old.Exec(
			`CREATE TABLE history_items (id TEXT PRIMARY KEY, sort TEXT); CREATE INDEX history_items_sort ON ` +
				`history_items (sort); INSERT INTO history_items VALUES ('kept', '')`,
		); err != nil {
			t.Fatal(err)
		}
		d := open(t, c)
		if !recordOne(t, d, "new") {
			t.Error("nothing can be recorded")
		}
		p := problem(d)
		if p == nil || p.Kind != history.Older || p.MovedTo == "" {
			t.Fatalf("problem %v", p)
		}
		table := p.MovedTo + "history_items"
		if c.Postgres == "" {
			table = "history_items"
			if old, err = sql.Open(driver, p.MovedTo); err != nil {
				t.Fatal(err)
			}
			defer old.Close()
		}
		var id string
		if err := old.QueryRow("SELECT id FROM " + table).Scan(&id); err != nil || id != "kept" {
			t.Errorf("the old table has %q, error %v", id, err)
		}
		again := open(t, c)
		if again.Flush(); again.Check(t.Context()) != nil {
			t.Error("the new database is not opened again")
		}
	})
}

// A role that lacks a right learns the statement that grants it, and can work after it.
func TestMissingRights(t *testing.T) {
	at := postgres.New(t)
	admin, err := sql.Open("postgres", at)
	if err != nil {
		t.Fatal(err)
	}
	defer admin.Close()
	for _, role := range []string{"first", "second"} {
		if _, err := admin.Exec(`REVOKE CREATE ON SCHEMA public FROM PUBLIC; CREATE ROLE "` + role +
			` role" LOGIN`); err != nil {
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

// A server that accepts a connection and then says nothing delays neither reading, for which
// it is given up after a while, nor the end of the program.
func TestSilentServer(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	accepted := make(chan net.Conn, 10)
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			accepted <- conn // stays open
		}
	}()
	const limit = 5 * time.Second // half of what lib/pq waits for the server
	begun := time.Now()
	c := history.Config{
		Postgres: "postgres://u@" + listener.Addr().String() + "/db?sslmode=disable",
		Now:      time.Now,
		ReadWait: 50 * time.Millisecond,
	}
	d := history.Open(c)
	conn := <-accepted
	defer conn.Close()
	for range 3 {
		_, _, _, err := d.Accounts(t.Context(), 0)
		if p, ok := errors.AsType[*history.Problem](err); !ok || p.Kind != history.Slow {
			t.Errorf("error %v", err)
		}
	}
	d.RecordAccounts(day0, accounts(t, account("a", 1, 1)), api.Int(1), false)
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	d.Close(ctx)
	if p := d.Problem(t.Context()); p == nil || p.Kind != history.Slow {
		t.Errorf("problem %v", p)
	}
	if took := time.Since(begun); took > limit {
		t.Errorf("reading and closing took %v", took)
	}
}

// What cannot be written is told: what is too much to wait at once, and at the end once how much was
// lost, if anything was.
func TestLostWritesAreTold(t *testing.T) {
	for name, tt := range map[string]struct{ recorded, least, most int }{
		"too much waits": {200, 190, 200}, "the program ends": {3, 3, 3}, "nothing waits": {0, 0, 0},
	} {
		t.Run(name, func(t *testing.T) {
			var logged []*history.Problem
			log := func(p *history.Problem) { logged = append(logged, p) }
			c := history.Config{
				Path: filepath.Join(t.TempDir(), "h.db"),
				Site: "s",
				Key:  "k",
				Now:  func() time.Time { return day0 },
				Log:  log,
			}
			first := history.Open(c)
			if !recordOne(t, first, "a") { // creates the file
				t.Fatal("not stored")
			}
			first.Close(t.Context())
			other, err := sql.Open("sqlite", c.Path)
			if err != nil {
				t.Fatal(err)
			}
			defer other.Close()
			lock, err := other.Conn(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			defer lock.Close()
			if _, err := lock.ExecContext(t.Context(), "BEGIN IMMEDIATE"); err != nil {
				t.Fatal(err)
			}
			d := history.Open(c) // begins to delete what is old
			if err := d.Check(t.Context()); err != nil {
				t.Fatal(err)
			}
			for i := range tt.recorded {
				d.RecordAccounts(
					day0.Add(time.Duration(i)*time.Hour),
					accounts(t, account("a", 1, i)),
					api.Int(1),
					false,
				)
			}
			if tt.recorded > 100 { // before it is closed
				if p := d.Problem(t.Context()); p == nil || p.Kind != history.Lost {
					t.Errorf("problem %v", p)
				}
			}
			ended, cancel := context.WithCancel(t.Context())
			cancel()
			d.Close(ended)
			if p := d.Problem(ended); (p != nil) != (tt.recorded > 0) || p != nil && p.Kind != history.Lost {
				t.Errorf("problem %v", p)
			}
			if _, err := lock.ExecContext(t.Context(), "ROLLBACK"); err != nil {
				t.Fatal(err)
			}
			d.Done()
			lost := 0
			for _, p := range logged {
				lost += p.Lost
			}
			if len(logged) > 1 || lost < tt.least || lost > tt.most {
				t.Errorf("%d problems, %d lost: %v", len(logged), lost, logged)
			}
		})
	}
}

// Close ends the preparation. It tells that it gave up what waits for one that does not end in time,
// and does not wait for it again.
func TestCloseGivesUpOnce(t *testing.T) {
	hold := make(chan struct{})
	defer close(hold)
	d := history.Open(history.Config{
		Path: filepath.Join(os.DevNull, "h.db"),
		Now:  time.Now,
		Prepare: func(ctx context.Context) {
			<-ctx.Done()
			<-hold
		},
	})
	d.RecordAccounts(day0, accounts(t, account("a", 1, 1)), api.Int(1), false)
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	d.Close(ended)
	if p := d.Problem(ended); p == nil || p.Kind != history.Lost || p.Lost != 1 {
		t.Errorf("problem %v", p)
	}
	d.Close(t.Context())
	obeys := func(ctx context.Context) { <-ctx.Done() }
	history.Open(history.Config{
		Path:    filepath.Join(t.TempDir(), "h.db"),
		Now:     time.Now,
		Prepare: obeys,
	}).Close(t.Context())
}

// Programs that start at the same time create the file together.
func TestCreatedTogether(t *testing.T) {
	for range 20 {
		c := history.Config{
			Path: filepath.Join(t.TempDir(), "h.db"),
			Site: "s",
			Key:  "k",
			Now:  func() time.Time { return day0 },
		}
		var all []*history.DB
		for range 6 {
			all = append(all, open(t, c))
		}
		for _, d := range all {
			if _, _, _, err := d.Accounts(t.Context(), 0); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// A history that only reads leaves a damaged file where it is.
func TestDamagedFileStaysForReading(t *testing.T) {
	c := file(t)
	if err := os.MkdirAll(filepath.Dir(c.Path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(c.Path, bytes.Repeat([]byte("no database "), 1000), 0o600); err != nil {
		t.Fatal(err)
	}
	c.ReadOnly = true
	d := history.Open(c)
	err := d.Check(t.Context())
	p, ok := errors.AsType[*history.Problem](err)
	if !ok || p.Kind != history.Damaged || p.MovedTo != "" {
		t.Errorf("error %v", err)
	}
	d.Close(t.Context())
	if files, err := os.ReadDir(filepath.Dir(c.Path)); err != nil || len(files) != 1 {
		t.Errorf("files %v, error %v", files, err)
	}
}
