package mcp

import (
	"context"
	"encoding/json"
	"io"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"

	"channeldeck/api"
	"channeldeck/ui/words"
)

// newConfig is a configuration whose commands print rows.
func newConfig(t testing.TB, run func(ctx context.Context, args ...string) Result) Config {
	t.Helper()
	w, err := words.New(words.English)
	if err != nil {
		t.Fatal(err)
	}
	schemas, err := os.ReadFile("../cli/testdata/schema.golden")
	if err != nil {
		t.Fatal(err)
	}
	return Config{Words: w, Schemas: api.Member(schemas, "$defs"), Details: true, Run: run}
}

// prints is a command that prints a text.
func prints(out string) func(context.Context, ...string) Result {
	return func(context.Context, ...string) Result { return Result{Out: []byte(out)} }
}

const initialize = `{"jsonrpc":"2.0","id":"init","method":"initialize","params":{"protocolVersion":"2025-06-18",` +
	`"capabilities":{},"clientInfo":{"name":"test","version":"1"}}}`

// message is a line of the output.
type message struct {
	ID    any
	Error struct {
		Code    int
		Message string
	}
	Result struct {
		IsError           bool
		Content           []struct{ Text string }
		StructuredContent json.RawMessage
		Contents          []struct{ URI, Text string }
	}
}

// client writes lines to a server and reads its answers.
type client struct {
	to     *io.PipeWriter
	lines  chan string
	served chan error
}

func connect(t *testing.T, c Config) *client {
	t.Helper()
	in, to := io.Pipe()
	from, out := io.Pipe()
	cl := &client{to: to, lines: make(chan string, 10_000), served: make(chan error, 1)}
	go func() {
		cl.served <- Serve(t.Context(), c, in, out)
		_ = out.Close()
	}()
	go func() {
		defer close(cl.lines)
		all, _ := io.ReadAll(from)
		for line := range strings.Lines(string(all)) {
			cl.lines <- line
		}
	}()
	return cl
}

func (c *client) write(t *testing.T, lines ...string) {
	t.Helper()
	for _, line := range lines {
		if _, err := io.WriteString(c.to, line+"\n"); err != nil {
			t.Error(err)
		}
	}
}

// send writes lines and ends the input, without the end of the last line.
func (c *client) send(t *testing.T, lines ...string) {
	t.Helper()
	if _, err := io.WriteString(c.to, strings.Join(lines, "\n")); err != nil {
		t.Error(err)
	}
	_ = c.to.Close()
}

// answers are all that the server sent until it ended.
func (c *client) answers(t *testing.T) (list []message) {
	t.Helper()
	for line := range c.lines {
		var m message
		if err := json.Unmarshal([]byte(line), &m); err != nil {
			t.Errorf("%q: %v", line, err)
		}
		list = append(list, m)
	}
	if err := <-c.served; err != nil {
		t.Error(err)
	}
	return list
}

// ask sends lines after the one that begins a session, and returns the other answers by their ID.
func ask(t *testing.T, c Config, lines ...string) map[any]message {
	t.Helper()
	cl := connect(t, c)
	go cl.send(t, append([]string{initialize}, lines...)...)
	byID := map[any]message{}
	for _, m := range cl.answers(t) {
		if byID[m.ID].ID != nil {
			t.Errorf("two answers to %v", m.ID)
		}
		byID[m.ID] = m
	}
	if byID["init"].ID != "init" {
		t.Error("the session did not begin")
	}
	delete(byID, "init")
	return byID
}

func toolCall(id, tool, arguments string) string {
	return `{"jsonrpc":"2.0","id":` + id + `,"method":"tools/call","params":{"name":"` + tool +
		`","arguments":` + arguments + `}}`
}

// All calls in a pipe are answered before the server ends, also the last one without the end of its line.
func TestEndOfInput(t *testing.T) {
	t.Parallel()
	var reached sync.WaitGroup
	reached.Add(20)
	c := newConfig(t, func(context.Context, ...string) Result {
		reached.Done()
		reached.Wait() // all calls are in flight
		return Result{Out: []byte(`[]`)}
	})
	var lines []string
	for i := range 20 {
		lines = append(lines, toolCall(string(rune('a'+i)), "triage", "null"))
		lines[i] = strings.Replace(lines[i], `"id":`+string(rune('a'+i)), `"id":"`+string(rune('a'+i))+`"`, 1)
	}
	if got := ask(t, c, lines...); len(got) != 20 {
		t.Errorf("%d answers: %v", len(got), got)
	}
}

// The end of the input does not wait for a call that lasts until the client goes.
func TestEndOfInputEndsSubscriptions(t *testing.T) {
	t.Parallel()
	meta := `"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",` +
		`"io.modelcontextprotocol/clientInfo":{"name":"x","version":"1"},` +
		`"io.modelcontextprotocol/clientCapabilities":{}}`
	cl := connect(t, newConfig(t, prints("[]")))
	go cl.send(
		t,
		`{"jsonrpc":"2.0","id":1,"method":"subscriptions/listen",`+
			`"params":{"notifications":{"toolsListChanged":true},`+meta+`}}`,
		"",
	)
	for _, m := range cl.answers(t) {
		if m.ID == 1.0 && m.Error.Code != 0 {
			t.Errorf("%+v", m)
		}
	}
}

