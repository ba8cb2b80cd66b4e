package cli

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"channeldeck/ui"
)

// The table of the document has every pane with its commands and every command once.
func TestPanesAndCommandsAreDocumented(t *testing.T) {
	t.Parallel()
	content, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, begun := strings.Cut(string(content), "<!-- parity")
	table, _, ended := strings.Cut(rest, "<!-- end of parity -->")
	if !begun || !ended {
		t.Fatal("README.md has no table of panes and commands")
	}
	var listed []string
	panes := map[string]bool{}
	for line := range strings.Lines(table) {
		cells := strings.Split(line, "|")
		if len(cells) != 4 {
			continue
		}
		for _, command := range regexp.MustCompile("`([a-z ]+)`").FindAllStringSubmatch(cells[2], -1) {
			listed = append(listed, command[1])
			for pane := range strings.SplitSeq(cells[1], ",") { // one command can print what two panes show
				panes[strings.TrimSpace(pane)] = true
			}
		}
	}
	for _, maker := range ui.Makers() {
		if !panes[maker.Name] {
			t.Errorf("the pane %s has no command", maker.Name)
		}
	}
	w, _, _ := newEnv(t, nil)
	a := newApp(w, newWords(w))
	var commands []string
	var walk func(cmd *cobra.Command)
	walk = func(cmd *cobra.Command) {
		// these only group others
		if name, below := strings.CutPrefix(
			cmd.CommandPath(),
			"channeldeck ",
		); below && !slices.Contains([]string{"config", "history"}, name) {
			commands = append(commands, name)
		}
		for _, sub := range cmd.Commands() {
			walk(sub)
		}
	}
	walk(a.root())
	slices.Sort(listed)
	slices.Sort(commands)
	if !slices.Equal(listed, commands) {
		t.Errorf("README.md lists\n%q\nand the program has\n%q", listed, commands)
	}
}
