package transcript

import (
	"bytes"
	"cmp"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"channeldeck/api/jsonobject"
)

// readResult reads a result that is stored apart from its call: that of the Claude SDK, and
// tool-result and tool-error of model messages.
func (p *Part) readResult(o *jsonobject.Object) {
	p.Kind = KindTool
	p.Tool = &Tool{
		Outcome: OutcomeDone,
		CallID:  textOf(*o, "tool_use_id", "toolCallId"),
		Name:    o.TakeString("toolName"),
		Output:  o.Take(jsonobject.Any, "content", "output", "result"),
		isError: o.TakeBool("is_error", "isError"),
		result:  true,
	}
	if p.Type == "tool-error" {
		p.Tool.Input = o.Take(jsonobject.Any, "input", "args")
		p.Tool.Outcome = OutcomeFailed
		p.Tool.setErrors(Elide(errorText(o.Take(jsonobject.Any, "error"))), "")
	}
	p.unwrap()
	p.judge(nil)
}

// unwrap takes the output of a model message out of its type, which can say that it is an
// error.
func (p *Part) unwrap() {
	t := p.Tool
	o := jsonobject.Of(p.Tool.Output)
	kind := textOf(o, "type")
	value := o.Take(jsonobject.Any, "value")
	if value == nil && kind != "execution-denied" {
		return
	}
	switch kind {
	case "execution-denied":
		t.Output = nil
		t.Outcome = OutcomeDenied
		t.Approval = &Approval{Answered: true, Reason: Elide(o.TakeString("reason"))}
	case "error-text", "error-json":
		t.Output = value
		t.Outcome = OutcomeFailed
		t.setErrors(Elide(errorText(value)), t.returned())
		if value.Kind() == '"' {
			t.Output = nil // the error is all of it
		}
	case "text", "json", "content":
		t.Output = value
	default:
		return
	}
	p.Extra.Add("output.", o)
}

// join gives a call its result, of several the last one.
func (p *Part) join(result *Part) {
	p.Tool.settleAs(result.Tool)
	p.Tool.Approval = cmp.Or(result.Tool.Approval, p.Tool.Approval)
	p.Extra = slices.DeleteFunc(p.Extra, isOfResult)
	p.Extra.Add(resultPath, result.Extra)
	result.Joined = true
}

// settleAs gives a call the outcome that a part of its own says.
func (t *Tool) settleAs(from *Tool) {
	t.Output = from.Output
	t.Outcome = from.Outcome
	t.setErrors(from.ErrorText(), from.returned())
	t.joined = true
}

// resultPath begins the names of the other fields of a result.
const resultPath = "result."

func isOfResult(m jsonobject.Member) bool {
	return bytes.HasPrefix(m.Name, []byte(resultPath))
}

// resultExtra returns the other fields of a call that are of its result.
func resultExtra(extra jsonobject.Object) (own jsonobject.Object) {
	for _, m := range extra {
		if isOfResult(m) {
			own = append(own, m)
		}
	}
	return own
}

// await makes a call without a result wait for approval.
func (t *Tool) await() {
	if t.Outcome == OutcomeNoResult {
		t.Approval = &Approval{}
		t.Outcome = OutcomeAwaitingApproval
		t.joined = true
	}
}

// answer gives a call that waits for approval the response.
func (t *Tool) answer(approved bool, reason string) {
	if t.Approval == nil || t.Outcome != OutcomeAwaitingApproval {
		return
	}
	t.Approval.Answered = true
	t.Approval.Approved = approved
	t.Approval.Reason = Elide(reason)
	if approved {
		t.Outcome = OutcomeApprovedNoResult
	} else {
		t.Outcome = OutcomeDenied
	}
}

// failureOf reports whether the output of a call that is done shows a failure, and the text
// of the error, or "". Apart from failed calls of a sub-agent, which [Part.judge] and
// [Transcript.nestAgents] look for, this is the only rule for such failures. It looks at
// members and never at words, so a document about errors is none.
func failureOf(output jsontext.Value) (why string, failed bool) {
	output = openString(output)
	o := jsonobject.Of(output)
	if why, failed = memberError(o); !failed {
		text := openString(onlyText(output, o))
		if text.Kind() == '{' {
			return failureOf(text)
		}
		return "", false
	}
	for _, text := range []string{why, plainText(output), printed(textOf(o, "stderr"))} {
		if strings.TrimSpace(text) != "" {
			return Elide(text), true
		}
	}
	return "", true
}

// memberError reports whether the members of an output say that it is a failure.
func memberError(o jsonobject.Object) (why string, failed bool) {
	failure := o.Find(jsonobject.Any, "error")
	status := textOf(o, "status")
	code := o.Find(jsonobject.IsNumber, "exitCode", "exit_code")
	if code == nil && o.Find(jsonobject.Any, "stdout", "stderr") != nil {
		code = o.Find(jsonobject.IsNumber, "code")
	}
	why = cmp.Or(errorText(failure), textOf(o, "error_code"))
	failed = why != "" || failure.Kind() == 't' || status == "failed" || status == "error" ||
		isNonZero(code) ||
		o.Find(
			"t",
			"isError",
			"is_error",
			"interrupted",
		) != nil || o.Find("f", "success", "ok") != nil
	return cmp.Or(why, textOf(o, "reason", "errorMessage", "message")), failed
}

// errorText is the text of an error: a text, or the message of an object or else how it
// begins; "" for null, false, 0 and what is empty.
func errorText(v jsontext.Value) string {
	o := jsonobject.Of(openString(v))
	if len(o) > 0 {
		return cmp.Or(textOf(o, "message", "errorMessage", "reason", "text"), Brief(v))
	}
	if v.Kind() == '0' && isNonZero(v) {
		return string(v)
	}
	return string(jsonobject.Text(v))
}

// textOf returns the first string member with one of the names that is not empty.
func textOf(o jsonobject.Object, names ...string) string {
	for _, name := range names {
		s := jsonobject.Text(o.Find(jsonobject.IsString, name))
		if len(s) > 0 {
			return string(s)
		}
	}
	return ""
}

// onlyText is the text of the only text block of an output, or nil.
func onlyText(output jsontext.Value, o jsonobject.Object) (text jsontext.Value) {
	for _, block := range slices.Concat(
		jsonobject.Elements(output),
		jsonobject.Elements(o.Find(jsonobject.IsArray, "content")),
	) {
		b := jsonobject.Of(block)
		if textOf(b, "type") != "text" {
			continue
		}
		if text != nil {
			return nil
		}

		text = b.Find(jsonobject.IsString, "text")
	}
	return text
}

func isNonZero(v jsontext.Value) bool {
	return strings.ContainsAny(string(v), "123456789")
}

// plainText returns the text of an output that is a string or content, otherwise "".
func plainText(output jsontext.Value) string {
	if s, ok := contentShape(output); ok {
		return s.text
	}
	return jsonobject.String(output)
}
