//go:build unix

package e2e

import (
	"encoding/json"
	"net/http/httptest"
	"os/exec"
	"strings"
	"testing"

	"channeldeck/api/sandbox"
	"channeldeck/ui/testkit/race"
)

// The official inspector, a client of npm, calls all tools, resources and prompts through pipes, with
// the service over HTTP and a history.
func TestInspectorCallsTheServerForAgents(t *testing.T) {
	inspector, err := exec.LookPath("mcp-inspector")
	if err != nil {
		t.Skip("mcp-inspector is not installed (npm install -g @modelcontextprotocol/inspector): this test calls the server for agents with it.")
	}
	if race.Enabled {
		t.Skip("the inspector waits for each start")
	}
	s, err := sandbox.New(sandbox.Options{APIKey: testKey, Accounts: 30})
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(s)
	t.Cleanup(server.Close)
	env := append(home(t), service(server.URL, testKey)...)
	run := func(name string, args ...string) (string, error) {
		cmd := exec.CommandContext(t.Context(), name, args...)
		cmd.Env = env
		out, err := cmd.Output()
		return string(out), err
	}
	const session, work = "6710a1e5c0de000000000008", "BV1xx411c701"
	for _, command := range []string{"record", "session " + session, "work bilibili " + work} {
		if _, err := run(channeldeck, strings.Fields(command)...); err != nil {
			t.Fatal(command, err)
		}
	}
	id, err := run(channeldeck, "accounts", "--jq", ".[0].id")
	if err != nil {
		t.Fatal(err)
	}
	inspect := func(method string, args ...string) (string, error) {
		return run(inspector, append([]string{"--cli", channeldeck, "mcp", "--method", method}, args...)...)
	}
	for tool, args := range map[string][]string{
		"triage": nil, "accounts": {"query=followers>0"}, "account_history": {"account=" + strings.TrimSpace(id)}, "work_history": {"platform=bilibili", "work=" + work},
		"quote": {"question=8s 1080p"}, "check": {"platform=pinterest", "title=Spring"}, "option_example": {"platform=pinterest"}, "search_sessions": nil, "read_session": {"session=" + session},
	} {
		list := []string{"--tool-name", tool}
		for _, arg := range args {
			list = append(list, "--tool-arg", arg)
		}
		out, err := inspect("tools/call", list...)
		var result struct {
			IsError           bool
			StructuredContent struct {
				Rows  []any
				Total int
			}
		}
		if err == nil {
			err = json.Unmarshal([]byte(out), &result)
		}
		if content := result.StructuredContent; err != nil || result.IsError || len(content.Rows) == 0 || content.Total < len(content.Rows) {
			t.Errorf("%s: %v, %.500s", tool, err, out)
		}
	}
	for method, want := range map[string][]string{
		"tools/list": {`"work_history"`}, "resources/list": {"channeldeck://schema", "channeldeck://findings"}, "resources/templates/list": {"channeldeck://report/{group}"}, "prompts/list": {"morning_round", "preflight", "weekly_report"},
	} {
		out, err := inspect(method)
		for _, want := range want {
			if err != nil || !strings.Contains(out, want) {
				t.Errorf("%s: %v, %.500s", method, err, out)
			}
		}
	}
	if out, _ := inspect("tools/call", "--tool-name", "work_details", "--tool-arg", "platform=bilibili", "--tool-arg", "work="+work); strings.Contains(out, "structuredContent") {
		t.Errorf("a tool with effects answers %.500s", out)
	}
}
