package cli

import (
	"bufio"
	"context"
	"crypto/ed25519"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/creack/pty"
	gossh "golang.org/x/crypto/ssh"

	"channeldeck/api/sandbox"
	"channeldeck/ui/testkit/emulator"
)

// operator uses a dashboard, and sees what its terminal shows.
type operator struct {
	*testing.T
	keys    io.Writer
	changed chan struct{} // after each output; closed at its end

	mu     sync.Mutex
	screen *emulator.Terminal
}

// The escape key as a sequence of its own, which no key after it can change.
const escape = "\x1b[27u"

func newOperator(t *testing.T, keys io.Writer, output io.Reader) *operator {
	o := &operator{T: t, keys: keys, changed: make(chan struct{}, 1), screen: emulator.New(120, 40)}
	go func() {
		defer close(o.changed)
		buffer := make([]byte, 4096)
		for {
			n, err := output.Read(buffer)
			o.mu.Lock()
			_, _ = o.screen.Write(buffer[:n]) // never fails
			o.mu.Unlock()
			select {
			case o.changed <- struct{}{}:
			default: // the last one was not seen yet
			}
			if err != nil {
				return
			}
		}
	}()
	return o
}

func (o *operator) text() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.screen.Text()
}

// press types keys.
func (o *operator) press(keys string) {
	o.Helper()
	if _, err := io.WriteString(o.keys, keys); err != nil {
		o.Fatal(err)
	}
}

// do types keys until the screen shows one of the texts: what arrives meanwhile may take them, so they are
// typed again after a while, behind those that lead back.
func (o *operator) do(keys string, texts ...string) {
	o.Helper()
	shows := func(screen string) bool {
		return slices.ContainsFunc(texts, func(s string) bool { return strings.Contains(screen, s) })
	}
	o.press(keys)
	again := time.NewTicker(patience / 10)
	defer again.Stop()
	for late := time.After(patience); !shows(o.text()); {
		select {
		case _, more := <-o.changed:
			if !more && !shows(o.text()) {
				o.Fatalf("it ended before %q showed one of %q:\n%s", keys, texts, o.text())
			}
		case <-again.C:
			o.press(leave + keys)
		case <-late:
			o.Fatalf("%q does not show one of %q:\n%s", keys, texts, o.text())
		}
	}
}

// inThePast is the beginning of what the header of a moment says.
const inThePast = " as of 20"

// leave closes boxes and screens, and leads back to now.
const leave = escape + escape + escape + escape

// reach types keys again after each change of the screen, until it shows what is wanted: what arrives
// meanwhile may take them.
func (o *operator) reach(keys, title string) {
	o.Helper()
	ok := func(screen string) bool {
		return strings.Contains(screen, title) && !strings.Contains(screen, inThePast) &&
			!strings.Contains(screen, "Show a moment in the past") // which stays open where it cannot read a moment
	}
	for late := time.After(patience); !ok(o.text()); {
		o.press(keys)
		select {
		case <-o.changed:
		case <-late:
			o.Fatalf("%q does not lead to %q:\n%s", keys, title, o.text())
		}
	}
}

// home returns from any moment, any box and any screen to the accounts of now.
func (o *operator) home() { o.reach(leave+"2", "─ Accounts ─") }

// settle returns to the accounts of site a now, and lets nothing arrive later that was requested before.
func (o *operator) settle() {
	o.Helper()
	for shown := false; !shown; {
		o.reach(leave+"7", "─ Quote ─") // what was typed before was handled then
		o.goTo("a")
		o.do("T30m\r", inThePast, "Nothing has been recorded", "the first recording is of") // b was shown
		shown = strings.Contains(o.text(), inThePast)
	}
	o.home()
}

// goTo shows a site.
func (o *operator) goTo(site string) {
	o.Helper()
	name := "  " + site + " "
	o.do("S"+site+"\r", name+"●", name+"◌", name+"✗", name+"–")
}

// travel does something with moments that fails, or shows one and leaves it.
func (o *operator) travel(r *rand.Rand) {
	o.Helper()
	switch r.IntN(6) {
	case 0:
		o.do("T2020-01-01\r", "the first recording is of")
	case 1:
		o.do("Tsoon\r", "cannot be", "can't be")
	case 2:
		o.do("T\r", inThePast, "no earlier recording") // where the load was cancelled, there is none
		o.press("[")
	case 3:
		o.do("T30m\r", inThePast)
		o.press("[]]")
	case 4:
		o.press("T\rT2020-01-01\r[T\r]") // without a look at the screen
		o.settle()
	case 5:
		o.press("T30m\r")
		o.settle()
	}
	o.home()
}

// dashboardsOf makes two services some of whose responses fail, and a configuration of three sites, with a
// recording of the first one.
func dashboardsOf(t *testing.T) (env map[string]string, services []*deployment) {
	t.Helper()
	t.Chdir(t.TempDir()) // a key that something else took may export a list
	text := "site = 'a'\n"
	for _, site := range []string{"a", "b"} {
		d := deploy(t, sandbox.Options{Accounts: 20, Now: clock}, "http500=0.05", "truncated=0.05", "business500=0.05")
		services = append(services, d)
		text += fmt.Sprintf("[sites.%s]\nbase_url = %q\napi_key_env = 'KEY'\n", site, d.URL)
	}
	text += "[sites.locked]\nbase_url = 'https://service.example'\napi_key_command = ['false']\n"
	path := write(t, filepath.Join(t.TempDir(), "config.toml"), text, 0o600)
	env = withState(t, map[string]string{"CHANNELDECK_CONFIG": path, "KEY": testKey, "TERM": "xterm-256color"})
	for got := run(t, env, "record"); got.code != ExitDone; got = run(t, env, "record") { // a fault
		if got.code != ExitUnreachable && got.code != ExitFailed {
			t.Fatalf("%+v", got)
		}
	}
	return env, services
}

