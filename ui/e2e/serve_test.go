//go:build unix

package e2e

import (
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"golang.org/x/crypto/ssh"

	"channeldeck/api/sandbox"
	"channeldeck/ui/testkit/race"
)

// demoFlags start the demo without its history, which takes long to generate.
var demoFlags = []string{"--demo", "--seed", seed, "--no-history"}

func TestServeEveryPane(t *testing.T) {
	t.Parallel()
	h := serveFor(t, nil, []string{"anna"}, demoFlags...)
	m := h.view(t, "anna")
	m.wait("2,500 accounts", "1/2,500", "q quit")
	m.do(
		"1", "What needs you", "3", "from 2,500 accounts", "4", "14 platforms", "5",
		"No work is open", "6", "No session is open", "7", "Aurora 2.0", "2", "1/2,500",
	)
	m.resize(60, 16)
	m.until("the size to arrive", func(s screen) bool { return len(s.lines()) == 16 && s.has("1/2,500", "q quit") })
	m.resize(120, 40)
	m.do("y", "Sent to the terminal's clipboard")
	id := m.clipboard()
	m.do("/", "enter apply")
	m.write(id)
	m.do("Enter", "1/1", "e", "Export", "Enter", "accounts-") // the server writes no file
	if list := m.clipboard(); !strings.Contains(list, id) {
		t.Errorf("exported %q", list)
	}
	m.do("q", "")
	if code := m.exit(); code != 0 {
		t.Errorf("exit %d", code)
	}
	line := h.logged(map[string]any{"msg": "session", "person": "anna", "terminal": true, "exit": 0.0})
	if line["key"] != ssh.FingerprintSHA256(h.public("anna")) || line["duration"] == "" ||
		!strings.HasPrefix(line["address"].(string), "127.0.0.1:") {
		t.Errorf("the log has %v", line)
	}
}

// A session shows the sites of the server together, as the local dashboard does.
func TestServeSeveralSites(t *testing.T) {
	t.Parallel()
	h := serveFor(t, nil, []string{"anna"}, append([]string{"--site", "china,international"}, demoFlags...)...)
	m := h.view(t, "anna")
	m.wait("5,000 accounts", "china 2,500 accounts", "international 2,500 accounts", "q quit")
	m.do("/", "enter apply")
	m.write("site:international")
	m.do("Enter", "1/2,500")
	for args, want := range map[string]string{
		"": "china\n", "--site international": "international\n", "--sort site --desc": "international\n",
	} {
		out, errs, exit := h.run("anna", strings.Fields("accounts --columns site --limit 1 -o tsv "+args)...)
		if exit != 0 || out != "site\n"+want {
			t.Errorf("accounts %s: exit %d\n%s%s", args, exit, out, errs)
		}
	}
	if _, errs, exit := h.run(
		"anna",
		"groups",
		"create",
		"Spring",
	); exit != 2 || !strings.Contains(errs, "--site china") {
		t.Errorf("exit %d: %s", exit, errs)
	}
}

