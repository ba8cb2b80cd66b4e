package pane

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/ui/command"
	"channeldeck/ui/config"
	"channeldeck/ui/config/program"
	"channeldeck/ui/text"
)

// RowSource is a screen with rows that own commands run for: those that are selected, or
// the one under the cursor.
type RowSource interface {
	WithCommandRows(then func([]command.Row) tea.Cmd) tea.Cmd
}

// ownCommand is an own command with its key.
type ownCommand struct {
	*config.Command
	key key.Binding
}

// ownCommands returns the own commands of a pane.
func ownCommands(c *Context, pane string) (list []ownCommand) {
	for _, own := range c.Commands {
		if own.In(pane) {
			name := keyNamed(own.Key.V)
			list = append(list, ownCommand{
				own,
				key.NewBinding(
					key.WithKeys(name),
					key.WithHelp(c.KeyName([]string{name}), text.Line(own.Name.V)),
				),
			})
		}
	}
	return list
}

// CommandKeys returns the keys of the own commands that work on the top screen.
func (s *Stack) CommandKeys() (list []key.Binding) {
	_, ok := s.Top().(RowSource)
	if !ok || s.Capturing() || s.Asking() {
		return nil
	}
	for _, own := range s.own {
		list = append(list, own.key)
	}
	return list
}

// onCommandKey begins the own command of a key.
func (s *Stack) onCommandKey(msg tea.KeyMsg) (cmd tea.Cmd, handled bool) {
	source, ok := s.Top().(RowSource)
	i := slices.IndexFunc(s.own, func(own ownCommand) bool {
		return key.Matches(msg, own.key)
	})
	if !ok || i < 0 || s.Capturing() || s.Asking() {
		return nil, false
	}
	return source.WithCommandRows(func(rows []command.Row) tea.Cmd {
		return s.beginCommand(s.own[i].Command, rows)
	}), true
}

// maxUnasked is the number of processes that start without a question.
const maxUnasked = 10

// beginCommand prepares a command for rows, asks where it must, and runs it.
func (s *Stack) beginCommand(own *config.Command, rows []command.Row) tea.Cmd {
	w := s.ctx.Words
	name := text.Line(own.Name.V)
	if len(rows) == 0 {
		return Notify(Info, w.T("command.no_row", "Name", name))
	}
	site := s.screens[len(s.screens)-1].site
	if s.ctx.Demo {
		site = ""
	}
	programs, err := command.Prepare(own, rows, command.Place{Pane: s.name, Site: site})
	refused, ok := errors.AsType[*command.Refused](err)
	if ok {
		return Notify(
			Warning,
			w.T(
				"command.refused."+string(refused.Fault),
				"Name", name,
				"ID", short(refused.ID),
				"Argument", short(refused.Argument),
				"Field", short(refused.Field),
			),
		)
	}
	if err != nil {
		return Notify(
			Failure,
			w.T("command.failed", "Name", name, "Reason", text.Line(err.Error())),
		)
	}
	run := &commandRun{
		ctx:      s.ctx,
		stack:    s,
		command:  own,
		rows:     rows,
		programs: programs,
	}
	if own.Confirm.V || len(programs) > maxUnasked {
		line := short(strings.Join(programs[0].Argv, " "))
		return s.Ask(Question{
			Title: name,
			Text:  w.N("command.confirm", len(rows), "Command", line),
			Yes:   w.T("command.run"),
			Then:  run.start,
		})
	}
	return run.start()
}

// short is a text in a notice.
func short(s string) string {
	return text.Cut(text.Line(s), maxCommandText)
}

const (
	maxCommandText = 120 // cells of a text in a notice
	maxCommandTail = 3   // lines of output in a notice
)

// commandRun is a run of an own command. It is also its message: of each program that had
// the terminal, and of the end of all others.
type commandRun struct {
	ctx      *Context
	stack    *Stack
	command  *config.Command
	rows     []command.Row
	programs []program.Program
	results  []command.Result
}

// start starts the next program that gets the terminal, or else all programs.
func (r *commandRun) start() tea.Cmd {
	s := r.stack
	if r.command.Output.V != config.OutputTerminal {
		running := Notify(
			Info,
			s.ctx.Words.N(
				"command.running", len(r.programs),
				"Name", text.Line(r.command.Name.V),
			),
		)
		return tea.Batch(running, func() tea.Msg {
			done := *r
			done.results = command.Run(s.ctx.Base, r.command, r.programs)
			return done
		})
	}
	if s.ctx.RunProgram == nil {
		return Notify(
			Warning,
			s.ctx.Words.T("command.no_terminal", "Name", text.Line(r.command.Name.V)),
		)
	}
	return s.ctx.RunProgram(r.programs[len(r.results)], func(err error) tea.Msg {
		done := *r
		done.results = append(slices.Clip(r.results), command.Result{Err: err})
		return done
	})
}

