package sessions

import (
	"cmp"
	"strings"
	"unicode/utf8"

	"channeldeck/api/transcript"
	"channeldeck/theme"
	"channeldeck/ui/sessions/wording"
	"channeldeck/ui/text"
)

// drawHead is the line of a part: what it is and, of a folded one, how it begins.
func (d *drawer) drawHead(it item) []string {
	p := d.doc.t.Part(it.Ref)
	g := d.theme.Glyphs
	open := it.Extent >= transcript.Open
	sign := g.Folded
	if open {
		sign = g.Open
	}
	label := wording.Part(d.words, p)
	lead := " " + d.paint(theme.Muted, sign) + " "
	switch p.Kind {
	case transcript.KindTool:
		head := lead + d.call(it.Ref, p.Tool, open)
		return append([]string{head}, d.reason(p.Tool, open)...)
	case transcript.KindText, transcript.KindReasoning:
		return []string{lead + d.excerpt(label, p.Text, open)}
	case transcript.KindFile, transcript.KindReasoningFile:
		return d.file(label, p.File())
	case transcript.KindCard:
		return d.card(lead, p.Card())
	case transcript.KindSource:
		return d.source(p.Source())
	case transcript.KindStepStart:
		const most = 24
		width := min(d.width-2, most)
		rule := strings.Repeat(g.Rule, max(width, 0))
		return []string{" " + d.paint(theme.Faint, rule)}
	case transcript.KindCustom, transcript.KindHiddenReasoning:
		return []string{" " + d.paint(theme.Muted, g.Bullet+" "+label)}
	case transcript.KindSteering:
		return []string{d.paint(theme.Accent, g.User+" "+label)}
	}
	tone := theme.Muted
	if p.Reported() {
		tone = theme.Bad
		label = g.Abnormal + " " + label
	} else if p.Kind == transcript.KindUnknown {
		tone = theme.Warn
	}
	line := lead + d.paint(tone, label)
	if !open {
		brief := transcript.Brief(p.Value())
		if p.Reported() {
			brief = p.Reason()
		}
		line += d.between() + d.paint(theme.Muted, text.Clean(brief))
	}
	return []string{line}
}

// file is a file with its address.
func (d *drawer) file(label string, f *transcript.File) []string {
	facts := *f
	facts.URL = "" // which is drawn as a link
	lead := d.theme.Glyphs.Bullet + " " + label
	return d.linked(lead, wording.File(d.words, &facts), f.URL)
}

// source is a source with its number and its address.
func (d *drawer) source(s *transcript.Source) []string {
	facts := *s
	facts.URL = "" // which is drawn as a link
	lead := "[" + d.words.Int(s.Number) + "]"
	return d.linked(lead, facts.String(), s.URL)
}

// card is a card, with the lines below it.
func (d *drawer) card(lead string, c *transcript.Card) []string {
	sign := d.theme.Glyphs.Bullet
	tone := theme.Muted
	if c.Failed {
		sign = d.theme.Glyphs.Abnormal
		tone = theme.Bad
	}
	line, below := wording.Card(d.words, c)
	lines := []string{lead + d.paint(tone, sign+" "+line)}
	for _, s := range below {
		lines = append(lines, d.wrapped("     ", theme.Plain, s)...)
	}
	return lines
}

// excerpt is a text in one line, with its number of lines.
func (d *drawer) excerpt(label, s string, open bool) string {
	var parts []string
	add := func(s string) {
		parts = append(parts, d.paint(theme.Muted, s))
	}
	if label != "" {
		add(label)
	}
	n := strings.Count(strings.TrimSpace(s), "\n") + 1
	if n > 1 {
		add(d.words.N("sessions.lines", n))
	}
	first := transcript.Excerpt(s)
	if first == "" {
		add(d.words.T("sessions.blank"))
	} else if !open {
		parts = append(parts, d.md.Line(first, theme.Muted))
	}
	return strings.Join(parts, d.between())
}

