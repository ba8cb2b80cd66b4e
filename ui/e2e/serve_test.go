//go:build unix

package e2e

import (
	"bufio"
	"bytes"
	"crypto/ed25519"
	"crypto/rand"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"golang.org/x/crypto/ssh"

	"channeldeck/api/sandbox"
	"channeldeck/ui/testkit/emulator"
)

// host is a running “channeldeck serve”.
type host struct {
	testing.TB
	dir, address string
	metrics      string // its address for Prometheus
	idle         int    // goroutines without a session
	keys         string // path of the allow list
	cmd          *exec.Cmd

	mu   sync.Mutex
	log  []map[string]any // lines on standard error
	all  bytes.Buffer
	more *sync.Cond    // a line was added, or standard error was closed
	end  chan struct{} // closed with standard error
}

// serveFor starts the server for keys of these names, with flags after those it
// needs. It ends with the test.
func serveFor(t testing.TB, env []string, names []string, flags ...string) *host {
	t.Helper()
	need(t, "ssh")
	h := &host{TB: t, dir: t.TempDir(), end: make(chan struct{})}
	h.more = sync.NewCond(&h.mu)
	h.keys = filepath.Join(h.dir, "keys")
	h.allow(names...)
	args := append([]string{"serve", "--listen", "127.0.0.1:0", "--host-key", filepath.Join(h.dir, "host"), "--authorized-keys", h.keys, "--metrics", "127.0.0.1:0"}, flags...)
	h.cmd = exec.Command(channeldeck, args...)
	h.cmd.Env = append(home(t), env...)
	out, err := h.cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := h.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = h.cmd.Process.Kill() // it may have ended by itself
		<-h.end
		_ = h.cmd.Wait()
	})
	lines := bufio.NewScanner(out)
	read := func() bool {
		if !lines.Scan() {
			return false
		}
		h.mu.Lock()
		defer h.mu.Unlock()
		var line map[string]any
		fmt.Fprintln(&h.all, lines.Text())
		if json.Unmarshal(lines.Bytes(), &line) == nil {
			h.log = append(h.log, line)
		}
		h.more.Broadcast()
		return true
	}
	for h.address == "" {
		if !read() {
			t.Fatalf("the server did not start:\n%s", h.all.String())
		}
		if len(h.log) > 0 {
			h.address, _ = h.log[0]["address"].(string)
			h.metrics, _ = h.log[0]["metrics"].(string)
		}
	}
	go func() {
		defer h.more.Broadcast()
		defer close(h.end)
		for read() {
		}
	}()
	h.idle = h.goroutines()
	return h
}

// allow writes the allow list, with new keys for new names.
func (h *host) allow(names ...string) {
	h.Helper()
	var list []byte
	for _, name := range names {
		path := h.identity(name)
		if _, err := os.Stat(path); err != nil {
			_, private, err := ed25519.GenerateKey(rand.Reader)
			if err != nil {
				h.Fatal(err)
			}
			block, err := ssh.MarshalPrivateKey(private, name)
			if err != nil {
				h.Fatal(err)
			}
			if err := os.WriteFile(path, pem.EncodeToMemory(block), 0o600); err != nil {
				h.Fatal(err)
			}
		}
		list = append(list, bytes.TrimSpace(ssh.MarshalAuthorizedKey(h.public(name)))...)
		list = append(list, " "+name+"\n"...)
	}
	if err := os.WriteFile(h.keys, list, 0o600); err != nil {
		h.Fatal(err)
	}
}

func (h *host) identity(name string) string { return filepath.Join(h.dir, "key-"+name) }

// public returns the public key of a name.
func (h *host) public(name string) ssh.PublicKey {
	h.Helper()
	text, err := os.ReadFile(h.identity(name))
	if err != nil {
		h.Fatal(err)
	}
	signer, err := ssh.ParsePrivateKey(text)
	if err != nil {
		h.Fatal(err)
	}
	return signer.PublicKey()
}

