// Package wording puts what a transcript has into the user's language, and writes transcripts as
// Markdown. It does not depend on a terminal.
package wording

import (
	"cmp"
	"strings"

	"channeldeck/api/transcript"
	"channeldeck/ui/text"
	"channeldeck/ui/words"
)

// Outcome is the outcome of a call, how it was approved, and who executed it.
func Outcome(w *words.Words, t *transcript.Tool) string {
	s := w.T("sessions.outcome." + string(t.Outcome))
	if t.Outcome == transcript.OutcomeUnknown && t.State != "" {
		s = text.Cut(text.Clean(t.State), 30)
	}
	if t.ProviderExecuted {
		s += " · " + w.T("sessions.by_provider")
	}
	switch a := t.Approval; {
	case a == nil:
	case a.Approved && a.Automatic:
		s += " · " + w.T("sessions.approved_by_rule")
	case a.Approved && t.Outcome != transcript.OutcomeApprovedNoResult:
		s += " · " + w.T("sessions.approved")
	case a.Automatic:
		s += " · " + w.T("sessions.by_rule")
	}
	return s
}

// Why explains a call without a final result, "" if its error says it all.
func Why(w *words.Words, t *transcript.Tool) string {
	id := "sessions.why." + string(t.Outcome)
	if !w.Has(id) || t.Outcome == transcript.OutcomeDenied && t.Why() != "" {
		return ""
	}
	return w.T(id, "Tool", text.Cut(text.Clean(t.Label()), 60))
}

// Result returns the result of a call in a few words, or "".
func Result(w *words.Words, r transcript.Result) string {
	if r.Kind == "" {
		return text.Clean(r.Text)
	}
	return w.N("sessions.result."+string(r.Kind), r.N, "Total", w.Int(r.Total))
}

// Calls lists the tools of a step as show writes their labels, with how often each was called.
func Calls(w *words.Words, calls []transcript.Calls, show func(label string) string) string {
	var parts []string
	for _, c := range calls {
		label := show(c.Label)
		if c.Count > 1 {
			label += " ×" + w.Int(c.Count)
		}
		parts = append(parts, label)
	}
	return strings.Join(parts, ", ")
}

// Inside counts the calls in the parts nested in a call, "" for none.
func Inside(w *words.Words, nested []transcript.Part) string {
	calls, failed := transcript.Inside(nested)
	if calls == 0 {
		return ""
	}
	if failed == 0 {
		return w.N("sessions.calls", calls)
	}
	return w.T(
		"sessions.calls_failed",
		"Calls", w.N("sessions.calls", calls),
		"Failed", w.Int(failed),
	)
}

// Problem words the problem at a place.
func Problem(w *words.Words, t *transcript.Transcript, at transcript.Ref) string {
	p := t.Part(at)
	if p != nil && p.Card() != nil {
		return cardTitle(w, p.Card(), p.Card().Why)
	}
	if p != nil && p.Reported() {
		return text.Clean(p.Reason())
	}
	if p == nil || p.Tool == nil {
		return Unfinished(w, t, at)
	}
	why := text.Clean(transcript.Excerpt(p.Tool.Why()))
	sentence := Why(w, p.Tool)
	if why == "" && sentence != "" {
		return sentence
	}
	why = cmp.Or(why, Outcome(w, p.Tool))
	return w.T(
		"sessions.problem",
		"Tool", text.Cut(text.Clean(p.Tool.Label()), 60),
		"Reason", why,
	)
}

// Field is the label above a field, "" if it needs none.
func Field(w *words.Words, f transcript.Field) string {
	ids := [transcript.FieldRaw + 1]string{
		transcript.FieldInput:         "input",
		transcript.FieldRawInput:      "raw_input",
		transcript.FieldRequestReason: "request_reason",
		transcript.FieldDescriptor:    "descriptor",
		transcript.FieldReason:        "reason",
		transcript.FieldOutput:        "output",
		transcript.FieldError:         "error",
		transcript.FieldExtra:         "extra",
		transcript.FieldRaw:           "raw",
	}
	id := "sessions.field." + ids[f]
	if !w.Has(id) {
		return ""
	}
	return w.T(id)
}

