package sessions

import (
	"math"

	"channeldeck/theme"
	"channeldeck/ui/sessions/transcript"
	"channeldeck/ui/text"
	"channeldeck/ui/words"
)

// Wording puts what a transcript finds into words, for exports and commands.
func Wording(w *words.Words) transcript.Words {
	return transcript.Words{
		Title: w.T("sessions.export.title"),
		Role:  func(r transcript.Role, sent string) string { return roleText(w, r, sent) },
		Run:   w.T("sessions.export.run"), Step: w.T("sessions.export.step"),
		Outcome: func(o transcript.Outcome) string { return outcomeText(w, o) },
		Note:    func(n transcript.Note) string { return noteText(w, n) },
		Problem: func(p transcript.Problem) string { return problemText(w, p) },
		Input:   fieldText(w, transcript.FieldInput), Output: fieldText(w, transcript.FieldOutput),
		Error: fieldText(w, transcript.FieldError), Reason: fieldText(w, transcript.FieldReason),
		Reasoning: w.T("sessions.reasoning"), CutOff: w.T("sessions.cut_off"), NoContent: w.T("sessions.no_content"),
		Files: w.T("sessions.export.files"), Sources: w.T("sessions.export.sources"),
		Data: w.T("sessions.export.data"), Unknown: w.T("sessions.export.unknown"), Metadata: fieldText(w, transcript.FieldExtra),
		Called: w.T("sessions.export.called"), Meant: w.T("sessions.export.meant"), Result: w.T("sessions.export.result"),
	}
}

func roleText(w *words.Words, r transcript.Role, sent string) string {
	return w.T([...]string{
		transcript.RoleOther:     "sessions.role.other",
		transcript.RoleSystem:    "sessions.role.system",
		transcript.RoleUser:      "sessions.role.user",
		transcript.RoleAssistant: "sessions.role.assistant",
		transcript.RoleData:      "sessions.role.data",
	}[r], "Role", text.Cut(text.Clean(sent), 20))
}

// outcomeText is a state in one or two words.
func outcomeText(w *words.Words, o transcript.Outcome) string {
	return w.T([...]string{
		transcript.OutcomeUnknown:          "sessions.outcome.unknown",
		transcript.OutcomeDone:             "sessions.outcome.done",
		transcript.OutcomePreliminary:      "sessions.outcome.preliminary",
		transcript.OutcomeFailed:           "sessions.outcome.failed",
		transcript.OutcomeReturnedError:    "sessions.outcome.returned_error",
		transcript.OutcomeDenied:           "sessions.outcome.denied",
		transcript.OutcomeInputInterrupted: "sessions.outcome.interrupted",
		transcript.OutcomeNoResult:         "sessions.outcome.no_result",
		transcript.OutcomeAwaitingApproval: "sessions.outcome.awaiting",
		transcript.OutcomeApprovedNoResult: "sessions.outcome.approved",
	}[o])
}

// whyText is a sentence about a call without a final result, "" where its error
// says all.
func whyText(w *words.Words, t *transcript.Tool) string {
	id := [...]string{
		transcript.OutcomePreliminary:      "sessions.why.preliminary",
		transcript.OutcomeDenied:           "sessions.why.denied",
		transcript.OutcomeInputInterrupted: "sessions.why.interrupted",
		transcript.OutcomeNoResult:         "sessions.why.no_result",
		transcript.OutcomeAwaitingApproval: "sessions.why.awaiting",
		transcript.OutcomeApprovedNoResult: "sessions.why.approved",
	}[t.Outcome]
	if id == "" || t.Outcome == transcript.OutcomeDenied && t.Approval != nil && t.Approval.Reason != "" {
		return ""
	}
	return w.T(id, "Tool", text.Cut(text.Clean(t.Label()), 60))
}

func noteText(w *words.Words, n transcript.Note) string {
	other := w.Int(n.Other + 1)
	switch n.Kind {
	case transcript.NoteTimeBack:
		if n.By == math.MaxInt64 { // no duration is longer
			return w.T("sessions.note.time_far_back", "Other", other)
		}
		return w.T("sessions.note.time_back", "By", w.Age(n.By), "Other", other)
	case transcript.NoteNoTime:
		if n.Text == "" {
			return w.T("sessions.note.time_missing")
		}
		return w.T("sessions.note.no_time", "Text", text.Cut(text.Clean(n.Text), 40))
	case transcript.NoteSameID:
		return w.T("sessions.note.same_id", "Other", other)
	case transcript.NoteSameMessageID:
		return w.T("sessions.note.same_message_id", "Other", other)
	case transcript.NoteRunReturns:
		return w.T("sessions.note.run_returns", "Other", other)
	case transcript.NoteStepBack:
		return w.T("sessions.note.step_back", "Other", other)
	}
	return w.T("sessions.note.other_session", "ID", text.Cut(text.Clean(n.Text), 60))
}

func problemText(w *words.Words, p transcript.Problem) string {
	switch p.Kind {
	case transcript.ProblemCutOff:
		return w.T("sessions.cut_off")
	case transcript.ProblemNoContent:
		return w.T("sessions.no_content")
	case transcript.ProblemReported:
		return text.Clean(p.Text)
	}
	tool, why := text.Cut(text.Clean(p.Tool.Label()), 60), text.Clean(p.Text)
	if why == "" {
		if why = whyText(w, p.Tool); why != "" {
			return why
		}
		why = outcomeText(w, p.Tool.Outcome)
	}
	return w.T("sessions.problem", "Tool", tool, "Reason", why)
}

func problemSign(g theme.Glyphs, p transcript.Problem) (string, theme.Tone) {
	switch p.Kind {
	case transcript.ProblemCall:
		return outcomeSign(g, p.Tool.Outcome)
	case transcript.ProblemReported:
		return g.Abnormal, theme.Bad
	}
	return g.Stale, theme.Warn
}

// fieldText is the label above a field, "" where none is needed.
func fieldText(w *words.Words, f transcript.Field) string {
	id := [...]string{
		transcript.FieldInput:  "sessions.field.input",
		transcript.FieldOutput: "sessions.field.output",
		transcript.FieldError:  "sessions.field.error",
		transcript.FieldReason: "sessions.field.reason",
		transcript.FieldID:     "sessions.field.id",
		transcript.FieldExtra:  "sessions.field.extra",
	}[f]
	if id == "" {
		return ""
	}
	return w.T(id)
}
