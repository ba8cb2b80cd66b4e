// Package filled copies files that take long to fill, such as the history of the demo: each kind is filled once in a
// run of tests.
package filled

import (
	"os"
	"sync"
)

// Files has the content of files by their kind. The zero value has none.
type Files struct {
	mu     sync.Mutex
	byKind map[any]*file
}

// file is the content of a file, nil as long as nobody has filled it.
type file struct {
	mu      sync.Mutex
	content []byte
}

// Fill makes the file of a kind at path: fill fills the first one, and the others are copies of it. One that could
// not be filled, because its test ended for instance, is not kept.
func (f *Files) Fill(kind any, path string, fill func() error) error {
	one := f.of(kind)
	one.mu.Lock()
	defer one.mu.Unlock()
	if one.content != nil {
		return os.WriteFile(path, one.content, 0o600)
	}
	if err := fill(); err != nil {
		return err
	}
	content, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	one.content = content
	return nil
}

// of returns the file of a kind.
func (f *Files) of(kind any) *file {
	f.mu.Lock()
	defer f.mu.Unlock()
	one := f.byKind[kind]
	if one == nil {
		one = &file{}
		if f.byKind == nil {
			f.byKind = map[any]*file{}
		}
		f.byKind[kind] = one
	}
	return one
}
