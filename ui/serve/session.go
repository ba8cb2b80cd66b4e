package serve

import (
	"cmp"
	"context"
	"io"
	"slices"
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/ssh"
	gossh "golang.org/x/crypto/ssh"

	"channeldeck/ui/crash"
)

// Session is a session of a user.
type Session struct {
	Person      string // a name for the audit log
	Fingerprint string // of the key, as in "SHA256:…"
	Address     string // of the client
	Args        []string
	Environ     []string // "NAME=value": of the client, only what concerns the terminal and the language
	In          io.Reader
	Out, Err    io.Writer
	Sizes       <-chan tea.WindowSizeMsg // of the terminal, the present one first; nil without a terminal
}

// The limits of a client. Bubble Tea keeps a paste until it ends, so that the input needs
// one; commands limit what they read.
const (
	maxCols      = 1000 // of the terminal
	maxRows      = 500
	maxVariables = 20       // there are 12 of the language
	maxVariable  = 200      // bytes of a name and a value
	maxInput     = 16 << 20 // bytes of a session with a terminal; a key held for 12 hours sends 4 MB
)

// open opens a session if there is a slot for it. The slot is held until the
// client's channel is closed.
func (s *Server) open(
	server *ssh.Server,
	conn *gossh.ServerConn,
	ch gossh.NewChannel,
	ctx ssh.Context,
) {
	key, _ := ctx.Value(ssh.ContextKeyPublicKey).(ssh.PublicKey)
	unused, _ := ctx.Value(unusedKey{}).(*time.Timer)
	if key == nil || unused == nil {
		_ = ch.Reject(gossh.Prohibited, "no key")
		return
	}
	session := &Session{
		Fingerprint: gossh.FingerprintSHA256(key),
		Address:     conn.RemoteAddr().String(),
	}
	running, end := context.WithCancelCause(ctx)
	defer end(nil)
	if !s.take(session, end) {
		_ = ch.Reject(gossh.ResourceShortage, "too many sessions")
		return
	}
	defer s.release(session)
	unused.Stop()
	late := time.AfterFunc(startTime, func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		if s.running[session] != nil {
			_ = conn.Close() // which ends all reads and writes
		}
	})
	defer late.Stop()
	ssh.DefaultSessionHandler(server, conn, &filtered{ch}, &sessionContext{
		Context: ctx,
		session: session,
		running: running,
		end:     end,
		late:    late,
	})
}

// sessionContext carries the session of a channel: a connection can have several.
type sessionContext struct {
	ssh.Context
	session *Session
	running context.Context // ends with the session
	end     context.CancelCauseFunc
	late    *time.Timer // closes the connection of a client that does not start or end its session
}

// take reserves a slot for a session, which end ends.
func (s *Server) take(session *Session, end context.CancelCauseFunc) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	same := 0
	for other := range s.running {
		if other.Fingerprint == session.Fingerprint {
			same++
		}
	}
	comment, known := s.keys[session.Fingerprint] // it may have been removed since the login
	if !known || len(s.running) >= s.c.Limits.Sessions || same >= s.c.Limits.PerKey ||
		s.ctx.Err() != nil {
		return false
	}
	session.Person = cmp.Or(s.c.Name(session.Fingerprint), comment)
	s.running[session] = end
	s.ended.Add(1)
	s.opened.Inc()
	return true
}

// release gives back the slot of a session whose channel is closed.
func (s *Server) release(session *Session) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.running, session)
	s.ended.Done()
}

func (s *Server) handle(channel ssh.Session) {
	ctx, ok := channel.Context().(*sessionContext)
	if !ok {
		return
	}
	ctx.late.Stop()
	session := ctx.session
	began := time.Now()
	running := ctx.running
	end := ctx.end
	defer context.AfterFunc(running, func() {
		if EndReason(running) != "" {
			ctx.late.Reset(shutdownTime) // a write blocks while the client does not read
		}
	})()
	defer context.AfterFunc(s.ctx, func() { end(context.Cause(s.ctx)) })()
	defer time.AfterFunc(s.c.Limits.Length, func() { end(ErrLength) }).Stop()

	pty, windows, terminal := channel.Pty()
	session.Args = channel.Command()
	session.Environ = channel.Environ()
	session.Out = channel
	session.Err = channel.Stderr()
	in := &input{
		Reader: channel,
		left:   maxInput,
		end:    end,
		idle:   time.AfterFunc(s.c.Limits.Idle, func() { end(ErrIdle) }),
		limit:  s.c.Limits.Idle,
	}
	defer in.idle.Stop()
	if terminal {
		in.hangup = true
		session.Err = channel // the client shows the two streams in any order
		session.Sizes = sizes(pty.Window, windows)
	} else {
		in.idle.Stop() // a command waits for the service, not for its user
	}
	session.In = in
	exit := s.run(running, session)
	s.c.Log.Info("session",
		"person", session.Person,
		"key", session.Fingerprint,
		"address", session.Address,
		"command", command(session.Args),
		"terminal", terminal,
		"exit", exit,
		"duration", time.Since(began).Round(time.Millisecond).String(),
		"ended", EndReason(running))
	_ = channel.Exit(exit) // the client may have gone
}