func TestServeCommands(t *testing.T) {
	t.Parallel()
	upstream := &calls{key: testKey}
	env := service(serving(t, sandbox.Options{}, upstream.before).URL, testKey)
	config := filepath.Join(t.TempDir(), "config.toml")
	write := func(text string) {
		t.Helper()
		if err := os.WriteFile(config, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("")
	h := serveFor(t, env, []string{"anna", "ben"}, "--config", config)
	if out, errs, exit := h.run("ben", "groups", "create", "Before"); exit != 0 {
		t.Errorf("exit %d\n%s%s", exit, out, errs)
	}
	ben := h.view(t, "ben")
	ben.wait("300 accounts")
	write("[people.ben]\nread_only = true\nkeys = [\"" + ssh.FingerprintSHA256(h.public("ben")) + "\"]\n")
	h.reload("reloaded")
	ben.ends("your access changed")
	write("[people.ben]\nread_only = perhaps\n")
	h.reload("reload failed")
	for _, test := range []struct {
		person string
		args   string
		exit   int
		out    string // or errs
	}{
		{"anna", "version", 0, "channeldeck"},
		{"anna", "accounts --limit 2 -o ndjson", 0, `{"id":`},
		{"anna", "prices --mode text2video -o json", 0, `"mode":"text2video"`},
		{"anna", "work youtube missing-work --account none", 4, ""},
		{"anna", "nonsense", 2, "nonsense"},
		{"anna", "doctor", 2, "not available over SSH"},
		{"anna", "config show", 2, "not available over SSH"},
		{"anna", "serve --check", 2, "not available over SSH"},
		{"anna", "sandbox", 2, "not available over SSH"},
		{"anna", "__complete accounts --site x", 2, ""},
		{"anna", "accounts --config /etc/passwd", 2, "not available over SSH"},
		{"anna", "accounts --debug-log /tmp/log", 2, "not available over SSH"},
		{"anna", "accounts --api-key-file /etc/passwd", 2, "not available over SSH"},
		{"anna", "accounts --base-url http://127.0.0.1:1", 2, "not available over SSH"},
		{"anna", "accounts --demo", 2, "not available over SSH"},
		{"anna", "prices --input /etc/passwd --mode image2video", 2, ""},
		{"anna", "groups create Anna", 0, "Anna"},
		{"ben", "accounts --limit 1 -o ndjson", 0, `{"id":`},
		{"ben", "groups create Ben", 2, "read-only"},
		{"ben", "groups create Ben --read-only=false", 2, "not available over SSH"},
	} {
		out, errs, exit := h.run(test.person, strings.Fields(test.args)...)
		if exit != test.exit || !strings.Contains(out+errs, test.out) || strings.Contains(out+errs, testKey) ||
			strings.Contains(out+errs, "root:x") {
			t.Errorf(
				"%s: %s: exit %d, want %d with %q\n%s%s",
				test.person,
				test.args,
				exit,
				test.exit,
				test.out,
				out,
				errs,
			)
		}
	}
	h.logged(map[string]any{"msg": "group created", "person": "anna", "name": "Anna"})
	h.logged(map[string]any{"msg": "session", "person": "ben", "command": "groups create Ben", "exit": 2.0})
	// The client's language counts, other variables do not.
	if out, _, _ := h.runWith(
		[]string{"LANG=zh_CN.UTF-8", "CHANNELDECK_LANG=en"},
		"anna",
		"help",
	); !strings.Contains(out, "用法") {
		t.Errorf("the help is not in Chinese:\n%s", out)
	}
	// A setting that applies to all users changes their access too.
	anna := h.view(t, "anna")
	anna.wait("300 accounts")
	write("read_only = true\n")
	h.reload("reloaded")
	anna.ends("your access changed")
	if _, errs, exit := h.run("anna", "groups", "create", "After"); exit != 2 || !strings.Contains(errs, "read-only") {
		t.Errorf("exit %d: %s", exit, errs)
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if strings.Contains(h.all.String(), testKey) {
		t.Errorf("the key is in the log:\n%s", h.all.String())
	}
}

func TestServeRefuses(t *testing.T) {
	t.Parallel()
	h := serveFor(t, nil, []string{"anna", "mallory"}, demoFlags...)
	h.allow("anna")
	h.reload("reloaded")
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	for _, test := range []struct {
		name, person string
		args         []string
		want         string
	}{
		{
			"a password",
			"anna",
			[]string{"-oPreferredAuthentications=password,keyboard-interactive", "version"},
			"Permission denied (publickey)",
		},
		{"an unknown key", "mallory", []string{"version"}, "Permission denied (publickey)"},
		{"forwarding", "anna", []string{"-W" + listener.Addr().String()}, "forwarding failed"},
		{"sftp", "anna", []string{"-s", "sftp"}, "subsystem request failed"},
		{"scp", "anna", []string{"scp", "-t", "/tmp/x"}, "unknown flag"},
		{"old ciphers", "anna", []string{"-oCiphers=aes128-ctr", "version"}, "no matching cipher"},
		{
			"an old key exchange",
			"anna",
			[]string{"-oKexAlgorithms=diffie-hellman-group14-sha256", "version"},
			"no matching key exchange",
		},
	} {
		out, errs, exit := h.run(test.person, test.args...)
		if exit == 0 || !strings.Contains(strings.ToLower(errs), strings.ToLower(test.want)) {
			t.Errorf("%s: exit %d\n%s%s", test.name, exit, out, errs)
		}
	}
	if out, errs, exit := h.run(
		"anna",
		"-R0:"+listener.Addr().String(),
		"-oExitOnForwardFailure=yes",
		"version",
	); exit == 0 {
		t.Errorf("remote forwarding was accepted:\n%s%s", out, errs)
	}
}

func TestServeEndsSessions(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ flag, ended, reason string }{
		{"--idle-timeout", "idle", "no key was pressed for too long"},
		{"--max-session-time", "length", "it reached the longest time allowed"},
	} {
		t.Run(test.ended, func(t *testing.T) {
			t.Parallel()
			h := serveFor(t, nil, []string{"anna"}, append(demoFlags, test.flag, "2s")...)
			h.view(t, "anna").ends(test.reason)
			h.logged(map[string]any{"msg": "session", "ended": test.ended})
		})
	}
	t.Run("removed key", func(t *testing.T) {
		t.Parallel()
		h := serveFor(t, nil, []string{"anna", "ben"}, demoFlags...)
		ben := h.view(t, "ben")
		ben.wait("1/2,500")
		anna := h.view(t, "anna") // ssh knows the host by now and prints nothing above the reason
		anna.wait("1/2,500")
		h.allow("ben")
		h.signal(syscall.SIGHUP)
		anna.ends("your key was removed")
		ben.do("3", "3 Groups")
		if _, errs, exit := h.run("anna", "version"); exit != 255 {
			t.Errorf("exit %d: %s", exit, errs)
		}
	})
	t.Run("shutdown", func(t *testing.T) {
		t.Parallel()
		h := serveFor(t, nil, []string{"anna"}, demoFlags...)
		m := h.view(t, "anna")
		m.wait("1/2,500")
		began := time.Now()
		h.signal(syscall.SIGTERM)
		m.ends("the server is shutting down")
		<-h.end
		if took := time.Since(began); took > 5*time.Second && !race.Enabled {
			t.Errorf("the server ended after %v", took)
		}
	})
	t.Run("too many connections", func(t *testing.T) {
		t.Parallel()
		h := serveFor(t, nil, []string{"anna"}, append(demoFlags, "--max-connections", "3")...)
		for i := range 4 {
			if _, errs, exit := h.run("anna", "version"); (exit == 0) != (i < 3) {
				t.Errorf("connection %d: exit %d: %s", i+1, exit, errs)
			}
		}
	})
	t.Run("too many failed logins", func(t *testing.T) {
		t.Parallel()
		h := serveFor(t, nil, []string{"anna", "mallory"}, append(demoFlags, "--max-failures", "2")...)
		h.allow("anna")
		h.reload("reloaded")
		for range 3 {
			h.run("mallory", "version")
		}
		if _, errs, exit := h.run("anna", "version"); exit != 255 {
			t.Errorf("exit %d: %s", exit, errs)
		}
	})
}

// Fifty sessions work at the same time; when they have gone, nothing of them is
// left.
func TestServeManySessions(t *testing.T) {
	t.Parallel()
	sessions := 50
	if race.Enabled { // makes sessions slow; the test does not check the memory with it
		sessions = 12
	}
	upstream := serving(t, sandbox.Options{Accounts: 2_500}, nil)
	h := serveFor(
		t,
		service(upstream.URL, testKey),
		[]string{"anna"},
		"--max-sessions-per-key",
		strconv.Itoa(sessions+1),
		"--max-connections",
		"200",
	)
	before := h.memory()
	var all sync.WaitGroup
	seats := make([]*seat, sessions)
	for i := range seats {
		seats[i] = h.seat("anna")
		all.Go(func() {
			if err := seats[i].wait("1/2,500"); err != nil {
				t.Errorf("session %d: %v", i, err)
			}
		})
	}
	all.Wait()
	each := (h.memory() - before) / sessions
	t.Logf("%d kB a session", each>>10)
	if each > 12<<20 && !race.Enabled {
		t.Errorf("a session takes %d kB", each>>10)
	}
	extra := h.seat("anna") // the last one allowed
	if err := extra.wait("1/2,500"); err != nil {
		t.Error(err)
	}
	if _, errs, exit := h.run("anna", "version"); exit != 255 || !strings.Contains(errs, "too many sessions") {
		t.Errorf("one session more: exit %d: %s", exit, errs)
	}
	for i, s := range append(seats, extra) {
		if i%2 == 0 {
			_ = s.cmd.Process.Kill()
		} else if _, err := io.WriteString(s.in, "q"); err != nil {
			t.Error(err)
		}
		_ = s.cmd.Wait() // killed, or at its end
	}
	h.noSessions(sessions+1, upstream)
}

// A client that goes away while its data loads leaves no goroutine behind.
func TestServeConnectionIsLostDuringALoad(t *testing.T) {
	t.Parallel()
	requests := &held{release: make(chan struct{})}
	upstream := serving(t, sandbox.Options{}, requests.before)
	t.Cleanup(func() { requests.once.Do(func() { close(requests.release) }) })
	h := serveFor(t, service(upstream.URL, testKey), []string{"anna"})
	for range 5 {
		s := h.seat("anna")
		if err := s.wait("Accounts"); err != nil {
			t.Fatal(err)
		}
		_ = s.cmd.Process.Kill()
		_ = s.cmd.Wait() // killed
	}
	h.logged(map[string]any{"msg": "session"})
	requests.once.Do(func() { close(requests.release) })
	h.noSessions(5, upstream)
}

// Ten sessions that load the accounts at the same time cause one request, and what one
// of them types does not reach another.
func TestServeSharesOnlyRequests(t *testing.T) {
	t.Parallel()
	recorded := &calls{}
	requests := &held{release: make(chan struct{})}
	upstream := serving(t, sandbox.Options{}, func(next http.Handler) http.Handler {
		return recorded.before(requests.before(next))
	})
	t.Cleanup(func() { requests.once.Do(func() { close(requests.release) }) })
	h := serveFor(t, service(upstream.URL, testKey), []string{"anna"})
	seats := make([]*seat, 10)
	for i := range seats {
		seats[i] = h.seat("anna")
		if err := seats[i].wait("Accounts"); err != nil {
			t.Fatal(err)
		}
	}
	requests.once.Do(func() { close(requests.release) })
	for i, s := range seats {
		if err := s.wait("1/300"); err != nil {
			t.Fatalf("session %d: %v", i, err)
		}
	}
	recorded.mu.Lock()
	n := 0
	for _, r := range recorded.list {
		if strings.HasSuffix(r.URL.Path, "/accounts") {
			n++
		}
	}
	recorded.mu.Unlock()
	if n != 1 {
		t.Errorf("%d requests for the accounts", n)
	}
	for i, keys := range []string{"/zzz", "jj"} {
		if _, err := io.WriteString(seats[i].in, keys); err != nil {
			t.Fatal(err)
		}
	}
	for i, text := range []string{"/ zzz", "3/300"} {
		if err := seats[i].wait(text); err != nil {
			t.Error(err)
		}
	}
}

// held keeps requests waiting until it is released.
type held struct {
	release chan struct{}
	once    sync.Once
}

func (g *held) before(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		<-g.release
		next.ServeHTTP(w, r)
	})
}