// client returns the command line of ssh for someone, with further arguments.
func (h *host) client(name string, args ...string) []string {
	host, port, _ := strings.Cut(h.address, ":")
	line := []string{"ssh", "-F", "/dev/null", "-p", port}
	for _, o := range []string{
		"UserKnownHostsFile=" + filepath.Join(h.dir, "known"), "GlobalKnownHostsFile=/dev/null", "StrictHostKeyChecking=accept-new", "BatchMode=yes",
		"IdentityFile=" + h.identity(name), "IdentitiesOnly=yes", "IdentityAgent=none", "LogLevel=INFO", "EscapeChar=none", "SendEnv=LANG CHANNELDECK_LANG",
	} {
		line = append(line, "-o", o)
	}
	var options []string
	for len(args) > 0 && strings.HasPrefix(args[0], "-") {
		options, args = append(options, args[0]), args[1:]
	}
	line = append(append(line, options...), "person@"+host)
	return append(line, args...)
}

// run runs a command through ssh.
func (h *host) run(name string, args ...string) (out, errs string, exit int) {
	return h.runWith(nil, name, args...)
}

func (h *host) runWith(env []string, name string, args ...string) (out, errs string, exit int) {
	h.Helper()
	line := h.client(name, args...)
	cmd := exec.Command(line[0], line[1:]...)
	cmd.Env = append([]string{"HOME=" + h.dir, "PATH=" + os.Getenv("PATH")}, env...)
	var o, e bytes.Buffer
	cmd.Stdout, cmd.Stderr = &o, &e
	if err := cmd.Run(); cmd.ProcessState == nil {
		h.Fatal(err)
	}
	return o.String(), e.String(), cmd.ProcessState.ExitCode()
}

// logged waits for a line of the log with these members.
func (h *host) logged(members map[string]any) (found map[string]any) {
	h.Helper()
	h.until(fmt.Sprint("a line with ", members), func() bool {
		i := slices.IndexFunc(h.log, func(line map[string]any) bool {
			for name, value := range members {
				if line[name] != value {
					return false
				}
			}
			return true
		})
		if i >= 0 {
			found = h.log[i]
		}
		return i >= 0
	})
	return found
}

// until waits until a condition of the log holds.
func (h *host) until(what string, ok func() bool) {
	h.Helper()
	var late atomic.Bool
	defer time.AfterFunc(timeout, func() {
		late.Store(true)
		h.more.Broadcast()
	}).Stop()
	h.mu.Lock()
	defer h.mu.Unlock()
	for !ok() {
		if late.Load() {
			h.Fatalf("waiting for %s:\n%s", what, h.all.String())
		}
		h.more.Wait()
	}
}

// view returns a terminal with the dashboard of someone.
func (h *host) view(t testing.TB, name string) *terminal {
	return open(t, look{command: h.client(name, "-tt")})
}

var demoFlags = []string{"--demo", "--seed", seed}

func TestServeEveryPane(t *testing.T) {
	t.Parallel()
	h := serveFor(t, nil, []string{"anna"}, demoFlags...)
	m := h.view(t, "anna")
	m.wait("2,500 accounts", "1/2,500", "q quit")
	for i, pane := range []string{"Groups", "Options", "Works", "Sessions", "Prices", "Accounts"} {
		key := fmt.Sprint((i+1)%6 + 1)
		m.do(key, key+" "+pane)
	}
	m.resize(60, 16)
	m.until("the size to arrive", func(s screen) bool { return len(s.lines()) == 16 && s.has("1/2,500", "q quit") })
	m.resize(120, 40)
	m.do("y", "Sent to the terminal's clipboard")
	m.do("q", "")
	if code := m.exit(); code != 0 {
		t.Errorf("exit %d", code)
	}
	line := h.logged(map[string]any{"msg": "session", "person": "anna", "terminal": true, "exit": 0.0})
	if line["key"] != ssh.FingerprintSHA256(h.public("anna")) || line["duration"] == "" || !strings.HasPrefix(line["address"].(string), "127.0.0.1:") {
		t.Errorf("the log has %v", line)
	}
}

