package transcript

import (
	"fmt"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"channeldeck/api"
)

// storedRecord returns a record with parts.
func storedRecord(id, role string, parts ...string) api.MessageRecord {
	r := api.MessageRecord{
		ID:        id,
		SessionID: "s",
		CreatedAt: "2026-05-20T09:00:00Z",
		Message:   api.UIMessage{ID: id, Role: role},
	}
	for _, p := range parts {
		r.Message.Parts = append(r.Message.Parts, jsontext.Value(p))
	}
	return r
}

// storedAs returns a record of an assistant's message whose ID differs from that of the record.
func storedAs(id, message string, parts ...string) api.MessageRecord {
	r := storedRecord(id, "assistant", parts...)
	r.Message.ID = message
	return r
}

// counted returns the calls with their outcomes, and the number of problems.
func counted(records ...api.MessageRecord) string {
	t := New(records, false)
	var calls []string
	for _, m := range t.Messages {
		for _, p := range m.Parts {
			if p.Tool != nil && !p.Joined && !p.InCall {
				calls = append(calls, fmt.Sprintf("%s %s %s", p.Tool.CallID, p.Tool.Outcome, p.Tool.Input))
			}
		}
	}
	total := 0
	for _, c := range t.Calls() {
		total += c.Count
	}
	return fmt.Sprintf(
		"%s; %d calls, %d problems, %d messages",
		strings.Join(calls, ", "),
		total,
		len(t.Problems()),
		len(t.Messages),
	)
}

