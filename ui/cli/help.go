package cli

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"channeldeck/ui/text"
)

// helpPart is a part of the help; the first says what a command is for and has
// no title.
type helpPart struct{ title, body string }

// helpParts is all that the help says of a command but its first line.
func (a *app) helpParts(cmd *cobra.Command) []helpPart {
	own, demo := pflag.NewFlagSet("", pflag.ContinueOnError), pflag.NewFlagSet("", pflag.ContinueOnError)
	cmd.LocalNonPersistentFlags().VisitAll(func(f *pflag.Flag) {
		if _, marked := f.Annotations[demoFlag]; marked {
			demo.AddFlag(f)
			return
		}
		own.AddFlag(f)
	})
	common := cmd.InheritedFlags()
	common.AddFlagSet(cmd.PersistentFlags())
	exits := ""
	if !cmd.HasParent() {
		exits = indent(a.words.T("cli.help.exit_code_list"))
	}
	all := []helpPart{
		{"", cmd.Long},
		{a.words.T("cli.help.usage"), a.usageLines(cmd)},
		{a.words.T("cli.help.examples"), indent(cmd.Example)},
		{a.words.T("cli.help.commands"), commandLines(cmd)},
		{a.words.T("cli.help.flags"), own.FlagUsages()},
		{a.words.T("cli.help.demo_flags"), demo.FlagUsages()},
		{a.words.T("cli.help.common_flags"), common.FlagUsages()},
		{a.words.T("cli.help.exit_codes"), exits},
	}
	return slices.DeleteFunc(all, func(p helpPart) bool { return p.body == "" })
}

// help prints what a command is for and how it is used: asked for, it is data.
func (a *app) help(cmd *cobra.Command, _ []string) {
	var b strings.Builder
	b.WriteString(cmd.Short + "\n")
	for _, p := range a.helpParts(cmd) {
		b.WriteByte('\n')
		if p.title != "" {
			b.WriteString(p.title + "\n")
		}
		b.WriteString(strings.TrimRight(p.body, "\n") + "\n")
	}
	fmt.Fprint(cmd.OutOrStdout(), b.String())
}

func (a *app) usageLines(cmd *cobra.Command) string {
	line := "  " + cmd.CommandPath()
	if _, arguments, ok := strings.Cut(cmd.Use, " "); ok {
		line += " " + arguments
	}
	if cmd.HasAvailableSubCommands() {
		line += " [" + a.words.T("cli.help.command") + "]"
	}
	return line + " [" + a.words.T("cli.help.flag") + "]"
}

func commandLines(cmd *cobra.Command) string {
	width := 0
	for _, sub := range cmd.Commands() {
		if sub.IsAvailableCommand() {
			width = max(width, len(sub.Name()))
		}
	}
	var b strings.Builder
	for _, sub := range cmd.Commands() {
		if sub.IsAvailableCommand() {
			fmt.Fprintf(&b, "  %s  %s\n", text.Left(sub.Name(), width), sub.Short)
		}
	}
	return b.String()
}

func indent(s string) string {
	if s == "" {
		return ""
	}
	return "  " + strings.ReplaceAll(strings.TrimRight(s, "\n"), "\n", "\n  ")
}

func (a *app) helpCommand() *cobra.Command {
	return a.command("cli.help", "help ["+a.words.T("cli.help.command")+"]", nil, func(cmd *cobra.Command, args []string) error {
		of, rest, err := cmd.Root().Find(args)
		if err != nil || len(rest) > 0 {
			return a.none(cmd.Root(), args)
		}
		a.help(of, nil)
		return nil
	})
}
