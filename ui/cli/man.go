package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/spf13/cobra"

	"channeldeck/ui/text"
)

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
	for _, s := range a.helpSections(cmd) {
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
