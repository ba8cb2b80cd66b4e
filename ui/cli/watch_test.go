package cli

import (
	"bytes"
	"database/sql"
	"io"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"channeldeck/api/sandbox"
	"channeldeck/ui/serve"
)

// newHost returns a server that checks a deployment, without sessions, and its log.
func newHost(t *testing.T, vars map[string]string) (*host, *bytes.Buffer) {
	t.Helper()
	env, _, _ := newEnv(t, vars)
	cfg, err := env.load(nil)
	if err != nil {
		t.Fatal(err)
	}
	env.Err = io.Discard
	var log bytes.Buffer
	h := &host{a: newApp(env, newWords(env)), log: slog.New(slog.NewTextHandler(&log, nil))}
	h.share = &serve.Transport{Next: http.DefaultTransport}
	h.configure(cfg)
	return h, &log
}

// A server checks for findings where a program wants them and lists are refreshed, but not in the demo.
func TestServeChecksFindings(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		config string
		isDemo bool
		want   bool
	}{
		{"refresh = '5m'\non_finding = ['tell']", false, true},
		{"refresh = '0s'\non_finding = ['tell']", false, false},
		{"refresh = '5m'", false, false},
		{"refresh = '5m'\non_finding = ['tell']", true, false},
	} {
		file := write(t, filepath.Join(t.TempDir(), "c.toml"), tt.config, 0o600)
		h, _ := newHost(t, map[string]string{"CHANNELDECK_CONFIG": file})
		h.a.demo.on = tt.isDemo
		if got := h.checksFindings(h.config()); got != tt.want {
			t.Errorf("%q, demo %v: %v", tt.config, tt.isDemo, got)
		}
	}
}

// The check of a server waits until everything is stored, however long that takes.
func TestServeCheckWaitsForTheHistory(t *testing.T) {
	t.Parallel()
	d := deploy(t, sandbox.Options{Accounts: 60, Now: clock})
	vars := withState(t, d.env())
	h, _ := newHost(t, vars)
	if err := h.check(t.Context(), h.config(), "custom"); err != nil { // makes the file
		t.Fatal(err)
	}
	db, err := sql.Open("sqlite", h.a.historyPath())
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	lock, err := db.Conn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer lock.Close()
	for _, statement := range []string{"DELETE FROM history_items", "DELETE FROM history_changes", "BEGIN IMMEDIATE"} {
		if _, err := lock.ExecContext(t.Context(), statement); err != nil {
			t.Fatal(err)
		}
	}
	checked := make(chan error, 1)
	go func() { checked <- h.check(t.Context(), h.config(), "custom") }()
	select {
	case err := <-checked:
		t.Fatalf("the check ended before the history was written: %v", err)
	case <-time.After(closeTime + time.Second): // more than a command waits that can do without the history
	}
	if _, err := lock.ExecContext(t.Context(), "ROLLBACK"); err != nil {
		t.Fatal(err)
	}
	if err := <-checked; err != nil {
		t.Error(err)
	}
	out := run(t, vars, "history", "show", "--jq", `.[] | select(.kind == "account") | .items`).out
	if strings.TrimSpace(out) != "60" {
		t.Errorf("%s accounts are stored", out)
	}
}

// A panic of a check is an error with a report that has no key. The next check works.
func TestPanicOfServeCheck(t *testing.T) {
	t.Parallel()
	d := deploy(t, sandbox.Options{Accounts: 6, Now: clock})
	vars := withState(t, d.env())
	h, _ := newHost(t, vars)
	h.a.Env.Now = func() time.Time { panic("broken clock of " + testKey) }
	err := h.check(t.Context(), h.config(), "custom")
	if err == nil {
		t.Fatal("the check did not fail")
	}
	_, path, _ := strings.Cut(err.Error(), "A report without secrets is in ")
	path, _, _ = strings.Cut(path, ".txt")
	report, failed := os.ReadFile(path + ".txt")
	if failed != nil || !strings.Contains(string(report), "broken clock of [hidden]") ||
		strings.Contains(err.Error()+string(report), testKey) {
		t.Errorf("%v: %v, report %s", err, failed, report)
	}
	h.a.Env.Now = clock
	if err := h.check(t.Context(), h.config(), "custom"); err != nil {
		t.Errorf("the next check: %v", err)
	}
}

// A panic while the configuration is read again does not end the server.
func TestPanicOfReload(t *testing.T) {
	t.Parallel()
	h, log := newHost(t, withState(t, map[string]string{"CHANNELDECK_BASE_URL": "http://127.0.0.1:1"}))
	h.a.Config.Open = nil
	h.reload()
	if !strings.Contains(log.String(), "reload failed") || !strings.Contains(log.String(), "A report without secrets") {
		t.Errorf("log %s", log)
	}
}
