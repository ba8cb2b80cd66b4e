package transcript

import (
	"strings"
	"testing"

	"channeldeck/api"
	"channeldeck/api/jsonobject"
)

// stored are messages as frameworks and services store them. The names of the parts of model
// messages are those of @ai-sdk/provider-utils 4.0.66, and those of results and events those of
// @anthropic-ai/claude-agent-sdk 0.3.332. The fields of medias, channels and rate limits, and
// the blocks of the Messages API and of MCP, were not compared with published types.
var stored = []struct {
	name     string
	parts    string // of one message, in JSON
	outcomes string // of the calls
	problems int
	has      []string // of all that is shown
	lacks    string
}{
	{
		"a call with an error text",
		`{"type":"tool-call","toolCallId":"c","toolName":"publish","input":{"to":"a"}},{"type":"tool-result",` +
			`"toolCallId":"c","toolName":"publish","output":{"type":"error-text","value":"quota used up"}}`,
		"failed",
		1,
		[]string{"publish failed", "quota used up"},
		"error-text\": \"quota",
	},
	{
		"a call with an error in JSON",
		`{"type":"tool-call","toolCallId":"c","toolName":"publish","args":{}},{"type":"tool-result","toolCallId":"c",` +
			`"toolName":"publish","output":{"type":"error-json","value":{"message":"no such board","code":7}}}`,
		"failed",
		1,
		[]string{"publish failed", "no such board"},
		"",
	},
	{
		"a call that was denied",
		`{"type":"tool-call","toolCallId":"c","toolName":"pay","input":{}},{"type":"tool-result","toolCallId":"c",` +
			`"toolName":"pay","output":{"type":"execution-denied","reason":"too much"}}`,
		"denied",
		1,
		[]string{"pay denied", "too much"},
		"",
	},
	{
		"a call with content",
		`{"type":"tool-call","toolCallId":"c","toolName":"draw","input":{}},{"type":"tool-result","toolCallId":"c",` +
			`"toolName":"draw","output":{"type":"content","value":[{"type":"text","text":"a cat"},` +
			`{"type":"file-data","data":"iVBORw0KGgo=","mediaType":"image/png"}]}}`,
		"done",
		0,
		[]string{"draw done", "a cat", "image/png 8 B"},
		"iVBOR",
	},
	{
		"a call with JSON",
		`{"type":"tool-call","toolCallId":"c","toolName":"list","input":{}},{"type":"tool-result","toolCallId":"c",` +
			`"toolName":"list","output":{"type":"json","value":{"total":3}}}`,
		"done",
		0,
		[]string{`"total": 3`},
		`"value"`,
	},
	{
		"a call with a text",
		`{"type":"tool-call","toolCallId":"c","toolName":"say","input":{}},{"type":"tool-result","toolCallId":"c",` +
			`"toolName":"say","output":{"type":"text","value":"fine"}}`,
		"done",
		0,
		[]string{"say done", "fine"},
		`"value"`,
	},
	{
		"a tool error",
		`{"type":"tool-call","toolCallId":"c","toolName":"publish","input":{}},{"type":"tool-error","toolCallId":"c",` +
			`"toolName":"publish","input":{},"error":{"name":"E","message":"boom"}}`,
		"failed",
		1,
		[]string{"publish failed", "boom"},
		"",
	},
	{
		"a result without its call",
		`{"type":"tool-result","toolCallId":"c","toolName":"publish","output":{"type":"error-text","value":"late"}}`,
		"failed",
		1,
		[]string{"publish failed", "late"},
		"",
	},
	{
		"an approval that was denied",
		`{"type":"tool-call","toolCallId":"c","toolName":"pay","input":{}},{"type":"tool-approval-request",` +
			`"approvalId":"a","toolCallId":"c"},{"type":"tool-approval-response","approvalId":"a","approved":false,` +
			`"reason":"no"}`,
		"denied",
		1,
		[]string{"pay denied", "no"},
		"tool-approval",
	},
	{
		"a request for approval",
		`{"type":"tool-call","toolCallId":"c","toolName":"pay","input":{}},{"type":"tool-approval-request",` +
			`"approvalId":"a","toolCallId":"c"}`,
		"awaiting",
		0,
		[]string{"pay awaiting"},
		"",
	},
	{
		"a tool that is named call",
		`{"type":"tool-call","toolCallId":"c","state":"output-available","input":1,"output":2}`,
		"done",
		0,
		[]string{"call done"},
		"",
	},
	{
		"a tool part with a name of its own",
		`{"type":"tool-result","toolName":"search","toolCallId":"c","output":"x"}`,
		"done",
		0,
		[]string{"search done"},
		"",
	},

	{
		"a failure in a block of text",
		`{"type":"tool-publish","toolCallId":"c","state":"output-available","input":{},"output":[{"type":"text",` +
			`"text":"{\"status\":\"failed\",\"error\":{\"message\":\"login lost\"}}"}]}`,
		"returned_error",
		1,
		[]string{"login lost"},
		"",
	},
	{
		"a failure in the content of a tool server",
		`{"type":"tool-publish","state":"output-available","input":{},"output":{"content":[{"type":"text",` +
			`"text":"{\"success\":false,\"message\":\"no cover\"}"}]}}`,
		"returned_error",
		1,
		[]string{"no cover"},
		"",
	},
	{
		"a failure in a text",
		`{"type":"tool-publish","state":"output-available","input":{},"output":"{\"isError\":true}"}`,
		"returned_error",
		1,
		[]string{"isError"},
		"",
	},
	{
		"a failure in an object",
		`{"type":"tool-publish","state":"output-available","input":{},"output":{"status":"error","message":"busy"}}`,
		"returned_error",
		1,
		[]string{"busy"},
		"",
	},
	{
		"a document about errors",
		`{"type":"tool-read","state":"output-available","input":{},"output":[{"type":"text",` +
			`"text":"# Errors\n{\"status\":\"failed\"} means that the error is fatal: success: false"}]}`,
		"done",
		0,
		[]string{"fatal"},
		"",
	},
	{
		"two texts, one of which is JSON",
		`{"type":"tool-read","state":"output-available","input":{},"output":[{"type":"text","text":"Found:"},` +
			`{"type":"text","text":"{\"error\":\"x\"}"}]}`,
		"done",
		0,
		[]string{"Found:"},
		"",
	},
	{
		"an error deep inside",
		`{"type":"tool-read","state":"output-available","input":{},"output":[{"type":"text",` +
			`"text":"{\"items\":[{\"error\":\"x\"}]}"}]}`,
		"done",
		0,
		[]string{"items"},
		"",
	},

	{
		"a video of a user",
		`{"type":"video","source":{"type":"url","url":"https://x.example/v.mp4","media_type":"video/mp4"}}`,
		"",
		0,
		[]string{"video/mp4 https://x.example/v.mp4"},
		"{",
	},
	{
		"an audio with data",
		`{"type":"audio","source":{"type":"base64","media_type":"audio/mpeg","data":"` +
			strings.Repeat("QUJD", 100) + `"}}`,
		"",
		0,
		[]string{"audio/mpeg 300 B"},
		"QUJD",
	},
	{
		"an image whose data was emptied",
		`{"type":"image","source":{"type":"base64","media_type":"image/png","data":""}}`,
		"",
		0,
		[]string{"image/png ? B"},
		"{",
	},
	{
		"a document of text",
		`{"type":"document","title":"notes","source":{"type":"text","media_type":"text/plain","data":"plain words"}}`,
		"",
		0,
		[]string{"notes text/plain 11 B", "\nplain words"},
		"{",
	},
	{
		"a document of content",
		`{"type":"document","title":"notes","source":{"type":"content","content":[{"type":"text",` +
			`"text":"block words"}]}}`,
		"",
		0,
		[]string{"notes", "\nblock words"},
		`"text"`,
	},
	{
		"a document by URL",
		`{"type":"document","source":{"type":"url","url":"https://x.example/a.pdf"}}`,
		"",
		0,
		[]string{"https://x.example/a.pdf"},
		"{",
	},
	{
		"a link to a resource",
		`{"type":"resource_link","uri":"file:///a.csv","name":"a","mimeType":"text/csv"}`,
		"",
		0,
		[]string{"a text/csv file:///a.csv"},
		"{",
	},
	{
		"a resource with data",
		`{"type":"resource","resource":{"uri":"file:///a.png","mimeType":"image/png","blob":"` +
			strings.Repeat("QUJD", 100) + `"}}`,
		"",
		0,
		[]string{"image/png file:///a.png 300 B"},
		"QUJD",
	},
	{
		"a short blob in an output",
		`{"type":"tool-x","state":"output-available","output":{"content":[{"type":"resource",` +
			`"resource":{"uri":"file:///a","blob":"QUJDREVGR0hJSktM"}}]}}`,
		"done",
		0,
		[]string{"file:///a 12 B"},
		"QUJD",
	},
	{
		"an emptied image in an output",
		`{"type":"tool-x","state":"output-available","output":[{"type":"image","source":{"type":"base64",` +
			`"media_type":"image/png","data":""}}]}`,
		"done",
		0,
		[]string{"image/png ? B"},
		"source",
	},

	{
		"an image without data",
		`{"type":"image","source":{"type":"base64","media_type":"image/png"}}`,
		"",
		0,
		[]string{"image/png ? B"},
		"{",
	},
	{
		"words in place of the data of an image",
		`{"type":"tool-x","state":"output-available","output":[{"type":"image","source":{"type":"base64",` +
			`"media_type":"image/png","data":"[removed: 2 MB]"}},{"type":"image","data":null,"mimeType":"image/gif"}]}`,
		"done",
		0,
		[]string{"image/png ? B", "image/gif ? B"},
		"source",
	},
	{
		"an emptied data URL in an output",
		`{"type":"tool-x","state":"output-available","output":{"content":[{"type":"file","mediaType":"video/mp4",` +
			`"url":"data:video/mp4;base64,"}]}}`,
		"done",
		0,
		[]string{"video/mp4 ? B"},
		"base64",
	},
	{
		"a resource whose blob was emptied",
		`{"type":"tool-x","state":"output-available","output":{"content":[{"type":"resource",` +
			`"resource":{"uri":"file:///a.png","mimeType":"image/png","blob":""}}]}}`,
		"done",
		0,
		[]string{"image/png file:///a.png ? B"},
		"blob",
	},
	{
		"a short blob in other JSON",
		`{"type":"tool-x","state":"output-available","output":{"total":1,"resources":[{"uri":"file:///a",` +
			`"blob":"QUJDRA=="}]}}`,
		"done",
		0,
		[]string{`"blob": base64;4B`},
		"QUJD",
	},

	{"an error", `{"type":"error","code":18105,"message":"daily limit"}`, "", 1, []string{"error", "daily limit"}, ""},
	{
		"a result that is an error",
		`{"type":"result","subtype":"error_max_turns","duration_ms":1200,"num_turns":40,"total_cost_usd":0.42,` +
			`"is_error":true,"errors":["Reached maximum number of turns"]}`,
		"",
		1,
		[]string{"result"},
		"",
	},
	{
		"a result",
		`{"type":"result","subtype":"success","title":"Cat video","medias":["https://x.example/v.mp4"],` +
			`"createChannel":{"id":"k:1","nickname":"Cats"},"publishTime":"2026-05-20T09:00:00Z","num_turns":4}`,
		"",
		0,
		[]string{"result"},
		"",
	},
	{
		"a channel that could not be updated",
		`{"type":"result","subtype":"success","updateChannel":[{"id":"k:1","errorMessage":"login lost"}]}`,
		"",
		1,
		[]string{"login lost"},
		"",
	},
	{
		"progress",
		`{"type":"tool_progress","tool_use_id":"t","tool_name":"Bash","elapsed_time_seconds":12}`,
		"",
		0,
		[]string{"Bash"},
		"",
	},
	{
		"a lost login of the run",
		`{"type":"auth_status","isAuthenticating":false,"output":[],"error":"expired"}`,
		"",
		1,
		[]string{"expired"},
		"",
	},
	{
		"a limit",
		`{"type":"rate_limit_event","rate_limit_info":{"status":"rejected","resetsAt":1779267600,` +
			`"rateLimitType":"five_hour","utilization":1,"overageStatus":"rejected",` +
			`"overageDisabledReason":"out_of_credits","isUsingOverage":false}}`,
		"",
		1,
		[]string{"rejected five_hour", "out_of_credits"},
		"",
	},
	{
		"blocks of a tool server",
		`{"type":"tool-x","state":"output-available","output":{"content":[{"type":"audio","data":"` +
			strings.Repeat("QUJD", 100) + `","mimeType":"audio/wav"},` +
			`{"type":"image","data":"` + strings.Repeat("QUJD", 100) + `","mimeType":"image/png",` +
			`"annotations":{"audience":["user"]}},{"type":"resource_link","uri":"file:///b.csv","name":"b",` +
			`"title":"Sales","mimeType":"text/csv","size":12},{"type":"resource","resource":{"uri":"file:///c.txt",` +
			`"mimeType":"text/plain","text":"row one"}}],"structuredContent":{"n":1},"_meta":{}}}`,
		"done",
		0,
		[]string{"audio/wav 300 B", "image/png 300 B", "file:///b.csv", "row one"},
		"QUJD",
	},
	{
		"a warning of a limit",
		`{"type":"rate_limit","status":"allowed_warning"}`,
		"",
		0,
		[]string{"allowed_warning"},
		"",
	},
}

