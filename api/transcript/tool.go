package transcript

import (
	"bytes"
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"channeldeck/api/jsonobject"
)

// Tool is a tool call and its result.
type Tool struct {
	CallID           string
	Name             string // from the part's type, or from toolName
	Title            string // shown before the name, "" if none was sent
	State            string // as sent
	Outcome          Outcome
	Input            jsontext.Value // nil if none was stored, which is not null
	RawInput         jsontext.Value // the text of the input that the model wrote
	Output           jsontext.Value // nil if none was stored; false, 0, "" and null are results
	Nested           bool           // the output is a message, whose parts follow this part
	ErrorText        string
	Approval         *Approval
	ProviderExecuted bool

	why     string // OutcomeReturnedError: the text of the error in the output
	isError bool   // a result of the Claude SDK says so
}

// Approval is the request to approve a call, and the response.
type Approval struct {
	Answered      bool
	Approved      bool
	Automatic     bool // a rule decided, not a person
	RequestReason string
	Reason        string
	Descriptor    jsontext.Value // what the call would do, nil if not sent
}

// Outcome is what a stored state means for the reader. Its words are
// sessions.outcome.OUTCOME, and sessions.why.OUTCOME if it needs an explanation.
type Outcome string

const (
	OutcomeUnknown          Outcome = "unknown"         // a state that no version defines
	OutcomeDone             Outcome = "done"            // has its final result
	OutcomePreliminary      Outcome = "preliminary"     // has a result that is not the final one
	OutcomeFailed           Outcome = "failed"          // was stored with an error
	OutcomeReturnedError    Outcome = "returned_error"  // was stored as done, with a result that says it failed
	OutcomeDenied           Outcome = "denied"          // was not approved
	OutcomeInputInterrupted Outcome = "interrupted"     // stopped while its input was being written
	OutcomeNoResult         Outcome = "no_result"       // has no result
	OutcomeAwaitingAnswer   Outcome = "awaiting_answer" // has no result and is the last thing in the session
	OutcomeAwaitingApproval Outcome = "awaiting"        // waits for approval
	OutcomeApprovedNoResult Outcome = "approved"        // was approved and has no result
	OutcomeWriting          Outcome = "writing"         // is having its input written, in a run that goes on
	OutcomeRunning          Outcome = "running"         // is executing, in a run that goes on
)

// Problem reports whether the call failed, was denied, or ended without a final result.
func (o Outcome) Problem() bool {
	switch o {
	case OutcomeUnknown, OutcomeDone, OutcomeAwaitingAnswer, OutcomeAwaitingApproval, OutcomeWriting, OutcomeRunning:
		return false
	}
	return true
}

// Failed reports whether the call ended with an error.
func (o Outcome) Failed() bool { return o == OutcomeFailed || o == OutcomeReturnedError }

// Waits reports whether the call waits for somebody.
func (o Outcome) Waits() bool { return o == OutcomeAwaitingApproval || o == OutcomeAwaitingAnswer }

// running is the outcome in a run that goes on.
func (o Outcome) running() Outcome {
	switch o {
	case OutcomeInputInterrupted:
		return OutcomeWriting
	case OutcomeNoResult, OutcomePreliminary, OutcomeApprovedNoResult:
		return OutcomeRunning
	}
	return o
}

// Label is the title and the name of the tool.
func (t *Tool) Label() string {
	if t.Title == "" || t.Name == "" || t.Title == t.Name {
		return cmp.Or(t.Name, t.Title)
	}
	return t.Title + " (" + t.Name + ")"
}

// Given is the input to show: the stored one, else the text that the model wrote.
func (t *Tool) Given() jsontext.Value {
	if t.Input == nil {
		return t.RawInput
	}
	return t.Input
}

// tool reads a call of any version. name is the one in the part's type, "" for a member's.
func (b *builder) tool(p *Part, name string, o *jsonobject.Object) {
	if name == "" {
		name = o.TakeString("toolName", "name")
	}
	t := &Tool{
		CallID: string(jsonobject.Text(o.Find(jsonobject.IsString, "toolCallId", "id"))),
		Name:   name, Title: o.TakeString("title"), State: o.TakeString("state"),
		Input: o.Take(jsonobject.Any, "input", "args"), RawInput: o.Take(jsonobject.Any, "rawInput"), Output: o.Take(jsonobject.Any, "output", "result"),
		ErrorText: Elide(o.TakeString("errorText")), ProviderExecuted: o.TakeBool("providerExecuted"),
	}
	p.Kind, p.Tool = KindTool, t
	if v := o.Take(jsonobject.IsObject, "approval"); v != nil {
		a := jsonobject.Of(v)
		t.Approval = &Approval{
			Answered: a.Find(jsonobject.IsBool, "approved") != nil, Approved: a.TakeBool("approved"), Automatic: a.TakeBool("isAutomatic"),
			RequestReason: Elide(a.TakeString("requestReason")), Reason: Elide(a.TakeString("reason")), Descriptor: a.Take(jsonobject.Any, "descriptor"),
		}
		p.Extra.Add("approval.", a)
	}
	b.nest(p)
	t.Outcome = t.outcome(o.TakeBool("preliminary"))
	if strings.HasSuffix(p.Type, "tool_use") { // has no state, and its result is another part
		t.Outcome = OutcomeNoResult
	}
	p.judge()
}

