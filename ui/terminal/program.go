package terminal

import (
	"context"
	"io"
	"sync/atomic"

	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/ui/crash"
)

// Run shows a model on a terminal until it quits or ctx ends. The terminal is that
// of this process unless sizes sends its sizes, beginning with the present one.
//
// Views are written by out.Draw as soon as they change. Bubble Tea's renderer, which
// would wait for a tick, only sets up the terminal; it gets the fewest ticks it takes.
//
// The error is a *crash.Panic if the model or one of its commands panicked.
//
// The caller handles signals and ends ctx. Bubble Tea's own handlers of signals
// and contexts are not used: the first blocks for ever when the context ends
// while it holds a signal, the second closes the input while it is being read.
func Run(ctx context.Context, m tea.Model, in io.Reader, out *Terminal, mouse bool, sizes <-chan tea.WindowSizeMsg) error {
	running, stop := context.WithCancel(ctx)
	defer stop()
	options := []tea.ProgramOption{tea.WithInput(in), tea.WithOutput(out), tea.WithAltScreen(), tea.WithFPS(1), tea.WithoutSignalHandler()}
	var jobs *jobControl
	if sizes == nil {
		jobs = newJobControl(running, mouse)
		options = append(options, tea.WithFilter(jobs.filter))
	}
	if mouse {
		options = append(options, tea.WithMouseCellMotion())
	}
	g := &guarded{Model: m, out: out}
	p := tea.NewProgram(g, options...)
	g.quit = p.Quit
	defer context.AfterFunc(ctx, p.Quit)()
	if sizes == nil {
		go jobs.watch(p)
	} else {
		go func() {
			for size := range sizes {
				p.Send(size)
			}
		}()
	}
	_, err := p.Run()
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
	if size, ok := msg.(tea.WindowSizeMsg); ok {
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
