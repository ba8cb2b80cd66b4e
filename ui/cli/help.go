package cli

import (
	"fmt"
	"io"
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

// helpSection is a section of the help.
type helpSection struct{ title, body string }

// helpDetail is how much of its help a command shows.
type helpDetail int

const (
	helpBrief helpDetail = iota // the rare commands and flags by name only
	helpOwn                     // what is the command's own
	helpAll                     // also what it has in common with other commands
)

// rareFlag annotates the flags, and rareCommand the commands, that a help of little room
// only names.
const rareFlag, rareCommand = "rare", "rare"

// rare annotates flags of a command.
func rare(fs *pflag.FlagSet, names ...string) {
	for _, name := range names {
		fs.Lookup(name).Annotations = map[string][]string{rareFlag: {}}
	}
}

// helpSections are the help of a command, without its first line: what is its own first.
// The description, and with helpAll what it has in common with other commands, come last.
// Lines are wrapped to width, 0 for none.
func helpSections(
	w *words.Words,
	cmd *cobra.Command,
	width int,
	detail helpDetail,
) []helpSection {
	own, sandbox, rareFlags := splitFlags(cmd, detail)
	commands, rareCommands := commandLines(cmd, width, detail)
	global := cmd.InheritedFlags()
	global.AddFlagSet(cmd.PersistentFlags())
	sections := []helpSection{
		{w.T("cli.help.usage"), usageLine(w, cmd)},
		{w.T("cli.help.examples"), indent(wrapShell(cmd.Example, width-2))},
		{w.T("cli.help.commands"), commands + also(w, rareCommands, width)},
		{w.T("cli.help.flags"), flagUsages(w, own, width) + also(w, rareFlags, width)},
		{w.T("cli.help.description"), indent(refill(cmd.Long, width-2))},
	}
	if detail == helpAll {
		sections = append(
			sections,
			helpSection{w.T("cli.help.demo_flags"), flagUsages(w, sandbox, width)},
			helpSection{w.T("cli.help.common_flags"), flagUsages(w, global, width)},
		)
		if !cmd.HasParent() {
			sections = append(sections, helpSection{w.T("cli.help.exit_codes"), exitCodes(w, width)})
		}
	}
	return slices.DeleteFunc(sections, func(s helpSection) bool {
		return strings.TrimSpace(s.body) == ""
	})
}

// splitFlags returns the flags of a command, those of its sandbox, and the names of rare ones that brief help does
// not explain.
func splitFlags(cmd *cobra.Command, detail helpDetail) (own, sandbox *pflag.FlagSet, rare []string) {
	own = pflag.NewFlagSet("", pflag.ContinueOnError)
	sandbox = pflag.NewFlagSet("", pflag.ContinueOnError)
	cmd.LocalNonPersistentFlags().VisitAll(func(f *pflag.Flag) {
		if f.Hidden {
			return
		}
		if f.Annotations[sandboxFlag] != nil {
			sandbox.AddFlag(f)
		} else if detail == helpBrief && f.Annotations[rareFlag] != nil {
			rare = append(rare, "--"+f.Name)
		} else {
			own.AddFlag(f)
		}
	})
	return own, sandbox, rare
}

// commandLines returns the commands below one with what they do, and the names of rare ones that brief help does
// not explain.
func commandLines(cmd *cobra.Command, width int, detail helpDetail) (lines string, rare []string) {
	var b strings.Builder
	for _, sub := range cmd.Commands() {
		_, isRare := sub.Annotations[rareCommand]
		if !sub.IsAvailableCommand() {
			continue
		}
		if isRare && detail == helpBrief {
			rare = append(rare, sub.Name())
		} else {
			name := fmt.Sprintf("  %-*s  ", sub.NamePadding(), sub.Name())
			b.WriteString(hang(name, sub.Short, width) + "\n")
		}
	}
	return b.String(), rare
}

// exitCodes returns what the exit codes mean, a code a line.
func exitCodes(w *words.Words, width int) string {
	codes := strings.Split(indent(w.T("cli.help.exit_code_list")), "\n")
	for i, line := range codes {
		at := min(len("  130  "), len(line))
		codes[i] = hang(line[:at], line[at:], width)
	}
	return strings.Join(codes, "\n")
}

// also lists the names of what has no line of its own.
func also(w *words.Words, names []string, width int) string {
	if len(names) == 0 {
		return ""
	}
	const margin = 2
	return hang(
		text.Blank(margin),
		w.T("cli.help.also", "Names", strings.Join(names, ", ")),
		width,
	) + "\n"
}

// wrapShell breaks long command lines before a flag or a pipe, as the shell reads them.
func wrapShell(s string, width int) string {
	lines := strings.Split(s, "\n")
	for i, line := range lines {
		var broken []string
		for width > 0 && text.Width(line) > width {
			at := -1
			pipe := false // a pipe is the better place
			for _, m := range regexp.MustCompile(` (-|\| |> |< )`).FindAllStringIndex(line, -1) {
				before := line[:m[0]]
				quoted := strings.Count(before, "'")%2 == 1 || strings.Count(before, `"`)%2 == 1
				isPipe := line[m[0]+1] == '|'
				if text.Width(before) <= width-2 && strings.TrimSpace(before) != "" && !quoted &&
					(isPipe || !pipe) {
					at = m[0]
					pipe = isPipe
				}
			}
			if at < 0 {
				break
			}
			broken = append(broken, line[:at]+` \`)
			line = "   " + line[at:]
		}
		lines[i] = strings.Join(append(broken, line), "\n")
	}
	return strings.Join(lines, "\n")
}

// refill wraps the paragraphs of a text anew. Lines that begin with a blank stay as they are.
// A blank joins two lines, but not between Chinese characters or beside Chinese punctuation.
func refill(s string, width int) string {
	if width <= 0 {
		return s
	}
	var out []string
	chinese := regexp.MustCompile(
		`([\p{Han}”])\n([\p{Han}“])|([，。；：！？、（）])\n|\n([，。；：！？、（）])`,
	)
	for paragraph := range strings.SplitSeq(s, "\n\n") {
		if !strings.Contains("\n"+paragraph, "\n ") {
			joined := chinese.ReplaceAllString(paragraph, "$1$2$3$4")
			paragraph = strings.Join(
				text.Wrap(strings.ReplaceAll(joined, "\n", " "), width),
				"\n",
			)
		}
		out = append(out, paragraph)
	}
	return strings.Join(out, "\n\n")
}

// flagUsages lists flags. pflag words their defaults in English, and wraps by bytes.
func flagUsages(w *words.Words, fs *pflag.FlagSet, width int) string {
	usages := regexp.MustCompile(`(?m) \(default "?([^"]*?)"?\)$`).ReplaceAllString(
		fs.FlagUsages(),
		w.T("cli.help.default", "Value", "$1"),
	)
	lines := strings.Split(usages, "\n")
	flags := make([]string, len(lines))
	column := 0 // of the texts
	for i, line := range lines {
		at := strings.LastIndex(line, "   ") + 1
		flags[i] = strings.TrimRight(line[:at], " ")
		lines[i] = strings.TrimLeft(line[at:], " ")
		column = max(column, text.Width(flags[i])+3)
	}
	for i, line := range lines {
		if line != "" {
			lines[i] = hang(text.Left(flags[i], column), line, width)
		}
	}
	return strings.Join(lines, "\n")
}

// hang wraps a text behind its head, in a column of its own.
func hang(head, line string, width int) string {
	column := text.Width(head)
	room := width - column
	if room < minUsage {
		return head + line
	}
	return head + strings.Join(text.Wrap(line, room), "\n"+text.Blank(column))
}

// minUsage is the minimum width in cells to which the text of a flag is wrapped.
const minUsage = 20

// help prints the help of a command: without --all as much of what is its own as fits
// into a small terminal.
func (a *app) help(cmd *cobra.Command) error {
	const height = 23 // and the prompt
	width, terminal := terminalWidth(a.Out)
	if !terminal || width == 0 {
		width = 80
	}
	width = max(width, 40)
	var help string
	all, _ := cmd.Flags().GetBool("all")
	if all {
		help = helpText(a.words, cmd, helpSections(a.words, cmd, width, helpAll), "")
	} else {
		for _, try := range []struct {
			detail helpDetail
			drops  []string // sections
			more   string   // what --all has
		}{
			{helpOwn, nil, "cli.help.more"},
			{helpOwn, []string{"description"}, "cli.help.more_text"},
			{helpBrief, []string{"description"}, "cli.help.more_flags"},
			{
				helpBrief,
				[]string{"description", "examples", "flags"},
				"cli.help.more_codes",
			}, // of the root
		} {
			if try.more == "cli.help.more_codes" && cmd.HasParent() {
				break
			}
			sections := helpSections(a.words, cmd, width, try.detail)
			sections = slices.DeleteFunc(sections, func(s helpSection) bool {
				return slices.ContainsFunc(try.drops, func(name string) bool {
					return s.title == a.words.T("cli.help."+name)
				})
			})
			if help = helpText(
				a.words,
				cmd,
				sections,
				a.moreHelp(try.more),
			); strings.Count(help, "\n") <= height {
				break
			}
		}
	}
	return a.page(func(out io.Writer) error {
		_, err := io.WriteString(out, help)
		return err
	})
}

// moreHelp returns the text that leads to the whole help: over SSH the one that names no flag of the server.
func (a *app) moreHelp(id string) string {
	if a.remote == nil {
		return id
	}
	switch id {
	case "cli.help.more":
		return "cli.help.more_ssh"
	case "cli.help.more_codes":
		return "cli.help.more_codes_ssh"
	}
	return id
}

func helpText(w *words.Words, cmd *cobra.Command, sections []helpSection, more string) string {
	blocks := []string{
		cmd.Short,
		w.T("cli.help.usage_line", "Usage", strings.TrimSpace(sections[0].body)),
	}
	for _, s := range sections[1:] {
		blocks = append(blocks, s.title+"\n"+strings.TrimRight(s.body, "\n"))
	}
	if more != "" {
		blocks = append(blocks, w.T(more, "Command", cmd.CommandPath()))
	}
	return strings.Join(blocks, "\n\n") + "\n"
}

func usageLine(w *words.Words, cmd *cobra.Command) string {
	line := "  " + cmd.UseLine()
	if cmd.HasAvailableSubCommands() {
		line += " [" + w.T("cli.help.command") + "]"
	}
	return line + " [" + w.T("cli.help.flag") + "]"
}

func indent(s string) string {
	return regexp.MustCompile(`(?m)^.`).ReplaceAllString(strings.TrimRight(s, "\n"), "  $0")
}

func newHelp(a *app) *cobra.Command {
	w := a.words
	cmd := command(w, "cli.help", "help ["+w.T("cli.help.command")+
		"]", func(cmd *cobra.Command, args []string) error {
		found, rest, err := cmd.Root().Find(args)
		if err != nil || len(rest) > 0 {
			return checkArguments(w, cmd.Root(), args)
		}
		return a.help(found)
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

// manWidth is the width of a manual page in a terminal of 80 columns, which man indents.
const manWidth = 72

// manPage is the help of a command in roff, with its line breaks.
func manPage(w *words.Words, cmd *cobra.Command, name string) string {
	var b strings.Builder
	fmt.Fprintf(
		&b,
		".TH %s 1 \"\" %s\n",
		roff(strings.ToUpper(name)),
		roff(`"channeldeck `+version()+`"`),
	)
	fmt.Fprintf(
		&b,
		".SH %s\n%s \\- %s\n",
		roff(w.T("cli.man.name")),
		roff(name),
		roff(cmd.Short),
	)
	for _, s := range helpSections(w, cmd, manWidth, helpAll) {
		fmt.Fprintf(
			&b,
			".SH %s\n.nf\n%s\n.fi\n",
			roff(s.title),
			roff(strings.TrimRight(s.body, "\n")),
		)
	}
	return b.String()
}

// roff escapes what roff would read as a command.
func roff(s string) string {
	s = strings.NewReplacer(`\`, `\e`, "-", `\-`).Replace(text.CleanLines(s))
	return regexp.MustCompile(`(?m)^[.']`).ReplaceAllString(s, `\&$0`)
}