// A line that is no message is answered with an error, and the next one as ever.
func TestMalformedLines(t *testing.T) {
	t.Parallel()
	deep := `{"jsonrpc":"2.0","id":2,"method":"ping","params":` + strings.Repeat(`{"a":`, 1001) + "1" +
		strings.Repeat("}", 1002)
	for _, c := range []struct {
		line string
		id   any
		code int
	}{
		{`{"jsonrpc":"2.0","id":2,`, nil, -32700},
		{`no JSON`, nil, -32700},
		{"{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"\xff\"}", nil, -32700},
		{`{"jsonrpc":"2.0","id":2,"method":"ping"} {"jsonrpc":"2.0","id":3,"method":"ping"}`, nil, -32700},
		{deep, 2.0, -32700},
		{strings.Repeat("[", 100_000), nil, -32700},
		{`{"jsonrpc":"2.0","id":2,"method":"` + strings.Repeat("x", maxLine) + `"}`, nil, -32700},
		{`[]`, nil, -32600},
		{`7`, nil, -32600},
		{`{}`, nil, -32600},
		{`{"jsonrpc":"1.0","id":2,"method":"ping"}`, 2.0, -32600},
		{`{"jsonrpc":"2.0","id":2,"method":7}`, 2.0, -32600},
		{`{"jsonrpc":"2.0","id":null,"method":"ping"}`, nil, -32600},
		{`{"jsonrpc":"2.0","id":2.5,"method":"ping"}`, nil, -32600},
		{`{"jsonrpc":"2.0","id":9007199254740993e9,"method":"ping"}`, nil, -32600},
		{`{"jsonrpc":"2.0","id":2,"method":"shoes"}`, 2.0, -32601},
		{
			`{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"` + strings.Repeat("x", 100_000) + `"}}`,
			2.0,
			-32602,
		},
	} {
		got := ask(t, newConfig(t, prints("[]")), c.line, `{"jsonrpc":"2.0","id":"next","method":"ping"}`)
		m := got[c.id]
		if len(got) != 2 || m.Error.Code != c.code || m.Error.Message == "" || len(m.Error.Message) > maxMessage ||
			got["next"].Error.Code != 0 {
			t.Errorf("%.80q: %+v", c.line, got)
		}
	}
	got := ask(
		t,
		newConfig(t, prints("[]")),
		"",
		" \r",
		`{"jsonrpc":"2.0","id":7,"result":{}}`,
		`{"jsonrpc":"2.0","id":null,"error":{"code":1,"message":""}}`,
	)
	if len(got) != 0 {
		t.Errorf("what asks nothing is answered: %+v", got)
	}
}

// The messages of a batch are answered one by one.
func TestBatches(t *testing.T) {
	t.Parallel()
	ping := func(id string) string { return `{"jsonrpc":"2.0","id":"` + id + `","method":"ping"}` }
	got := ask(t, newConfig(t, prints("[]")), "["+ping("a")+","+ping("b")+",7]", ping("c"))
	if len(got) != 4 || got["a"].Error.Code != 0 || got["c"].ID != "c" || got[nil].Error.Code != -32600 {
		t.Errorf("%+v", got)
	}
}

// A cancelled call has no answer, also if its command goes on and prints a result.
func TestCancelledCallsAreNotAnswered(t *testing.T) {
	t.Parallel()
	for _, id := range []string{`"a"`, "7"} {
		begun := make(chan bool)
		c := newConfig(t, func(ctx context.Context, args ...string) Result {
			if args[0] == "triage" {
				close(begun)
				<-ctx.Done()
			}
			return Result{Out: []byte("[]")}
		})
		cl := connect(t, c)
		go func() {
			cl.write(t, initialize, toolCall(id, "triage", "{}"))
			<-begun
			for _, other := range []string{`"b"`, "{}", "null", id} {
				cl.write(t, `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":`+other+`}}`)
			}
			cl.send(t, toolCall(`"last"`, "accounts", "{}"))
		}()
		got := cl.answers(t)
		if len(got) != 2 || got[0].ID != "init" || got[1].ID != "last" {
			t.Errorf("%s: %+v", id, got)
		}
	}
}

// The end of the server cancels the commands that run.
func TestEndOfServerCancelsCalls(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	in, to := io.Pipe()
	c := newConfig(t, func(ctx context.Context, _ ...string) Result {
		cancel()
		<-ctx.Done()
		return Result{}
	})
	go func() {
		_, _ = io.WriteString(to, initialize+"\n"+toolCall("1", "triage", "{}")+"\n")
	}()
	if err := Serve(ctx, c, in, io.Discard); err == nil {
		t.Error("the end of the context is no error")
	}
}

// A panic is an error of its call. The server goes on.
func TestPanicsAreErrors(t *testing.T) {
	t.Parallel()
	c := newConfig(t, func(_ context.Context, args ...string) Result {
		if slices.Contains(args, "triage") {
			panic("slice bounds out of range")
		}
		return Result{Out: []byte("[]")}
	})
	read := `{"jsonrpc":"2.0","id":"findings","method":"resources/read","params":{"uri":"channeldeck://findings"}}`
	got := ask(t, c, toolCall(`"tool"`, "triage", "{}"), read, toolCall(`"next"`, "accounts", "{}"))
	if tool := got["tool"].Result; !tool.IsError || !strings.Contains(tool.Content[0].Text, "slice bounds") {
		t.Errorf("tool: %+v", got["tool"])
	}
	if e := got["findings"].Error; e.Code != -32603 || !strings.Contains(e.Message, "slice bounds") {
		t.Errorf("resource: %+v", got["findings"])
	}
	if got["next"].Result.IsError || got["next"].Result.StructuredContent == nil {
		t.Errorf("the next call: %+v", got["next"])
	}
}
