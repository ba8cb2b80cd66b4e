package serve

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"errors"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	gossh "golang.org/x/crypto/ssh"
)

// line returns the line of a new Ed25519 key in an allow list.
func line(t *testing.T, comment string) string {
	t.Helper()
	public, _, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	return lineOf(t, public, comment)
}

func lineOf(t *testing.T, public any, comment string) string {
	t.Helper()
	key, err := gossh.NewPublicKey(public)
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(gossh.MarshalAuthorizedKey(key))) + " " + comment
}

func file(t *testing.T, mode os.FileMode, lines ...string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "keys")
	if err := os.WriteFile(path, []byte(strings.Join(lines, "\n")), mode); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(path, mode); err != nil { // despite the umask
		t.Fatal(err)
	}
	return path
}

func TestAllowList(t *testing.T) {
	short, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	anna := line(t, "anna@laptop")
	for _, test := range []struct {
		name   string
		mode   os.FileMode
		lines  []string
		reason Reason
		line   int
	}{
		{"two keys", 0o600, []string{"# our team", "", anna, line(t, "")}, "", 0},
		{"no key", 0o600, []string{"# nobody"}, Empty, 0},
		{"writable by the group", 0o620, []string{anna}, Open, 0},
		{"a line that is no key", 0o600, []string{anna, "ssh-ed25519 AAAA"}, Malformed, 2},
		{"options", 0o600, []string{`from="10.0.0.1" ` + anna}, Options, 1},
		{"a short RSA key", 0o600, []string{lineOf(t, &short.PublicKey, "old")}, Weak, 1},
	} {
		t.Run(test.name, func(t *testing.T) {
			keys, err := readKeys(file(t, test.mode, test.lines...))
			if test.reason == "" {
				if err != nil || len(keys) != 2 {
					t.Errorf("%d keys, %v", len(keys), err)
				}
				return
			}
			bad, ok := errors.AsType[*KeysError](err)
			if !ok || bad.Reason != test.reason || bad.Line != test.line {
				t.Errorf("got %v, want %s in line %d", err, test.reason, test.line)
			}
		})
	}
	if _, err := readKeys(filepath.Join(t.TempDir(), "missing")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a missing file: %v", err)
	}
}

func TestECDSAKeysLogIn(t *testing.T) {
	for _, curve := range []elliptic.Curve{elliptic.P256(), elliptic.P384(), elliptic.P521()} {
		private, err := ecdsa.GenerateKey(curve, rand.Reader)
		if err != nil {
			t.Fatal(err)
		}
		key, err := gossh.NewSignerFromKey(private)
		if err != nil {
			t.Fatal(err)
		}
		s, err := New(Config{
			HostKey:        filepath.Join(t.TempDir(), "host"),
			AuthorizedKeys: file(t, 0o600, lineOf(t, &private.PublicKey, "anna")),
			Limits:         DefaultLimits(),
			Log:            slog.New(slog.NewTextHandler(io.Discard, nil)),
		}, false)
		if err != nil {
			t.Errorf("%s: %v", key.PublicKey().Type(), err)
			continue
		}
		client, err := dial(s, "192.0.2.1:1", key)
		if err != nil {
			t.Errorf("%s: %v", key.PublicKey().Type(), err)
			continue
		}
		client.Close()
	}
}

// A list that cannot be read leaves the old one in force.
func TestReloadKeepsTheOldListAfterAnError(t *testing.T) {
	path := file(t, 0o600, line(t, "anna"))
	s, err := New(
		Config{
			HostKey:        filepath.Join(t.TempDir(), "host"),
			AuthorizedKeys: path,
			Limits:         DefaultLimits(),
			Log:            slog.New(slog.NewTextHandler(io.Discard, nil)),
		},
		true,
	)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := s.Reload(nil); err == nil || len(s.keys) != 1 {
		t.Errorf("%d keys after %v", len(s.keys), err)
	}
}

func TestHostKeyIsCreatedOnce(t *testing.T) {
	c := Config{HostKey: filepath.Join(t.TempDir(), "host"), AuthorizedKeys: file(t, 0o600, line(t, ""))}
	var before []byte
	for range 2 {
		if _, err := New(c, false); err != nil {
			t.Fatal(err)
		}
		info, err := os.Stat(c.HostKey)
		if err != nil || runtime.GOOS != "windows" && info.Mode() != 0o600 {
			t.Fatalf("%v, %v", info.Mode(), err)
		}
		text, err := os.ReadFile(c.HostKey)
		if err != nil {
			t.Fatal(err)
		}
		key, err := gossh.ParsePrivateKey(text)
		if err != nil || key.PublicKey().Type() != gossh.KeyAlgoED25519 {
			t.Errorf("got %v, %v", key, err)
		}
		public, err := os.ReadFile(c.HostKey + ".pub")
		if err != nil || !bytes.Equal(public, gossh.MarshalAuthorizedKey(key.PublicKey())) {
			t.Errorf("the public key is %q, error %v", public, err)
		}
		if before != nil && !bytes.Equal(before, text) {
			t.Error("the second start made another key")
		}
		before = text
	}
}

func TestHostKeyMustBePrivate(t *testing.T) {
	key := file(t, 0o644, "a key")
	_, err := New(Config{HostKey: key, AuthorizedKeys: file(t, 0o600, line(t, ""))}, true)
	if bad, ok := errors.AsType[*KeysError](err); !ok || bad.Reason != Open || bad.Path != key {
		t.Errorf("got %v", err)
	}
}
