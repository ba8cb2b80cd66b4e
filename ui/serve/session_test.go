package serve

import (
	"context"
	"errors"
	"io"
	"net"
	"net/netip"
	"os"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	gossh "golang.org/x/crypto/ssh"
)

// pipe returns the two ends of a connection whose writes never block.
func pipe() (near, far *end) {
	there := newQueue()
	back := newQueue()
	return &end{in: back, out: there}, &end{in: there, out: back}
}

type end struct {
	in, out *queue
	remote  net.Addr
}

func (e *end) Read(p []byte) (int, error)         { return e.in.read(p) }
func (e *end) Write(p []byte) (int, error)        { return e.out.write(p) }
func (e *end) Close() error                       { e.in.close(); e.out.close(); return nil }
func (e *end) LocalAddr() net.Addr                { return nil }
func (e *end) RemoteAddr() net.Addr               { return e.remote }
func (e *end) SetDeadline(t time.Time) error      { return os.ErrNoDeadline }
func (e *end) SetReadDeadline(t time.Time) error  { return os.ErrNoDeadline }
func (e *end) SetWriteDeadline(t time.Time) error { return os.ErrNoDeadline }

type queue struct {
	mu     sync.Mutex
	more   *sync.Cond
	data   []byte
	closed bool
}

func newQueue() *queue {
	q := &queue{}
	q.more = sync.NewCond(&q.mu)
	return q
}

func (q *queue) read(p []byte) (int, error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for len(q.data) == 0 && !q.closed {
		q.more.Wait()
	}
	if len(q.data) == 0 {
		return 0, io.EOF
	}
	n := copy(p, q.data)
	q.data = q.data[n:]
	return n, nil
}

func (q *queue) write(p []byte) (int, error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.closed {
		return 0, net.ErrClosed
	}
	q.data = append(q.data, p...)
	q.more.Broadcast()
	return len(p), nil
}

func (q *queue) close() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.closed = true
	q.more.Broadcast()
}

// dial connects a client with an address and a key to s, without a network.
func dial(s *Server, from string, key gossh.Signer) (*gossh.Client, error) {
	near, far := pipe()
	far.remote = net.TCPAddrFromAddrPort(netip.MustParseAddrPort(from))
	go s.ssh.HandleConn(far)
	conn, channels, requests, err := gossh.NewClientConn(near, "", &gossh.ClientConfig{
		Auth: []gossh.AuthMethod{gossh.PublicKeys(key)}, HostKeyCallback: gossh.InsecureIgnoreHostKey(),
	})
	if err != nil {
		return nil, err
	}
	return gossh.NewClient(conn, channels, requests), nil
}

// inBubble calls do with a server and a client of it, on a fake clock.
func inBubble(
	t *testing.T,
	run func(context.Context, *Session) int,
	do func(t *testing.T, s *Server, client *gossh.Client),
) {
	synctest.Test(t, func(t *testing.T) {
		s, key, _ := newServer(t, DefaultLimits(), run)
		client, err := dial(s, "192.0.2.1:1", key)
		if err != nil {
			t.Fatal(err)
		}
		defer client.Close()
		do(t, s, client)
	})
}

// sessions returns the number of sessions that have a slot.
func (s *Server) sessions() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.running)
}

// terminal opens a session with a terminal, and returns what it sends. Nothing is typed, and the input
// stays open.
func terminal(t *testing.T, client *gossh.Client) (*gossh.Session, io.Reader) {
	t.Helper()
	session, out, _ := keyboard(t, client)
	return session, out
}

// keyboard is terminal, and returns also what its user types on.
func keyboard(t *testing.T, client *gossh.Client) (session *gossh.Session, out io.Reader, keys io.WriteCloser) {
	t.Helper()
	session, err := client.NewSession()
	if err != nil {
		t.Fatal(err)
	}
	out, err = session.StdoutPipe()
	if err == nil {
		keys, err = session.StdinPipe()
	}
	if err == nil {
		err = session.RequestPty("xterm", 24, 80, nil)
	}
	if err != nil {
		t.Fatal(err)
	}
	return session, out, keys
}

// untilEnd reads the input and returns when the session ends.
func untilEnd(ctx context.Context, s *Session) int {
	go func() { _, _ = io.Copy(io.Discard, s.In) }()
	<-ctx.Done()
	_, _ = io.WriteString(s.Out, EndReason(ctx)+"\n")
	return 130
}

func TestIdleSessionsEnd(t *testing.T) {
	inBubble(t, untilEnd, func(t *testing.T, s *Server, client *gossh.Client) {
		session, out := terminal(t, client)
		if err := session.Shell(); err != nil {
			t.Fatal(err)
		}
		began := time.Now()
		text, _ := io.ReadAll(out)
		if took := time.Since(began); string(text) != "idle\r\n" || took != DefaultLimits().Idle {
			t.Errorf("%q after %v", text, took)
		}
		if exit, ok := errors.AsType[*gossh.ExitError](session.Wait()); !ok || exit.ExitStatus() != 130 {
			t.Errorf("got %v", exit)
		}
	})
}

// Each key begins the time anew after which a session counts as idle.
func TestTypingUserIsNotIdle(t *testing.T) {
	inBubble(t, untilEnd, func(t *testing.T, s *Server, client *gossh.Client) {
		session, out, keys := keyboard(t, client)
		if err := session.Shell(); err != nil {
			t.Fatal(err)
		}
		const presses = 5
		idle := DefaultLimits().Idle
		began := time.Now()
		for range presses {
			<-time.After(idle - time.Second)
			if _, err := io.WriteString(keys, "j"); err != nil {
				t.Fatal(err)
			}
		}
		text, _ := io.ReadAll(out)
		want := presses*(idle-time.Second) + idle
		if took := time.Since(began); string(text) != "idle\r\n" || took != want {
			t.Errorf("%q after %v, want idle after %v", text, took, want)
		}
	})
}

