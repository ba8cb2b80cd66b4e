package history_test

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
	"syscall"
	"testing"

	_ "github.com/lib/pq"
)

func TestMain(m *testing.M) {
	if mode := os.Getenv("HISTORY_TEST_WRITER"); mode != "" {
		writer(mode)
		return
	}
	code := m.Run()
	if cluster.stop != nil {
		cluster.stop()
	}
	os.Exit(code)
}

// cluster is a PostgreSQL server on a socket in a temporary directory, started by
// the first test that needs it.
var cluster struct {
	once sync.Once
	dir  string
	err  error
	stop func()
	n    int
}

// withPassword is the name of a role that needs a password; others need none.
const withPassword = "guarded"

// postgres returns the URL of an empty database. Without PostgreSQL the test is
// skipped, or fails if CHANNELDECK_REQUIRE_POSTGRES is set, as in CI.
func postgres(t testing.TB) string {
	t.Helper()
	cluster.once.Do(startCluster)
	if cluster.err != nil {
		if os.Getenv("CHANNELDECK_REQUIRE_POSTGRES") != "" {
			t.Fatal(cluster.err)
		}
		t.Skip("needs PostgreSQL (Debian's package postgresql): ", cluster.err)
	}
	db, err := sql.Open("postgres", clusterURL("postgres"))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	cluster.n++
	name := "history" + strconv.Itoa(cluster.n)
	if _, err := db.Exec("CREATE DATABASE " + name); err != nil {
		t.Fatal(err)
	}
	return clusterURL(name)
}

func clusterURL(name string) string {
	return "postgres://tester@/" + name + "?host=" + cluster.dir
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
		if cluster.err = os.Chown(dir, uid, gid); cluster.err != nil {
			return
		}
	}
	run := func(name string, args ...string) error {
		cmd := exec.CommandContext(context.Background(), filepath.Join(bin, name), args...)
		cmd.SysProcAttr, cmd.Dir = attr, dir
		log, err := os.CreateTemp("", "pg-log") // the server keeps a pipe open
		if err != nil {
			return err
		}
		defer os.Remove(log.Name())
		defer log.Close()
		cmd.Stdout, cmd.Stderr = log, log
		if err := cmd.Run(); err != nil {
			text, _ := os.ReadFile(log.Name())
			return fmt.Errorf("%s: %w\n%s", name, err, text)
		}
		return nil
	}
	data := filepath.Join(dir, "data")
	if cluster.err = run("initdb", "-D", data, "-U", "tester", "-A", "trust", "-E", "UTF8", "--no-sync"); cluster.err != nil {
		return
	}
	rules := "local all " + withPassword + " scram-sha-256\nlocal all all trust\n"
	if cluster.err = os.WriteFile(filepath.Join(data, "pg_hba.conf"), []byte(rules), 0o600); cluster.err != nil {
		return
	}
	cluster.err = run("pg_ctl", "-D", data, "-w", "-o", "-c listen_addresses= -c unix_socket_directories="+dir+" -c fsync=off", "start")
	cluster.dir = dir
	cluster.stop = func() {
		_ = run("pg_ctl", "-D", data, "-m", "immediate", "stop")
		_ = os.RemoveAll(dir)
	}
}