func TestServeCommands(t *testing.T) {
	t.Parallel()
	upstream := &calls{key: testKey}
	env := service(serving(t, sandbox.Options{}, upstream.before).URL, testKey)
	h := serveFor(t, env, []string{"anna", "ben"})
	config := filepath.Join(h.dir, "config.toml")
	text := "[people.ben]\nread_only = true\nkeys = [\"" + ssh.FingerprintSHA256(h.public("ben")) + "\"]\n"
	if err := os.WriteFile(config, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	h2 := serveAgain(t, h, env, "--config", config)
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
		{"ben", "groups create Ben --read-only=false", 2, "read-only"},
	} {
		out, errs, exit := h2.run(test.person, strings.Fields(test.args)...)
		if exit != test.exit || !strings.Contains(out+errs, test.out) || strings.Contains(out+errs, testKey) || strings.Contains(out+errs, "root:x") {
			t.Errorf("%s: %s: exit %d, want %d with %q\n%s%s", test.person, test.args, exit, test.exit, test.out, out, errs)
		}
	}
	h2.logged(map[string]any{"msg": "group created", "person": "anna", "name": "Anna"})
	h2.logged(map[string]any{"msg": "session", "person": "ben", "command": "groups create Ben", "exit": 2.0})
	// The client's language counts, other variables do not.
	if out, _, _ := h2.runWith([]string{"LANG=zh_CN.UTF-8", "CHANNELDECK_LANG=en"}, "anna", "help"); !strings.Contains(out, "用法") {
		t.Errorf("the help is not in Chinese:\n%s", out)
	}
	h2.mu.Lock()
	defer h2.mu.Unlock()
	if strings.Contains(h2.all.String(), testKey) {
		t.Errorf("the key is in the log:\n%s", h2.all.String())
	}
}

