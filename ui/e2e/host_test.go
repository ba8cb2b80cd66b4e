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
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"golang.org/x/crypto/ssh"

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
	args := append(
		[]string{
			"serve", "--listen", "127.0.0.1:0", "--host-key", filepath.Join(h.dir, "host"),
			"--authorized-keys", h.keys, "--metrics", "127.0.0.1:0",
		},
		flags...,
	)
	h.cmd = exec.Command(channeldeck, args...)
	h.cmd.Env = append(home(t), env...)
	h.start()
	h.figures() // opens the history
	h.idle = h.goroutines()
	return h
}

// start starts the server and waits until it logs its address. It ends with the test.
func (h *host) start() {
	h.Helper()
	out, err := h.cmd.StderrPipe()
	if err != nil {
		h.Fatal(err)
	}
	if err := h.cmd.Start(); err != nil {
		h.Fatal(err)
	}
	h.Cleanup(func() {
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
			close(h.end)
			h.Fatalf("the server did not start:\n%s", h.all.String())
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
		"UserKnownHostsFile=" + filepath.Join(h.dir, "known"),
		"GlobalKnownHostsFile=/dev/null",
		"StrictHostKeyChecking=accept-new",
		"BatchMode=yes",
		"IdentityFile=" + h.identity(name),
		"IdentitiesOnly=yes",
		"IdentityAgent=none",
		"LogLevel=INFO",
		"EscapeChar=none",
		"SendEnv=LANG CHANNELDECK_LANG",
	} {
		line = append(line, "-o", o)
	}
	var options []string
	for len(args) > 0 && strings.HasPrefix(args[0], "-") {
		options = append(options, args[0])
		args = args[1:]
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
	cmd.Stdout = &o
	cmd.Stderr = &e
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
	late := false
	defer time.AfterFunc(timeout, func() {
		h.mu.Lock()
		defer h.mu.Unlock()
		late = true
		h.more.Broadcast()
	}).Stop()
	h.mu.Lock()
	defer h.mu.Unlock()
	for !ok() {
		if late {
			h.Fatalf("waiting for %s:\n%s", what, h.all.String())
		}
		h.more.Wait()
	}
}

// view returns a terminal with the dashboard of someone.
func (h *host) view(t testing.TB, name string) *terminal {
	return open(t, look{command: h.client(name, "-tt")})
}

// reload makes the server read its files again and waits until it logs msg.
func (h *host) reload(msg string) {
	h.Helper()
	count := func() (n int) {
		for _, line := range h.log {
			if line["msg"] == msg {
				n++
			}
		}
		return n
	}
	h.mu.Lock()
	before := count()
	h.mu.Unlock()
	h.signal(syscall.SIGHUP)
	h.until(msg, func() bool { return count() > before })
}

func (h *host) signal(s os.Signal) {
	h.Helper()
	if err := h.cmd.Process.Signal(s); err != nil {
		h.Fatal(err)
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
func (h *host) noSessions(n int, upstream *httptest.Server) {
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
	if poll(func() bool {
		upstream.CloseClientConnections() // idle ones have goroutines
		return h.goroutines() <= h.idle
	}) {
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
