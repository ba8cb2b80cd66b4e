// Package serve is an SSH server for the dashboard and its commands. It decides
// who may connect, how often and for how long; what a session does is up to the
// function in its Config.
package serve

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"runtime"
	"sync"
	"time"

	"github.com/VictoriaMetrics/metrics"
	"github.com/charmbracelet/ssh"
	gossh "golang.org/x/crypto/ssh"
)

// Config configures a Server.
type Config struct {
	HostKey        string // path of the private key, which New creates if it is missing
	AuthorizedKeys string // path of the allow list, in the format of sshd
	Limits         Limits
	Log            *slog.Logger                        // one line for each session and each refused login
	Name           func(fingerprint string) string     // who a key belongs to; "" for the comment of the key
	Run            func(context.Context, *Session) int // runs a session and returns its exit code
}

// Limits bound what clients can do.
type Limits struct {
	Sessions   int           // at the same time
	PerKey     int           // sessions of one key at the same time
	Idle       time.Duration // longest time without input in a session with a terminal
	Length     time.Duration // of a session
	Handshakes int           // connections per minute and address
	Failures   int           // failed logins per minute and address
}

// DefaultLimits suit a team.
func DefaultLimits() Limits {
	return Limits{
		Sessions:   100,
		PerKey:     10,
		Idle:       10 * time.Minute,
		Length:     12 * time.Hour,
		Handshakes: 60,
		Failures:   10,
	}
}

const (
	startTime    = 30 * time.Second // for a client to open a session, and to start it
	shutdownTime = 4 * time.Second  // for sessions to end
	maxPeers     = 4096             // networks remembered at most
)

// The reasons for which a server ends a session, as the cause of its context.
const (
	ErrIdle     endError = "idle"
	ErrLength   endError = "length"
	ErrInput    endError = "input"   // too much of it
	ErrRemoved  endError = "removed" // its key
	ErrChanged  endError = "changed" // the access of its user
	ErrShutdown endError = "shutdown"
)

type endError string

func (e endError) Error() string { return string(e) }

// Server is an SSH server.
type Server struct {
	c   Config
	ssh *ssh.Server
	ctx context.Context // its cause ends all sessions
	end context.CancelCauseFunc

	metrics        *metrics.Set
	opened, failed *metrics.Counter // sessions; connections that did not log in

	mu      sync.Mutex
	keys    map[string]string                    // name by fingerprint
	running map[*Session]context.CancelCauseFunc // with a slot
	peers   map[netip.Prefix]*peer               // by network
	ended   sync.WaitGroup
}

// New checks the configuration and makes a server. The error says why the server
// cannot start, for example because the allow list is empty. New creates the host
// key (Ed25519, readable only by the owner) if there is none, but not where the
// configuration is only checked: then the server cannot serve.
func New(c Config, checkOnly bool) (*Server, error) {
	s := &Server{
		c:       c,
		running: map[*Session]context.CancelCauseFunc{},
		peers:   map[netip.Prefix]*peer{},
	}
	s.ctx, s.end = context.WithCancelCause(context.Background())
	s.addMetrics()
	if err := s.Reload(nil); err != nil {
		return nil, err
	}
	if err := checkFile(c.HostKey, 0o077); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	if checkOnly {
		return s, nil
	}
	if err := createHostKey(c.HostKey); err != nil {
		return nil, err
	}
	s.ssh = &ssh.Server{Version: "channeldeck"}
	for _, option := range []ssh.Option{
		ssh.HostKeyFile(c.HostKey),
		ssh.PublicKeyAuth(s.allowed),
		ssh.EmulatePty(),
		ssh.WrapConn(s.admit),
	} {
		if err := s.ssh.SetOption(option); err != nil {
			return nil, err
		}
	}
	s.ssh.ServerConfigCallback = s.algorithms
	s.ssh.ConnectionFailedCallback = s.refused
	s.ssh.ChannelHandlers = map[string]ssh.ChannelHandler{"session": s.open}
	s.ssh.Handler = s.handle
	return s, nil
}

// Serve accepts connections until ctx ends; then it ends all sessions and returns
// within a few seconds.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	stopped := make(chan struct{})
	defer context.AfterFunc(ctx, func() {
		defer close(stopped)
		_ = l.Close() // the listener's last use
		s.end(ErrShutdown)
		all := make(chan struct{})
		go func() { s.ended.Wait(); close(all) }()
		select {
		case <-all:
		case <-time.After(shutdownTime):
		}
		_ = s.ssh.Close()
	})()
	err := s.ssh.Serve(l)
	if ctx.Err() != nil {
		<-stopped
		return nil
	}
	return err
}

// algorithms are those that ssh-audit's hardening guides keep.
func (s *Server) algorithms(ctx ssh.Context) *gossh.ServerConfig {
	return &gossh.ServerConfig{
		Config: gossh.Config{
			KeyExchanges: []string{gossh.KeyExchangeMLKEM768X25519, gossh.KeyExchangeCurve25519},
			Ciphers: []string{
				gossh.CipherChaCha20Poly1305,
				gossh.CipherAES256GCM,
				gossh.CipherAES128GCM,
			},
			MACs: []string{gossh.HMACSHA256ETM, gossh.HMACSHA512ETM},
		},
		PublicKeyAuthAlgorithms: []string{
			gossh.KeyAlgoED25519,
			gossh.KeyAlgoSKED25519,
			gossh.KeyAlgoECDSA256,
			gossh.KeyAlgoECDSA384,
			gossh.KeyAlgoECDSA521,
			gossh.KeyAlgoSKECDSA256,
			gossh.KeyAlgoRSASHA256, gossh.KeyAlgoRSASHA512,
		},
	}
}

// addMetrics makes the metrics of a server that do not depend on requests.
func (s *Server) addMetrics() {
	s.metrics = metrics.NewSet()
	s.opened = s.metrics.NewCounter("channeldeck_sessions_total")
	s.failed = s.metrics.NewCounter("channeldeck_login_failures_total")
	s.metrics.NewGauge("channeldeck_sessions", func() float64 {
		s.mu.Lock()
		defer s.mu.Unlock()
		return float64(len(s.running))
	})
	s.metrics.NewGauge("go_goroutines", func() float64 {
		return float64(runtime.NumGoroutine())
	})
}

// Observe counts a request, for Transport. Status 0 means without a response.
func (s *Server) Observe(method string, status int, took time.Duration) {
	s.metrics.GetOrCreateCounter(fmt.Sprintf(
		`channeldeck_requests_total{method=%q,status="%d"}`,
		method,
		status,
	)).Inc()
	s.requestSeconds().Update(took.Seconds())
}

// requestSeconds returns the summary of the times from a request to the header of its
// response. The first summary of a process starts a goroutine that never ends.
func (s *Server) requestSeconds() *metrics.Summary {
	return s.metrics.GetOrCreateSummary("channeldeck_request_seconds")
}

// Metrics serves the metrics at /metrics, in the text format of Prometheus, and those that more
// writes.
func (s *Server) Metrics(more func(context.Context, io.Writer)) http.Handler {
	metrics.ExposeMetadata(true) // the types: the library has only a switch for the process
	s.requestSeconds()           // its goroutine starts with the server, not with a request
	mux := http.NewServeMux()
	mux.HandleFunc("GET /metrics", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
		s.metrics.WritePrometheus(w)
		more(r.Context(), w)
	})
	return mux
}
