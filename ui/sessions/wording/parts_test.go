package wording

import (
	"strings"
	"testing"

	"channeldeck/api/transcript"

	"github.com/go-json-experiment/json/jsontext"
)

func TestSteeringMessageIsAUserTurn(t *testing.T) {
	tr := oneMessage(`{"type":"step-start"}`, `{"type":"text","text":"before"}`,
		`{"type":"steering-message","id":"st1","parts":[{"type":"text","text":"Make it shorter"},{"type":"file",`+
			`"mediaType":"image/png","url":"https://x.example/a.png"}]}`,
		`{"type":"text","text":"after"}`)
	if turns := tr.Turns(); len(turns) != 2 || !turns[1].User || turns[1].Ref != (transcript.Ref{Message: 0, Part: 2}) {
		t.Errorf("the user's turns are %v", turns)
	}
	steps := tr.Summary()
	if len(steps) != 3 || steps[1].Role != transcript.RoleUser || steps[1].Meant != "Make it shorter" ||
		steps[2].Role != transcript.RoleAssistant ||
		steps[2].Result != "after" {
		t.Errorf("the summary is %+v", steps)
	}
	out := markdown(t, tr, transcript.DepthConversation)
	at := 0
	for _, want := range []string{
		"before",
		"### user, during the run",
		"> Make it shorter",
		"> - file image/png <https://x.example/a.png>",
		"after",
	} {
		i := strings.Index(out[at:], want)
		if i < 0 {
			t.Fatalf("%q is missing, or in another place, in\n%s", want, out)
		}
		at += i
	}
	if !strings.Contains(markdown(t, tr, transcript.DepthAll), `id: "st1"`) {
		t.Error("the id is not shown")
	}
}

func TestApproval(t *testing.T) {
	for _, c := range []struct {
		part string
		want []string
	}{
		{
			`{"type":"tool-pay","toolCallId":"c","state":"approval-requested","input":{"sum":5},` +
				`"approval":{"id":"ap1","requestReason":"costs money","descriptor":{"kind":"payment"},` +
				`"signature":"sig","inputSchemaInput":{"sum":"5"}}}`,
			[]string{
				"waiting for approval",
				"costs money",
				`"kind": "payment"`,
				`approval.id: "ap1"`,
				`approval.signature: "sig"`,
				`approval.inputSchemaInput: {`,
			},
		},
		{
			`{"type":"tool-pay","toolCallId":"c","state":"output-available","input":{},"output":1,` +
				`"approval":{"id":"ap1","approved":true,"reason":"fine"}}`,
			[]string{"done · approved →", "fine"},
		},
		{
			`{"type":"tool-pay","toolCallId":"c","state":"output-available","input":{},"output":1,` +
				`"approval":{"id":"ap1","approved":true,"isAutomatic":true}}`,
			[]string{"done · approved by a rule"},
		},
		{
			`{"type":"tool-pay","toolCallId":"c","state":"output-denied","input":{},"approval":{"id":"ap1",` +
				`"approved":false,"isAutomatic":true,"reason":"too much"}}`,
			[]string{"denied · decided by a rule", "too much"},
		},
		{
			`{"type":"tool-pay","toolCallId":"c","state":"output-available","input":{},"output":1,` +
				`"providerExecuted":true}`,
			[]string{"done · run by the provider"},
		},
	} {
		out := markdown(t, oneMessage(c.part), transcript.DepthAll)
		for _, want := range c.want {
			if !strings.Contains(out, want) {
				t.Errorf("%s: %q is missing in\n%s", c.part, want, out)
			}
		}
	}
}

