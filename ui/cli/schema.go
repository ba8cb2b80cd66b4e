package cli

import (
	"context"
	_ "embed"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/spf13/cobra"

	"channeldeck/api"
	"channeldeck/ui/resource"
)

// schemas is a JSON Schema with a definition of each output; those of its parts have
// names in upper case. What follows from [outputFields] and [outputTypes] is not in it.
//
//go:embed schema.json
var schemas []byte

// definitions returns the definitions as JSON and the names of the outputs.
func (a *app) definitions() (all jsontext.Value, outputs []string) {
	d := newDescriber(api.Member(schemas, "$defs"))
	derived := d.derived(a.view(nil))
	all = jsontext.Value("{}")
	for name, definition := range api.Members(d.written) {
		of := derived[name]
		if of != nil {
			definition = described(of, definition)
		}
		if isOfSites(name, api.Member(of, "items") != nil) {
			definition = withSite(definition)
		}
		all = resource.WithMember(all, name, definition)
		if unicode.IsLower(rune(name[0])) {
			outputs = append(outputs, name)
		}
	}
	return all, outputs
}

// rowFields returns the fields that the rows of some panes have, of all panes for none.
func (a *app) rowFields(panes []string) (names []string) {
	all, _ := a.definitions()
	outputs := map[string][]string{
		"overview": {"triage"},
		"accounts": {"accounts"},
		"groups":   {"groups"},
		"options":  {"platforms", "options", "platforms-files"},
		"works":    {"work", "Work", "history-work"},
		"sessions": {"session", "sessions", "sessions-hits", "sessions-tools"},
		"prices":   {"prices", "prices-answers", "prices-model"},
	}
	for pane, list := range outputs {
		if len(panes) == 0 || slices.Contains(panes, pane) {
			for _, output := range list {
				names = append(names, propertiesOf(all, api.Member(all, output))...)
			}
		}
	}
	// of an open work, and what deployments add to accounts
	names = append(names, "id", "accountId", "clientType", "loginTime")
	slices.Sort(names)
	return slices.Compact(names)
}

// propertiesOf returns the properties of an object, or of the objects of an array, that a schema
// describes.
func propertiesOf(all, schema jsontext.Value) (names []string) {
	for keyword, v := range api.Members(schema) {
		switch keyword {
		case "properties":
			for name := range api.Members(v) {
				names = append(names, name)
			}
		case "items":
			names = append(names, propertiesOf(all, v)...)
		case "$ref":
			names = append(
				names,
				propertiesOf(
					all,
					api.Member(all, strings.TrimPrefix(resource.TextOrJSON(v), "#/$defs/")),
				)...,
			)
		case "allOf", "anyOf", "oneOf":
			var parts []jsontext.Value
			_ = json.Unmarshal(v, &parts) // the schemas are part of the program
			for _, part := range parts {
				names = append(names, propertiesOf(all, part)...)
			}
		}
	}
	return names
}

func newSchema(a *app) *cobra.Command {
	cmd := command(a.words, "cli.schema", "schema NAME", func(_ *cobra.Command, args []string) error {
		all, outputs := a.definitions()
		if !slices.Contains(outputs, args[0]) {
			return choiceError(a.words, "NAME", args[0], outputs)
		}
		document := jsontext.Value(fmt.Sprintf(
			`{"$schema":"https://json-schema.org/draft/2020-12/schema","$ref":"#/$defs/%s","$defs":%s}`,
			args[0],
			all,
		))
		if err := document.Indent(jsontext.WithIndent("  ")); err != nil {
			return err
		}
		return a.page(func(out io.Writer) error {
			_, err := fmt.Fprintf(out, "%s\n", document)
			return err
		})
	})
	a.addCompletions(cmd, completions{"": func(_ context.Context, _ partial) []cobra.Completion {
		_, outputs := a.definitions()
		return outputs
	}})
	return cmd
}
