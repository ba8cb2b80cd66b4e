package transcript

import (
	"cmp"
	"strconv"
	"strings"

	"channeldeck/ui/text"
	"channeldeck/ui/words"
)

// RoleText names the author of a message.
func RoleText(w *words.Words, r Role) string {
	id := "sessions.role." + string(r)
	if !w.Has(id) {
		id = "sessions.role.other"
	}
	return w.T(id, "Role", text.Cut(text.Clean(string(r)), 20))
}

// OutcomeText is the outcome of a call, how it was approved, and who executed it.
func OutcomeText(w *words.Words, t *Tool) string {
	s := w.T("sessions.outcome." + string(t.Outcome))
	if t.Outcome == OutcomeUnknown && t.State != "" {
		s = text.Cut(text.Clean(t.State), 30)
	}
	if t.ProviderExecuted {
		s += " · " + w.T("sessions.by_provider")
	}
	switch a := t.Approval; {
	case a == nil:
	case a.Approved && a.Automatic:
		s += " · " + w.T("sessions.approved_by_rule")
	case a.Approved && t.Outcome != OutcomeApprovedNoResult:
		s += " · " + w.T("sessions.approved")
	case a.Automatic:
		s += " · " + w.T("sessions.by_rule")
	}
	return s
}

// WhyText explains a call without a final result, "" if its error says it all.
func WhyText(w *words.Words, t *Tool) string {
	id := "sessions.why." + string(t.Outcome)
	if !w.Has(id) || t.Outcome == OutcomeDenied && t.Why() != "" {
		return ""
	}
	return w.T(id, "Tool", text.Cut(text.Clean(t.Label()), 60))
}

// ResultText returns the result of a call in a few words, or "".
func ResultText(w *words.Words, r Result) string {
	if r.ID == "" {
		return text.Clean(r.Text)
	}
	return w.N(r.ID, r.N, "Total", w.Int(r.Total))
}

// CallsText lists the tools of a step as show writes their labels, with how often each was called.
func CallsText(calls []Calls, show func(label string) string) string {
	var parts []string
	for _, c := range calls {
		label := show(c.Label)
		if c.Count > 1 {
			label += " ×" + strconv.Itoa(c.Count)
		}
		parts = append(parts, label)
	}
	return strings.Join(parts, ", ")
}

// ProblemText words the problem at a place.
func (t *Transcript) ProblemText(w *words.Words, at Ref) string {
	p := t.Part(at)
	switch {
	case p != nil && p.Reported():
		return text.Clean(Brief(p.Value))
	case p == nil || p.Tool == nil:
		return t.UnfinishedText(w, at)
	}
	why, sentence := text.Clean(Excerpt(p.Tool.Why())), WhyText(w, p.Tool)
	if why == "" && sentence != "" {
		return sentence
	}
	why = cmp.Or(why, OutcomeText(w, p.Tool))
	return w.T("sessions.problem", "Tool", text.Cut(text.Clean(p.Tool.Label()), 60), "Reason", why)
}

// FieldLabel is the label above a field, "" if it needs none.
func FieldLabel(w *words.Words, f Field) string {
	id := "sessions.field." + [fields]string{
		FieldInput: "input", FieldRawInput: "raw_input", FieldRequestReason: "request_reason", FieldDescriptor: "descriptor", FieldReason: "reason",
		FieldOutput: "output", FieldError: "error", FieldExtra: "extra", FieldRaw: "raw",
	}[f]
	if !w.Has(id) {
		return ""
	}
	return w.T(id)
}

// PartLabel names a part that is neither text nor call, "" for those two.
func PartLabel(w *words.Words, p *Part) string {
	id := [...]string{
		KindUnknown: "sessions.unknown", KindReasoning: "sessions.reasoning", KindHiddenReasoning: "sessions.hidden_reasoning", KindFile: "sessions.file",
		KindReasoningFile: "sessions.file", KindCustom: "sessions.custom", KindSteering: "sessions.steering", KindData: "sessions.data",
	}[p.Kind]
	name := p.Name
	switch {
	case p.Kind == KindUnknown && p.Type == "":
		id = "sessions.untyped"
	case p.Kind == KindUnknown:
		name = p.Type
	case id == "":
		return ""
	}
	return w.T(id, "Name", text.Cut(text.Clean(name), 60))
}

// UnfinishedText words an unfinished text, or a message or step without any output.
func (t *Transcript) UnfinishedText(w *words.Words, at Ref) string {
	p, running := t.Part(at), t.Messages[at.Message].Running
	switch stopped := p == nil || p.Kind == KindStepStart; {
	case stopped && running:
		return w.T("sessions.no_output_yet")
	case stopped:
		return w.T("sessions.no_content")
	case running:
		return w.T("sessions.writing")
	}
	return w.T("sessions.cut_off")
}

// callText is a call in one line: name, outcome, what it is about, and the result.
func (t *Transcript) callText(w *words.Words, r Ref) string {
	tool := t.Part(r).Tool
	s := text.Join(" · ", text.Clean(tool.Label()), OutcomeText(w, tool), text.Clean(tool.About()))
	return text.Join(" → ", s, ResultText(w, tool.Result(t.Nested(r))))
}