func TestCallsStoredSeveralTimes(t *testing.T) {
	call := func(id, rest string) string { return fmt.Sprintf(`{"type":"tool-a","toolCallId":"%s",%s}`, id, rest) }
	const said = `{"type":"text","text":"go on"}`
	tests := []struct {
		name    string
		records []api.MessageRecord
		want    string
	}{
		{"waiting, then done", []api.MessageRecord{
			storedRecord("1", "assistant", call("c", `"state":"input-available","input":{"x":1}`)),
			storedRecord("2", "assistant", call("c", `"state":"output-available","input":{"x":1},"output":1`)),
		}, `c done {"x":1}; 1 calls, 0 problems, 2 messages`},
		{"asked for approval, approved, done without the input", []api.MessageRecord{
			storedRecord(
				"1",
				"assistant",
				call("c", `"state":"approval-requested","input":{"x":1},"approval":{"id":"a"}`),
			),
			storedRecord("2", "user", said),
			storedRecord(
				"3",
				"assistant",
				call("c", `"state":"approval-responded","input":{"x":1},"approval":{"id":"a","approved":true}`),
			),
			storedRecord("4", "assistant", call("c", `"state":"output-available","output":1`)),
		}, `c done {"x":1}; 1 calls, 0 problems, 4 messages`},
		{"its input being written, then failed", []api.MessageRecord{
			storedRecord("1", "assistant", call("c", `"state":"input-streaming","input":{"x":`+`null}`)),
			storedRecord("2", "assistant", call("c", `"state":"output-error","input":{"x":1},"errorText":"no"`)),
		}, `c failed {"x":1}; 1 calls, 1 problems, 2 messages`},
		{"an ID of two calls", []api.MessageRecord{
			storedRecord("1", "assistant", call("c", `"state":"output-error","input":{"x":1},"errorText":"no"`)),
			storedRecord("2", "assistant", call("c", `"state":"output-available","input":{"x":2},"output":1`)),
		}, `c failed {"x":1}, c done {"x":2}; 2 calls, 1 problems, 2 messages`},
		{"a message stored twice", []api.MessageRecord{
			storedRecord("1", "assistant", call("c", `"state":"output-error","input":{},"errorText":"no"`), said),
			storedRecord("1", "assistant", call("c", `"state":"output-error","input":{},"errorText":"no"`), said),
		}, `c failed {}; 1 calls, 1 problems, 2 messages`},
		{"a message stored twice, begun and then whole", []api.MessageRecord{
			storedRecord("1", "assistant", `{"type":"step-start"}`),
			storedRecord("1", "assistant", call("c", `"state":"output-available","input":{},"output":1`)),
		}, `c done {}; 1 calls, 0 problems, 2 messages`},
		{"messages without IDs", []api.MessageRecord{
			storedRecord("", "assistant", call("c", `"state":"output-error","input":{},"errorText":"no"`)),
			storedRecord("", "assistant", call("d", `"state":"output-error","input":{},"errorText":"no"`)),
		}, `c failed {}, d failed {}; 2 calls, 2 problems, 2 messages`},
		{"a result of its own", []api.MessageRecord{
			storedRecord("1", "assistant", `{"type":"tool_use","id":"c","name":"a","input":{}}`),
			storedRecord("2", "assistant", `{"type":"tool_use","id":"c","name":"a","input":{}}`),
			storedRecord("3", "user", `{"type":"tool_result","tool_use_id":"c","content":"1"}`),
		}, `c done {}; 1 calls, 0 problems, 3 messages`},
		{"waiting and done in one message", []api.MessageRecord{
			storedRecord(
				"1",
				"assistant",
				call("c", `"state":"input-available","input":{"x":1}`),
				call("c", `"state":"output-available","input":{"x":1},"output":1`),
			),
		}, `c done {"x":1}; 1 calls, 0 problems, 1 messages`},
		{"its input written in another way", []api.MessageRecord{
			storedRecord("1", "assistant", call("c", `"state":"input-available","input":{"x":1,"y":2}`)),
			storedRecord("2", "assistant", call("c", `"state":"output-available","input":{ "y":2, "x":1 },"output":1`)),
		}, `c done { "y":2, "x":1 }; 1 calls, 0 problems, 2 messages`},
		{"its input as a text of JSON", []api.MessageRecord{
			storedRecord("1", "assistant", call("c", `"state":"input-available","input":"{\"x\":1}"`)),
			storedRecord("2", "assistant", call("c", `"state":"output-available","input":{"x":1},"output":1`)),
		}, `c done {"x":1}; 1 calls, 0 problems, 2 messages`},
		{"its input changed by the person who approved it", []api.MessageRecord{
			storedRecord(
				"1",
				"assistant",
				call("c", `"state":"approval-requested","input":{"x":1},"approval":{"id":"a"}`),
			),
			storedRecord("2", "assistant", call("c", `"state":"output-available","input":{"x":2},"output":1`)),
		}, `c done {"x":2}; 1 calls, 0 problems, 2 messages`},
		{"a result of its own, stored twice", []api.MessageRecord{
			storedRecord("1", "assistant", `{"type":"tool_use","id":"c","name":"a","input":{}}`),
			storedRecord("2", "user", `{"type":"tool_result","tool_use_id":"c","content":"no","is_error":true}`),
			storedRecord("3", "user", `{"type":"tool_result","tool_use_id":"c","content":"1"}`),
		}, `c done {}; 1 calls, 0 problems, 3 messages`},
		{"stored again after its result", []api.MessageRecord{
			storedRecord("1", "assistant", `{"type":"tool_use","id":"c","name":"a","input":{}}`),
			storedRecord("2", "user", `{"type":"tool_result","tool_use_id":"c","content":"1"}`),
			storedRecord("3", "assistant", `{"type":"tool_use","id":"c","name":"a","input":{}}`),
			storedRecord("4", "assistant", said),
		}, `c done {}; 1 calls, 0 problems, 4 messages`},
		{"a result of its own, of a call that has one", []api.MessageRecord{
			storedRecord("1", "assistant", call("c", `"state":"output-available","input":{},"output":1`)),
			storedRecord("2", "user", `{"type":"tool_result","tool_use_id":"c","content":"no","is_error":true}`),
		}, `c returned_error {}; 1 calls, 1 problems, 2 messages`},
		{"a result without a call, stored twice", []api.MessageRecord{
			storedRecord("1", "user", `{"type":"tool_result","tool_use_id":"c","content":"no","is_error":true}`),
			storedRecord("2", "user", `{"type":"tool_result","tool_use_id":"c","content":"no","is_error":true}`),
		}, `c returned_error null; 1 calls, 1 problems, 2 messages`},
		{"an ID of two calls with results of their own", []api.MessageRecord{
			storedRecord("1", "assistant", `{"type":"tool_use","id":"c","name":"a","input":{"x":1}}`),
			storedRecord("2", "user", `{"type":"tool_result","tool_use_id":"c","content":"no","is_error":true}`),
			storedRecord("3", "assistant", `{"type":"tool_use","id":"c","name":"a","input":{"x":2}}`),
			storedRecord("4", "user", `{"type":"tool_result","tool_use_id":"c","content":"1"}`),
		}, `c returned_error {"x":1}, c done {"x":2}; 2 calls, 1 problems, 4 messages`},
		{"asked, approved and done as parts of their own, and stored again", []api.MessageRecord{
			storedRecord("1", "assistant", `{"type":"tool-call","toolCallId":"c","toolName":"a","input":{}}`),
			storedRecord("2", "assistant", `{"type":"tool-approval-request","approvalId":"p","toolCallId":"c"}`),
			storedRecord("3", "assistant", `{"type":"tool-call","toolCallId":"c","toolName":"a","input":{}}`),
			storedRecord("4", "tool", `{"type":"tool-approval-response","approvalId":"p","approved":true}`),
			storedRecord("5", "tool", `{"type":"tool-result","toolCallId":"c","toolName":"a","output":1}`),
		}, `c done {}; 1 calls, 0 problems, 5 messages`},
		{"a message stored twice under other IDs of its record", []api.MessageRecord{
			storedAs("1", "m", `{"type":"data-error","data":"no"}`, said),
			storedAs("2", "m", `{"type":"data-error","data":"no"}`, said),
		}, `; 0 calls, 1 problems, 2 messages`},
		{"messages of one UI message that say other things", []api.MessageRecord{
			storedAs("1", "m", `{"type":"data-error","data":"no"}`),
			storedAs("2", "m", `{"type":"data-error","data":"another"}`),
		}, `; 0 calls, 2 problems, 2 messages`},
	}
	for _, tt := range tests {
		if got := counted(tt.records...); got != tt.want {
			t.Errorf("%s: %s, want %s", tt.name, got, tt.want)
		}
	}
}