func TestPendingApprovalsAndFilesAreInTheSummary(t *testing.T) {
	tr := oneMessage(`{"type":"tool-pay","toolCallId":"c","state":"approval-requested","input":{},`+
		`"approval":{"id":"a"}}`,
		`{"type":"tool-draw","toolCallId":"d","state":"output-available","input":{},`+
			`"output":{"imageUrl":"https://x.example/cat.png"}}`,
		`{"type":"file","mediaType":"video/mp4","filename":"cat.mp4","url":"https://x.example/1"}`)
	out := markdown(t, tr, transcript.DepthSummary)
	for _, want := range []string{"pay is waiting for approval", "https://x.example/cat.png", "cat.mp4"} {
		if !strings.Contains(out, want) {
			t.Errorf("%q is missing in\n%s", want, out)
		}
	}
}

func TestCitations(t *testing.T) {
	tr := oneMessage(`{"type":"text","text":"猫🙂 sleep. Dogs bark.","citations":[{"source":{"type":"source",`+
		`"sourceType":"url","id":"s1","url":"https://x.example/cats","title":"Cats"},"citedText":"cats sleep",`+
		`"startIndex":0,"endIndex":10},{"source":{"type":"source","sourceType":"document","id":"s2",`+
		`"mediaType":"text/plain","title":"Dogs"}}]}`,
		`{"type":"source-url","sourceId":"s0","url":"https://x.example/zero",`+
			`"title":"Zero"}`, `{"type":"source-url","sourceId":"s1","url":"https://x.example/cats","title":"Cats"}`)
	out := markdown(t, tr, transcript.DepthConversation)
	for _, want := range []string{
		`猫🙂 sleep.\[2\] Dogs bark.\[3\]`,
		`\[1\] Zero <https://x.example/zero>`,
		`\[2\] Cats <https://x.example/cats>`,
		`\[3\] Dogs text/plain`,
	} {
		if !strings.Contains(out, want) {
			t.Errorf("%q is missing in\n%s", want, out)
		}
	}
	if strings.Count(out, "Cats") != 1 {
		t.Errorf("a source is listed twice:\n%s", out)
	}
}

func TestRawInputIsShownNextToAPartialInput(t *testing.T) {
	out := markdown(
		t,
		oneMessage(
			`{"type":"tool-a","toolCallId":"c","state":"input-streaming","input":{"q":"ca"},"rawInput":"{\"q\":\"ca",`+
				`"inputEncoding":"json"}`,
		),
		transcript.DepthTools,
	)
	for _, want := range []string{`"q": "ca"`, "raw input", `{"q":"ca`} {
		if !strings.Contains(out, want) {
			t.Errorf("%q is missing in\n%s", want, out)
		}
	}
}

// TestUnknownMembersAreOtherFields adds a member that no version defines to every
// known object.
func TestUnknownMembersAreOtherFields(t *testing.T) {
	const extra = `"zz":"needle"`
	for path, part := range map[string]string{
		"zz":          `{"type":"text","text":"a",` + extra + `}`,
		"zz ":         `{"type":"reasoning","text":"a",` + extra + `}`,
		"zz  ":        `{"type":"file","mediaType":"a/b","url":"https://x.example",` + extra + `}`,
		"zz   ":       `{"type":"source-url","sourceId":"s","url":"https://x.example",` + extra + `}`,
		"zz    ":      `{"type":"step-start",` + extra + `}`,
		"zz     ":     `{"type":"custom","kind":"a.b",` + extra + `}`,
		"zz      ":    `{"type":"data-a","data":1,` + extra + `}`,
		"zz       ":   `{"type":"tool-a","state":"output-available","output":1,` + extra + `}`,
		"zz        ":  `{"type":"steering-message","id":"s","parts":[],` + extra + `}`,
		"zz         ": `{"type":"steering-message","id":"s","parts":[{"type":"text","text":"t",` + extra + `}]}`,
		"approval.zz": `{"type":"tool-a","state":"approval-requested","input":1,"approval":{"id":"x",` +
			extra + `}}`,
		"output.zz": `{"type":"tool-a","state":"output-available","output":{"parts":[{"type":"text",` +
			`"text":"t"}],` + extra + `}}`,
		"source.zz": `{"type":"source","source":{"sourceType":"url","id":"s",` +
			`"url":"https://x.example",` + extra + `}}`,
		"toolInvocation.zz": `{"type":"tool-invocation","toolInvocation":{"state":"result","toolName":"a","args":1,` +
			`"result":2,` + extra + `}}`,
		"zz          ": `{"type":"tool_use","id":"t","name":"a","input":1,` + extra + `}`,
		"source.zz ":   `{"type":"image","source":{"type":"url","url":"https://x.example",` + extra + `}}`,
		"zz           ": `{"type":"tool-a","state":"output-available","output":{"content":[{"type":"text",` +
			`"text":"t",` + extra + `}]}}`,
		"zz            ": `{"type":"tool-a","state":"output-available","output":{"stdout":"",` + extra + `}}`,
		"zz             ": `{"type":"tool-a","state":"output-available","input":{"todos":[{"content":"c",` +
			`"status":"pending",` + extra + `}]}}`,
		"zz              ": `{"type":"tool-a","state":"output-available","input":{"path":"p","old_string":"a",` +
			`"new_string":"b",` + extra + `}}`,
	} {
		out := markdown(t, oneMessage(part), transcript.DepthAll)
		want := strings.TrimSpace(path) + `: "needle"`
		if !strings.Contains(out, want) {
			t.Errorf("%s: %q is missing in\n%s", part, want, out)
		}
	}
}

