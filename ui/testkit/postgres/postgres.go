// Package postgres starts a PostgreSQL server for tests.
package postgres

import (
	"context"
	"database/sql"
	"fmt"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"

	_ "github.com/lib/pq"
)

// cluster is a PostgreSQL server on a socket in a temporary directory, started by
// the first test that needs it.
var cluster struct {
	once sync.Once
	dir  string
	err  error
	stop func()
	n    atomic.Int32 // of databases
}

// WithPassword is the name of a role that needs a password, which the test creates; others need none.
const WithPassword = "guarded"

// New returns the URL of an empty database. Without PostgreSQL the test is skipped, or fails if
// CHANNELDECK_REQUIRE_POSTGRES is set, as in CI. TestMain calls [Stop] at the end.
func New(t testing.TB) string {
	t.Helper()
	cluster.once.Do(startCluster)
	if cluster.err != nil {
		if os.Getenv("CHANNELDECK_REQUIRE_POSTGRES") != "" {
			t.Fatal(cluster.err)
		}
		t.Skip("needs PostgreSQL (Debian's package postgresql): ", cluster.err)
	}
	db, err := sql.Open("postgres", URL("postgres"))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	name := fmt.Sprint("test", cluster.n.Add(1))
	if _, err := db.Exec("CREATE DATABASE " + name); err != nil {
		t.Fatal(err)
	}
	return URL(name)
}

// Both runs a test with the path of an SQLite file that does not exist, and with the URL of an empty
// database.
func Both(t *testing.T, test func(t *testing.T, file, url string)) {
	t.Run("SQLite", func(t *testing.T) {
		test(t, filepath.Join(t.TempDir(), "state", "history.db"), "")
	})
	t.Run("PostgreSQL", func(t *testing.T) { test(t, "", New(t)) })
}

// LockEntries keeps others from writing entries of the history in one of the two databases that Both
// passes, until unlock is called or the test ends.
func LockEntries(t testing.TB, file, url string) (unlock func()) {
	t.Helper()
	driver := "sqlite" // which the history registers
	place := "file:" + file + "?_txlock=immediate"
	lock := "SELECT 1"
	if url != "" {
		driver = "postgres"
		place = url
		lock = "LOCK TABLE history_entries IN ACCESS EXCLUSIVE MODE"
	}
	db, err := sql.Open(driver, place)
	if err != nil {
		t.Fatal(err)
	}
	tx, err := db.Begin()
	if err == nil {
		_, err = tx.Exec(lock)
	}
	if err != nil {
		t.Fatal(err)
	}
	unlock = func() {
		_ = tx.Rollback() // the test may have unlocked it before
		_ = db.Close()
	}
	t.Cleanup(unlock)
	return unlock
}

// URL is that of a database of the server.
func URL(name string) string {
	return "postgres://tester@/" + name + "?host=" + cluster.dir
}

// Stop stops the server, if it was started.
func Stop() {
	if cluster.stop != nil {
		cluster.stop()
	}
}

func startCluster() {
	bin := ""
	if path, err := exec.LookPath("initdb"); err == nil {
		bin = filepath.Dir(path)
	} else if found, _ := filepath.Glob("/usr/lib/postgresql/*/bin/initdb"); len(found) > 0 {
		bin = filepath.Dir(slices.Max(found))
	} else {
		cluster.err = err
		return
	}
	dir, err := os.MkdirTemp("", "pg")
	if err != nil {
		cluster.err = err
		return
	}
	attr := &syscall.SysProcAttr{}
	if os.Getuid() == 0 { // the server refuses to run as root
		u, err := user.Lookup("postgres")
		if err != nil {
			cluster.err = err
			return
		}
		uid, _ := strconv.Atoi(u.Uid)
		gid, _ := strconv.Atoi(u.Gid)
		attr = asUser(uint32(uid), uint32(gid))
		cluster.err = os.Chown(dir, uid, gid)
		if cluster.err != nil {
			return
		}
	}
	run := func(name string, args ...string) error {
		cmd := exec.CommandContext(context.Background(), filepath.Join(bin, name), args...)
		cmd.SysProcAttr = attr
		cmd.Dir = dir
		log, err := os.CreateTemp("", "pg-log") // the server keeps a pipe open
		if err != nil {
			return err
		}
		defer os.Remove(log.Name())
		defer log.Close()
		cmd.Stdout = log
		cmd.Stderr = log
		if err := cmd.Run(); err != nil {
			text, _ := os.ReadFile(log.Name())
			return fmt.Errorf("%s: %w\n%s", name, err, text)
		}
		return nil
	}
	data := filepath.Join(dir, "data")
	if cluster.err = run(
		"initdb", "-D", data, "-U", "tester", "-A", "trust", "-E", "UTF8", "--no-sync",
	); cluster.err != nil {
		return
	}
	rules := "local all " + WithPassword + " scram-sha-256\nlocal all all trust\n"
	if cluster.err = os.WriteFile(
		filepath.Join(data, "pg_hba.conf"),
		[]byte(rules),
		0o600,
	); cluster.err != nil {
		return
	}
	cluster.err = run(
		"pg_ctl",
		"-D",
		data,
		"-w",
		"-o",
		"-c listen_addresses= -c unix_socket_directories="+dir+" -c fsync=off",
		"start",
	)
	cluster.dir = dir
	cluster.stop = func() {
		_ = run("pg_ctl", "-D", data, "-m", "immediate", "stop")
		_ = os.RemoveAll(dir)
	}
}
