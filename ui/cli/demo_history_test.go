package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"testing"

	"channeldeck/api/history"
	"channeldeck/ui/demo"
)

// pasts are the histories of demos that tests have filled. They are in the directory for temporary files of the
// process: a test may set one that is removed with it.
var pasts = demoPasts{within: os.TempDir()}

// demoPasts keeps the filled histories of demos, by what they depend on. A demo of the same kind gets a copy, which
// is much faster than to fill another one.
type demoPasts struct {
	within string
	mu     sync.Mutex
	dir    string // of the files, below within; "" before there is one
	byKind map[string]*demoPast
}

// demoPast is a file with the history of a demo.
type demoPast struct {
	mu     sync.Mutex
	path   string
	filled bool
}

// filler returns what fills the history of a demo that has some flags.
func (p *demoPasts) filler(of demoFlags) demoFill {
	return func(ctx context.Context, from demo.Source, into history.Config) error {
		past, err := p.of(fmt.Sprintf("%+v %t %s %q %s %d %t",
			of, from.Chinese, into.Language, into.User, into.StaleAfter, into.KeepBytes, into.NoSessions))
		if err != nil {
			return err
		}
		return past.copyTo(into.Path, func() error {
			into.Path = past.path
			return demo.Fill(ctx, from, into)
		})
	}
}

// of returns the file of a kind, which may be empty.
func (p *demoPasts) of(kind string) (*demoPast, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.dir == "" {
		dir, err := os.MkdirTemp(p.within, "channeldeck-pasts-")
		if err != nil {
			return nil, err
		}
		p.dir = dir
		p.byKind = map[string]*demoPast{}
	}
	past := p.byKind[kind]
	if past == nil {
		past = &demoPast{path: filepath.Join(p.dir, strconv.Itoa(len(p.byKind)))}
		p.byKind[kind] = past
	}
	return past, nil
}

// copyTo writes a copy of the history, which fill fills if nobody has before.
func (p *demoPast) copyTo(path string, fill func() error) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.filled {
		if err := fill(); err != nil { // the command has ended
			return errors.Join(err, os.Remove(p.path))
		}
		p.filled = true
	}
	file, err := os.ReadFile(p.path)
	if err != nil {
		return err
	}
	return os.WriteFile(path, file, 0o600)
}

// remove removes all files.
func (p *demoPasts) remove() {
	_ = os.RemoveAll(p.dir)
}

// runWithOwnDemo is run with a demo that fills its own history, as that of a user does.
func runWithOwnDemo(t *testing.T, args ...string) result {
	t.Helper()
	w, out, err := newEnv(t, nil, args...)
	w.fillDemo = nil
	code := Run(t.Context(), w)
	return result{code, out.String(), err.String()}
}
