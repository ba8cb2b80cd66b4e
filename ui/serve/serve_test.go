package serve

import (
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"errors"
	"io"
	"log/slog"
	"net"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	gossh "golang.org/x/crypto/ssh"
)

// newServer returns a server whose sessions run does, a key that may log in, and the
// server's log.
func newServer(
	t *testing.T,
	limits Limits,
	run func(context.Context, *Session) int,
) (*Server, gossh.Signer, *safeBuilder) {
	t.Helper()
	_, private, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	signer, err := gossh.NewSignerFromKey(private)
	if err != nil {
		t.Fatal(err)
	}
	log := &safeBuilder{}
	s, err := New(Config{
		HostKey:        filepath.Join(t.TempDir(), "host"),
		AuthorizedKeys: file(t, 0o600, lineOf(t, private.Public(), "anna")),
		Limits:         limits,
		Log:            slog.New(slog.NewTextHandler(log, nil)), Name: func(string) string { return "" }, Run: run,
	}, false)
	if err != nil {
		t.Fatal(err)
	}
	return s, signer, log
}

// start starts such a server and returns a function that connects to it.
func start(
	t *testing.T,
	limits Limits,
	run func(context.Context, *Session) int,
) (connect func() *gossh.Client, log *safeBuilder) {
	t.Helper()
	s, signer, log := newServer(t, limits, run)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	served := make(chan error)
	go func() { served <- s.Serve(ctx, l) }()
	t.Cleanup(func() {
		cancel()
		if err := <-served; err != nil {
			t.Error(err)
		}
	})
	return func() *gossh.Client {
		client, err := gossh.Dial("tcp", l.Addr().String(), &gossh.ClientConfig{
			User:            "anyone",
			Auth:            []gossh.AuthMethod{gossh.PublicKeys(signer)},
			HostKeyCallback: gossh.InsecureIgnoreHostKey(),
		})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { client.Close() })
		return client
	}, log
}

type safeBuilder struct {
	mu sync.Mutex
	b  strings.Builder
}

func (s *safeBuilder) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.Write(p)
}

func (s *safeBuilder) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.String()
}

// do runs a command in a new session and returns its output and exit status.
func do(t *testing.T, client *gossh.Client, command string) (string, int) {
	t.Helper()
	session, err := client.NewSession()
	if err != nil {
		t.Fatal(err)
	}
	defer session.Close()
	out, err := session.Output(command)
	if exit, ok := errors.AsType[*gossh.ExitError](err); ok {
		return string(out), exit.ExitStatus()
	}
	if err != nil {
		t.Fatal(err)
	}
	return string(out), 0
}

func TestPanicEndsOneSession(t *testing.T) {
	connect, log := start(t, DefaultLimits(), func(_ context.Context, s *Session) int {
		if s.Args[0] == "panic" {
			panic("on purpose")
		}
		_, _ = io.WriteString(s.Out, s.Person)
		return 4
	})
	client := connect()
	if _, exit := do(t, client, "panic"); exit != 1 {
		t.Errorf("exit %d", exit)
	}
	if out, exit := do(t, client, "name"); out != "anna" || exit != 4 {
		t.Errorf("%q, exit %d", out, exit)
	}
	if text := log.String(); !strings.Contains(text, "on purpose") {
		t.Errorf("the log has\n%s", text)
	}
}

func TestLimitsOfSessions(t *testing.T) {
	release := make(chan struct{})
	limits := DefaultLimits()
	limits.PerKey = 2
	connect, _ := start(t, limits, func(_ context.Context, s *Session) int { <-release; return 0 })
	client := connect()
	var held []*gossh.Session
	for range 2 {
		session, err := client.NewSession()
		if err == nil {
			err = session.Start("wait")
		}
		if err != nil {
			t.Fatal(err)
		}
		held = append(held, session)
	}
	_, err := connect().NewSession()
	if refused, ok := errors.AsType[*gossh.OpenChannelError](err); !ok || refused.Reason != gossh.ResourceShortage {
		t.Errorf("a third session: %v", err)
	}
	close(release)
	for _, session := range held {
		if err := session.Wait(); err != nil {
			t.Error(err)
		}
	}
}

// Of the client's variables only those of its terminal and language arrive.
func TestEnvironment(t *testing.T) {
	connect, _ := start(t, DefaultLimits(), func(_ context.Context, s *Session) int {
		_, _ = io.WriteString(s.Out, strings.Join(s.Environ, " "))
		return 0
	})
	session, err := connect().NewSession()
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]bool{
		"LANG":               true,
		"LC_CTYPE":           true,
		"NO_COLOR":           true,
		"CLICOLOR":           true,
		"CLICOLOR_FORCE":     true,
		"PATH":               false,
		"CHANNELDECK_CONFIG": false,
		"HTTPS_PROXY":        false,
	} {
		if accepted := session.Setenv(name, "x") == nil; accepted != want {
			t.Errorf("%s accepted: %t", name, accepted)
		}
	}
	if session.Setenv("LC_ALL", strings.Repeat("x", maxVariable)) == nil {
		t.Error("a long value was accepted")
	}
	out, err := session.Output("env")
	got := strings.Fields(string(out))
	slices.Sort(got)
	if !slices.Equal(got, []string{"CLICOLOR=x", "CLICOLOR_FORCE=x", "LANG=x", "LC_CTYPE=x", "NO_COLOR=x"}) ||
		err != nil {
		t.Errorf("%q, %v", got, err)
	}
}

func TestNumberOfVariables(t *testing.T) {
	connect, _ := start(t, DefaultLimits(), func(_ context.Context, s *Session) int { return len(s.Environ) })
	session, err := connect().NewSession()
	if err != nil {
		t.Fatal(err)
	}
	for i := range 1000 {
		if accepted := session.Setenv("LC_"+strconv.Itoa(i), "x") == nil; accepted != (i < maxVariables) {
			t.Fatalf("variable %d accepted: %t", i, accepted)
		}
	}
	if exit, ok := errors.AsType[*gossh.ExitError](session.Run("env")); !ok || exit.ExitStatus() != maxVariables {
		t.Errorf("got %v", exit)
	}
}
