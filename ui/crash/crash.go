// Package crash turns panics into values, and values into short reports that
// users can send.
package crash

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"
)

// Panic is a recovered panic.
type Panic struct {
	Value any
	Stack []string // functions with their lines, the innermost first
}

// Error describes the panic in one line.
func (p *Panic) Error() string { return "panic: " + fmt.Sprint(p.Value) }

// Recover must be deferred. It calls handle if the function panics. A *Panic that
// was passed on by another goroutine keeps its stack.
func Recover(handle func(*Panic)) {
	switch v := recover().(type) {
	case nil:
	case *Panic:
		handle(v)
	default:
		handle(&Panic{Value: v, Stack: stack()})
	}
}

// stack returns the frames of the panicking function and its callers.
func stack() []string {
	pcs := make([]uintptr, 64)
	frames := runtime.CallersFrames(pcs[:runtime.Callers(3, pcs)])
	var lines []string
	for f, more := frames.Next(); more; f, more = frames.Next() {
		if !strings.HasPrefix(f.Function, "runtime.") {
			lines = append(
				lines,
				fmt.Sprintf("%s %s:%d", f.Function, filepath.Base(f.File), f.Line),
			)
		}
	}
	return lines
}

// Group is a group of goroutines whose Wait panics if one of its functions did.
// The zero value is ready for use.
type Group struct{ all errgroup.Group }

// Go calls f in a new goroutine.
func (g *Group) Go(f func()) {
	g.all.Go(func() (err error) {
		defer Recover(func(p *Panic) { err = p })
		f()
		return nil
	})
}

// Wait waits for all functions.
func (g *Group) Wait() {
	if p := g.all.Wait(); p != nil {
		panic(p)
	}
}

// Report is the text of a report: the program, the system, the panic and its
// stack. The secret is removed from the panic's value.
func (p *Panic) Report(program string, at time.Time, secret string) string {
	value := fmt.Sprint(p.Value)
	if secret != "" {
		value = strings.ReplaceAll(value, secret, "[hidden]")
	}
	return fmt.Sprintf("%s\n%s %s/%s\n%s\n\npanic: %.500q (%T)\n\n%s\n",
		program, runtime.Version(), runtime.GOOS, runtime.GOARCH,
		at.UTC().Format(time.RFC3339), value, p.Value, strings.Join(p.Stack, "\n"))
}

// Save writes a report into a new file that only its owner can read.
func Save(dir, report string, at time.Time) (path string, err error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return "", err
	}
	f, err := os.CreateTemp(dir, "crash-"+at.UTC().Format("20060102-150405")+"-*.txt")
	if err != nil {
		return "", err
	}
	_, err = f.WriteString(report)
	return f.Name(), errors.Join(err, f.Close())
}
