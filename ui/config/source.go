package config

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"github.com/zalando/go-keyring"
)

// Source is the world that configuration is read from and saved to.
type Source struct {
	GOOS    string
	Getenv  func(name string) string
	Open    func(path string) (fs.File, error)
	Write   func(path string, data []byte) error // whole or not at all; only the owner may read it
	Run     func(ctx context.Context, argv []string) ([]byte, error)
	Keyring Keyring
}

// Keyring is the system's store of secrets.
type Keyring interface {
	// Get returns keyring.ErrNotFound where there is no such secret.
	Get(service, user string) (string, error)
	Set(service, user, secret string) error
}

// System is the real world.
func System() Source {
	return Source{
		GOOS:    runtime.GOOS,
		Getenv:  os.Getenv,
		Open:    func(path string) (fs.File, error) { return os.Open(path) },
		Write:   write,
		Run:     run,
		Keyring: systemKeyring{},
	}
}

// Sizes beyond which a file is no configuration and no key.
const (
	maxFile    = 1 << 20
	maxKeyFile = 64 << 10
)

var errTooLarge = errors.New("too large")

// read reads a file of at most limit bytes.
func (s Source) read(path string, limit int64) ([]byte, error) {
	f, err := s.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return readAll(f, limit)
}

func readAll(r io.Reader, limit int64) ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(r, limit+1))
	if err == nil && int64(len(data)) > limit {
		err = errTooLarge
	}
	return data, err
}

func isMissing(err error) bool { return errors.Is(err, fs.ErrNotExist) }

// path says which file is the configuration: empty where there is no home.
func (s Source) path(flags Flags) (string, Origin) {
	if path, ok := flags[flagConfig]; ok {
		return s.expand(path, ""), Origin{Layer: Flag, Name: flagConfig}
	}
	if path := s.Getenv(envConfig); path != "" {
		return s.expand(path, ""), Origin{Layer: Env, Name: envConfig}
	}
	dir := s.configHome()
	if dir == "" {
		return "", Origin{}
	}
	return filepath.Join(dir, "channeldeck", "config.toml"), Origin{}
}

func (s Source) configHome() string {
	if s.GOOS == "windows" {
		return s.Getenv("AppData")
	}
	// The XDG rules say that a relative path here is to be ignored.
	if dir := s.Getenv("XDG_CONFIG_HOME"); filepath.IsAbs(dir) {
		return dir
	}
	if home := s.home(); home != "" {
		return filepath.Join(home, ".config")
	}
	return ""
}

func (s Source) home() string {
	if s.GOOS == "windows" {
		return s.Getenv("USERPROFILE")
	}
	return s.Getenv("HOME")
}

// expand reads ~/ as the home directory and other relative paths from dir.
func (s Source) expand(path, dir string) string {
	if rest, ok := strings.CutPrefix(path, "~/"); ok && s.home() != "" {
		return filepath.Join(s.home(), rest)
	}
	if path == "" || dir == "" || filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(dir, path)
}

// locale reads the language from the variables that POSIX names, in their order.
func (s Source) locale() (lang string, from Origin) {
	for _, name := range []string{"LC_ALL", "LC_MESSAGES", "LANG"} {
		if text := s.Getenv(name); text != "" {
			if lang, ok := language(text); ok {
				return lang, Origin{Layer: Env, Name: name}
			}
			break
		}
	}
	return "en", Origin{}
}

// write replaces a file in one step, so that a crash leaves the old one or the
// new one. A link, as keepers of dotfiles use them, stays a link. The file that
// CreateTemp makes is for the owner alone.
func write(path string, data []byte) error {
	if target, err := filepath.EvalSymlinks(path); err == nil {
		path = target
	}
	dir := filepath.Dir(path)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	f, err := os.CreateTemp(dir, ".channeldeck-*")
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	err = errors.Join(err, f.Sync(), f.Close())
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		return errors.Join(err, os.Remove(f.Name()))
	}
	return nil
}

// run starts a program without a shell. What it says on stderr is dropped: a
// failing helper may well repeat the key there.
func run(ctx context.Context, argv []string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, argv[0], argv[1:]...)
	cmd.WaitDelay = time.Second // a grandchild may hold the pipe open
	out, err := cmd.Output()
	if exit, ok := errors.AsType[*exec.ExitError](err); ok {
		return nil, fmt.Errorf("exit status %d", exit.ExitCode())
	}
	return out, err
}

type systemKeyring struct{}

func (systemKeyring) Get(service, user string) (string, error) { return keyring.Get(service, user) }
func (systemKeyring) Set(service, user, secret string) error {
	return keyring.Set(service, user, secret)
}