// A dashboard that was used for 24 actions, many of which failed, leaves no file, connection and goroutine
// behind, also when it ends while a site opens.
func TestDashboardLeavesNothingOpen(t *testing.T) {
	env, _ := dashboardsOf(t)
	begin := func() (o *operator, done chan int, close func()) {
		keys, tty, err := pty.Open()
		if err == nil {
			err = pty.Setsize(keys, &pty.Winsize{Rows: 40, Cols: 120})
		}
		if err != nil {
			t.Fatal(err)
		}
		o = newOperator(t, keys, keys)
		w, _, errs := newEnv(t, env, "--pane", "accounts")
		w.Now = func() time.Time { return clock().Add(time.Hour) }
		w.In = tty
		w.Out = tty
		done = make(chan int, 1)
		go func() {
			code := Run(t.Context(), w)
			if code != ExitDone {
				t.Errorf("exit %d: %s", code, errs)
			}
			done <- code
		}()
		return o, done, func() { _ = tty.Close(); _ = keys.Close() }
	}
	once, done, end := begin()
	once.do("", "─ Accounts ─")
	once.press("q")
	ended(t, done)
	end()
	start := atRest(t)

	o, done, end := begin()
	o.do("", "─ Accounts ─")
	r := rand.New(rand.NewPCG(1, 2))
	for i := range 24 {
		switch i % 8 {
		case 0:
			o.do("Slocked\r", "failed to provide the key")
			o.home()
		case 1:
			o.goTo("b")
			o.press("r")
			o.goTo("a")
			o.home()
		case 2:
			o.press("Sb\rT\rSa\rT30m\r") // without a look at the screen
			o.settle()
		case 3:
			o.press("r1.\r" + escape + "3:rename group\rname\r456")
			o.home()
		default:
			o.travel(r)
		}
	}
	o.press("Sb\r\x03")
	ended(t, done)
	end()
	released(t, "the dashboard", start)
}

// 12 sessions of a server leave nothing behind in it, whether they quit or lose their connection.
func TestSessionsLeaveNothingOpen(t *testing.T) {
	env, services := dashboardsOf(t)
	for _, d := range services { // connections that wait for another request, which sessions share, come and go
		d.Config.SetKeepAlivesEnabled(false)
	}
	public, private, err := ed25519.GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	key, err := gossh.NewPublicKey(public)
	if err != nil {
		t.Fatal(err)
	}
	signer, err := gossh.NewSignerFromKey(private)
	if err != nil {
		t.Fatal(err)
	}
	keys := write(t, filepath.Join(t.TempDir(), "keys"), string(gossh.MarshalAuthorizedKey(key)), 0o600)
	before := atRest(t)

	w, _, _ := newEnv(
		t, env, "serve", "--listen", "127.0.0.1:0", "--authorized-keys", keys, "--host-key",
		filepath.Join(t.TempDir(), "host_key"),
	)
	w.Now = func() time.Time { return clock().Add(time.Hour) }
	logged, log := io.Pipe()
	w.Err = log
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	done := make(chan int, 1)
	go func() {
		done <- Run(ctx, w)
		_ = log.Close()
	}()
	address := make(chan string, 1)
	go func() {
		lines := bufio.NewScanner(logged)
		for lines.Scan() {
			var line struct{ Msg, Address string }
			if json.Unmarshal(lines.Bytes(), &line) == nil && line.Msg == "listening" {
				address <- line.Address
			}
		}
	}()
	var listening string
	select {
	case listening = <-address:
	case <-time.After(patience):
		t.Fatal("the server does not listen")
	}

	r := rand.New(rand.NewPCG(3, 4))
	session := func(actions int, quits bool) {
		conn, err := net.Dial("tcp", listening)
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		over, channels, requests, err := gossh.NewClientConn(conn, listening, &gossh.ClientConfig{
			User:            "anna",
			Auth:            []gossh.AuthMethod{gossh.PublicKeys(signer)},
			HostKeyCallback: gossh.InsecureIgnoreHostKey(),
		})
		if err != nil {
			t.Fatal(err)
		}
		client := gossh.NewClient(over, channels, requests)
		defer client.Close()
		s, err := client.NewSession()
		if err != nil {
			t.Fatal(err)
		}
		in, err := s.StdinPipe()
		if err != nil {
			t.Fatal(err)
		}
		out, err := s.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := s.RequestPty("xterm-256color", 40, 120, nil); err != nil {
			t.Fatal(err)
		}
		if err := s.Shell(); err != nil {
			t.Fatal(err)
		}
		o := newOperator(t, in, out)
		o.do("2", "─ Accounts ─")
		for range actions {
			o.travel(r)
		}
		if quits {
			o.press("q")
			if err := s.Wait(); err != nil {
				t.Error(err)
			}
		} else {
			o.press("T\r") // the connection is lost while a moment opens
		}
	}
	session(1, true)
	start := atRest(t)
	for i := range kept + 2 {
		session(3, i%2 == 0)
	}
	start.files += kept
	released(t, "12 sessions", start)
	stop()
	ended(t, done)
	released(t, "the server", before)
}
