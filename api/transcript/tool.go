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
	Nested           bool // the output is a message, whose parts follow this part
	ProviderExecuted bool
	isError          bool // a result that is a part of its own says so
	result           bool // is such a result
	joined           bool // the outcome is that of a part of its own
	CallID           string
	Name             string // from the part's type, or from toolName
	State            string // as sent
	Outcome          Outcome
	Input            jsontext.Value // nil if none was stored, which is not null
	Output           jsontext.Value // nil if none was stored; false, 0, "" and null are results
	Approval         *Approval
	rare             *rareOfCall // nil for most calls, of which a session has tens of thousands
}

// rareOfCall holds the fields of a call that few calls have.
type rareOfCall struct {
	title     string
	rawInput  jsontext.Value
	errorText string
	why       string // OutcomeReturnedError: the text of the error in the output
}

// Title is shown before the name; "" if none was sent.
func (t *Tool) Title() string {
	if t.rare == nil {
		return ""
	}
	return t.rare.title
}

// RawInput is the text of the input that the model wrote; nil if none was stored.
func (t *Tool) RawInput() jsontext.Value {
	if t.rare == nil {
		return nil
	}
	return t.rare.rawInput
}

// ErrorText is the error with which the call was stored, or "".
func (t *Tool) ErrorText() string {
	if t.rare == nil {
		return ""
	}
	return t.rare.errorText
}

// returned is the text of the error in the output, or "".
func (t *Tool) returned() string {
	if t.rare == nil {
		return ""
	}
	return t.rare.why
}

