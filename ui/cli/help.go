package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"channeldeck/ui/text"
	"channeldeck/ui/words"
)

// helpSection is a section of the help. The first, the description, has no title.
type helpSection struct{ title, body string }

// helpSections are the help of a command, without its first line. The texts of flags are
// wrapped to width, 0 for none.
func helpSections(w *words.Words, cmd *cobra.Command, width int) []helpSection {
	own, sandbox := pflag.NewFlagSet("", pflag.ContinueOnError), pflag.NewFlagSet("", pflag.ContinueOnError)
	cmd.LocalNonPersistentFlags().VisitAll(func(f *pflag.Flag) {
		if f.Annotations[sandboxFlag] != nil {
			sandbox.AddFlag(f)
		} else {
			own.AddFlag(f)
		}
	})
	global := cmd.InheritedFlags()
	global.AddFlagSet(cmd.PersistentFlags())
	var commands strings.Builder
	for _, sub := range cmd.Commands() {
		if sub.IsAvailableCommand() {
			fmt.Fprintf(&commands, "  %-*s  %s\n", sub.NamePadding(), sub.Name(), sub.Short)
		}
	}
	exits := ""
	if !cmd.HasParent() {
		exits = indent(w.T("cli.help.exit_code_list"))
	}
	all := []helpSection{
		{"", cmd.Long},
		{w.T("cli.help.usage"), usageLine(w, cmd)},
		{w.T("cli.help.examples"), indent(cmd.Example)},
		{w.T("cli.help.commands"), commands.String()},
		{w.T("cli.help.flags"), flagUsages(w, own, width)},
		{w.T("cli.help.demo_flags"), flagUsages(w, sandbox, width)},
		{w.T("cli.help.common_flags"), flagUsages(w, global, width)},
		{w.T("cli.help.exit_codes"), exits},
	}
	return slices.DeleteFunc(all, func(s helpSection) bool { return s.body == "" })
}

// flagUsages lists flags. pflag words their defaults in English, and wraps by bytes.
func flagUsages(w *words.Words, fs *pflag.FlagSet, width int) string {
	usages := regexp.MustCompile(`(?m) \(default "?([^"]*?)"?\)$`).ReplaceAllString(fs.FlagUsages(), w.T("cli.help.default", "Value", "$1"))
	lines := strings.Split(usages, "\n")
	for i, line := range lines {
		at := strings.LastIndex(line, "   ") + 3 // the texts are in a column
		if room := width - at; room >= minUsage && len(line) > at {
			lines[i] = line[:at] + strings.Join(text.Wrap(line[at:], room), "\n"+text.Blank(at))
		}
	}
	return strings.Join(lines, "\n")
}

// minUsage is the minimum width in cells to which the text of a flag is wrapped.
const minUsage = 20

func help(w *words.Words, cmd *cobra.Command) {
	blocks := []string{cmd.Short}
	width, _ := terminalWidth(cmd.OutOrStdout())
	for _, s := range helpSections(w, cmd, width) {
		blocks = append(blocks, strings.TrimSpace(s.title+"\n"+strings.TrimRight(s.body, "\n")))
	}
	fmt.Fprintln(cmd.OutOrStdout(), strings.Join(blocks, "\n\n"))
}

func usageLine(w *words.Words, cmd *cobra.Command) string {
	line := "  " + cmd.UseLine()
	if cmd.HasAvailableSubCommands() {
		line += " [" + w.T("cli.help.command") + "]"
	}
	return line + " [" + w.T("cli.help.flag") + "]"
}

func indent(s string) string {
	return strings.TrimRight("  "+strings.ReplaceAll(strings.TrimRight(s, "\n"), "\n", "\n  "), " ")
}

func newHelp(w *words.Words) *cobra.Command {
	cmd := command(w, "cli.help", "help ["+w.T("cli.help.command")+"]", func(cmd *cobra.Command, args []string) error {
		found, rest, err := cmd.Root().Find(args)
		if err != nil || len(rest) > 0 {
			return checkArguments(w, cmd.Root(), args)
		}
		help(w, found)
		return nil
	})
	cmd.Args = nil
	return cmd
}

// newMan makes the command that writes the help of every command as a manual page.
func newMan(a *app) *cobra.Command {
	return command(a.words, "cli.man", "man DIRECTORY", func(cmd *cobra.Command, args []string) error {
		if err := os.MkdirAll(args[0], 0o755); err != nil {
			return systemError(a.words, "cli.error.man", err)
		}
		return manPages(a.words, cmd.Root(), args[0])
	})
}

// manPages writes the pages of a command and its subcommands, and prints their paths.
func manPages(w *words.Words, cmd *cobra.Command, dir string) error {
	name := strings.ReplaceAll(cmd.CommandPath(), " ", "-")
	path := filepath.Join(dir, name+".1")
	err := os.WriteFile(path, []byte(manPage(w, cmd, name)), 0o644)
	if err != nil {
		return systemError(w, "cli.error.man", err)
	}
	_, err = fmt.Fprintln(cmd.OutOrStdout(), path)
	for _, sub := range cmd.Commands() {
		if err == nil && sub.IsAvailableCommand() {
			err = manPages(w, sub, dir)
		}
	}
	return err
}

// manPage is the help of a command in roff, with its line breaks.
func manPage(w *words.Words, cmd *cobra.Command, name string) string {
	var b strings.Builder
	fmt.Fprintf(&b, ".TH %s 1 \"\" %s\n", roff(strings.ToUpper(name)), roff(`"channeldeck `+version()+`"`))
	fmt.Fprintf(&b, ".SH %s\n%s \\- %s\n", roff(w.T("cli.man.name")), roff(name), roff(cmd.Short))
	for _, s := range helpSections(w, cmd, 0) {
		if s.title == "" {
			s.title = w.T("cli.man.description")
		}
		fmt.Fprintf(&b, ".SH %s\n.nf\n%s\n.fi\n", roff(s.title), roff(strings.TrimRight(s.body, "\n")))
	}
	return b.String()
}

// roff escapes what roff would read as a command.
func roff(s string) string {
	s = strings.NewReplacer(`\`, `\e`, "-", `\-`).Replace(text.CleanLines(s))
	return regexp.MustCompile(`(?m)^[.']`).ReplaceAllString(s, `\&$0`)
}