// Part names a part that is neither text nor call, "" for those two.
func Part(w *words.Words, p *transcript.Part) string {
	ids := [transcript.KindCard + 1]string{
		transcript.KindUnknown:         "sessions.unknown",
		transcript.KindReasoning:       "sessions.reasoning",
		transcript.KindHiddenReasoning: "sessions.hidden_reasoning",
		transcript.KindFile:            "sessions.file",
		transcript.KindReasoningFile:   "sessions.file",
		transcript.KindCustom:          "sessions.custom",
		transcript.KindSteering:        "sessions.steering",
		transcript.KindData:            "sessions.data",
	}
	id := ids[p.Kind]
	name := p.Name()
	switch {
	case p.Card() != nil:
		return w.T("sessions.card." + p.Card().Kind)
	case p.Kind == transcript.KindUnknown && p.Type == "":
		id = "sessions.untyped"
	case p.Kind == transcript.KindUnknown:
		name = p.Type
	case id == "":
		return ""
	case p.Kind == transcript.KindData && name == "error":
		id = "sessions.data_error"
	}
	return w.T(id, "Name", text.Cut(text.Clean(name), 60))
}

// File is a file in one line: name, type, and its address or size.
func File(w *words.Words, f *transcript.File) string {
	if f.Emptied {
		named := *f
		named.Emptied = false
		return text.Join(" · ", named.String(), w.T("sessions.not_kept"))
	}
	return f.String()
}

// Card is a card in one line, and the lines below it.
func Card(w *words.Words, c *transcript.Card) (line string, below []string) {
	facts := []string{cardTitle(w, c, text.Line(c.Title))}
	if c.Cost != "" {
		facts = append(facts, "$"+text.Line(c.Cost))
	}
	if c.Turns > 0 {
		facts = append(facts, w.N("sessions.card.turns", c.Turns))
	}
	if c.Duration > 0 {
		facts = append(facts, w.Duration(c.Duration))
	}
	if c.Published != "" {
		facts = append(facts, w.T("sessions.card.published", "Time", text.Line(c.Published)))
	}
	channelError := ""
	for _, channel := range c.Channels {
		id := "sessions.card.updated"
		if channel.Created {
			id = "sessions.card.created"
		}
		channelError = cmp.Or(channelError, channel.Error)
		below = append(
			below,
			text.Join(
				" · ",
				w.T(id, "Name", text.Line(channel.Name)),
				text.Line(channel.Error),
			),
		)
	}
	for i := range c.Files {
		below = append(below, text.Clean(File(w, &c.Files[i])))
	}
	if c.Why != "" && c.Why != c.Title && c.Why != channelError {
		below = append(below, text.Line(transcript.Excerpt(c.Why)))
	}
	return strings.Join(facts, " · "), below
}

// cardTitle is the kind of a card and what it is about.
func cardTitle(w *words.Words, c *transcript.Card, about string) string {
	return text.Join(
		" · ",
		w.T("sessions.card."+c.Kind),
		text.Clean(transcript.Excerpt(about)),
	)
}

// Unfinished words an unfinished text, or a message or step without any output.
func Unfinished(w *words.Words, t *transcript.Transcript, at transcript.Ref) string {
	p := t.Part(at)
	running := t.Messages[at.Message].Running
	stopped := p == nil || p.Kind == transcript.KindStepStart
	if stopped && running {
		return w.T("sessions.no_output_yet")
	}
	if stopped {
		return w.T("sessions.no_content")
	}
	if running {
		return w.T("sessions.writing")
	}
	return w.T("sessions.cut_off")
}

// call returns a call in one line: name, outcome, what it is about, and the result.
func call(w *words.Words, t *transcript.Transcript, r transcript.Ref) string {
	tool := t.Part(r).Tool
	nested := t.Nested(r)
	s := text.Join(
		" · ",
		text.Clean(tool.Label()),
		Outcome(w, tool),
		Inside(w, nested),
		text.Clean(tool.About()),
	)
	return text.Join(" → ", s, Result(w, tool.Result(nested)))
}
