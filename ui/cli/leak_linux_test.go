package cli

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"channeldeck/api/sandbox"
	"channeldeck/ui"
	"channeldeck/ui/config"
	"channeldeck/ui/testkit/postgres"
)

// kept is how many files SQLite may keep for its next connections, which it does where one is closed while
// another one has locks. One file that is left open each time is more.
const kept = 10

// held counts the resources of this process.
type held struct{ files, sockets, goroutines int }

func holds(t *testing.T) (h held) {
	t.Helper()
	open, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		t.Fatal(err)
	}
	for _, one := range open {
		place, _ := os.Readlink("/proc/self/fd/" + one.Name()) // it may be closed by now
		if strings.HasPrefix(place, "socket:") {
			h.sockets++
		} else {
			h.files++
		}
	}
	h.goroutines = runtime.NumGoroutine()
	return h
}

// atRest waits until what this process holds does not change.
func atRest(t *testing.T) held {
	t.Helper()
	tick := time.NewTicker(5 * time.Millisecond)
	defer tick.Stop()
	last := holds(t)
	same := 0
	for same < 20 {
		<-tick.C
		now := holds(t)
		same++
		if now != last {
			same = 0
		}
		last = now
	}
	return last
}

// released waits until this process holds no more than before.
func released(t *testing.T, after string, before held) {
	t.Helper()
	tick := time.NewTicker(5 * time.Millisecond)
	defer tick.Stop()
	for late := time.After(10 * time.Second); ; {
		now := holds(t)
		if now.files <= before.files && now.sockets <= before.sockets && now.goroutines <= before.goroutines {
			return
		}
		select {
		case <-tick.C:
		case <-late:
			stacks := make([]byte, 1<<17)
			t.Fatalf(
				"after %s it holds %+v, and %+v before:\n%s",
				after,
				now,
				before,
				stacks[:runtime.Stack(stacks, true)],
			)
		}
	}
}

// Sites and moments that cannot be shown leave nothing open, whatever fails.
func TestFailuresLeaveNothingOpen(t *testing.T) {
	d := deploy(t, sandbox.Options{Accounts: 5, Now: clock})
	postgres.Both(t, func(t *testing.T, _, url string) {
		path := filepath.Join(t.TempDir(), "config.toml")
		sites := fmt.Sprintf(
			"[sites.a]\nbase_url = %q\napi_key_env = 'KEY'\n[sites.b]\nbase_url = %q\napi_key_env = 'KEY'\n"+
				"[sites.locked]\nbase_url = %q\napi_key_command = ['false']\n",
			d.URL,
			d.URL+"/b",
			d.URL,
		)
		text := "site = 'a'\n"
		mayKeep := kept
		if url != "" {
			text += fmt.Sprintf("history = %q\n", url)
			mayKeep = 0 // PostgreSQL has no files here
		}
		tries := mayKeep + 2 // one file that is left open each time is more than may be kept
		configure := func(more string) { write(t, path, text+more+sites, 0o600) }
		configure("")
		env := withState(t, map[string]string{"CHANNELDECK_CONFIG": path, "KEY": testKey})
		if got := run(t, env, "record"); got.code != ExitDone {
			t.Fatalf("%+v", got)
		}
		start := atRest(t)

		w, _, _ := newEnv(t, env)
		w.Now = func() time.Time { return clock().Add(time.Hour) }
		a := newApp(w, newWords(w))
		cmd := a.root()
		if err := cmd.ParseFlags(nil); err != nil {
			t.Fatal(err)
		}
		connected, err := a.connectSites(cmd, optionalKey)
		defer disconnect(connected)
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		deck := &dashboard{first: a, out: newTerminal(a)}
		first, err := deck.begin(ctx, connected, ui.New, "accounts", "")
		if err != nil {
			t.Fatal(err)
		}
		a.history.Begin() // as after the first list
		a.history.Wait(t.Context())
		recorded := clock()
		travel := func(to ui.Moment, shown time.Time) func() (ui.Opened, error) {
			return func() (ui.Opened, error) { return first.OpenMoment(to, shown, "accounts") }
		}
		site := func(name string) func() (ui.Opened, error) {
			return func() (ui.Opened, error) {
				return deck.openSite(ctx, "accounts", func() ([]*app, error) {
					return connectOther(ctx, connected, config.Flags{}, name)
				})
			}
		}
		for _, tt := range []struct {
			name, config string
			open         func() (ui.Opened, error)
			want         string
		}{
			{
				"a moment before the first recording",
				"",
				travel(ui.Moment{Typed: "2020-01-01"}, time.Time{}),
				"the first recording is of",
			},
			{"a moment that is none", "", travel(ui.Moment{Typed: "soon"}, time.Time{}), "soon"},
			{"a moment in the future", "", travel(ui.Moment{Typed: "2030-01-01"}, time.Time{}), "in the future"},
			{"before the first recording", "", travel(ui.Moment{Step: -1}, recorded), "no earlier recording"},
			{"after the last recording", "", travel(ui.Moment{Step: 1}, recorded), "no later recording"},
			{"a site without its key", "", site("locked"), "failed to provide the key"},
			{"a site that is none", "", site("none"), "none"},
			{
				"a key that is taken",
				"[[commands]]\nname = 'Say'\nkey = '>'\npanes = ['accounts']\nrun = ['echo']\n",
				site("b"),
				"already the key",
			},
			{"a column that is none", "[accounts]\ncolumns = ['nope']\n", site("b"), "nope"},
			{"a view that is none", "[views]\nbad = 'nowhere status:abnormal'\n", site("b"), "nowhere"},
			{
				"a site again with a column that is none",
				"[accounts]\ncolumns = ['nope']\n",
				func() (ui.Opened, error) { return first.Again("accounts") },
				"nope",
			},
		} {
			configure(tt.config)
			fail := func() {
				if _, err := tt.open(); err == nil || !strings.Contains(err.Error(), tt.want) {
					t.Fatalf("%s: %v", tt.name, err)
				}
			}
			before := atRest(t)
			before.files += mayKeep
			for range tries {
				fail()
			}
			released(t, tt.name, before)
		}
		configure("")
		before := atRest(t)
		before.files += mayKeep
		for _, open := range []func() (ui.Opened, error){
			travel(ui.Moment{Typed: "10m"}, time.Time{}),
			site("b"),
			site("a"),
		} {
			for range tries {
				opened, err := open()
				if err != nil {
					t.Fatal(err)
				}
				opened.Close()
			}
		}
		deck.ending.Wait()
		released(t, "sites and moments that were left", before)
		for range tries { // which nobody closes
			if _, err := site("b")(); err != nil {
				t.Fatal(err)
			}
		}
		cancel()
		deck.end()
		if _, err := site("b")(); err == nil {
			t.Error("a site was opened after the end")
		}
		a.disconnect()
		released(t, "the dashboard", start)
	})
}
