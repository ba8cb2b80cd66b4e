//go:build unix

package e2e

import (
	"crypto/ed25519"
	"crypto/rand"
	"encoding/binary"
	"errors"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/creack/pty"
	"golang.org/x/crypto/ssh"
	"golang.org/x/crypto/ssh/knownhosts"
)

// sshd is an SSH server on loopback whose shell is the program. It does only what a
// terminal needs, with a host key per test.
type sshd struct {
	testing.TB
	address string
	hostKey ssh.PublicKey
	env     []string
	command []string
	exits   chan int // of the programs that have ended
}

func serveSSH(t testing.TB, l look) *sshd {
	t.Helper()
	_, private, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	signer, err := ssh.NewSignerFromKey(private)
	if err != nil {
		t.Fatal(err)
	}
	config := &ssh.ServerConfig{NoClientAuth: true}
	config.AddHostKey(signer)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { listener.Close() })
	if l.command == nil {
		l.command = append([]string{channeldeck}, l.args...)
	}
	s := &sshd{
		TB:      t,
		address: listener.Addr().String(),
		hostKey: signer.PublicKey(),
		env:     append(home(t), l.env...),
		command: l.command,
		exits:   make(chan int, 8),
	}
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			go s.serve(conn, config)
		}
	}()
	return s
}

func (s *sshd) serve(conn net.Conn, config *ssh.ServerConfig) {
	defer conn.Close()
	_, channels, requests, err := ssh.NewServerConn(conn, config)
	if err != nil {
		return
	}
	go ssh.DiscardRequests(requests)
	for offered := range channels {
		if offered.ChannelType() != "session" {
			_ = offered.Reject(ssh.UnknownChannelType, "only sessions")
			continue
		}
		channel, requests, err := offered.Accept()
		if err != nil {
			return
		}
		go s.session(channel, requests)
	}
}

// session handles the requests of one login: a terminal, its resizes, and the shell.
func (s *sshd) session(channel ssh.Channel, requests <-chan *ssh.Request) {
	cmd := exec.Command(s.command[0], s.command[1:]...)
	cmd.Env = s.env
	var size pty.Winsize
	var file *os.File
	var over chan struct{}
	for r := range requests {
		ok := true
		switch r.Type {
		case "pty-req":
			term, rest, _ := cutString(r.Payload)
			cmd.Env = append(cmd.Env, "TERM="+term)
			size = windowOf(rest)
		case "window-change":
			if size = windowOf(r.Payload); file != nil {
				ok = pty.Setsize(file, &size) == nil
			}
		case "shell":
			var err error
			if file, err = pty.StartWithSize(cmd, &size); err != nil {
				ok = false
				break
			}
			over = make(chan struct{})
			go s.run(channel, file, cmd, over)
		default:
			ok = false
		}
		if r.WantReply {
			_ = r.Reply(ok, nil)
		}
	}
	if over != nil {
		// The client has disconnected. Closing the terminal would signal that to the
		// program, but blocks while a read is pending.
		_ = cmd.Process.Signal(syscall.SIGHUP) // it may have ended
		<-over
		file.Close()
	}
}

// run copies between the terminal and the client until the program ends, and sends its
// exit status.
func (s *sshd) run(channel ssh.Channel, file *os.File, cmd *exec.Cmd, over chan<- struct{}) {
	defer close(over)
	go func() { _, _ = io.Copy(file, channel) }()
	_, _ = io.Copy(channel, file) // ends with an error where the terminal closes
	_ = cmd.Wait()                // its state is told below
	s.exits <- cmd.ProcessState.ExitCode()
	status := make([]byte, 4)
	binary.BigEndian.PutUint32(status, uint32(cmd.ProcessState.ExitCode()))
	_, _ = channel.SendRequest("exit-status", false, status)
	channel.Close()
}

// ended waits until a program ends and returns its exit code, -1 for a signal.
func (s *sshd) ended() int {
	s.Helper()
	select {
	case code := <-s.exits:
		return code
	case <-time.After(timeout):
		s.Fatalf("the program still runs after %v", timeout)
		return 0
	}
}

// cutString splits an SSH string off the front of b.
func cutString(b []byte) (s string, rest []byte, err error) {
	if len(b) < 4 || uint32(len(b)-4) < binary.BigEndian.Uint32(b) {
		return "", nil, errors.New("short")
	}
	n := binary.BigEndian.Uint32(b)
	return string(b[4 : 4+n]), b[4+n:], nil
}

// windowOf decodes columns and rows.
func windowOf(b []byte) pty.Winsize {
	if len(b) < 8 {
		return pty.Winsize{}
	}
	return pty.Winsize{Cols: uint16(binary.BigEndian.Uint32(b)), Rows: uint16(binary.BigEndian.Uint32(b[4:]))}
}

// client returns the command line of the system's ssh to this server. It neither reads
// nor writes the files of the user who runs the tests.
func (s *sshd) client() []string {
	s.Helper()
	need(s, "ssh")
	known := filepath.Join(s.TempDir(), "known_hosts")
	line := knownhosts.Line([]string{knownhosts.Normalize(s.address)}, s.hostKey)
	if err := os.WriteFile(known, []byte(line+"\n"), 0o600); err != nil {
		s.Fatal(err)
	}
	host, port, _ := strings.Cut(s.address, ":")
	args := []string{"ssh", "-F", "/dev/null", "-tt", "-p", port}
	for _, o := range []string{
		"UserKnownHostsFile=" + known,
		"GlobalKnownHostsFile=/dev/null",
		"StrictHostKeyChecking=yes",
		"UpdateHostKeys=no",
		"BatchMode=yes",
		"IdentityFile=/dev/null",
		"IdentitiesOnly=yes",
		"IdentityAgent=none",
		"PreferredAuthentications=none",
		"LogLevel=ERROR",
		"EscapeChar=none",
	} {
		args = append(args, "-o", o)
	}
	return append(args, "person@"+host)
}
