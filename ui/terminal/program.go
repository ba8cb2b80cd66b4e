package terminal

import (
	"cmp"
	"context"
	"io"
	"os"
	"strings"
	"sync/atomic"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/ui/crash"
)

// Options say how a program runs.
type Options struct {
	In     io.Reader
	Out    *Terminal
	Mouse  bool
	Escape time.Duration            // how long an ESC may be the beginning of a sequence
	Sizes  <-chan tea.WindowSizeMsg // of the terminal, the present one first; nil for the terminal of this process
}

// Run shows a model on a terminal until it quits or ctx ends.
//
// Views are written by Out.Draw as soon as they change. Bubble Tea's renderer, which
// would wait for a tick, only sets up the terminal; it gets the fewest ticks it takes.
//
// The error is a *crash.Panic if the model or one of its commands panicked.
//
// The caller handles signals and ends ctx. Bubble Tea's own handlers of signals
// and contexts are not used: the first blocks for ever when the context ends
// while it holds a signal, the second closes the input while it is being read.
func Run(ctx context.Context, m tea.Model, o Options) error {
	running, stop := context.WithCancel(ctx)
	defer stop()
	g := &guarded{Model: m, out: o.Out}
	in := &receiver{
		in:      o.In,
		caught:  g.caught,
		decoder: newDecoder(o.Escape),
	}
	var theirs io.Reader = strings.NewReader("") // nil does not survive tea.Exec
	_, file := o.In.(*os.File)
	if file && !readsTerminal {
		in = nil
		theirs = o.In
	}
	o.Out.in = in
	options := []tea.ProgramOption{
		tea.WithInput(theirs),
		tea.WithOutput(o.Out),
		tea.WithAltScreen(),
		tea.WithFPS(1),
		tea.WithoutSignalHandler(),
	}
	var jobs *jobControl
	if o.Sizes == nil {
		jobs = newJobControl(running, in, o.Mouse)
		options = append(options, tea.WithFilter(jobs.filter))
	}
	if o.Mouse {
		options = append(options, tea.WithMouseCellMotion())
	}
	p := tea.NewProgram(g, options...)
	g.quit = p.Quit
	defer context.AfterFunc(ctx, p.Quit)()
	if o.Sizes == nil {
		go jobs.watch(p)
	} else {
		go func() {
			for size := range o.Sizes {
				p.Send(size)
			}
		}()
	}
	if in != nil {
		in.send = p.Send
	}
	if err := in.start(); err != nil {
		return err
	}
	_, err := p.Run()
	err = cmp.Or(err, g.unread, in.stop())
	if caught := g.panicked.Load(); caught != nil {
		return caught
	}
	if ctx.Err() != nil {
		return context.Canceled
	}
	return err
}

// guarded draws the views of a model, and ends the program when the model or a command
// panics. Bubble Tea would print the panic into the terminal.
type guarded struct {
	tea.Model
	out      *Terminal
	quit     func()
	unread   error // of reading the terminal
	panicked atomic.Pointer[crash.Panic]
}

func (g *guarded) caught(p *crash.Panic) {
	g.panicked.CompareAndSwap(nil, p)
	go g.quit() // it blocks while the event loop is busy, perhaps with the caller
}

// Init guards the model's Init.
func (g *guarded) Init() tea.Cmd {
	defer crash.Recover(g.caught)
	return g.command(g.Model.Init())
}

// Update guards the model's Update.
func (g *guarded) Update(msg tea.Msg) (self tea.Model, cmd tea.Cmd) {
	self = g // also after a panic
	defer crash.Recover(g.caught)
	switch m := msg.(type) {
	case unreadable:
		g.unread = m.err
		return g, tea.Quit
	case tea.WindowSizeMsg:
		size := g.out.sizeOr(m)
		msg = size
		g.out.Resize(size.Width, size.Height)
		if g.out.reader != nil {
			msg = readerSize
		}
	}
	g.Model, cmd = g.Model.Update(msg)
	return g, g.command(cmd)
}

// View guards the model's View, which Bubble Tea calls after each Update, and draws it.
func (g *guarded) View() string {
	defer crash.Recover(g.caught)
	view := g.Model.View()
	g.out.Draw(view)
	return view
}

func (g *guarded) command(cmd tea.Cmd) tea.Cmd {
	if cmd == nil {
		return nil
	}
	return func() tea.Msg {
		defer crash.Recover(g.caught)
		msg := cmd()
		if batch, ok := msg.(tea.BatchMsg); ok {
			for i := range batch {
				batch[i] = g.command(batch[i])
			}
		}
		return msg
	}
}