// A message that another one replaces is not drawn, nor in the outline.
func TestReplacedMessageIsHidden(t *testing.T) {
	begun := storedRecord("1", "user", `{"type":"text","text":"a draft"}`)
	whole := storedRecord("1", "user", `{"type":"text","text":"the question"}`)
	tr := New([]api.MessageRecord{begun, whole}, false)
	if turns := tr.Turns(); len(turns) != 1 || turns[0].Headline != "the question" {
		t.Errorf("the outline is %+v", turns)
	}
	for it := range tr.Items(DepthAll, new(Folds)) {
		if it.Ref.Message == 0 {
			t.Errorf("the replaced message is drawn: %+v", it)
		}
	}
}

// The messages of a sub-agent are below the last state of the call that started it, and a call that
// failed there is a failure of that call.
func TestAgentOfACallStoredTwice(t *testing.T) {
	below := storedRecord(
		"2",
		"assistant",
		`{"type":"tool-b","toolCallId":"d","state":"output-error","errorText":"no"}`,
	)
	below.Message.Unknown = []byte(`{"parent_tool_use_id":"c"}`)
	tr := New([]api.MessageRecord{
		storedRecord("1", "assistant", `{"type":"tool-a","toolCallId":"c","state":"input-available","input":{}}`),
		below,
		storedRecord("3", "assistant", `{"type":"tool-a","toolCallId":"c","state":"output-available","output":1}`),
	}, false)
	last := tr.Messages[2].Parts
	if len(last) != 2 || last[1].Tool.CallID != "d" || last[0].Tool.Outcome != OutcomeReturnedError {
		t.Errorf("the last message has %+v", last)
	}
}