func TestServeTerminals(t *testing.T) {
	t.Parallel()
	h := serveFor(t, nil, []string{"anna"}, append(demoFlags, "--max-sessions-per-key", "20")...)
	for _, test := range []struct{ env, want, palette string }{
		{"TERM=linux", "1/2,500", "ansi"},
		{"TERM=screen", "1/2,500", "dark"},
		{"TERM=xterm-256color", "1/2,500", "dark"},
		{"LANG=zh_CN.UTF-8", "2,500 个账号", ""},
	} {
		t.Run(test.env, func(t *testing.T) {
			t.Parallel()
			m := open(t, look{command: append([]string{"env", test.env}, h.client("anna", "-tt")...)})
			m.wait(test.want)
			if test.palette != "" {
				holdsPalette(t, test.palette, sgr(m.coloured()))
			}
		})
	}
	t.Run("a locale without UTF-8", func(t *testing.T) {
		t.Parallel()
		m := open(t, look{command: append([]string{"env", "LANG=zh_CN.GBK"}, h.client("anna", "-tt")...)})
		s := m.wait("2,500 accounts", "1/2,500", "Start with LANG=C.UTF-8")
		if strings.ContainsFunc(string(s), func(r rune) bool { return r > '~' }) {
			t.Errorf("the screen has more than ASCII:\n%s", s)
		}
	})
	t.Run("TERM=dumb", func(t *testing.T) {
		t.Parallel()
		out, _, exit := h.runWith([]string{"TERM=dumb"}, "anna", "-tt")
		if exit != 2 || !strings.Contains(out, "needs a terminal that can move its cursor") {
			t.Errorf("exit %d: %s", exit, out)
		}
	})
	t.Run("no terminal", func(t *testing.T) {
		t.Parallel()
		_, errs, exit := h.run("anna", "-T")
		if exit != 2 || !strings.Contains(errs, "needs a terminal") {
			t.Errorf("exit %d: %s", exit, errs)
		}
	})
}

