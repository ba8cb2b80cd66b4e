package sessions

import (
	"strings"
	"time"

	"channeldeck/theme"
	"channeldeck/ui/pane"
	"channeldeck/ui/sessions/transcript"
	"channeldeck/ui/text"
	"channeldeck/ui/widget/markdown"
)

// drawer draws items and keeps what it has drawn, by part, width and version:
// of a session of any length only what was in sight lately.
type drawer struct {
	ctx   *pane.Context
	md    *markdown.Renderer
	d     *document
	width int
	kept  map[drawn][]string
	older map[drawn][]string // what was kept before kept was full
	lines int                // in kept
}

// drawn tells apart what can look different.
type drawn struct {
	item
	version uint64
}

// keptLines is how many lines are kept before those not seen since are dropped.
const keptLines = 20000

func newDrawer(c *pane.Context) *drawer {
	return &drawer{ctx: c, md: markdown.New(c.Theme), kept: map[drawn][]string{}}
}

// reset forgets what was drawn: another document, or another width.
func (w *drawer) reset(d *document, width int) {
	if d == w.d && width == w.width {
		return
	}
	if width != w.width {
		w.kept, w.older, w.lines = map[drawn][]string{}, nil, 0
	}
	w.d, w.width = d, width
}

// draw returns the lines of an item, at least one.
func (w *drawer) draw(it item) []string {
	p := w.d.t.Part(it.ref)
	if p == nil || it.kind == itemBlank || it.kind == itemStep || p.Kind == transcript.KindSource {
		return w.fresh(it) // these depend on more than the part
	}
	key := drawn{it, p.Version}
	if lines, ok := w.kept[key]; ok {
		return lines
	}
	lines, ok := w.older[key]
	if !ok {
		lines = w.fresh(it)
	}
	if w.lines += len(lines); w.lines > keptLines {
		w.older, w.kept, w.lines = w.kept, map[drawn][]string{}, len(lines)
	}
	w.kept[key] = lines
	return lines
}

func (w *drawer) fresh(it item) []string {
	lines := w.drawItem(it)
	if len(lines) == 0 {
		lines = []string{""}
	}
	for i, line := range lines {
		if text.Width(line) > w.width {
			lines[i] = text.Cut(line, w.width)
		}
	}
	return lines
}

func (w *drawer) drawItem(it item) []string {
	switch it.kind {
	case itemRun:
		return []string{w.drawRun(it.ref.Message)}
	case itemMessage:
		return []string{w.drawMessage(it.ref.Message)}
	case itemNotes:
		return w.drawNotes(it.ref.Message)
	case itemEmpty:
		return w.wrapped(" ", w.tone(theme.Warn), w.T("sessions.no_content"))
	case itemSkipped:
		return []string{w.drawSkipped(it)}
	case itemHead:
		return []string{w.drawHead(it)}
	case itemWhy:
		return w.drawWhy(it)
	case itemText:
		return w.drawText(it)
	case itemCutOff:
		return w.wrapped(" ", w.tone(theme.Warn), w.ctx.Theme.Glyphs.Stale+" "+w.T("sessions.cut_off"))
	case itemField:
		return w.drawField(it)
	case itemStep:
		return w.drawStep(it.from)
	}
	return nil
}

// T is a text of the catalog.
func (w *drawer) T(id string, pairs ...any) string { return w.ctx.Words.T(id, pairs...) }

func (w *drawer) tone(t theme.Tone) theme.Style { return w.ctx.Theme.Tone(t) }

// wrapped is text behind an indent, in a style.
func (w *drawer) wrapped(indent string, style theme.Style, s string) []string {
	lines := text.Wrap(s, max(w.width-len(indent), 1))
	for i, line := range lines {
		lines[i] = indent + style.Render(line)
	}
	return lines
}

// rule is a line with a label in it.
func (w *drawer) rule(label string) string {
	g := w.ctx.Theme.Glyphs
	label = text.Cut(label, max(w.width-4, 0))
	rest := max(w.width-text.Width(label)-4, 0)
	faint := w.tone(theme.Faint)
	return faint.Render(strings.Repeat(g.Rule, 2)) + " " + label + " " + faint.Render(strings.Repeat(g.Rule, rest))
}

