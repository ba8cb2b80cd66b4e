package sessions

import (
	"strings"

	"channeldeck/theme"
	"channeldeck/ui/sessions/transcript"
	"channeldeck/ui/text"
)

// briefCells bounds the first words of an input: more than a wide terminal has.
const briefCells = 240

// drawHead is the one line of a part: what it is and how it begins.
func (w *drawer) drawHead(it item) string {
	p, g := w.d.t.Part(it.ref), w.ctx.Theme.Glyphs
	fold := g.Folded
	if it.view >= transcript.ViewOpen {
		fold = g.Open
	}
	lead := " " + w.tone(theme.Muted).Render(fold) + " "
	switch p.Kind {
	case transcript.KindTool:
		return lead + w.toolLine(p.Tool)
	case transcript.KindText:
		return lead + w.lineOf("", p.Text, w.T("sessions.blank"))
	case transcript.KindReasoning:
		return lead + w.lineOf(w.T("sessions.reasoning"), p.Text, w.T("sessions.blank"))
	case transcript.KindFile, transcript.KindReasoningFile:
		return " " + w.fileLine(p.File)
	case transcript.KindSource:
		return " " + w.sourceLine(w.d.number[it.ref], p.Source)
	case transcript.KindCustom:
		return " " + w.tone(theme.Muted).Render(g.Bullet+" "+w.T("sessions.custom", "Kind", text.Cut(text.Clean(p.Name), w.width)))
	case transcript.KindStepStart:
		return " " + w.tone(theme.Faint).Render(strings.Repeat(g.Rule, max(min(w.width-2, 24), 0)))
	case transcript.KindData:
		return lead + w.valueLine(w.dataLabel(p), p)
	}
	label := w.T("sessions.untyped")
	if p.Type != "" {
		label = w.T("sessions.unknown", "Type", text.Cut(text.Clean(p.Type), 40))
	}
	return lead + w.valueLine(w.tone(theme.Warn).Render(label), p)
}

func (w *drawer) dataLabel(p *transcript.Part) string {
	label := w.T("sessions.data", "Name", text.Cut(text.Clean(p.Name), 40))
	if p.Reported() {
		return w.tone(theme.Bad).Render(w.ctx.Theme.Glyphs.Abnormal + " " + label)
	}
	return w.tone(theme.Muted).Render(label)
}

func (w *drawer) valueLine(label string, p *transcript.Part) string {
	return label + w.between() + w.tone(theme.Muted).Render(text.Clean(transcript.Brief(p.Value, briefCells)))
}

// lineOf is a text in one line, with how many lines it has.
func (w *drawer) lineOf(label, s, blank string) string {
	var parts []string
	if label != "" {
		parts = append(parts, w.tone(theme.Muted).Render(label))
	}
	first := text.Clean(transcript.Excerpt(s, briefCells))
	if first == "" {
		first = blank
	}
	if n := strings.Count(strings.TrimSpace(s), "\n") + 1; n > 1 {
		parts = append(parts, w.tone(theme.Muted).Render(w.ctx.Words.N("sessions.lines", n)))
	}
	parts = append(parts, w.tone(theme.Muted).Render(first))
	return strings.Join(parts, w.between())
}

// between stands between short facts on a line.
func (w *drawer) between() string {
	return w.tone(theme.Faint).Render(" " + w.ctx.Theme.Glyphs.Between + " ")
}

// toolLine is name, state and the first words of the input.
func (w *drawer) toolLine(t *transcript.Tool) string {
	sign, tone := outcomeSign(w.ctx.Theme.Glyphs, t.Outcome)
	label := text.Cut(text.Clean(t.Label()), max(w.width/2, 8))
	state := outcomeText(w.ctx.Words, t.Outcome)
	if t.Outcome == transcript.OutcomeUnknown && t.StateText != "" {
		state = text.Cut(text.Clean(t.StateText), 30)
	}
	if label == "" {
		label = w.ctx.Theme.Glyphs.Dash
	}
	s := w.tone(tone).Render(sign) + " " + w.tone(theme.Strong).Render(label) + w.between() + w.tone(tone).Render(state)
	if brief := transcript.Brief(t.Given(), briefCells); brief != "" {
		s += w.between() + w.tone(theme.Muted).Render(text.Clean(brief))
	}
	return s
}

