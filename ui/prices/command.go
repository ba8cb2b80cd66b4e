package prices

import (
	"strconv"
	"strings"

	"channeldeck/ui/prices/quote"
)

// command is the command that prints the prices of the view, a line each, or its
// answers; without is what of the view it leaves out, in words. Models that
// cannot do what is asked, and models of one verdict, it has in an order of its
// own.
func (m *Model) command() (line commandLine, without []string) {
	line = m.commandLine()
	q := m.question
	line.add("mode", q.Mode)
	line.add("resolution", q.Resolution)
	duration := q.Duration.Text(6)
	line.add("duration", duration)
	line.add("aspect", q.AspectRatio)
	line.add("tag", q.Tag)
	if scope, ok := q.Scope.Get(); ok {
		line = append(line, "--scope", shellQuoted(clean(string(scope)))) // also the empty one
	}
	if q.AcceptsVideo {
		line.add("accepts", "video")
	}
	if q.AcceptsAudio {
		line.add("accepts", "audio")
	}
	if m.query.Value() != "" {
		without = append(without, m.ctx.Words.T("prices.without.filter"))
	}
	switch m.view {
	case answers:
		line.add("count", strconv.Itoa(q.Clips())) // without it there are prices and no answers
		line.add("sort", sortFlag(m.ranked))
		return line, without
	case checks:
		line.add("input", m.describe.Value())
	}
	if !m.sortFlags(&line) {
		without = append(without, m.ctx.Words.T("prices.without.order"))
	}
	return line, without
}

// sortFlags adds the flags by which the command sorts as the table does. It
// reports false where there are none.
func (m *Model) sortFlags(line *commandLine) bool {
	id, desc := m.table().Sort()
	by := quote.Column(id)
	switch {
	case m.view == checks:
		return id == ""
	case id == "":
		return m.question.IsZero() // else the cheapest come first
	case sortFlag(by) == "", by == quote.ByDiscount && !desc: // the command begins with the largest
		return false
	}
	line.add("sort", sortFlag(by))
	if desc && by != quote.ByDiscount {
		*line = append(*line, "--desc")
	}
	return true
}

// demo is what the embedded sandbox calls itself; no site of a configuration.
const demo = "demo"

// commandLine is the command with the site that the pane asks.
func (m *Model) commandLine() commandLine {
	line := commandLine{"channeldeck", Name}
	if m.ctx.Site == demo {
		return append(line, "--demo")
	}
	line.add("site", m.ctx.Site)
	return line
}

type commandLine []string

func (l *commandLine) add(flag, value string) {
	if value != "" {
		*l = append(*l, "--"+flag, shellQuoted(clean(value)))
	}
}

func (l commandLine) String() string { return strings.Join(l, " ") }

// sortFlag is what --sort calls a column, "" for those it does not sort by.
func sortFlag(by quote.Column) string {
	switch by {
	case quote.ByPrice, quote.ByDiscount, quote.ByName:
		return string(by)
	case quote.ByPerSecond:
		return "per-second"
	}
	return ""
}

// shellQuoted is a word for a POSIX shell.
func shellQuoted(s string) string {
	plain := s != ""
	for _, r := range s {
		plain = plain && (r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '-' || r == '_' || r == '.' || r == ':')
	}
	if plain {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}