func TestServeChecksItself(t *testing.T) {
	t.Parallel()
	h := serveFor(t, nil, []string{"anna"}, demoFlags...)
	for _, test := range []struct {
		args []string
		exit int
		want string
	}{
		{[]string{"--demo", "--authorized-keys", h.keys}, 0, "would start and listen on 127.0.0.1:"},
		{[]string{"--demo"}, 2, "--authorized-keys is missing"},
		{[]string{"--demo", "--authorized-keys", filepath.Join(h.dir, "none")}, 2, "can't be read"},
		{[]string{"--demo", "--authorized-keys", h.identity("anna")}, 2, "is not a public key"},
		{[]string{"--demo", "--authorized-keys", h.keys, "--listen", h.address}, 2, "can't listen"},
		{[]string{"--demo", "--authorized-keys", h.keys, "--metrics", "0.0.0.0:0"}, 2, "is not a loopback address"},
		{[]string{"--demo", "--authorized-keys", h.keys, "--max-sessions", "0"}, 2, "must be greater than 0"},
		{[]string{"--authorized-keys", h.keys}, 2, ""},
	} {
		dir := t.TempDir()
		cmd := exec.Command(
			channeldeck,
			append(
				[]string{"serve", "--check", "--listen", "127.0.0.1:0", "--host-key", filepath.Join(dir, "host")},
				test.args...,
			)...,
		)
		cmd.Env = home(t)
		out, err := cmd.CombinedOutput()
		if cmd.ProcessState.ExitCode() != test.exit || !strings.Contains(string(out), test.want) {
			t.Errorf("%v: %v\n%s", test.args, err, out)
		}
		if left, _ := os.ReadDir(dir); len(left) > 0 {
			t.Errorf("%v: the check wrote %v", test.args, left)
		}
	}
}

func TestServeMetrics(t *testing.T) {
	t.Parallel()
	h := serveFor(t, nil, []string{"anna"}, demoFlags...)
	m := h.view(t, "anna")
	m.wait("1/2,500")
	m.poll("the figures", func() bool {
		text := h.figures()
		return strings.Contains(text, "\nchanneldeck_sessions 1\n") &&
			strings.Contains(text, `channeldeck_requests_total{method="GET",status="200"}`)
	})
}
