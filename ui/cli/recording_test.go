package cli

import (
	"context"
	"database/sql"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"channeldeck/api"
	"channeldeck/api/history"
	"channeldeck/api/sandbox"
	"channeldeck/ui/testkit/awkward"
)

// findWork returns a work of the sandbox by its name.
func findWork(t *testing.T, name string) api.WorkQuery {
	t.Helper()
	made, err := sandbox.New(sandbox.Options{Accounts: 30, Now: clock})
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range awkward.New(made, clock).All() {
		if e.Call == sandbox.CallWorks && e.Name == name {
			return api.WorkQuery{Platform: e.Platform, WorkID: e.ID, AccountID: e.AccountID}
		}
	}
	t.Fatalf("no work %q", name)
	return api.WorkQuery{}
}

// record --works requests the works that are watched. One that fails is named; the
// others are recorded.
func TestRecordWorks(t *testing.T) {
	t.Parallel()
	d := deploy(t, sandbox.Options{Accounts: 30, Now: clock})
	good := findWork(t, "growing")
	bad := findWork(t, "error 15079")
	env := withState(t, d.env())
	path := filepath.Join(env["XDG_STATE_HOME"], "channeldeck", "channeldeck.db")
	requested := func() (paths []string) {
		for _, r := range d.requests() {
			if strings.Contains(r.URL.Path, "/works/") {
				paths = append(paths, r.URL.Path)
			}
		}
		return paths
	}
	visit := func() *history.DB {
		return history.Open(history.Config{Path: path, Site: d.URL, Key: testKey, Now: clock})
	}
	h := visit()
	h.Entries().Remember(history.WorkEntry(history.KindWatch, good, "", clock().Add(-time.Hour)))
	h.Close(t.Context())
	if got := run(t, env, "record"); got != (result{}) || len(requested()) > 0 {
		t.Fatalf("%+v, requests %v", got, requested())
	}
	if got := run(t, env, "record", "--works"); got != (result{}) || len(requested()) != 1 {
		t.Fatalf("%+v, requests %v", got, requested())
	}
	h = visit()
	h.Entries().Remember(history.WorkEntry(history.KindWatch, bad, "", clock())) // requested first
	h.Close(t.Context())
	got := run(t, env, "record", "--works")
	if got.code == ExitDone || got.out != "" || strings.Count(got.err, "channeldeck:") != 1 ||
		!strings.Contains(got.err, bad.WorkID) {
		t.Errorf("%+v", got)
	}
	h = visit()
	defer h.Close(t.Context())
	if snapshots, err := h.Works().Snapshots(
		t.Context(),
		good.Platform,
		good.WorkID,
	); err != nil || len(snapshots) != 2 {
		t.Errorf("%d snapshots, error %v", len(snapshots), err)
	}
}

func TestRecordFailures(t *testing.T) {
	t.Parallel()
	broken := false
	d := deploy(t, sandbox.Options{Accounts: 3, Now: clock})
	handler := d.recorded
	d.answer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if broken && strings.HasSuffix(r.URL.Path, "/accounts") {
			fmt.Fprint(w, `{"code":401,"message":"Unauthorized","data":{}}`)
			return
		}
		handler.ServeHTTP(w, r)
	}))
	env := withState(t, d.env())
	broken = true
	got := run(t, env, "record")
	if got.code != ExitUnauthorized || got.out != "" || strings.Count(got.err, "channeldeck:") != 1 {
		t.Errorf("%+v", got)
	}
	if got := run(t, env, "history", "show"); !strings.Contains(got.out, "model") {
		t.Errorf("the catalog was not recorded: %+v", got)
	}
	// A directory in the place of the file.
	env = withState(t, d.env())
	broken = false
	if err := os.MkdirAll(filepath.Join(env["XDG_STATE_HOME"], "channeldeck", "channeldeck.db"), 0o700); err != nil {
		t.Fatal(err)
	}
	if got := run(t, env, "record"); got.code != ExitFailed || !strings.Contains(got.err, "history") {
		t.Errorf("%+v", got)
	}
}

// What a recording loaded before it was interrupted is stored, also if another program was writing
// until then.
func TestInterruptedRecording(t *testing.T) {
	t.Parallel()
	ctx, interrupt := context.WithCancel(t.Context())
	defer interrupt()
	var again atomic.Bool
	d := deploy(t, sandbox.Options{Accounts: 3, Now: clock})
	later := deploy(t, sandbox.Options{Accounts: 9, Now: clock}).Config.Handler
	first := d.recorded
	d.answer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case !again.Load():
			first.ServeHTTP(w, r)
		case strings.HasSuffix(r.URL.Path, "/models/video/generation"): // the last request
			interrupt()
			<-r.Context().Done()
		default:
			later.ServeHTTP(w, r)
		}
	}))
	env := withState(t, d.env())
	if got := run(t, env, "record"); got.code != ExitDone {
		t.Fatalf("%+v", got)
	}
	db, err := sql.Open("sqlite", filepath.Join(env["XDG_STATE_HOME"], "channeldeck", "channeldeck.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	other, err := db.Conn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	if _, err := other.ExecContext(t.Context(), "BEGIN IMMEDIATE"); err != nil {
		t.Fatal(err)
	}
	// else the last check fails
	context.AfterFunc(ctx, func() { _, _ = other.ExecContext(context.Background(), "ROLLBACK") })
	again.Store(true)
	w, _, _ := newEnv(t, env, "record")
	if code := Run(ctx, w); code == ExitDone {
		t.Error("nothing was interrupted")
	}
	if got := run(t, env, "history", "show", "-o", "tsv"); !strings.Contains(got.out, "account\t9\t") {
		t.Errorf("stored %+v", got)
	}
}

// Commands store what they receive: works, and the name of a group that has no accounts.
func TestCommandsRecord(t *testing.T) {
	t.Parallel()
	d := deploy(t, sandbox.Options{Accounts: 30, Now: clock})
	env := withState(t, d.env())
	example := findWork(t, "growing")
	for _, args := range [][]string{
		{"groups", "create", "East"},
		{"work", example.Platform, example.WorkID, "--account", example.AccountID},
		{"options", "pinterest", "-o", "json"},
		{"accounts"},
		{"prices"},
	} {
		if got := run(t, env, args...); got.code != ExitDone {
			t.Fatalf("%v: %+v", args, got)
		}
	}
	got := run(t, env, "history", "show", "-o", "csv")
	for _, kind := range []string{"account", "group", "model", "option/pinterest", "platform", "snapshot", "work"} {
		if !strings.Contains(got.out, "\n"+kind+",") {
			t.Errorf("no %s in\n%s", kind, got.out)
		}
	}
	if got := run(t, env, "groups", "-o", "csv"); !strings.Contains(got.out, "East") {
		t.Errorf("groups %+v", got)
	}
	// Accounts that were requested with a filter are not the last list.
	run(t, env, "accounts", "--id", "unknown")
	h := history.Open(historyOf(env, d.URL))
	defer h.Close(t.Context())
	if rows, total, _, err := h.Accounts(t.Context(), 0); len(rows) != 30 || total.String() != "30" || err != nil {
		t.Errorf("%d accounts of %s, error %v", len(rows), total, err)
	}
}
