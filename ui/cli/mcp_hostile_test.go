package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"channeldeck/api/sandbox"
	"channeldeck/ui/mcp"
	"channeldeck/ui/testkit/race"
)

// rewrite returns a service that changes the bodies of the responses of the sandbox.
func rewrite(t *testing.T, accounts int, change func(path, body string) string) *deployment {
	t.Helper()
	service, err := sandbox.New(sandbox.Options{APIKey: testKey, Accounts: accounts, Now: clock})
	if err != nil {
		t.Fatal(err)
	}
	d := &deployment{Server: httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		got := httptest.NewRecorder()
		service.ServeHTTP(got, r)
		w.Header().Set("Content-Type", "application/json")
		_, _ = io.WriteString(w, change(r.URL.Path, got.Body.String()))
	}))}
	t.Cleanup(d.Close)
	return d
}

// strict are the schemas of the tools of a server, by a validator that the server does not use.
func strict(t *testing.T, a *agent) map[string]*jsonschema.Schema {
	t.Helper()
	list, err := a.ListTools(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	schemas := map[string]*jsonschema.Schema{}
	for _, tool := range list.Tools {
		text := schemaOf(t, a, tool.Name)
		document, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		c := jsonschema.NewCompiler()
		if err := c.AddResource("schema.json", document); err != nil {
			t.Fatal(err)
		}
		if schemas[tool.Name], err = c.Compile("schema.json"); err != nil {
			t.Fatal(err)
		}
	}
	return schemas
}

// check reports what a strict client would refuse of a result.
func checkResult(schema *jsonschema.Schema, result *sdk.CallToolResult) error {
	whole, err := json.Marshal(result)
	if err != nil {
		return err
	}
	if len(whole) > mcp.DefaultBytes {
		return fmt.Errorf("%d bytes", len(whole))
	}
	if result.IsError {
		return nil
	}
	content, _ := json.Marshal(result.StructuredContent)
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(content))
	if err != nil {
		return err
	}
	return schema.Validate(value)
}

// mistyped are changes of what a service sends, in the first rows only: a member is null in two rows, a text in
// two others, and missing in two more. Members of which no response has two are changed together.
func mistyped() map[string]func(path, body string) string {
	replace := func(members []string) func(string, string) string {
		return func(_, body string) string {
			envelope, data, _ := strings.Cut(body, `"data":`)
			for _, name := range members {
				member := `"` + name + `":`
				null := member + `null,"x":`
				text := member + `"1.2万","x":`
				values := []string{null, null, text, text, `"x":`, `"x":`}
				pieces := strings.SplitN(data, member, len(values)+1)
				data = pieces[0]
				for i, piece := range pieces[1:] {
					data += values[i] + piece
				}
			}
			return envelope + `"data":` + data
		}
	}
	all := map[string]func(path, body string) string{}
	for _, members := range []string{
		"id capabilities field pricing",
		"nickname name message metrics",
		"status parts",
		"fansCount platform",
		"createdAt",
	} {
		all[members] = replace(strings.Fields(members))
	}
	all["rows of other kinds"] = func(_, body string) string {
		for _, list := range []string{`"data":[`, `"list":[`} {
			body = strings.Replace(body, list, list+`null,7,"x",[],{},`, 1)
		}
		return body
	}
	return all
}

// Every answer matches the schema of its tool and has at most 64 kB, whatever a service sends in some rows.
func TestAnswersMatchTheirSchemasWithMistypedRows(t *testing.T) {
	race.Sweep(t)
	t.Parallel()
	const accounts = 40
	var schemas map[string]*jsonschema.Schema // which are the same for all services
	for name, change := range mistyped() {
		d := rewrite(t, accounts, change)
		env := withState(t, d.env())
		for _, command := range []string{
			"record",
			"session " + aSession,
			"work youtube " + aWork + " --account " + anOwner,
			"options pinterest",
		} {
			run(t, env, strings.Fields(command)...)
		}
		id := strings.TrimSpace(run(t, env, "accounts", "--jq", ".[-1].id").out)
		a := newAgent(t, env, "--allow-work-details")
		if schemas == nil {
			schemas = strict(t, a)
		}
		for tool, calls := range toolCalls() {
			for _, c := range calls {
				in := c.in
				if in["account"] == "ID" {
					in = map[string]any{"account": id}
				}
				_, result := a.call(t, tool, in)
				if err := checkResult(schemas[tool], result); err != nil {
					t.Errorf("%s, %s: %v", name, c.command, err)
				}
			}
		}
		if got, _ := a.call(t, "accounts", nil); name == "fansCount platform" &&
			(len(got.Malformed) != 2 || got.Total != accounts) {
			t.Errorf("%s: %d of %d rows are malformed", name, len(got.Malformed), got.Total)
		}
		for _, uri := range []string{
			"channeldeck://schema",
			"channeldeck://platforms",
			"channeldeck://findings",
			"channeldeck://findings?offset=1",
		} {
			if _, err := a.ReadResource(t.Context(), &sdk.ReadResourceParams{URI: uri}); err != nil &&
				!strings.Contains(name, "platform") {
				t.Errorf("%s, %s: %v", name, uri, err)
			}
		}
	}
}

