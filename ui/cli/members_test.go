package cli

import (
	"encoding/csv"
	"slices"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"channeldeck/api"
	"channeldeck/ui/testkit/panetest"
	"channeldeck/ui/testkit/race"
)

// The members of JSON tell what the columns of a CSV file with their names tell, in every command: of the sandbox and
// of the history of the demo.
func TestMembersAreColumns(t *testing.T) {
	race.Sweep(t)
	t.Parallel()
	env, id := deployFilled(t, 60)
	for name, commands := range outputs() {
		for _, command := range commands {
			command = strings.Replace(command, "ACCOUNT", id, 1)
			resourceName := name
			switch name {
			case "platforms-files", "options-files":
				resourceName = "files"
			case "prices-answers", "prices-changes":
				resourceName = "prices"
			case "config-keys":
				resourceName = "config"
			case "work", "prices-model": // JSON has one document
				continue
			case "groups-create", "doctor", "config-init", "config-path",
				"history-path": // each run prints other values
				continue
			}
			membersAreColumns(t, env, resourceName, strings.Fields(command))
		}
	}
	for name, command := range map[string]string{
		"accounts":  "accounts",
		"groups":    "groups",
		"triage":    "triage --since 30d",
		"incidents": "incidents",
		"forecast":  "forecast",
		"status":    "status",
		"sessions":  "sessions",
	} {
		membersAreColumns(t, nil, name, append(strings.Fields(command), "--demo"))
	}
}

// membersAreColumns compares what a command prints as JSON and as CSV.
func membersAreColumns(t *testing.T, env map[string]string, name string, args []string) {
	t.Helper()
	objects := run(t, env, append(slices.Clone(args), "-o", "ndjson")...).out
	file := run(t, env, append(slices.Clone(args), "-o", "csv")...).out
	lines, err := csv.NewReader(strings.NewReader(file)).ReadAll()
	if err != nil || len(lines) < 2 {
		return // it prints no rows, or no files
	}
	rows := slices.Collect(strings.Lines(objects))
	if len(rows) != len(lines)-1 {
		t.Errorf("%s: %d objects, and %d lines in the file", args, len(rows), len(lines)-1)
		return
	}
	sent := map[string]bool{}
	for _, row := range rows {
		for member := range api.Members(jsontext.Value(row)) {
			sent[member] = true
		}
	}
	for i, line := range lines[1:] {
		for k, cell := range line {
			column := lines[0][k]
			if unquoted, isText := strings.CutPrefix(cell, "'"); isText { // else a program would run it
				cell = unquoted
			}
			member := api.Member(jsontext.Value(rows[i]), column)
			isCompared := sent[column] && panetest.TellsOtherwise(name, column) == ""
			if isCompared && !panetest.SameMember(cell, member) {
				t.Errorf("%s: %s is %q in the file, and %s in JSON", args, column, cell, member)
			}
		}
	}
}
