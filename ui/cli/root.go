package cli

import (
	"errors"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// root is the tree of commands. Without a command the dashboard opens.
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
	a.globalFlags(root.PersistentFlags())
	a.addCompletions(root, completions{
		"site": siteNames, "output": oneOf(formatNames()...), "lang": oneOf("en", "zh"), "theme": oneOf("auto", "dark", "light", "ansi", "mono"), "pane": oneOf(paneNames()...),
	})
	root.AddCommand(
		a.accountsCommand(), a.groupsCommand(), a.platformsCommand(), a.optionsCommand(), a.workCommand(), a.sessionCommand(), a.pricesCommand(),
		a.doctorCommand(), a.sandboxCommand(), a.configCommand(), a.completionCommand(), a.manCommand(), a.versionCommand(),
	)
	return root
}

// command makes a command. Its texts are the messages ID.short, ID.example and, if
// there is one, ID.long.
func (a *app) command(id, use string, args cobra.PositionalArgs, run func(*cobra.Command, []string) error) *cobra.Command {
	cmd := &cobra.Command{Use: use, Args: args, RunE: run, Short: a.words.T(id + ".short"), Example: a.words.T(id + ".example")}
	if a.words.Has(id + ".long") {
		cmd.Long = a.words.T(id + ".long")
	}
	return cmd
}

// exactArguments requires the arguments that the command's usage names.
func (a *app) exactArguments(cmd *cobra.Command, args []string) error {
	names := strings.Fields(cmd.Use)[1:]
	switch {
	case len(args) < len(names):
		return &commandError{exit: ExitUsage, text: a.words.T("cli.error.argument_missing", "Command", cmd.CommandPath(), "Argument", names[len(args)]), hint: a.words.T("cli.hint.help", "Command", cmd.CommandPath())}
	case len(args) > len(names):
		return a.fail(ExitUsage, "cli.error.argument_extra", "Command", cmd.CommandPath(), "Argument", args[len(names)])
	}
	return nil
}

// noArguments refuses arguments. For a command with subcommands, an argument is the
// name of an unknown one.
func (a *app) noArguments(cmd *cobra.Command, args []string) error {
	switch {
	case len(args) == 0:
		return nil
	case !cmd.HasAvailableSubCommands():
		return a.fail(ExitUsage, "cli.error.argument_extra", "Command", cmd.CommandPath(), "Argument", args[0])
	}
	e := a.fail(ExitUsage, "cli.error.command", "Command", cmd.CommandPath(), "Name", args[0])
	cmd.SuggestionsMinimumDistance = 2
	if near := cmd.SuggestionsFor(args[0]); len(near) > 0 {
		e.hint = a.words.T("cli.hint.did_you_mean", "Names", strings.Join(near, ", "))
	} else {
		e.hint = a.words.T("cli.hint.help", "Command", cmd.CommandPath())
	}
	return e
}

// flagError words a mistake in the flags. It never repeats the value of an unknown
// flag, which may be a key.
func (a *app) flagError(cmd *cobra.Command, err error) error {
	e := &commandError{exit: ExitUsage, text: err.Error(), hint: a.words.T("cli.hint.help", "Command", cmd.CommandPath())}
	if unknown, ok := errors.AsType[*pflag.NotExistError](err); ok {
		name := "--" + unknown.GetSpecifiedName()
		if unknown.GetSpecifiedShortnames() != "" {
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
