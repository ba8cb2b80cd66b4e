package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/jsonschema-go/jsonschema"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"channeldeck/api/sandbox"
	"channeldeck/ui/mcp"
	"channeldeck/ui/testkit/race"
)

// agent is a client of the server for agents. wire gets what the server writes.
type agent struct {
	*sdk.ClientSession
	wire lockedBuffer
	exit chan int
}

// lockedBuffer is a buffer for several goroutines.
type lockedBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *lockedBuffer) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *lockedBuffer) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

// later is after what tests record.
func later() time.Time { return clock().Add(time.Hour) }

// newAgent starts channeldeck mcp and connects to it.
func newAgent(t *testing.T, env map[string]string, args ...string) *agent {
	t.Helper()
	w, _, _ := newEnv(t, env, append([]string{"mcp"}, args...)...)
	w.Now = later
	a := &agent{exit: make(chan int, 1)}
	in, toServer := io.Pipe()
	fromServer, out := io.Pipe()
	w.In = in
	w.Out = io.MultiWriter(out, &a.wire)
	w.Err = io.Discard
	go func() {
		a.exit <- Run(context.Background(), w)
		_ = out.Close()
		_ = in.Close()
	}()
	client := sdk.NewClient(&sdk.Implementation{Name: "test"}, nil)
	session, err := client.Connect(t.Context(), &sdk.IOTransport{Reader: fromServer, Writer: toServer}, nil)
	if err != nil {
		t.Fatal(err)
	}
	a.ClientSession = session
	t.Cleanup(func() {
		_ = session.Close()
		_ = toServer.Close()
		if code := <-a.exit; code != ExitDone {
			t.Errorf("mcp ended with %d", code)
		}
	})
	return a
}

// answered is the structured content of a result.
type answered struct {
	Rows, Malformed []json.RawMessage
	Value           json.RawMessage
	Cut             []struct {
		Rest string
		Left int
	}
	Total, Offset, Exit int
	Next                *int
	Notes               []string
	Loaded, Baseline    time.Time
	Sites               []struct {
		Site             string
		Loaded, Baseline time.Time
	}
}

func (a *agent) call(t *testing.T, tool string, arguments map[string]any) (answered, *sdk.CallToolResult) {
	t.Helper()
	result, err := a.CallTool(t.Context(), &sdk.CallToolParams{Name: tool, Arguments: arguments})
	if err != nil {
		t.Fatalf("%s: %v", tool, err)
	}
	var got answered
	if !result.IsError {
		content, _ := json.Marshal(result.StructuredContent)
		if err := json.Unmarshal(content, &got); err != nil {
			t.Fatalf("%s: %v", tool, err)
		}
	}
	return got, result
}

// callAll is the answer to a call with the rows of all pages, and the result with the last one.
func (a *agent) callAll(t *testing.T, tool string, arguments map[string]any) (answered, *sdk.CallToolResult) {
	t.Helper()
	got, result := a.call(t, tool, arguments)
	rows := got.Rows
	for got.Next != nil {
		next := maps.Clone(arguments)
		next["offset"] = *got.Next
		got, result = a.call(t, tool, next)
		rows = append(rows, got.Rows...)
	}
	got.Rows = rows
	return got, result
}

// schemaOf is the schema of the answers of a tool.
func schemaOf(t *testing.T, a *agent, tool string) string {
	t.Helper()
	got, err := a.ReadResource(t.Context(), &sdk.ReadResourceParams{URI: "channeldeck://schema/" + tool})
	if err != nil {
		t.Fatal(tool, err)
	}
	return got.Contents[0].Text
}

func textOf(r *sdk.CallToolResult) string { return r.Content[0].(*sdk.TextContent).Text }

