package sessions

import (
	"cmp"
	"strings"
	"time"

	"channeldeck/api"
	"channeldeck/api/transcript"
	"channeldeck/theme"
	"channeldeck/ui/resource"
	"channeldeck/ui/sessions/wording"
	"channeldeck/ui/text"
	"channeldeck/ui/widget/markdown"
	"channeldeck/ui/words"
)

// drawer draws the items of a document in a width.
type drawer struct {
	words *words.Words
	theme *theme.Theme
	view  *resource.View
	md    *markdown.Renderer
	doc   *document
	width int
}

// draw returns the lines of an item, at least one, behind a bar for each part around its part.
func (d *drawer) draw(it item) []string {
	bar := ""
	p := d.doc.t.Part(it.Ref)
	if p != nil {
		bar = strings.Repeat(" "+d.theme.Glyphs.Border.Left, min(int(p.Level), d.width/8))
	}
	full := d.width
	d.width -= text.Width(bar)
	lines := d.drawItem(it)
	if len(lines) == 0 {
		lines = []string{""}
	}
	for i, line := range lines {
		lines[i] = d.paint(theme.Faint, bar) + text.Cut(line, d.width)
	}
	d.width = full
	return lines
}

func (d *drawer) drawItem(it item) []string {
	switch it.Kind {
	case transcript.ItemRun:
		return []string{d.drawRun(it.Message)}
	case transcript.ItemMessage:
		return []string{d.heading(it.Message)}
	case transcript.ItemSkipped:
		hidden := d.words.N("sessions.skipped", it.N-it.Message+1)
		return []string{d.paint(theme.Faint, d.theme.Glyphs.Ellipsis+" "+hidden)}
	case transcript.ItemHead:
		return d.drawHead(it)
	case transcript.ItemText:
		return d.drawText(it)
	case transcript.ItemUnfinished:
		sign := d.theme.Glyphs.Stale
		tone := theme.Warn
		if d.doc.t.Messages[it.Message].Running {
			sign = d.theme.Glyphs.Pending
			tone = theme.Accent
		}
		return d.wrapped(
			" ",
			tone,
			sign+" "+wording.Unfinished(d.words, d.doc.t, it.Ref),
		)
	case transcript.ItemField:
		return d.drawField(it)
	case transcript.ItemStep:
		return d.drawStep(it.N)
	}
	return nil
}

func (d *drawer) tone(t theme.Tone) theme.Style { return d.theme.Tone(t) }

// paint is a text in a tone.
func (d *drawer) paint(t theme.Tone, s string) string { return d.theme.Paint(t, s) }

// wrapped is text behind an indent, in a tone.
func (d *drawer) wrapped(indent string, tone theme.Tone, s string) []string {
	lines := text.Wrap(s, max(d.width-len(indent), 1))
	for i, line := range lines {
		lines[i] = indent + d.paint(tone, line)
	}
	return lines
}

func (d *drawer) drawRun(message int) string {
	g := d.theme.Glyphs
	faint := d.tone(theme.Faint)
	m := &d.doc.t.Messages[message]
	run := text.CutMiddle(text.Clean(m.Run), max(d.width-20, 8))
	if !strings.HasPrefix(run, "run") {
		run = d.words.T("sessions.run", "ID", run)
	}
	label := d.paint(theme.Strong, run)
	if m.RunTime > 0 {
		label += d.between() + d.paint(theme.Muted, d.words.Duration(m.RunTime))
	}
	label = text.Cut(label, max(d.width-4, 0))
	rest := max(d.width-text.Width(label)-4, 0)
	return faint.Render(strings.Repeat(g.Rule, 2)) + " " + label + " " +
		faint.Render(strings.Repeat(g.Rule, rest))
}

// heading is the author, the step of the run, the time, and how long the step took.
func (d *drawer) heading(message int) string {
	return strings.Join(d.headingParts(message), d.between())
}

// headingParts are who wrote a message, in which step, when, and how long it took.
func (d *drawer) headingParts(message int) []string {
	m := &d.doc.t.Messages[message]
	sign, tone := roleSign(d.theme.Glyphs, m.Role)
	parts := []string{d.paint(tone, sign+" "+resource.Role(d.words, m.Role))}
	if m.Step.IsSet() { // the first one is 0 in the interface
		parts = append(
			parts,
			d.words.T(
				"sessions.step",
				"N",
				text.Clean(m.Step.Add(api.Int(1)).String()),
			),
		)
	}
	parts = append(parts, d.time(message))
	if m.Took > 0 {
		parts = append(parts, d.paint(theme.Muted, "+"+d.words.Duration(m.Took)))
	}
	return parts
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
func (d *drawer) time(message int) string {
	at := d.local(message)
	shown := at.Format(time.TimeOnly)
	if at.IsZero() {
		shown = d.theme.Glyphs.Dash
	} else if message == 0 || at.Format(time.DateOnly) != d.local(message-1).Format(time.DateOnly) {
		shown = at.Format(time.DateTime)
	}
	return d.paint(theme.Muted, shown)
}

func (d *drawer) local(message int) time.Time {
	return d.doc.t.Messages[message].Time.In(d.view.Now().Location())
}

// maxTextWidth is the maximum width of readable text.
const maxTextWidth = 100

func (d *drawer) drawText(it item) []string {
	p := d.doc.t.Part(it.Ref)
	base := theme.Plain
	indent := " "
	if p.Kind == transcript.KindReasoning {
		base = theme.Muted
		indent = "   "
	} else if d.doc.t.Messages[it.Message].Role == transcript.RoleUser {
		indent = d.paint(theme.Accent, d.theme.Glyphs.Border.Left) + " "
	}
	source, _ := d.doc.source(it)
	lines := d.md.Render(source, min(d.width, maxTextWidth)-text.Width(indent), base)
	for i := range lines {
		lines[i] = indent + lines[i]
	}
	return lines
}

// drawField draws lines of a field below its label.
func (d *drawer) drawField(it item) []string {
	const indent = "   "
	var lines []string
	label := wording.Field(d.words, it.Field)
	if label != "" && it.N == 0 {
		lines = append(lines, indent+d.paint(theme.Muted, label))
	}
	source, language := d.doc.source(it)
	for _, line := range markdown.Code(
		d.theme,
		source,
		cmp.Or(language, "text"),
		max(d.width-len(indent), 1),
	) {
		lines = append(lines, indent+line)
	}
	return lines
}
