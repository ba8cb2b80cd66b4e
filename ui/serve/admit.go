package serve

import (
	"bytes"
	"crypto/rsa"
	"fmt"
	"io/fs"
	"net"
	"net/netip"
	"os"
	"runtime"
	"time"

	"github.com/charmbracelet/ssh"
	gossh "golang.org/x/crypto/ssh"
	"golang.org/x/time/rate"
)

// peer counts what the clients of a network do.
type peer struct {
	handshakes, failures *rate.Limiter
}

func perMinute(n int) *rate.Limiter {
	return rate.NewLimiter(rate.Limit(float64(n)/60), n)
}

// networkOf returns an IPv4 address, or the /64 of an IPv6 address: one client has all
// addresses of it.
func networkOf(addr net.Addr) netip.Prefix {
	at, err := netip.ParseAddrPort(addr.String())
	if err != nil {
		return netip.Prefix{}
	}
	ip := at.Addr().Unmap()
	network, _ := ip.Prefix(min(64, ip.BitLen())) // of an address it never fails
	return network
}

// peer returns the counts of the network of an address.
func (s *Server) peer(addr net.Addr) *peer {
	network := networkOf(addr)
	s.mu.Lock()
	defer s.mu.Unlock()
	if p := s.peers[network]; p != nil {
		return p
	}
	if len(s.peers) >= maxPeers { // memory stays bounded
		clear(s.peers)
	}
	p := &peer{
		handshakes: perMinute(s.c.Limits.Handshakes),
		failures:   perMinute(s.c.Limits.Failures),
	}
	s.peers[network] = p
	return p
}

// unusedKey is the key of the timer that closes a connection without a session.
type unusedKey struct{}

// admit refuses a connection of an address that connects too often or failed to log
// in too often, before any cryptography, and closes one that opens no session.
func (s *Server) admit(ctx ssh.Context, conn net.Conn) net.Conn {
	p := s.peer(conn.RemoteAddr())
	if p.failures.Tokens() < 1 || !p.handshakes.Allow() {
		return nil
	}
	// its reader gets the error
	ctx.SetValue(
		unusedKey{},
		time.AfterFunc(startTime, func() { _ = conn.Close() }),
	)
	return conn
}

// refused counts a connection that did not log in.
func (s *Server) refused(conn net.Conn, err error) {
	s.failed.Inc()
	s.peer(conn.RemoteAddr()).failures.Allow()
	s.c.Log.Warn(
		"login failed",
		"address",
		conn.RemoteAddr().String(),
		"reason",
		err.Error(),
	)
}

// minRSA is the shortest RSA key that is accepted, in bits.
const minRSA = 3072

// KeysError reports an unusable file of keys.
type KeysError struct {
	Path   string
	Line   int    // 0 for the whole file
	Reason Reason // what is wrong
	Err    error  // of Unreadable and Malformed
}

// Reason is the reason why a file of keys is unusable.
type Reason string

// The reasons.
const (
	Unreadable Reason = "unreadable"
	Empty      Reason = "empty"     // no key: nobody could log in
	Open       Reason = "open"      // others may change or read it
	Malformed  Reason = "malformed" // a line is not a public key
	Options    Reason = "options"   // a line restricts its key, which this server cannot do
	Weak       Reason = "weak"      // of a type or length that is not accepted
)

// Place is the path, with the line if it is known.
func (e *KeysError) Place() string {
	if e.Line == 0 {
		return e.Path
	}
	return fmt.Sprintf("%s:%d", e.Path, e.Line)
}

func (e *KeysError) Error() string {
	if e.Err != nil {
		return fmt.Sprintf("%s: %s: %v", e.Place(), e.Reason, e.Err)
	}
	return fmt.Sprintf("%s: %s", e.Place(), e.Reason)
}

func (e *KeysError) Unwrap() error { return e.Err }

// readKeys reads an allow list: the comments of the keys, by fingerprint.
func readKeys(path string) (map[string]string, error) {
	if err := checkFile(path, 0o022); err != nil {
		return nil, err
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, &KeysError{Path: path, Reason: Unreadable, Err: err}
	}
	keys := map[string]string{}
	for i, line := range bytes.Split(data, []byte("\n")) {
		line = bytes.TrimSpace(line)
		if len(line) == 0 || line[0] == '#' {
			continue
		}
		key, comment, options, _, err := gossh.ParseAuthorizedKey(line)
		bad := &KeysError{Path: path, Line: i + 1, Err: err}
		switch {
		case err != nil:
			bad.Reason = Malformed
		case len(options) > 0:
			bad.Reason = Options
		case isWeak(key):
			bad.Reason = Weak
		default:
			keys[gossh.FingerprintSHA256(key)] = comment
			continue
		}
		return nil, bad
	}
	if len(keys) == 0 {
		return nil, &KeysError{Path: path, Reason: Empty}
	}
	return keys, nil
}

func isWeak(key gossh.PublicKey) bool {
	switch key.Type() {
	case gossh.KeyAlgoED25519, gossh.KeyAlgoSKED25519, gossh.KeyAlgoECDSA256,
		gossh.KeyAlgoECDSA384, gossh.KeyAlgoECDSA521, gossh.KeyAlgoSKECDSA256:
		return false
	case gossh.KeyAlgoRSA:
		crypto, ok := key.(gossh.CryptoPublicKey)
		if !ok {
			return true
		}
		public, ok := crypto.CryptoPublicKey().(*rsa.PublicKey)
		return !ok || public.N.BitLen() < minRSA
	}
	return true
}

// checkFile returns an error if a file is missing or others have one of the permissions.
func checkFile(path string, permissions fs.FileMode) error {
	info, err := os.Stat(path)
	if err != nil {
		return &KeysError{Path: path, Reason: Unreadable, Err: err}
	}
	if runtime.GOOS != "windows" && info.Mode()&permissions != 0 {
		return &KeysError{Path: path, Reason: Open}
	}
	return nil
}

// Reload reads the allow list again. It ends the sessions of keys that are no longer in
// it, and of keys that changed reports. After an error the old list stays in force.
func (s *Server) Reload(changed func(fingerprint string) bool) error {
	keys, err := readKeys(s.c.AuthorizedKeys)
	if err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.keys = keys
	for session, end := range s.running {
		if _, ok := keys[session.Fingerprint]; !ok {
			end(ErrRemoved)
		} else if changed(session.Fingerprint) {
			end(ErrChanged)
		}
	}
	return nil
}

func (s *Server) allowed(_ ssh.Context, key ssh.PublicKey) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	_, ok := s.keys[gossh.FingerprintSHA256(key)]
	return ok
}