func TestStoredShapes(t *testing.T) {
	for _, c := range stored {
		rec := api.MessageRecord{ID: "r", SessionID: "s", Message: api.UIMessage{ID: "m", Role: "assistant"}}
		rec.Message.Parts = jsonobject.Elements([]byte("[" + c.parts + "]"))
		tr := New([]api.MessageRecord{rec}, false)
		var outcomes []string
		for _, p := range tr.Messages[0].Parts {
			if p.Tool != nil && !p.Joined {
				outcomes = append(outcomes, string(p.Tool.Outcome))
			}
		}
		if got := strings.Join(outcomes, " "); got != c.outcomes {
			t.Errorf("%s: the outcome is %q, want %q", c.name, got, c.outcomes)
		}
		if n := len(tr.Problems()); n != c.problems {
			t.Errorf("%s: %d problems, want %d", c.name, n, c.problems)
		}
		shown := dump(tr, DepthTools)
		for _, want := range c.has {
			if !strings.Contains(shown, want) {
				t.Errorf("%s: %q is missing in\n%s", c.name, want, shown)
			}
		}
		if c.lacks != "" && strings.Contains(shown, c.lacks) {
			t.Errorf("%s: %q is in\n%s", c.name, c.lacks, shown)
		}
	}
}

// TestSubAgentMessages has the messages of two sub-agents, one of which started the other,
// between those of the main agent.
func TestSubAgentMessages(t *testing.T) {
	below := func(id, role, parent string, parts ...string) api.MessageRecord {
		rec := record(id, role, parts...)
		rec.Message.Unknown = []byte(`{"parent_tool_use_id":"` + parent + `","uuid":"u` + id + `"}`)
		return rec
	}
	records := []api.MessageRecord{
		record("1", "user", `{"type":"text","text":"Research"}`),
		record(
			"2",
			"assistant",
			`{"type":"text","text":"I ask."}`,
			`{"type":"tool_use","id":"t1","name":"Task","input":{"prompt":"look"}}`,
			`{"type":"text","text":"Meanwhile."}`,
		),
		below("3", "user", "t1", `{"type":"text","text":"look"}`),
		below("4", "assistant", "t1", `{"type":"tool_use","id":"t2","name":"Task","input":{}}`),
		below("5", "assistant", "t2", `{"type":"tool_use","id":"t3","name":"Bash","input":{"command":"false"}}`),
		below("6", "user", "t2", `{"type":"tool_result","tool_use_id":"t3","content":"exit 1","is_error":true}`),
		record("7", "user", `{"type":"tool_result","tool_use_id":"t1","content":"found it"}`),
		below("8", "assistant", "gone", `{"type":"text","text":"of an unknown call"}`),
		record("9", "assistant", `{"type":"text","text":"Done."}`),
	}
	tr := New(records, false)
	parts := tr.Messages[1].Parts
	var levels []int
	for _, p := range parts {
		levels = append(levels, int(p.Level))
	}
	if len(parts) != 7 || levels[2] != 1 || levels[3] != 1 || levels[4] != 2 || levels[5] != 2 || levels[6] != 0 {
		t.Fatalf("%d parts at the levels %v", len(parts), levels)
	}
	if call := parts[1].Tool; call.Outcome != OutcomeDone && call.Outcome != OutcomeReturnedError {
		t.Errorf("the call is %s", call.Outcome)
	}
	if turns := userTurns(tr); len(turns) != 1 {
		t.Errorf("turns of users: %v", turns)
	}
	if s := outlineOf(records); !strings.Contains(s, "Research") {
		t.Errorf("the outline is %q", s)
	}
	calls := 0
	for _, turn := range tr.Turns() {
		calls += turn.Calls
	}
	if calls != 1 {
		t.Errorf("%d calls, want the one of the main agent", calls)
	}
	out := dump(tr, DepthTools)
	for _, want := range []string{
		"Task",
		"> look\n",
		"> > Bash returned_error",
		"Meanwhile.",
		"of an unknown call",
		"Done.",
	} {
		if !strings.Contains(out, want) {
			t.Errorf("%q is missing in\n%s", want, out)
		}
	}
	if n := strings.Count(out, "## "); n != 4 {
		t.Errorf("%d headings, want those of the main agent:\n%s", n, out)
	}
	if out := dump(tr, DepthAll); !strings.Contains(out, `message.uuid: "u3"`) {
		t.Errorf("members of a message are lost:\n%s", out)
	}
	names := map[string]bool{}
	for i, v := range tr.Visible(1, DepthTools, &Folds{}) {
		names[parts[i].Label()] = v != Hidden
	}
	if names["Bash"] && !names["Task"] {
		t.Error("a call of a sub-agent is shown without the call that started it")
	}
}

