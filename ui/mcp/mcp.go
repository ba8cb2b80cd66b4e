// Package mcp is a server of the Model Context Protocol. Its tools and resources are commands:
// it passes their JSON on, in pages. It does not know how a command runs, and only the tools
// that the user allows have effects.
package mcp

import (
	"bytes"
	"context"
	stdjson "encoding/json" // the encoder of the SDK knows no jsontext.Value
	"errors"
	"fmt"
	"io"
	"net/url"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"channeldeck/api"
	"channeldeck/ui/text"
	"channeldeck/ui/words"
)

// Config is what a server offers, and how.
type Config struct {
	Words   *words.Words
	Version string
	Schemas jsontext.Value // the definitions of the JSON of all commands
	Tools   []string       // nil for all without effects
	Details bool           // the tool with effects is offered too

	Run func(ctx context.Context, args ...string) Result // runs a command
}

// Result is what a command returned.
type Result struct {
	Out, Err []byte // the error is JSON, the remarks before it are lines
	Exit     int

	Loaded, Baseline time.Time // of accounts; zero if there are none
}

// answer is the structured content of the result of a tool.
type answer struct {
	Rows     []jsontext.Value `json:"rows"`
	Total    int              `json:"total"`
	Offset   int              `json:"offset"`
	Next     api.Opt[int]     `json:"next,omitzero"` // the offset of the next page
	Exit     int              `json:"exit"`          // of the command
	Notes    []string         `json:"notes,omitzero"`
	Loaded   time.Time        `json:"loaded,omitzero"`
	Baseline time.Time        `json:"baseline,omitzero"`
}

// server makes the results of one configuration.
type server struct{ Config }

// New returns a server with the tools, resources and prompts of a configuration.
func New(c Config) *mcp.Server {
	s := &server{c}
	w := c.Words
	m := mcp.NewServer(&mcp.Implementation{Name: "channeldeck", Version: c.Version}, &mcp.ServerOptions{
		Instructions: w.T("mcp.instructions"), Capabilities: &mcp.ServerCapabilities{},
	})
	for _, t := range tools() {
		if t.effects && c.Details || !t.effects && (c.Tools == nil || slices.Contains(c.Tools, t.name)) {
			s.addTool(m, t)
		}
	}
	s.addResources(m)
	s.addSchemas(m)
	s.addPrompts(m)
	return m
}

// Serve answers requests until the client goes or ctx ends.
func Serve(ctx context.Context, c Config, in io.Reader, out io.Writer) error {
	err := New(c).Run(ctx, &mcp.IOTransport{Reader: io.NopCloser(in), Writer: nopCloser{out}})
	if errors.Is(err, syscall.EPIPE) || errors.Is(err, io.ErrClosedPipe) { // the client went before it was answered
		return nil
	}
	return err
}

type nopCloser struct{ io.Writer }

func (nopCloser) Close() error { return nil }

func (s *server) addTool(m *mcp.Server, t tool) {
	w := s.Words
	input := t.input(func(id string) string { return w.T("mcp.param." + id) })
	arguments, err := input.Resolve(nil)
	if err != nil {
		panic(err) // the schema is part of the program
	}
	m.AddTool(&mcp.Tool{
		Name: t.name, Description: w.T("mcp.tool." + t.name), InputSchema: input, OutputSchema: stdjson.RawMessage(declared), Annotations: t.annotations(),
	}, func(ctx context.Context, r *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		in := map[string]any{}
		if len(r.Params.Arguments) > 0 {
			if err := json.Unmarshal(r.Params.Arguments, &in); err != nil {
				return failed(err.Error()), nil
			}
		}
		if err := arguments.Validate(in); err != nil {
			return failed(err.Error()), nil
		}
		return s.call(ctx, &t, in)
	})
}

