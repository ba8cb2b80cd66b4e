package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"channeldeck/ui/text"
)

// manCommand writes a page of the manual for every command, out of what its
// help says.
func (a *app) manCommand() *cobra.Command {
	return a.command("cli.man", "man DIRECTORY", a.arguments(1), func(cmd *cobra.Command, args []string) error {
		if err := os.MkdirAll(args[0], 0o755); err != nil {
			return a.unexplained("cli.error.man", err)
		}
		return a.manPages(cmd.Root(), args[0])
	})
}

func (a *app) manPages(cmd *cobra.Command, dir string) error {
	path := filepath.Join(dir, strings.ReplaceAll(cmd.CommandPath(), " ", "-")+".1")
	if err := os.WriteFile(path, []byte(a.manPage(cmd)), 0o644); err != nil {
		return a.unexplained("cli.error.man", err)
	}
	if _, err := fmt.Fprintln(a.Out, path); err != nil {
		return err
	}
	for _, sub := range cmd.Commands() {
		if sub.IsAvailableCommand() {
			if err := a.manPages(sub, dir); err != nil {
				return err
			}
		}
	}
	return nil
}

// manPage is the help of a command in the language of man: texts stay as they
// are laid out.
func (a *app) manPage(cmd *cobra.Command) string {
	name := strings.ReplaceAll(cmd.CommandPath(), " ", "-")
	var b strings.Builder
	fmt.Fprintf(&b, ".TH %s 1 \"\" %s\n", roff(strings.ToUpper(name)), roff(`"channeldeck `+version()+`"`))
	fmt.Fprintf(&b, ".SH %s\n%s \\- %s\n", roff(a.words.T("cli.man.name")), roff(name), roff(cmd.Short))
	for _, p := range a.helpParts(cmd) {
		if p.title != "" {
			fmt.Fprintf(&b, ".SH %s\n", roff(p.title))
		} else {
			fmt.Fprintf(&b, ".SH %s\n", roff(a.words.T("cli.man.description")))
		}
		fmt.Fprintf(&b, ".nf\n%s\n.fi\n", roff(strings.TrimRight(p.body, "\n")))
	}
	return b.String()
}

// roff escapes what man would take for a command of its own.
func roff(s string) string {
	s = strings.NewReplacer(`\`, `\e`, "-", `\-`).Replace(text.CleanLines(s))
	lines := strings.Split(s, "\n")
	for i, line := range lines {
		if strings.HasPrefix(line, ".") || strings.HasPrefix(line, "'") {
			lines[i] = `\&` + line
		}
	}
	return strings.Join(lines, "\n")
}
