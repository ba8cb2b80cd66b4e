package cli

import (
	"bytes"
	"context"
	_ "embed"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/spf13/cobra"

	"channeldeck/api"
	"channeldeck/api/archive"
	"channeldeck/api/history"
	"channeldeck/api/sandbox"
	"channeldeck/ui/resource"
	"channeldeck/ui/resource/local"
	"channeldeck/ui/resource/prices"
)

// schemas is a JSON Schema with a definition of each output; those of its parts have
// names in upper case. "findings.Kinds" stands for the kinds of findings, and the members of rowTypes
// follow from their types.
//
//go:embed schema.json
var schemas []byte

// definitions returns the definitions as JSON and the names of the outputs.
func definitions() (all jsontext.Value, outputs []string) {
	kinds := `"` + strings.Join(kindNames(), `","`) + `"`
	whole := bytes.Replace(schemas, []byte(`"findings.Kinds"`), []byte(kinds), 1)
	types := rowTypes()
	all = jsontext.Value("{}")
	for name, definition := range api.Members(api.Member(whole, "$defs")) {
		if of, isRow := types[name]; isRow {
			definition = ofRows(definition, of)
		}
		all = resource.WithMember(all, name, definition)
		if unicode.IsLower(rune(name[0])) {
			outputs = append(outputs, name)
		}
	}
	return all, outputs
}

// rowTypes are the types of rows, by the names of their definitions. schema.json says of their members only
// what a type does not.
func rowTypes() map[string]reflect.Type {
	return map[string]reflect.Type{
		"Account":          reflect.TypeFor[api.Account](),
		"Group":            reflect.TypeFor[api.AccountGroup](),
		"Price":            reflect.TypeFor[prices.PriceRecord](),
		"Work":             reflect.TypeFor[api.Work](),
		"Status":           reflect.TypeFor[local.Glance](),
		"config-keys":      reflect.TypeFor[local.Key](),
		"config-show":      reflect.TypeFor[local.Setting](),
		"doctor":           reflect.TypeFor[local.Check](),
		"history-account":  reflect.TypeFor[local.AccountState](),
		"history-show":     reflect.TypeFor[history.Summary](),
		"log":              reflect.TypeFor[history.Change](),
		"rules":            reflect.TypeFor[local.Rule](),
		"rules-test":       reflect.TypeFor[local.RuleDay](),
		"sandbox-examples": reflect.TypeFor[sandbox.Example](),
		"sessions-hits":    reflect.TypeFor[archive.Hit](),
		"sessions-tools":   reflect.TypeFor[history.Tool](),
		"version":          reflect.TypeFor[local.Build](),
	}
}

// ofRows returns the definition of a row, or of a list of rows, with the members of their type.
func ofRows(definition jsontext.Value, of reflect.Type) jsontext.Value {
	items := api.Member(definition, "items")
	if items == nil {
		return withMembers(definition, of)
	}
	list := jsontext.Value("{}")
	for keyword, v := range api.Members(definition) {
		if keyword != "items" {
			list = resource.WithMember(list, keyword, v)
		}
	}
	return resource.WithMember(list, "items", withMembers(items, of))
}

// withMembers returns a definition with the members of a type of rows: those that are always written are
// required.
func withMembers(definition jsontext.Value, of reflect.Type) jsontext.Value {
	properties := jsontext.Value("{}")
	required := []string{}
	described := api.Member(definition, "properties")
	for name, schema := range api.Members(described) {
		properties = resource.WithMember(properties, name, schema)
	}
	for f := range of.Fields() {
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		if options == "embed" && of == reflect.TypeFor[local.AccountState]() {
			number := jsontext.Value(typeSchema(reflect.TypeFor[api.Number]()))
			for _, count := range local.StateCounts() {
				properties = resource.WithMember(properties, count.String(), number)
				required = append(required, count.String())
			}
		}
		if name == "" || name == "-" {
			continue
		}
		if api.Member(described, name) == nil {
			properties = resource.WithMember(properties, name, jsontext.Value(typeSchema(f.Type)))
		}
		if !strings.Contains(options, "omitzero") {
			required = append(required, name)
		}
	}
	out := jsontext.Value("{}")
	for keyword, v := range api.Members(definition) {
		if keyword != "properties" {
			out = resource.WithMember(out, keyword, v)
		}
	}
	if len(required) > 0 {
		names, _ := api.Marshal(required) // names of fields
		out = resource.WithMember(out, "required", names)
	}
	return resource.WithMember(out, "properties", properties)
}

// typeSchema returns the schema of a member of a type, which allows anything where the type is not known.
func typeSchema(t reflect.Type) string {
	switch t {
	case reflect.TypeFor[api.Number]():
		return `{"$ref":"#/$defs/Number"}`
	case reflect.TypeFor[api.Opt[string]](), reflect.TypeFor[api.Text](), reflect.TypeFor[api.Time]():
		return `{"$ref":"#/$defs/Text"}`
	case reflect.TypeFor[api.Opt[bool]]():
		return `{"type":["boolean","null"]}`
	case reflect.TypeFor[time.Time]():
		return `{"type":"string"}`
	case reflect.TypeFor[[]string]():
		return `{"type":"array","items":{"type":"string"}}`
	}
	switch t.Kind() {
	case reflect.String:
		return `{"type":"string"}`
	case reflect.Int, reflect.Int64:
		return `{"type":"integer"}`
	case reflect.Bool:
		return `{"type":"boolean"}`
	}
	return "true"
}

// rowFields returns the fields that the rows of some panes have, of all panes for none.
func rowFields(panes []string) (names []string) {
	all, _ := definitions()
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
		all, outputs := definitions()
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
		_, outputs := definitions()
		return outputs
	}})
	return cmd
}