// between separates facts on a line.
func (d *drawer) between() string {
	return d.paint(theme.Faint, " "+d.theme.Glyphs.Between+" ")
}

// call is a call in one line: name, outcome and, of a folded one, what it is about and
// the result.
func (d *drawer) call(r transcript.Ref, t *transcript.Tool, open bool) string {
	sign, tone := outcomeSign(d.theme.Glyphs, t.Outcome)
	outcome := d.between() + d.paint(tone, wording.Outcome(d.words, t))
	room := d.width / 2
	if open {
		room = d.width - text.Width(outcome) - 5
	}
	label := text.Cut(text.Clean(t.Label()), max(room, 8))
	label = d.paint(theme.Strong, cmp.Or(label, d.theme.Glyphs.Dash))
	s := d.paint(tone, sign) + " " + label + outcome
	nested := d.doc.t.Nested(r)
	inside := wording.Inside(d.words, nested)
	if inside != "" {
		s += d.between() + d.paint(theme.Muted, inside)
	}
	if open {
		return s
	}
	result := ""
	showsError := t.Outcome.Failed() && t.Result(nil).Kind == "" // the line below
	if !showsError {
		result = wording.Result(d.words, t.Result(nested))
	}
	left := d.width - text.Width(s) - text.Width(d.between())
	return s + d.aboutCall(text.Clean(t.About()), result, left)
}

// aboutCall is what a call is about and its result, in a room of cells.
func (d *drawer) aboutCall(about, result string, room int) string {
	room = max(room, 0)
	s := ""
	if result != "" && about != "" { // the result keeps half of the room
		kept := min(text.Width(result)+3, room/2)
		about = text.Cut(about, max(room-kept-3, 8))
	}
	if about != "" {
		s += d.between() + d.paint(theme.Muted, about)
	}
	if result != "" {
		arrow := " " + d.theme.Glyphs.Plain("→") + " "
		s += d.paint(theme.Faint, arrow) + result
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
func (d *drawer) reason(t *transcript.Tool, open bool) []string {
	_, tone := outcomeSign(d.theme.Glyphs, t.Outcome)
	var lines []string
	sentence := wording.Why(d.words, t)
	if sentence != "" {
		lines = d.wrapped("   ", tone, sentence)
	}
	if open { // the fields show the rest
		return lines
	}
	a := t.Approval
	if a != nil && a.RequestReason != "" && t.Outcome.Waits() {
		lines = append(lines, d.beginning(theme.Plain, a.RequestReason)...)
	}
	why := t.Why()
	if why != "" && !t.Nested { // the failed call in it is shown
		lines = append(lines, d.beginning(tone, why)...)
	}
	return lines
}

// beginning is the beginning of a text about a call, below it.
func (d *drawer) beginning(tone theme.Tone, s string) []string {
	const indent = "   "
	most := d.width * foldedLines * utf8.UTFMax // bytes
	s = s[:min(len(s), most)]
	s = strings.ToValidUTF8(s, "")
	lines := d.wrapped(indent, tone, text.CleanLines(s))
	if len(lines) > foldedLines {
		ellipsis := d.paint(tone, d.theme.Glyphs.Ellipsis)
		lines = append(lines[:foldedLines], indent+ellipsis)
	}
	return lines
}

// linked is a file or a source: its description and its address, wrapped.
func (d *drawer) linked(lead, what, address string) []string {
	line := strings.Join(strings.Fields(lead+" "+text.Clean(what)), " ")
	address = text.Clean(address)
	var lines []string
	if text.Width(line)+text.Width(address)+2 <= d.width {
		whole := " " + line + " " + d.paint(theme.Link, address)
		lines = []string{strings.TrimRight(whole, " ")}
	} else {
		lines = append(
			d.wrapped("   ", theme.Plain, line),
			d.wrapped("   ", theme.Link, address)...,
		)
		lines[0] = lines[0][2:]
	}
	rest, ok := strings.CutPrefix(lines[0], " "+lead)
	if ok {
		lines[0] = " " + d.paint(theme.Accent, lead) + rest
	}
	return lines
}
