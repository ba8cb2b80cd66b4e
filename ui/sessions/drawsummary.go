package sessions

import (
	"cmp"
	"slices"
	"strings"

	"channeldeck/api/transcript"
	"channeldeck/theme"
	"channeldeck/ui/sessions/wording"
	"channeldeck/ui/text"
)

// drawStep is a step of the summary in one line: author, time, intent, calls and result.
// Below it are the files it produced, the waiting calls and the problems.
func (d *drawer) drawStep(n int) []string {
	s := &d.doc.steps()[n]
	sign, tone := roleSign(d.theme.Glyphs, s.Role)
	lead := d.paint(tone, sign)
	if d.width >= 60 {
		lead += " " + d.time(s.Message)
	}
	parts := d.stepParts(s)
	below := d.belowStep(s)
	if len(parts) == 0 && len(below) == 0 {
		parts = []string{d.paint(theme.Muted, d.otherParts(s))}
	}
	lead += " "
	arrow := " " + d.paint(theme.Faint, d.theme.Glyphs.Folded) + " "
	arrows := text.Width(arrow) * (len(parts) - 1)
	parts = fitAll(parts, d.width-text.Width(lead)-arrows)
	line := lead + strings.Join(parts, arrow)
	return append([]string{line}, below...)
}

// stepParts are the intent of a step, its calls and its result.
func (d *drawer) stepParts(s *transcript.Step) []string {
	var parts []string
	if s.Meant != "" {
		base := theme.Plain
		if s.Role == transcript.RoleUser {
			base = theme.Strong
		}
		parts = append(parts, d.md.Line(s.Meant, base))
	}
	if len(s.Calls) > 0 {
		calls := wording.Calls(d.words, s.Calls, func(label string) string {
			return text.Cut(text.Clean(label), 30)
		})
		parts = append(parts, d.paint(theme.Code, calls))
	}
	if s.Result != "" {
		parts = append(parts, d.md.Line(s.Result, theme.Plain))
	}
	return parts
}

// belowStep are the files that a step produced, its waiting calls and its problems.
func (d *drawer) belowStep(s *transcript.Step) []string {
	g := d.theme.Glyphs
	var lines []string
	add := func(tone theme.Tone, s string) {
		lines = append(lines, text.Cut("   "+d.paint(tone, s), d.width))
	}
	files := d.doc.t.Files(s)
	if len(files) > 0 {
		var names []string
		for _, f := range files {
			names = append(names, text.Clean(f.Base()))
		}
		produced := d.words.N("sessions.files", len(names), "Names", strings.Join(names, ", "))
		add(theme.Muted, g.Bullet+" "+produced)
	}
	for _, at := range s.Waiting {
		t := d.doc.t.Part(at).Tool
		sign, tone := outcomeSign(g, t.Outcome)
		add(tone, sign+" "+wording.Why(d.words, t))
	}
	for _, at := range s.Problems {
		sign, tone := problemSign(g, d.doc.t.Part(at))
		add(tone, sign+" "+wording.Problem(d.words, d.doc.t, at))
	}
	return lines
}

// problemSign is the sign of a problem in a part, nil for a whole message.
func problemSign(g theme.Glyphs, p *transcript.Part) (sign string, tone theme.Tone) {
	if p != nil && p.Tool != nil {
		return outcomeSign(g, p.Tool.Outcome)
	}
	if p != nil && p.Reported() {
		return g.Abnormal, theme.Bad
	}
	return g.Stale, theme.Warn
}

// fitAll cuts texts to the room: short ones stay whole, the others get equal shares of the rest.
func fitAll(parts []string, room int) []string {
	order := make([]int, len(parts))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(i, j int) int {
		return text.Width(parts[i]) - text.Width(parts[j])
	})
	const least = 4
	for n, i := range order {
		left := len(parts) - n
		share := max(room/left, least)
		parts[i] = text.Cut(parts[i], share)
		room -= text.Width(parts[i])
	}
	return parts
}

// otherParts names the kinds of parts of a step without words.
func (d *drawer) otherParts(s *transcript.Step) string {
	const most = 8
	var names []string
	for j := s.First; j < s.Last && len(names) < most; j++ {
		p := d.doc.t.Part(transcript.Ref{Message: s.Message, Part: j})
		name := ""
		if p.File() != nil {
			name = text.Clean(p.File().String())
		} else if p.Kind != transcript.KindReasoning {
			name = wording.Part(d.words, p)
		}
		if name != "" {
			names = append(names, name)
		}
	}
	return cmp.Or(strings.Join(names, ", "), d.theme.Glyphs.Dash)
}
