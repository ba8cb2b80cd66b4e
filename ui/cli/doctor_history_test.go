package cli

import (
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"channeldeck/api"
	"channeldeck/api/history"
	"channeldeck/api/sandbox"
	"channeldeck/ui/resource/local"
	"channeldeck/ui/testkit/postgres"
)

// The doctor tells whether the history can be used, and neither creates the file nor sets it aside.
func TestDoctorChecksTheHistory(t *testing.T) {
	t.Parallel()
	d := deploy(t, sandbox.Options{Accounts: 3, Now: clock})
	state := func(t *testing.T) (env map[string]string, path string) {
		env = withState(t, d.env())
		return env, filepath.Join(env["XDG_STATE_HOME"], "channeldeck", "channeldeck.db")
	}
	for name, test := range map[string]struct {
		prepare func(t *testing.T, env map[string]string, path string)
		status  local.Status
		want    string
	}{
		"no file": {
			prepare: func(*testing.T, map[string]string, string) {},
			status:  local.Passed,
			want:    "Nothing is stored yet.",
		},
		"a file": {
			prepare: func(t *testing.T, env map[string]string, _ string) {
				if got := run(t, env, "record"); got.code != ExitDone {
					t.Fatal(got)
				}
			},
			status: local.Passed,
			want:   "channeldeck.db can be read and written",
		},
		"no database": {
			prepare: func(t *testing.T, _ map[string]string, path string) {
				if err := os.Mkdir(filepath.Dir(path), 0o700); err != nil {
					t.Fatal(err)
				}
				write(t, path, strings.Repeat("no database ", 1000), 0o600)
			},
			status: local.Failed,
			want:   "The history is damaged. The next command",
		},
		"damaged pages": {
			prepare: func(t *testing.T, env map[string]string, path string) {
				run(t, env, "record")
				data, err := os.ReadFile(path)
				if err != nil {
					t.Fatal(err)
				}
				half := len(data) / 2
				write(t, path, string(data[:half])+strings.Repeat("\xee", len(data)-half), 0o600)
			},
			status: local.Failed,
			want:   "The history is damaged. The next command",
		},
		"a missing table": {
			prepare: func(t *testing.T, env map[string]string, path string) {
				run(t, env, "record")
				db, err := sql.Open("sqlite", path)
				if err != nil {
					t.Fatal(err)
				}
				defer db.Close()
				if _, err := db.Exec("DROP TABLE history_changes"); err != nil {
					t.Fatal(err)
				}
			},
			status: local.Failed,
			want:   "The history is damaged. The next command",
		},
		"a link to a missing directory": {
			prepare: func(t *testing.T, _ map[string]string, path string) {
				if err := os.Mkdir(filepath.Dir(path), 0o700); err != nil {
					t.Fatal(err)
				}
				if err := os.Symlink(filepath.Join(t.TempDir(), "none", "h.db"), path); err != nil {
					t.Fatal(err)
				}
			},
			status: local.Failed,
			want:   "The history is unavailable:",
		},
		"a directory in its place": {
			prepare: func(t *testing.T, _ map[string]string, path string) {
				if err := os.MkdirAll(path, 0o700); err != nil {
					t.Fatal(err)
				}
			},
			status: local.Failed,
			want:   "a file is where a directory should be, or the reverse",
		},
		"a file in place of its directory": {
			prepare: func(t *testing.T, env map[string]string, _ string) {
				write(t, filepath.Join(env["XDG_STATE_HOME"], "channeldeck"), "", 0o600)
			},
			status: local.Failed,
			want:   "a file is where a directory should be, or the reverse",
		},
	} {
		t.Run(name, func(t *testing.T) {
			env, path := state(t)
			if err := os.MkdirAll(env["XDG_STATE_HOME"], 0o700); err != nil {
				t.Fatal(err)
			}
			test.prepare(t, env, path)
			before, _ := os.ReadDir(filepath.Dir(path))
			rows, _ := diagnose(t, env)
			if got := rows["history"]; got.Status != test.status || !strings.Contains(got.Detail, test.want) {
				t.Errorf("%+v", got)
			}
			after, _ := os.ReadDir(filepath.Dir(path))
			if fmt.Sprint(before) != fmt.Sprint(after) {
				t.Errorf("before: %v, after: %v", before, after)
			}
		})
	}
}

// A server that has let the history in has the time of a file to write what waits.
func TestClosingTime(t *testing.T) {
	t.Parallel()
	h := history.Open(history.Config{Postgres: postgres.New(t), Site: "s", Key: testKey, Now: clock})
	if _, err := h.States().Recordings(t.Context()); err != nil {
		t.Fatal(err)
	}
	before := time.Now()
	ctx, cancel := closing(h)
	defer cancel()
	defer h.Close(ctx)
	if end, _ := ctx.Deadline(); !h.OnServer() || !h.Ready() || end.Sub(before) < closeTime {
		t.Errorf("on a server %v, ready %v, %s to close", h.OnServer(), h.Ready(), end.Sub(before))
	}
}