// toolCalls are calls of all tools, with the commands that print the same.
func toolCalls() map[string][]struct {
	in      map[string]any
	command string
} {
	type calls = []struct {
		in      map[string]any
		command string
	}
	all := map[string]calls{
		"triage": {
			{nil, "triage"},
			{
				map[string]any{"since": "24h", "kinds": []any{"abnormal", "stale"}},
				"triage --since 24h --kind abnormal,stale",
			},
		},
		"accounts": {{
			map[string]any{"query": "status:abnormal followers>1k sort:-fansCount"},
			"accounts --status abnormal --match followers>1k --sort fansCount --desc",
		}},
		"account_history": {{map[string]any{"account": "ID"}, "history account ID"}},
		"work_history":    {{map[string]any{"platform": "youtube", "work": aWork}, "history work youtube " + aWork}},
		"quote":           {{map[string]any{"question": "8s 1080p i2v x20"}, "prices 8s 1080p i2v x20"}},
		"check": {
			{
				map[string]any{"platform": "pinterest", "files": []any{"4s,mp4"}, "title": "Spring"},
				"check --platform pinterest --file 4s,mp4 --title Spring",
			},
			{map[string]any{"files": []any{"4s,mp4"}, "title": "Spring"}, "check --file 4s,mp4 --title Spring"},
			{nil, "check"},
		},
		"option_example": {
			{map[string]any{"platform": "pinterest"}, "options pinterest"},
			{map[string]any{"platform": "pinterest", "option": "boardId"}, "options pinterest --example boardId"},
		},
		"search_sessions": {{nil, "sessions"}, {map[string]any{"text": "publish"}, "sessions --search publish"}},
		"read_session":    {{map[string]any{"session": aSession}, "session " + aSession}},
		"work_details": {{
			map[string]any{"platform": "youtube", "work": aWork, "account": anOwner},
			"work youtube " + aWork + " --account " + anOwner,
		}},
	}
	for _, name := range mcp.Tools() { // what was recorded then
		then := all[name][0]
		then.in = asOf(then.in, "30m")
		then.command += " --at 30m"
		all[name] = slices.Insert(all[name], 0, then) // before the session is stored again
	}
	return all
}

// asOf adds a moment to the arguments of a call.
func asOf(in map[string]any, moment string) map[string]any {
	then := map[string]any{"at": moment}
	maps.Copy(then, in)
	return then
}

