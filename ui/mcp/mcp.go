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
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"channeldeck/api"
	"channeldeck/ui/crash"
	"channeldeck/ui/words"
)

// Config configures a server.
type Config struct {
	Words   *words.Words
	Version string
	Schemas jsontext.Value // the definitions of the JSON of all commands
	Tools   []string       // nil for all without effects
	Sites   []string       // the names of the sites that the commands show
	Details bool           // the tool with effects is offered too

	MaxBytes int // of an answer; 0 for DefaultBytes

	Run      func(ctx context.Context, args ...string) Result // runs a command
	Panicked func(p *crash.Panic) string                      // saves a report and words it; may be nil
}

// Result is the result of a command.
type Result struct {
	Out, Err []byte // the error is JSON, the remarks before it are lines
	Exit     int

	Loads []Load // of accounts, one for each site that has some
}

// Load is when the accounts of a site were loaded, and the time with which they are compared.
type Load struct {
	Site     string    `json:"site"`
	At       time.Time `json:"loaded,omitzero"`
	Baseline time.Time `json:"baseline,omitzero"`
}

// server makes the results of one configuration.
type server struct{ Config }

// New returns a server with the tools, resources and prompts of a configuration.
func New(c Config) *mcp.Server {
	s := &server{c}
	instructions := c.Words.T("mcp.instructions")
	if len(c.Sites) > 1 {
		instructions += "\n" + c.Words.T(
			"mcp.instructions_sites",
			"Sites", strings.Join(c.Sites, ", "),
		)
	}
	m := mcp.NewServer(&mcp.Implementation{
		Name:    "channeldeck",
		Version: c.Version,
	}, &mcp.ServerOptions{
		Instructions: instructions,
		Capabilities: &mcp.ServerCapabilities{},
	})
	for _, t := range s.tools() {
		if t.effects && c.Details || !t.effects &&
			(c.Tools == nil || slices.Contains(c.Tools, t.name)) {
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
	m := New(c)
	m.AddReceivingMiddleware(guarded(ctx, c))
	err := m.Run(ctx, transport{in: in, out: out, words: c.Words})
	if errors.Is(err, syscall.EPIPE) || errors.Is(err, io.ErrClosedPipe) { // the client went before it was answered
		return nil
	}
	return err
}

// guarded cancels requests when ctx ends, and answers an error if one panics.
func guarded(ctx context.Context, c Config) mcp.Middleware {
	return func(next mcp.MethodHandler) mcp.MethodHandler {
		return func(call context.Context, method string, r mcp.Request) (result mcp.Result, err error) {
			call, cancel := context.WithCancel(call)
			defer cancel()
			defer context.AfterFunc(ctx, cancel)()
			defer crash.Recover(func(p *crash.Panic) {
				s := server{c}
				err = &jsonrpc.Error{Code: jsonrpc.CodeInternalError, Message: s.panicked(p)}
				result = nil
			})
			return next(call, method, r)
		}
	}
}

func (s *server) addTool(m *mcp.Server, t tool) {
	w := s.Words
	input := t.input(func(id string) string { return w.T("mcp.param." + id) })
	output := s.output(t)
	allowed := sync.OnceValue(func() *form { return formOf(output) })
	m.AddTool(&mcp.Tool{
		Name:         t.name,
		Description:  w.T("mcp.tool." + t.name),
		InputSchema:  input,
		OutputSchema: stdjson.RawMessage(declared),
		Annotations:  t.annotations(),
	}, func(ctx context.Context, r *mcp.CallToolRequest) (result *mcp.CallToolResult, err error) {
		defer crash.Recover(func(p *crash.Panic) {
			result = s.failed(s.panicked(p))
			err = nil
		})
		in, ok := readArguments(r.Params.Arguments)
		if !ok {
			return s.failed(w.T("mcp.argument.object")), nil
		}
		if wrong := t.check(w, in); wrong != "" {
			return s.failed(wrong), nil
		}
		a, message := s.call(ctx, &t, in, allowed)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if a == nil {
			return s.failed(message), nil
		}
		return s.result(a, readsStructured(r))
	})
}

// call runs the command of a tool. What it printed is the answer, even if it failed in the end. Without
// an answer there is a message.
func (s *server) call(
	ctx context.Context,
	t *tool,
	in map[string]any,
	allowed func() *form,
) (a *answer, message string) {
	r := s.Run(ctx, t.args(in)...)
	rows, ok := rowsOf(r.Out)
	if !ok {
		return nil, t.named(string(bytes.TrimSpace(r.Err)))
	}
	a = &answer{Total: len(rows), Exit: r.Exit}
	if len(r.Loads) == 1 {
		a.Loaded = r.Loads[0].At
		a.Baseline = r.Loads[0].Baseline
	} else {
		a.Sites = r.Loads
	}
	for _, note := range notes(r.Err) {
		a.Notes = append(a.Notes, t.named(note))
	}
	if at, resumes := restOf(in); resumes {
		if !s.resume(a, rows, at) {
			return nil, s.Words.T("mcp.no_rest", "Rest", at.String())
		}
		return a, ""
	}
	offset, limit := page(in)
	a.Offset = min(offset, len(rows))
	s.fill(a, rows, limit, allowed().allows)
	return a, ""
}

// readsStructured reports whether a client reads structured content, which came with 2025-06-18.
func readsStructured(r *mcp.CallToolRequest) bool {
	p := r.Session.InitializeParams()
	return p == nil || p.ProtocolVersion >= "2025-06-18"
}

// failed is the result of a call without an answer.
func (s *server) failed(message string) *mcp.CallToolResult {
	most := s.share(textShare)
	short := cleaned([]byte(message))
	if short.Kind() == '{' {
		short = new(cutter).value(short, "", 0, most)
	}
	content := &mcp.TextContent{Text: shortened(string(short), most)}
	return &mcp.CallToolResult{IsError: true, Content: []mcp.Content{content}}
}

// panicked words a panic, of which a report is saved.
func (s *server) panicked(p *crash.Panic) string {
	if s.Panicked == nil {
		return p.Error()
	}
	return s.Panicked(p)
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
	return jsontext.Value(fmt.Sprintf(
		`{"type":"object","required":["rows","total","offset","exit"],"properties":{`+
			`"rows":{"type":"array","anyOf":[%s]},`+
			`"malformed":{"type":"array"},"cut":{"type":"array"},"value":{},`+
			`"total":{"type":"integer"},"offset":{"type":"integer"},`+
			`"next":{"type":"integer","description":%q},"exit":{"type":"integer"},`+
			`"notes":{"type":"array","items":{"type":"string"}},`+
			`"loaded":{"type":"string","format":"date-time"},`+
			`"baseline":{"type":"string","format":"date-time"}%s},"$defs":{%s}}`,
		strings.Join(rows, ","),
		s.Words.T("mcp.next"),
		s.loadsSchema(),
		strings.Join(definitions, ","),
	))
}

// loadsSchema is the schema of when the accounts of several sites were loaded, "" for one site.
func (s *server) loadsSchema() string {
	if len(s.Sites) < 2 {
		return ""
	}
	return `,"sites":{"type":"array","items":{"type":"object","required":["site"],"properties":{` +
		`"site":{"type":"string"},` +
		`"loaded":{"type":"string","format":"date-time"},` +
		`"baseline":{"type":"string","format":"date-time"}}}}`
}