// setErrors sets the error with which the call was stored, and the one in its output.
func (t *Tool) setErrors(stored, returned string) {
	if t.rare == nil && stored == "" && returned == "" {
		return
	}
	if t.rare == nil {
		t.rare = &rareOfCall{}
	}
	t.rare.errorText = stored
	t.rare.why = returned
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

// Outcome is the meaning of a stored state for the reader. Its words are sessions.outcome.OUTCOME,
// and sessions.why.OUTCOME if it needs an explanation.
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
func (o Outcome) Failed() bool {
	return o == OutcomeFailed || o == OutcomeReturnedError
}

// Waits reports whether the call waits for somebody.
func (o Outcome) Waits() bool {
	return o == OutcomeAwaitingApproval || o == OutcomeAwaitingAnswer
}

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

// Separate reports whether this is a result that is stored apart from its call.
func (t *Tool) Separate() bool { return t.result }

// Label is the title and the name of the tool.
func (t *Tool) Label() string {
	name := ToolLabel(t.Name)
	title := t.Title()
	if title == "" || name == "" || title == t.Name {
		return cmp.Or(name, title)
	}
	return title + " (" + name + ")"
}

// ToolLabel is the name of a tool to show: mcp__SERVER__TOOL is TOOL · SERVER.
func ToolLabel(name string) string {
	rest, ok := strings.CutPrefix(name, "mcp__")
	server, tool, separated := strings.Cut(rest, "__")
	if !ok || !separated || server == "" || tool == "" {
		return name
	}
	return tool + " · " + server
}

// Names is the label, and in another line the name as stored if the label has it in another form.
func (t *Tool) Names() string {
	if strings.Contains(t.Label(), t.Name) {
		return t.Label()
	}
	return t.Label() + "\n" + t.Name
}

// Given is the input to show: the stored one, else the text that the model wrote.
func (t *Tool) Given() jsontext.Value {
	if t.Input == nil {
		return t.RawInput()
	}
	return t.Input
}

// tool reads a call of any version. name is the one in the part's type, "" for a member's.
func (b *builder) tool(p *parsed, name string, o *jsonobject.Object) {
	if name == "" {
		name = o.TakeString("toolName", "name")
		if server := o.TakeString("server_name"); server != "" {
			name = "mcp__" + server + "__" + name
		}
	}
	t := &Tool{
		CallID: string(jsonobject.Text(o.Find(
			jsonobject.IsString,
			"toolCallId",
			"id",
		))),
		Name:             name,
		State:            b.common(jsonobject.Text(o.Take(jsonobject.IsString, "state"))),
		Input:            o.Take(jsonobject.Any, "input", "args"),
		Output:           o.Take(jsonobject.Any, "output", "result"),
		ProviderExecuted: o.TakeBool("providerExecuted"),
	}
	t.readRare(o)
	p.Kind = KindTool
	p.Tool = t
	v := o.Take(jsonobject.IsObject, "approval")
	if v != nil {
		a := jsonobject.Of(v)
		t.Approval = &Approval{
			Answered:      a.Find(jsonobject.IsBool, "approved") != nil,
			Approved:      a.TakeBool("approved"),
			Automatic:     a.TakeBool("isAutomatic"),
			RequestReason: Elide(a.TakeString("requestReason")),
			Reason:        Elide(a.TakeString("reason")),
			Descriptor:    a.Take(jsonobject.Any, "descriptor"),
		}
		p.Extra.Add("approval.", a)
	}
	b.nest(p)
	t.Outcome = t.outcome(o.TakeBool("preliminary"))
	if strings.HasSuffix(p.Type, "tool_use") ||
		p.Type == "tool-call" && t.State == "" { // the result is another part
		t.Outcome = OutcomeNoResult
	}
	p.unwrap()
	p.judge(p.children)
}

// readRare reads what few calls have.
func (t *Tool) readRare(o *jsonobject.Object) {
	title := o.TakeString("title")
	rawInput := o.Take(jsonobject.Any, "rawInput")
	if title != "" || rawInput != nil {
		t.rare = &rareOfCall{title: title, rawInput: rawInput}
	}
	t.setErrors(Elide(o.TakeString("errorText")), "")
}

// outcome returns the meaning of the stored state.
func (t *Tool) outcome(preliminary bool) Outcome {
	s := t.State
	if s == "input-streaming" || s == "partial-call" {
		return OutcomeInputInterrupted
	}
	if s == "approval-requested" {
		return OutcomeAwaitingApproval
	}
	if s == "approval-responded" && t.Approval != nil && t.Approval.Approved {
		return OutcomeApprovedNoResult
	}
	if s == "output-denied" || s == "approval-responded" && t.Approval != nil &&
		t.Approval.Answered {
		return OutcomeDenied
	}
	if s == "input-available" || s == "call" || s == "approval-responded" {
		return OutcomeNoResult
	}
	if preliminary && (s == "output-available" || s == "result") {
		return OutcomePreliminary
	}
	if s == "output-available" || s == "result" {
		return OutcomeDone
	}
	if s == "output-error" {
		return OutcomeFailed
	}
	return OutcomeUnknown
}

// judge changes the outcome of a call that is done but whose output, with the parts in it, reports an error.
func (p *Part) judge(children []parsed) {
	t := p.Tool
	if t.Outcome != OutcomeDone {
		return
	}
	why, failed := failureOf(t.Output)
	for _, child := range children {
		c := child.Tool
		if c != nil && c.Outcome.Failed() && !failed {
			why = c.Label() + ": " + c.Why()
			failed = true
		}
	}
	if t.isError && why == "" {
		why = plainText(t.Output)
	}
	if failed || t.isError {
		t.Outcome = OutcomeReturnedError
		t.setErrors(t.ErrorText(), why)
	}
}

// maxNested bounds how deep messages nest in outputs; a deeper one is shown as JSON.
const maxNested = 4

// nest reads an output that is itself a message, or a list of messages, as that of a
// sub-agent is. Members other than the parts are other fields of the call.
func (b *builder) nest(p *parsed) {
	if b.nesting == maxNested || !bytes.Contains(p.Tool.Output, []byte(`parts`)) {
		return
	}
	output := openString(p.Tool.Output)
	messages := jsonobject.Elements(output)
	if output.Kind() == '{' {
		messages = append(messages, output)
	}
	var children []parsed
	var extra jsonobject.Object
	for i, message := range messages {
		o := jsonobject.Of(message)
		inner := o.Take(jsonobject.IsArray, "parts")
		parts := b.children(jsonobject.Elements(inner))
		if inner == nil || slices.ContainsFunc(parts, func(c parsed) bool { return c.Type == "" }) {
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
		p.children = children
		p.Tool.Nested = true
		p.Extra = append(p.Extra, extra...)
	}
}
