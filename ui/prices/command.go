package prices

import (
	"strconv"
	"strings"

	"channeldeck/ui/prices/quote"
)

// command is the command line that gives the same answer as the view.
func (m *Model) command() string {
	line := m.commandLine()
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
	if m.view == checks {
		line.add("input", m.describe.Value())
		return line.String()
	}
	if q.Count > 0 {
		line.add("count", strconv.Itoa(q.Count))
	}
	by := m.ranked
	if m.view != answers {
		id, _ := m.table().Sort()
		by = quote.Column(id)
	}
	line.add("sort", sortFlag(by))
	return line.String()
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
