package config

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"github.com/zalando/go-keyring"

	"channeldeck/ui/config/program"
)

// Source gives access to the system from which the configuration is read and to which it
// is saved.
type Source struct {
	GOOS   string
	Panes  []Pane // of the dashboard, in the order of their tabs: a configuration names some
	Getenv func(name string) string
	Open   func(path string) (fs.File, error)
	// atomic; only the owner may read a new file, an old one keeps its mode
	Write  func(path string, data []byte) error
	Secret func(path string, data []byte) error // like Write, but only the owner may read an old file too
	// like Write, but returns ErrChanged if the file no longer is old, nil for a missing one
	Replace func(path string, old, data []byte) error
	Create  func(path string, data []byte) error       // like Write, but returns fs.ErrExist if the path is taken
	Keyring func(service, user string) (string, error) // returns keyring.ErrNotFound for a missing entry

	// Run runs a program and returns its output, or an error as soon as the context ends
	// or the output is too long; context.Canceled also where an interruption ended the
	// program. It calls started once the program runs.
	Run func(ctx context.Context, p program.Program, started func()) ([]byte, error)
}

// System is the system of this process.
func System() Source {
	return Source{
		GOOS:    runtime.GOOS,
		Getenv:  os.Getenv,
		Open:    open,
		Write:   write,
		Secret:  writeSecret,
		Replace: replace,
		Create:  create,
		Run:     program.Run,
		Keyring: keyring.Get,
	}
}

// Larger files are not read.
const (
	maxFile    = 1 << 20
	maxKeyFile = 64 << 10
)

// The limits of a program that a setting names.
const (
	maxOutput   = 4 << 10
	commandTime = 10 * time.Second
)

// The reasons why a file is not read or written that are not those of the system.
var (
	ErrTooLarge   = errors.New("too large")
	ErrNotRegular = errors.New("not a regular file")
	ErrChanged    = errors.New("changed by another program meanwhile")
	ErrOwner      = errors.New("the owner cannot be kept")
)

// open opens regular files only: a FIFO would block.
func open(path string) (fs.File, error) {
	info, err := os.Stat(path)
	if err == nil && !info.Mode().IsRegular() {
		return nil, ErrNotRegular
	}
	return os.Open(path)
}

// read reads a file of at most limit bytes and returns its mode, 0 if it could not be
// opened.
func (s Source) read(path string, limit int64) ([]byte, fs.FileMode, error) {
	f, err := s.Open(path)
	if err != nil {
		return nil, 0, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, 0, err
	}
	data, err := io.ReadAll(io.LimitReader(f, limit+1))
	if err == nil && int64(len(data)) > limit {
		err = ErrTooLarge
	}
	return data, info.Mode(), err
}

// openToOthers reports whether the group or others have a permission. Windows has no such
// bits, and Go makes them up.
func (s Source) openToOthers(mode, permission fs.FileMode) bool {
	return s.GOOS != "windows" && mode&(permission<<3|permission) != 0
}

func isMissing(err error) bool { return errors.Is(err, fs.ErrNotExist) }

// path returns the path of the configuration file, "" without a home directory.
func (s Source) path(flags Flags) (string, Origin) {
	if path, ok := flags[flagConfig]; ok {
		return s.Expand(path, ""), Origin{Layer: Flag, Name: flagConfig}
	}
	if path := s.Getenv(envConfig); path != "" {
		return s.Expand(path, ""), Origin{Layer: Env, Name: envConfig}
	}
	if dir := s.serviceDir("CONFIGURATION_DIRECTORY"); dir != "" {
		return filepath.Join(dir, "config.toml"), Origin{}
	}
	dir := s.baseDir("AppData", "XDG_CONFIG_HOME", ".config")
	if dir == "" {
		return "", Origin{}
	}
	return filepath.Join(dir, "channeldeck", "config.toml"), Origin{}
}

// StateDir returns the directory for files that the program writes by itself, such as
// crash reports. Without a home directory it is relative.
func (s Source) StateDir() string {
	if dir := s.serviceDir("STATE_DIRECTORY"); dir != "" {
		return dir
	}
	return filepath.Join(
		s.baseDir("LocalAppData", "XDG_STATE_HOME", filepath.Join(".local", "state")),
		"channeldeck",
	)
}

// serviceDir returns a directory that systemd made for this service, "" without one. It is
// the first of a list.
func (s Source) serviceDir(variable string) string {
	dir, _, _ := strings.Cut(s.Getenv(variable), ":")
	if s.GOOS == "windows" || !filepath.IsAbs(dir) {
		return ""
	}
	return dir
}

// credential returns the path of a credential of this service, "" if it has none of the
// name.
func (s Source) credential(name string) string {
	dir := s.serviceDir("CREDENTIALS_DIRECTORY")
	if dir == "" || name != filepath.Base(name) {
		return ""
	}
	path := filepath.Join(dir, name)
	_, _, err := s.read(path, maxKeyFile)
	if isMissing(err) {
		return ""
	}
	return path
}

// baseDir returns the directory that a variable names or, without it, one below the home
// directory, or "". It ignores a relative path, as the XDG specification demands.
func (s Source) baseDir(windows, xdg, below string) string {
	dir := s.Getenv(xdg)
	if s.GOOS == "windows" {
		return s.Getenv(windows)
	}
	if filepath.IsAbs(dir) {
		return dir
	}
	if s.home() == "" {
		return ""
	}
	return filepath.Join(s.home(), below)
}