// outcome is what the stored state means.
func (t *Tool) outcome(preliminary bool) Outcome {
	switch s := t.State; {
	case s == "input-streaming", s == "partial-call":
		return OutcomeInputInterrupted
	case s == "approval-requested":
		return OutcomeAwaitingApproval
	case s == "approval-responded" && t.Approval != nil && t.Approval.Approved:
		return OutcomeApprovedNoResult
	case s == "output-denied", s == "approval-responded" && t.Approval != nil && t.Approval.Answered:
		return OutcomeDenied
	case s == "input-available", s == "call", s == "approval-responded":
		return OutcomeNoResult
	case preliminary && (s == "output-available" || s == "result"):
		return OutcomePreliminary
	case s == "output-available", s == "result":
		return OutcomeDone
	case s == "output-error":
		return OutcomeFailed
	}
	return OutcomeUnknown
}

// judge changes the outcome of a call that is done but whose output reports an error.
func (p *Part) judge() {
	t := p.Tool
	if t.Outcome != OutcomeDone {
		return
	}
	why, failed := outputError(t.Output)
	for _, child := range p.children {
		if c := child.Tool; c != nil && c.Outcome.Failed() && !failed {
			why, failed = c.Label()+": "+c.Why(), true
		}
	}
	if t.isError && why == "" {
		why = plainText(t.Output)
	}
	if failed || t.isError {
		t.Outcome, t.why = OutcomeReturnedError, why
	}
}

// maxNested bounds how deep messages nest in outputs; a deeper one is shown as JSON.
const maxNested = 4

// nest reads an output that is itself a message, or a list of messages, as that of a
// sub-agent is. Members other than the parts are other fields of the call.
func (b *builder) nest(p *Part) {
	if b.nesting == maxNested || !bytes.Contains(p.Tool.Output, []byte(`parts`)) {
		return
	}
	output := openString(p.Tool.Output)
	messages := jsonobject.Elements(output)
	if output.Kind() == '{' {
		messages = append(messages, output)
	}
	var children []Part
	var extra jsonobject.Object
	for i, message := range messages {
		o := jsonobject.Of(message)
		inner := o.Take(jsonobject.IsArray, "parts")
		parts := b.children(jsonobject.Elements(inner))
		if inner == nil || slices.ContainsFunc(parts, func(c Part) bool { return c.Type == "" }) {
			return // not a message: its parts have no type
		}
		children = append(children, parts...)
		path := "output."
		if output.Kind() == '[' {
			path += strconv.Itoa(i+1) + "."
		}
		extra.Add(path, o)
	}
	if len(children) > 0 {
		p.children, p.Tool.Nested = children, true
		p.Extra = append(p.Extra, extra...)
	}
}

// readResult reads a result of the Claude SDK, which is stored apart from its call.
func (p *Part) readResult(o *jsonobject.Object) {
	p.Kind = KindTool
	p.Tool = &Tool{
		Outcome: OutcomeDone, CallID: string(jsonobject.Text(o.Find(jsonobject.IsString, "tool_use_id"))),
		Output: o.Take(jsonobject.Any, "content"), isError: o.TakeBool("is_error"),
	}
	p.judge()
}

func (t *Transcript) joinResults() {
	calls := map[string]*Part{}
	for i := range t.Messages {
		m := &t.Messages[i]
		results := 0
		for j := range m.Parts {
			p := &m.Parts[j]
			switch {
			case p.Tool == nil || p.Tool.CallID == "":
			case !strings.HasSuffix(p.Type, "tool_result"):
				if p.Tool.Output == nil {
					calls[p.Tool.CallID] = p
				}
			default:
				results++
				p.Tool.Name = p.Tool.CallID // the name to show if the call is missing
				if call := calls[p.Tool.CallID]; call != nil {
					call.Tool.Output, call.Tool.Outcome, call.Tool.why = p.Tool.Output, p.Tool.Outcome, p.Tool.why
					call.Extra.Add("result.", p.Extra)
					p.Joined = true
					delete(calls, p.Tool.CallID)
				}
			}
		}
		if m.Role == RoleUser && results > 0 && results == len(m.Parts) {
			m.Role = RoleTool
		}
	}
}

// outputError reports whether the output of a successful call shows a failure, and the
// text of the error, or "". Apart from failed calls in the message of a sub-agent, which
// [Part.judge] looks for, this is the only rule for such failures.
func outputError(output jsontext.Value) (why string, failed bool) {
	output = openString(output)
	o := jsonobject.Of(output)
	failure := o.Find(jsonobject.Any, "error")
	if failure.Kind() == '{' {
		failure = jsonobject.Of(failure).Find(jsonobject.IsString, "message")
	}
	message := cmp.Or(string(jsonobject.Text(failure)), string(jsonobject.Text(o.Find(jsonobject.IsString, "error_code"))))
	if status := string(jsonobject.Text(o.Find(jsonobject.IsString, "status"))); message == "" && (status == "failed" || status == "error") {
		message = string(jsonobject.Text(o.Find(jsonobject.IsString, "reason", "message")))
	}
	failed = message != "" || o.Find("t", "isError", "is_error", "interrupted") != nil || o.Find("f", "success", "ok") != nil ||
		isNonZero(o.Find(jsonobject.IsNumber, "exitCode", "exit_code")) || isNonZero(o.Find(jsonobject.IsNumber, "code")) && o.Find(jsonobject.Any, "stdout", "stderr") != nil
	if !failed {
		return "", false
	}
	for _, text := range []string{message, plainText(output), printed(string(jsonobject.Text(o.Find(jsonobject.IsString, "stderr"))))} {
		if strings.TrimSpace(text) != "" {
			return Elide(text), true
		}
	}
	return "", true
}

func isNonZero(v jsontext.Value) bool { return strings.ContainsAny(string(v), "123456789") }

// plainText returns the text of an output that is a string or content, otherwise "".
func plainText(output jsontext.Value) string {
	if s, ok := contentShape(output); ok {
		return s.text
	}
	return string(jsonobject.Text(output))
}