// A PostgreSQL server that accepts no changes is reported by the doctor, and by a recording in words.
func TestReadOnlyPostgres(t *testing.T) {
	t.Parallel()
	d := deploy(t, sandbox.Options{Accounts: 3, Now: clock})
	url := postgres.New(t)
	env := withState(t, d.env())
	env["CHANNELDECK_HISTORY"] = url
	if got := run(t, env, "record"); got.code != ExitDone {
		t.Fatal(got)
	}
	if rows, _ := diagnose(t, env); rows["history"].Status != local.Passed {
		t.Errorf("before: %+v", rows["history"])
	}
	db, err := sql.Open("postgres", url)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	var name string
	if err := db.QueryRow("SELECT current_database()").Scan(&name); err != nil {
		t.Fatal(err)
	}
	if _, err := db.Exec("ALTER DATABASE " + name + " SET default_transaction_read_only = on"); err != nil {
		t.Fatal(err)
	}
	for lang, want := range map[string]string{
		"en": "Couldn't write the history: the database is read-only",
		"zh": "无法写入历史记录：数据库为只读",
	} {
		env["CHANNELDECK_LANG"] = lang
		rows, got := diagnose(t, env)
		if rows["history"].Status != local.Failed || rows["history"].Detail != want || got.code != ExitFailed {
			t.Errorf("%s: %+v, exit code %d", lang, rows["history"], got.code)
		}
		for _, command := range []string{"record", "history prune", "history clear --yes"} {
			got = run(t, env, strings.Fields(command)...)
			if got.code != ExitFailed || strings.TrimSpace(got.err) != "channeldeck: "+want {
				t.Errorf("%s: %s: %+v", lang, command, got)
			}
		}
	}
	env["CHANNELDECK_LANG"] = "en"
	account := strings.TrimSpace(run(t, env, "accounts", "--limit", "1", "--jq", ".[0].id").out)
	for command, want := range map[string]string{
		"history show -o tsv":                    "account\t3\t3",
		"history account " + account + " -o csv": "true,",
		"history export -o tsv":                  "kind",
		"incidents -o json":                      "[]",
		"forecast -o json":                       "[]",
		"rules test status:normal -o csv":        "date",
		"log -o csv":                             "at,",
		"sessions -o json":                       "[]",
	} {
		got := run(t, env, strings.Fields(command)...)
		if got.code != ExitDone || !strings.Contains(got.out, want) || strings.Contains(got.err, "write") {
			t.Errorf("%s: %+v", command, got)
		}
	}
}

// A history that was cut to its limit says so where somebody asks about it, or about the time before.
func TestCutHistoryIsTold(t *testing.T) {
	t.Parallel()
	d := deploy(t, sandbox.Options{Accounts: 3, Now: clock})
	env := withState(t, d.env())
	path := filepath.Join(env["XDG_STATE_HOME"], "channeldeck", "channeldeck.db")
	now := clock()
	for days := 40; days >= 0; days -= 10 {
		at := now.AddDate(0, 0, -days)
		h := history.Open(history.Config{
			Path: path,
			Site: d.URL,
			Key:  testKey,
			Now:  func() time.Time { return at },
		})
		h.RecordAccounts(at, []*api.Account{{
			ID:        "a",
			Type:      "bilibili",
			Status:    api.Int(1),
			FansCount: api.Int(int64(100 - days)),
		}}, api.Int(1), true)
		h.Close(t.Context())
	}
	commands := [][]string{{"doctor"}, {"history", "show"}, {"status", "--since", "35d"}}
	for _, args := range commands {
		if got := run(t, env, args...); strings.Contains(got.out+got.err, "was deleted") ||
			strings.Contains(got.err, "no longer kept") {
			t.Errorf("%q of a whole history: %+v", args, got)
		}
	}
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	cut := now.AddDate(0, 0, -15)
	if _, err := db.Exec(`INSERT INTO history_entries (part, kind, id, at, body) VALUES (0, 'kept', '', $1, $2)
		ON CONFLICT DO UPDATE SET at = excluded.at, body = excluded.body`,
		cut.UnixMilli(), []byte(`"space"`)); err != nil {
		t.Fatal(err)
	}
	for lang, want := range map[string][]string{
		"en": {
			"was deleted, as the history has reached its limit of 200 MB",
			"was deleted, as the history has reached its limit of 200 MB",
			"; what was before is no longer kept.",
		},
		"zh": {
			"历史记录已达到 200 MB 的上限",
			"历史记录已达到 200 MB 的上限",
			"；更早的记录已清理。",
		},
	} {
		for i, args := range commands {
			got := run(t, env, append(args, "--lang", lang)...)
			said := strings.Join(strings.Fields(got.out+got.err), " ")
			if lang == "zh" {
				said = strings.ReplaceAll(said, " ", "")
				want[i] = strings.ReplaceAll(want[i], " ", "")
			}
			if !strings.Contains(said, want[i]) || !strings.Contains(said, cut.Format(time.DateOnly)) {
				t.Errorf("%q in %s lacks %s: %+v", args, lang, want[i], got)
			}
		}
	}
	rows, _ := diagnose(t, env)
	if row := rows["history_kept"]; row.Status != local.Warning || row.Hint == "" ||
		rows["history"].Status != local.Passed {
		t.Errorf("the checks are %+v and %+v", row, rows["history"])
	}
	if got := run(t, env, "status", "--since", "35d", "--format", "{new}"); got.err != "" {
		t.Errorf("for a status bar: %+v", got)
	}
	if got := run(t, env, "status", "--since", "11d"); strings.Contains(got.err, "no longer kept") {
		t.Errorf("since a time that is kept: %+v", got)
	}
}