// A message of 20 MB, a nickname of 1 MB and pictures are cut to 64 kB, and calls with rest go on.
func TestHugeRowsAreCut(t *testing.T) {
	race.Sweep(t)
	t.Parallel()
	d := rewrite(t, 12, func(path, body string) string {
		switch {
		case strings.HasSuffix(path, "messages"):
			picture := `{"type":"file","mediaType":"image/png","url":"data:image/png;base64,` +
				strings.Repeat("QUJD", 1<<20) + `"},`
			return strings.Replace(
				body,
				`"parts":[`,
				`"parts":[`+picture+`{"type":"text","text":"`+strings.Repeat("word ", 4<<20)+`"},`,
				1,
			)
		default:
			return strings.Replace(body, `"nickname":"`, `"nickname":"`+strings.Repeat("长", 400_000), 1)
		}
	})
	a := newAgent(t, withState(t, d.env()))
	schemas := strict(t, a)
	for tool, in := range map[string]map[string]any{
		"read_session": {"session": aSession},
		"accounts":     {},
		"triage":       {},
	} {
		got, result := a.call(t, tool, in)
		if err := checkResult(schemas[tool], result); err != nil || result.IsError || len(got.Rows) == 0 {
			t.Errorf("%s: %v, %.300s", tool, err, textOf(result))
		}
		if tool == "triage" {
			continue
		}
		if len(got.Cut) == 0 {
			t.Fatalf("%s: nothing is cut", tool)
		}
		next := map[string]any{"rest": got.Cut[0].Rest}
		for name, v := range in {
			next[name] = v
		}
		more, result := a.call(t, tool, next)
		if err := checkResult(schemas[tool], result); err != nil || len(more.Value) < 30_000 || len(more.Cut) == 0 ||
			more.Cut[0].Left >= got.Cut[0].Left {
			t.Errorf("%s: %v, %d bytes, %+v after %+v", tool, err, len(more.Value), more.Cut, got.Cut)
		}
	}
	if wire := a.wire.String(); strings.Contains(wire, "QUJDQUJD") || !strings.Contains(wire, "data:image/png;3.1MB") {
		t.Error("the picture is not named, or is sent")
	}
}

// Arguments that clients send for what their users leave open are not given: each argument of a tool is null, empty or
// blank, and of the next tool another one of these.
func TestOpenArguments(t *testing.T) {
	race.Sweep(t)
	t.Parallel()
	d := deploy(t, sandbox.Options{Accounts: 5, Now: clock})
	a := newAgent(t, withState(t, d.env()))
	schemas := strict(t, a)
	arguments := []string{"at", "since", "kinds", "query", "limit", "offset", "rest", "text", "title", "files"}
	for i, name := range mcp.Tools() {
		now := toolCalls()[name][1]
		for j, argument := range arguments {
			open := []any{nil, "", " "}[(i+j)%3]
			in := open
			if argument == "files" {
				in = []any{open}
			}
			got, result := a.call(t, name, merged(now.in, argument, in))
			if schemas[name] == nil || result.IsError && !strings.Contains(textOf(result), "is not an argument") &&
				!strings.Contains(textOf(result), `"exit":4`) {
				t.Errorf("%s with %s %q: %s %+v", name, argument, open, textOf(result), got)
			}
		}
	}
	for tool, in := range map[string]map[string]any{
		"read_session":    {"session": nil},
		"quote":           {"question": ""},
		"option_example":  {"platform": " \u202e"},
		"account_history": {"account": nil},
	} {
		if _, result := a.call(t, tool, in); !result.IsError || !strings.Contains(textOf(result), " is missing.") {
			t.Errorf("%s: %s", tool, textOf(result))
		}
	}
}

