package cli

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"channeldeck/ui"
	"channeldeck/ui/testkit/golden"
	"channeldeck/ui/words"
)

// The table of the document has every pane with its commands and every command once.
func TestPanesAndCommandsAreDocumented(t *testing.T) {
	t.Parallel()
	var listed []string
	panes := map[string]bool{}
	for _, row := range rowsOfPanes(t, "README.md") {
		for _, command := range regexp.MustCompile("`([a-z ]+)`").FindAllStringSubmatch(row.commands, -1) {
			listed = append(listed, command[1])
			for pane := range strings.SplitSeq(row.screens, ", ") { // one command can print what two panes show
				panes[pane] = true
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

// paneRow is a row of the table of panes and commands.
type paneRow struct {
	screens, commands string
}

// line returns the row as it stands in a document.
func (r paneRow) line() string { return "| " + r.screens + " | " + r.commands + " |\n" }

// rowsOfPanes returns the rows of the table of a document.
func rowsOfPanes(t *testing.T, document string) []paneRow {
	t.Helper()
	content, err := os.ReadFile(document)
	if err != nil {
		t.Fatal(err)
	}
	_, rest, begun := strings.Cut(string(content), "<!-- parity")
	table, _, ended := strings.Cut(rest, "<!-- end of parity -->")
	if !begun || !ended {
		t.Fatalf("%s has no table of panes and commands", document)
	}
	var rows []paneRow
	for line := range strings.Lines(table) {
		cells := strings.Split(line, "|")
		if len(cells) == 4 && strings.Contains(cells[2], "`") {
			rows = append(rows, paneRow{strings.TrimSpace(cells[1]), strings.TrimSpace(cells[2])})
		}
	}
	return rows
}

// The table of the Chinese document follows from the English one and the titles of tabs, and -update writes it.
// Screens that are no pane have the names that the Chinese one gives them, in the order of the English one. The test
// is not parallel: others read and write the document.
func TestChineseTableOfPanes(t *testing.T) {
	const document = "README.zh-CN.md"
	w, err := words.New(words.Chinese)
	if err != nil {
		t.Fatal(err)
	}
	titles := map[string]string{}
	for _, maker := range ui.Makers() {
		title := w.T("tab." + maker.Name)
		titles[maker.Name] = title
		titles[title] = title
	}
	// titled returns the titles of panes, which are named by their name or title.
	titled := func(screens, separator string) (string, bool) {
		var all []string
		for screen := range strings.SplitSeq(screens, separator) {
			title, isPane := titles[screen]
			if !isPane {
				return "", false
			}
			all = append(all, title)
		}
		return strings.Join(all, "、"), true
	}
	var others []string // names of screens that are no pane
	got := ""
	for _, row := range rowsOfPanes(t, document) {
		got += row.line()
		if _, isPane := titled(row.screens, "、"); !isPane {
			others = append(others, row.screens)
		}
	}
	want := ""
	for _, row := range rowsOfPanes(t, "README.md") {
		title, isPane := titled(row.screens, ", ")
		if !isPane {
			if len(others) == 0 {
				t.Fatalf("%s has no name for %q", document, row.screens)
			}
			title = others[0]
			others = others[1:]
		}
		want += paneRow{title, strings.ReplaceAll(row.commands, ", ", "、")}.line()
	}
	if len(others) > 0 {
		t.Fatalf("%s has %q, which README.md lacks", document, others)
	}
	if got == want {
		return
	}
	if !golden.Updating() {
		t.Fatalf("%s has\n%s\nand by README.md it should have\n%s", document, got, want)
	}
	page, err := os.ReadFile(document)
	if err != nil {
		t.Fatal(err)
	}
	page = []byte(strings.Replace(string(page), got, want, 1))
	if err := os.WriteFile(document, page, 0o644); err != nil {
		t.Fatal(err)
	}
}
