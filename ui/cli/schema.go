package cli

import (
	"context"
	_ "embed"
	"fmt"
	"io"
	"maps"
	"slices"
	"unicode"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/spf13/cobra"

	"channeldeck/api"
)

// schemas is a JSON Schema with a definition of each output; those of its parts have
// names in upper case.
//
//go:embed schema.json
var schemas []byte

// definitions returns the definitions as JSON and the names of the outputs.
func definitions() (all jsontext.Value, outputs []string) {
	all = maps.Collect(api.Members(schemas))["$defs"]
	for name := range api.Members(all) {
		if unicode.IsLower(rune(name[0])) {
			outputs = append(outputs, name)
		}
	}
	return all, outputs
}

func newSchema(a *app) *cobra.Command {
	cmd := command(a.words, "cli.schema", "schema NAME", func(_ *cobra.Command, args []string) error {
		all, outputs := definitions()
		if !slices.Contains(outputs, args[0]) {
			return choiceError(a.words, "NAME", args[0], outputs)
		}
		document := jsontext.Value(fmt.Sprintf(`{"$schema":"https://json-schema.org/draft/2020-12/schema","$ref":"#/$defs/%s","$defs":%s}`, args[0], all))
		if err := document.Indent(jsontext.WithIndent("  ")); err != nil {
			return err
		}
		return a.page(func(out io.Writer) error {
			_, err := fmt.Fprintf(out, "%s\n", document)
			return err
		})
	})
	a.addCompletions(cmd, completions{"": func(_ context.Context, _ partial) []cobra.Completion {
		_, outputs := definitions()
		return outputs
	}})
	return cmd
}
