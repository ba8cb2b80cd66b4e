package serve

import (
	"bytes"
	"crypto/rsa"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"runtime"

	"github.com/charmbracelet/ssh"
	gossh "golang.org/x/crypto/ssh"
)

// minRSA is the shortest RSA key that is accepted, in bits.
const minRSA = 3072

// KeysError reports an unusable file of keys.
type KeysError struct {
	Path   string
	Line   int    // 0 for the whole file
	Reason Reason // what is wrong
	Err    error  // of Unreadable and Malformed
}

// Reason is what is wrong with a file of keys.
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
	info, err := os.Stat(path)
	var data []byte
	if err == nil {
		data, err = os.ReadFile(path)
	}
	if err != nil {
		return nil, &KeysError{Path: path, Reason: Unreadable, Err: err}
	}
	if runtime.GOOS != "windows" && info.Mode()&0o022 != 0 {
		return nil, &KeysError{Path: path, Reason: Open}
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
	case gossh.KeyAlgoED25519, gossh.KeyAlgoSKED25519:
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

func checkPrivate(path string) error {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return &KeysError{Path: path, Reason: Unreadable, Err: err}
	case runtime.GOOS != "windows" && info.Mode()&0o077 != 0:
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
