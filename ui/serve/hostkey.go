package serve

import (
	"bytes"
	"crypto/ed25519"
	"crypto/rand"
	"encoding/pem"
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	gossh "golang.org/x/crypto/ssh"
)

// createHostKey writes a new Ed25519 key to a path, and its public half beside it for the known_hosts
// of clients, unless the key is there already.
func createHostKey(path string) error {
	if _, err := os.Stat(path); !errors.Is(err, fs.ErrNotExist) {
		return nil // or it is read later, with an error
	}
	public, private, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		return err
	}
	block, err := gossh.MarshalPrivateKey(private, "")
	if err != nil {
		return err
	}
	key, err := gossh.NewPublicKey(public)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if errors.Is(err, fs.ErrExist) { // another process was faster
		return nil
	}
	if err != nil {
		return err
	}
	_, err = f.Write(pem.EncodeToMemory(block))
	if err := errors.Join(err, f.Close()); err != nil {
		return err
	}
	line := bytes.TrimSpace(gossh.MarshalAuthorizedKey(key))
	return os.WriteFile(path+".pub", append(line, '\n'), 0o600)
}
