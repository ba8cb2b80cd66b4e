package sessions

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"

	"channeldeck/theme"
	"channeldeck/ui/sessions/transcript"
	"channeldeck/ui/text"
)

// match is a stretch of a line that a search has found, in bytes of its plain
// text. A match that goes over the end of a line has a stretch in each.
type match struct {
	number   int // of the match, from 0
	line     int
	from, to int
}

// char is a letter of the text that is searched, and where it is.
type char struct {
	r        rune // folded
	line, at int  // byte in the plain line
	size     int
	brk      bool // the end of a line, or the indent of the one that follows
}

// matches finds a query in painted lines that belong together. Blanks in it
// match a line's end too, and the end of a line may stand anywhere in a match:
// the text was broken there to fit the screen. bar is what stands before quotes
// and between the cells of tables, "" where there are none.
func matches(lines []string, query, bar string) []match {
	want := []rune(strings.TrimSpace(query))
	for i, r := range want {
		want[i] = transcript.Fold(r)
		if unicode.IsSpace(r) {
			want[i] = ' '
		}
	}
	if len(want) == 0 {
		return nil
	}
	if strings.Contains(query, bar) {
		bar = ""
	}
	var found [][]match
	for _, chars := range spell(lines, bar) {
		for i := 0; i < len(chars); i++ {
			if chars[i].brk || chars[i].r != want[0] {
				continue
			}
			if end := matchEnd(chars, i, want); end >= 0 {
				found = append(found, stretches(chars[i:end]))
				i = end - 1
			}
		}
	}
	slices.SortFunc(found, func(a, b []match) int {
		return cmp.Or(cmp.Compare(a[0].line, b[0].line), cmp.Compare(a[0].from, b[0].from))
	})
	for n := range found {
		for i := range found[n] {
			found[n][i].number = n
		}
	}
	return slices.Concat(found...)
}

// count is how many matches there are: those that go over the end of a line
// have a stretch in each.
func count(found []match) int {
	if len(found) == 0 {
		return 0
	}
	return found[len(found)-1].number + 1
}

// spell takes lines apart into letters, those between the same bars by
// themselves: what was broken goes on below, not in the cell at its right.
func spell(lines []string, bar string) [][]char {
	var columns [][]char
	var above []int
	first := 0 // of the columns that the line has
	for n, line := range lines {
		parts := []string{ansi.Strip(line)}
		if bar != "" {
			parts = strings.Split(parts[0], bar)
		}
		widths := make([]int, len(parts)-1)
		for i := range widths {
			widths[i] = text.Width(parts[i])
		}
		if n == 0 || !slices.Equal(widths, above) {
			first = len(columns)
			columns = append(columns, make([][]char, len(parts))...)
		}
		above = widths
		at := 0
		for i, part := range parts {
			columns[first+i] = spellPart(columns[first+i], part, n, at)
			at += len(part) + len(bar)
		}
	}
	return columns
}

// spellPart adds the letters of a part of a line that begins at a byte of it.
func spellPart(chars []char, part string, line, start int) []char {
	part = strings.TrimRight(part, " ")
	indent := true
	for at, r := range part {
		indent = indent && r == ' '
		chars = append(chars, char{r: transcript.Fold(r), line: line, at: start + at, size: utf8.RuneLen(r), brk: indent})
	}
	return append(chars, char{r: ' ', line: line, at: start + len(part), brk: true})
}

// matchEnd is where a match that begins at i ends, -1 where there is none.
func matchEnd(chars []char, i int, want []rune) int {
	for w := 0; w < len(want); {
		switch {
		case i == len(chars):
			return -1
		case want[w] == ' ':
			blank := false
			for i < len(chars) && (chars[i].brk || chars[i].r == ' ') {
				blank = true
				i++
			}
			if !blank {
				return -1
			}
			for w < len(want) && want[w] == ' ' {
				w++
			}
		case chars[i].brk:
			i++
		case chars[i].r != want[w]:
			return -1
		default:
			i++
			w++
		}
	}
	return i
}

// stretches are the letters of a match, those on one line together.
func stretches(chars []char) []match {
	var found []match
	for _, c := range chars {
		if c.brk {
			continue
		}
		if last := len(found) - 1; last >= 0 && found[last].line == c.line && found[last].to == c.at {
			found[last].to += c.size
			continue
		}
		found = append(found, match{line: c.line, from: c.at, to: c.at + c.size})
	}
	return found
}

// highlight paints stretches of a painted line anew.
func highlight(line string, stretches []match, style theme.Style) string {
	if len(stretches) == 0 {
		return line
	}
	var b strings.Builder
	open := "" // the sequence in force
	at, next := 0, 0
	inside := false
	for i := 0; i < len(line); {
		if line[i] == '\x1b' {
			end := i + 1
			for end < len(line) && line[end] != 'm' {
				end++
			}
			end = min(end+1, len(line))
			open = line[i:end]
			if open == theme.Reset() {
				open = ""
			}
			if !inside {
				b.WriteString(line[i:end])
			}
			i = end
			continue
		}
		if next < len(stretches) && at == stretches[next].from {
			inside = true
			if open != "" {
				b.WriteString(theme.Reset())
			}
			b.WriteString(style.Open())
		}
		b.WriteByte(line[i])
		i++
		at++
		if inside && at == stretches[next].to {
			inside = false
			next++
			if style.Open() != "" {
				b.WriteString(theme.Reset())
			}
			b.WriteString(open)
		}
	}
	return b.String()
}
