//go:build unix

package e2e

import (
	"bufio"
	"errors"
	"net"
	"net/http"
	"net/http/httptest"
	"os/exec"
	"runtime"
	"strings"
	"syscall"
	"testing"

	"channeldeck/api/sandbox"
	"channeldeck/ui/testkit/faults"
)

const testKey = "test-key"

// serving starts a sandbox in this process, with middleware before it.
func serving(t testing.TB, o sandbox.Options, before func(http.Handler) http.Handler) *httptest.Server {
	t.Helper()
	if o.APIKey == "" {
		o.APIKey = testKey
	}
	if o.Accounts == 0 {
		o.Accounts = 300
	}
	made, err := sandbox.New(o)
	if err != nil {
		t.Fatal(err)
	}
	var handler http.Handler = made
	if before != nil {
		handler = before(made)
	}
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	return server
}

// refuse keeps the port of a closed server, so that no other server of these tests gets
// it: what connects is refused until the test ends.
func refuse(t testing.TB, address net.Addr) {
	t.Helper()
	socket, err := syscall.Socket(syscall.AF_INET, syscall.SOCK_STREAM, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = syscall.Close(socket) })
	if err := syscall.SetsockoptInt(socket, syscall.SOL_SOCKET, syscall.SO_REUSEADDR, 1); err != nil {
		t.Fatal(err)
	}
	local := &syscall.SockaddrInet4{Addr: [4]byte{127, 0, 0, 1}, Port: address.(*net.TCPAddr).Port}
	// until the server's last Accept has returned
	for err = syscall.EADDRINUSE; errors.Is(err, syscall.EADDRINUSE); runtime.Gosched() {
		err = syscall.Bind(socket, local)
	}
	if err != nil {
		t.Fatal(err)
	}
}

func TestServiceIsDownAndComesBack(t *testing.T) {
	t.Parallel()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := listener.Addr().String()
	listener.Close() // what connects is refused
	m := open(t, look{}.with(service("http://"+address, testKey)...))
	s := m.wait("refused the connection", "q quit")
	if s.has(testKey) {
		t.Errorf("the key is on the screen:\n%s", s)
	}
	if listener, err = net.Listen("tcp", address); err != nil {
		t.Skipf("another program took the port: %v", err)
	}
	service, err := sandbox.New(sandbox.Options{APIKey: testKey, Accounts: 300})
	if err != nil {
		t.Fatal(err)
	}
	server := &http.Server{Handler: service}
	go server.Serve(listener)
	t.Cleanup(func() { server.Close() })
	m.do("r", "1/300")

	server.Close()
	refuse(t, listener.Addr())
	m.do("r", "refused the connection") // above the old data, which stays
	m.wait("1/300", "stale, ")
	m.do("j", "2/300", "q", "")
	if code := m.exit(); code != 0 {
		t.Errorf("exit %d", code)
	}
}

// While a request runs, all keys that need no data work, and the program quits at once.
func TestServiceIsSlow(t *testing.T) {
	t.Parallel()
	release := make(chan struct{})
	server := serving(t, sandbox.Options{}, func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			select {
			case <-release:
				next.ServeHTTP(w, r)
			case <-r.Context().Done():
			}
		})
	})
	m := open(t, look{}.with(service(server.URL, testKey)...))
	m.wait("Loading accounts")
	m.do("?", "type to search", "Escape", "Loading", "/", "Loading", "Escape", "Loading")
	close(release)
	m.wait("1/300")

	waiting := open(t, look{}.with(service(serving(t, sandbox.Options{}, func(http.Handler) http.Handler {
		return http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() })
	}).URL, testKey)...))
	waiting.wait("Loading")
	waiting.press("q")
	if code := waiting.exit(); code != 0 {
		t.Errorf("exit %d while a request runs", code)
	}
}

func TestSandboxCommand(t *testing.T) {
	t.Parallel()
	cmd := exec.Command(channeldeck, "sandbox", "--listen", "127.0.0.1:0", "--api-key", testKey, "--accounts", "300")
	cmd.Env = home(t)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Signal(syscall.SIGTERM)
		_ = cmd.Wait() // it ends by a signal
	})
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	m := open(t, look{}.with(service(strings.TrimSpace(line), testKey)...))
	m.wait("1/300")
}

// Errors name what is wrong with the response, and a reload works.
func TestUnexpectedResponses(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		fault string
		says  []string
	}{
		{"notjson=1", []string{"a web page"}},
		{"noenvelope=1", []string{"The response has no valid code"}},
		{"wrongshape=1", []string{"doesn't match the API"}},
		{"business500=1", []string{"error 500"}},
		{"hostile=1", []string{"error 500"}},
		{"deep=1", []string{"nested"}},
	} {
		t.Run(test.fault, func(t *testing.T) {
			t.Parallel()
			server := serving(t, sandbox.Options{}, faults.Before(t, test.fault))
			m := open(t, look{}.with(service(server.URL, testKey)...))
			s := m.wait(append(test.says, "q quit")...)
			if len(s.lines()) != 40 || !strings.Contains(s.line(0), "2 Accounts") {
				t.Errorf("the screen is out of shape:\n%s", s)
			}
			m.do("r", test.says[0], "q", "")
			if code := m.exit(); code != 0 {
				t.Errorf("exit %d", code)
			}
		})
	}
}

func TestWrongKey(t *testing.T) {
	t.Parallel()
	server := serving(t, sandbox.Options{}, nil)
	m := open(t, look{}.with(service(server.URL, "wrong-key")...))
	s := m.wait("401", "q quit")
	if s.has("wrong-key") {
		t.Errorf("the key is on the screen:\n%s", s)
	}
}