// command is the part of a command line before its flags, whose values may be
// secret.
func command(args []string) string {
	i := slices.IndexFunc(args, func(arg string) bool {
		return strings.HasPrefix(arg, "-")
	})
	if i >= 0 {
		args = args[:i]
	}
	return strings.Join(args, " ")
}

// EndReason returns why the server ended the session of ctx, as the text of one of the
// errors such as ErrIdle; "" if it did not.
func EndReason(ctx context.Context) string {
	reason, _ := context.Cause(ctx).(endError)
	return string(reason)
}

// run runs a session; a panic ends only this one.
func (s *Server) run(ctx context.Context, session *Session) (exit int) {
	defer crash.Recover(func(p *crash.Panic) {
		exit = 1
		s.c.Log.Error(
			"session panicked",
			"person",
			session.Person,
			"panic",
			p.Error(),
			"stack",
			strings.Join(p.Stack, "\n"),
		)
	})
	return s.c.Run(ctx, session)
}

// input reads the input of a client. It ends the session of a terminal when too much was sent, when
// nothing was sent for too long, and when the terminal is gone.
type input struct {
	io.Reader
	left   int // bytes
	end    context.CancelCauseFunc
	idle   *time.Timer
	limit  time.Duration // of being idle
	hangup bool          // the end of the input ends the session
}

func (i *input) Read(p []byte) (int, error) {
	n, err := i.Reader.Read(p)
	if i.hangup && n > 0 && i.idle.Stop() {
		i.idle.Reset(i.limit)
	}
	if i.left -= n; i.hangup && i.left < 0 {
		i.end(ErrInput)
		return 0, ErrInput
	}
	if err != nil && i.hangup {
		i.end(nil)
	}
	return n, err
}

// sizes passes on the sizes of a terminal, of a burst only the last.
func sizes(first ssh.Window, windows <-chan ssh.Window) <-chan tea.WindowSizeMsg {
	out := make(chan tea.WindowSizeMsg, 1)
	put := func(w ssh.Window) {
		size := tea.WindowSizeMsg{Width: min(w.Width, maxCols), Height: min(w.Height, maxRows)}
		if size.Width <= 0 || size.Height <= 0 {
			size = tea.WindowSizeMsg{Width: 80, Height: 24}
		}
		select {
		case <-out:
		default:
		}
		out <- size
	}
	put(first)
	go func() {
		defer close(out)
		for w := range windows {
			put(w)
		}
	}()
	return out
}

// filtered is a channel that allows only the requests that a session needs.
type filtered struct{ gossh.NewChannel }

func (f *filtered) Accept() (gossh.Channel, <-chan *gossh.Request, error) {
	ch, requests, err := f.NewChannel.Accept()
	if err != nil {
		return nil, nil, err
	}
	wanted := make(chan *gossh.Request)
	go func() {
		defer close(wanted)
		variables := 0
		started := false
		for r := range requests {
			ok := false
			switch r.Type {
			case "shell", "exec":
				ok = true
				started = true
			case "pty-req":
				ok = true
			case "window-change":
				ok = started // the library waits until the session takes the size
			case "env":
				if ok = variables < maxVariables && isWanted(r.Payload); ok {
					variables++
				}
			}
			if ok {
				wanted <- r
			} else {
				_ = r.Reply(false, nil)
			}
		}
	}()
	return ch, wanted, nil
}

// isWanted reports whether a client can set a variable.
func isWanted(payload []byte) bool {
	var v struct{ Name, Value string }
	return len(payload) <= maxVariable && gossh.Unmarshal(payload, &v) == nil &&
		IsTerminalVariable(v.Name)
}

// IsTerminalVariable reports whether a variable of the environment concerns the
// terminal or the language. Clients can set no others.
func IsTerminalVariable(name string) bool {
	return slices.Contains(
		[]string{"TERM", "LANG", "COLORTERM", "NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE"},
		name,
	) ||
		strings.HasPrefix(name, "LC_")
}
