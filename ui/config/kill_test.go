//go:build !windows

package config

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// large returns a file that takes a while to write: 32 MB of a byte, with a last line.
func large(b byte) []byte {
	return append(bytes.Repeat([]byte{b}, 32<<20), "\nend\n"...)
}

// longConfig is a configuration that is almost as large as one can be.
func longConfig() string { return strings.Repeat("# "+strings.Repeat("x", 77)+"\n", 13000) }

// writers are the functions that write files for the user, by name. Each writes one in dir.
var writers = map[string]func(dir string) error{
	"set-up": func(dir string) error {
		c, err := Load(System(), Flags{"config": filepath.Join(dir, "config.toml")})
		if err != nil {
			return err
		}
		return c.Save(NewSite{Name: "china", BaseURL: "https://cn.example", Key: NewSecret(testKey)})
	},
	"export":         func(dir string) error { return System().Create(filepath.Join(dir, "accounts.csv"), large('n')) },
	"history export": func(dir string) error { return System().Write(filepath.Join(dir, "history.json"), large('n')) },
}

// A process that is killed while it writes a file leaves the old file or the new one.
func TestKilledWhileWriting(t *testing.T) {
	if dir := os.Getenv("TEST_WRITE_DIR"); dir != "" { // in the process to be killed
		if err := writers[os.Getenv("TEST_WRITER")](dir); err != nil {
			t.Fatal(err)
		}
		return
	}
	for _, tt := range []struct {
		writer, file string
		old          []byte // nil for a new file
		isNew        func(text []byte) bool
	}{
		{"set-up", "config.toml", []byte(longConfig()), func(text []byte) bool {
			return bytes.HasPrefix(text, []byte("site = 'china'\n"+longConfig())) &&
				bytes.HasSuffix(text, []byte("api_key_file = 'china.key'\n"))
		}},
		{"export", "accounts.csv", nil, func(text []byte) bool { return bytes.Equal(text, large('n')) }},
		{"history export", "history.json", large('o'), func(text []byte) bool { return bytes.Equal(text, large('n')) }},
	} {
		for changes := range 4 {
			dir := t.TempDir()
			path := filepath.Join(dir, tt.file)
			if tt.old != nil {
				if err := os.WriteFile(path, tt.old, 0o600); err != nil {
					t.Fatal(err)
				}
			}
			killDuring(t, dir, tt.writer, changes+1)
			text, err := os.ReadFile(path)
			switch {
			case tt.old == nil && errors.Is(err, fs.ErrNotExist):
			case err != nil:
				t.Fatal(err)
			case tt.old != nil && bytes.Equal(text, tt.old), tt.isNew(text):
			default:
				t.Errorf("%s left %d bytes, which are neither the old file nor the new one", tt.writer, len(text))
			}
			if key, err := os.ReadFile(filepath.Join(dir, "china.key")); err == nil && string(key) != testKey+"\n" {
				t.Errorf("%s left a key file of %d bytes", tt.writer, len(key))
			}
		}
	}
}

// killDuring runs a writer in another process and kills it once it has changed files in
// dir so many times, unless it ends before.
func killDuring(t *testing.T, dir, writer string, changes int) {
	t.Helper()
	state := func() (text string) {
		entries, err := os.ReadDir(dir)
		if err != nil {
			t.Fatal(err)
		}
		for _, entry := range entries {
			if info, err := entry.Info(); err == nil { // else it is gone
				text += info.Name() + " " + info.ModTime().String() + "\n"
			}
		}
		return text
	}
	before := state()
	cmd := exec.Command(os.Args[0], "-test.run=^TestKilledWhileWriting$")
	cmd.Env = append(os.Environ(), "TEST_WRITE_DIR="+dir, "TEST_WRITER="+writer)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	for changes > 0 {
		select {
		case err := <-ended:
			if err != nil {
				t.Fatal(err)
			}
			return
		default:
		}
		if now := state(); now != before {
			before = now
			changes--
		}
	}
	_ = cmd.Process.Kill() // it may have ended
	<-ended
}