func (w *drawer) drawRun(message int) string {
	m := &w.d.t.Messages[message]
	if m.Run == "" {
		return w.rule(w.tone(theme.Muted).Render(w.T("sessions.no_run")))
	}
	return w.rule(w.tone(theme.Strong).Render(w.T("sessions.run", "ID", text.CutMiddle(text.Clean(m.Run), max(w.width/2, 8)))))
}

// drawMessage tells who wrote, which step of the run it is, and when.
func (w *drawer) drawMessage(message int) string {
	m := &w.d.t.Messages[message]
	parts := []string{w.role(m.Role, m.RoleText)}
	if m.Step.IsSet() {
		parts = append(parts, w.T("sessions.step", "N", text.Clean(m.Step.String())))
	}
	parts = append(parts, w.time(message))
	return strings.Join(parts, w.between())
}

// role is a sign and a word, so that roles are told apart without colour.
func (w *drawer) role(r transcript.Role, sent string) string {
	sign, tone := roleSign(w.ctx.Theme.Glyphs, r)
	return w.tone(tone).Render(sign + " " + roleText(w.ctx.Words, r, sent))
}

func roleSign(g theme.Glyphs, r transcript.Role) (string, theme.Tone) {
	switch r {
	case transcript.RoleUser:
		return g.User, theme.Accent
	case transcript.RoleAssistant:
		return g.Normal, theme.Strong
	case transcript.RoleOther:
		return g.Unknown, theme.Warn
	}
	return g.Bullet, theme.Muted
}

// time is the time of a record, with its date where the day is another than
// that of the record before.
func (w *drawer) time(message int) string {
	at := w.local(message)
	if at.IsZero() {
		return w.tone(theme.Muted).Render(w.ctx.Theme.Glyphs.Dash)
	}
	s := at.Format("15:04:05")
	if message == 0 || !sameDay(at, w.local(message-1)) {
		s = at.Format("2006-01-02 15:04:05")
	}
	return w.tone(theme.Muted).Render(s)
}

func (w *drawer) local(message int) time.Time {
	at := w.d.t.Messages[message].Time
	if at.IsZero() {
		return at
	}
	return at.In(w.ctx.Now().Location())
}

func sameDay(a, b time.Time) bool {
	return a.Year() == b.Year() && a.YearDay() == b.YearDay()
}

func (w *drawer) drawNotes(message int) []string {
	var lines []string
	for _, n := range w.d.t.Messages[message].Notes {
		lines = append(lines, w.wrapped(" ", w.tone(theme.Warn), w.ctx.Theme.Glyphs.Stale+" "+noteText(w.ctx.Words, n))...)
	}
	return lines
}

// drawSkipped counts what the depth does not show.
func (w *drawer) drawSkipped(it item) string {
	calls := 0
	for i := it.ref.Message; i <= it.from; i++ {
		for j := range w.d.t.Messages[i].Parts {
			if w.d.t.Messages[i].Parts[j].Tool != nil {
				calls++
			}
		}
	}
	words := w.ctx.Words
	s := w.ctx.Theme.Glyphs.Ellipsis + " " + words.N("sessions.skipped", it.from-it.ref.Message+1)
	if calls > 0 {
		s += ", " + words.N("sessions.calls", calls)
	}
	return w.tone(theme.Faint).Render(s)
}

func (w *drawer) drawText(it item) []string {
	p := w.d.t.Part(it.ref)
	base, indent := theme.Plain, " "
	if p.Kind == transcript.KindReasoning {
		base, indent = theme.Muted, "   "
	}
	piece := w.d.piecesOf(it.ref, p)[it.from]
	lines := w.md.Render(piece.Source(p.Text), w.width-len(indent), base)
	for i := range lines {
		lines[i] = indent + lines[i]
	}
	return lines
}