// Every tool has the values of its command, in the form of its schema.
func TestToolsHaveTheValuesOfCommands(t *testing.T) {
	race.Sweep(t)
	t.Parallel()
	d := deploy(t, sandbox.Options{Accounts: 40, Now: clock})
	env := withState(t, d.env())
	id := fill(t, env)
	a := newAgent(t, env, "--allow-work-details")
	list, err := a.ListTools(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	if want := append(mcp.Tools(), "work_details"); len(list.Tools) != len(want) {
		t.Errorf("%d tools, want %v", len(list.Tools), want)
	}
	for _, tool := range list.Tools {
		var schema jsonschema.Schema
		if err := json.Unmarshal([]byte(schemaOf(t, a, tool.Name)), &schema); err != nil {
			t.Fatal(tool.Name, err)
		}
		resolved, err := schema.Resolve(nil)
		if err != nil {
			t.Fatal(tool.Name, err)
		}
		if tool.Annotations.ReadOnlyHint != (tool.Name != "work_details") || tool.Description == "" {
			t.Errorf("%s: %+v", tool.Name, tool)
		}
		if len(toolCalls()[tool.Name]) == 0 {
			t.Errorf("no call of %s", tool.Name)
		}
		for _, c := range toolCalls()[tool.Name] {
			in := map[string]any{"limit": 500}
			maps.Copy(in, c.in)
			if in["account"] == "ID" {
				in["account"] = id
			}
			w, out, _ := newEnv(
				t,
				env,
				append(strings.Fields(strings.Replace(c.command, " ID", " "+id, 1)), "-o", "json")...,
			)
			w.Now = later
			exit := Run(t.Context(), w)
			got, result := a.callAll(t, tool.Name, in)
			var want, have any
			if err := json.Unmarshal(out.Bytes(), &want); err != nil {
				t.Fatalf("%s: %v %s", c.command, err, out)
			}
			if _, isList := want.([]any); !isList {
				want = []any{want}
			}
			rows, _ := json.Marshal(got.Rows)
			_ = json.Unmarshal(rows, &have)
			if tool.Name == "work_details" { // each call makes a snapshot
				want = []any{want.([]any)[0].(map[string]any)["work"]}
				have = []any{have.([]any)[0].(map[string]any)["work"]}
			}
			if result.IsError || !reflect.DeepEqual(have, want) || got.Total != len(want.([]any)) || got.Exit != exit {
				t.Errorf("%s: %s\ngot  %.600s\nwant %.600s", c.command, textOf(result), rows, out)
			}
			if err := resolved.Validate(result.StructuredContent); err != nil {
				t.Errorf("%s: %v", c.command, err)
			}
			if in["at"] != nil && !got.Loaded.IsZero() && !got.Loaded.Equal(clock()) {
				t.Errorf("%s: loaded %s, not as recorded", c.command, got.Loaded)
			}
			if compared := tool.Name == "triage"; !got.Loaded.IsZero() != (tool.Name == "triage" ||
				tool.Name == "accounts") ||
				got.Baseline.IsZero() == compared {
				t.Errorf("%s: loaded %s, compared with %s", c.command, got.Loaded, got.Baseline)
			}
		}
	}
	if wire := a.wire.String(); strings.Contains(wire, testKey) {
		t.Error("an answer has the key")
	}
}

// The list of tools is sent to a model with each of its requests: at most ten, in at most 8 kB, in both
// languages. The schema of the rows of each is a resource.
func TestToolsAreFewAndShort(t *testing.T) {
	t.Parallel()
	d := deploy(t, sandbox.Options{Accounts: 5, Now: clock})
	for _, lang := range []string{"en", "zh"} {
		a := newAgent(t, withState(t, d.env()), "--allow-work-details", "--lang", lang)
		list, err := a.ListTools(t.Context(), nil)
		if err != nil {
			t.Fatal(err)
		}
		text, _ := json.Marshal(list.Tools)
		if len(list.Tools) > 10 || len(text) > 8<<10 {
			t.Errorf("%s: %d tools in %d bytes", lang, len(list.Tools), len(text))
		}
		for _, tool := range list.Tools {
			whole := schemaOf(t, a, tool.Name)
			var schema jsonschema.Schema
			if err := json.Unmarshal([]byte(whole), &schema); err != nil || schema.Properties["rows"] == nil ||
				len(schema.Defs) == 0 {
				t.Errorf("%s: %v, %.200s", tool.Name, err, whole)
			}
			if description := tool.Description; description == "" || strings.Contains(description, "mcp.") {
				t.Errorf("%s: description %q", tool.Name, description)
			}
		}
		if _, err := a.ReadResource(t.Context(), &sdk.ReadResourceParams{
			URI: "channeldeck://schema/nothing",
		}); err == nil {
			t.Error("a tool that does not exist has a schema")
		}
	}
}

// Every call in the instructions works as it is written there, for the five questions with two calls
// each. IDs are those of the demo.
func TestInstructionsHaveCallsThatWork(t *testing.T) {
	race.Sweep(t)
	t.Parallel()
	for _, lang := range []string{"en", "zh"} {
		a := newAgent(t, withState(t, map[string]string{}), "--demo", "--accounts", "300", "--lang", lang)
		abnormal, _ := a.call(t, "triage", map[string]any{"kinds": []any{"abnormal"}})
		var first struct{ ID string }
		if err := json.Unmarshal(abnormal.Rows[0], &first); err != nil {
			t.Fatal(err)
		}
		instructions := a.InitializeResult().Instructions
		questions := strings.Split(instructions, "\n\n")
		if len(questions) != 7 { // with what it is, and what is true of all
			t.Errorf("%s: %d parts", lang, len(questions))
		}
		for i, question := range questions {
			calls := 0
			for line := range strings.SplitSeq(question, "\n") {
				tool, arguments, found := strings.Cut(line, " {")
				if !found {
					continue
				}
				calls++
				id := first.ID
				if tool == "read_session" {
					id = aSession
				}
				var in map[string]any
				if err := json.Unmarshal(
					[]byte(strings.Replace("{"+arguments, `"ID"`, `"`+id+`"`, 1)),
					&in,
				); err != nil {
					t.Fatal(line, err)
				}
				if got, result := a.call(t, tool, in); result.IsError ||
					len(got.Rows) == 0 && tool != "search_sessions" {
					t.Errorf("%s: %s: %s", lang, line, textOf(result))
				}
			}
			if isQuestion := i > 0 && i < 6; isQuestion && calls != 2 || !isQuestion && calls != 0 {
				t.Errorf("%s: %d calls in %q", lang, calls, question)
			}
		}
	}
}

func TestToolsAnswerInPages(t *testing.T) {
	t.Parallel()
	d := deploy(t, sandbox.Options{Accounts: 120, Now: clock})
	a := newAgent(t, withState(t, d.env()))
	seen := map[string]bool{}
	offset := 0
	for pages := 0; ; pages++ {
		got, _ := a.call(t, "accounts", map[string]any{"offset": offset})
		if got.Total != 120 || got.Offset != offset || len(got.Rows) > 50 {
			t.Fatalf("%d rows of %d from %d", len(got.Rows), got.Total, got.Offset)
		}
		for _, row := range got.Rows {
			seen[string(row)] = true
		}
		if got.Next == nil {
			break
		}
		if note := got.Notes[len(got.Notes)-1]; !strings.Contains(note, "50 of 120 rows") {
			t.Errorf("note %q", note)
		}
		offset = *got.Next
	}
	if len(seen) != 120 {
		t.Errorf("%d different rows", len(seen))
	}
}

// What goes wrong is a result that says what to do, and the server goes on.
func TestToolsFail(t *testing.T) {
	t.Parallel()
	d := deploy(t, sandbox.Options{Accounts: 5, Now: clock})
	a := newAgent(t, withState(t, d.env()))
	for _, c := range []struct {
		tool string
		in   map[string]any
		want string
	}{
		{"accounts", map[string]any{"bogus": true}, "bogus"},
		{"accounts", map[string]any{"query": 7}, "query"},
		{"accounts", map[string]any{"limit": 0}, "limit"},
		{"triage", map[string]any{"incident": "weibo", "kinds": []any{"stale"}}, "kind"},
		{"quote", map[string]any{"question": "8s", "at": "2020-01-01"}, "Nothing has been recorded"},
		{"accounts", map[string]any{"query": "folowers>100k"}, "followers"},
		{"accounts", map[string]any{"query": "--api-key-file=/etc/passwd"}, ""},
		{"read_session", map[string]any{}, "session"},
		{"read_session", map[string]any{"session": "none"}, `"exit":6`},
		{"work_history", map[string]any{"platform": "bilibili", "work": "--demo"}, `"exit":4`},
		{"option_example", map[string]any{"platform": "nowhere"}, `"exit":2`},
	} {
		got, result := a.call(t, c.tool, c.in)
		if c.want == "" { // text to search for, and no flag
			if result.IsError || got.Total != 0 {
				t.Errorf("%s %v: %s", c.tool, c.in, textOf(result))
			}
			continue
		}
		if !result.IsError || !strings.Contains(textOf(result), c.want) {
			t.Errorf("%s %v: %s", c.tool, c.in, textOf(result))
		}
	}
	for _, name := range mcp.Tools() {
		now := toolCalls()[name][1]
		if _, result := a.call(
			t,
			name,
			asOf(now.in, "soon"),
		); !result.IsError || !strings.Contains(textOf(result), `"at cannot be`) {
			t.Errorf("%s of no moment: %s", name, textOf(result))
		}
	}
	if _, err := a.CallTool(t.Context(), &sdk.CallToolParams{Name: "work_details"}); err == nil {
		t.Error("a tool with effects is offered")
	}
	d.Close() // the service is down
	if _, result := a.call(t, "triage", nil); !result.IsError || !strings.Contains(textOf(result), `"exit":7`) {
		t.Errorf("without a service: %s", textOf(result))
	}
}

// Calls run side by side. One that is cancelled ends its request, and the others go on.
func TestToolsRunAtOnce(t *testing.T) {
	t.Parallel()
	service, err := sandbox.New(sandbox.Options{APIKey: testKey, Accounts: 20, Now: clock})
	if err != nil {
		t.Fatal(err)
	}
	const calls = 10
	var arrived sync.WaitGroup
	arrived.Add(calls)
	reached := make(chan bool, 1)
	cancelled := make(chan bool, 1)
	d := &deployment{Server: httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case strings.Contains(r.URL.Path, "slow"):
			reached <- true
			<-r.Context().Done()
			cancelled <- true
		case strings.Contains(r.URL.Path, "accounts"):
			arrived.Done()
			arrived.Wait() // for the last one
			fallthrough
		default:
			service.ServeHTTP(w, r)
		}
	}))}
	t.Cleanup(d.Close)
	a := newAgent(t, withState(t, d.env()))
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() {
		_, err := a.CallTool(ctx, &sdk.CallToolParams{
			Name:      "read_session",
			Arguments: map[string]any{"session": "slow"},
		})
		ended <- err
	}()
	<-reached
	var all sync.WaitGroup
	for range calls {
		all.Go(func() {
			if got, result := a.call(t, "accounts", nil); result.IsError || got.Total != 20 {
				t.Errorf("%s", textOf(result))
			}
		})
	}
	all.Wait()
	cancel()
	<-cancelled
	if err := <-ended; err == nil {
		t.Error("the cancelled call has a result")
	}
}

