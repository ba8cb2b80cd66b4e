package sessions

import (
	"cmp"
	"strings"
	"time"

	"channeldeck/api"
	"channeldeck/api/transcript"
	"channeldeck/theme"
	"channeldeck/ui/pane"
	"channeldeck/ui/sessions/wording"
	"channeldeck/ui/text"
	"channeldeck/ui/widget/markdown"
)

// drawer draws the items of a document in a width.
type drawer struct {
	ctx   *pane.Context
	md    *markdown.Renderer
	doc   *document
	width int
}

// draw returns the lines of an item, at least one, behind a bar for each part around its part.
func (w *drawer) draw(it item) []string {
	bar := ""
	p := w.doc.t.Part(it.Ref)
	if p != nil {
		bar = strings.Repeat(" "+w.ctx.Theme.Glyphs.Border.Left, min(p.Level, w.width/8))
	}
	full := w.width
	w.width -= text.Width(bar)
	lines := w.drawItem(it)
	if len(lines) == 0 {
		lines = []string{""}
	}
	for i, line := range lines {
		lines[i] = w.tone(theme.Faint).Render(bar) + text.Cut(line, w.width)
	}
	w.width = full
	return lines
}

func (w *drawer) drawItem(it item) []string {
	switch it.Kind {
	case transcript.ItemRun:
		return []string{w.drawRun(it.Message)}
	case transcript.ItemMessage:
		return []string{w.heading(it.Message)}
	case transcript.ItemSkipped:
		hidden := w.ctx.Words.N("sessions.skipped", it.N-it.Message+1)
		return []string{w.tone(theme.Faint).Render(w.ctx.Theme.Glyphs.Ellipsis + " " + hidden)}
	case transcript.ItemHead:
		return w.drawHead(it)
	case transcript.ItemText:
		return w.drawText(it)
	case transcript.ItemUnfinished:
		sign := w.ctx.Theme.Glyphs.Stale
		tone := theme.Warn
		if w.doc.t.Messages[it.Message].Running {
			sign = w.ctx.Theme.Glyphs.Pending
			tone = theme.Accent
		}
		return w.wrapped(" ", tone, sign+" "+wording.Unfinished(w.ctx.Words, w.doc.t, it.Ref))
	case transcript.ItemField:
		return w.drawField(it)
	case transcript.ItemStep:
		return w.drawStep(it.N)
	}
	return nil
}

func (w *drawer) T(id string, pairs ...any) string {
	return w.ctx.Words.T(id, pairs...)
}

func (w *drawer) tone(t theme.Tone) theme.Style { return w.ctx.Theme.Tone(t) }

// wrapped is text behind an indent, in a tone.
func (w *drawer) wrapped(indent string, tone theme.Tone, s string) []string {
	lines := text.Wrap(s, max(w.width-len(indent), 1))
	for i, line := range lines {
		lines[i] = indent + w.tone(tone).Render(line)
	}
	return lines
}

func (w *drawer) drawRun(message int) string {
	g := w.ctx.Theme.Glyphs
	faint := w.tone(theme.Faint)
	m := &w.doc.t.Messages[message]
	run := text.CutMiddle(text.Clean(m.Run), max(w.width-20, 8))
	if !strings.HasPrefix(run, "run") {
		run = w.T("sessions.run", "ID", run)
	}
	label := w.tone(theme.Strong).Render(run)
	if m.RunTime > 0 {
		label += w.between() + w.tone(theme.Muted).Render(w.ctx.Words.Duration(m.RunTime))
	}
	label = text.Cut(label, max(w.width-4, 0))
	rest := max(w.width-text.Width(label)-4, 0)
	return faint.Render(strings.Repeat(g.Rule, 2)) + " " + label + " " +
		faint.Render(strings.Repeat(g.Rule, rest))
}

// heading is the author, the step of the run, the time, and how long the step took.
func (w *drawer) heading(message int) string {
	m := &w.doc.t.Messages[message]
	sign, tone := roleSign(w.ctx.Theme.Glyphs, m.Role)
	parts := []string{w.tone(tone).Render(sign + " " + wording.Role(w.ctx.Words, m.Role))}
	if m.Step.IsSet() { // the first one is 0 in the interface
		parts = append(parts, w.T("sessions.step", "N", text.Clean(m.Step.Add(api.Int(1)).String())))
	}
	parts = append(parts, w.time(message))
	if m.Took > 0 {
		parts = append(parts, w.tone(theme.Muted).Render("+"+w.ctx.Words.Duration(m.Took)))
	}
	return strings.Join(parts, w.between())
}

func roleSign(g theme.Glyphs, r transcript.Role) (string, theme.Tone) {
	switch r {
	case transcript.RoleUser:
		return g.User, theme.Accent
	case transcript.RoleAssistant:
		return g.Normal, theme.Strong
	case transcript.RoleSystem, transcript.RoleData, transcript.RoleTool, transcript.RoleAgent:
		return g.Bullet, theme.Muted
	}
	return g.Unknown, theme.Warn
}

// time is the time of a record, with the date if the record before is of another day.
func (w *drawer) time(message int) string {
	at := w.local(message)
	shown := at.Format(time.TimeOnly)
	if at.IsZero() {
		shown = w.ctx.Theme.Glyphs.Dash
	} else if message == 0 || at.Format(time.DateOnly) != w.local(message-1).Format(time.DateOnly) {
		shown = at.Format(time.DateTime)
	}
	return w.tone(theme.Muted).Render(shown)
}

func (w *drawer) local(message int) time.Time {
	return w.doc.t.Messages[message].Time.In(w.ctx.View.Now().Location())
}

// maxTextWidth is the maximum width of readable text.
const maxTextWidth = 100

func (w *drawer) drawText(it item) []string {
	p := w.doc.t.Part(it.Ref)
	base := theme.Plain
	indent := " "
	if p.Kind == transcript.KindReasoning {
		base = theme.Muted
		indent = "   "
	} else if w.doc.t.Messages[it.Message].Role == transcript.RoleUser {
		indent = w.tone(theme.Accent).Render(w.ctx.Theme.Glyphs.Border.Left) + " "
	}
	lines := w.md.Render(w.doc.source(it), min(w.width, maxTextWidth)-text.Width(indent), base)
	for i := range lines {
		lines[i] = indent + lines[i]
	}
	return lines
}

// drawField draws lines of a field below its label.
func (w *drawer) drawField(it item) []string {
	const indent = "   "
	var lines []string
	label := wording.Field(w.ctx.Words, it.Field)
	if label != "" && it.N == 0 {
		lines = append(lines, indent+w.tone(theme.Muted).Render(label))
	}
	for _, line := range markdown.Code(
		w.ctx.Theme,
		w.doc.source(it),
		cmp.Or(w.doc.language(it), "text"),
		max(w.width-len(indent), 1),
	) {
		lines = append(lines, indent+line)
	}
	return lines
}
