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
	line, start := 0, 0 // the current line, and where it starts
	for number, at := range expression.FindAllStringIndex(plain, -1) {
		for from := at[0]; from < at[1]; {
			end := start + len(plain[start:])
			if i := strings.IndexByte(plain[start:], '\n'); i >= 0 {
				end = start + i
			}
			if from > end {
				line, start = line+1, end+1
				continue
			}
			stretch := strings.TrimRight(plain[from:min(end, at[1])], " ")
			lead := len(stretch) - len(strings.TrimLeft(stretch, " "+bar))
			if from == at[0] {
				lead = 0
			}
			if len(stretch) > lead {
				column := text.Width(plain[start : from+lead])
				found = append(found, match{number, line, column, column + text.Width(stretch[lead:])})
			}
			if from = at[1]; end < at[1] {
				from, line, start = end+1, line+1, end+1
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
