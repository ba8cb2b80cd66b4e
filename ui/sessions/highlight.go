package sessions

import (
	"regexp"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"channeldeck/theme"
	"channeldeck/ui/text"
)

// match is a stretch of a line that a search found, in cells. A match that continues
// on the next line has a stretch in each.
type match struct {
	number   int // of the match, from 0
	line     int
	from, to int
}

// pattern returns the expression that finds a query in drawn lines: in any case, a
// blank for any white space, and with a line end at any place, as wrapping makes them,
// with the indent and the bars that follow it. It is nil for a blank query.
func pattern(query, bar string) *regexp.Regexp {
	const broken = `(?: *\n[ %s]*)?`
	lineEnd := strings.ReplaceAll(broken, "%s", regexp.QuoteMeta(bar))
	var b strings.Builder
	for i, word := range strings.Fields(query) {
		if i > 0 {
			b.WriteString(`[\s` + regexp.QuoteMeta(bar) + `]+`)
		}
		for j, r := range []rune(word) {
			if j > 0 {
				b.WriteString(lineEnd)
			}
			b.WriteString(regexp.QuoteMeta(string(r)))
		}
	}
	if b.Len() == 0 {
		return nil
	}
	return regexp.MustCompile("(?i)" + b.String())
}

// matches finds a query in styled lines that belong together. bar is what stands
// before quotes and parts within parts.
func matches(lines []string, query, bar string) []match {
	expression := pattern(query, bar)
	if expression == nil {
		return nil
	}
	plain := ansi.Strip(strings.Join(lines, "\n"))
	var found []match
	for number, at := range expression.FindAllStringIndex(plain, -1) {
		line := strings.Count(plain[:at[0]], "\n")
		column := text.Width(plain[strings.LastIndexByte(plain[:at[0]], '\n')+1 : at[0]])
		for i, stretch := range strings.Split(plain[at[0]:at[1]], "\n") {
			if i > 0 {
				trimmed := strings.TrimLeft(stretch, " "+bar)
				column, stretch = text.Width(stretch)-text.Width(trimmed), trimmed
			}
			if stretch = strings.TrimRight(stretch, " "); stretch != "" {
				found = append(found, match{number, line + i, column, column + text.Width(stretch)})
			}
		}
	}
	return found
}

// highlight styles stretches of a styled line anew.
func highlight(line string, stretches []match, style theme.Style) string {
	var b strings.Builder
	at := 0
	for _, m := range stretches {
		b.WriteString(ansi.Cut(line, at, m.from))
		b.WriteString(style.Render(ansi.Strip(ansi.Cut(line, m.from, m.to))))
		at = m.to
	}
	if at == 0 {
		return line
	}
	return b.String() + ansi.TruncateLeft(line, at, "")
}
