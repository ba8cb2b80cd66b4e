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
)

// helpSection is a section of the help. The first, the description, has no title.
type helpSection struct{ title, body string }

// helpSections are the help of a command, without its first line. The texts of flags are
// wrapped to width, 0 for none.
func (a *app) helpSections(cmd *cobra.Command, width int) []helpSection {
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
		exits = indent(a.words.T("cli.help.exit_code_list"))
	}
	all := []helpSection{
		{"", cmd.Long},
		{a.words.T("cli.help.usage"), a.usageLine(cmd)},
		{a.words.T("cli.help.examples"), indent(cmd.Example)},
		{a.words.T("cli.help.commands"), commands.String()},
		{a.words.T("cli.help.flags"), a.flagUsages(own, width)},
		{a.words.T("cli.help.demo_flags"), a.flagUsages(sandbox, width)},
		{a.words.T("cli.help.common_flags"), a.flagUsages(global, width)},
		{a.words.T("cli.help.exit_codes"), exits},
	}
	return slices.DeleteFunc(all, func(s helpSection) bool { return s.body == "" })
}

// flagUsages lists flags. pflag words their defaults in English, and wraps by bytes.
func (a *app) flagUsages(fs *pflag.FlagSet, width int) string {
	usages := regexp.MustCompile(`(?m) \(default "?([^"]*?)"?\)$`).ReplaceAllString(fs.FlagUsages(), a.words.T("cli.help.default", "Value", "$1"))
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

func (a *app) help(cmd *cobra.Command, _ []string) {
	blocks := []string{cmd.Short}
	width, _ := terminalWidth(a.Out)
	for _, s := range a.helpSections(cmd, width) {
		blocks = append(blocks, strings.TrimSpace(s.title+"\n"+strings.TrimRight(s.body, "\n")))
	}
	fmt.Fprintln(cmd.OutOrStdout(), strings.Join(blocks, "\n\n"))
}

func (a *app) usageLine(cmd *cobra.Command) string {
	line := "  " + cmd.UseLine()
	if cmd.HasAvailableSubCommands() {
		line += " [" + a.words.T("cli.help.command") + "]"
	}
	return line + " [" + a.words.T("cli.help.flag") + "]"
}

func indent(s string) string {
	return strings.TrimRight("  "+strings.ReplaceAll(strings.TrimRight(s, "\n"), "\n", "\n  "), " ")
}

func (a *app) helpCommand() *cobra.Command {
	return a.command("cli.help", "help ["+a.words.T("cli.help.command")+"]", nil, func(cmd *cobra.Command, args []string) error {
		found, rest, err := cmd.Root().Find(args)
		if err != nil || len(rest) > 0 {
			return a.noArguments(cmd.Root(), args)
		}
		a.help(found, nil)
		return nil
	})
}

// manCommand writes the help of every command as a manual page.
func (a *app) manCommand() *cobra.Command {
	return a.command("cli.man", "man DIRECTORY", a.exactArguments, func(cmd *cobra.Command, args []string) error {
		if err := os.MkdirAll(args[0], 0o755); err != nil {
			return a.systemError("cli.error.man", err)
		}
		return a.manPages(cmd.Root(), args[0])
	})
}

// manPages writes the pages of a command and its subcommands.
func (a *app) manPages(cmd *cobra.Command, dir string) error {
	name := strings.ReplaceAll(cmd.CommandPath(), " ", "-")
	path := filepath.Join(dir, name+".1")
	err := os.WriteFile(path, []byte(a.manPage(cmd, name)), 0o644)
	if err != nil {
		return a.systemError("cli.error.man", err)
	}
	_, err = fmt.Fprintln(a.Out, path)
	for _, sub := range cmd.Commands() {
		if err == nil && sub.IsAvailableCommand() {
			err = a.manPages(sub, dir)
		}
	}
	return err
}

// manPage is the help of a command in roff, with its line breaks.
func (a *app) manPage(cmd *cobra.Command, name string) string {
	var b strings.Builder
	fmt.Fprintf(&b, ".TH %s 1 \"\" %s\n", roff(strings.ToUpper(name)), roff(`"channeldeck `+version()+`"`))
	fmt.Fprintf(&b, ".SH %s\n%s \\- %s\n", roff(a.words.T("cli.man.name")), roff(name), roff(cmd.Short))
	for _, s := range a.helpSections(cmd, 0) {
		if s.title == "" {
			s.title = a.words.T("cli.man.description")
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