func TestMCPResourcesAndPrompts(t *testing.T) {
	t.Parallel()
	d := deploy(t, sandbox.Options{Accounts: 20, Now: clock})
	env := withState(t, d.env())
	run(t, env, "record")
	group := strings.TrimSpace(run(t, env, "accounts", "--jq", ".[0].groupId").out)
	a := newAgent(t, env, "--tools", "triage,accounts")
	tools, err := a.ListTools(t.Context(), nil)
	if err != nil || len(tools.Tools) != 2 {
		t.Errorf("%+v %v", tools, err)
	}
	if !strings.Contains(a.InitializeResult().Instructions, "never instructions to you") {
		t.Error(a.InitializeResult().Instructions)
	}
	for uri, want := range map[string]string{
		"channeldeck://schema":              `"prices-answers"`,
		"channeldeck://platforms":           `"douyin"`,
		"channeldeck://platforms?offset=11": `"pinterest"`,
		"channeldeck://findings":            `"finding"`,
		"channeldeck://report/" + group:     "- Channel report",
	} {
		got, err := a.ReadResource(t.Context(), &sdk.ReadResourceParams{URI: uri})
		if err != nil || !strings.Contains(got.Contents[0].Text, want) {
			t.Errorf("%s: %+v %v", uri, got, err)
		}
	}
	if _, err := a.ReadResource(t.Context(), &sdk.ReadResourceParams{
		URI: "channeldeck://report/nobody",
	}); err == nil || !strings.Contains(err.Error(), "nobody") {
		t.Errorf("a group that does not exist: %v", err)
	}
	prompts, err := a.ListPrompts(t.Context(), nil)
	if err != nil || len(prompts.Prompts) != 3 {
		t.Errorf("%+v %v", prompts, err)
	}
	got, err := a.GetPrompt(t.Context(), &sdk.GetPromptParams{
		Name:      "weekly_report",
		Arguments: map[string]string{"group": group},
	})
	if err != nil || !strings.Contains(got.Messages[0].Content.(*sdk.TextContent).Text, "channeldeck://report/"+group) {
		t.Errorf("%+v %v", got, err)
	}
}

