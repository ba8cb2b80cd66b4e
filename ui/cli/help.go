package cli

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"channeldeck/ui/text"
)

// help prints what a command is for and how it is used: asked for, it is data.
func (a *app) help(cmd *cobra.Command, _ []string) {
	var b strings.Builder
	part := func(title, body string) {
		if body != "" {
			fmt.Fprintf(&b, "\n%s\n%s\n", a.words.T(title), strings.TrimRight(body, "\n"))
		}
	}
	b.WriteString(cmd.Short + "\n")
	if cmd.Long != "" {
		b.WriteString("\n" + strings.TrimRight(cmd.Long, "\n") + "\n")
	}
	part("cli.help.usage", a.usageLines(cmd))
	part("cli.help.examples", indent(cmd.Example))
	part("cli.help.commands", commandLines(cmd))
	part("cli.help.flags", cmd.LocalNonPersistentFlags().FlagUsages())
	common := cmd.InheritedFlags()
	common.AddFlagSet(cmd.PersistentFlags())
	part("cli.help.common_flags", common.FlagUsages())
	if !cmd.HasParent() {
		part("cli.help.exit_codes", indent(a.words.T("cli.help.exit_code_list")))
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
	return &cobra.Command{
		Use:   "help [" + a.words.T("cli.help.command") + "]",
		Short: a.words.T("cli.help.short"),
		RunE: func(cmd *cobra.Command, args []string) error {
			of, rest, err := cmd.Root().Find(args)
			if err != nil || len(rest) > 0 {
				return a.none(cmd.Root(), args)
			}
			a.help(of, nil)
			return nil
		},
	}
}
