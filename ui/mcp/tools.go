package mcp

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/google/jsonschema-go/jsonschema"
)

// tool is a command that a client can run.
type tool struct {
	name     string
	command  []string // with the flags that it always has
	params   []param
	outputs  []string // the schemas of its JSON: one of them matches
	effects  bool     // it has effects on the platform
	requests bool     // it asks the service, not only the history

	other *otherCommand // of calls with other arguments; nil for none
}

// otherCommand is the command that a tool runs for calls with a certain argument.
type otherCommand struct {
	command []string
	with    string
	without []string // arguments that this command does not have
}

// runs reports whether a call runs the other command.
func (o *otherCommand) runs(in map[string]any) bool {
	return o != nil && in[o.with] != nil
}

// param is an argument of a tool.
type param struct {
	name     string
	kind     string // of its JSON: string or array of strings
	flag     string // of the command; "" for an argument without one
	required bool
	text     string   // the ID of its text; "" for that of the tool and its name
	choices  []string // the values that it can have; nil for any
}

// What a page of rows has, and which one a call can ask for.
const (
	defaultRows = 50
	maxRows     = 500
	maxOffset   = 1_000_000_000
)

// What an argument may have.
const (
	maxText  = 100_000 // characters
	maxTexts = 200
)

// tools returns all tools, those without effects first. With several sites each has an argument that
// chooses one.
func (s *server) tools() []tool {
	all := tools()
	if len(s.Sites) < 2 {
		return all
	}
	for i := range all {
		all[i].params = append(all[i].params, param{
			name:    "site",
			kind:    "string",
			flag:    "site",
			choices: s.Sites,
		})
	}
	return all
}

// tools returns all tools for one site.
func tools() []tool {
	platform := param{name: "platform", kind: "string", required: true}
	all := []tool{
		{
			name:     "triage",
			command:  []string{"triage"},
			outputs:  []string{"triage", "incidents"},
			requests: true,
			params: []param{
				{name: "since", kind: "string", flag: "since"},
				{name: "kinds", kind: "array", flag: "kind"},
				{name: "sections", kind: "array", flag: "section"},
				{name: "incident", kind: "string"},
			},
			other: &otherCommand{
				command: []string{"incidents"},
				with:    "incident",
				without: []string{"kinds", "sections"},
			},
		},
		{
			name:     "accounts",
			command:  []string{"accounts"},
			outputs:  []string{"accounts"},
			requests: true,
			params: []param{
				{name: "query", kind: "string", flag: "match"},
			},
		},
		{
			name:    "account_history",
			command: []string{"history", "account"},
			outputs: []string{"history-account"},
			params: []param{
				{name: "account", kind: "string", required: true},
				{name: "since", kind: "string", flag: "since"},
			},
		},
		{
			name:    "work_history",
			command: []string{"history", "work"},
			outputs: []string{"history-work"},
			params: []param{
				platform, {name: "work", kind: "string", required: true},
			},
		},
		{
			name:     "quote",
			command:  []string{"prices"},
			outputs:  []string{"prices-answers"},
			requests: true,
			params: []param{
				{name: "question", kind: "string", required: true},
			},
		},
		{
			name:     "check",
			command:  []string{"check"},
			outputs:  []string{"check", "platforms-files"},
			requests: true,
			params: []param{
				{name: "platform", kind: "string", flag: "platform"},
				{name: "account", kind: "string", flag: "account"},
				{name: "files", kind: "array", flag: "file"},
				{name: "options", kind: "array", flag: "option"},
				{name: "title", kind: "string", flag: "title"},
				{name: "text", kind: "string", flag: "text"},
				{name: "cover", kind: "string", flag: "cover"},
			},
		},
		{
			name:     "option_example",
			command:  []string{"options"},
			outputs:  []string{"options", "options-example"},
			requests: true,
			params: []param{
				platform, {name: "option", kind: "string", flag: "example"},
			},
		},
		{
			name:    "search_sessions",
			command: []string{"sessions"},
			outputs: []string{"sessions", "sessions-hits"},
			params: []param{
				{name: "text", kind: "string", flag: "search"},
			},
		},
		{
			name:     "read_session",
			command:  []string{"session"},
			outputs:  []string{"session"},
			requests: true,
			params: []param{
				{name: "session", kind: "string", required: true},
			},
		},
		{
			name:     "work_details",
			command:  []string{"work"},
			outputs:  []string{"work"},
			effects:  true,
			requests: true,
			params: []param{
				platform,
				{name: "work", kind: "string", required: true},
				{name: "account", kind: "string", flag: "account"},
			},
		},
	}
	for i := range all {
		if t := &all[i]; !t.effects {
			t.params = append(t.params, param{
				name: "at",
				kind: "string",
				flag: "at",
				text: "at",
			})
		}
	}
	return all
}

// Tools returns the names of the tools that have no effects.
func Tools() (names []string) {
	for _, t := range tools() {
		if !t.effects {
			names = append(names, t.name)
		}
	}
	return names
}

// input is the schema of the arguments of a tool. text words a parameter.
func (t *tool) input(text func(param string) string) *jsonschema.Schema {
	bound := func(n float64) *float64 { return &n }
	s := &jsonschema.Schema{
		Type:                 "object",
		AdditionalProperties: &jsonschema.Schema{Not: &jsonschema.Schema{}},
		Properties: map[string]*jsonschema.Schema{
			"limit":  {Type: "integer", Minimum: bound(1), Maximum: bound(maxRows)},
			"offset": {Type: "integer", Minimum: bound(0), Maximum: bound(maxOffset)},
			"rest":   {Type: "string", Description: text("rest")},
		},
	}
	for _, p := range t.params {
		property := &jsonschema.Schema{Type: p.kind}
		if p.choices == nil { // which need no more words: the list of tools is to be short
			property.Description = text(cmp.Or(p.text, t.name+"."+p.name))
		}
		if p.kind == "array" {
			property.Items = &jsonschema.Schema{Type: "string"}
		}
		for _, choice := range p.choices {
			property.Enum = append(property.Enum, choice)
		}
		s.Properties[p.name] = property
		if p.required {
			s.Required = append(s.Required, p.name)
		}
	}
	return s
}

// args are the arguments of the command for those of a call, which match the schema.
func (t *tool) args(in map[string]any) []string {
	command := t.command
	if t.other.runs(in) {
		command = t.other.command
	}
	args := append(slices.Clone(command), "--output=json")
	arguments := []string{"--"}
	for _, p := range t.params {
		values, _ := in[p.name].([]any)
		if v, given := in[p.name]; given && p.kind != "array" {
			values = []any{v}
		}
		for _, v := range values {
			if p.flag == "" {
				arguments = append(arguments, fmt.Sprint(v))
			} else {
				args = append(args, "--"+p.flag+"="+fmt.Sprint(v))
			}
		}
	}
	return append(args, arguments...)
}