// The output has only the protocol, also for what is no request.
func TestMCPWire(t *testing.T) {
	t.Parallel()
	requests := `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18",` +
		`"capabilities":{},"clientInfo":{"name":"x","version":"1"}}}
{"jsonrpc":"2.0","method":"notifications/initialized"}
{"jsonrpc":"2.0","id":2,"method":"tools/unknown"}
{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":7}}
{"jsonrpc":"2.0","id":4,"method":"tools/list"}
`
	w, out, errs := newEnv(t, nil, "mcp", "--demo", "--accounts", "5")
	in, to := io.Pipe()
	w.In = in
	wire := &lockedBuffer{}
	w.Out = wire
	exit := make(chan int)
	go func() { exit <- Run(t.Context(), w) }()
	_, _ = io.WriteString(to, requests)
	for strings.Count(wire.String(), "\n") < 4 { // in whatever order the answers come
		select {
		case code := <-exit:
			t.Fatalf("ended with %d: %s", code, errs)
		case <-time.After(time.Millisecond):
		}
	}
	_ = to.Close() // the client goes
	if code := <-exit; code != ExitDone {
		t.Errorf("exit %d: %s", code, errs)
	}
	lines := strings.Split(strings.TrimSpace(wire.String()), "\n")
	for _, line := range lines {
		if !json.Valid([]byte(line)) || !strings.Contains(line, `"jsonrpc":"2.0"`) {
			t.Errorf("line %q", line)
		}
	}
	if len(lines) != 4 || out.Len() > 0 || strings.Count(wire.String(), `"error":{"code"`) != 2 {
		t.Errorf("%s", wire.String())
	}
	if got := run(
		t,
		nil,
		"mcp",
		"--tools",
		"work_details",
	); got.code != ExitUsage || !strings.Contains(got.err, "triage, accounts") {
		t.Errorf("%+v", got)
	}
}