// call runs the command of a tool. What it printed is the result, even if it failed in the end.
func (s *server) call(ctx context.Context, t *tool, in map[string]any) (*mcp.CallToolResult, error) {
	r := s.Run(ctx, t.args(in)...)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	out := cleaned(r.Out)
	rows, ok := rowsOf(out)
	if !ok {
		return failed(string(bytes.TrimSpace(cleaned(r.Err)))), nil
	}
	a := answer{Total: len(rows), Exit: r.Exit, Notes: notes(r.Err), Loaded: r.Loaded, Baseline: r.Baseline}
	offset, limit := page(in)
	a.Offset = min(offset, len(rows))
	a.Rows = firstRows(rows[a.Offset:], limit)
	if next := a.Offset + len(a.Rows); next < len(rows) {
		a.Next = api.Some(next)
		a.Notes = append(a.Notes, s.Words.T("mcp.more", "Rows", len(a.Rows), "Total", len(rows), "Next", next))
	}
	content, err := api.Marshal(a)
	if err != nil {
		return nil, err
	}
	return &mcp.CallToolResult{StructuredContent: stdjson.RawMessage(content), Content: []mcp.Content{&mcp.TextContent{Text: string(content)}}}, nil
}

func failed(message string) *mcp.CallToolResult {
	return &mcp.CallToolResult{IsError: true, Content: []mcp.Content{&mcp.TextContent{Text: text.CleanLines(message)}}}
}

// rowsOf returns the rows of the JSON of a command; an object is one row.
func rowsOf(out jsontext.Value) (rows []jsontext.Value, ok bool) {
	switch out.Kind() {
	case '{':
		return []jsontext.Value{out}, true
	case '[':
		rows = []jsontext.Value{}
		return rows, json.Unmarshal(out, &rows, jsontext.AllowDuplicateNames(true)) == nil
	}
	return nil, false
}

// firstRows returns the first rows, at least one of those there are.
func firstRows(rows []jsontext.Value, limit int) []jsontext.Value {
	size, n := 0, 0
	for n < min(limit, len(rows)) && (n == 0 || size+len(rows[n]) <= maxBytes) {
		size += len(rows[n])
		n++
	}
	return rows[:n]
}

// notes are the remarks and the error of a command.
func notes(printed []byte) (list []string) {
	for line := range strings.Lines(string(printed)) {
		line = strings.TrimSpace(line)
		var e struct{ Message, Hint string }
		if json.Unmarshal([]byte(line), &e, json.MatchCaseInsensitiveNames(true)) == nil {
			line = text.Sentences(e.Message, e.Hint)
		}
		if line = text.Clean(strings.TrimPrefix(line, "channeldeck: ")); line != "" {
			list = append(list, line)
		}
	}
	return list
}

// cleaned is JSON whose texts have no control characters; what is no JSON is cleaned as text.
func cleaned(value []byte) jsontext.Value {
	options := []jsontext.Options{jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true)}
	d := jsontext.NewDecoder(bytes.NewReader(value), options...)
	var b bytes.Buffer
	e := jsontext.NewEncoder(&b, options...)
	for {
		t, err := d.ReadToken()
		if t.Kind() == '"' {
			t = jsontext.String(text.CleanLines(t.String()))
		}
		if err == nil {
			err = e.WriteToken(t) // keeps the digits of numbers
		}
		switch {
		case err == io.EOF:
			return jsontext.Value(bytes.TrimSpace(b.Bytes()))
		case err != nil:
			return jsontext.Value(text.CleanLines(string(value)))
		}
	}
}

