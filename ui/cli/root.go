package cli

import (
	"cmp"
	"errors"
	"io"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"channeldeck/api/typed"
	"channeldeck/theme"
	"channeldeck/ui/config"
	"channeldeck/ui/plain"
	"channeldeck/ui/text"
	"channeldeck/ui/words"
)

// root is the tree of commands. Without a command the dashboard opens.
func (a *app) root() *cobra.Command {
	w := a.words
	root := newDashboard(a)
	root.SetArgs(append([]string{}, a.Args...)) // for nil cobra takes those of the process
	root.SetIn(a.In)
	root.SetOut(a.Out)
	root.SetErr(a.Err)
	root.SilenceErrors = true
	root.SilenceUsage = true
	root.CompletionOptions.DisableDefaultCmd = true
	root.PersistentPreRunE = func(cmd *cobra.Command, _ []string) error {
		if err := a.remote.check(w, cmd); err != nil {
			return err
		}
		all, _ := cmd.Flags().GetBool("all")
		if all && cmd.Name() != "help" {
			return notAlone(w, "--all", "--help")
		}
		if a.brief != nil && endsByItself(cmd) {
			a.brief()
		}
		err := cmp.Or(blankFlag(w, cmd), a.output.check(w, cmd))
		if a.to != "" {
			a.Out = &a.file
			root.SetOut(a.Out)
		}
		return err
	}
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		return flagError(w, cmd, err)
	})
	// cobra has no place for its error
	root.SetHelpFunc(func(cmd *cobra.Command, _ []string) {
		_ = a.help(cmd)
	})
	root.SetHelpCommand(newHelp(a))
	globalFlags(w, root.PersistentFlags(), &a.output)
	a.addCompletions(root, completions{
		"site":   siteNames,
		"output": oneOf(plain.Formats()...),
		"lang":   oneOf(words.Codes()...),
		"theme":  oneOf(append([]string{"auto"}, theme.Names()...)...),
		"pane":   oneOf(paneNames()...),
	})
	root.AddCommand(
		newAccounts(a),
		newGroups(a),
		newPlatforms(a),
		newOptions(a),
		newCheck(a),
		newWork(a),
		newSession(a),
		newSessions(a),
		newPrices(a),
		newTriage(a),
		newStatus(a),
		newForecast(a),
		newIncidents(a),
		newRules(a),
		newReport(a),
		newLog(a),
		newDoctor(a),
		newHistory(a),
		newRecord(a),
		newSandbox(a),
		newServe(a),
		newMCP(a),
		newSkill(a),
		newCompletion(a),
		newMan(a),
		newSchema(a),
		newVersion(a),
		newConfig(a),
	)
	for _, cmd := range root.Commands() {
		if slices.Contains(
			[]string{
				"check",
				"completion",
				"doctor",
				"forecast",
				"history",
				"incidents",
				"log",
				"man",
				"mcp",
				"platforms",
				"rules",
				"sandbox",
				"schema",
				"serve",
				"session",
				"skill",
				"status",
				"version",
			},
			cmd.Name(),
		) {
			cmd.Annotations = map[string]string{rareCommand: ""}
		}
	}
	a.remote.hide(root)
	if a.remote != nil {
		root.PersistentFlags().Lookup("bom").Usage = a.words.T("cli.flag.bom_ssh")
	}
	return root
}

// endsByItself reports whether a command ends without its user, unlike the dashboard and the servers.
func endsByItself(cmd *cobra.Command) bool {
	return cmd.HasParent() && !slices.Contains([]string{"mcp", "sandbox", "serve"}, cmd.Name())
}

// command makes a command. Its texts are the messages ID.short, ID.example and the
// optional ID.long.
func command(
	w *words.Words,
	id, use string,
	run func(*cobra.Command, []string) error,
) *cobra.Command {
	return &cobra.Command{
		Use:                   use,
		DisableFlagsInUseLine: true,
		RunE:                  run,
		Short:                 w.T(id + ".short"),
		Example:               w.T(id + ".example"),
		Long:                  w.Optional(id + ".long"),
		Args: func(cmd *cobra.Command, args []string) error {
			return checkArguments(w, cmd, args)
		},
	}
}

// group makes a command that only has subcommands.
func group(w *words.Words, id, use string, subs ...*cobra.Command) *cobra.Command {
	cmd := command(w, id, use, func(cmd *cobra.Command, _ []string) error {
		return cmd.Help()
	})
	cmd.AddCommand(subs...)
	return cmd
}

// checkArguments requires the arguments that the command's usage names, but not those in brackets.
// For a command with subcommands, an argument is the name of an unknown one.
func checkArguments(w *words.Words, cmd *cobra.Command, args []string) error {
	names := strings.Fields(cmd.Use)[1:]
	if len(args) > 0 && cmd.HasAvailableSubCommands() {
		e := seeHelp(w, cmd, "cli.error.command", "Command", cmd.CommandPath(), "Name", args[0])
		e.hint = cmp.Or(suggestCommand(w, cmd, args[0]), e.hint)
		return e
	}
	if len(args) < len(names) && !strings.HasPrefix(names[len(args)], "[") { // optional
		return seeHelp(
			w, cmd, "cli.error.argument_missing",
			"Command", cmd.CommandPath(),
			"Argument", names[len(args)],
		)
	}
	if len(args) > len(names) {
		extra := args[len(names)]
		e := fail(
			w, ExitUsage, "cli.error.argument_extra",
			"Command", cmd.CommandPath(),
			"Argument", extra,
		)
		e.hint = flagFor(w, cmd, extra)
		return e
	}
	return nil
}