// The end of the input of a terminal ends its session at once, without a reason.
func TestHangUpEndsTheSession(t *testing.T) {
	inBubble(t, untilEnd, func(t *testing.T, s *Server, client *gossh.Client) {
		session, out, keys := keyboard(t, client)
		if err := session.Shell(); err != nil {
			t.Fatal(err)
		}
		began := time.Now()
		if err := keys.Close(); err != nil {
			t.Fatal(err)
		}
		text, _ := io.ReadAll(out)
		if took := time.Since(began); string(text) != "\r\n" || took != 0 {
			t.Errorf("%q after %v", text, took)
		}
	})
}

// Bubble Tea keeps a paste that does not end in memory, in reads of 256 bytes.
func TestEndlessPasteEndsTheSession(t *testing.T) {
	read := 0
	run := func(ctx context.Context, s *Session) int {
		n, _ := io.CopyBuffer(struct{ io.Writer }{io.Discard}, struct{ io.Reader }{s.In}, make([]byte, 256))
		read = int(n)
		_, _ = io.WriteString(s.Out, EndReason(ctx))
		return 130
	}
	inBubble(t, run, func(t *testing.T, s *Server, client *gossh.Client) {
		session, err := client.NewSession()
		if err == nil {
			err = session.RequestPty("xterm", 24, 80, nil)
		}
		if err != nil {
			t.Fatal(err)
		}
		session.Stdin = io.MultiReader(strings.NewReader("\x1b[200~"), endless{})
		out, _ := session.Output("")
		if string(out) != "input" || read > maxInput {
			t.Errorf("%q after %d bytes", out, read)
		}
	})
}

type endless struct{}

func (endless) Read(p []byte) (int, error) { return copy(p, strings.Repeat("x", len(p))), nil }

// A client that stops reading blocks the writes of its session, which ends nevertheless.
func TestSessionOfAClientThatDoesNotReadEnds(t *testing.T) {
	write := func(ctx context.Context, s *Session) int {
		for ctx.Err() == nil {
			if _, err := io.WriteString(s.Out, strings.Repeat("x", 1<<16)); err != nil {
				break
			}
		}
		return 130
	}
	inBubble(t, write, func(t *testing.T, s *Server, client *gossh.Client) {
		session, _ := terminal(t, client)
		if err := session.Shell(); err != nil {
			t.Fatal(err)
		}
		<-time.After(DefaultLimits().Idle + shutdownTime + time.Second)
		synctest.Wait()
		if n := s.sessions(); n != 0 {
			t.Errorf("%d sessions", n)
		}
	})
}

// A client that opens a session holds its slot only if it starts the session.
func TestSessionMustStart(t *testing.T) {
	inBubble(t, untilEnd, func(t *testing.T, s *Server, client *gossh.Client) {
		terminal(t, client)
		<-time.After(startTime + time.Second)
		synctest.Wait()
		if n := s.sessions(); n != 0 {
			t.Errorf("%d sessions", n)
		}
	})
}

// A connection that opens no session ends.
func TestConnectionMustHaveASession(t *testing.T) {
	inBubble(t, untilEnd, func(t *testing.T, _ *Server, client *gossh.Client) {
		ended := make(chan struct{})
		go func() {
			_ = client.Wait()
			close(ended)
		}()
		select {
		case <-ended:
		case <-time.After(startTime + time.Second):
			t.Error("the connection is open")
		}
	})
}

// A client gets sessions and nothing else.
func TestForwardingAndSubsystemsAreRefused(t *testing.T) {
	inBubble(t, untilEnd, func(t *testing.T, s *Server, client *gossh.Client) {
		for _, kind := range []string{
			"direct-tcpip",
			"direct-streamlocal@openssh.com",
			"auth-agent@openssh.com",
			"x11",
			"tun@openssh.com",
		} {
			_, _, err := client.OpenChannel(kind, nil)
			if refused, ok := errors.AsType[*gossh.OpenChannelError](err); !ok ||
				refused.Reason != gossh.UnknownChannelType {
				t.Errorf("channel %s: %v", kind, err)
			}
		}
		for _, kind := range []string{"tcpip-forward", "streamlocal-forward@openssh.com"} {
			if ok, _, err := client.SendRequest(kind, true, nil); ok || err != nil {
				t.Errorf("request %s: %t, %v", kind, ok, err)
			}
		}
		session, _ := terminal(t, client)
		for _, kind := range []string{"auth-agent-req@openssh.com", "x11-req", "subsystem", "break", "xon-xoff"} {
			if ok, err := session.SendRequest(
				kind,
				true,
				gossh.Marshal(struct{ Name string }{"sftp"}),
			); ok || err != nil {
				t.Errorf("request %s of a session: %t, %v", kind, ok, err)
			}
		}
	})
}

// Sizes that arrive before the session has started do not block it.
func TestResizeBeforeTheStart(t *testing.T) {
	inBubble(t, untilEnd, func(t *testing.T, s *Server, client *gossh.Client) {
		session, _ := terminal(t, client)
		for range 3 {
			if err := session.WindowChange(30, 100); err != nil {
				t.Fatal(err)
			}
		}
		if err := session.Shell(); err != nil {
			t.Fatal(err)
		}
		client.Close()
		synctest.Wait()
		if n := s.sessions(); n != 0 {
			t.Errorf("%d sessions are left of a client that has gone", n)
		}
	})
}
