package cli

import (
	"bytes"
	"cmp"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"runtime"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"channeldeck/theme"
	"channeldeck/ui/config"
)

// runAttached runs a program of the user in the terminal. Ctrl-C is for the program meanwhile.
func runAttached(a *app, argv []string, in io.Reader) error {
	cmd := exec.Command(argv[0], argv[1:]...)
	cmd.Stdin = in
	cmd.Stdout = a.Out
	cmd.Stderr = a.Err
	cmd.Env = a.Environ
	interrupts := make(chan os.Signal, 1)
	signal.Notify(interrupts, os.Interrupt) // a second one would end this process only
	defer signal.Stop(interrupts)
	return cmd.Run()
}

// page calls print with the output, or with a pager: PAGER, where the output is longer than
// the terminal and --no-pager is not given.
func (a *app) page(print func(io.Writer) error) error {
	font := a.font(a.Out)
	if font != nil && a.isForReading() {
		signs := print
		print = func(out io.Writer) error {
			var all strings.Builder
			err := signs(&all)
			shown, hidden := font(all.String())
			_, failed := io.WriteString(out, shown)
			if name, _ := theme.Locale(a.Environ); hidden {
				a.say(a.words.T("root.only_ascii", "Variable", name))
			}
			return cmp.Or(err, failed)
		}
	}
	pager := a.Config.Getenv("PAGER")
	out, isFile := a.Out.(*os.File)
	if len(strings.Fields(pager)) == 0 || a.noPager || a.remote != nil || !isFile ||
		!term.IsTerminal(int(out.Fd())) {
		return print(a.Out)
	}
	var all bytes.Buffer
	err := print(&all)
	if _, height, failed := term.GetSize(int(out.Fd())); failed != nil ||
		bytes.Count(all.Bytes(), []byte("\n")) < height {
		_, failed = all.WriteTo(out)
		return cmp.Or(err, failed)
	}
	if a.Config.Getenv("LESS") == "" {
		a.Environ = append(a.Environ, "LESS=FRX") // shows colours, and leaves the text on screen
	}
	text := all.Bytes()
	argv := []string{"sh", "-c", pager}
	if runtime.GOOS == "windows" {
		argv = strings.Fields(pager)
	}
	// the user may have seen nothing
	if failed := runAttached(
		a,
		argv,
		bytes.NewReader(text),
	); failed != nil && !isInterrupted(failed) {
		_, failed = out.Write(text)
		return cmp.Or(err, failed)
	}
	return err
}

// isInterrupted reports whether the user ended a program, directly or in a shell.
func isInterrupted(err error) bool {
	ended, ok := err.(*exec.ExitError)
	return ok && (ended.ExitCode() == -1 || ended.ExitCode() == 130)
}

// newConfigEdit makes the command that opens the configuration in the user's editor and then
// reports its mistakes.
func newConfigEdit(a *app) *cobra.Command {
	return command(a.words, "cli.config.edit", "edit", func(cmd *cobra.Command, _ []string) error {
		_ = a.loadConfig(cmd) // the user may want to correct its mistakes
		if err := a.cfg.CheckNew(); err == nil {
			if err := a.cfg.Write(a.words.T("cli.config.template")); err != nil {
				return err
			}
		} else if !config.IsKind(err, config.FileExists) {
			return err
		}
		editor := "vi"
		if runtime.GOOS == "windows" {
			editor = "notepad"
		}
		for _, name := range []string{"EDITOR", "VISUAL"} { // the last one wins
			value := a.Config.Getenv(name)
			if strings.TrimSpace(value) != "" {
				editor = value
			}
		}
		if err := runAttached(a, append(strings.Fields(editor), a.cfg.Path), a.In); err != nil {
			return fail(
				a.words, ExitFailed, "cli.error.editor",
				"Editor", editor,
				"Reason", err.Error(),
			)
		}
		return checkConfig(cmd, a)
	})
}