// merged adds an argument that a call does not have yet. One that no tool has is left out if it is null.
func merged(in map[string]any, name string, value any) map[string]any {
	all := map[string]any{name: value}
	for n, v := range in {
		all[n] = v
	}
	return all
}

// Notes and errors of a tool name its arguments and no flags of its command.
func TestTextsOfToolsNameArguments(t *testing.T) {
	t.Parallel()
	d := rewrite(t, 5, func(path, body string) string {
		if strings.Contains(path, "models") {
			return `{"code":0,"message":"","data":[]}`
		}
		return body
	})
	a := newAgent(t, withState(t, d.env()))
	for _, c := range []struct {
		tool string
		in   map[string]any
		want string
	}{
		{"quote", map[string]any{"question": "8s"}, "0 of 0 rows"},
		{"check", map[string]any{"platform": "pinterest", "files": []any{"14s"}}, "files: "},
		{"triage", map[string]any{"kinds": []any{"shoe"}}, "kinds cannot be"},
	} {
		_, result := a.call(t, c.tool, c.in)
		all, _ := json.Marshal(result)
		if !strings.Contains(string(all), c.want) || strings.Contains(string(all), "--") {
			t.Errorf("%s %v: %s", c.tool, c.in, all)
		}
	}
}

// What a tool advises is a tool and no command, which an agent cannot run.
func TestTextsOfToolsNameTools(t *testing.T) {
	t.Parallel()
	d := deploy(t, sandbox.Options{Accounts: 5, Now: clock})
	for _, lang := range []string{"en", "zh"} {
		state := withState(t, d.env())
		a := newAgent(t, state, "--lang", lang)
		report := &sdk.ReadResourceParams{URI: "channeldeck://report/none"}
		_, err := a.ReadResource(t.Context(), report)
		if err == nil || !strings.Contains(err.Error(), "accounts") || strings.Contains(err.Error(),
			"channeldeck record") {
			t.Errorf("%s, a report without a history: %v", lang, err)
		}
		_, empty := a.call(t, "search_sessions", nil)
		a.call(t, "accounts", nil) // as it is told to
		_, after := a.ReadResource(t.Context(), report)
		if after == nil || err != nil && after.Error() == err.Error() {
			t.Errorf("%s, a report of a group that does not exist: %v", lang, after)
		}
		_, incident := a.call(t, "triage", map[string]any{"incident": "weibo"})
		_, both := a.call(t, "triage", map[string]any{"incident": "weibo", "kinds": []any{"stale"}})
		for tool, result := range map[string]*sdk.CallToolResult{
			"kinds":        both,
			"read_session": empty,
			"triage":       incident,
		} {
			all, _ := json.Marshal(result)
			if !strings.Contains(string(all), tool) || strings.Contains(string(all), "channeldeck ") {
				t.Errorf("%s, %s is not named: %s", lang, tool, all)
			}
		}
	}
}

// goodTexts are texts that some argument allows.
func goodTexts() []string {
	return []string{
		"7d", "24h", "8s 1080p i2v x20 + 5s", "status:abnormal", "followers>1k", "sort:-fansCount",
		"pinterest", "douyin", "boardId", "boardId=1", "mp4,4s", "incident", "2026-11-20", "3d",
		"publish", aSession, "0@0", "0/id@0", "0/message/parts/0/text@3",
	}
}

// oddTexts are texts that no argument expects.
func oddTexts() []string {
	return []string{
		"", "  ", "--help", "--", "-o", "@", "/", "~1", "%00", "null", "{}", "[]", "\n", "\x00",
		"../../etc/passwd", "$(id)", "1e400", "NaN", "∞", "-1", "٣", "(", "||", "!", `"`, "\\",
		"*", "=", "+", "a=", "=a", "sort:", "site:x,", "is:", `group:"`,
	}
}

