package sessions

import (
	"cmp"
	"strings"

	"channeldeck/api/transcript"
	"channeldeck/theme"
	"channeldeck/ui/sessions/wording"
	"channeldeck/ui/text"
)

// drawHead is the line of a part: what it is and, of a folded one, how it begins.
func (w *drawer) drawHead(it item) []string {
	p := w.doc.t.Part(it.Ref)
	g := w.ctx.Theme.Glyphs
	open := it.View >= transcript.ViewOpen
	sign := g.Folded
	if open {
		sign = g.Open
	}
	label := wording.Part(w.ctx.Words, p)
	muted := w.tone(theme.Muted)
	lead := " " + muted.Render(sign) + " "
	switch p.Kind {
	case transcript.KindTool:
		return append([]string{lead + w.call(it.Ref, p.Tool, open)}, w.reason(p.Tool, open)...)
	case transcript.KindText, transcript.KindReasoning:
		return []string{lead + w.excerpt(label, p.Text, open)}
	case transcript.KindFile, transcript.KindReasoningFile:
		facts := *p.File
		facts.URL = ""
		return w.linked(g.Bullet+" "+label, wording.File(w.ctx.Words, &facts), p.File.URL)
	case transcript.KindCard:
		return w.card(lead, p.Card)
	case transcript.KindSource:
		facts := *p.Source
		facts.URL = ""
		return w.linked("["+w.ctx.Words.Int(p.Number)+"]", facts.String(), p.Source.URL)
	case transcript.KindStepStart:
		return []string{
			" " + w.tone(theme.Faint).Render(strings.Repeat(g.Rule, max(min(w.width-2, 24), 0))),
		}
	case transcript.KindCustom, transcript.KindHiddenReasoning:
		return []string{" " + muted.Render(g.Bullet+" "+label)}
	case transcript.KindSteering:
		return []string{w.tone(theme.Accent).Render(g.User + " " + label)}
	}
	style := muted
	if p.Reported() {
		style = w.tone(theme.Bad)
		label = g.Abnormal + " " + label
	} else if p.Kind == transcript.KindUnknown {
		style = w.tone(theme.Warn)
	}
	line := lead + style.Render(label)
	if !open {
		line += w.between() + muted.Render(text.Clean(transcript.Brief(p.Value)))
	}
	return []string{line}
}

// card is a card, with the lines below it.
func (w *drawer) card(lead string, c *transcript.Card) []string {
	sign := w.ctx.Theme.Glyphs.Bullet
	tone := theme.Muted
	if c.Failed {
		sign = w.ctx.Theme.Glyphs.Abnormal
		tone = theme.Bad
	}
	line, below := wording.Card(w.ctx.Words, c)
	lines := []string{lead + w.tone(tone).Render(sign+" "+line)}
	for _, s := range below {
		lines = append(lines, w.wrapped("     ", theme.Plain, s)...)
	}
	return lines
}

// excerpt is a text in one line, with its number of lines.
func (w *drawer) excerpt(label, s string, open bool) string {
	var parts []string
	add := func(s string) {
		parts = append(parts, w.tone(theme.Muted).Render(s))
	}
	if label != "" {
		add(label)
	}
	n := strings.Count(strings.TrimSpace(s), "\n") + 1
	if n > 1 {
		add(w.ctx.Words.N("sessions.lines", n))
	}
	first := transcript.Excerpt(s)
	if first == "" {
		add(w.T("sessions.blank"))
	} else if !open {
		parts = append(parts, w.md.Line(first, theme.Muted))
	}
	return strings.Join(parts, w.between())
}

// between separates facts on a line.
func (w *drawer) between() string {
	return w.tone(theme.Faint).Render(" " + w.ctx.Theme.Glyphs.Between + " ")
}