// onCommandRun reports what programs did, or starts the next one.
func (s *Stack) onCommandRun(r commandRun) tea.Cmd {
	w := s.ctx.Words
	n := len(r.results)
	if n > 0 && errors.Is(r.results[n-1].Err, context.Canceled) {
		return nil
	}
	if r.command.Output.V == config.OutputTerminal && n < len(r.programs) &&
		r.results[n-1].Err == nil {
		return r.start()
	}
	failed := slices.IndexFunc(r.results, func(one command.Result) bool {
		return one.Err != nil
	})
	output := r.output()
	name := text.Line(r.command.Name.V)
	paged := r.command.Output.V == config.OutputPager && output != "" && !s.Capturing() &&
		!s.Asking()
	if paged {
		s.Push(NewText(s, TextConfig{
			Title: func() string { return name },
			Lines: func(width int) []string {
				return indent(text.Wrap(output, width-1))
			},
			Copy: func() tea.Cmd { return s.Output.CopyText(name, output) },
		}))
	}
	tail := tailOf(output)
	if failed >= 0 {
		notice := r.failure(failed)
		return Notify(notice.Level, notice.Text)
	}
	if paged || r.command.Output.V == config.OutputTerminal {
		return nil
	}
	if tail == "" || r.command.Output.V == config.OutputNone {
		return Notify(Done, w.N("command.done", len(r.rows), "Name", name))
	}
	return Notify(Done, w.N("command.output", len(r.rows), "Name", name, "Output", tail))
}

// failure describes the first failure, and how many there are.
func (r *commandRun) failure(first int) Notice {
	w := r.ctx.Words
	n := 0
	for _, one := range r.results {
		if one.Err != nil {
			n++
		}
	}
	result := r.results[first]
	reason := w.T("command.reason", "Reason", r.reason(result.Err))
	if tail := tailOf(string(result.Output)); tail != "" {
		reason = w.T("command.reason_output", "Reason", r.reason(result.Err), "Output", tail)
	}
	pairs := []any{"Name", text.Line(r.command.Name.V), "Reason", reason}
	if len(r.programs) == 1 {
		return Notice{Level: Failure, Text: w.T("command.failed", pairs...)}
	}
	return Notice{
		Level: Failure,
		Text: w.T(
			"command.failed_some",
			append(
				pairs,
				"N", w.Int(n),
				"Of", w.Int(len(r.programs)),
				"ID", short(r.rows[first].ID),
			)...,
		),
	}
}

// reason is an error in words.
func (r *commandRun) reason(err error) string {
	w := r.ctx.Words
	size, limit := command.Limits(r.command)
	exit, isExit := errors.AsType[interface {
		error
		ExitCode() int
	}](err)
	if errors.Is(err, context.DeadlineExceeded) {
		return w.T("command.slow", "Limit", limit)
	}
	if errors.Is(err, program.ErrTooLarge) {
		return w.T("command.long", "Size", w.Int(size>>10))
	}
	if command.IsMissing(err) {
		return w.T("command.missing", "Program", short(r.command.Run[0]))
	}
	if isExit && exit.ExitCode() >= 0 {
		return w.T("command.exit", "Code", exit.ExitCode())
	}
	return text.Line(err.Error())
}

// output returns the output of all programs, each below the row it ran for where there are several.
func (r *commandRun) output() string {
	var b strings.Builder
	for i, one := range r.results {
		printed := strings.TrimRight(text.CleanLines(string(one.Output)), "\n ")
		if printed == "" {
			continue
		}
		if len(r.programs) > 1 && r.command.Output.V == config.OutputPager {
			b.WriteString(r.ctx.Theme.Glyphs.Bullet + " " + text.Line(r.rows[i].ID) + "\n")
		}
		b.WriteString(printed + "\n")
	}
	return strings.TrimRight(b.String(), "\n")
}

// indent puts a blank before each line.
func indent(lines []string) []string {
	for i, line := range lines {
		lines[i] = " " + line
	}
	return lines
}

// tailOf returns the last lines of a program's output in one line.
func tailOf(output string) string {
	var lines []string
	for line := range strings.SplitSeq(text.CleanLines(output), "\n") {
		if line = strings.TrimSpace(line); line != "" {
			lines = append(lines, short(line))
		}
	}
	return strings.Join(lines[max(len(lines)-maxCommandTail, 0):], " / ")
}