// outcomeSign is a sign and a colour. The words beside it say the same.
func outcomeSign(g theme.Glyphs, o transcript.Outcome) (string, theme.Tone) {
	switch o {
	case transcript.OutcomeDone:
		return g.Normal, theme.Good
	case transcript.OutcomePreliminary, transcript.OutcomeAwaitingApproval:
		return g.Pending, theme.Warn
	case transcript.OutcomeFailed, transcript.OutcomeReturnedError:
		return g.Abnormal, theme.Bad
	case transcript.OutcomeDenied:
		return g.Abnormal, theme.Warn
	case transcript.OutcomeUnknown:
		return g.Unknown, theme.Warn
	}
	return g.Stale, theme.Warn
}

// needsReason reports whether a line below the call says why. The error of one
// that is open stands among its fields.
func needsReason(t *transcript.Tool, open bool) bool {
	switch t.Outcome {
	case transcript.OutcomeDone, transcript.OutcomeUnknown:
		return false
	case transcript.OutcomeFailed, transcript.OutcomeReturnedError:
		return !open && t.Why() != ""
	case transcript.OutcomeDenied:
		return !open || t.Approval == nil || t.Approval.Reason == ""
	}
	return true
}

// foldedWhy is how many lines of an error are shown while its call is folded.
const foldedWhy = 6

// drawWhy explains a call that has no final result. The error of a call is shown
// even where the call is folded, its beginning at least.
func (w *drawer) drawWhy(it item) []string {
	p := w.d.t.Part(it.ref)
	_, tone := outcomeSign(w.ctx.Theme.Glyphs, p.Tool.Outcome)
	var lines []string
	if sentence := whyText(w.ctx.Words, p.Tool); sentence != "" {
		lines = w.wrapped("   ", w.tone(tone), sentence)
	}
	if why := p.Tool.Why(); why != "" && it.view < transcript.ViewOpen {
		lines = append(lines, w.firstLines("   ", w.tone(tone), why, foldedWhy)...)
	}
	return lines
}

// firstLines is the beginning of a text, as it was written.
func (w *drawer) firstLines(indent string, style theme.Style, s string, most int) []string {
	room := max(w.width-len(indent), 1)
	var lines []string
	for line := range strings.SplitSeq(text.CleanLines(s), "\n") {
		cut := line[:min(len(line), 4*room*most)] // letters have four bytes at most, nearly all
		for _, part := range text.Wrap(strings.ToValidUTF8(cut, ""), room) {
			if len(lines) == most {
				return append(lines, indent+style.Render(w.ctx.Theme.Glyphs.Ellipsis))
			}
			lines = append(lines, indent+style.Render(part))
		}
	}
	return lines
}

// fileLine is name, type, and where it is or how large. Inline data is never
// printed.
func (w *drawer) fileLine(f *transcript.File) string {
	parts := []string{w.tone(theme.Accent).Render(w.ctx.Theme.Glyphs.Bullet) + " " + w.T("sessions.file")}
	if f.Name != "" {
		parts = append(parts, w.tone(theme.Strong).Render(text.Clean(f.Name)))
	}
	if f.MediaType != "" {
		parts = append(parts, w.tone(theme.Muted).Render(text.Clean(f.MediaType)))
	}
	switch {
	case f.Inline:
		parts = append(parts, w.T("sessions.inline", "Size", transcript.Size(f.Size)))
	case f.URL != "":
		parts = append(parts, w.tone(theme.Link).Render(text.Clean(f.URL)))
	}
	return strings.Join(parts, " ")
}

func (w *drawer) sourceLine(number int, s *transcript.Source) string {
	parts := []string{w.tone(theme.Accent).Render("[" + w.ctx.Words.Int(number) + "]")}
	for _, part := range []string{s.Title, s.Filename, s.MediaType} {
		if part != "" {
			parts = append(parts, text.Clean(part))
		}
	}
	if s.URL != "" {
		parts = append(parts, w.tone(theme.Link).Render(text.Clean(s.URL)))
	}
	return strings.Join(parts, " ")
}