// flagFor suggests the flag of a command that takes an argument: a file, or what a list is searched for.
func flagFor(w *words.Words, cmd *cobra.Command, argument string) string {
	flag := "match"
	if filepath.Ext(argument) != "" {
		flag = "file"
	}
	if cmd.Flag(flag) == nil || strings.ContainsFunc(argument, unicode.IsSpace) {
		return ""
	}
	return w.T("cli.hint.did_you_mean", "Names", "--"+flag+" "+text.Clean(argument))
}

func seeHelp(w *words.Words, cmd *cobra.Command, id string, pairs ...any) *commandError {
	e := fail(w, ExitUsage, id, pairs...)
	e.hint = w.T("cli.hint.help", "Command", cmd.CommandPath())
	return e
}

// flagError words a mistake in the flags. It never repeats the value of an unknown
// flag, which may be a key.
func flagError(w *words.Words, cmd *cobra.Command, err error) error {
	switch wrong := err.(type) {
	case *pflag.NotExistError:
		name := "--" + wrong.GetSpecifiedName()
		if wrong.GetSpecifiedShortnames() != "" {
			name = name[1:]
		}
		e := seeHelp(w, cmd, "cli.error.flag", "Flag", name)
		e.hint = cmp.Or(suggestFlag(w, cmd, name), e.hint)
		if strings.ContainsAny(name, "0123456789") && len(name) == len("-5") {
			e.hint = w.T("cli.hint.negative")
		}
		if name == "--api-key" || name == "--key" {
			e.hint = w.T("cli.hint.key_is_no_flag")
		}
		return e
	case *pflag.ValueRequiredError:
		return seeHelp(w, cmd, "cli.error.flag_value", "Flag", "--"+wrong.GetFlag().Name)
	case *pflag.InvalidValueError:
		name := "--" + wrong.GetFlag().Name
		if errors.Is(wrong, errTooLong) {
			return longAge(w, name, wrong.GetValue())
		}
		return badValue(w, name, wrong.GetValue())
	case *pflag.InvalidSyntaxError:
		return seeHelp(w, cmd, "cli.error.flag", "Flag", wrong.GetSpecifiedFlag())
	}
	return &commandError{exit: ExitUsage, text: err.Error()}
}

// errTooLong is the error of a time span beyond [typed.MaxDays].
var errTooLong = errors.New("too long")

// longAge is the error of a flag with a time span that is too long.
func longAge(w *words.Words, flag, value string) error {
	e := fail(
		w, ExitUsage, "cli.error.age",
		"Flag", flag,
		"Value", value,
		"Days", w.Int(typed.MaxDays),
	)
	e.flag = strings.TrimPrefix(flag, "--")
	return e
}

// ageFlag adds a flag whose value is an age such as 7d, or a date.
func ageFlag(a *app, fs *pflag.FlagSet, to *time.Duration, name, usage string) {
	fs.Func(name, usage, func(value string) error {
		age, ok := typed.Since(value, a.Now())
		if typed.IsTooLong(value) {
			return errTooLong
		}
		if !ok {
			return strconv.ErrSyntax
		}
		*to = age
		a.ages = append(a.ages, typedAge{
			to:    to,
			flag:  "--" + name,
			value: value,
		})
		return nil
	})
}

// typedAge is the value of an age flag, which may be a date.
type typedAge struct {
	to          *time.Duration
	flag, value string
}

// at returns the age at another time than that of the start: a date is as far from the moment of --at.
func (t *typedAge) at(w *words.Words, now time.Time) (time.Duration, error) {
	age, ok := typed.Since(t.value, now)
	if !ok {
		return 0, badValue(w, t.flag, t.value)
	}
	return age, nil
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

func globalFlags(w *words.Words, fs *pflag.FlagSet, o *output) {
	for _, name := range []string{
		"site", "base-url", "api-key-file", "config", "lang", "theme", "timeout", "max-body",
		"debug-log", "jq",
	} {
		fs.String(name, "", w.T("cli.flag."+strings.ReplaceAll(name, "-", "_")))
	}
	for _, name := range []string{"ascii", "read-only", "no-history", "all"} {
		fs.Bool(name, false, w.T("cli.flag."+strings.ReplaceAll(name, "-", "_")))
	}
	fs.BoolP("help", "h", false, w.T("cli.flag.help"))
	fs.BoolVar(&o.noPager, "no-pager", false, w.T("cli.flag.no_pager"))
	fs.StringVar(&o.to, "to", "", w.T("cli.flag.to"))
	fs.BoolVar(&o.bom, "bom", false, w.T("cli.flag.bom"))
	fs.BoolVar(&o.labels, "labels", false, w.T("cli.flag.labels"))
	fs.StringVarP(&o.format, "output", "o", o.format, w.T("cli.flag.output"))
	fs.Lookup("output").DefValue = "" // the early scan has set it already
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