func TestFilesStayBetweenTheTexts(t *testing.T) {
	out := markdown(
		t,
		oneMessage(
			`{"type":"text","text":"one"}`,
			`{"type":"source-url","sourceId":"s","url":"https://x.example/s"}`,
			`{"type":"file","mediaType":"image/png","filename":"f.png","url":"https://x.example/f"}`,
			`{"type":"text","text":"two"}`,
		),
		transcript.DepthConversation,
	)
	one := strings.Index(out, "one")
	file := strings.Index(out, "f.png")
	two := strings.Index(out, "two")
	source := strings.Index(out, "/s>")
	if !(one < file && file < two && two < source) {
		t.Errorf("the order is wrong:\n%s", out)
	}
}

func TestMarkdownFencesOfJSONAreValid(t *testing.T) {
	out := markdown(
		t,
		oneMessage(
			`{"type":"tool-a","state":"output-available","input":{"a":"one\ntwo"},"output":{"b":"{\"c\":1}",`+
				`"data":"data:image/png;base64,AAAA"}}`,
			`{"type":"data-x","data":{"d":[1,2]}}`,
		),
		transcript.DepthAll,
	)
	blocks := strings.Split(out, "```")
	for i := 1; i < len(blocks); i += 2 {
		if code, isJSON := strings.CutPrefix(blocks[i], "json\n"); isJSON && !jsontext.Value(code).IsValid() {
			t.Errorf("no valid JSON:\n%s", code)
		}
	}
	if strings.Count(out, "```json") != 1 {
		t.Errorf("want one fence of JSON in\n%s", out)
	}
}

func TestDynamicToolHasItsNameNextToItsTitle(t *testing.T) {
	if label := oneMessage(
		`{"type":"dynamic-tool","toolName":"mcp_search","title":"Search","state":"output-available","output":1}`,
	).Messages[0].Parts[0].Tool.Label(); label != "Search (mcp_search)" {
		t.Errorf("the label is %q", label)
	}
}

func TestSteeringMessageShowsItsTextFirst(t *testing.T) {
	out := markdown(t, oneMessage(`{"type":"steering-message","id":"s1","parts":[{"type":"text","text":"Wait"},`+
		`{"type":"file","url":"https://a.example/b.png"}]}`,
		`{"type":"text","text":"Waiting"}`), transcript.DepthAll)
	at := -1
	for _, want := range []string{"> Wait\n", "b.png", `id: "s1"`, "\nWaiting\n"} {
		next := strings.Index(out, want)
		if next <= at {
			t.Errorf("%q is not after what precedes it in\n%s", want, out)
		}
		at = next
	}
}
