// Package cli is the command line: the dashboard, the commands for scripts and
// pipes, the sandbox and the configuration.
//
// Standard output carries data only; everything else goes to standard error. The
// exit codes are the constants Exit….
package cli

import (
	"context"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"runtime"
	"strings"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/spf13/pflag"

	"channeldeck/theme"
	"channeldeck/ui"
	"channeldeck/ui/config"
	"channeldeck/ui/crash"
	"channeldeck/ui/explain"
	"channeldeck/ui/text/narrow"
	"channeldeck/ui/words"
)

// Env is the process environment of one run.
type Env struct {
	Args     []string // without the program's name
	In       io.Reader
	Out, Err io.Writer
	Environ  []string // "NAME=value"
	Config   config.Source
	Now      func() time.Time
	Hangup   <-chan os.Signal // SIGHUP: reloads a server, ends everything else; may be nil

	badZone bool   // TZ names no time zone
	brief   func() // is called for a command that ends by itself; may be nil

	firstPause time.Duration // of a client before it repeats a request; 0 for the default

	fillDemo func(demoFlags) demoFill // returns what fills the history of a demo; nil for demo.Fill

	remote *remote // nil for a run on the user's own machine
	parent *parent // nil for a run of its own
}

// Main runs the command line of this process and returns its exit code. It calls brief if the command
// ends by itself.
func Main(brief func()) int {
	// Bubble Tea waits for input in a system call that blocks one processor of Go's
	// scheduler for up to 10 ms, so add one.
	runtime.GOMAXPROCS(runtime.GOMAXPROCS(0) + 1)
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	prepareProcesses()
	narrow.Restore()
	context.AfterFunc(ctx, stop) // a second Ctrl-C ends the program at once
	hangup := make(chan os.Signal, 1)
	if !signal.Ignored(syscall.SIGHUP) { // nohup ignores it
		signal.Notify(hangup, syscall.SIGHUP)
	}
	return Run(ctx, Env{
		Args:    os.Args[1:],
		In:      os.Stdin,
		Out:     os.Stdout,
		Err:     os.Stderr,
		Environ: os.Environ(),
		Config:  config.System(),
		Now:     time.Now,
		Hangup:  hangup,
		brief:   brief,
		badZone: !setZone(os.Getenv("TZ")),
	})
}

// prepareProcesses makes it safe to start programs later. Before the first one, package os
// clones this process to see whether Linux has pidfds. The clone shares our memory and runs
// our signal handlers: a Ctrl-C that ends it corrupts this process ("fatal: morestack on
// gsignal"). While os/signal catches Ctrl-C it does not end the clone.
func prepareProcesses() {
	if self, err := os.FindProcess(os.Getpid()); err == nil {
		_ = self.Release()
	}
}

// app is a run of the command line at one site. A command that shows several sites has a list of them:
// see withSites.
type app struct {
	*invocation
	service
	demo   demoFlags
	origin explain.Origin
	key    config.Secret // once it was fetched: errors must not repeat it
}

// invocation is one run of the command line: what is the same at all its sites. While these are asked at the
// same time, nothing of it changes.
type invocation struct {
	Env
	output
	list   listFlags // of a command that prints a list
	words  *words.Words
	cfg    *config.Config
	log    *slog.Logger
	hangup atomic.Pointer[func()]
	ages   []typedAge // of the flags, to be set anew after the time changed
}

// newApp returns a run that is connected to no site yet.
func newApp(env Env, w *words.Words) *app {
	return &app{invocation: &invocation{Env: env, words: w}}
}

// atOther returns the same run for another site.
func (a *app) atOther() *app {
	other := &app{invocation: a.invocation, demo: a.demo}
	other.transport = a.transport
	other.onlyReads = a.onlyReads
	return other
}

// Run runs one command and returns its exit code.
func Run(ctx context.Context, env Env) int {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	env.Config.Panes = ui.Panes(ui.Makers())
	a := newApp(env, newWords(env))
	a.format = earlyFlags(env.Args)["output"]
	end := func() { cancel() }
	a.hangup.Store(&end)
	go func() {
		for {
			select {
			case <-env.Hangup:
				(*a.hangup.Load())()
			case <-ctx.Done():
				return
			}
		}
	}()
	err := a.execute(ctx)
	_, panicked := err.(*crash.Panic)
	if ctx.Err() != nil && !panicked {
		err = context.Canceled
	}
	return a.finish(err)
}

// newWords returns the texts in the language of a run. It is needed before the
// commands are made, for their help; they report mistakes in the configuration.
func newWords(env Env) *words.Words {
	cfg, _ := env.load(earlyFlags(env.Args))
	w, err := words.New(langOf(env, cfg))
	if err != nil {
		panic(err) // the catalogs are part of the program
	}
	return w
}

// langOf returns the language of a configuration, or English where a terminal shows only ASCII.
func langOf(env Env, cfg *config.Config) words.Lang {
	if !theme.ShowsUnicode(env.Environ) {
		return words.English
	}
	return words.Lang(cfg.Lang.V)
}

func (a *app) execute(ctx context.Context) (err error) {
	defer crash.Recover(func(p *crash.Panic) { err = p })
	if err := longArgument(a.words, a.Args); err != nil {
		return err
	}
	cmd, err := a.root().ExecuteContextC(ctx)
	err = a.save(err)
	e, ok := err.(*commandError)
	if ok && cmd.Flag(e.flag) != nil { // else it is about an argument
		value, usage := pflag.UnquoteUsage(cmd.Flag(e.flag))
		e.hint = a.words.T("cli.hint.usage", "Flag", strings.TrimSpace("--"+e.flag+" "+value), "Usage", usage)
	}
	return err
}