// output is the schema of the answer of a tool, with the definitions that it needs.
func (s *server) output(t tool) jsontext.Value {
	needed := map[string]bool{}
	var need func(name string)
	need = func(name string) {
		if needed[name] {
			return
		}
		needed[name] = true
		for _, part := range strings.Split(string(api.Member(s.Schemas, name)), `"#/$defs/`)[1:] {
			other, _, _ := strings.Cut(part, `"`)
			need(other)
		}
	}
	var rows []string
	for _, name := range t.outputs {
		need(name)
		row := fmt.Sprintf(`{"$ref":"#/$defs/%s"}`, name)
		if string(api.Member(api.Member(s.Schemas, name), "type")) == `"object"` { // the only row
			row = fmt.Sprintf(`{"items":%s}`, row)
		}
		rows = append(rows, row)
	}
	var definitions []string
	for name, definition := range api.Members(s.Schemas) {
		if needed[name] {
			definitions = append(definitions, fmt.Sprintf("%q:%s", name, definition))
		}
	}
	return jsontext.Value(fmt.Sprintf(`{"type":"object","required":["rows","total","offset","exit"],"properties":{"rows":{"type":"array","anyOf":[%s]},`+
		`"total":{"type":"integer"},"offset":{"type":"integer"},"next":{"type":"integer","description":%q},"exit":{"type":"integer"},"notes":{"type":"array","items":{"type":"string"}},`+
		`"loaded":{"type":"string","format":"date-time"},"baseline":{"type":"string","format":"date-time"}},"$defs":{%s}}`,
		strings.Join(rows, ","), s.Words.T("mcp.next"), strings.Join(definitions, ",")))
}

// scheme begins the addresses of resources.
const scheme = "channeldeck://"

func (s *server) addResources(m *mcp.Server) {
	read := func(mime string, content func(ctx context.Context, uri string) Result) mcp.ResourceHandler {
		return func(ctx context.Context, r *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
			result := content(ctx, r.Params.URI)
			if len(result.Out) == 0 {
				return nil, fmt.Errorf("%s", strings.Join(notes(result.Err), " "))
			}
			body := text.CleanLines(string(result.Out))
			if mime == "application/json" {
				body = string(cleaned(result.Out))
			}
			return &mcp.ReadResourceResult{Contents: []*mcp.ResourceContents{{URI: r.Params.URI, MIMEType: mime, Text: body}}}, nil
		}
	}
	for _, name := range []string{"schema", "platforms", "findings"} {
		m.AddResource(&mcp.Resource{URI: scheme + name, Name: name, Description: s.Words.T("mcp.resource." + name), MIMEType: "application/json"},
			read("application/json", func(ctx context.Context, _ string) Result {
				switch name {
				case "schema":
					return Result{Out: s.Schemas}
				case "findings":
					name = "triage"
				}
				return s.Run(ctx, name, "--output=json")
			}))
	}
	const report = scheme + "report/"
	m.AddResourceTemplate(&mcp.ResourceTemplate{URITemplate: report + "{group}", Name: "report", Description: s.Words.T("mcp.resource.report"), MIMEType: "text/markdown"},
		read("text/markdown", func(ctx context.Context, uri string) Result {
			group, err := url.PathUnescape(strings.TrimPrefix(uri, report))
			if err != nil {
				return Result{Err: []byte(err.Error())}
			}
			return s.Run(ctx, "report", "--since=7d", "--output=markdown", "--group="+group)
		}))
}

func (s *server) addPrompts(m *mcp.Server) {
	for name, arguments := range map[string][]string{"morning_round": nil, "preflight": {"platform", "files"}, "weekly_report": {"group"}} {
		p := &mcp.Prompt{Name: name, Description: s.Words.T("mcp.prompt." + name + ".about")}
		for _, argument := range arguments {
			p.Arguments = append(p.Arguments, &mcp.PromptArgument{Name: argument, Required: true, Description: s.Words.T("mcp.prompt." + name + "." + argument)})
		}
		m.AddPrompt(p, func(_ context.Context, r *mcp.GetPromptRequest) (*mcp.GetPromptResult, error) {
			var pairs []any
			for _, argument := range arguments {
				pairs = append(pairs, argument, text.Clean(r.Params.Arguments[argument]))
			}
			content := &mcp.TextContent{Text: s.Words.T("mcp.prompt."+name+".text", pairs...)}
			return &mcp.GetPromptResult{Description: p.Description, Messages: []*mcp.PromptMessage{{Role: "user", Content: content}}}, nil
		})
	}
}
