package transcript

import (
	"strings"
	"testing"

	"channeldeck/api"
)

// record is a record with parts.
func record(id, role string, parts ...string) api.MessageRecord {
	return api.MessageRecord{
		ID:        id,
		SessionID: "s",
		CreatedAt: "2026-05-20T09:00:00Z",
		Message:   api.UIMessage{ID: "m-" + id, Role: role, Parts: values(parts...)},
	}
}

// claudeSession is a run as services store it that are built on the Claude Agent SDK.
func claudeSession() []api.MessageRecord {
	return []api.MessageRecord{
		record(
			"1",
			"user",
			`{"type":"text","text":"Why does the build fail?"}`,
			`{"type":"image","source":{"type":"base64","media_type":"image/png","data":"iVBORw0KGgo="}}`,
		),
		record("2", "assistant", `{"type":"thinking","thinking":"Look at the log.",`+
			`"signature":"c2ln"}`, `{"type":"redacted_thinking","data":"ZW5jcnlwdGVk"}`,
			`{"type":"tool_use","id":"toolu_1","name":"Bash",`+
				`"input":{"command":"make"}}`, `{"type":"mcp_tool_use","id":"toolu_2","name":"search",`+
				`"server_name":"docs","input":{"q":"make"}}`,
			`{"type":"tool_use","id":"toolu_3","name":"Read","input":{"path":"a"}}`),
		record("3", "user", `{"type":"tool_result","tool_use_id":"toolu_1","content":"make: *** [all] Error 2",`+
			`"is_error":true}`,
			`{"type":"mcp_tool_result","tool_use_id":"toolu_2","content":[{"type":"text","text":"The manual says"},`+
				`{"type":"image","source":{"type":"url","url":"https://x.example/m.png"}}]}`),
		record("4", "assistant", `{"type":"text","text":"It fails in step 2.","citations":[{"type":"char_location",`+
			`"cited_text":"Error 2","document_title":"log"}]}`,
			`{"type":"server_tool_use","id":"srv_1","name":"web_search","input":{"query":"make error 2"}}`,
			`{"type":"web_search_tool_result","tool_use_id":"srv_1","content":{"type":"web_search_tool_result_error",`+
				`"error_code":"max_uses_exceeded"}}`,
			`{"type":"document","title":"log.txt","source":{"type":"file","file_id":"file_9"}}`),
		record("5", "user", `{"type":"tool_result","tool_use_id":"toolu_9","content":"of no call here"}`),
		record("6", "user", `{"type":"text","text":"Thanks."}`),
	}
}

func TestClaudeBlocks(t *testing.T) {
	tr := New(claudeSession(), false)
	for _, c := range []struct {
		at   Ref
		kind Kind
		text string
	}{
		{Ref{0, 1}, KindFile, "image/png 8 B"},
		{Ref{1, 0}, KindReasoning, "Look at the log."},
		{Ref{1, 1}, KindHiddenReasoning, ""},
		{Ref{1, 2}, KindTool, "Bash"},
		{Ref{1, 3}, KindTool, "search · docs"},
		{Ref{3, 0}, KindText, "It fails in step 2."},
		{Ref{3, 1}, KindTool, "web_search"},
		{Ref{3, 3}, KindFile, "log.txt"},
	} {
		p := tr.Part(c.at)
		if text := p.Text + p.Label(); p.Kind != c.kind || text != c.text {
			t.Errorf("%v: kind %d, %q; want %d, %q", c.at, p.Kind, text, c.kind, c.text)
		}
	}
	for _, c := range []struct {
		at      Ref
		outcome Outcome
		output  string
	}{
		{Ref{1, 2}, OutcomeReturnedError, "make: *** [all] Error 2"},
		{Ref{1, 3}, OutcomeDone, "The manual says\nhttps://x.example/m.png"},
		{Ref{1, 4}, OutcomeNoResult, ""},
		{Ref{3, 1}, OutcomeReturnedError, "max_uses_exceeded"},
		{Ref{4, 0}, OutcomeDone, "of no call here"},
	} {
		if got := tr.FieldText(c.at, FieldOutput); tr.Part(c.at).Tool.Outcome != c.outcome ||
			!strings.Contains(got, c.output) {
			t.Errorf(
				"%v: outcome %s, output %q; want %s, %q",
				c.at,
				tr.Part(c.at).Tool.Outcome,
				got,
				c.outcome,
				c.output,
			)
		}
	}
	if turns := userTurns(tr); len(turns) != 2 || turns[0] != (Ref{0, -1}) || turns[1] != (Ref{5, -1}) {
		t.Errorf("the user's turns are %v", turns)
	}
	if n := len(tr.Problems()); n != 3 {
		t.Errorf("%d problems: %+v", n, tr.Problems())
	}
	for d, headings := range map[Depth]int{DepthConversation: 4, DepthTools: 5} {
		if out := dump(tr, d); strings.Count("\n"+out, "\n## ") != headings || strings.Count(out, "Error 2") != 2 {
			t.Errorf("depth %v: a heading stands alone, or a result twice:\n%s", d, out)
		}
	}
	if out := dump(tr, DepthAll); !strings.Contains(out, "## tool\n") || !strings.Contains(out, `id: "3"`) ||
		!strings.Contains(out, "search · docs") ||
		!strings.Contains(out, "file_9") {
		t.Errorf("not all is there:\n%s", out)
	}
}

// A message of the model's own form has its blocks in content.
func TestBlocksInContent(t *testing.T) {
	rec := record("1", "assistant")
	rec.Message.Unknown = []byte(
		`{"content":[{"type":"text","text":"Hello"},{"type":"tool_use","id":"t","name":"Bash","input":{}}]}`,
	)
	if parts := New(
		[]api.MessageRecord{rec},
		false,
	).Messages[0].Parts; len(parts) != 2 || parts[0].Text != "Hello" || parts[1].Tool == nil {
		t.Errorf("%+v", parts)
	}
}
