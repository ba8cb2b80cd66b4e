package config

import (
	"context"
	"errors"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/zalando/go-keyring"

	"channeldeck/ui/config/program"
)

const home = "/home/ann"

// confPath is the configuration file of these tests.
const confPath = home + "/.config/channeldeck/config.toml"

// system is a Source made of maps.
type system struct {
	env   map[string]string
	files fstest.MapFS // absolute paths without the first slash
	ring  map[string]string
	goos  string

	ran      [][]string
	out      string
	runErr   error
	ringErr  error
	openErr  error
	writeErr error
}

func newSystem(config string) *system {
	w := &system{
		env:   map[string]string{"HOME": home},
		files: fstest.MapFS{},
		ring:  map[string]string{},
		goos:  "linux",
	}
	if config != "" {
		w.put(confPath, config, 0o644)
	}
	return w
}

func (w *system) put(path, text string, mode fs.FileMode) {
	w.files[strings.TrimPrefix(path, "/")] = &fstest.MapFile{Data: []byte(text), Mode: mode}
}

func (w *system) text(t *testing.T, path string) string {
	t.Helper()
	f, ok := w.files[strings.TrimPrefix(path, "/")]
	if !ok {
		t.Fatalf("no file %s", path)
	}
	return string(f.Data)
}

func (w *system) source() Source {
	s := Source{
		GOOS: w.goos,
		Panes: []Pane{
			{Name: "overview", ViewTerms: []string{"sort", "columns", "baseline"}},
			{Name: "accounts", ViewTerms: []string{"sort", "columns", "baseline"}, ViewFilters: true},
			{Name: "groups", ViewTerms: []string{"sort", "columns"}},
			{Name: "works"},
			{Name: "prices", ViewTerms: []string{"sort", "columns", "question"}},
		},
		Getenv: func(name string) string { return w.env[name] },
		Open: func(path string) (fs.File, error) {
			if w.openErr != nil {
				return nil, w.openErr
			}
			return w.files.Open(strings.TrimPrefix(filepath.ToSlash(path), "/"))
		},
		Write: func(path string, data []byte) error {
			if w.writeErr != nil {
				return w.writeErr
			}
			w.put(path, string(data), 0o600)
			return nil
		},
		Run: func(ctx context.Context, p program.Program, started func()) ([]byte, error) {
			started()
			w.ran = append(w.ran, p.Argv)
			return []byte(w.out), w.runErr
		},
		Keyring: func(service, user string) (string, error) {
			if w.ringErr != nil {
				return "", w.ringErr
			}
			key, ok := w.ring[service+"/"+user]
			if !ok {
				return "", keyring.ErrNotFound
			}
			return key, nil
		},
	}
	s.Secret = s.Write
	s.Replace = func(path string, _, data []byte) error { return s.Write(path, data) }
	return s
}

func (w *system) load(t *testing.T, flags Flags) *Config {
	t.Helper()
	c, err := Load(w.source(), flags)
	if err != nil {
		t.Fatalf("Load: %v", err)
	}
	return c
}

func (w *system) site(t *testing.T, flags Flags) *Site {
	t.Helper()
	s, err := w.load(t, flags).Site()
	if err != nil {
		t.Fatalf("Site: %v", err)
	}
	return s
}

// only returns the one error in err.
func only(t *testing.T, err error) *Error {
	t.Helper()
	errs := Errors(err)
	if len(errs) != 1 {
		t.Fatalf("want one error, got %d: %v", len(errs), err)
	}
	return errs[0]
}

// brokenFile can be opened and then fails.
type brokenFile struct{ statErr error }

var errBroken = errors.New("broken")

func (f brokenFile) Stat() (fs.FileInfo, error) {
	if f.statErr != nil {
		return nil, f.statErr
	}
	return fs.Stat(fstest.MapFS{"k": {Mode: 0o600}}, "k")
}
func (brokenFile) Read([]byte) (int, error) { return 0, errBroken }
func (brokenFile) Close() error             { return nil }
