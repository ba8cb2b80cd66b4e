package cli

import (
	"errors"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// root is the whole tree of commands; without one it is the dashboard.
func (a *app) root() *cobra.Command {
	root := a.dashboardCommand()
	root.SetArgs(append([]string{}, a.Args...)) // for nil cobra takes those of the process
	root.SetIn(a.In)
	root.SetOut(a.Out)
	root.SetErr(a.Err)
	root.SilenceErrors, root.SilenceUsage = true, true
	root.CompletionOptions.DisableDefaultCmd = true
	root.SetFlagErrorFunc(a.flagError)
	root.SetHelpFunc(a.help)
	root.SetHelpCommand(a.helpCommand())
	root.PersistentFlags().BoolP("help", "h", false, a.words.T("cli.flag.help"))
	a.persistentFlags(root.PersistentFlags())
	a.completes(root, nil, completions{
		"site": siteNames(), "output": oneOf(formatNames()...), "lang": oneOf("en", "zh"), "theme": oneOf("auto", "dark", "light", "ansi", "mono"), "pane": oneOf(paneNames()...),
	})
	root.AddCommand(
		a.accountsCommand(), a.groupsCommand(), a.platformsCommand(), a.optionsCommand(), a.workCommand(), a.sessionCommand(), a.pricesCommand(),
		a.doctorCommand(), a.sandboxCommand(), a.configCommand(), a.completionCommand(), a.manCommand(), a.versionCommand(),
	)
	return root
}

// command makes a command that the catalog describes under id: in a line, with
// examples, and where there is more to say, at length.
func (a *app) command(id, use string, args cobra.PositionalArgs, run func(*cobra.Command, []string) error) *cobra.Command {
	cmd := &cobra.Command{Use: use, Args: args, RunE: run, Short: a.words.T(id + ".short"), Example: a.words.T(id + ".example")}
	if a.words.Has(id + ".long") {
		cmd.Long = a.words.T(id + ".long")
	}
	return cmd
}

// arguments wants so many, named as the command's usage names them.
func (a *app) arguments(n int) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		switch names := strings.Fields(cmd.Use)[1:]; {
		case len(args) < n:
			return &usageError{text: a.words.T("cli.error.argument_missing", "Command", cmd.CommandPath(), "Argument", names[len(args)]), hint: a.words.T("cli.hint.help", "Command", cmd.CommandPath())}
		case len(args) > n:
			return &usageError{text: a.words.T("cli.error.argument_extra", "Command", cmd.CommandPath(), "Argument", args[n])}
		}
		return nil
	}
}

// none refuses arguments; on a command with commands of its own, the first is
// one that there is not.
func (a *app) none(cmd *cobra.Command, args []string) error {
	switch {
	case len(args) == 0:
		return nil
	case !cmd.HasAvailableSubCommands():
		return &usageError{text: a.words.T("cli.error.arguments", "Command", cmd.CommandPath(), "Argument", args[0])}
	}
	e := &usageError{text: a.words.T("cli.error.command", "Command", cmd.CommandPath(), "Name", args[0])}
	cmd.SuggestionsMinimumDistance = 2
	if like := cmd.SuggestionsFor(args[0]); len(like) > 0 {
		e.hint = a.words.T("cli.hint.did_you_mean", "Names", strings.Join(like, ", "))
	} else {
		e.hint = a.words.T("cli.hint.help", "Command", cmd.CommandPath())
	}
	return e
}

// flagError says in words what is wrong with a flag. It repeats no value that
// could be a key.
func (a *app) flagError(cmd *cobra.Command, err error) error {
	e := &usageError{text: err.Error(), hint: a.words.T("cli.hint.help", "Command", cmd.CommandPath())}
	if unknown, ok := errors.AsType[*pflag.NotExistError](err); ok {
		name := "--" + unknown.GetSpecifiedName()
		if short := unknown.GetSpecifiedShortnames(); short != "" {
			name = "-" + unknown.GetSpecifiedName()
		}
		e.text = a.words.T("cli.error.flag", "Flag", name)
		if name == "--api-key" || name == "--key" {
			e.hint = a.words.T("cli.hint.key_is_no_flag")
		}
	}
	if bare, ok := errors.AsType[*pflag.ValueRequiredError](err); ok {
		e.text = a.words.T("cli.error.flag_value", "Flag", "--"+bare.GetFlag().Name)
	}
	if bad, ok := errors.AsType[*pflag.InvalidValueError](err); ok {
		e.text = a.words.T("cli.error.value", "Flag", "--"+bad.GetFlag().Name, "Value", bad.GetValue())
	}
	if bad, ok := errors.AsType[*pflag.InvalidSyntaxError](err); ok {
		e.text = a.words.T("cli.error.flag", "Flag", bad.GetSpecifiedFlag())
	}
	return e
}
