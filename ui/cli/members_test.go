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

// membersOf is the resource whose columns the members of a command's JSON are, "" for none.
func membersOf(schema string) string {
	switch schema {
	case "platforms-files", "options-files":
		return "files"
	case "prices-answers", "prices-changes":
		return "prices"
	case "config-keys":
		return "config"
	case "work", "prices-model": // JSON has one document
		return ""
	case "groups-create", "doctor", "config-init", "config-path", "history-path": // each run prints other values
		return ""
	default:
		return schema
	}
}

// The members of JSON tell what the columns of a CSV file with their names tell, also of the history of the demo.
// TestFormatsAgree compares those of all commands.
func TestMembersAreColumns(t *testing.T) {
	race.Sweep(t)
	t.Parallel()
	for name, command := range map[string]string{
		"accounts":  "accounts",
		"groups":    "groups",
		"triage":    "triage --since 30d",
		"incidents": "incidents",
		"forecast":  "forecast",
		"status":    "status",
		"sessions":  "sessions",
	} {
		in := func(format string) result {
			return run(t, nil, append(strings.Fields(command), "--demo", "-o", format)...)
		}
		membersAreColumns(t, name, command, in("ndjson").out, in("csv").out)
	}
}

// membersAreColumns compares what a command prints of a resource as NDJSON and as CSV.
func membersAreColumns(t *testing.T, name, command, objects, file string) {
	t.Helper()
	lines, err := csv.NewReader(strings.NewReader(file)).ReadAll()
	if err != nil || len(lines) < 2 {
		return // it prints no rows, or no files
	}
	rows := slices.Collect(strings.Lines(objects))
	if len(rows) != len(lines)-1 {
		t.Errorf("%s: %d objects, and %d lines in the file", command, len(rows), len(lines)-1)
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
				t.Errorf("%s: %s is %q in the file, and %s in JSON", command, column, cell, member)
			}
		}
	}
}
