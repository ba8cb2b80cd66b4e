package cli

import (
	"cmp"
	"io"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"channeldeck/ui/config"
	"channeldeck/ui/plain"
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
	root.PersistentPreRunE = a.checkFormat
	root.SetFlagErrorFunc(a.flagError)
	root.SetHelpFunc(a.help)
	root.SetHelpCommand(a.helpCommand())
	a.globalFlags(root.PersistentFlags())
	a.addCompletions(root, completions{
		"site": siteNames, "output": oneOf(plain.Formats()...), "lang": oneOf("en", "zh"), "theme": oneOf("auto", "dark", "light", "ansi", "mono"), "pane": oneOf(paneNames()...),
	})
	root.AddCommand(
		a.accountsCommand(), a.groupsCommand(), a.platformsCommand(), a.optionsCommand(), a.workCommand(), a.sessionCommand(), a.pricesCommand(), a.triageCommand(),
		a.doctorCommand(), a.historyCommand(), a.recordCommand(), a.sandboxCommand(), a.serveCommand(), a.completionCommand(), a.manCommand(), a.schemaCommand(), a.versionCommand(),
		a.group("cli.config", "config", a.configShowCommand(), a.configKeysCommand(), a.configPathCommand(), a.configInitCommand()),
	)
	return root
}

// command makes a command. Its texts are the messages ID.short, ID.example and the
// optional ID.long.
func (a *app) command(id, use string, args cobra.PositionalArgs, run func(*cobra.Command, []string) error) *cobra.Command {
	return &cobra.Command{
		Use: use, DisableFlagsInUseLine: true, Args: args, RunE: run, Short: a.words.T(id + ".short"), Example: a.words.T(id + ".example"), Long: a.words.Optional(id + ".long"),
	}
}

// group makes a command that only has subcommands.
func (a *app) group(id, use string, subs ...*cobra.Command) *cobra.Command {
	cmd := a.command(id, use, a.noArguments, func(cmd *cobra.Command, _ []string) error { a.help(cmd, nil); return nil })
	cmd.AddCommand(subs...)
	return cmd
}

// exactArguments requires the arguments that the command's usage names.
func (a *app) exactArguments(cmd *cobra.Command, args []string) error {
	names := strings.Fields(cmd.Use)[1:]
	switch {
	case len(args) < len(names):
		return a.seeHelp(cmd, "cli.error.argument_missing", "Command", cmd.CommandPath(), "Argument", names[len(args)])
	case len(args) > len(names):
		return a.fail(ExitUsage, "cli.error.argument_extra", "Command", cmd.CommandPath(), "Argument", args[len(names)])
	}
	return nil
}

// noArguments refuses arguments. For a command with subcommands, an argument is the
// name of an unknown one.
func (a *app) noArguments(cmd *cobra.Command, args []string) error {
	if len(args) == 0 || !cmd.HasAvailableSubCommands() {
		return a.exactArguments(cmd, args)
	}
	e := a.seeHelp(cmd, "cli.error.command", "Command", cmd.CommandPath(), "Name", args[0])
	e.hint = cmp.Or(a.didYouMean(cmd, args[0]), e.hint)
	return e
}

// didYouMean names the subcommands of cmd that typed may be a misspelling of, "" for none.
func (a *app) didYouMean(cmd *cobra.Command, typed string) string {
	cmd.SuggestionsMinimumDistance = 2
	near := cmd.SuggestionsFor(typed)
	if len(near) == 0 {
		return ""
	}
	return a.words.T("cli.hint.did_you_mean", "Names", strings.Join(near, ", "))
}

// seeHelp makes a usage error that refers to the help of a command.
func (a *app) seeHelp(cmd *cobra.Command, id string, pairs ...any) *commandError {
	e := a.fail(ExitUsage, id, pairs...)
	e.hint = a.words.T("cli.hint.help", "Command", cmd.CommandPath())
	return e
}

// flagError words a mistake in the flags. It never repeats the value of an unknown
// flag, which may be a key.
func (a *app) flagError(cmd *cobra.Command, err error) error {
	switch wrong := err.(type) {
	case *pflag.NotExistError:
		name := "--" + wrong.GetSpecifiedName()
		if wrong.GetSpecifiedShortnames() != "" {
			name = name[1:]
		}
		e := a.seeHelp(cmd, "cli.error.flag", "Flag", name)
		if name == "--api-key" || name == "--key" {
			e.hint = a.words.T("cli.hint.key_is_no_flag")
		}
		return e
	case *pflag.ValueRequiredError:
		return a.seeHelp(cmd, "cli.error.flag_value", "Flag", "--"+wrong.GetFlag().Name)
	case *pflag.InvalidValueError:
		return a.badValue("--"+wrong.GetFlag().Name, wrong.GetValue())
	case *pflag.InvalidSyntaxError:
		return a.seeHelp(cmd, "cli.error.flag", "Flag", wrong.GetSpecifiedFlag())
	}
	return &commandError{exit: ExitUsage, text: err.Error()}
}

// earlyFlags are the flags that decide in which language and format errors about
// the other flags appear, found anywhere. Everything else is ignored.
func earlyFlags(args []string) config.Flags {
	fs := pflag.NewFlagSet("", pflag.ContinueOnError)
	fs.SetOutput(io.Discard)
	fs.ParseErrorsAllowlist.UnknownFlags = true
	fs.String("lang", "", "")
	fs.String("config", "", "")
	fs.StringP("output", "o", "", "")
	fs.BoolP("help", "h", false, "") // it would end the scan
	_ = fs.Parse(args)               // the commands report mistakes
	return configFlags(fs)
}

// globalFlags adds the flags of all commands.
func (a *app) globalFlags(fs *pflag.FlagSet) {
	for name, help := range map[string]string{
		"site": "site", "base-url": "base_url", "api-key-file": "api_key_file", "config": "config", "lang": "lang", "theme": "theme",
		"timeout": "timeout", "connect-timeout": "connect_timeout", "max-body": "max_body", "max-depth": "max_depth", "debug-log": "debug_log",
	} {
		fs.String(name, "", a.words.T("cli.flag."+help))
	}
	fs.BoolP("help", "h", false, a.words.T("cli.flag.help"))
	fs.StringVarP(&a.format, "output", "o", a.format, a.words.T("cli.flag.output"))
	fs.Lookup("output").DefValue = "" // the early scan has set it already
	fs.String("jq", "", a.words.T("cli.flag.jq"))
	fs.Bool("ascii", false, a.words.T("cli.flag.ascii"))
	fs.Bool("read-only", false, a.words.T("cli.flag.read_only"))
	fs.Bool("no-history", false, a.words.T("cli.flag.no_history"))
}

// configFlags are the given flags, for the configuration, which ignores those that
// it does not know.
func configFlags(fs *pflag.FlagSet) config.Flags {
	flags := config.Flags{}
	fs.Visit(func(f *pflag.Flag) { flags[f.Name] = f.Value.String() })
	if flags["no-history"] == "true" {
		flags["history"] = "false"
	}
	return flags
}
