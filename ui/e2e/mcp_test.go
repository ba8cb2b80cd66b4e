//go:build unix

package e2e

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"os/exec"
	"strings"
	"testing"

	"channeldeck/api/sandbox"
	"channeldeck/ui/testkit/race"
)

// The official inspector, a client of npm, calls all tools, resources and prompts through pipes, with
// the service over HTTP and a history, and with a service that sends null and mistyped values in some rows.
func TestInspectorCallsTheServerForAgents(t *testing.T) {
	inspector, err := exec.LookPath("mcp-inspector")
	if err != nil {
		t.Skip(
			"mcp-inspector is not installed (npm install -g @modelcontextprotocol/inspector): this test calls the " +
				"server for agents with it.",
		)
	}
	if race.Enabled {
		t.Skip("the inspector waits for each start")
	}
	s, err := sandbox.New(sandbox.Options{APIKey: testKey, Accounts: 300})
	if err != nil {
		t.Fatal(err)
	}
	t.Run("sandbox", func(t *testing.T) {
		t.Parallel()
		inspect := inspectRows(t, inspector, s)
		inspectRest(t, inspect)
	})
	t.Run("mistyped rows", func(t *testing.T) {
		t.Parallel()
		inspectRows(t, inspector, mistyped{s})
	})
}

// mistyped is a service with null and a text in place of other values in some rows.
type mistyped struct{ http.Handler }

func (m mistyped) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	got := httptest.NewRecorder()
	m.Handler.ServeHTTP(got, r)
	w.Header().Set("Content-Type", "application/json")
	envelope, data, _ := strings.Cut(got.Body.String(), `"data":`)
	for name, value := range map[string]string{
		"status":    "null",
		"fansCount": `"1.2万"`,
		"label":     "7",
		"role":      "null",
		"metrics":   "[]",
	} {
		data = strings.Replace(data, `"`+name+`":`, `"`+name+`":`+value+`,"`+name+`Was":`, 2)
	}
	_, _ = io.WriteString(w, envelope+`"data":`+data)
}

// The session and the work of the sandbox that the tools show.
const (
	inspectedSession = "6710a1e5c0de000000000008"
	inspectedWork    = "dQw4w9WgX01"
)

// inspection runs a method of the server for agents in the inspector, and returns what that prints.
type inspection func(method string, args ...string) (string, error)

// inspectRows calls the tools and reads the resources that have rows of a service.
func inspectRows(t *testing.T, inspector string, s http.Handler) inspection {
	t.Helper()
	server := httptest.NewServer(s)
	t.Cleanup(server.Close)
	env := append(home(t), service(server.URL, testKey)...)
	run := func(name string, args ...string) (string, error) {
		cmd := exec.CommandContext(t.Context(), name, args...)
		cmd.Env = env
		out, err := cmd.Output()
		return string(out), err
	}
	id, _ := run(channeldeck, "accounts", "--platform", "youtube", "--status", "normal", "--jq", ".[0].id")
	id = strings.TrimSpace(id)
	for _, command := range []string{
		"record",
		"session " + inspectedSession,
		"work youtube " + inspectedWork + " --account " + id,
	} {
		_, _ = run(channeldeck, strings.Fields(command)...) // fails for malformed rows, and prints them
	}
	inspect := func(method string, args ...string) (string, error) {
		return run(inspector, append([]string{"--cli", channeldeck, "mcp", "--method", method}, args...)...)
	}
	for tool, args := range map[string][]string{
		"triage":          nil,
		"accounts":        {"query=followers>0"},
		"account_history": {"account=" + strings.TrimSpace(id)},
		"work_history":    {"platform=youtube", "work=" + inspectedWork},
		"quote":           {"question=8s 1080p"},
		"check":           {"platform=pinterest", "title=Spring"},
		"option_example":  {"platform=pinterest"},
		"search_sessions": nil,
		"read_session":    {"session=" + inspectedSession},
	} {
		list := []string{"--tool-name", tool}
		for _, arg := range args {
			list = append(list, "--tool-arg", arg)
		}
		out, err := inspect("tools/call", list...)
		var result struct {
			IsError           bool
			StructuredContent struct {
				Rows, Malformed []any
				Total           int
			}
		}
		if err == nil {
			err = json.Unmarshal([]byte(out), &result)
		}
		if content := result.StructuredContent; err != nil || result.IsError ||
			len(content.Rows)+len(content.Malformed) == 0 ||
			content.Total < len(content.Rows) {
			t.Errorf("%s: %v, %.500s", tool, err, out)
		}
	}
	for _, uri := range []string{"schema", "schema/triage", "platforms", "findings", "findings?offset=1"} {
		if out, err := inspect(
			"resources/read",
			"--uri",
			"channeldeck://"+uri,
		); err != nil || !strings.Contains(out, `"text"`) {
			t.Errorf("%s: %v, %.500s", uri, err, out)
		}
	}
	return inspect
}

// inspectRest lists what the server has, gets its prompts, and calls a tool that it has only if it is asked to.
func inspectRest(t *testing.T, inspect inspection) {
	t.Helper()
	for method, want := range map[string][]string{
		"tools/list":               {`"work_history"`},
		"resources/list":           {"channeldeck://schema", "channeldeck://findings"},
		"resources/templates/list": {"channeldeck://report/{group}", "channeldeck://schema/{tool}"},
		"prompts/list":             {"morning_round", "preflight", "weekly_report"},
	} {
		out, err := inspect(method)
		for _, want := range want {
			if err != nil || !strings.Contains(out, want) {
				t.Errorf("%s: %v, %.500s", method, err, out)
			}
		}
	}
	for prompt, args := range map[string][]string{
		"morning_round": nil,
		"preflight":     {"platform=pinterest", "files=a.mp4"},
		"weekly_report": {"group=g"},
	} {
		list := []string{"--prompt-name", prompt}
		if len(args) > 0 {
			list = append(append(list, "--prompt-args"), args...)
		}
		if out, err := inspect("prompts/get", list...); err != nil || !strings.Contains(out, `"messages"`) {
			t.Errorf("%s: %v, %.500s", prompt, err, out)
		}
	}
	if out, _ := inspect(
		"tools/call",
		"--tool-name",
		"work_details",
		"--tool-arg",
		"platform=youtube",
		"--tool-arg",
		"work="+inspectedWork,
	); strings.Contains(out, "structuredContent") {
		t.Errorf("a tool with effects answers %.500s", out)
	}
}