func (s Source) home() string {
	if s.GOOS == "windows" {
		return s.Getenv("USERPROFILE")
	}
	return s.Getenv("HOME")
}

// Expand resolves ~/ in the home directory and other relative paths in dir.
func (s Source) Expand(path, dir string) string {
	rest, ok := strings.CutPrefix(path, "~/")
	if ok && s.home() != "" {
		return filepath.Join(s.home(), rest)
	}
	if path == "" || dir == "" || filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(dir, path)
}

// Locale returns the language of the first POSIX variable that is set, "" for a language
// without a catalog.
func (s Source) Locale() (lang string, from Origin) {
	for _, name := range []string{"LC_ALL", "LC_MESSAGES", "LANG"} {
		if text := s.Getenv(name); text != "" {
			lang, _ := language(text)
			return lang, Origin{Layer: Env, Name: name}
		}
	}
	return "", Origin{}
}

// write replaces a file in one step: a crash leaves the old one or the new one.
// A symbolic link stays one, and the file keeps its owner and mode.
func write(path string, data []byte) error {
	return rewrite(path, data, 0o777, anyContent)
}

// writeSecret is write for a file that nobody but its owner may read from now on.
func writeSecret(path string, data []byte) error {
	return rewrite(path, data, 0o700, anyContent)
}

// replace is write for a file that must not have changed since it was read as old.
func replace(path string, old, data []byte) error {
	return rewrite(path, data, 0o777, func(path string) error {
		now, err := os.ReadFile(path)
		if err != nil && !isMissing(err) {
			return err
		}
		if !bytes.Equal(now, old) {
			return ErrChanged
		}
		return nil
	})
}

// anyContent lets a file be replaced whatever is in it.
func anyContent(string) error { return nil }

// rewrite replaces a file that check accepts. Of its mode, those bits stay that a mask has. A file
// whose owner the user cannot keep is written where it is, and not in one step.
func rewrite(path string, data []byte, mask fs.FileMode, check func(path string) error) error {
	path = linkTarget(path)
	old, err := os.Stat(path)
	if err == nil && !old.Mode().IsRegular() {
		return ErrNotRegular
	}
	if err != nil && !isMissing(err) {
		return err
	}
	if err != nil {
		old = nil
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	keep := func(temp *os.File) error {
		if old == nil {
			return nil
		}
		if err := keepOwner(temp, old); err != nil {
			return errors.Join(ErrOwner, err)
		}
		return temp.Chmod(old.Mode().Perm() & mask)
	}
	move := func(temp, path string) error {
		if err := check(path); err != nil {
			return err
		}
		return os.Rename(temp, path)
	}
	err = throughTemp(path, data, keep, move)
	if !errors.Is(err, ErrOwner) {
		return err
	}
	if err := check(path); err != nil {
		return err
	}
	return overwrite(path, data)
}

// maxLinks is how many symbolic links in a row are followed, as by Linux.
const maxLinks = 40

// linkTarget returns the path of the file that a path leads to. A symbolic link whose target does
// not exist leads to the file that writing through it would create.
func linkTarget(path string) string {
	for range maxLinks {
		if target, err := filepath.EvalSymlinks(path); err == nil {
			return target
		}
		target, err := os.Readlink(path)
		if err != nil {
			break
		}
		if !filepath.IsAbs(target) {
			target = filepath.Join(filepath.Dir(path), target)
		}
		path = target
	}
	return path
}

// overwrite writes into a file that exists.
func overwrite(path string, data []byte) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_TRUNC, 0)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	return errors.Join(err, f.Sync(), f.Close())
}

// create writes a new file in one step: a crash leaves no file or a complete one.
func create(path string, data []byte) error {
	keep := func(*os.File) error { return nil }
	return throughTemp(path, data, keep, func(temp, path string) error {
		err := os.Link(temp, path)
		if err == nil {
			return os.Remove(temp)
		}
		if _, taken := os.Lstat(path); taken == nil {
			return fs.ErrExist
		}
		return os.Rename(temp, path) // the file system has no hard links
	})
}

// throughTemp writes a file beside path, which only the owner can read until keep changes that, and
// moves it there once it is complete.
func throughTemp(
	path string,
	data []byte,
	keep func(temp *os.File) error,
	move func(temp, path string) error,
) error {
	f, err := os.CreateTemp(filepath.Dir(path), ".channeldeck-*")
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if err == nil {
		err = keep(f)
	}
	err = errors.Join(err, f.Sync(), f.Close())
	if err == nil {
		err = move(f.Name(), path)
	}
	if err != nil {
		return errors.Join(err, os.Remove(f.Name()))
	}
	return nil
}

// output returns what a program prints. e is the error of its setting.
func (s Source) output(
	ctx context.Context,
	p program.Program,
	e *Error,
	started func(),
) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, commandTime)
	defer cancel()
	p.Limit = maxOutput
	out, err := s.Run(ctx, p, started)
	e.Kind = KeyCommandFailed
	e.Value = p.Argv[0]
	e.Err = err
	switch {
	case err == nil:
		return string(out), nil
	case errors.Is(err, context.Canceled):
		return "", context.Canceled
	case errors.Is(err, exec.ErrNotFound), errors.Is(err, fs.ErrNotExist):
		e.Kind = KeyCommandMissing
		e.Value = ""
		e.Err = nil // its name may be the key
	case errors.Is(err, program.ErrTooLarge):
		e.Kind = KeyCommandLong
	case ctx.Err() != nil:
		e.Kind = KeyCommandSlow
	}
	return "", e
}