// serveAgain starts a second server with the keys of the first.
func serveAgain(t testing.TB, first *host, env []string, flags ...string) *host {
	t.Helper()
	h := serveFor(t, env, []string{"anna"}, flags...)
	for _, name := range []string{"anna", "ben"} {
		text, err := os.ReadFile(first.identity(name))
		if err == nil {
			err = os.WriteFile(h.identity(name), text, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	h.allow("anna", "ben")
	h.signal(syscall.SIGHUP)
	h.logged(map[string]any{"msg": "reloaded"})
	return h
}

func (h *host) signal(s os.Signal) {
	h.Helper()
	if err := h.cmd.Process.Signal(s); err != nil {
		h.Fatal(err)
	}
}

func TestServeRefuses(t *testing.T) {
	t.Parallel()
	h := serveFor(t, nil, []string{"anna", "mallory"}, demoFlags...)
	h.allow("anna")
	h.signal(syscall.SIGHUP)
	h.logged(map[string]any{"msg": "reloaded"})
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
		{"a password", "anna", []string{"-oPreferredAuthentications=password,keyboard-interactive", "version"}, "Permission denied (publickey)"},
		{"an unknown key", "mallory", []string{"version"}, "Permission denied (publickey)"},
		{"forwarding", "anna", []string{"-W" + listener.Addr().String()}, "forwarding failed"},
		{"sftp", "anna", []string{"-s", "sftp"}, "subsystem request failed"},
		{"scp", "anna", []string{"scp", "-t", "/tmp/x"}, "unknown flag"},
		{"old ciphers", "anna", []string{"-oCiphers=aes128-ctr", "version"}, "no matching cipher"},
		{"an old key exchange", "anna", []string{"-oKexAlgorithms=diffie-hellman-group14-sha256", "version"}, "no matching key exchange"},
	} {
		out, errs, exit := h.run(test.person, test.args...)
		if exit == 0 || !strings.Contains(strings.ToLower(errs), strings.ToLower(test.want)) {
			t.Errorf("%s: exit %d\n%s%s", test.name, exit, out, errs)
		}
	}
	if out, errs, exit := h.run("anna", "-R0:"+listener.Addr().String(), "-oExitOnForwardFailure=yes", "version"); exit == 0 {
		t.Errorf("remote forwarding was accepted:\n%s%s", out, errs)
	}
}

// ends waits until the server has ended a session, and checks the reason that the
// user is left with.
func (m *terminal) ends(reason string) {
	m.Helper()
	if code := m.exit(); code != 130 {
		m.Errorf("exit %d", code)
	}
	m.wait(reason)
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
		ben.do("2", "2 Groups")
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
		if took := time.Since(began); took > 5*time.Second && !raceDetector {
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
		h.signal(syscall.SIGHUP)
		h.logged(map[string]any{"msg": "reloaded"})
		for range 3 {
			h.run("mallory", "version")
		}
		if _, errs, exit := h.run("anna", "version"); exit != 255 {
			t.Errorf("exit %d: %s", exit, errs)
		}
	})
}

// seat is a session with a terminal, without tmux.
type seat struct {
	cmd    *exec.Cmd
	in     io.WriteCloser
	out    io.Reader
	screen *emulator.Terminal
}

func (h *host) seat(name string) *seat {
	h.Helper()
	line := h.client(name, "-tt")
	s := &seat{cmd: exec.Command(line[0], line[1:]...), screen: emulator.New(80, 24)} // ssh knows no other size
	s.cmd.Env = []string{"HOME=" + h.dir, "PATH=" + os.Getenv("PATH"), "TERM=xterm-256color"}
	var err error
	s.out, err = s.cmd.StdoutPipe()
	if err == nil {
		s.in, err = s.cmd.StdinPipe()
	}
	if err == nil {
		err = s.cmd.Start()
	}
	if err != nil {
		h.Fatal(err)
	}
	h.Cleanup(func() { _ = s.cmd.Process.Kill() })
	return s
}

// wait reads until a text is on the screen.
func (s *seat) wait(text string) error {
	buffer := make([]byte, 4096)
	for !strings.Contains(s.screen.Text(), text) {
		n, err := s.out.Read(buffer)
		_, _ = s.screen.Write(buffer[:n]) // never fails
		if err != nil {
			return fmt.Errorf("%w on\n%s", err, s.screen.Text())
		}
	}
	return nil
}

// Fifty sessions work at the same time; when they have gone, nothing of them is
// left.
func TestServeManySessions(t *testing.T) {
	t.Parallel()
	const sessions = 50
	upstream := serving(t, sandbox.Options{Accounts: 2_500}, nil)
	upstream.Config.SetKeepAlivesEnabled(false) // idle connections have goroutines
	h := serveFor(t, service(upstream.URL, testKey), []string{"anna"}, "--max-sessions-per-key", "51", "--max-connections", "200")
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
	if each > 12<<20 && !raceDetector {
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
	h.noSessions(sessions + 1)
}

// A client that goes away while its data loads leaves no goroutine behind.
func TestServeConnectionIsLostDuringALoad(t *testing.T) {
	t.Parallel()
	requests := &held{release: make(chan struct{})}
	upstream := serving(t, sandbox.Options{}, requests.before)
	upstream.Config.SetKeepAlivesEnabled(false) // idle connections have goroutines
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
	h.noSessions(5)
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

func (h *host) memory() int {
	h.Helper()
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", h.cmd.Process.Pid))
	if err != nil {
		h.Skip("the system has no /proc")
	}
	kb := 0
	for line := range strings.Lines(string(status)) {
		if _, err := fmt.Sscanf(line, "VmRSS: %d kB", &kb); err == nil {
			return kb << 10
		}
	}
	h.Fatalf("no memory in %s", status)
	return 0
}

// noSessions waits until the log has n sessions and all goroutines of sessions have
// ended. Where some are left, the server ends with a dump of them.
func (h *host) noSessions(n int) {
	h.Helper()
	h.until(fmt.Sprint("the end of ", n, " sessions"), func() bool {
		ended := 0
		for _, line := range h.log {
			if line["msg"] == "session" {
				ended++
			}
		}
		return ended >= n
	})
	if poll(func() bool { return h.goroutines() <= h.idle }) {
		return
	}
	left := h.goroutines()
	h.signal(syscall.SIGQUIT)
	<-h.end
	h.mu.Lock()
	defer h.mu.Unlock()
	h.Errorf("%d goroutines are left, without sessions there were %d:\n%s", left, h.idle, h.all.String())
}

// goroutines returns the number of goroutines of the server.
func (h *host) goroutines() (n int) {
	h.Helper()
	text := h.figures()
	_, value, _ := strings.Cut(text, "\ngo_goroutines ")
	if _, err := fmt.Sscan(value, &n); err != nil {
		h.Fatalf("%v in %s", err, text)
	}
	return n
}

// figures returns what the server tells Prometheus.
func (h *host) figures() string {
	h.Helper()
	response, err := http.Get("http://" + h.metrics + "/metrics")
	if err != nil {
		h.Fatal(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		h.Fatal(err)
	}
	return string(text)
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
		s := m.wait("2,500 accounts", "1/2,500")
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
		cmd := exec.Command(channeldeck, append([]string{"serve", "--check", "--listen", "127.0.0.1:0", "--host-key", filepath.Join(dir, "host")}, test.args...)...)
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
		return strings.Contains(text, "\nchanneldeck_sessions 1\n") && strings.Contains(text, `channeldeck_requests_total{method="GET",status="200"}`)
	})
}