// oddText is a text that clients may send for any argument.
func oddText(r *rand.Rand) string {
	good := goodTexts()
	odd := oddTexts()
	switch r.IntN(6) {
	case 0, 1:
		return good[r.IntN(len(good))]
	case 2:
		return odd[r.IntN(len(odd))]
	case 3:
		return good[r.IntN(len(good))] + odd[r.IntN(len(odd))] + good[r.IntN(len(good))]
	case 4:
		return strings.Repeat(good[r.IntN(len(good))], r.IntN(300))
	default:
		ranges := []rune{0, 0x80, 0x600, 0x200b, 0x4e00, 0xfe00, 0x1f300, 0xe0000}
		var b strings.Builder
		for range r.IntN(40) {
			b.WriteRune(ranges[r.IntN(len(ranges))] + rune(r.IntN(128)))
		}
		return b.String()
	}
}

// oddValue is a value that clients may send for any argument.
func oddValue(r *rand.Rand, depth int) any {
	numbers := []any{
		0, -1, 1, 1.5, 50, 500, 501, 9.3e18, 1e300, -1e300, json.Number("9223372036854775807"),
		json.Number("-9223372036854775808"), json.Number("1e999"),
	}
	switch n := r.IntN(20); {
	case n < 12:
		return oddText(r)
	case n < 15:
		return numbers[r.IntN(len(numbers))]
	case n == 15:
		return nil
	case n == 16:
		return r.IntN(2) == 0
	case n == 17 && depth < 3:
		return map[string]any{oddText(r): oddValue(r, depth+1)}
	default:
		var list []any
		for range r.IntN(4) {
			list = append(list, oddText(r))
		}
		return list
	}
}

// oddCall is a call of a tool with an argument that clients may send.
type oddCall struct {
	tool string
	in   map[string]any
}

// oddCalls give each argument a third of the texts, good and odd, in turn in the tools that have it, the next arguments
// the others, and a number of random values in each of them.
func oddCalls(list []*sdk.Tool, account string, random int) (all []oddCall) {
	tools := map[string][]string{} // that have an argument, by its name
	for _, tool := range list {
		for name := range tool.InputSchema.(map[string]any)["properties"].(map[string]any) {
			tools[name] = append(tools[name], tool.Name)
		}
	}
	r := rand.New(rand.NewPCG(1, 2))
	calls := toolCalls()
	add := func(tool, name string, value any) {
		ofTool := calls[tool]
		in := merged(ofTool[r.IntN(len(ofTool))].in, "limit", 3)
		if in["account"] == "ID" {
			in["account"] = account
		}
		in[name] = value
		all = append(all, oddCall{tool, in})
	}
	for n, name := range slices.Sorted(maps.Keys(tools)) {
		for i, text := range append(goodTexts(), oddTexts()...) {
			if (i+n)%3 == 0 {
				add(tools[name][i/3%len(tools[name])], name, text)
			}
		}
		for _, tool := range tools[name] {
			for range random {
				add(tool, name, oddValue(r, 0))
			}
		}
	}
	return all
}

// Whatever the arguments are, the server goes on, and its answers match their schemas.
func TestOddArguments(t *testing.T) {
	race.Sweep(t)
	t.Parallel()
	env, id := deployFilled(t, 40)
	a := newAgent(t, env, "--allow-work-details")
	schemas := strict(t, a)
	list, err := a.ListTools(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	next := make(chan oddCall)
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			for x := range next {
				result, err := a.CallTool(t.Context(), &sdk.CallToolParams{Name: x.tool, Arguments: x.in})
				if err == nil {
					err = checkResult(schemas[x.tool], result)
				}
				if err != nil {
					t.Errorf("%s %q: %v", x.tool, x.in, err)
				}
				if result != nil && result.IsError &&
					(strings.Contains(textOf(result), "crashed") || strings.Contains(textOf(result), `"exit":1,`)) {
					t.Errorf("%s %q: %s", x.tool, x.in, textOf(result))
				}
			}
		})
	}
	for _, x := range oddCalls(list.Tools, id, 2) {
		next <- x
	}
	close(next)
	all.Wait()
}

// The demo answers before its thirty days are made, and a call waits for them.
func TestDemoAnswersAtOnce(t *testing.T) {
	t.Parallel()
	a := newAgent(t, nil, "--demo", "--accounts", "300")
	if tools, err := a.ListTools(t.Context(), nil); err != nil || len(tools.Tools) == 0 {
		t.Error(err)
	}
	got, result := a.call(t, "account_history", map[string]any{"account": "none"})
	if !result.IsError {
		t.Errorf("%+v", got)
	}
	if got, result = a.call(t, "triage", nil); result.IsError || got.Total < 5 || got.Baseline.IsZero() {
		t.Errorf("%s", textOf(result))
	}
}