func TestAssistantErrorIsAProblem(t *testing.T) {
	rec := record("1", "assistant")
	rec.Message.Unknown = []byte(`{"error":"billing_error"}`)
	tr := New([]api.MessageRecord{record("0", "user", `{"type":"text","text":"Go"}`), rec}, false)
	if n := len(tr.Problems()); n != 1 || !tr.Part(Ref{1, 0}).Reported() ||
		tr.Part(Ref{1, 0}).Card().Why != "billing_error" {
		t.Errorf("%d problems: %+v", n, tr.Messages[1].Parts)
	}
}

func TestSilentSystemMessagesAreNotShown(t *testing.T) {
	tr := New(
		[]api.MessageRecord{
			record("1", "system", `{"type":"text","text":" "}`),
			record("2", "system"),
			record("3", "user", `{"type":"text","text":"Hello"}`),
		},
		false,
	)
	if out := dump(tr, DepthTools); strings.Contains(out, "system") || len(tr.Problems()) != 0 ||
		len(tr.Summary()) != 1 {
		t.Errorf("%d problems, %d steps, and\n%s", len(tr.Problems()), len(tr.Summary()), out)
	}
}

func TestToolLabel(t *testing.T) {
	for name, want := range map[string]string{
		"mcp__docs__search": "search · docs",
		"mcp__a_b__c__d":    "c__d · a_b",
		"mcp__docs":         "mcp__docs",
		"mcp____x":          "mcp____x",
		"search":            "search",
	} {
		if got := ToolLabel(name); got != want {
			t.Errorf("%q is shown as %q, want %q", name, got, want)
		}
	}
}