// call is a call in one line: name, outcome and, of a folded one, what it is about and
// the result.
func (w *drawer) call(r transcript.Ref, t *transcript.Tool, open bool) string {
	sign, tone := outcomeSign(w.ctx.Theme.Glyphs, t.Outcome)
	outcome := w.between() + w.tone(tone).Render(wording.Outcome(w.ctx.Words, t))
	room := w.width / 2
	if open {
		room = w.width - text.Width(outcome) - 5
	}
	label := cmp.Or(text.Cut(text.Clean(t.Label()), max(room, 8)), w.ctx.Theme.Glyphs.Dash)
	s := w.tone(tone).Render(sign) + " " + w.tone(theme.Strong).Render(label) + outcome
	inside := wording.Inside(w.ctx.Words, w.doc.t.Nested(r))
	if inside != "" {
		s += w.between() + w.tone(theme.Muted).Render(inside)
	}
	if open {
		return s
	}
	result := ""
	if !t.Outcome.Failed() || t.Result(nil).Kind != "" { // the line below shows the error
		result = wording.Result(w.ctx.Words, t.Result(w.doc.t.Nested(r)))
	}
	about := text.Clean(t.About())
	room = max(w.width-text.Width(s)-3, 0)
	if result != "" && about != "" { // the result keeps half of the room
		about = text.Cut(about, max(room-min(text.Width(result)+3, room/2)-3, 8))
	}
	if about != "" {
		s += w.between() + w.tone(theme.Muted).Render(about)
	}
	if result != "" {
		s += w.tone(theme.Faint).Render(" "+w.ctx.Theme.Glyphs.Plain("→")+" ") + result
	}
	return s
}

// outcomeSign is a sign and a colour. The words beside it mean the same.
func outcomeSign(g theme.Glyphs, o transcript.Outcome) (string, theme.Tone) {
	switch o {
	case transcript.OutcomeDone:
		return g.Normal, theme.Good
	case transcript.OutcomeAwaitingApproval, transcript.OutcomeAwaitingAnswer:
		return g.Pending, theme.Warn
	case transcript.OutcomeWriting, transcript.OutcomeRunning:
		return g.Pending, theme.Accent
	case transcript.OutcomeFailed, transcript.OutcomeReturnedError:
		return g.Abnormal, theme.Bad
	case transcript.OutcomeDenied:
		return g.Abnormal, theme.Warn
	case transcript.OutcomeUnknown:
		return g.Unknown, theme.Warn
	}
	return g.Stale, theme.Warn
}

// foldedLines is the number of lines of an error that a folded call shows.
const foldedLines = 6

// reason explains a call without a final result, and a folded one shows how its error begins.
func (w *drawer) reason(t *transcript.Tool, open bool) []string {
	_, tone := outcomeSign(w.ctx.Theme.Glyphs, t.Outcome)
	var lines []string
	sentence := wording.Why(w.ctx.Words, t)
	if sentence != "" {
		lines = w.wrapped("   ", tone, sentence)
	}
	if open { // the fields show the rest
		return lines
	}
	a := t.Approval
	if a != nil && a.RequestReason != "" && t.Outcome.Waits() {
		lines = append(lines, w.firstLines("   ", theme.Plain, a.RequestReason)...)
	}
	why := t.Why()
	if why != "" && !t.Nested { // the failed call in it is shown
		lines = append(lines, w.firstLines("   ", tone, why)...)
	}
	return lines
}

// firstLines is the beginning of a text.
func (w *drawer) firstLines(indent string, tone theme.Tone, s string) []string {
	s = s[:min(len(s), 4*w.width*foldedLines)] // a letter has at most four bytes
	lines := w.wrapped(indent, tone, text.CleanLines(strings.ToValidUTF8(s, "")))
	if len(lines) > foldedLines {
		lines = append(lines[:foldedLines], indent+w.tone(tone).Render(w.ctx.Theme.Glyphs.Ellipsis))
	}
	return lines
}

// linked is a file or a source: its description and its address, wrapped.
func (w *drawer) linked(lead, what, address string) []string {
	line := strings.Join(strings.Fields(lead+" "+text.Clean(what)), " ")
	address = text.Clean(address)
	var lines []string
	if text.Width(line)+text.Width(address)+2 <= w.width {
		lines = []string{strings.TrimRight(" "+line+" "+w.tone(theme.Link).Render(address), " ")}
	} else {
		lines = append(
			w.wrapped("   ", theme.Plain, line),
			w.wrapped("   ", theme.Link, address)...,
		)
		lines[0] = lines[0][2:]
	}
	rest, ok := strings.CutPrefix(lines[0], " "+lead)
	if ok {
		lines[0] = " " + w.tone(theme.Accent).Render(lead) + rest
	}
	return lines
}
